"""One photograph: which cards lie in it, and where.

1. The finder looks at the whole picture; where cards come out small, it looks again, closer.
2. Each card's corners are moved onto its own edges.
3. The reader says which card it is, from the picture's full resolution.
4. What shares its place with a card of the same name is the same card.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from engine.cards import Card
from vision import choosing, quads, weights
from vision.detections import Detections
from vision.edges import refine
from vision.finder import Finder, distinct
from vision.reader import Reader, reading

Image = NDArray[np.uint8]
Floats = NDArray[np.float32]

FIRST_LOOK = 160
"""Pixels of the longer side, for cards that fill the picture."""
LOOKS = (320, 640, 1280)
"""Pixels of the longer side at each further look: from afar first, where near cards are found whole."""
SMALL = 32.0
"""Pixels that a card is wide in what the finder sees: smaller ones are found, but loosely."""
NOTHING_NEW = 1.4
"""A look that enlarges the picture by more than this shows nothing that was not there before."""


@dataclass(frozen=True, eq=False, slots=True)
class SeenCard:
    """A card in a photograph: ``card`` is None for a back and where it cannot be read.

    ``confidence``: 0 to 1, that it is this card; for a card that was not read, that it is one at all.
    ``corners``: float32 (4, 2), pixels, clockwise from the card's own top left (of either end).
    """

    card: Card | None
    confidence: float
    corners: Floats


class Recogniser:
    """Finds and reads the cards of photographs."""

    def __init__(self, finder: Finder, reader: Reader) -> None:
        self.finder, self.reader = finder, reader

    @classmethod
    def load(cls, threads: int | None = None) -> Recogniser:
        """Load the networks that come with the program, as ``networks`` does."""
        return cls(*networks(threads))

    def recognise(self, image: Image) -> list[SeenCard]:
        """The cards in a picture (height, width, 3) BGR uint8, most confident first."""
        found = self.find(image)
        corners = refine(image, found.corners)
        posteriors = self.reader.read(image, corners)
        seen = []
        for four, there, posterior in zip(corners, found.confidence, posteriors, strict=True):
            read = reading(posterior)
            seen.append(SeenCard(read.card, read.confidence if read.card else float(there), four))
        return sorted(seen, key=lambda card: -card.confidence)

    def find(self, image: Image) -> Detections:
        """Where cards lie; looked at again from closer by while they come out small and there is more to see."""
        whole = max(image.shape[:2])
        found = self.finder.find(image, FIRST_LOOK)
        for long_side in LOOKS:
            if long_side > NOTHING_NEW * whole:
                break
            found = distinct(Detections.joined(found, self.finder.find(image, long_side)))
            widths, _ = quads.widths_and_heights(found.corners)
            if len(found) and float(np.median(widths)) * long_side / whole >= SMALL:
                break
        return found


def networks(threads: int | None = None, folder: Path | None = None) -> tuple[Finder, Reader]:
    """Load the networks of a folder, or those that come with the program; MissingWeights or CannotRun if that fails."""
    finder_file, reader_file = (weights.weights_file(name, folder) for name in ("finder.onnx", "reader.onnx"))
    finder, reader = choosing.load(threads, finder_file, reader_file)
    return Finder(finder), Reader(reader, weights.temperature(reader_file))
