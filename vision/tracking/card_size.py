"""How large cards are: which finds can be cards of this table by their size, told by those that surely are some."""

from __future__ import annotations

import numpy as np

from vision.arrays import Floats, Mask
from vision.detection.detections import Detections
from vision.geometry import quads
from vision.tracking.track import Track
from vision.tracking.unprinted import FAR

CERTAIN = 0.9
"""Detections with this confidence are surely cards: they tell how large cards are on this table."""
LEAST_SIZE, MOST_SIZE = 0.5, 1.9
"""Other detections must be this large, in sizes of those: flowers on the cloth are small, a book is large."""
NOTHING: Floats = np.zeros((0, 4, 2), np.float32)
"""No card."""


def of_card_size(
    found: Detections, tracks: list[Track], slanted: bool = False, told: Floats = NOTHING
) -> Detections:
    """The detections without those too small or too large to be cards of this table; it may be seen at a slant, and
    then those ``told`` (n, 4, 2) lay there of late, and of what lies far above or below all of them less is known.
    """
    if not len(found):
        return found
    certain = found.confidence >= CERTAIN
    cards = np.concatenate([certain_cards(found, tracks), told])
    if not len(cards):
        return found
    sizes, usual = _sizes(found.corners), usual_sizes(cards, found.corners, slanted)
    wider = 1 + (_beyond(found.corners, cards) if slanted else np.zeros(len(found)))
    return found.select(certain | ((sizes > LEAST_SIZE**wider * usual) & (sizes < MOST_SIZE**wider * usual)))


def _beyond(corners: Floats, cards: Floats) -> Mask:
    """Which of the detections (m, 4, 2) lie far above or below all of these cards (n, 4, 2)."""
    rows, heights = cards.mean(1)[:, 1], corners.mean(1)[:, 1]
    far = FAR * float(np.median(_sizes(cards)))
    return np.asarray((heights < rows.min() - far) | (heights > rows.max() + far))


def usual_sizes(cards: Floats, at: Floats, slanted: bool) -> Floats:
    """How large cards usually are where those ``at`` (m, 4, 2) lie, pixels (m,), if some lie at ``cards`` (n, 4, 2).

    On a table seen at a slant they are larger, by the same factor for so many pixels, the lower they lie in the
    picture. By which factor the cards tell; rows that are nearer together than a card is large tell little.
    """
    sizes = _sizes(cards)
    if not slanted:
        return np.full(len(at), np.median(sizes), np.float32)
    large, rows = np.log(sizes), cards.mean(1)[:, 1]
    off = rows - rows.mean()
    growth = max(0.0, float((off * (large - large.mean())).sum() / ((off**2).sum() + np.median(sizes) ** 2)))
    return np.asarray(np.exp(np.median(large - growth * rows) + growth * at.mean(1)[:, 1]), np.float32)


def certain_cards(found: Detections, tracks: list[Track]) -> Floats:
    """The corners (n, 4, 2) of all that is surely a card: they tell how large cards are."""
    return np.concatenate([found.corners[found.confidence >= CERTAIN], _known(tracks)])


def _known(tracks: list[Track]) -> Floats:
    """The corners (n, 4, 2) of the tracks that are surely cards."""
    known = [track.corners for track in tracks if _surely_card(track)]
    return np.stack(known) if known else NOTHING


def _surely_card(track: Track) -> bool:
    """Whether a track is surely a card: the finder is sure of it, or the reader."""
    return track.confirmed and (track.confidence >= CERTAIN or track.surely_read)


def _sizes(corners: Floats) -> Floats:
    """The roots (n,) of their areas, pixels."""
    return np.asarray(np.sqrt(np.abs(quads.signed_areas(corners))), np.float32)
