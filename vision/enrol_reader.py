"""The reader helped by the decks that were shown: the network's answer, and what the cards' own print says to it.

1. The network answers, as for any deck.
2. Each enrolled deck says how like each of its indices the cards are (``vision.enrol_prints``).
3. The deck that the cards of this table are most like is taken, if they are like enough; else none.
4. Its likenesses are added to the network's answer, by as much as it is sure to be that deck.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from engine.cards import PACK
from vision.enrol_prints import Prints
from vision.enrolled import BadDeck, enrolled_decks
from vision.reader import LEAST, Reader

Image = NDArray[np.uint8]
Floats = NDArray[np.float32]

WEIGHT, NEUTRAL = 30.0, 0.75
"""A correlation c adds WEIGHT (c - NEUTRAL) to the logarithm of a card's probability: found by trying."""
NO_OTHER, SURE_OTHER = 0.84, 0.90
"""A table's cards are like an index of their own deck by 0.94 or more in the median, like the best one of another
deck by 0.80 to 0.87, or 0.92 where both are of one make: from 0.84 a deck counts, from 0.90 in full.
"""
CLEAR = 0.5
"""The share of the cards that decide which deck it is, those most like it: others lie covered."""
ONE_TABLE = 24
"""So many cards read before count as well where all pictures are of one table."""


class EnrolledReader(Reader):
    """A reader that knows some decks by their print. ``remember``: how many cards read before, on the same table,
    tell along with those of a picture which deck it is.
    """

    def __init__(self, reader: Reader, decks: Sequence[Prints], remember: int = 0) -> None:
        super().__init__(reader.network, reader.temperature)
        self._decks = tuple(decks)
        self._before: deque[Floats] = deque(maxlen=remember)

    def read_crops(self, crops: Image) -> Floats:
        """See Reader; the cards are taken to be of one deck."""
        return self.helped(super().read_crops(crops), crops)

    def helped(self, posteriors: Floats, crops: Image) -> Floats:
        """What the decks make of the network's answers (n, 53) to flattened cards (n, 176, 128, 3)."""
        if not len(crops) or not self._decks:
            return posteriors
        likenesses = np.stack([deck.likeness(crops) for deck in self._decks])
        deck, sure = self._which(np.nanmax(likenesses, 2))
        said = np.nan_to_num(likenesses[deck] - NEUTRAL, nan=0.0) * WEIGHT * sure
        logs = np.log(np.maximum(posteriors, LEAST))
        logs[:, : len(PACK)] += said
        raised = np.exp(logs - logs.max(1, keepdims=True))
        return np.asarray(raised / raised.sum(1, keepdims=True), np.float32)

    def _which(self, best: Floats) -> tuple[int, float]:
        """The deck that it is and how sure that is, 0 to 1, from the best likenesses (decks, n)."""
        known = np.concatenate([*(row[:, None] for row in self._before), best], 1)
        self._before.extend(best.T)
        count = max(1, round(known.shape[1] * CLEAR))
        evidence = np.sort(known, 1)[:, -count:].mean(1)
        deck = int(evidence.argmax())
        return deck, float(np.clip((evidence[deck] - NO_OTHER) / (SURE_OTHER - NO_OTHER), 0, 1))


def with_decks(reader: Reader, folder: Path | None = None, one_table: bool = False) -> Reader:
    """The reader, helped by the decks that are kept (in this folder, by default the user's); as it is where there are
    none. ``one_table``: all that it will read lies on one table.
    """
    prints = []
    for deck in enrolled_decks(folder):
        try:
            prints.append(Prints(deck.faces()))
        except BadDeck:  # gone or broken since it was listed
            continue
    return EnrolledReader(reader, prints, ONE_TABLE if one_table else 0) if prints else reader
