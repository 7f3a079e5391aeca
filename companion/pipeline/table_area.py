"""Cards outside the table's area are no cards of this game: other people's things, a second pack, a magazine."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from dataclasses import replace

import cv2
import numpy as np

from companion.pipeline.watcher import Looks
from vision.arrays import Floats, Image
from vision.tracking.table import TableView

log = logging.getLogger(__name__)

Point = tuple[float, float]

LOOKS_OUT_OF_DATE = 20
"""When more cards lie outside than inside in so many looks one after the other, the camera was moved since the area
was found. Chosen: two seconds or more of looks, longer than a hand that sweeps cards away.
"""


def inside(area: Sequence[Point], corners: Floats, size: tuple[int, int]) -> bool:
    """Whether the middle of a card at ``corners`` (4, 2), in pixels, lies in the area.

    ``area``: its corners as fractions of a picture of ``size`` (width, height) pixels; without any, everything does.
    """
    if len(area) < 3:
        return True
    outline = (np.array(area, np.float32) * np.array(size, np.float32)).reshape(-1, 1, 2)
    x, y = corners.mean(0)
    return cv2.pointPolygonTest(outline, (float(x), float(y)), measureDist=False) >= 0


class WithinArea:
    """A `Looks` that leaves out the cards outside the area.

    An area outside of which most cards lie is out of date: from then on nothing is left out.
    """

    def __init__(self, table: Looks, area: Sequence[Point]) -> None:
        self.table, self.area = table, tuple(area)
        self._amiss = 0

    def look(self, image: Image, t: float, number: int) -> TableView:
        """See `Looks`."""
        view = self.table.look(image, t, number)
        if not self.area:
            return view
        size = image.shape[1], image.shape[0]
        cards = tuple(card for card in view.cards if inside(self.area, card.corners, size))
        self._judge(len(cards), len(view.cards) - len(cards))
        if not self.area:
            return view
        backs = tuple(back for back in view.backs if inside(self.area, back, size))
        return replace(view, cards=cards, backs=backs)

    def _judge(self, within: int, beyond: int) -> None:
        """Let go of the area when it is out of date."""
        self._amiss = self._amiss + 1 if beyond > within else 0
        if self._amiss >= LOOKS_OUT_OF_DATE:
            log.warning("more cards lie outside the table's area than in it: it is out of date, and ignored")
            self.area = ()
