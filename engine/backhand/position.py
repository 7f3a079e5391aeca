"""Where a match of Backhand stands: immutable values; and whose turn it is, which follows from them alone."""

from dataclasses import dataclass, replace
from typing import Any, ClassVar, Literal

from engine.backhand.events import value
from engine.cards import PACK, Card, Suit
from engine.header import GameSetting, Header
from engine.options import Option, chosen

FORCED_TOTAL = 11
"""Up to this total no card can bust: the seat must hit (B7)."""
THROWN_TOTALS = range(17, 21)
"""Totals of two cards that may be thrown away (B7)."""
FIRST_CARDS = 2

OPTIONS = (
    Option("bets", "Whether each plays against the dealer, the bank, for a stake (B12).", (False, True)),
    Option("min_bet", "The lowest bet (B13).", (1,), least=1),
    Option("max_bet", "The highest bet, null for none (B13).", (None,), least=1),
    Option("packs", "How many packs; null: one for every two players (B1).", (None,), least=1, most=8),
    Option(
        "shuffle",
        "Whether each round begins with all cards, or a shuffle is called (B3).",
        ("round", "called"),
    ),
)


@dataclass(frozen=True, slots=True)
class Setting(GameSetting):
    """What stays the same throughout a match: the header, and the options with their values."""

    options: ClassVar[tuple[Option, ...]] = OPTIONS
    packs: int
    bets: bool = False
    min_bet: int = 1
    max_bet: int | None = None
    shuffle: Literal["round", "called"] = "round"

    @classmethod
    def of(cls, header: Header) -> "Setting":
        """Return a match's setting; ValueError for teams, and for an option or a value that there is not."""
        if header.teams is not None:
            raise ValueError('"teams" must be null: each seat plays for itself')
        options: dict[str, Any] = chosen(cls.options, header.options)
        if options.get("packs") is None:
            options["packs"] = (len(header.players) + 1) // 2
        setting = cls(header, **options)
        if setting.max_bet is not None and setting.max_bet < setting.min_bet:
            raise ValueError("max_bet must not be below min_bet")
        return setting


@dataclass(frozen=True, slots=True)
class Hand:
    """One seat in one round: its cards as they lie, its stake, and its result once that has fallen.

    ``aces`` are the places, in the hand, of aces that wait to be replaced.
    """

    cards: tuple[Card, ...] = ()
    aces: tuple[int, ...] = ()
    stake: int | None = None
    result: Literal["won", "lost"] | None = None

    @property
    def total(self) -> int:
        """The sum of the values, an ace not yet replaced counted as 1."""
        return sum(map(value, self.cards))

    @property
    def can_push(self) -> bool:
        """Whether it is a push hand (B7)."""
        return len(self.cards) == FIRST_CARDS and self.total in THROWN_TOTALS

    @property
    def may(self) -> tuple[str, ...]:
        """What the seat may do in its turn (B7)."""
        if not self.cards:
            return ("deal",)
        if self.aces:
            return ("replace",)
        if self.can_push:
            return ("hit", "push")
        return ("hit",) if self.total <= FORCED_TOTAL else ("hit", "backhand")


@dataclass(frozen=True, slots=True)
class Round:
    """One round: its number (from 1), its dealer, the seats that have a hand, in turn, and a hand for each seat.

    The bank has an empty hand that is not among ``playing``.
    """

    number: int
    dealer: int
    playing: tuple[int, ...]
    hands: tuple[Hand, ...]

    @staticmethod
    def begun(setting: Setting, number: int, dealer: int) -> "Round":
        """Return a round before its first bet or card: with bets the dealer is the bank (B2, B12)."""
        seats = setting.seats
        left = tuple((dealer + at) % seats for at in range(1, seats + 1))
        return Round(number, dealer, left[:-1] if setting.bets else left, (Hand(),) * seats)

    @property
    def over(self) -> bool:
        """Whether each hand has its result."""
        return all(self.hands[seat].result is not None for seat in self.playing)

    @property
    def lying(self) -> tuple[Card, ...]:
        """The cards of the hands that have no result yet."""
        return tuple(card for hand in self.hands if hand.result is None for card in hand.cards)

    def with_hand(self, seat: int, hand: Hand) -> "Round":
        """Return the round with another hand in a seat."""
        return replace(self, hands=(*self.hands[:seat], hand, *self.hands[seat + 1 :]))


@dataclass(frozen=True, slots=True)
class Position:
    """A match after ``count`` events; ``seen`` are the cards seen since the last shuffle (B3, B4)."""

    setting: Setting
    count: int
    scores: tuple[int, ...]
    round: Round
    seen: tuple[Card, ...] = ()
    winner: int | None = None

    @staticmethod
    def start(header: Header) -> "Position":
        """Return the position before the first event."""
        setting = Setting.of(header)
        return Position(setting, 0, (0,) * setting.seats, Round.begun(setting, 1, header.dealer))

    @property
    def betting(self) -> int | None:
        """The first seat whose bet is missing; None where none is (B13)."""
        now = self.round
        missing = (seat for seat in now.playing if now.hands[seat].stake is None)
        return next(missing, None) if self.setting.bets else None

    @property
    def turn(self) -> int | None:
        """The seat to act: the first without a bet, then without cards, then without a result; None after a win."""
        if self.winner is not None:
            return None
        if self.betting is not None:
            return self.betting
        hands, playing = self.round.hands, self.round.playing
        bare = (seat for seat in playing if not hands[seat].cards)
        return next(bare, next((seat for seat in playing if hands[seat].result is None), None))

    @property
    def may(self) -> tuple[str, ...]:
        """What the seat to act may do."""
        turn = self.turn
        if turn is None:
            return ()
        return ("bet",) if self.betting is not None else self.round.hands[turn].may

    @property
    def unseen(self) -> int:
        """How many cards are still to come before a shuffle."""
        return len(PACK) * self.setting.packs - len(self.seen)

    def may_come(self, card: Card) -> bool:
        """Tell whether a card can still be in the stock: its face, and its rank (B3)."""
        packs = self.setting.packs
        if sum(seen.rank == card.rank for seen in self.seen) >= len(Suit) * packs:
            return False
        return card.suit is None or self.seen.count(card) < packs

    def passed_over(self) -> "Position":
        """Return the position one line on."""
        return replace(self, count=self.count + 1)

    def with_hand(self, seat: int, hand: Hand) -> "Position":
        """Return the position with another hand in a seat."""
        return replace(self, round=self.round.with_hand(seat, hand))

    def next_round(self) -> "Position":
        """Return the position with the next round begun, the deal moved one seat on (B2, B3)."""
        dealer = (self.round.dealer + 1) % self.setting.seats
        following = Round.begun(self.setting, self.round.number + 1, dealer)
        return replace(self, round=following, seen=() if self.setting.shuffle == "round" else self.seen)

    def to_json(self) -> dict[str, object]:
        """Return the last line of ``porrazo score --json``."""
        hands = self.round.hands
        return {
            "game": "backhand",
            "scores": list(self.scores),
            "winner": self.winner,
            "hand": self.round.number,
            "dealer": self.round.dealer,
            "turn": self.turn,
            "may": list(self.may),
            "hands": [[str(card) for card in hand.cards] for hand in hands],
            "totals": [hand.total for hand in hands],
            "results": [hand.result for hand in hands],
            "stakes": [hand.stake for hand in hands],
            "packs": self.setting.packs,
            "unseen": self.unseen,
        }
