"""Where a match of Crash stands: immutable values, without any rule but who is awaited."""

from dataclasses import dataclass, replace
from typing import ClassVar, Literal

from engine.cards import Card
from engine.header import GameSetting, Header
from engine.options import Option

SHOWDOWN_STEPS = 4
"""Steps of a showdown: each player lays down at most four hands (K7)."""

OPTIONS = (
    Option(
        "fouls",
        "Whether hands in a wrong order throw their owner out, or are told and no more (K16, K17).",
        ("apply", "report"),
    ),
)

Stage = Literal["showing", "settled", "counted"]
"""How far a deal has come: its step is open, or settled, or four of a kind has been counted after the last."""


@dataclass(frozen=True, slots=True)
class Setting(GameSetting):
    """What stays the same throughout a match: the header, and the options with their values."""

    options: ClassVar[tuple[Option, ...]] = OPTIONS
    fouls: Literal["apply", "report"] = "apply"


@dataclass(frozen=True, slots=True)
class Hand:
    """Three cards shown, as written, and the record's line that showed them."""

    line: int
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class Deal:
    """One deal: its number (from 1, void ones counted), its dealer, and how far it has come.

    ``sets`` are the numbers of hands said by seat, ``shown`` each seat's hands in order; ``scored`` the seat that
    scored at each settled step, None for nobody.
    """

    number: int
    dealer: int
    sets: tuple[int | None, ...]
    shown: tuple[tuple[Hand, ...], ...]
    step: int = 1
    stage: Stage = "showing"
    scored: tuple[int | None, ...] = ()

    @staticmethod
    def dealt(number: int, dealer: int, seats: int) -> "Deal":
        """Return a deal of which nothing has been seen."""
        return Deal(number, dealer, (None,) * seats, ((),) * seats)

    def hands(self, seat: int) -> int:
        """Return how many hands a seat has laid down; four while it has not said (K8)."""
        said = self.sets[seat]
        return SHOWDOWN_STEPS if said is None else said

    def shows_at(self, seat: int, step: int) -> Hand | None:
        """Return the hand that a seat has shown at a step, or None."""
        return self.shown[seat][step - 1] if len(self.shown[seat]) >= step else None

    @property
    def seen(self) -> frozenset[Card]:
        """All cards shown in this deal."""
        return frozenset(card for hands in self.shown for hand in hands for card in hand.cards)


@dataclass(frozen=True, slots=True)
class Position:
    """A match after ``count`` events.

    ``out`` are the seats out of the match, ascending (K16); ``final`` tells that a crash, a straight or the last
    seat left decided it, for good (K21).
    """

    setting: Setting
    count: int
    scores: tuple[int, ...]
    deal: Deal
    out: tuple[int, ...] = ()
    winner: int | None = None
    final: bool = False

    @staticmethod
    def start(header: Header) -> "Position":
        """Return the position before the first event."""
        setting, seats = Setting.of(header), len(header.players)
        return Position(setting, 0, (0,) * seats, Deal.dealt(1, header.dealer, seats))

    @property
    def playing(self) -> tuple[int, ...]:
        """The seats in the match, from the dealer's left."""
        seats, first = self.setting.seats, self.deal.dealer + 1
        order = ((first + at) % seats for at in range(seats))
        return tuple(seat for seat in order if seat not in self.out)

    @property
    def awaited(self) -> tuple[int, ...]:
        """The seats whose hand of this step has still to be shown, from the dealer's left (K9)."""
        deal = self.deal
        return tuple(seat for seat in self.playing if len(deal.shown[seat]) < deal.step <= deal.hands(seat))

    @property
    def turn(self) -> int | None:
        """The first of the seats awaited; None after a win."""
        return None if self.winner is not None else next(iter(self.awaited), None)

    def passed_over(self) -> "Position":
        """Return the position one line on."""
        return replace(self, count=self.count + 1)

    def with_deal(self, deal: Deal) -> "Position":
        """Return the position with the deal elsewhere."""
        return replace(self, deal=deal)

    def to_json(self) -> dict[str, object]:
        """Return the last line of ``porrazo score --json``."""
        deal = self.deal
        return {
            "game": "crash",
            "scores": list(self.scores),
            "winner": self.winner,
            "hand": deal.number,
            "dealer": deal.dealer,
            "turn": self.turn,
            "step": deal.step,
            "sets": list(deal.sets),
            "shown": [[[str(card) for card in hand.cards] for hand in hands] for hands in deal.shown],
            "out": list(self.out),
        }
