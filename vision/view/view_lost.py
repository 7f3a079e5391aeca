"""View lost: whether the table can be seen at all. A hand on the lens is not a table from which all cards were taken.

Every frame is compared with a reference: the last picture in which all was still. The view is lost if

1. half of it has other colours, more than any arm covers;
2. the colours are there, but nothing is sharp any more;
3. the same picture comes again and again, from a camera that never gave two equal pictures before.
"""

from __future__ import annotations

from enum import Enum
from typing import NamedTuple

import cv2
import numpy as np

from vision.arrays import Floats, Image, Mask
from vision.view.light import dimmed

WIDTH, PATCH = 320, 4
"""Pixels: the width at which pictures are compared, and the side of the patches whose colours are compared."""
OTHER_LEVEL = 25.0
"""Grey levels from which a patch shows something else."""
LEAST_GAIN, MOST_GAIN = 0.2, 4.0
"""The range in which the brightness of all may change at once: a lamp is switched, or the exposure changes."""
COVERED, UNCOVERED = 0.5, 0.4
"""Share of the changed patches from which the view is lost, and below which it is back. In nine films of whole hands,
arms and heads covered up to 0.37.
"""
SAME_COLOURS = 8.0
"""Grey levels by which the colours of all patches together may differ, wherever they are, while the picture shows the
same table, moved. What covers half of it with another colour makes at least half of OTHER_LEVEL.
"""
EDGE_LEVEL = 12.0
"""Grey levels from pixel to pixel from which there is an edge."""
EDGES_AT_LEAST = 60
"""The least edge pixels; fewer tell nothing."""
DULL, SHARP = 0.33, 0.4
"""Share of their steepness below which known edges are lost, and above which they are back. A camera searching its
focus kept 0.36 in those films, and at 0.33 no index can be read.
"""
SHARPEST, ALL_DULL, NOTHING_SHARP = 99.5, 0.5, 0.25
"""The percentile of steepness taken as that of the sharpest edges; the shares of it below which a view is out of focus,
and below which nothing can be seen.
"""
BLURS, ALIKE_BLURRED = (1.0, 1.5, 2.0, 3.0, 4.5, 7.0), 0.3
"""Pixels by which the reference is blurred, to see whether a picture is only out of focus; and how much the picture may
then differ, as a share of what the sharp reference does.
"""
FADING_SHARE = 0.8
"""A still picture with less of its steepness is getting worse, and is no reference for the next ones."""
DARK, BRIGHT, FLAT = 12.0, 245.0, 2.5
"""Mean grey levels of a black picture and of a white one; and the most that the patches of one differ at the start."""
STIRRED, STILL, QUIET = 8.0, 0.003, 2
"""Grey levels from which a pixel has changed; the view is still if at most this share has, for so many frames in a row.
"""
NEW_VIEW_S = 10.0
"""Seconds for which a changed but sharp view must be still to be a new view of the table, and not something over it."""
FROZEN, WATCHED, ALIKE, ROWS = 1.5, 24, 0.1, 16
"""Seconds of the same picture that make it frozen; the frames needed before that is judged; the most of these, as a
share, that repeated the one before; and every how many rows of pixels are compared.
"""

STANDING_LEVEL = 0.05
"""Grey levels, on average, within which the picture stands still. Of 21 films four froze, and while they did it was
0.039 at most; of the other frames 95 % or more had more, but for a film without noise, which is not judged (script not
kept).
"""


class Loss(Enum):
    """Why the table cannot be seen. ``RESIZED``: only in this frame, because the size of the pictures changed;
    ``CONFUSED``: it is full of what looks like cards and cannot be read (``vision.tracking.unprinted``).
    """

    DARK = "dark"
    BRIGHT = "bright"
    COVERED = "covered"
    BLURRED = "blurred"
    FROZEN = "frozen"
    RESIZED = "resized"
    CONFUSED = "confused"


class _Small(NamedTuple):
    """A small copy of a picture: the colours of its patches (h, w, 3), its brightness (4 h, 4 w), the steepness of that
    from pixel to pixel, and the steepness of the sharpest edges.
    """

    patches: Floats
    grey: Floats
    steep: Floats
    sharpest: float


class ViewWatch:
    """Judges every frame, in order: ``see`` says why the table cannot be seen, or None."""

    def __init__(self) -> None:
        self._reference: _Small | None = None
        self._before: _Small | None = None
        self._quiet = 0
        self._settled: float | None = None
        self._lost = False
        self._repeats, self._standing = _Repeats(0.0), _Repeats(STANDING_LEVEL)

    def see(self, image: Image, t: float) -> Loss | None:
        """Take in the next frame (height, width, 3) BGR uint8, ``t`` seconds into the source."""
        frozen = self._repeats.frozen(image, t)
        self._standing.frozen(image, t)
        small = _small(image)
        self._settle(small, t)
        loss = self._judged(small, t)
        self._lost = loss is not None
        return loss or (Loss.FROZEN if frozen else None)

    @property
    def stands(self) -> bool:
        """Whether the picture stands still: of a table that lies still the noise differs from frame to frame."""
        return self._standing.stands

    def _settle(self, small: _Small, t: float) -> None:
        """Notice since when the picture has been still."""
        before, self._before = self._before, small
        still = before is not None and before.grey.shape == small.grey.shape and _still(before, small)
        self._quiet = self._quiet + 1 if still else 0
        if not still or self._settled is None:
            self._settled = t

    def _judged(self, small: _Small, t: float) -> Loss | None:
        long = self._settled is not None and t - self._settled >= NEW_VIEW_S
        if self._reference is None or self._reference.grey.shape != small.grey.shape:
            loss, fading = _blank(small), False
        else:
            loss, fading = self._against(self._reference, small)
            if loss is Loss.COVERED and long and small.sharpest >= ALL_DULL * self._reference.sharpest:
                loss = None  # nobody holds so still: the camera shows another view for good
        if loss is None and self._quiet >= QUIET and (not fading or long):
            self._reference = small
        return loss

    def _against(self, reference: _Small, now: _Small) -> tuple[Loss | None, bool]:
        """Compare with the reference: why the table cannot be seen, and whether the picture is getting worse."""
        gain = dimmed(reference.patches, now.patches).clip(LEAST_GAIN, MOST_GAIN)
        other = np.abs(now.patches * gain - reference.patches).max(2) > OTHER_LEVEL
        light = float(gain.mean())
        sharpest = light * now.sharpest / max(reference.sharpest, EDGE_LEVEL)
        most = UNCOVERED if self._lost else COVERED
        if other.mean() >= most:
            # the same table, moved: a cloth of checks was pulled, or the camera knocked
            if sharpest >= ALL_DULL and _colours_apart(reference, now, _floats(gain)) < SAME_COLOURS:
                return None, False
            return _nothing(now) if sharpest < NOTHING_SHARP else Loss.COVERED, True
        as_it_is = np.abs(now.patches - reference.patches).max(2) > OTHER_LEVEL
        if sharpest < NOTHING_SHARP and as_it_is.mean() >= most:
            return _nothing(now), True
        kept = _kept(reference, now, other, light)
        dull = kept is not None and kept < (SHARP if self._lost else DULL) and sharpest < ALL_DULL
        if dull and _out_of_focus(reference, now, light):
            return Loss.BLURRED, True
        return None, kept is not None and kept < FADING_SHARE


class _Repeats:
    """Notices a camera that gives one picture again and again: ``stands`` while it does. A film may repeat pictures
    from its start: not judged. ``level``: grey levels, on average, within which two pictures are the same.
    """

    def __init__(self, level: float) -> None:
        self._level = level
        self._before: Image | None = None
        self._since = 0.0
        self._run = 0
        self._seen, self._repeated = 0, 0

    def frozen(self, image: Image, t: float) -> bool:
        """Whether the picture has been the same for long, from a camera whose pictures used to differ."""
        some = image[::ROWS].copy()
        before, self._before = self._before, some
        same = before is not None and some.shape == before.shape
        if before is not None and same:
            same = float(cv2.absdiff(some, before).mean()) <= self._level
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
    def stands(self) -> bool:
        """Whether the newest picture is the one before, from a camera whose pictures used to differ."""
        return self._run > 0 and self._alive

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


def _colours_apart(reference: _Small, now: _Small, gain: Floats) -> float:
    """How far the colours of all patches together are from those of the reference, wherever they are: the mean
    difference of what is as bright as so many others, grey levels in the channel in which it is largest.
    """
    one, other = (
        np.sort(patches.reshape(-1, 3), axis=0) for patches in (reference.patches, now.patches * gain)
    )
    return float(np.abs(one - other).mean(axis=0).max())


def _still(before: _Small, now: _Small) -> bool:
    return float((np.abs(now.grey - before.grey) > STIRRED).mean()) < STILL


def _kept(reference: _Small, now: _Small, other: Mask, light: float) -> float | None:
    """The share of their steepness that edges have kept where the colours are unchanged; None without edges."""
    near = cv2.dilate(other.astype(np.uint8), np.ones((3, 3), np.uint8))
    free = cv2.resize(near, now.grey.shape[::-1], interpolation=cv2.INTER_NEAREST) == 0
    edges = (reference.steep > EDGE_LEVEL) & free
    if np.count_nonzero(edges) < EDGES_AT_LEAST:
        return None
    return float(np.median(light * now.steep[edges] / reference.steep[edges]))


def _out_of_focus(reference: _Small, now: _Small, light: float) -> bool:
    """Whether a picture is the blurred reference, and not a table from which all things with edges were taken."""
    edges = reference.steep > EDGE_LEVEL
    grey = light * now.grey[edges]
    for blur in BLURS:
        blurred = cv2.GaussianBlur(reference.grey, (0, 0), blur)[edges]
        if np.median(np.abs(grey - blurred)) < ALIKE_BLURRED * np.median(
            np.abs(reference.grey[edges] - blurred)
        ):
            return True
    return False


def _nothing(now: _Small) -> Loss:
    """The reason for a picture in which nothing can be seen."""
    bright = float(now.grey.mean())
    return Loss.DARK if bright < DARK else Loss.BRIGHT if bright > BRIGHT else Loss.COVERED


def _blank(now: _Small) -> Loss | None:
    """Whether the first picture is black or white; any other colour may be that of a bare table."""
    nothing = _nothing(now)
    return nothing if nothing is not Loss.COVERED and now.patches.std((0, 1)).max() < FLAT else None


def _floats(picture: object) -> Floats:
    return np.asarray(picture, np.float32)
