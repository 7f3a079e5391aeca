"""Where a match of Conquian stands: immutable values, without any rule in them."""

from dataclasses import dataclass, replace
from typing import ClassVar, Literal

from engine.cards import FORTY, Card
from engine.conquian.cards import SEATS, Melds
from engine.header import GameSetting, Header
from engine.options import Option

OPTIONS = (
    Option("cards", "Cards dealt to each; the goal is one more in melds (C3).", (10, 9, 8)),
    Option("forcing", "Whether a card may be forced on the other seat (C15).", (True, False)),
    Option(
        "hand_cards",
        "Which melds cards from the hand may join at a take (C12).",
        ("own_melds", "with_centre"),
    ),
    Option("draws", "Whether a drawn hand's point waits for who wins the next (C14).", ("nothing", "carry")),
)

Due = Literal["turn", "turned", "offered", "forced", "discard"]
"""What the seat at turn has to do: turn; take or pass; take or turn; take; discard."""


@dataclass(frozen=True, slots=True)
class Setting(GameSetting):
    """What stays the same throughout a match: the header, and the options with their values."""

    options: ClassVar[tuple[Option, ...]] = OPTIONS
    cards: int = 10
    forcing: bool = True
    hand_cards: Literal["own_melds", "with_centre"] = "own_melds"
    draws: Literal["nothing", "carry"] = "nothing"

    def dealt(self, number: int, dealer: int) -> "Hand":
        """Return a hand as it begins: the seat that does not deal turns first (C3, C4)."""
        stock = len(FORTY) - SEATS * self.cards
        return Hand(number, dealer, 1 - dealer, (self.cards,) * SEATS, stock)


@dataclass(frozen=True, slots=True)
class Hand:
    """One hand: its number (from 1), its dealer, the seat at turn and what it has to do, and what lies where.

    ``passed`` tells that the offered card was turned and passed by the other seat, to which it may be sent back
    (C15); ``discards`` lie in the middle, oldest first, the offered card on top; ``over``: somebody went out.
    """

    number: int
    dealer: int
    turn: int
    in_hand: tuple[int, ...]
    stock: int
    due: Due = "turn"
    centre: Card | None = None
    passed: bool = False
    melds: tuple[Melds, ...] = ((),) * SEATS
    discards: tuple[Card, ...] = ()
    over: bool = False

    def melded(self, seat: int) -> frozenset[Card]:
        """Return the cards that a seat has melded."""
        return frozenset(card for meld in self.melds[seat] for card in meld)

    @property
    def seen(self) -> frozenset[Card]:
        """All cards of this hand that have been face up: they are in nobody's hand, nor in the stock."""
        centre = () if self.centre is None else (self.centre,)
        return self.melded(0) | self.melded(1) | frozenset(self.discards) | frozenset(centre)


@dataclass(frozen=True, slots=True)
class Position:
    """A match after ``count`` events; ``carried`` counts the drawn hands that wait for a winner (C14)."""

    setting: Setting
    count: int
    scores: tuple[int, ...]
    hand: Hand
    winner: int | None = None
    carried: int = 0

    @staticmethod
    def start(header: Header) -> "Position":
        """Return the position before the first event; ValueError unless two play, without teams (C1)."""
        if len(header.players) != SEATS:
            raise ValueError(f"two play this game, not {len(header.players)}")
        if header.teams is not None:
            raise ValueError('"teams" must be null: each plays alone')
        setting = Setting.of(header)
        return Position(setting, 0, (0,) * SEATS, setting.dealt(1, header.dealer))

    @property
    def turn(self) -> int | None:
        """The seat that has to do something; None after a win."""
        return None if self.winner is not None else self.hand.turn

    def passed_over(self) -> "Position":
        """Return the position one line on."""
        return replace(self, count=self.count + 1)

    def with_hand(self, hand: Hand) -> "Position":
        """Return the position with the hand elsewhere."""
        return replace(self, hand=hand)

    def next_hand(self) -> "Position":
        """Return the position with the next hand dealt, by the other seat (C4)."""
        return self.with_hand(self.setting.dealt(self.hand.number + 1, 1 - self.hand.dealer))

    def to_json(self) -> dict[str, object]:
        """Return the last line of ``porrazo score --json``."""
        hand = self.hand
        return {
            "game": "conquian",
            "scores": list(self.scores),
            "winner": self.winner,
            "hand": hand.number,
            "dealer": hand.dealer,
            "turn": self.turn,
            "due": hand.due if self.winner is None else None,
            "centre": None if hand.centre is None else str(hand.centre),
            "melds": [[[str(card) for card in meld] for meld in melds] for melds in hand.melds],
            "in_hand": list(hand.in_hand),
            "stock": hand.stock,
            "carried": self.carried,
        }
