"""Association: which detection of a frame belongs to which track, by where both lie.

Pairs are made greedily, the nearest first: a card hardly moves from one frame to the next, so its detection lies much
nearer to it than to any other card.
"""

from __future__ import annotations

import numpy as np

from vision.arrays import Floats
from vision.detection.finder import SAME_ANYHOW
from vision.geometry import quads

SAME_PLACE = 0.22
"""A card found again lies this near to where it was, in heights of the card."""
ON_TOP = 0.02
"""Heights of a card by which each later track at a place is preferred: of two cards there the later lies on top. Finds
of a card at rest tremble by as much (95 of 100, in two evenings; script not kept).
"""
SAME_WAY_DEGREES = 25.0
"""A card found again points the same way, to within this."""
OTHER_SIZE = 0.15
"""A find larger or smaller than a card by more than this share of its area is not that card alone, seen whole."""
NUDGED = 0.5
"""Two outlines of the same card that share so much of their common area: the card was nudged from one to the other."""


def associate(known: Floats, found: Floats) -> tuple[list[tuple[int, int]], list[int]]:
    """Pair tracks at ``known`` (m, 4, 2), oldest first, with finds (n, 4, 2), nearest pairs first, each at most once.

    Returns the pairs (number of a track, number of a find) and the finds that are left over.
    """
    if not len(known) or not len(found):
        return [], list(range(len(found)))
    distance = _distances(known, found)
    pairs: list[tuple[int, int]] = []
    free_tracks, free_finds = set(range(len(known))), set(range(len(found)))
    for flat in np.argsort(distance, axis=None):
        i, k = divmod(int(flat), len(found))
        if distance[i, k] > SAME_PLACE:
            break
        if i in free_tracks and k in free_finds and _same(known[i], found[k]):
            pairs.append((i, k))
            free_tracks.discard(i)
            free_finds.discard(k)
    return pairs, sorted(free_finds)


def _same(known: Floats, find: Floats) -> bool:
    """Whether a find (4, 2) at a track's place points as it does, or covers it, whichever way it points."""
    return quads.same_way(known, find, SAME_WAY_DEGREES) or quads.overlap(known, find)[0] > SAME_ANYHOW


def aligned(find: Floats, known: Floats) -> Floats:
    """A find's corners (4, 2) in the order in which they lie nearest to those of a card known there."""
    turns = [np.roll(find, k, 0) for k in range(len(find))]
    return min(turns, key=lambda turn: float(np.linalg.norm(turn - known)))


def _distances(known: Floats, found: Floats) -> Floats:
    """From the middle of each track to that of each find (m, n), in heights of the track's card; a little less for each
    earlier track at that place.
    """
    heights = quads.widths_and_heights(known)[1]
    apart = np.linalg.norm(known.mean(1)[:, None] - found.mean(1)[None], axis=2) / heights[:, None]
    there = apart <= SAME_PLACE
    return np.asarray(np.where(there, apart - ON_TOP * np.cumsum(there, axis=0), apart))


def of_other_size(known: Floats, find: Floats) -> bool:
    """Whether a find (4, 2) at a card's place is only a part of the card, or the card together with an arm."""
    before, now = np.abs(quads.signed_areas(np.stack([known, find])))
    return bool(abs(now / max(float(before), 1e-6) - 1) > OTHER_SIZE)


def nudged_to(known: Floats, other: Floats) -> bool:
    """Whether a card at ``known`` (4, 2), not found there, may be the same card as one found at ``other`` (4, 2)."""
    return quads.overlap(known, other)[0] > NUDGED
