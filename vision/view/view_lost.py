"""Whether the table can be seen at all: a hand on the lens, or somebody leaning over, is not a table swept bare.

Every frame is held against the picture that showed when all was still last, the measure. A view is lost

1. where half of it has another colour, which no arm does;
2. where nothing is sharp any more that was, though the colours are there;
3. where the very same picture comes again and again from a camera of which no two pictures were the same before.
"""

from __future__ import annotations

from enum import Enum
from typing import NamedTuple

import cv2
import numpy as np

from vision.arrays import Floats, Image, Mask

WIDTH, PATCH = 320, 4
"""Pixels: pictures are compared so wide, whatever their size; and their colours by patches with such a side."""
OTHER = 25.0
"""Grey levels by which a patch differs that shows something else."""
LEAST_GAIN, MOST_GAIN = 0.2, 4.0
"""So many times as dark or bright may all become at once: a lamp is switched, or the camera's exposure hunts."""
COVERED, UNCOVERED = 0.5, 0.4
"""Share of the patches from which on a view is lost, and under which it is back: in nine films of whole hands arms and
heads took up to 0.37.
"""
EDGE = 12.0
"""Grey levels from pixel to pixel that make an edge."""
EDGES_AT_LEAST = 60
"""Edge pixels; fewer tell nothing."""
DULL, SHARP = 0.33, 0.4
"""Share of their steepness under which known edges are lost, and over which they are back: a camera that hunts for its
focus kept 0.36 in those films, and at 0.33 no index can be read.
"""
SHARPEST, ALL_DULL, NOTHING_SHARP = 99.5, 0.5, 0.25
"""The percentile of steepness that tells how sharp the sharpest is; what it keeps of that where a view is out of focus,
and where there is nothing to be seen.
"""
BLURS, ALIKE_BLURRED = (1.0, 1.5, 2.0, 3.0, 4.5, 7.0), 0.3
"""Pixels by which the measure is blurred to see whether a picture is only out of focus; and what it may then differ by,
in shares of what the measure itself does.
"""
FADING = 0.8
"""With less of its steepness a still picture is getting worse, and no measure for the next ones."""
DARK, BRIGHT, FLAT = 12.0, 245.0, 2.5
"""Grey levels on average of a black picture and of a white one, and how little patches of one differ at the start."""
STIRRED, STILL, QUIET = 8.0, 0.003, 2
"""Grey levels by which a pixel changes where something moves; still is where so small a share does, for so many frames
in a row.
"""
ANEW = 10.0
"""Seconds for which a view with something sharp in it must lie still to be another view, not a table covered."""
FROZEN, WATCHED, ALIKE, ROWS = 1.5, 24, 0.1, 16
"""Seconds of the same picture; frames seen before that is judged, of which at most such a share repeated the last; and
every which row of pixels is compared for that.
"""


class Loss(Enum):
    """Why the table cannot be seen. ``RESIZED``: only in this frame, since the camera changed its pictures' size."""

    DARK = "dark"
    BRIGHT = "bright"
    COVERED = "covered"
    BLURRED = "blurred"
    FROZEN = "frozen"
    RESIZED = "resized"


class _Small(NamedTuple):
    """A picture made small: the colours of its patches (h, w, 3), its brightness (4 h, 4 w), how much that changes from
    pixel to pixel, and how much at the sharpest edges.
    """

    patches: Floats
    grey: Floats
    steep: Floats
    sharpest: float


class ViewWatch:
    """Judges every frame in order: ``see`` says why the table cannot be seen, None where it can."""

    def __init__(self) -> None:
        self._measure: _Small | None = None
        self._before: _Small | None = None
        self._quiet = 0
        self._settled: float | None = None
        self._lost = False
        self._repeats = _Repeats()

    def see(self, image: Image, t: float) -> Loss | None:
        """Take in the next frame (height, width, 3) BGR uint8, ``t`` seconds into the source."""
        frozen = self._repeats.frozen(image, t)
        small = _small(image)
        self._settle(small, t)
        loss = self._judged(small, t)
        self._lost = loss is not None
        return loss or (Loss.FROZEN if frozen else None)

    def _settle(self, small: _Small, t: float) -> None:
        """Notice since when the picture has been still."""
        before, self._before = self._before, small
        still = before is not None and before.grey.shape == small.grey.shape and _still(before, small)
        self._quiet = self._quiet + 1 if still else 0
        if not still or self._settled is None:
            self._settled = t

    def _judged(self, small: _Small, t: float) -> Loss | None:
        long = self._settled is not None and t - self._settled >= ANEW
        if self._measure is None or self._measure.grey.shape != small.grey.shape:
            loss, fading = _blank(small), False
        else:
            loss, fading = self._against(self._measure, small)
            if loss is Loss.COVERED and long and small.sharpest >= ALL_DULL * self._measure.sharpest:
                loss = None  # nobody holds so still: the camera shows another view for good
        if loss is None and self._quiet >= QUIET and (not fading or long):
            self._measure = small
        return loss

    def _against(self, measure: _Small, now: _Small) -> tuple[Loss | None, bool]:
        """Why the table cannot be seen, held against the measure; and whether the picture is getting worse."""
        gain = np.median(measure.patches / np.maximum(now.patches, 4), axis=(0, 1))
        gain = gain.clip(LEAST_GAIN, MOST_GAIN).astype(np.float32)
        other = np.abs(now.patches * gain - measure.patches).max(2) > OTHER
        light = float(gain.mean())
        sharpest = light * now.sharpest / max(measure.sharpest, EDGE)
        most = UNCOVERED if self._lost else COVERED
        if other.mean() >= most:
            return _nothing(now) if sharpest < NOTHING_SHARP else Loss.COVERED, True
        as_it_is = np.abs(now.patches - measure.patches).max(2) > OTHER
        if sharpest < NOTHING_SHARP and as_it_is.mean() >= most:
            return _nothing(now), True
        kept = _kept(measure, now, other, light)
        dull = kept is not None and kept < (SHARP if self._lost else DULL) and sharpest < ALL_DULL
        if dull and _out_of_focus(measure, now, light):
            return Loss.BLURRED, True
        return None, kept is not None and kept < FADING


class _Repeats:
    """Notices a camera that gives one picture for ever. A film may repeat its pictures from the first: not judged."""

    def __init__(self) -> None:
        self._before: Image | None = None
        self._since = 0.0
        self._run = 0
        self._seen, self._repeated = 0, 0

    def frozen(self, image: Image, t: float) -> bool:
        """Whether the picture has been the same for long, which it never used to be."""
        some = image[::ROWS].copy()
        same = self._before is not None and np.array_equal(some, self._before)
        self._before = some
        if same:
            self._run += 1
            return t - self._since >= FROZEN and self._alive
        if t - self._since < FROZEN or not self._alive:
            self._repeated += self._run
            self._seen += self._run
        self._seen += 1
        self._since, self._run = t, 0
        return False

    @property
    def _alive(self) -> bool:
        return self._seen >= WATCHED and self._repeated <= ALIKE * self._seen


def _small(image: Image) -> _Small:
    height = max(1, round(image.shape[0] * WIDTH / image.shape[1] / PATCH))
    size = (WIDTH, height * PATCH)
    if image.shape[1] >= 3 * WIDTH:  # halved first, which is quicker than at once
        image = np.asarray(
            cv2.resize(image, (2 * WIDTH, 2 * height * PATCH), interpolation=cv2.INTER_AREA), np.uint8
        )
    small = cv2.resize(image, size, interpolation=cv2.INTER_AREA)
    patches = cv2.resize(small, (WIDTH // PATCH, height), interpolation=cv2.INTER_AREA)
    grey = cv2.cvtColor(small, cv2.COLOR_BGR2GRAY)
    kernel = np.ones((3, 3), np.uint8)
    steep = cv2.subtract(cv2.dilate(grey, kernel), cv2.erode(grey, kernel))
    counts = np.cumsum(np.bincount(steep.ravel(), minlength=256))
    sharpest = float(np.searchsorted(counts, SHARPEST / 100 * counts[-1]))
    return _Small(_floats(patches), _floats(grey), _floats(steep), sharpest)


def _still(before: _Small, now: _Small) -> bool:
    return float((np.abs(now.grey - before.grey) > STIRRED).mean()) < STILL


def _kept(measure: _Small, now: _Small, other: Mask, light: float) -> float | None:
    """The share of their steepness that edges have kept where the colours are as they were; None without edges."""
    near = cv2.dilate(other.astype(np.uint8), np.ones((3, 3), np.uint8))
    free = cv2.resize(near, now.grey.shape[::-1], interpolation=cv2.INTER_NEAREST) == 0
    edges = (measure.steep > EDGE) & free
    if np.count_nonzero(edges) < EDGES_AT_LEAST:
        return None
    return float(np.median(light * now.steep[edges] / measure.steep[edges]))


def _out_of_focus(measure: _Small, now: _Small, light: float) -> bool:
    """Whether a picture is the measure without its edges, and not a bare table from which all that had some is gone."""
    edges = measure.steep > EDGE
    grey = light * now.grey[edges]
    for blur in BLURS:
        blurred = cv2.GaussianBlur(measure.grey, (0, 0), blur)[edges]
        if np.median(np.abs(grey - blurred)) < ALIKE_BLURRED * np.median(
            np.abs(measure.grey[edges] - blurred)
        ):
            return True
    return False


def _nothing(now: _Small) -> Loss:
    """What a picture is called in which there is nothing to be seen."""
    bright = float(now.grey.mean())
    return Loss.DARK if bright < DARK else Loss.BRIGHT if bright > BRIGHT else Loss.COVERED


def _blank(now: _Small) -> Loss | None:
    """Whether the first pictures are black or white; any other colour may be that of a bare table."""
    nothing = _nothing(now)
    return nothing if nothing is not Loss.COVERED and now.patches.std((0, 1)).max() < FLAT else None


def _floats(picture: object) -> Floats:
    return np.asarray(picture, np.float32)
