"""The finder: a network that knows one thing, "card", and says where in a picture cards lie.

1. Shrink the picture to the network's size and pad it (``letterboxed``).
2. Run the network: many answers, each a confidence and four corners (``answers``).
3. Carry the corners back to the picture, put them in order, drop what cannot be a card.
4. Keep one of several finds of the same card (``distinct``).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.detection.detections import Detections
from vision.geometry import quads
from vision.runtime.inference import CannotRun, Network
from vision.view import light

Image = NDArray[np.uint8]
Floats = NDArray[np.float32]
Box = tuple[int, int, int, int]
"""A part of a picture: x0, y0, x1, y1 in pixels, the last two excluded."""

LONG_SIDE = 640
"""Pixels of the picture's longer side as the network sees it."""
STRIDE = 32
"""Both sides of what the network sees are multiples of this."""
PAD_GREY = 114
"""What the network was trained to see beyond the picture's edge."""
CONFIDENT = 0.35
"""Less is no card."""

OUTPUT_ROWS = 17
"""Box (middle, width, height), confidence, and four times x, y, visibility."""
MOST = 300
"""At most so many of the network's answers, the most confident, are looked at."""
SAME_BOX = 0.85
"""Answers whose upright boxes share so much of their joint area are about one card: no need to look closer."""
LEAST_EDGE = 4.0
"""Pixels of what the network sees: no card that could be read has a shorter edge."""
LEAST_SINE = 0.25
"""Corners flatter or sharper than 15 degrees: no card under any camera that could read it."""
SAME_CARD = 0.6
"""Finds of one card share at least this much of their common area; cards half over each other share less."""
PART, WITHIN = 0.6, 0.75
"""A find of less than this share of another's area, of which so much lies within it, is a part of it."""
CUT = 3.0
"""Pixels: a find that comes so near the edge of a part that was looked at may be a card cut in two."""
SAME_WAY_DEGREES = 20.0
"""Finds of one card point the same way, to within this."""


@dataclass(frozen=True, slots=True)
class Fit:
    """How a picture was laid into what the network sees."""

    scale: float
    left: int
    top: int

    def undone(self, points: Floats) -> Floats:
        """Points (..., 2) of what the network sees, in pixels of the picture."""
        # A pixel's middle is its coordinate: shrinking by s takes x to s (x + 1/2) - 1/2.
        middle = points - np.array([self.left, self.top], np.float32) + 0.5
        return np.asarray(middle / self.scale - 0.5, np.float32)


def letterboxed(image: Image, long_side: int, gains: light.Gains | None = None) -> tuple[Floats, Fit]:
    """A picture (height, width, 3) BGR as the network's input (1, 3, H, W) RGB 0 to 1, and how it fits in.

    It keeps its shape; its longer side becomes ``long_side``, and both sides are padded to multiples of 32. Blue, green
    and red are made ``gains`` times as bright.
    """
    height, width = image.shape[:2]
    scale = long_side / max(height, width)
    new_width, new_height = max(1, round(width * scale)), max(1, round(height * scale))
    if (new_width, new_height) != (width, height):
        method = cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR
        image = np.asarray(cv2.resize(image, (new_width, new_height), interpolation=method), np.uint8)
    if gains is not None:
        by: Any = (*gains, 0.0)  # a number a channel, which OpenCV's annotations leave out
        image = np.asarray(cv2.multiply(image, by), np.uint8)
    spare_x, spare_y = -new_width % STRIDE, -new_height % STRIDE
    left, top = spare_x // 2, spare_y // 2
    padded = np.full((new_height + spare_y, new_width + spare_x, 3), PAD_GREY, np.uint8)
    padded[top : top + new_height, left : left + new_width] = image
    batch = cv2.dnn.blobFromImage(padded, 1 / 255, swapRB=True)
    return np.asarray(batch, np.float32), Fit(scale, left, top)


class Finder:
    """Finds cards in pictures.

    ``network``: input (1, 3, H, W) RGB 0 to 1; output (1, 17, n), each column a box (middle, width, height), a
    confidence, and four corners x, y, visibility, in pixels of the input.
    ``long_side``: pixels of a picture's longer side as the network sees it. ``confident``: less is no card.
    """

    def __init__(self, network: Network, long_side: int = LONG_SIDE, confident: float = CONFIDENT) -> None:
        self.network, self.long_side, self.confident = network, long_side, confident

    def find(self, image: Image, long_side: int | None = None) -> Detections:
        """The cards in a picture (height, width, 3) BGR uint8, most confident first."""
        return self._find(image, long_side or self.long_side, light.balance(image))

    def _find(self, image: Image, long_side: int, gains: light.Gains | None) -> Detections:
        batch, fit = letterboxed(image, long_side, gains)
        rows = answers(self.network.run(batch), self.confident)
        seen = quads.in_order(rows[:, 5:].reshape(-1, 4, 3)[..., :2])
        sound = quads.sound(seen, LEAST_EDGE, LEAST_SINE)
        return distinct(Detections(fit.undone(seen[sound]), rows[sound, 4]))

    def find_within(self, image: Image, box: Box, long_side: int | None = None) -> Detections:
        """The cards that lie whole in a part of a picture, at the scale at which the whole would be looked at."""
        x0, y0, x1, y1 = box
        height, width = image.shape[:2]
        if (x0, y0, x1, y1) == (0, 0, width, height):
            return self.find(image, long_side)
        scale = (long_side or self.long_side) / max(height, width)
        nearer = round(max(x1 - x0, y1 - y0) * scale)
        found = self._find(image[y0:y1, x0:x1], nearer, light.balance(image))
        low = np.array([x0 + CUT if x0 else -np.inf, y0 + CUT if y0 else -np.inf])
        high = np.array([x1 - CUT if x1 < width else np.inf, y1 - CUT if y1 < height else np.inf])
        corners = found.corners + np.array([x0, y0], np.float32)
        whole = ((corners > low) & (corners < high)).all((1, 2))
        return Detections(corners[whole], found.confidence[whole])


def answers(output: NDArray[Any], confident: float) -> Floats:
    """The network's confident answers as rows (n, 17), one for each place; CannotRun where it has another shape.

    Every anchor that sees a card answers for it, so most answers are about cards that others have found too.
    """
    if output.ndim != 3 or output.shape[0] != 1 or output.shape[1] != OUTPUT_ROWS:
        raise CannotRun(f"a network is no finder: expected shape (1, {OUTPUT_ROWS}, n), got {output.shape}")
    rows = np.asarray(output[0].T, np.float32)
    rows = rows[np.isfinite(rows).all(1) & (rows[:, 4] >= confident)]
    rows = rows[np.argsort(-rows[:, 4], kind="stable")[:MOST]]
    boxes = np.concatenate([rows[:, :2] - rows[:, 2:4] / 2, rows[:, 2:4]], 1)
    kept = cv2.dnn.NMSBoxes(boxes.tolist(), rows[:, 4].tolist(), confident, SAME_BOX)
    return rows[np.asarray(kept, np.intp).reshape(-1)]


def distinct(found: Detections) -> Detections:
    """One find a card, the most confident, most confident first.

    Only finds that share most of their area and point the same way are one card: cards that lie half over one
    another are two. A find that is but a part of another is none: on one table no card is half as large as the next;
    but several parts of one, surer than it, are the cards.
    """
    found = found.by_confidence()
    kept: list[int] = []
    for k, corners in enumerate(found.corners):
        if not any(same_card(corners, found.corners[other]) for other in kept):
            kept.append(k)
    return _whole(found.select(kept))


def _whole(found: Detections) -> Detections:
    """Those that are neither a part of a card nor, though they look like one, several together."""
    areas = np.abs(quads.signed_areas(found.corners))
    parts = [
        [
            k
            for k, corners in enumerate(found.corners)
            if areas[k] < PART * area and quads.overlap(corners, outline)[1] > WITHIN
        ]
        for outline, area in zip(found.corners, areas, strict=True)
    ]
    several = {j for j, within in enumerate(parts) if _are_cards(within, found.confidence, j)}
    inner = {k for j, within in enumerate(parts) if j not in several for k in within}
    return found.select([k for k in range(len(found)) if k not in several and k not in inner])


def _are_cards(parts: list[int], confidence: Floats, whole: int) -> bool:
    """Whether several finds within another are cards, and that which they lie in is none."""
    return len(parts) > 1 and bool(confidence[parts].mean() > confidence[whole])


def same_card(one: Floats, other: Floats) -> bool:
    """Whether two outlines (4, 2) are finds of one card."""
    common, _ = quads.overlap(one, other)
    return common > SAME_CARD and quads.same_way(one, other, SAME_WAY_DEGREES)
