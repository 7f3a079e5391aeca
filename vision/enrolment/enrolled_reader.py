"""The reader helped by the decks that were shown: the network's answer, and what the cards' own print says to it.

1. The network answers, as for any deck.
2. Each enrolled deck says how like each of its indices the cards are (``vision.enrolment.templates``).
3. The deck that the cards of this table are most like is taken, if they are like enough; else none.
4. Its likenesses are added to the network's answer, by as much as it is sure to be that deck and that index.
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
from vision.reading.reader import LEAST, READABLE, UNREADABLE, Reader

WEIGHT, NEUTRAL = 60.0, 0.82
"""A correlation c adds WEIGHT (c - NEUTRAL) to the logarithm of a card's probability: found by trying."""
NONE, FULL = 0.88, 0.93
"""Cards are like their own deck's index by 0.93 or more mostly, like that index of another deck by 0.90 or less unless
both are of one make: from the first a likeness counts, from the second in full.
"""
UNSHOWN = 0.95
"""A card that was never shown may be as like an index as the likest one shown, but hardly by more than this."""
SURE = 0.9
"""Where the network is so sure of a card, it is by that card's index that a deck is known."""
RENAMES = 0.7
"""So sure a deck must be to give a card another name than the network gave it."""
CLEAR = 0.5
"""The share of the cards that decide which deck it is, those most like it: others lie covered."""
ONE_TABLE = 24
"""So many cards read before count as well where all pictures are of one table."""


class EnrolledReader(Reader):
    """A reader that knows some decks by their print. ``remember``: how many cards read before, on the same table,
    tell along with those of a picture which deck it is.
    """

    def __init__(self, reader: Reader, decks: Sequence[DeckTemplates], remember: int = 0) -> None:
        super().__init__(reader.network, reader.temperature, reader.indices)
        self._decks = tuple(decks)
        self._before: deque[Floats] = deque(maxlen=remember)

    def helped(self, posteriors: Floats, crops: Image) -> Floats:
        """What the decks make of the network's answers (n, 53) to flattened cards (n, 176, 128, 3), taken to be of one
        deck.
        """
        if not len(crops) or not self._decks:
            return posteriors
        likenesses = np.stack([deck.similarity(crops) for deck in self._decks])
        deck, sure = self._which(np.stack([_evidence(posteriors, each) for each in likenesses]))
        like = likenesses[deck]
        best = np.nanmax(like, 1, keepdims=True)
        like = np.where(np.isnan(like), np.minimum(best, UNSHOWN), like)
        said = (like - NEUTRAL) * WEIGHT * sure * _counts(best)
        logs = np.log(np.maximum(posteriors, LEAST))
        logs[:, :UNREADABLE] += said
        raised = np.exp(logs - logs.max(1, keepdims=True))
        after = np.asarray(raised / raised.sum(1, keepdims=True), np.float32)
        return np.where(_for_the_better(posteriors, after)[:, None], after, posteriors)

    def _which(self, evidence: Floats) -> tuple[int, float]:
        """The deck that it is and how sure that is, 0 to 1, from what each card says for each deck (decks, n)."""
        known = np.concatenate([*(row[:, None] for row in self._before), evidence], 1)
        self._before.extend(evidence.T)
        count = max(1, round(known.shape[1] * CLEAR))
        likely = np.sort(known, 1)[:, -count:].mean(1)
        deck = int(likely.argmax())
        return deck, float(_counts(likely[deck]))


def _evidence(posteriors: Floats, like: Floats) -> Floats:
    """What each card (n,) says for a deck: how like it is the index of what the network surely reads; where that is
    nothing, or a card never shown, the index that it is most like.
    """
    read = posteriors[:, :UNREADABLE].argmax(1)
    rows = np.arange(len(read))
    known = (posteriors[rows, read] >= SURE) & ~np.isnan(like[rows, read])
    return np.asarray(np.where(known, like[rows, read], np.nanmax(like, 1)), np.float32)


def _for_the_better(before: Floats, after: Floats) -> Mask:
    """Which cards (n,) a deck may change: it gives a card another name only where it is surer of that than the network
    was of the first, and fairly sure where the network had named the card at all.
    """
    named, renamed = before[:, :UNREADABLE], after[:, :UNREADABLE]
    same = named.argmax(1) == renamed.argmax(1)
    least = np.where(named.max(1) >= READABLE, RENAMES, 0.0)
    return np.asarray(same | (renamed.max(1) > np.maximum(named.max(1), least)), np.bool_)


def _counts(likeness: Floats) -> Floats:
    """By how much a likeness counts, 0 to 1."""
    return np.asarray(np.clip((likeness - NONE) / (FULL - NONE), 0, 1), np.float32)


def with_decks(
    reader: Reader, folder: Path | None = None, one_table: bool = False, tell: Tell = unsaid
) -> Reader:
    """The reader, helped by the decks that are kept (in this folder, by default the user's); as it is where there are
    none. ``one_table``: all that it will read lies on one table. ``tell`` hears of each deck that is damaged.
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
