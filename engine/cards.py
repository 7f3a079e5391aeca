"""Playing cards and how they are written: ``7h``, or ``7`` for a seven whose suit nobody saw."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from enum import Enum, IntEnum

RANK_LETTERS = "A23456789TJQK"
RANK_WORDS = ("ace", "2", "3", "4", "5", "6", "7", "8", "9", "10", "jack", "queen", "king")


class Rank(IntEnum):
    """The thirteen ranks from low to high; the value is 1 for the ace, 11 to 13 for the court cards."""

    ACE = 1
    TWO = 2
    THREE = 3
    FOUR = 4
    FIVE = 5
    SIX = 6
    SEVEN = 7
    EIGHT = 8
    NINE = 9
    TEN = 10
    JACK = 11
    QUEEN = 12
    KING = 13

    @property
    def letter(self) -> str:
        """How the rank is written: one of ``A23456789TJQK``."""
        return RANK_LETTERS[self - 1]

    @property
    def word(self) -> str:
        """How the rank is said: "ace", "10", "king"."""
        return RANK_WORDS[self - 1]


class Suit(Enum):
    """The four suits, by the letter they are written with."""

    CLUBS = "c"
    DIAMONDS = "d"
    HEARTS = "h"
    SPADES = "s"

    @property
    def letter(self) -> str:
        """How the suit is written: one of ``cdhs``."""
        return self.value

    @property
    def symbol(self) -> str:
        """The suit's sign, for the screen."""
        return {"c": "♣", "d": "♦", "h": "♥", "s": "♠"}[self.value]

    @property
    def word(self) -> str:
        """How the suit is said: "hearts"."""
        return self.name.lower()


@dataclass(frozen=True, slots=True, eq=False)
class Card:
    """One card; ``suit`` is None if nobody saw it.

    ``code`` numbers the cards: 0-51 in the order of ``PACK``, then 52-64 for the ranks without a suit, ace
    first. Cards are equal if rank and suit are equal. Two cards without a suit are equal too, although on a
    table they are two different cards.
    """

    rank: Rank
    suit: Suit | None = None
    code: int = field(init=False, repr=False)

    def __post_init__(self) -> None:
        row = len(Suit) if self.suit is None else "cdhs".index(self.suit.value)
        object.__setattr__(self, "code", row * len(Rank) + self.rank - 1)

    def __eq__(self, other: object) -> bool:
        if isinstance(other, Card):
            return self.code == other.code
        return NotImplemented

    def __hash__(self) -> int:
        return self.code

    def __str__(self) -> str:
        return self.rank.letter + (self.suit.letter if self.suit else "")

    @property
    def name(self) -> str:
        """How a player says it: "7 of hearts"; "7" if the suit is unknown."""
        return f"{self.rank.word} of {self.suit.word}" if self.suit else self.rank.word

    @staticmethod
    def parse(text: str) -> "Card":
        """Return the card written ``7h``, or ``7`` for any seven; ValueError for anything else."""
        card = BY_TEXT.get(text)
        if card is None:
            raise ValueError(f"'{text}' is not a card (rank {RANK_LETTERS}, then suit cdhs if it was seen)")
        return card


PACK = tuple(Card(rank, suit) for suit in Suit for rank in Rank)
"""The 52 cards: clubs A to K, then diamonds, hearts, spades."""

FORTY = tuple(card for card in PACK if card.rank not in (Rank.EIGHT, Rank.NINE, Rank.TEN))
"""The forty cards of a Spanish pack: no 8, 9 and 10."""

ANY_SUIT = tuple(Card(rank) for rank in Rank)
"""The thirteen ranks as cards of unknown suit."""

BY_TEXT = {str(card): card for card in PACK + ANY_SUIT}


def parse_cards(text: str) -> tuple[Card, ...]:
    """Return the cards of a line like ``7h 8d K``, in order."""
    return tuple(Card.parse(word) for word in text.split())


def spell(cards: Iterable[Card]) -> str:
    """Write cards in a line, as ``parse_cards`` reads them."""
    return " ".join(map(str, cards))
