"""How far an auction has come: the gallery, the last bid, the cards of the duones (R3-R13). Data, without a rule."""

from collections.abc import Sequence
from dataclasses import dataclass

from engine.cards import Card, Suit
from engine.royal_porcio.events import COLOURS, LEVELS, Level
from engine.shared.spoils import MODES, Mode
from engine.shared.tricks import SEATS

Rows = tuple[tuple[Card, ...], ...]
"""Cards by seat, in order."""
NO_BIDS: Rows = ((),) * SEATS


def colour_of(card: Card) -> Mode:
    """Return a card's colour."""
    assert card.suit is not None
    return MODES[card.suit]


def level_of(gallery: Sequence[Card], suit: Suit) -> Level:
    """Return how richly a suit lies in a gallery: bronze with none, silver with one, gold with two or more (R6)."""
    return LEVELS[min(sum(card.suit is suit for card in gallery), len(LEVELS) - 1)]


@dataclass(frozen=True, slots=True)
class Bid:
    """A bid: so many stubs more than the others (I), won in black or shunned in red, and how rich the special suit."""

    seat: int
    colour: Mode
    number: int
    level: Level

    @property
    def height(self) -> tuple[int, int, int]:
        """What compares: the number, then red over black, then gold over silver over bronze (R5)."""
        return self.number, COLOURS.index(self.colour), LEVELS.index(self.level)

    @property
    def neighbour(self) -> int:
        """The seat that replies in its duone: the next one in black, the one before in red (R8)."""
        return (self.seat + (1 if self.colour == "black" else -1)) % SEATS

    def to_json(self) -> dict[str, object]:
        """Return the bid as the last line of the scores tells it."""
        return {"seat": self.seat, "colour": self.colour, "number": self.number, "level": self.level}


@dataclass(frozen=True, slots=True)
class Reply:
    """A reply that may yet prove wrong: another suit than the one laid, or "yours" (R21, R22).

    ``line`` is the record's line, ``laid`` the bidder's card, ``free`` the other cards of its suit that did not lie
    in a duone then, and ``open`` those of them that would not have blocked.
    """

    line: int
    seat: int
    code: str
    laid: Card
    free: frozenset[Card]
    open: frozenset[Card]


@dataclass(frozen=True, slots=True)
class Auction:
    """How far an auction has come.

    ``gallery`` are the four cards as dealt, ``down`` those that lie face down; ``mode`` is settled once one colour
    lies open. ``turn`` is the seat that bids or passes next, ``passes`` how many have passed since the last bid;
    ``laid`` the bidder's card in a duone that waits for its reply; ``duones`` each seat's cards in duones, in the
    order laid; ``replies`` those that may yet prove wrong.
    """

    gallery: tuple[Card, ...]
    mode: Mode | None
    turn: int
    down: frozenset[Card] = frozenset()
    bid: Bid | None = None
    passes: int = 0
    laid: Card | None = None
    duones: Rows = NO_BIDS
    replies: tuple[Reply, ...] = ()

    @property
    def highest(self) -> Bid:
        """The last bid, once there is one."""
        assert self.bid is not None
        return self.bid

    @property
    def up(self) -> tuple[Card, ...]:
        """The cards of the gallery that lie face up, in the order dealt."""
        return tuple([card for card in self.gallery if card not in self.down])

    @property
    def seen(self) -> frozenset[Card]:
        """All cards that everybody has seen: the gallery's and those of the duones."""
        return frozenset(self.gallery).union(*self.duones)
