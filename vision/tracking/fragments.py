"""Fragments: detections that are not one whole card, replaced by the cards that they show.

A detection may be the visible part of a card under another or under an arm, or two cards found as one. The cards
known tell how large a card is and which cards lie there already; the reader tells what the new ones are.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from vision.arrays import Floats
from vision.detection.detections import Detections
from vision.detection.finder import SAME_WAY_DEGREES, distinct
from vision.geometry import quads
from vision.occlusion.covered import whole_cards
from vision.reading.reader import UNREADABLE
from vision.tracking.track import SURE, Track

Read = Callable[[Floats], tuple[Floats, Floats]]

ENOUGH = 3
"""The least cards, surely read or face down, that tell how large a card is."""
SAME, VERY_SAME = 0.7, 0.85
"""Outlines are one card if they share this much of their common area: a computed and a found one; two found ones."""
TOGETHER = 1.08
"""A detection this many times as large as a card is two cards."""
STRIP = 0.6
"""A detection with less than this share of a card's area is a strip of one."""
LESS = 0.99
"""Factor on the confidence of a computed outline: if both show one card, the found one stays."""


def completed(found: Detections, tracks: list[Track], read: Read, size: tuple[int, int]) -> Detections:
    """The detections in a picture of this size (width, height), with fragments replaced by the cards that they show.

    ``tracks`` are the cards known; ``read`` reads the cards at outlines (n, 4, 2): probabilities (n, 53), and the
    outlines. A strip that cannot be read is dropped: stretched to a whole card it could be read as anything. Any other
    fragment that cannot be explained stays as it is.
    """
    lying = [track.corners for track in tracks if _lies(track) and quads.uncut(track.corners[None], size)[0]]
    followed = [track.corners for track in tracks]
    strange = [k for k, find in enumerate(found.corners) if _among(find, followed, VERY_SAME) is None]
    if len(lying) < ENOUGH or not strange:
        return found
    known = [track.corners for track in tracks if _known(track)]
    outlines = whole_cards(found.corners[strange], np.stack(lying))
    cards = {
        k: _shown(found.corners[k], each, known, read) for k, each in zip(strange, outlines, strict=True)
    }
    replaced = {k: each for k, each in cards.items() if each is not None}
    if not replaced:
        return found
    kept = found.select([k for k in range(len(found)) if k not in replaced])
    new = [(corners, found.confidence[k] * LESS) for k, each in replaced.items() for corners in each]
    if not new:
        return kept
    corners, confidence = (np.array(part, np.float32) for part in zip(*new, strict=True))
    return distinct(Detections.joined(kept, Detections(corners, confidence)))


def _lies(track: Track) -> bool:
    """Whether a card surely lies there, face up or down: it tells how large cards are."""
    return _known(track) or (track.confirmed and not track.misses and track.face_down)


def _known(track: Track) -> bool:
    return track.confirmed and track.face_up and not track.misses and not track.unsure


def _among(outline: Floats, others: list[Floats], least: float = SAME) -> Floats | None:
    """The first of these outlines that is the same card; None if there is none."""
    return next((other for other in others if quads.overlap(outline, other)[0] > least), None)


def _shown(find: Floats, outlines: Floats, known: list[Floats], read: Read) -> list[Floats] | None:
    """The cards that a fragment shows, of the outlines that are possible; None if it cannot be told."""
    if not len(outlines):
        return None
    share = _area(find[None]) / _area(outlines)
    here = [same for outline in outlines if (same := _among(outline, known)) is not None]
    others = [_short_edge_first(outline) for outline in outlines if _among(outline, known) is None]
    others = [other for other in others if not here or quads.same_way(other, here[0], SAME_WAY_DEGREES)]
    if here and (not others or share < TOGETHER):
        return here
    readings, corners = read(np.stack(others))
    faces = readings[:, :UNREADABLE]
    chosen: dict[int, Floats] = {}
    for k in np.argsort(-faces.max(1)):
        name = int(faces[k].argmax())
        if faces[k, name] > SURE and name not in chosen and _among(corners[k], list(chosen.values())) is None:
            chosen[name] = corners[k]
    shown = here + list(chosen.values())
    return shown if shown or share < STRIP else None


def _area(outlines: Floats) -> float:
    return float(np.median(np.abs(quads.signed_areas(outlines))))


def _short_edge_first(outline: Floats) -> Floats:
    width, height = quads.widths_and_heights(outline[None])
    return np.roll(outline, -1, 0) if width[0] > height[0] else outline
