"""The finder: a network that knows one thing, "card", and says where in a picture cards lie.

1. Shrink the picture to the network's size and pad it (``letterboxed``).
2. Run the network: many answers, each a confidence and four corners (``answers``).
3. Carry the corners back to the picture, put them in order, drop what cannot be a card.
4. Keep one detection for each card: non-maximum suppression (``distinct``).
"""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.arrays import Box, Floats, Image
from vision.detection.detections import Detections
from vision.detection.letterbox import LONG_SIDE, Gains, letterboxed, white_balance
from vision.geometry import quads
from vision.runtime.inference import CannotRun, Network

LEAST_CONFIDENCE, LEAST_AT_TABLES = 0.35, 0.4
"""Confidence below which an answer is no card: in a photograph, and of the tables' finder, which has learned what a
table shows besides cards.
"""

OUTPUT_ROWS = 17
"""Box (middle, width, height), confidence, and four times x, y, visibility."""
MOST_ANSWERS = 300
"""The most answers that are used, the most confident first."""
SAME_BOX = 0.85
"""Answers whose upright boxes share this much of their common area are surely about one card."""
LEAST_EDGE = 4.0
"""Pixels in the network's input: no readable card has a shorter edge."""
LEAST_SINE = 0.25
"""Sine of the least angle at a corner, 15 degrees: no readable card looks flatter or sharper."""
SAME_CARD = 0.6
"""Detections of one card share at least this much of their common area; two cards that overlap share less."""
SAME_ANYHOW = 0.78
"""Detections that share more are of one card whichever way they point: two cards 20 degrees apart share 0.76, 45
degrees 0.66, across each other 0.56, and a camera from low changes none of that. Seen from there a card is about as
broad as long, and the finder takes now one and now the other side for the long one: those outlines share 0.8 to 0.9.
"""
PART, WITHIN = 0.6, 0.75
"""A detection with less than the first share of another's area, and with the second share of its own inside it, is a
part of it.
"""
EATEN = 0.8
"""In the picture without the bare table a find smaller than this share of the live one has lost a part of its card."""
CUT_PX = 3.0
"""Pixels: a detection this near the edge of the part looked at may be a card cut in two."""
SAME_WAY_DEGREES = 20.0
"""Detections of one card point the same way, within this."""


class Finder:
    """Finds cards in pictures.

    ``network``: input (1, 3, H, W) RGB 0 to 1; output (1, 17, n), each column a box (middle, width, height), a
    confidence, and four corners x, y, visibility, in pixels of the input.
    ``long_side``: pixels of a picture's longer side as the network sees it. ``confident``: less is no card.
    """

    def __init__(
        self, network: Network, long_side: int = LONG_SIDE, confident: float = LEAST_CONFIDENCE
    ) -> None:
        self.network, self.long_side, self.confident = network, long_side, confident

    def find(self, image: Image, long_side: int | None = None, stretch: float = 1.0) -> Detections:
        """The cards in a picture (height, width, 3) BGR uint8, most confident first. ``stretch``: so many times as high
        as it is the network is shown the picture; cards seen at a slant look less flat then.
        """
        return self._find(image, long_side or self.long_side, white_balance(image), stretch)

    def _find(self, image: Image, long_side: int, gains: Gains | None, stretch: float) -> Detections:
        batch, fit = letterboxed(image, long_side, gains, stretch)
        rows = answers(self.network.run(batch), self.confident)
        seen = quads.in_order(rows[:, 5:].reshape(-1, 4, 3)[..., :2])
        sound = quads.sound(seen, LEAST_EDGE, LEAST_SINE)
        return distinct(Detections(fit.undone(seen[sound]), rows[sound, 4]))

    def find_within(
        self, image: Image, box: Box, long_side: int | None = None, stretch: float = 1.0
    ) -> Detections:
        """The cards that lie whole in one part of a picture, at the scale at which the whole would be looked at."""
        x0, y0, x1, y1 = box
        height, width = image.shape[:2]
        if (x0, y0, x1, y1) == (0, 0, width, height):
            return self.find(image, long_side, stretch)
        scale = (long_side or self.long_side) / max(height, width)
        nearer = round(max(x1 - x0, y1 - y0) * scale)
        found = self._find(image[y0:y1, x0:x1], nearer, white_balance(image), stretch)
        low = np.array([x0 + CUT_PX if x0 else -np.inf, y0 + CUT_PX if y0 else -np.inf])
        high = np.array([x1 - CUT_PX if x1 < width else np.inf, y1 - CUT_PX if y1 < height else np.inf])
        corners = found.corners + np.array([x0, y0], np.float32)
        whole = ((corners > low) & (corners < high)).all((1, 2))
        return Detections(corners[whole], found.confidence[whole])


def answers(output: NDArray[Any], confident: float) -> Floats:
    """The network's confident answers as rows (n, 17), one for each place; CannotRun if the output has another shape.

    Every anchor that sees a card answers, so most cards have many answers.
    """
    if output.ndim != 3 or output.shape[0] != 1 or output.shape[1] != OUTPUT_ROWS:
        raise CannotRun(f"a network is no finder: expected shape (1, {OUTPUT_ROWS}, n), got {output.shape}")
    rows = np.asarray(output[0].T, np.float32)
    rows = rows[np.isfinite(rows).all(1) & (rows[:, 4] >= confident)]
    rows = rows[np.argsort(-rows[:, 4], kind="stable")[:MOST_ANSWERS]]
    boxes = np.concatenate([rows[:, :2] - rows[:, 2:4] / 2, rows[:, 2:4]], 1)
    kept = cv2.dnn.NMSBoxes(boxes.tolist(), rows[:, 4].tolist(), confident, SAME_BOX)
    return rows[np.asarray(kept, np.intp).reshape(-1)]


def distinct(found: Detections) -> Detections:
    """Non-maximum suppression: one detection a card, the most confident; sorted by confidence.

    Detections are one card only if they share most of their area and point the same way, since cards may overlap. A
    detection that is only a part of another is dropped: no card is half as large as the next. But where several parts
    are more confident than the whole, the parts are the cards.
    """
    found = found.by_confidence()
    kept: list[int] = []
    for k, corners in enumerate(found.corners):
        if not any(same_card(corners, found.corners[other]) for other in kept):
            kept.append(k)
    return _whole(found.select(kept))


def seen_twice(live: Detections, plain: Detections) -> Detections:
    """The finds in a live picture and in the same without the bare table, each card once. Where outlines of the two
    share most of their area the more confident one stays, whichever way they point: a card seen from low is about as
    broad as long. But where the second is only a part of the first, the first stays, as surely as the second was found:
    what of a card looks as the bare table did is missing in that picture.
    """
    worse_live, worse_plain = np.zeros(len(live), bool), np.zeros(len(plain), bool)
    confidence = live.confidence.copy()
    areas, plain_areas = (np.abs(quads.signed_areas(found.corners)) for found in (live, plain))
    for k, corners in enumerate(live.corners):
        for j, outline in enumerate(plain.corners):
            common, within = quads.overlap(corners, outline)
            if common <= SAME_CARD:
                continue
            part = plain_areas[j] < EATEN * areas[k] and within > WITHIN
            if part:
                confidence[k] = max(confidence[k], plain.confidence[j])
            less = not part and live.confidence[k] < plain.confidence[j]
            worse_live[k] |= less
            worse_plain[j] |= not less
    sure = Detections(live.corners, confidence)
    return distinct(Detections.joined(sure.select(~worse_live), plain.select(~worse_plain)))


def _whole(found: Detections) -> Detections:
    """Drop the parts of cards, and what looks like one card but is several."""
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
    """Whether several detections inside another are the cards, and the outer one is none."""
    return len(parts) > 1 and bool(confidence[parts].mean() > confidence[whole])


def same_card(one: Floats, other: Floats) -> bool:
    """Whether two outlines (4, 2) are detections of one card."""
    common, _ = quads.overlap(one, other)
    return common > SAME_ANYHOW or (common > SAME_CARD and quads.same_way(one, other, SAME_WAY_DEGREES))
