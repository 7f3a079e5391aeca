"""The reader with enrolled decks: the network's answer, corrected by template matching with the deck on the table.

1. The network answers, as for any deck.
2. Each enrolled deck says how similar the cards are to each of its indices (``vision.enrolment.templates``).
3. The deck most similar to the cards on this table is taken, if it is similar enough; else none.
4. Its similarities are added to the network's answer, weighted by how sure it is that it is this deck and index.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from vision.arrays import Floats, Image, Mask
from vision.enrolment.decks import BadDeck, shelf
from vision.enrolment.templates import DeckTemplates
from vision.faults import Tell, unsaid
from vision.reading.reader import LEAST_PROBABILITY, READABLE, UNREADABLE, Reader

WEIGHT, NEUTRAL = 60.0, 0.82
"""A correlation c adds WEIGHT (c - NEUTRAL) to the logarithm of a card's probability; tried out."""
NONE, FULL = 0.88, 0.93
"""A similarity counts from the first on, and in full from the second. Cards mostly reach 0.93 with their own deck's
index, and at most 0.90 with that of another deck, unless one maker printed both.
"""
UNSHOWN_SIMILARITY = 0.95
"""The similarity assumed for cards never shown: that of the best card shown, but at most this."""
SURE_PROBABILITY = 0.9
"""If the network is this sure of a card, decks are compared by that card's index."""
RENAMING_PROBABILITY = 0.7
"""The least probability with which a deck may change the card that the network named."""
CLEAREST_SHARE = 0.5
"""The share of the cards, the most similar ones, that decide which deck it is: others may be covered."""
ONE_TABLE = 24
"""If all pictures are of one table, the last so many cards count too."""


class EnrolledReader(Reader):
    """A reader that knows some decks. ``remember``: how many cards read before, on the same table, help to tell which
    deck it is.
    """

    def __init__(self, reader: Reader, decks: Sequence[DeckTemplates], remember: int = 0) -> None:
        super().__init__(reader.network, reader.temperature, reader.indices, reader.letters)
        self._decks = tuple(decks)
        self._before: deque[Floats] = deque(maxlen=remember)

    def corrected(self, posteriors: Floats, crops: Image) -> Floats:
        """Correct the probabilities (n, 53) of flattened cards (n, 176, 128, 3), assumed to be of one deck."""
        if not len(crops) or not self._decks:
            return posteriors
        likenesses = np.stack([deck.similarity(crops) for deck in self._decks])
        deck, sure = self._which(np.stack([_evidence(posteriors, each) for each in likenesses]))
        like = likenesses[deck]
        best = np.nanmax(like, 1, keepdims=True)
        like = np.where(np.isnan(like), np.minimum(best, UNSHOWN_SIMILARITY), like)
        said = (like - NEUTRAL) * WEIGHT * sure * _counts(best)
        logs = np.log(np.maximum(posteriors, LEAST_PROBABILITY))
        logs[:, :UNREADABLE] += said
        raised = np.exp(logs - logs.max(1, keepdims=True))
        after = np.asarray(raised / raised.sum(1, keepdims=True), np.float32)
        return np.where(_for_the_better(posteriors, after)[:, None], after, posteriors)

    def _which(self, evidence: Floats) -> tuple[int, float]:
        """Which deck it is, and how sure that is, 0 to 1, from the evidence of each card for each deck (decks, n)."""
        known = np.concatenate([*(row[:, None] for row in self._before), evidence], 1)
        self._before.extend(evidence.T)
        count = max(1, round(known.shape[1] * CLEAREST_SHARE))
        likely = np.sort(known, 1)[:, -count:].mean(1)
        deck = int(likely.argmax())
        return deck, float(_counts(likely[deck]))


def _evidence(posteriors: Floats, like: Floats) -> Floats:
    """The evidence of each card (n,) for a deck: its similarity to the index of the card that the network surely reads.
    If the network is not sure, or that card was never shown: to the most similar index.
    """
    read = posteriors[:, :UNREADABLE].argmax(1)
    rows = np.arange(len(read))
    known = (posteriors[rows, read] >= SURE_PROBABILITY) & ~np.isnan(like[rows, read])
    return np.asarray(np.where(known, like[rows, read], np.nanmax(like, 1)), np.float32)


def _for_the_better(before: Floats, after: Floats) -> Mask:
    """Which cards (n,) a deck may correct. It may change a name only if it is surer of its own than the network was;
    and at least ``RENAMING_PROBABILITY`` sure if the network had named the card.
    """
    named, renamed = before[:, :UNREADABLE], after[:, :UNREADABLE]
    same = named.argmax(1) == renamed.argmax(1)
    least = np.where(named.max(1) >= READABLE, RENAMING_PROBABILITY, 0.0)
    return np.asarray(same | (renamed.max(1) > np.maximum(named.max(1), least)), np.bool_)


def _counts(likeness: Floats) -> Floats:
    """How much a similarity counts, 0 to 1."""
    return np.asarray(np.clip((likeness - NONE) / (FULL - NONE), 0, 1), np.float32)


def with_decks(
    reader: Reader, folder: Path | None = None, one_table: bool = False, tell: Tell = unsaid
) -> Reader:
    """The reader with the enrolled decks of a folder, by default the user's; unchanged if there are none.
    ``one_table``: all that it will read lies on one table. ``tell`` is told of each deck that is damaged.
    """
    try:
        kept = shelf(folder)
    except FileNotFoundError:  # a user without a home folder has no decks
        return reader
    for damaged in kept.damaged:
        tell(f"{damaged}; it goes on without it")
    templates = []
    for deck in kept.decks:
        try:
            templates.append(DeckTemplates(deck.faces()))
        except BadDeck:  # gone or broken since it was listed
            continue
    return EnrolledReader(reader, templates, ONE_TABLE if one_table else 0) if templates else reader
