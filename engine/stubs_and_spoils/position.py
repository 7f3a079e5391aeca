"""Where a match of Stubs & Spoils stands: immutable values, without any rule in them."""

from dataclasses import dataclass
from typing import ClassVar, Literal

from engine.cards import Card
from engine.header import GameSetting, Header
from engine.options import Option
from engine.shared.spoils import NO_SUSPECTS, Suspects, Tricks
from engine.shared.tricks import SEATS

CARDS_IN_PLAY = 12
"""Cards of each seat when the play begins: thirteen dealt, one laid aside or turned up (S3, S4)."""

OPTIONS = (
    Option(
        "fouls",
        "Whether a proved revoke is told and no more, or moves the balance (S14).",
        ("report", "apply"),
    ),
)


@dataclass(frozen=True, slots=True)
class Setting(GameSetting):
    """What stays the same throughout a match: the header, and the options with their values."""

    options: ClassVar[tuple[Option, ...]] = OPTIONS
    fouls: Literal["report", "apply"] = "report"


@dataclass(frozen=True, slots=True)
class Hand:
    """One hand: its number (from 1), its dealer, the colour card, its tricks, and what everybody knows.

    ``known`` are by seat the spoils in hand, in the order taken; ``given`` counts by seat the cards played that
    nobody had seen before; ``seen`` are all that have been face up, the colour card too (S12). ``tricks`` is None
    until the colour card is turned.
    """

    number: int
    dealer: int
    colour: Card | None = None
    tricks: Tricks | None = None
    known: tuple[tuple[Card, ...], ...] = ((),) * SEATS
    given: tuple[int, ...] = (0,) * SEATS
    seen: frozenset[Card] = frozenset()
    suspects: Suspects = NO_SUSPECTS

    @property
    def due(self) -> Literal["colour", "play", "spoil"]:
        """The event that comes next while nobody has won."""
        if self.tricks is None:
            return "colour"
        return "play" if self.tricks.won is None else "spoil"

    @property
    def turn(self) -> int:
        """The seat that does it."""
        return self.dealer if self.tricks is None else self.tricks.turn

    @property
    def hands(self) -> tuple[int, ...]:
        """How many cards each seat holds."""
        return tuple(
            [CARDS_IN_PLAY - n + len(spoils) for n, spoils in zip(self.given, self.known, strict=True)]
        )

    @property
    def over(self) -> bool:
        """Whether the play has ended: no trick is under way, and some seat has no card (S11)."""
        return self.tricks is not None and not self.tricks.trick and 0 in self.hands

    def next_hand(self) -> "Hand":
        """Return the hand after this one, the deal moved one seat on (S1)."""
        return Hand(self.number + 1, (self.dealer + 1) % SEATS)


@dataclass(frozen=True, slots=True)
class Position:
    """A match after ``count`` events."""

    setting: Setting
    count: int
    scores: tuple[int, ...]
    hand: Hand
    winner: int | None = None

    @staticmethod
    def start(header: Header) -> "Position":
        """Return the position before the first event."""
        return Position(Setting.of(header), 0, (0, 0), Hand(1, header.dealer))

    @property
    def turn(self) -> int | None:
        """The seat that has to do something; None after a win."""
        return None if self.winner is not None else self.hand.turn

    def passed_over(self) -> "Position":
        """Return the position one line on."""
        return Position(self.setting, self.count + 1, self.scores, self.hand, self.winner)

    def with_hand(self, hand: Hand) -> "Position":
        """Return the position with the hand elsewhere."""
        return Position(self.setting, self.count, self.scores, hand, self.winner)

    def scored(self, scores: tuple[int, ...], winner: int | None) -> "Position":
        """Return the position with other scores, and perhaps a winner."""
        return Position(self.setting, self.count, scores, self.hand, winner)

    def to_json(self) -> dict[str, object]:
        """Return the last line of ``porrazo score --json``."""
        hand, tricks = self.hand, self.hand.tricks
        special = None if tricks is None else tricks.ranking.special
        stubs = ((),) * SEATS if tricks is None else tricks.stubs
        return {
            "game": "stubs_and_spoils",
            "scores": list(self.scores),
            "winner": self.winner,
            "hand": hand.number,
            "dealer": hand.dealer,
            "turn": self.turn,
            "await": hand.due if self.winner is None else None,
            "mode": None if tricks is None else tricks.ranking.mode,
            "special": None if special is None else special.letter,
            "trick": [] if tricks is None else [str(laid.card) for laid in tricks.trick],
            "stubs": [[str(card) for card in row] for row in stubs],
            "hands": list(hand.hands),
            "known": [[str(card) for card in row] for row in hand.known],
        }
