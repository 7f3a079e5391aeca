"""Fragments: detections that are not one whole card, replaced by the cards that they show.

A detection may be the visible part of a card under another or under an arm, or two cards found as one. The cards
known tell how large a card is and which cards lie there already; the reader tells what the new ones are.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from vision.arrays import Floats, Matrix
from vision.detection.detections import Detections
from vision.detection.finder import SAME_WAY_DEGREES, WITHIN, distinct
from vision.geometry import quads
from vision.occlusion.covered import larger_than_cards, whole_cards
from vision.reading.reader import UNREADABLE
from vision.tracking.track import SURE, Track

Read = Callable[[Floats], tuple[Floats, Floats]]
LooksNearer = Callable[[Floats], Floats]
IsStill = Callable[[Floats], bool]

ENOUGH = 3
"""The least cards, surely read or face down, that tell how large one is elsewhere on the table."""
SAME, VERY_SAME = 0.7, 0.85
"""Outlines are one card if they share this much of their common area: a computed and a found one; two found ones."""
TOGETHER = 1.08
"""A detection this many times as large as a card is two cards."""
UNDER = 0.15
"""A find that shares so much of the smaller one's area with a card may show that card too."""
STRIP = 0.6
"""A detection with less than this share of a card's area is a strip of one."""
LEFT_TO_SEE = 0.8
"""What is left to see of a covered card is smaller than this share of it."""
LESS = 0.99
"""Factor on the confidence of a computed outline: if both show one card, the found one stays."""


class KnownCard(NamedTuple):
    """A card that lies at ``corners`` (4, 2), by its code."""

    corners: Floats
    code: int


def no_nearer_look(find: Floats) -> Floats:
    """Nothing (0, 4, 2) is found in it from nearer."""
    return find[None][:0]


def unread(outlines: Floats) -> tuple[Floats, Floats]:
    """None of these outlines (n, 4, 2) reads as a card."""
    blank = np.eye(1, UNREADABLE + 1, UNREADABLE, dtype=np.float32)
    return blank.repeat(len(outlines), 0), outlines


UNSEEN: tuple[Read, LooksNearer] = (unread, no_nearer_look)
"""Neither read nor looked at from nearer."""


def always_still(find: Floats) -> bool:
    """Nothing moves over any find (4, 2)."""
    return True


def completed(
    found: Detections,
    tracks: list[Track],
    read: Read,
    size: tuple[int, int],
    plane: Matrix | None = None,
    nearer: LooksNearer = no_nearer_look,
    still: IsStill = always_still,
) -> Detections:
    """The detections in a picture of this size (width, height), with fragments replaced by the cards that they show.

    ``tracks`` are the cards known; ``read`` reads the cards at outlines (n, 4, 2): probabilities (n, 53), and the
    outlines. ``plane``: the homography (3, 3) from pixels to millimetres on the table, if it is known. ``nearer``:
    the outlines (n, 4, 2) of cards that a look from nearer shows within a find (4, 2) as large as two cards, where the
    known ones and the reader do not tell both. ``still``: whether nothing moves over a find (4, 2); else what an arm
    joins to a card is neither read nor looked at from nearer, and the card at rest soon is. A strip that
    cannot be read is dropped: stretched to a whole card it could be read as anything. What another card leaves to
    see of one that rested there is that one; what an arm leaves is dropped, the card is hidden. Any other fragment
    that cannot be explained stays as it is.
    """
    followed = [track.corners for track in tracks]
    told = [track.corners for track in tracks if track.face_up or track.face_down]
    lying = [t.corners for t in tracks if _lies(t) and quads.uncut(t.corners[None], size)[0]]
    rested = [KnownCard(corners, _code(track)) for track in tracks if (corners := _rested(track)) is not None]
    outlines, replaced = _of_resting(found.corners, told, [card.corners for card in rested], plane)
    finds = [(k, find) for k, find in enumerate(found.corners) if k not in {*outlines, *replaced}]
    strange = [k for k, find in finds if _among(find, followed, VERY_SAME) is None]
    if strange and len(lying) >= ENOUGH:
        outlines |= dict(
            zip(strange, whole_cards(found.corners[strange], np.stack(lying), plane), strict=True)
        )
    known = [KnownCard(track.corners, _code(track)) for track in tracks if _known(track)]
    quiet = {k for k in outlines if still(found.corners[k])}
    shown = {
        k: _shown(found.corners[k], each, known, rested, *((read, nearer) if k in quiet else UNSEEN))
        for k, each in outlines.items()
    }
    untold = [k for k, each in outlines.items() if not len(each) and k in quiet]
    shown |= {k: _apart(found.corners[k], nearer) for k in _large(untold, found.corners, lying)}
    replaced |= {k: each for k, each in shown.items() if each is not None}
    return _with(found, replaced) if replaced else found


def _of_resting(
    finds: Floats, told: list[Floats], rested: list[Floats], plane: Matrix | None
) -> tuple[dict[int, Floats], dict[int, list[Floats]]]:
    """Of the finds (n, 4, 2) on cards that ``rested``, by their numbers: the outlines that are possible for one larger
    than a card; the card of which one is a part, or none where an arm covers the rest. Those ``told`` are left.
    """
    outlines: dict[int, Floats] = {}
    replaced: dict[int, list[Floats]] = {}
    for k, find in enumerate(finds):
        if _among(find, told, VERY_SAME) is not None:
            continue
        if (card := _part_of(find, rested)) is not None:
            others = np.delete(finds, k, 0)
            replaced[k] = [card] if any(quads.overlap(other, card)[1] > UNDER for other in others) else []
        elif under := _under(find, rested):
            outlines[k] = whole_cards(find[None], np.stack(under), plane)[0]
    return outlines, replaced


def _large(which: list[int], finds: Floats, lying: list[Floats]) -> list[int]:
    """Which of these finds (n, 4, 2), by their numbers, are larger than the cards that lie there."""
    if not which or not lying:
        return []
    large = larger_than_cards(finds[which], np.stack(lying))
    return [k for k, more in zip(which, large, strict=True) if more]


def _with(found: Detections, replaced: dict[int, list[Floats]]) -> Detections:
    """The detections with these, by their numbers, replaced by outlines (4, 2) of cards, or left out where there are
    none.
    """
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


def _rested(track: Track) -> Floats | None:
    """Where a card lay when it was last found at rest, found now or not; None if it was not surely read."""
    sure = track.steady and track.face_up and float(track.posterior().max()) >= SURE
    return track.at_rest if sure else None


def _code(track: Track) -> int:
    """The code of the card that a track most likely is."""
    return int(track.posterior().argmax())


def _under(find: Floats, rested: list[Floats]) -> list[Floats]:
    """The cards that a find (4, 2) larger than they are overlaps: the finder may have marked one of them and another as
    one, and they tell how large that is.
    """
    under = [card for card in rested if quads.overlap(card, find)[1] > UNDER]
    return under if under and _area(find[None]) >= TOGETHER * _area(np.stack(under)) else []


def _part_of(find: Floats, rested: list[Floats]) -> Floats | None:
    """The card that rested where a find (4, 2) is only a part of one, since something covers the rest; None if there is
    none.
    """
    for card in rested:
        smaller = _area(find[None]) < LEFT_TO_SEE * _area(card[None])
        if smaller and quads.overlap(find, card)[1] > WITHIN:
            return card
    return None


def _among(outline: Floats, others: list[Floats], least: float = SAME) -> Floats | None:
    """The first of these outlines that is the same card; None if there is none."""
    return next((other for other in others if quads.overlap(outline, other)[0] > least), None)


def _shown(
    find: Floats,
    outlines: Floats,
    known: list[KnownCard],
    rested: list[KnownCard],
    read: Read,
    nearer: LooksNearer,
) -> list[Floats] | None:
    """The cards that a fragment shows, of the outlines that are possible or else as seen from ``nearer``; None if it
    cannot be told. A card ``known`` is found now; one that ``rested`` there may be hidden, and then only a find larger
    than a card shows it.
    """
    if not len(outlines):
        return None
    share = _area(find[None]) / _area(outlines)
    two = share >= TOGETHER
    known = known + rested if two else known
    places = [card.corners for card in known]
    here = [same for outline in outlines if (same := _among(outline, places)) is not None]
    others = [_short_edge_first(outline) for outline in outlines if _among(outline, places) is None]
    others = [other for other in others if not here or quads.same_way(other, here[0], SAME_WAY_DEGREES)]
    if here and not two:
        return here
    new = _readable(np.stack(others), read) if others else {}
    if any(card.code in new and any(card.corners is each for each in here) for card in known):
        return None  # one card, which an arm had cut: it does not lie where it was thought to
    shown = [*here, *new.values()]
    if two and len(shown) < 2:
        shown += [card for card in nearer(find) if _among(card, shown) is None]
    return shown if shown or share < STRIP else None


def _apart(find: Floats, nearer: LooksNearer) -> list[Floats] | None:
    """The cards that a look from nearer shows within a find that is more than one card; None if it shows none."""
    return [card for card in nearer(find) if TOGETHER * _area(card[None]) < _area(find[None])] or None


def _readable(outlines: Floats, read: Read) -> dict[int, Floats]:
    """Those of these outlines (n, 4, 2) that surely read as cards, by their codes, each card and each place once."""
    readings, corners = read(outlines)
    faces = readings[:, :UNREADABLE]
    chosen: dict[int, Floats] = {}
    for k in np.argsort(-faces.max(1)):
        name = int(faces[k].argmax())
        if faces[k, name] > SURE and name not in chosen and _among(corners[k], list(chosen.values())) is None:
            chosen[name] = corners[k]
    return chosen


def _area(outlines: Floats) -> float:
    return float(np.median(np.abs(quads.signed_areas(outlines))))


def _short_edge_first(outline: Floats) -> Floats:
    width, height = quads.widths_and_heights(outline[None])
    return np.roll(outline, -1, 0) if width[0] > height[0] else outline
