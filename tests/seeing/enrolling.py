"""Decks drawn for the tests of enrolling, and networks that know nothing of them."""

import cv2
import numpy as np

from engine.cards import PACK
from vision.enrolment.decks import Faces
from vision.reading.reader import CLASSES, HEIGHT, UNREADABLE, WIDTH, Reader


def face(card: int, font: int = cv2.FONT_HERSHEY_SIMPLEX) -> np.ndarray:
    """A card with its rank's letter over its suit's at both ends, red or black."""
    crop = np.full((HEIGHT, WIDTH, 3), 250, np.uint8)
    name = str(PACK[card])
    ink = (40, 40, 190) if name[1] in "dh" else (30, 30, 30)
    for _ in range(2):
        cv2.putText(crop, name[0], (5, 24), font, 0.75, ink, 2)
        cv2.putText(crop, name[1].upper(), (6, 45), font, 0.6, ink, 2)
        crop = np.ascontiguousarray(crop[::-1, ::-1])
    return crop


def deck(font: int = cv2.FONT_HERSHEY_SIMPLEX, cards: range = range(52)) -> Faces:
    """A whole deck, each card once."""
    return Faces(np.stack([face(card, font) for card in cards]), np.array(cards, np.int64))


class Says:
    """A network that answers the same to every card: as likely as not that it cannot be read, else any card, but for
    the ``odds`` that it is told (``_7h=5.0``: ten times as likely as unreadable).
    """

    def __init__(self, **odds: float) -> None:
        self.answer = np.full(CLASSES, 0.5 / UNREADABLE, np.float32)
        self.answer[UNREADABLE] = 0.5
        for name, value in odds.items():
            self.answer[[str(card) for card in PACK].index(name.lstrip("_"))] = value
        self.answer /= self.answer.sum()

    def run(self, batch: np.ndarray) -> np.ndarray:
        return np.tile(self.answer, (len(batch), 1))


def knowing_nothing() -> Reader:
    """A reader whose network reads no card at all."""
    return Reader(Says())
