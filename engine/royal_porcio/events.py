"""What may happen in Royal Porcio: an auction with duones, the exchange, tricks, cards shown (R2-R17, R27)."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, Literal

from engine.cards import Card, Suit
from engine.events import Adjust, Event, Extra, Readers, kinds_of
from engine.fields import Fields, flag, required, shown, suited, suited_cards, text, whole
from engine.shared.spoils import Mode
from engine.shared.tricks import Play

Level = Literal["bronze", "silver", "gold"]
LEVELS: tuple[Level, ...] = ("bronze", "silver", "gold")
"""How richly the special suit lies in the gallery, low to high (R5, R6)."""
COLOURS: tuple[Mode, ...] = ("black", "red")
"""The colours of a bid, low to high (R5)."""


def word(line: Fields, key: str, words: Sequence[str]) -> int:
    """Return which of the words a field holds; ValueError, in a sentence, if none."""
    value = text(line, key)
    if value not in words:
        raise ValueError(f'"{key}" must be {" or ".join(words)}, not {shown(value)}')
    return words.index(value)


def colour_said(line: Fields, key: str) -> Mode | None:
    """Return the colour of a bid, None if it is left out."""
    return COLOURS[word(line, key, COLOURS)] if key in line else None


def level_said(line: Fields, key: str) -> Level:
    """Return the level of a bid."""
    return LEVELS[word(line, key, LEVELS)]


def suit_said(line: Fields, key: str) -> Suit:
    """Return a suit, written as its letter."""
    suits = list(Suit)
    return suits[word(line, key, [suit.letter for suit in suits])]


@dataclass(frozen=True, slots=True)
class Gallery(Event):
    """The four cards dealt face up, in the order dealt; begins every hand (R2)."""

    do: ClassVar[str] = "gallery"
    readers: ClassVar[Readers] = {"cards": suited_cards}
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class MakeBid(Event):
    """A seat bids; the colour may be left out once it is settled (R5, R12)."""

    do: ClassVar[str] = "bid"
    readers: ClassVar[Readers] = {"colour": colour_said, "level": level_said, "seat": whole, "number": whole}
    seat: int
    number: int
    level: Level
    colour: Mode | None = None


@dataclass(frozen=True, slots=True)
class Pass(Event):
    """A seat passes (R3)."""

    do: ClassVar[str] = "pass"
    readers: ClassVar[Readers] = {"seat": whole}
    seat: int


@dataclass(frozen=True, slots=True)
class Duone(Event):
    """The bidder lays a card of his hand towards the neighbour who is to reply (R8)."""

    do: ClassVar[str] = "duone"
    readers: ClassVar[Readers] = {"seat": whole, "card": suited}
    seat: int
    card: Card


@dataclass(frozen=True, slots=True)
class Reply(Event):
    """The neighbour replies with a card or, if ``card`` is None, with the word "yours" (R9)."""

    do: ClassVar[str] = "reply"
    seat: int
    card: Card | None = None
    yours: bool = False

    @classmethod
    def read(cls, line: Fields, extra: Extra) -> "Reply":
        """Return a reply: a card, or "yours": true, and not both."""
        if ("card" in line) == ("yours" in line):
            raise ValueError('a reply holds either "card" or "yours"')
        if "card" in line:
            return cls(whole(line, "seat"), suited(line, "card"), extra=extra)
        if required(line, "yours") is not True:
            raise ValueError(f'"yours" must be true, not {shown(line["yours"])}')
        return cls(whole(line, "seat"), yours=True, extra=extra)


@dataclass(frozen=True, slots=True)
class TurnDown(Event):
    """The bidder, not blocked, turns a card of the gallery face down (R11)."""

    do: ClassVar[str] = "turn_down"
    readers: ClassVar[Readers] = {"card": suited}
    card: Card


@dataclass(frozen=True, slots=True)
class Special(Event):
    """The captain names the special suit (R15)."""

    do: ClassVar[str] = "special"
    readers: ClassVar[Readers] = {"suit": suit_said}
    suit: Suit


@dataclass(frozen=True, slots=True)
class Exchange(Event):
    """The captain has taken the cards that lie face down, and as many have been passed and laid down (R15)."""

    do: ClassVar[str] = "exchange"
    readers: ClassVar[Readers] = {"count": whole}
    count: int


@dataclass(frozen=True, slots=True)
class Spoil(Event):
    """The spoil is taken; ``void``: into the hand back to front, as the first void (S8, S9, R17)."""

    do: ClassVar[str] = "spoil"
    readers: ClassVar[Readers] = {"card": suited, "void": flag}
    card: Card
    void: bool = False


@dataclass(frozen=True, slots=True)
class Show(Event):
    """A seat lays down cards of its hand after a red silver or gold hand (R27)."""

    do: ClassVar[str] = "show"
    readers: ClassVar[Readers] = {"seat": whole, "cards": suited_cards}
    seat: int
    cards: tuple[Card, ...]


KINDS = kinds_of(Gallery, MakeBid, Pass, Duone, Reply, TurnDown, Special, Exchange, Play, Spoil, Show, Adjust)
