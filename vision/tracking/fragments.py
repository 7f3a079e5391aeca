"""Finds that are no whole card, put right while a table is followed: what shows of a card under another or under an
arm, and two cards taken for one. The cards that lie there tell how large a card is, and which are known already.
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
"""So many cards, surely read or face down, tell how large a card is wherever it lies."""
SAME, VERY_SAME = 0.7, 0.85
"""Outlines that share so much of their common area are the same: one worked out and one found; two that were found."""
TOGETHER = 1.08
"""A find larger than a card by this is two together."""
STRIP = 0.6
"""A find of less than this share of a card's area is a strip of one."""
LESS = 0.99
"""What was worked out counts a little less than what was found: where both show one card, that stays."""


def completed(found: Detections, tracks: list[Track], read: Read) -> Detections:
    """The finds, those that are no whole card replaced by the cards that they show.

    ``tracks`` are the cards known so far; ``read`` says what lies at outlines (n, 4, 2): probabilities (n, 53), and the
    outlines. A strip in which no card can be read is left out: stretched to a whole card it might be read as anything.
    Any other find that nothing tells more about stays as it is.
    """
    lying = [track.corners for track in tracks if _lies(track)]
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
    """Whether it is a card that surely lies there, face up or down: it tells how large cards are."""
    return _known(track) or (track.confirmed and not track.misses and track.face_down)


def _known(track: Track) -> bool:
    return track.confirmed and track.face_up and not track.misses and not track.unsure


def _among(outline: Floats, others: list[Floats], least: float = SAME) -> Floats | None:
    """The one of these outlines that is the same."""
    return next((other for other in others if quads.overlap(outline, other)[0] > least), None)


def _shown(find: Floats, outlines: Floats, known: list[Floats], read: Read) -> list[Floats] | None:
    """The cards that a find shows, of those that it may be part of or may be made of; None if nobody can tell."""
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
