"""How cards are written on screen: as those of a French deck, or of a Spanish pack where people play with one.

A record names cards alike in both (`7h`); what changes is what people see: the sota is a 10, the caballo 11, the rey
12, the ace a 1, and the suits are oros, copas, espadas and bastos. Their signs are letters of a font of their own,
which ``scripts.suit_font`` draws.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass

from companion import theme
from companion.window.widgets.text import plain
from engine.cards import FORTY, Card, Rank, Suit
from engine.games import game_called
from engine.header import Header


@dataclass(frozen=True)
class Signs:
    """What is written for ranks, if it is not their letter, and for suits; the font of these; and ``letters``, what
    stands for a suit where only the font of the French signs is at hand.
    """

    ranks: Mapping[Rank, str]
    suits: Mapping[Suit, str]
    font: str
    letters: Mapping[Suit, str]


SYMBOLS = {suit: suit.symbol for suit in Suit}
FRENCH = Signs({Rank.TEN: "10"}, SYMBOLS, theme.FONT_SIGNS, SYMBOLS)
SPANISH = Signs(
    {Rank.ACE: "1", Rank.JACK: "10", Rank.QUEEN: "11", Rank.KING: "12"},
    {Suit.DIAMONDS: "\ue000", Suit.HEARTS: "\ue001", Suit.SPADES: "\ue002", Suit.CLUBS: "\ue003"},
    theme.FONT_SPANISH,
    {Suit.DIAMONDS: "o", Suit.HEARTS: "c", Suit.SPADES: "e", Suit.CLUBS: "b"},
)

LETTERED = str.maketrans({sign: SPANISH.letters[suit] for suit, sign in SPANISH.suits.items()})


class PackShown:
    """The signs that all screens write cards with."""

    def __init__(self) -> None:
        self.signs = FRENCH

    def choose(self, spanish: bool, header: Header | None) -> bool:
        """Show cards as the people chose, if the match of this header is played with forty; whether that is new."""
        forty = header is not None and game_called(header.game).pack(header) == FORTY
        before, self.signs = self.signs, SPANISH if spanish and forty else FRENCH
        return self.signs is not before

    @contextmanager
    def of(self, spanish: bool, header: Header | None) -> Iterator[None]:
        """Write cards meanwhile as the match of this header asks for: it need not be the one on the table."""
        before = self.signs
        self.choose(spanish, header)
        try:
            yield
        finally:
            self.signs = before

    def rank(self, rank: Rank) -> str:
        """Give a rank as a card shows it: the ten as 10."""
        return self.signs.ranks.get(rank, rank.letter)

    def suit(self, suit: Suit | None) -> str:
        """Give a suit's sign, for a text in the font of the signs; nothing for no suit."""
        return self.signs.suits[suit] if suit is not None else ""

    def letter(self, suit: Suit) -> str:
        """Give a suit as any text can hold it: a French sign, or o, c, e, b."""
        return self.signs.letters[suit]

    def suit_markup(self, suit: Suit | None) -> str:
        """Give a suit's sign, marked up for any text."""
        return f"[font={self.signs.font}]{plain(self.suit(suit))}[/font]" if suit is not None else ""

    def card(self, card: Card) -> str:
        """Give a card as any text can hold it: ``10♥``, or ``10c``."""
        return self.rank(card.rank) + (self.letter(card.suit) if card.suit is not None else "")


def lettered(text: str) -> str:
    """Write a text's Spanish signs as letters, for where their font is not at hand."""
    return text.translate(LETTERED)


pack_shown = PackShown()
"""The one pack of the app: everybody at a table plays with the same."""


def is_red(card: Card) -> bool:
    """Whether it is a heart or a diamond: cups and coins are red as well."""
    return card.suit in (Suit.HEARTS, Suit.DIAMONDS)
