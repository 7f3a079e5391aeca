"""Where a match of Malilla stands: immutable values, without any rule in them."""

from dataclasses import dataclass
from typing import ClassVar, Literal

from engine.cards import Card, Suit
from engine.header import GameSetting, Header
from engine.options import Option
from engine.shared.tricks import SEATS, Laid

TRICKS = 10
"""Tricks of a hand: each seat is dealt ten cards (M3)."""

OPTIONS = (
    Option(
        "fouls", "Whether a proved fault loses the match, or is told and no more (M13).", ("apply", "report")
    ),
    Option(
        "turned_card", "Whether the turned card's points go to the dealer's side (M5).", ("bonus", "none")
    ),
    Option("sevens", "Whether a 7 of a suit not yet led may be thrown off (M11).", ("restricted", "free")),
)


@dataclass(frozen=True, slots=True)
class Setting(GameSetting):
    """What stays the same throughout a match: the header, and the options with their values."""

    options: ClassVar[tuple[Option, ...]] = OPTIONS
    fouls: Literal["apply", "report"] = "apply"
    turned_card: Literal["bonus", "none"] = "bonus"
    sevens: Literal["restricted", "free"] = "restricted"


@dataclass(frozen=True, slots=True)
class Turn:
    """One card played after the lead, as it was at that moment: what a fault is judged by (M13).

    ``led`` is the suit led, ``best`` the card that was winning, ``barred`` the suits whose 7 might not be played
    by who did not follow.
    """

    laid: Laid
    led: Suit
    best: Laid
    barred: frozenset[Suit]


@dataclass(frozen=True, slots=True)
class Hand:
    """One hand: its number (from 1), its dealer, the turned card, and how far it has come.

    ``bonus`` are the points scored for the turned card, ``held`` those that wait (M5); ``leader`` leads the trick;
    ``played`` are all cards played, ``led`` the suits led so far; ``turns`` each seat's cards that were no lead;
    ``found`` the lines of plays already found at fault.
    """

    number: int
    dealer: int
    turned: Card | None = None
    bonus: int = 0
    held: int = 0
    leader: int = 0
    trick: tuple[Laid, ...] = ()
    tricks: tuple[int, ...] = (0, 0)
    collected: tuple[int, ...] = (0, 0)
    played: frozenset[Card] = frozenset()
    led: frozenset[Suit] = frozenset()
    turns: tuple[tuple[Turn, ...], ...] = ((),) * SEATS
    found: frozenset[int] = frozenset()

    @staticmethod
    def dealt(number: int, dealer: int) -> "Hand":
        """Return a hand before its turned card."""
        return Hand(number, dealer, leader=(dealer + 1) % SEATS)

    @property
    def trump(self) -> Suit:
        """The trump; only once the card has been turned."""
        assert self.turned is not None
        assert self.turned.suit is not None
        return self.turned.suit

    @property
    def over(self) -> bool:
        """Whether all tricks have been taken."""
        return sum(self.tricks) == TRICKS

    def next_hand(self) -> "Hand":
        """Return the hand after this one, the deal moved one seat on (M6)."""
        return Hand.dealt(self.number + 1, (self.dealer + 1) % SEATS)


@dataclass(frozen=True, slots=True)
class Position:
    """A match after ``count`` events; ``lost`` tells that a fault decided it, for good (M17)."""

    setting: Setting
    count: int
    scores: tuple[int, ...]
    hand: Hand
    winner: int | None = None
    lost: bool = False

    @staticmethod
    def start(header: Header) -> "Position":
        """Return the position before the first event."""
        return Position(Setting.of(header), 0, (0, 0), Hand.dealt(1, header.dealer))

    @property
    def turn(self) -> int | None:
        """The seat that plays next; None while the turned card is awaited, and after a win."""
        if self.winner is not None or self.hand.turned is None:
            return None
        return (self.hand.leader + len(self.hand.trick)) % SEATS

    def passed_over(self) -> "Position":
        """Return the position one line on."""
        return Position(self.setting, self.count + 1, self.scores, self.hand, self.winner, self.lost)

    def with_hand(self, hand: Hand) -> "Position":
        """Return the position with the hand elsewhere."""
        return Position(self.setting, self.count, self.scores, hand, self.winner, self.lost)

    def scored(self, scores: tuple[int, ...], winner: int | None, lost: bool = False) -> "Position":
        """Return the position with other scores, and perhaps a winner."""
        return Position(self.setting, self.count, scores, self.hand, winner, lost)

    def to_json(self) -> dict[str, object]:
        """Return the last line of ``porrazo score --json``."""
        hand = self.hand
        return {
            "game": "malilla",
            "scores": list(self.scores),
            "winner": self.winner,
            "hand": hand.number,
            "dealer": hand.dealer,
            "turn": self.turn,
            "turned": None if hand.turned is None else str(hand.turned),
            "held": hand.held,
            "trick": [str(laid.card) for laid in hand.trick],
            "tricks": list(hand.tricks),
            "collected": list(hand.collected),
        }
