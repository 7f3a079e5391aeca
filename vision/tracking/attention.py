"""Attention: which part of the next picture the finder looks at, and from how near.

1. Nowhere, once nothing has moved for a while and every card is known.
2. While things move: where they move, and now and then at the whole picture.
3. Once all is at rest: at the whole picture, and from nearer where something has moved since the last near look.

How large cards are, and how flat they look, it learns from those that surely are some (``vision.tracking.card_size``).
"""

from __future__ import annotations

import math

import numpy as np

from vision.arrays import Box, Floats
from vision.detection.detections import Detections
from vision.detection.finder import same_card
from vision.detection.letterbox import LONG_SIDE, STRIDE
from vision.geometry import quads
from vision.geometry.plane import foreshortening
from vision.tracking.card_size import CERTAIN, NOTHING, certain_cards
from vision.tracking.track import Track

QUIET_LOOKS = 4
"""The networks rest once the picture has been still for so many frames in a row."""
WHOLE_EVERY_S = 2.0
"""Seconds: while things move the whole picture is looked at so often, else only the part that moves. Not counted in
frames: a slow machine takes few of a live camera's.
"""
LEAST_NEARER = 1.2
"""A nearer look is worth its time only if it is nearer by this factor."""
REACH = 0.6
"""Margin of the part looked at around what moved, in heights of a card."""
GRAIN = 64
"""Pixels: the part looked at begins and ends at multiples of this."""
MOST_OF_IT = 0.7
"""If the part is larger than this share of the picture, the whole is looked at."""
SMALL, AIM = 30.0, 44.0
"""Pixels of a card's width in the finder's input. Below the first, cards are found badly or not at all; then the finder
looks from so near that cards are as wide as the second.
"""
NEARER = 1.6
"""Factor of the nearer look, once all is at rest: a white card on a white cloth hardly shows its edge from afar.
"""
CLOSEST = 1280
"""Pixels of the longer side in the nearest look: four times the work of the usual look."""
SLANTED = ((1.7, 1.6), (1.4, 1.3))
"""From how much flatter than across cards look on, the picture is made how much higher for the finder. In a film by a
low tablet (49 degrees) it was sure of 61 cards by 0.82 on average, of one far king by 0.22, and now by 0.98 and 0.96.
From straight above it would be less sure: 0.85 instead of 0.96.
"""
TRIED = (1.0, *(by for _, by in reversed(SLANTED)))
"""How high the finder is shown a picture at rest in which it is not sure of all, before enough cards have told the
slant. A low camera's first cards are found by 0.5 as they are and by 0.85 when they are shown higher; those of a camera
from above by 0.97 and, shown higher, by 0.4.
"""
TELL_SLANT, TELLING = 3, 30
"""So many cards at least tell how slanted the table is seen; and so many at most, the last that lay there: three that
lie there now tell it loosely, and the camera stands still.
"""
HIGHER = 1.2
"""How much higher still the picture is made for a look at two cards that were found as one: at a table's far end cards
look flatter than in its middle. A three across an eight, one find at 1.3 times, was two from 1.6 times on.
"""
STAYS = 0.15
"""How much less flat cards must look than a height takes before the picture is made less high again. Without it, a film
at the limit changed its height again and again, and with every change the outlines.
"""


class Attention:
    """Chooses what to look at. ``quiet``: for how many frames nothing has moved; ``side``: pixels of the picture's
    longer side in the finder's input; ``stretch``: so much higher than it is the finder is shown the picture.
    """

    def __init__(self) -> None:
        self.quiet = 0
        self.side = LONG_SIDE
        self.stretch = 1.0
        self._sized = False
        self._telling: dict[int, Floats] = {}
        self._moved_since: Box | None = None
        self._span = -1

    def next_part(
        self, size: tuple[int, int], t: float, moved_box: Box | None, tracks: list[Track]
    ) -> Box | None:
        """The part of a frame of this size (width, height) to look at, ``t`` seconds into the source; None for no look.
        ``moved_box``: where something has moved since the last look.
        """
        before, self._span = self._span, math.floor(t / WHOLE_EVERY_S)
        self._moved_since = quads.joined_boxes(self._moved_since, moved_box)
        open_ones = [track for track in tracks if track.open]
        if self.quiet > QUIET_LOOKS and not open_ones:
            return None
        if self.quiet == QUIET_LOOKS or self._span != before:
            return (0, 0, *size)
        return part_of(size, moved_box, open_ones, tracks)

    def nearer_part(self, size: tuple[int, int], box: Box, tracks: list[Track]) -> Box | None:
        """The part to look at from nearer as well, while ``box`` is looked at: what has moved, once all is at rest; and
        cards that only a near look finds, whenever their place is looked at. None for no nearer look.
        """
        if self.near_side(size) < LEAST_NEARER * self.side:
            return None
        whole = np.array([*size, *size])
        near = [
            t for t in tracks if t.near_only and quads.holds(box, quads.around(t.corners, 1.0).clip(0, whole))
        ]
        moved = None
        if self.quiet == QUIET_LOOKS:
            moved, self._moved_since = self._moved_since, None
        return part_of(size, moved, near, tracks)

    @property
    def slanted(self) -> bool:
        """Whether the table is seen at a slant, or may be."""
        return self.stretch > 1.0

    @property
    def told(self) -> Floats:
        """Where cards (n, 4, 2) lay of late, on a table seen at a slant: their rows tell how large others are."""
        lain = [*self._telling.values()] if self.slanted else []
        return np.stack(lain) if lain else NOTHING

    def slant_unsure(self, size: tuple[int, int], box: Box, found: Detections) -> bool:
        """Whether a picture of this size (width, height), looked at in ``box``, is to be tried at every slant: it has
        just come to rest, not all that was ``found`` is sure, and too few cards have told the slant.
        """
        at_rest = self.quiet == QUIET_LOOKS and box == (0, 0, *size)
        doubtful = len(found) > 0 and float(found.confidence.min()) < CERTAIN
        return at_rest and doubtful and len(self._telling) < TELL_SLANT

    def near_side(self, size: tuple[int, int]) -> int:
        """Pixels of the longer side for a look from nearer at a picture of this size (width, height)."""
        return near_side(self.side, max(size))

    def look_at(self, size: tuple[int, int], find: Floats, tracks: list[Track]) -> tuple[Box, int, float]:
        """How to look once more, from nearer, at a find (4, 2) that may be two cards: which part of a picture of this
        size (width, height), with how many pixels of its longer side, and made how many times as high.
        """
        x0, y0, x1, y1 = (round(float(side)) for side in quads.around(find, 1.0))
        box = part_of(size, (x0, y0, x1, y1), [], tracks) or (0, 0, *size)
        return box, self.near_side(size), HIGHER * self.stretch

    def learn(self, size: tuple[int, int], box: Box, cards: Detections, tracks: list[Track]) -> None:
        """Learn from a look at the whole picture how large cards are and how flat they look, and so from how near to
        look next. What is known holds while the table is bare too: the next card will be as large.
        """
        if box != (0, 0, *size):
            return
        certain = np.concatenate([certain_cards(cards, tracks), self.told])
        self._sized = self._sized or len(certain) > 0
        if len(certain) or not self._sized:
            self.side = long_side(certain if len(certain) else cards.corners, self.side, max(size))
        new = self._tell(tracks, size)
        whole = (cards.confidence >= CERTAIN) & quads.uncut(cards.corners, size)
        telling = distinct_cards([*self._telling.values(), *cards.corners[whole]])
        if len(telling) >= TELL_SLANT and (new or len(telling) > len(self._telling)):
            self.stretch = stretch_for(telling, self.stretch)

    def _tell(self, tracks: list[Track], size: tuple[int, int]) -> bool:
        """Note the cards that tell the slant of a picture of this size (width, height); whether there is a new one."""
        sure = {
            t.number: t.corners
            for t in tracks
            if t.confirmed
            and t.confidence >= CERTAIN
            and not t.occluded
            and quads.uncut(t.corners[None], size)[0]
        }
        new = not sure.keys() <= self._telling.keys()
        for number, corners in sure.items():
            self._telling.pop(number, None)  # the latest last
            self._telling[number] = corners
        for number in [*self._telling][:-TELLING]:
            del self._telling[number]
        return new


def part_of(
    size: tuple[int, int], moved_box: Box | None, wanted: list[Track], tracks: list[Track]
) -> Box | None:
    """The part of a picture of this size (width, height) to look at: what moves, and the tracks ``wanted``. It cuts no
    card of ``tracks`` in two. None if there is nothing to look at.
    """
    parts = [np.array(box) for box in (moved_box,) if box is not None]
    parts += [quads.around(track.corners, 1.3) for track in wanted]
    if not parts:
        return None
    heights = [quads.widths_and_heights(track.corners[None])[1][0] for track in tracks]
    reach = REACH * (float(np.median(heights)) if heights else size[0] / 10)
    box = quads.union(parts) + np.array([-reach, -reach, reach, reach])
    limits = np.array([*size, *size])
    outlines = [quads.around(track.corners, 1.15).clip(0, limits) for track in tracks]
    for _ in outlines:
        cut = [o for o in outlines if quads.touch(box, o) and not quads.holds(box, o)]
        if not cut:
            break
        box = quads.union([box, *cut])
    low, high = np.floor(box[:2] / GRAIN) * GRAIN, np.ceil(box[2:] / GRAIN) * GRAIN
    x0, y0 = np.maximum(low, 0).astype(int)
    x1, y1 = np.minimum(high, size).astype(int)
    if (x1 - x0) * (y1 - y0) > MOST_OF_IT * size[0] * size[1]:
        return (0, 0, *size)
    return (int(x0), int(y0), int(x1), int(y1))


def long_side(corners: Floats, side: int, whole: int) -> int:
    """Pixels of the longer side for the next look at pictures ``whole`` pixels long. The last look, with ``side``,
    found cards at ``corners`` (n, 4, 2), perhaps none. The usual size, unless cards are too small in it, or may be.
    """
    most = min(CLOSEST, max(LONG_SIDE, whole // STRIDE * STRIDE))
    if not len(corners):
        return most if side == LONG_SIDE else LONG_SIDE
    width = float(np.median(quads.widths_and_heights(corners)[0])) / whole
    if width * LONG_SIDE >= SMALL:
        return LONG_SIDE
    return max(LONG_SIDE, min(math.ceil(AIM / width / STRIDE) * STRIDE, most))


def distinct_cards(cards: list[Floats]) -> Floats:
    """The corners (n, 4, 2) of these cards, each once."""
    kept: list[Floats] = []
    for card in cards:
        if not any(same_card(card, other) for other in kept):
            kept.append(card)
    return np.stack(kept) if kept else NOTHING


def stretch_for(corners: Floats, now: float = 1.0) -> float:
    """How many times as high as it is the finder is to be shown a picture with cards at ``corners`` (n, 4, 2); it is
    shown it ``now`` times as high.
    """
    flatter = foreshortening(corners)
    return next((by for least, by in SLANTED if flatter >= least - STAYS * (by <= now)), 1.0)


def near_side(side: int, whole: int) -> int:
    """Pixels of the longer side for a look from nearer than ``side`` at a picture ``whole`` pixels long."""
    return min(math.ceil(NEARER * side / STRIDE) * STRIDE, CLOSEST, whole // STRIDE * STRIDE)
