"""Tricks that leave a stub and a spoil, as Stubs & Spoils and Royal Porcio play them. S2 and the like are rules.

The stub lies before a seat and is counted in the end; the spoil goes into a hand and is played again.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

from engine.cards import Card, Rank, Suit
from engine.events import IllegalPlay
from engine.shared.tricks import SEATS, Laid, side_of, winning

Mode = Literal["black", "red"]
MODES: dict[Suit, Mode] = {
    Suit.CLUBS: "black",
    Suit.DIAMONDS: "red",
    Suit.HEARTS: "red",
    Suit.SPADES: "black",
}
"""In a black hand tricks are to be won, in a red one shunned (S3)."""

ACE_HIGH = Rank.KING + 1
"""The height of an ace in a black hand; in a red one it is the lowest card (S2)."""
SUIT_LED, BEATING = 20, 40
"""Added to the height of a card of the suit led, and of a card that beats that suit whatever its rank (S7)."""
FURTHEST_BALANCE = 12
"""A balance that fouls have moved is never further from even than this (S14)."""


@dataclass(frozen=True, slots=True)
class Ranking:
    """What decides which card is higher in a hand: its mode, and its special suit, None if it has none."""

    mode: Mode
    special: Suit | None

    def height(self, card: Card) -> int:
        """Return how high a card is in its suit (S2)."""
        return ACE_HIGH if self.mode == "black" and card.rank is Rank.ACE else card.rank

    def strength(self, card: Card, led: Suit) -> int:
        """Return how strong a card is in a trick: of two cards the stronger is higher, of equals the first (S7)."""
        black, height = self.mode == "black", self.height(card)
        if card.suit is led:
            return height + SUIT_LED
        return height + BEATING if (card.suit is self.special) == black else height


@dataclass(frozen=True, slots=True)
class Won:
    """What becomes of a whole trick: who has won it, its stub, who takes a spoil and out of which cards (S8, S9)."""

    winner: int
    stub: Card
    taker: int
    choice: tuple[Card, ...]

    @staticmethod
    def of(trick: Sequence[Laid], ranking: Ranking) -> "Won":
        """Return what becomes of these four cards; in red the lowest is never one of equals (S7)."""
        best = winning(trick, ranking.strength)
        assert best is not None
        stub, taker = best.card, best.seat
        if ranking.mode == "red":
            led = trick[0].suit
            stub = min((laid.card for laid in trick), key=lambda card: ranking.strength(card, led))
            taker = (best.seat - 1) % SEATS
        choice = tuple([laid.card for laid in trick if laid.card != stub and laid.seat != taker])
        return Won(best.seat, stub, taker, choice)


@dataclass(frozen=True, slots=True)
class Tricks:
    """The tricks of one hand: who leads, the cards of the trick so far, and the stubs before each seat (S10).

    ``won`` is what becomes of the trick, once it is whole and until its spoil has been taken.
    """

    ranking: Ranking
    leader: int
    trick: tuple[Laid, ...] = ()
    won: Won | None = None
    stubs: tuple[tuple[Card, ...], ...] = ((),) * SEATS

    @property
    def turn(self) -> int:
        """The seat that plays next, or takes the spoil."""
        return (self.leader + len(self.trick)) % SEATS if self.won is None else self.won.taker

    @property
    def led(self) -> Suit | None:
        """The suit led, None before the first card."""
        return self.trick[0].suit if self.trick else None

    def with_card(self, laid: Laid) -> "Tricks":
        """Return the tricks with one more card laid; the fourth makes the trick whole."""
        trick = (*self.trick, laid)
        won = Won.of(trick, self.ranking) if len(trick) == SEATS else None
        return Tricks(self.ranking, self.leader, trick, won, self.stubs)

    def taken(self) -> "Tricks":
        """Return the tricks once the spoil has been taken: the stub lies before the winner, the taker leads."""
        won = self.won
        assert won is not None
        return Tricks(self.ranking, won.taker, (), None, with_more(self.stubs, won.winner, won.stub))

    def check_spoil(self, card: Card, taker: str) -> Won:
        """Refuse a card that the taker, called so, cannot take; returns what becomes of the whole trick (S8, S9)."""
        won = self.won
        assert won is not None
        if card == won.stub:
            raise IllegalPlay("the {card} is the stub of this trick", card=card.name)
        if card not in [laid.card for laid in self.trick]:
            raise IllegalPlay("the {card} is not in this trick", card=card.name)
        if card not in won.choice:
            raise IllegalPlay(
                "{player} cannot take back their own card, the {card}", player=taker, card=card.name
            )
        return won

    def counted(self) -> list[int]:
        """Return how many stubs lie before each side."""
        first, second, third, fourth = map(len, self.stubs)
        return [first + third, second + fourth]


def with_more(rows: tuple[tuple[Card, ...], ...], seat: int, card: Card) -> tuple[tuple[Card, ...], ...]:
    """Return each seat's cards, one seat having one more."""
    return (*rows[:seat], (*rows[seat], card), *rows[seat + 1 :])


def without(rows: tuple[tuple[Card, ...], ...], seat: int, card: Card) -> tuple[tuple[Card, ...], ...]:
    """Return each seat's cards, one seat having this one no more."""
    return (*rows[:seat], tuple([each for each in rows[seat] if each != card]), *rows[seat + 1 :])


@dataclass(frozen=True, slots=True)
class Suspect:
    """A card laid that was not of the suit led: a revoke, if its seat had a card of that suit (S13).

    ``line`` is the record's line of the play.
    """

    line: int
    seat: int
    led: Suit


@dataclass(frozen=True, slots=True)
class Suspects:
    """The plays of a hand that may yet be proved revokes, oldest first, and the revokes proved of each side."""

    open: tuple[Suspect, ...] = ()
    proved: tuple[int, ...] = (0, 0)

    def shown(self, seat: int, suit: Suit) -> tuple[list[int], "Suspects"]:
        """Return the lines that are revokes since a seat had, all the time, a card of this suit (S13)."""
        lines = [each.line for each in self.open if each.seat == seat and each.led is suit]
        if not lines:
            return lines, self
        left = tuple([each for each in self.open if each.seat != seat or each.led is not suit])
        return lines, Suspects(left, self.with_proved(seat, len(lines)))

    def laid(self, laid: Laid, led: Suit | None, known: Iterable[Card]) -> tuple[list[int], "Suspects"]:
        """Return the line of a card laid if it is a revoke at once: a card known to be held shows it (S13).

        If none does, the play is suspect, unless it was a lead or of the suit led.
        """
        if led is None or laid.suit is led:
            return [], self
        if any(card.suit is led for card in known):
            return [laid.line], Suspects(self.open, self.with_proved(laid.seat, 1))
        return [], Suspects((*self.open, Suspect(laid.line, laid.seat, led)), self.proved)

    def with_proved(self, seat: int, count: int) -> tuple[int, ...]:
        """Return the revokes proved of each side, so many more of this seat's."""
        first, second = self.proved
        return (first, second + count) if side_of(seat) else (first + count, second)


NO_SUSPECTS = Suspects()
"""What a hand begins with."""


def balance(mode: Mode, stubs: Sequence[int], fouls: Sequence[int] = (0, 0)) -> int:
    """Return the balance in favour of side 0, below 0 in favour of side 1, from both sides' stubs (S14, S15).

    Each of a side's ``fouls`` moves it by two against that side; those of both sides cancel first, and what is moved is
    never beyond 12. The stubs alone may be (12 to 15 tricks are played): where no foul counts, that stands.
    """
    ahead = stubs[0] - stubs[1] if mode == "black" else stubs[1] - stubs[0]
    net = fouls[1] - fouls[0]
    return max(-FURTHEST_BALANCE, min(ahead + 2 * net, FURTHEST_BALANCE)) if net else ahead
