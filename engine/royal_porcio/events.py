"""What may happen in Royal Porcio: an auction with duones, the exchange, tricks, cards shown (R2-R17, R27)."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, Literal

from engine.cards import Card, Suit
from engine.events import Adjust, Event, Extra, kinds_of
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


@dataclass(frozen=True, slots=True)
class Gallery(Event):
    """The four cards dealt face up, in the order dealt; begins every hand (R2)."""

    do: ClassVar[str] = "gallery"
    cards: tuple[Card, ...]

    @classmethod
    def read(cls, line: Fields, extra: Extra) -> "Gallery":
        """Return a gallery."""
        return cls(suited_cards(line, "cards"), extra=extra)


@dataclass(frozen=True, slots=True)
class MakeBid(Event):
    """A seat bids; the colour may be left out once it is settled (R5, R12)."""

    do: ClassVar[str] = "bid"
    seat: int
    number: int
    level: Level
    colour: Mode | None = None

    @classmethod
    def read(cls, line: Fields, extra: Extra) -> "MakeBid":
        """Return a bid."""
        colour = COLOURS[word(line, "colour", COLOURS)] if "colour" in line else None
        level = LEVELS[word(line, "level", LEVELS)]
        return cls(whole(line, "seat"), whole(line, "number"), level, colour, extra=extra)


@dataclass(frozen=True, slots=True)
class Pass(Event):
    """A seat passes (R3)."""

    do: ClassVar[str] = "pass"
    seat: int

    @classmethod
    def read(cls, line: Fields, extra: Extra) -> "Pass":
        """Return a pass."""
        return cls(whole(line, "seat"), extra=extra)


@dataclass(frozen=True, slots=True)
class Duone(Event):
    """The bidder lays a card of his hand towards the neighbour who is to reply (R8)."""

    do: ClassVar[str] = "duone"
    seat: int
    card: Card

    @classmethod
    def read(cls, line: Fields, extra: Extra) -> "Duone":
        """Return a duone's card."""
        return cls(whole(line, "seat"), suited(line, "card"), extra=extra)


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
    card: Card

    @classmethod
    def read(cls, line: Fields, extra: Extra) -> "TurnDown":
        """Return a card turned down."""
        return cls(suited(line, "card"), extra=extra)


@dataclass(frozen=True, slots=True)
class Special(Event):
    """The captain names the special suit (R15)."""

    do: ClassVar[str] = "special"
    suit: Suit

    @classmethod
    def read(cls, line: Fields, extra: Extra) -> "Special":
        """Return a special suit."""
        suits = list(Suit)
        return cls(suits[word(line, "suit", [suit.letter for suit in suits])], extra=extra)


@dataclass(frozen=True, slots=True)
class Exchange(Event):
    """The captain has taken the cards that lie face down, and as many have been passed and laid down (R15)."""

    do: ClassVar[str] = "exchange"
    count: int

    @classmethod
    def read(cls, line: Fields, extra: Extra) -> "Exchange":
        """Return an exchange."""
        return cls(whole(line, "count"), extra=extra)


@dataclass(frozen=True, slots=True)
class Spoil(Event):
    """The spoil is taken; ``void``: into the hand back to front, as the first void (S8, S9, R17)."""

    do: ClassVar[str] = "spoil"
    card: Card
    void: bool = False

    @classmethod
    def read(cls, line: Fields, extra: Extra) -> "Spoil":
        """Return a spoil."""
        return cls(suited(line, "card"), flag(line, "void"), extra=extra)


@dataclass(frozen=True, slots=True)
class Show(Event):
    """A seat lays down cards of its hand after a red silver or gold hand (R27)."""

    do: ClassVar[str] = "show"
    seat: int
    cards: tuple[Card, ...]

    @classmethod
    def read(cls, line: Fields, extra: Extra) -> "Show":
        """Return cards shown."""
        return cls(whole(line, "seat"), suited_cards(line, "cards"), extra=extra)


KINDS = kinds_of(Gallery, MakeBid, Pass, Duone, Reply, TurnDown, Special, Exchange, Play, Spoil, Show, Adjust)
