"""What can happen in Stubs & Spoils: the colour card, plays, spoils (S3, S6, S8, S9)."""

from dataclasses import dataclass
from typing import ClassVar

from engine.cards import Card
from engine.events import Adjust, Event, Readers, kinds_of
from engine.fields import suited
from engine.shared.spoils import MODES, Ranking
from engine.shared.tricks import Play


@dataclass(frozen=True, slots=True)
class Colour(Event):
    """The dealer's last card is turned up: it is nobody's, and says what is played (S3)."""

    do: ClassVar[str] = "colour"
    readers: ClassVar[Readers] = {"card": suited}
    card: Card

    @property
    def ranking(self) -> Ranking:
        """What it makes of the hand: its colour is the mode, its suit the special one."""
        suit = self.card.suit
        assert suit is not None
        return Ranking(MODES[suit], suit)


@dataclass(frozen=True, slots=True)
class Spoil(Event):
    """A card of a whole trick goes into a hand; whose, follows from the trick (S8, S9).

    It is one of the two or three that were neither the stub nor laid by the seat that takes it.
    """

    do: ClassVar[str] = "spoil"
    readers: ClassVar[Readers] = {"card": suited}
    card: Card


KINDS = kinds_of(Colour, Play, Spoil, Adjust)
"""The events by their word "do"; a play is one as in any trick game."""
