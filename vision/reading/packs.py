"""Which pack lies on the table, a French or a Spanish one, by what two readers say of the same cards.

1. Both read the cards; the reader of Spanish packs was taught that French cards are not readable.
2. Every card speaks for the pack whose reader is sure of it; if both are, for the Spanish one, whose cards mislead
   the other reader, by their numbers, more often than the other way round.
3. It is another pack than expected if several different cards say so, and clearly more than say otherwise: all cards on
   a table are of one pack, and one card, misread, never decides.
4. Once enough cards agree the other reader is not asked any more.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Protocol

import numpy as np

from engine.cards import PACK, Card
from vision.arrays import Floats, Image, Mask
from vision.reading.reader import SURE_PROBABILITY, UNREADABLE

FEWEST = 2
"""So many different cards, surely read, make it another pack than the one expected."""
TIMES_MORE = 2
"""And so many times as many as speak for the one expected."""
ENOUGH = 6
"""From so many different cards on the pack is not asked about any more."""


class ReadsCards(Protocol):
    """Whatever reads cards in a picture: ``vision.reading.reader.Reader``."""

    def read(self, image: Image, corners: Floats, alone: bool = False) -> tuple[Floats, Floats]:
        """Probabilities (n, 53) of the cards at ``corners`` (n, 4, 2), and their corners, a short edge first."""

    def borne_out(self, image: Image, corners: Floats, posteriors: Floats) -> tuple[Floats, Mask]:
        """Probabilities (n, 53), those made unreadable that no index of theirs bears out, and which (n,) one does."""


@dataclass(slots=True)
class PackVotes:
    """The different cards that were surely read of either pack. ``expected``: people said that they play with a Spanish
    one; then it is the French deck that several cards must speak for.
    """

    french: set[Card] = field(default_factory=set)
    spanish: set[Card] = field(default_factory=set)
    expected: bool = False

    @property
    def is_spanish(self) -> bool:
        """Whether the cards seen are of a Spanish pack."""
        other, own = (self.spanish, self.french) if self.expected else (self.french, self.spanish)
        return (len(own) >= max(FEWEST, TIMES_MORE * len(other))) != self.expected

    @property
    def settled(self) -> bool:
        """Whether enough cards agree."""
        more, fewer = sorted((len(self.spanish), len(self.french)), reverse=True)
        return more >= ENOUGH and more >= TIMES_MORE * fewer

    def hear(self, french: Floats, spanish: Floats) -> None:
        """Take in what the readers say, probabilities (n, 53) each, of the same cards."""
        for other, own in zip(french, spanish, strict=True):
            if (card := _surely(own)) is not None:
                self.spanish.add(card)
            elif (card := _surely(other)) is not None:
                self.french.add(card)


def _surely(posterior: Floats) -> Card | None:
    best = int(np.argmax(posterior[:UNREADABLE]))
    return PACK[best] if posterior[best] >= SURE_PROBABILITY else None


class EitherPack:
    """Reads the cards of one table, with the reader of its pack; French, or Spanish if that is ``expected``, until the
    cards say otherwise.
    """

    def __init__(self, french: ReadsCards, spanish: ReadsCards, expected: bool = False) -> None:
        self._french, self._spanish = french, spanish
        self.votes = PackVotes(expected=expected)

    def read(self, image: Image, corners: Floats, alone: bool = False) -> tuple[Floats, Floats]:
        """See ``ReadsCards``."""
        if self.votes.settled:
            return self._chosen.read(image, corners, alone)
        french = self._french.read(image, corners, alone)
        spanish = self._spanish.read(image, corners, alone)
        self.votes.hear(french[0], spanish[0])
        return spanish if self.votes.is_spanish else french

    def borne_out(self, image: Image, corners: Floats, posteriors: Floats) -> tuple[Floats, Mask]:
        """See ``ReadsCards``."""
        return self._chosen.borne_out(image, corners, posteriors)

    @property
    def _chosen(self) -> ReadsCards:
        return self._spanish if self.votes.is_spanish else self._french
