"""Recognises the cards of one photograph: which cards lie in it, and where.

1. The finder looks at the whole picture; if cards are small, it looks again, from nearer.
2. Each card's corners are moved onto its own edges.
3. The reader says which card it is, from the picture's full resolution.
4. If there are cards, indices are searched: of a card under others nothing else may show.
5. Two that overlap and have the same name are one card.
6. If not one card is surely read, what is read doubtfully may be no card at all: it must stand on its own.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Protocol

import numpy as np

from vision.arrays import Box, Floats, Image
from vision.detection.cloth import MANY, MOST_PACKS, STANDS_OUT, Prints
from vision.detection.detections import Detections, SeenCard, once
from vision.detection.finder import LEAST_AT_TABLES, LEAST_CONFIDENCE, Finder
from vision.detection.letterbox import LONG_SIDE, STRIDE
from vision.detection.looks import CLOSEST_LOOK, NOTHING_NEW, SECOND_LOOK, look
from vision.detection.sizes import Resized, narrowest, shrunk
from vision.detection.upright import better_of, reads_as_much, stretched, upright_stretch
from vision.geometry import quads
from vision.geometry.edges import refine
from vision.occlusion.covered import larger_than_cards, whole_cards
from vision.occlusion.overlaid import surely_read, with_indices
from vision.occlusion.stock import where_more
from vision.reading.indices import Index, IndexReader, Indices, flattened_index, shows_two
from vision.reading.letters import SURELY, LetterReader, Letters
from vision.reading.reader import READABLE, SURE_PROBABILITY, UNREADABLE, Reader, reading
from vision.runtime import backend_selection, weights
from vision.runtime.inference import Network

INDEX_AIM, INDEX_SECOND, INDEX_SMALLEST = 200.0, 0.7, 45.0
"""Pixels of a card's width in the first look for indices; how large the second is beside it, which finds what the first
misses; and the least width for such a look.
"""
CARD_SHAPE = (0.6, 0.8)
"""Shorter side over longer side of a picture that may be one card from edge to edge."""
WHOLE_CARD_RATIO = (1.1, 1.8)
"""Height over width of a card seen whole, in the picture."""
LOOKED_AT = round(CLOSEST_LOOK * NOTHING_NEW)
"""Pixels of the longer side: of a picture twice as long, or more, a smaller copy is looked at."""
READ_FROM = 256.0
"""Pixels, twice the width of the reader's crop: a picture whose narrowest card is twice as wide, or more, is shrunk
before it is read. By a whole number, which is fast.
"""
SURE_INDEX = 0.98
"""An index read less surely must show a sign over another: letters printed on cloths came to 0.97."""
FILLS = 0.9
"""A card that takes this share of the picture was read as filling it, which asks for its rank to be sure."""

READING = ("finder", "reader", "index_reader", "letter_reader")
"""The networks that every reading of cards in a photograph needs."""
TABLE_READING = ("table_finder", *READING[1:])
"""The same for a table."""


class LooksForIndices(Protocol):
    """Whatever finds and reads indices: ``vision.reading.indices.Indices``."""

    def look(self, image: Image, *long_sides: int, known: Sequence[SeenCard] = ()) -> list[Index]:
        """The indices in a picture, one look for each of these lengths of its longer side; ``known``: cards that are
        surely read.
        """


class Recogniser:
    """Finds and reads the cards of photographs. ``letters``: what is known of how their deck is lettered; ``fanned``:
    cards surely lie over one another, so indices are looked for everywhere, whatever seems to be read.
    """

    def __init__(
        self,
        finder: Finder,
        reader: Reader,
        indices: LooksForIndices | None = None,
        letters: Letters | None = None,
        fanned: bool = False,
    ) -> None:
        self.finder, self.reader, self.indices, self.letters = finder, reader, indices, letters
        self._fanned = fanned

    @classmethod
    def load(
        cls, threads: int | None = None, folder: Path | None = None, lettered: str | None = None
    ) -> Recogniser:
        """Load the networks of a folder, or those that come with the program; ``lettered`` and errors as ``networks``
        has them.
        """
        file = weights.weights_file("index_finder.onnx", folder)
        finder, reader, by_index, (indices,) = _loaded(threads, folder, lettered, file)
        return cls(finder, reader, Indices(indices, by_index), by_index.letters)

    def recognise(self, image: Image) -> list[SeenCard]:
        """The cards in a picture (height, width, 3) BGR uint8, most confident first. They and those of the pictures
        before tell how the deck is lettered; if they tell something new, the picture is read again.
        """
        if self.letters is None:
            return self._recognised(image)
        before = self.letters.alphabet
        seen = self._recognised(image)
        return seen if self.letters.alphabet == before else self._recognised(image)

    def _recognised(self, image: Image) -> list[SeenCard]:
        """The cards in a picture, by the alphabet that is known now."""
        seen = self._all(image)
        stretch = upright_stretch(seen)
        if stretch > 1:
            upright = stretched(image, stretch)
            better = upright.cards_back(self._all(upright.image))
            if reads_as_much(better, seen):  # what cannot be read there either may be print
                seen = better_of(seen, better)
        return self._believed(image, once(sorted(seen, key=lambda card: -card.confidence)))

    def _believed(self, image: Image, seen: list[SeenCard]) -> list[SeenCard]:
        """The cards as they are if one is surely read, since cards lie together; if none is, those read doubtfully that
        do not stand on their own are not named: a table without cards has nothing but such readings.
        """
        doubted = [k for k, card in enumerate(seen) if card.card]
        if not doubted or seen[doubted[0]].confidence >= SURE_PROBABILITY:  # the surest comes first
            return seen
        corners = np.stack([seen[k].corners for k in doubted])
        confidence = np.array([seen[k].confidence for k in doubted], np.float32)
        fills = np.abs(quads.signed_areas(corners)) >= FILLS * image.shape[0] * image.shape[1]
        kept, believed = self.reader.stands_alone(image, corners, confidence) | fills, list(seen)
        for k, four, stays in zip(doubted, corners, kept, strict=True):
            if not stays:
                believed[k] = SeenCard(None, seen[k].confidence, four)
        return believed

    def _all(self, image: Image) -> list[SeenCard]:
        """The cards in a picture as it is: those seen whole, and those under others."""
        near, seen = self._found(image, SECOND_LOOK)
        if not any(card.card for card in seen):  # a mat or a book may look like a card from afar
            near, seen = self._found(image, LONG_SIDE)
        if not any(card.card for card in seen) and (filling := self._filling(image)):
            near, seen = Resized(image), filling
        return near.cards_back(self._by_index(near.image, self._uncovered(near.image, seen)))

    def _found(self, image: Image, second: int) -> tuple[Resized, list[SeenCard]]:
        """What lies in a picture, read: the picture as large as reading takes, and the cards in it."""
        found = self.find(image, second)
        near = shrunk(image, int(narrowest(found.corners) / READ_FROM))
        return near, self._read(near.image, near.into(found))

    def _read(self, image: Image, found: Detections) -> list[SeenCard]:
        """What was found, read as lying alone, without what is printed on the cloth."""
        posteriors, corners = self.reader.read(image, refine(image, found.corners), alone=True)
        posteriors = self.reader.supported(image, corners, posteriors)
        found, best = Detections(corners, found.confidence), posteriors[:, :UNREADABLE].max(1)
        prints, read, sure = Prints(image, found), best >= READABLE, best >= SURE_PROBABILITY
        gone = prints.among(read, sure, MOST_PACKS + 1)
        if gone.sum() >= MANY:
            posteriors, shown = self.reader.borne_out(image, corners, posteriors)
            gone = prints.among(read & shown, sure & shown, MOST_PACKS + 1)
        if sure.any():
            gone |= prints.faint(read)
        elif (
            len(found) <= MOST_PACKS
        ):  # so few may be cards face down: rows of them come again, as print does
            gone &= found.confidence < STANDS_OUT
        return _seen(corners[~gone], found.confidence[~gone], posteriors[~gone])

    def _read_at(self, image: Image, corners: Floats, confidence: Floats) -> list[SeenCard]:
        posteriors, corners = self.reader.read(image, corners)
        return _seen(corners, confidence, self.reader.supported(image, corners, posteriors))

    def _filling(self, image: Image) -> list[SeenCard]:
        """The card that fills the picture from edge to edge, if the picture has a card's shape and a rank is surely
        read.
        """
        height, width = image.shape[:2]
        if not CARD_SHAPE[0] < min(width, height) / max(width, height) < CARD_SHAPE[1]:
            return []
        outline = np.array([[[0, 0], [width, 0], [width, height], [0, height]]], np.float32)
        (posterior,), (corners,) = self.reader.read(image, outline)
        read = reading(posterior)
        if read.card is None or posterior[:UNREADABLE].reshape(4, -1).sum(0).max() < SURE_PROBABILITY:
            return []
        return [SeenCard(read.card, read.confidence, corners)]

    def _uncovered(self, image: Image, seen: list[SeenCard]) -> list[SeenCard]:
        """Detections that are not surely read may be parts of cards, or two cards: replace them by what can be read
        best.
        """
        sure = [card for card in seen if card.card and card.confidence >= SURE_PROBABILITY]
        doubtful = [card for card in seen if not (card.card and card.confidence >= SURE_PROBABILITY)]
        if not doubtful:
            return seen
        stand = [card.corners for card in sure if _stands(card.corners)]
        known, found = sure, np.stack([card.corners for card in doubtful])
        whole = np.stack(stand) if stand else found[:0]
        larger, parted = larger_than_cards(found, whole), whole_cards(found, whole)
        for card, large, outlines in zip(doubtful, larger, parted, strict=True):
            # what is no larger than a card shows another's index where that lies over it, or is badly seen
            outlines = outlines if large else np.concatenate([card.corners[None], outlines])
            others = self._read_at(image, outlines, np.full(len(outlines), card.confidence, np.float32))
            least = card.confidence if card.card else 0.0
            better = [other for other in others if other.card and other.confidence > least]
            known = known + (better or [card])
        return known

    def _by_index(self, image: Image, seen: list[SeenCard]) -> list[SeenCard]:
        """Add the cards of which little more than an index shows, if there are cards at all, and any sign of others."""
        if self.indices is None or not seen:
            return seen
        box = (0, 0, *image.shape[1::-1]) if self._fanned else where_more(image, seen)
        if box is None:
            return seen
        whole = max(image.shape[:2])
        sizes = quads.widths_and_heights(np.stack([card.corners for card in seen]))[0]
        width = float(np.median(sizes)) / whole
        most = min(CLOSEST_LOOK, NOTHING_NEW * whole)
        first = min(max(INDEX_AIM / width, LONG_SIDE), most)
        sides = {int(side // STRIDE * STRIDE) for side in (first, max(INDEX_SECOND * first, LONG_SIDE))}
        if max(sides) * width < INDEX_SMALLEST:
            return seen
        scales = [side / whole for side in sorted(sides, reverse=True)]
        return with_indices(seen, self._indices_within(image, box, scales, seen))

    def _indices_within(
        self, image: Image, box: Box, scales: Sequence[float], seen: Sequence[SeenCard]
    ) -> list[Index]:
        """The indices in one part of a picture, one look enlarged by each of these scales."""
        assert self.indices is not None
        x0, y0, x1, y1 = box
        at, longer = np.array([x0, y0], np.float32), max(x1 - x0, y1 - y0)
        known = [replace(card, corners=card.corners - at) for card in seen if surely_read(card)]
        sides = [round(scale * longer) for scale in scales]
        found = self.indices.look(image[y0:y1, x0:x1], *sides, known=known)
        here = [replace(index, patch=index.patch + at) for index in found]
        return [index for index in here if _surely(index) or shows_two(flattened_index(image, index.patch))]

    def find(self, image: Image, second: int = SECOND_LOOK) -> Detections:
        """Where cards lie. Looks follow, ``second`` pixels large and more, while there is more to see."""
        shown = shrunk(image, max(image.shape[:2]) // LOOKED_AT)
        found = look(self.finder, shown.image, second)
        return Detections(shown.back(found.corners), found.confidence)


def _seen(corners: Floats, confidence: Floats, posteriors: Floats) -> list[SeenCard]:
    """Detections (n, 4, 2) as what they were read as; the finder's confidence for those not read."""
    seen = []
    for four, there, posterior in zip(corners, confidence, posteriors, strict=True):
        read = reading(posterior)
        seen.append(SeenCard(read.card, read.confidence if read.card else float(there), four))
    return seen


def _surely(index: Index) -> bool:
    """Whether an index is read beyond doubt."""
    return bool(index.posterior[:UNREADABLE].max() >= SURE_INDEX)


def _stands(corners: Floats) -> bool:
    """Whether an outline (4, 2) has the shape of a card seen whole, and not from too low."""
    width, height = quads.widths_and_heights(corners[None])
    return WHOLE_CARD_RATIO[0] < float(height[0] / width[0]) < WHOLE_CARD_RATIO[1]


def networks(
    threads: int | None = None, folder: Path | None = None, lettered: str | None = None
) -> tuple[Finder, Reader]:
    """Load the finder and the reader for a table, from a folder or the program's own; MissingWeights or CannotRun.

    A table has a finder of its own, which has learned from films of games; it needs many looks, so that is the faster
    one with 8-bit numbers, if there is one. ``lettered``: the alphabet of the deck (``vision.reading.alphabet``), if it
    was said; if not, it is found out from the cards.
    """
    finder, reader, _, _ = _loaded(threads, folder, lettered, of_table=True)
    return finder, reader


def closely(
    finder: Finder, reader: Reader, threads: int | None = None, folder: Path | None = None
) -> Recogniser:
    """What looks from near at cards of a table that lie over one another, with the table's own finder and reader, which
    are ``networks``'; MissingWeights or CannotRun.
    """
    (indices,) = backend_selection.load(threads, weights.weights_file("index_finder.onnx", folder))
    by_index = reader.indices
    assert isinstance(by_index, IndexReader)
    return Recogniser(finder, reader, Indices(indices, by_index), by_index.letters, fanned=True)


def _loaded(
    threads: int | None, folder: Path | None, lettered: str | None, *others: Path, of_table: bool = False
) -> tuple[Finder, Reader, IndexReader, list[Network]]:
    """The finder, that for tables or for photographs, the reader, the index reader with its letters, and other networks
    as they are.
    """
    files = [
        weights.weights_file(f"{name}.onnx", folder) for name in (TABLE_READING if of_table else READING)
    ]
    finder, reader, index_reader, letter_reader, *rest = backend_selection.load(
        threads, *files, *others, quantised=of_table
    )
    cool = [weights.temperature(file) for file in files]
    letters = Letters(LetterReader(letter_reader, cool[3]), lettered, SURELY if of_table else READABLE)
    by_index = IndexReader(index_reader, cool[2], letters)
    least = LEAST_AT_TABLES if of_table else LEAST_CONFIDENCE
    return Finder(finder, confident=least), Reader(reader, cool[1], by_index, letters), by_index, rest
