"""Indices: the rank over the suit in a card's corner, where they lie on the card, and how they are found and read.

An index is marked by its patch: that corner of the card, of the size PATCH, with its own corners clockwise from the top
left, the rank upright. Every card has an index at the left of both its ends; many have one at the right too. It shows
two signs of ink, one over the other; a letter on a cloth stands alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np

from engine.cards import Suit
from vision.arrays import Box, Floats, Image, Mask, Matrix
from vision.detection.detections import SeenCard
from vision.detection.finder import LEAST_SINE, answers
from vision.detection.letterbox import letterboxed
from vision.geometry import quads
from vision.reading.alphabet import ENGLISH
from vision.reading.letters import Letters
from vision.reading.reader import LEAST_PROBABILITY, READABLE, UNREADABLE, as_batch, probabilities
from vision.runtime.inference import Network

PATCH_SHARE = (0.25, 0.27)
"""Width and height of an index's patch, as shares of the card's."""
INDEX_WIDTH, INDEX_HEIGHT = 64, 96
"""Pixels of a flattened index."""
PATCH_MARGIN = (0.08, 0.06, 0.2, 0.26)
"""Margin of a flattened index around the patch, left, top, right and bottom, in widths and heights of the patch:
patches are not found exactly, and large indices reach beyond them.
"""
LEAST_CONFIDENCE = 0.06
"""The least confidence of the index finder. It is low, since what is no index will not be readable."""
LEAST_EDGE = 3.0
"""Pixels in the network's input: no readable index has a shorter edge."""
AS_FOUND = ((0.0, 1.0),)
LOOSE_PATCHES = ((12.0, 1.0), (-12.0, 1.0), (0.0, 1.2), (0.0, 0.85))
"""An index is read as it was found, and several times more: its patch turned by so many degrees and scaled by so much,
since patches are not found exactly and the reader fails on those that are far off.
"""
KNOWN_PROBABILITY = 0.8
"""An index of a card that is surely read says what was read, from here on: it need not be read again."""
NO_INDEX_PROBABILITY = 0.95
"""A patch that can be read neither way up, at first sight with this probability, is not read again."""
SAME_INDEX_HEIGHTS = 0.25
"""Patches are one index if their middles are nearer than this, in heights of a patch."""
UNIT_SQUARE = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], np.float32)
OWN_INDEX_WIDTHS = 0.2
"""An index this near to where a card has one, in widths of the card, is that card's own."""
CARD_WIDTHS = np.array([1, 1.4], np.float32)
"""A card's width and height, in widths."""
INK_SHARES = (0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8)
"""What differs from the ground by one of these shares of the most is ink: two blurred signs part at one of them."""
MOST_INK = 97.0
"""The percentile of the differences that counts as the most: a few pixels may be a glare or a card's edge."""
WHERE_INK_IS = (slice(5, 75), slice(5, 45))
"""Rows and columns of a flattened index, 96 x 64 pixels, that hold its print, and little of what lies beside it."""
LEAST_AREA, LEAST_WIDTH, LEAST_HEIGHT = 30, 4, 9
"""Pixels of a sign in a flattened index; a 1 may be as narrow."""
LEAST_RANK_HEIGHT, MOST_WIDTH = 16, 44
"""Pixels: a rank is taller than a suit may be, and what is wider than either is another card's edge or the table."""
LEAST_OVER, MOST_OVER = -1, 16
"""Pixels between the foot of the rank and the head of the suit."""
ONE_OVER_ANOTHER = 0.5
"""The share of the narrower sign's width that lies over or under the other."""


def patches(four: bool) -> Floats:
    """The patches (n, 4, 2) of a card 1 wide and 1 high: two, or four if it has indices at the right too."""
    left = UNIT_SQUARE * np.array(PATCH_SHARE, np.float32)
    right = left + np.array([1 - PATCH_SHARE[0], 0], np.float32)
    upright = [left, right] if four else [left]
    return np.asarray(np.stack([*upright, *(1 - patch for patch in upright)]), np.float32)


INDEX_SPOTS = {four: patches(four).mean(1) * CARD_WIDTHS for four in (False, True)}
"""Where a card has indices, in widths: at its left only, and at its right too."""


def lies_at_index(patch: Floats, corners: Floats, four: bool = True) -> bool:
    """Whether an index lies where a card has one: at its left or, with ``four``, also at its right."""
    flat = cv2.getPerspectiveTransform(np.asarray(corners, np.float32), UNIT_SQUARE * CARD_WIDTHS)
    at = cv2.perspectiveTransform(patch.mean(0).reshape(1, 1, 2), flat)[0, 0]
    return float(np.linalg.norm(INDEX_SPOTS[four] - at, axis=1).min()) < OWN_INDEX_WIDTHS


def flattened_index(image: Image, patch: Floats) -> Image:
    """An index (96, 64, 3), upright, cut from a picture (height, width, 3) by the corners (4, 2) of its patch."""
    left, top, right, bottom = PATCH_MARGIN
    wide, high = INDEX_WIDTH / (1 + left + right), INDEX_HEIGHT / (1 + top + bottom)
    target = (UNIT_SQUARE + np.array([left, top], np.float32)) * np.array([wide, high], np.float32)
    onto = cv2.getPerspectiveTransform(np.asarray(patch, np.float32), np.asarray(target, np.float32))
    matrix = np.asarray(onto, np.float64)
    size = (INDEX_WIDTH, INDEX_HEIGHT)
    excess = float(np.linalg.norm(patch[3] - patch[0])) / high
    if excess > 1.5:  # blurred first, or fine print turns to moire
        x0, y0, x1, y1 = _around(matrix, round(excess), image)
        part = cv2.blur(image[y0:y1, x0:x1], (round(excess), round(excess)))
        image, matrix = np.asarray(part, np.uint8), matrix @ np.array([[1, 0, x0], [0, 1, y0], [0, 0, 1.0]])
    return np.asarray(cv2.warpPerspective(image, matrix, size, flags=cv2.INTER_LINEAR), np.uint8)


def ends_of(crops: Image) -> Image:
    """The index at either end of flattened cards (n, height, width, 3), itself flattened: (2 n, 96, 64, 3)."""
    ends = patches(False) * np.array(crops.shape[2:0:-1], np.float32)
    return np.stack([flattened_index(crop, patch) for crop in crops for patch in ends])


def _around(matrix: Matrix, blur: int, image: Image) -> Box:
    """The part of a picture that a flattened index shows, with what a blur over so many pixels brings in beside it.

    All of a large picture would take seconds to blur.
    """
    whole = UNIT_SQUARE * np.array([INDEX_WIDTH, INDEX_HEIGHT], np.float32)
    shown = cv2.perspectiveTransform(whole[None].astype(np.float64), np.linalg.inv(matrix))[0]
    last = np.array(image.shape[1::-1])
    x0, y0 = np.clip(np.floor(shown.min(0)) - blur - 2, 0, last - 1).astype(int).tolist()
    x1, y1 = np.clip(np.ceil(shown.max(0)) + blur + 3, (x0 + 1, y0 + 1), last).astype(int).tolist()
    return x0, y0, x1, y1


@dataclass(frozen=True, eq=False, slots=True)
class Index:
    """An index seen: its patch (4, 2), the probabilities (53,) of what it says, how sure the finder is of it."""

    patch: Floats
    posterior: Floats
    confidence: float


class IndexReader:
    """Reads flattened indices. ``network``: input (n, 3, 96, 64) RGB 0 to 1, output (n, 53); ``temperature`` as in
    ``vision.reading.reader.Reader``. ``letters``: who knows how the deck is lettered; without, in English.
    """

    def __init__(self, network: Network, temperature: float = 1.0, letters: Letters | None = None) -> None:
        self.network, self.temperature, self.letters = network, temperature, letters

    def read_crops(self, crops: Image) -> Floats:
        """Probabilities (n, 53) of flattened indices (n, 96, 64, 3) BGR uint8."""
        read = self._answers(crops)
        if self.letters is None or self.letters.alphabet == ENGLISH:
            return read
        return self.letters.relettered(read, self.letters.reader.read_crops(crops))

    def _answers(self, crops: Image) -> Floats:
        """What the network answers, (n, 53)."""
        answer = self.network.run(as_batch(crops))
        logs = np.log(np.maximum(answer, LEAST_PROBABILITY)) / np.float32(self.temperature)
        return probabilities(np.asarray(logs, np.float32))

    def of_cards(self, crops: Image) -> Floats:
        """Probabilities (n, 2, 53) of the index at either end of flattened cards (n, height, width, 3) BGR uint8."""
        indices = ends_of(crops)
        shape = (len(crops), len(indices) // len(crops), -1)
        read = self._answers(indices)
        if self.letters is not None:
            letters = self.letters.reader.read_crops(indices)
            suits = read[:, :UNREADABLE].reshape(*shape[:2], len(Suit), -1).sum(3).prod(1)
            self.letters.hear(letters.reshape(shape), suits)
            if self.letters.alphabet != ENGLISH:
                letters = self.letters.agreed(letters.reshape(shape)).reshape(letters.shape)
                read = self.letters.relettered(read, letters)
        return read.reshape(shape)


class Indices:
    """Finds and reads indices.

    ``finder``: a network as ``vision.detection.finder.Finder`` has it, its four points a patch's.
    """

    def __init__(self, finder: Network, reader: IndexReader) -> None:
        self.finder, self.reader = finder, reader

    def look(self, image: Image, *long_sides: int, known: Sequence[SeenCard] = ()) -> list[Index]:
        """The indices in a picture (height, width, 3) BGR uint8. There are two looks for each of ``long_sides``, the
        length in pixels of the longer side in the network's input: as the picture is, and turned by half, for one look
        may find what another misses. So an index may come up more than once. ``known``: cards that are surely read;
        their own indices need only one reading.
        """
        looks = [find(image, side) for side in long_sides for find in (self._find, self._find_turned)]
        places, sure = (np.concatenate(part) for part in zip(*looks, strict=True))
        if not len(places):
            return []
        places, posteriors = self._read(image, places, known)
        return [Index(*each) for each in zip(places, posteriors, sure.tolist(), strict=True)]

    def _find(self, image: Image, long_side: int) -> tuple[Floats, Floats]:
        """Patches (n, 4, 2) found in one look, and the finder's confidence in each (n,)."""
        batch, fit = letterboxed(image, long_side)
        rows = answers(self.finder.run(batch), LEAST_CONFIDENCE)
        seen = rows[:, 5:].reshape(-1, 4, 3)[..., :2]
        sound = quads.sound(seen, LEAST_EDGE, LEAST_SINE)
        found, sure = fit.undone(seen[sound]), np.asarray(rows[sound, 4], np.float32)
        same, kept = same_places(found), list[int]()
        for k in range(len(found)):
            if not same[k, kept].any():
                kept.append(k)
        return found[kept], sure[kept]

    def _find_turned(self, image: Image, long_side: int) -> tuple[Floats, Floats]:
        """As ``_find`` has it, of the picture turned by half."""
        found, sure = self._find(np.ascontiguousarray(image[::-1, ::-1]), long_side)
        return np.asarray(np.array(image.shape[1::-1], np.float32) - found, np.float32), sure

    def _read(self, image: Image, places: Floats, known: Sequence[SeenCard]) -> tuple[Floats, Floats]:
        """The patches (n, 4, 2), turned by half where they are read better so, since which way up an index is marked is
        not always right; and the probabilities (n, 53) of what they say: after one reading, or several if need be.
        """
        places, first = places.copy(), self._readings(image, places, AS_FOUND)[0]
        unread = np.flatnonzero(first[:, :UNREADABLE].max(1) < READABLE)
        if len(unread):
            turned = np.roll(places[unread], 2, 1)
            others = self._readings(image, turned, AS_FOUND)[0]
            better = others[:, :UNREADABLE].max(1) > first[unread, :UNREADABLE].max(1)
            places[unread[better]], first[unread[better]] = turned[better], others[better]
        none = first[:, UNREADABLE] >= NO_INDEX_PROBABILITY
        again = np.flatnonzero(~none & ~_own(places, first, known))
        if len(again):
            loosely = self._readings(image, places[again], LOOSE_PATCHES)
            says = np.concatenate([first[None, again], loosely])
            surest = says[:, :, :UNREADABLE].max(2).argmax(0)
            first[again] = (says[surest, np.arange(len(again))] + says.mean(0)) / 2
        return places, first

    def _readings(self, image: Image, places: Floats, ways: Sequence[tuple[float, float]]) -> Floats:
        """Probabilities (ways, n, 53) of the indices at these patches (n, 4, 2), varied in so many ways."""
        varied = np.concatenate([_varied(places, *way) for way in ways])
        crops = np.stack([flattened_index(image, patch) for patch in varied])
        return np.asarray(self.reader.read_crops(crops).reshape(len(ways), len(places), -1), np.float32)


def _own(places: Floats, says: Floats, known: Sequence[SeenCard]) -> Mask:
    """Which patches (n, 4, 2), read as (n, 53), are the own indices of cards that are known, and say so."""
    own = np.zeros(len(places), bool)
    for card in known:
        if card.card is not None:
            for k in np.flatnonzero(~own & (says[:, card.card.code] >= KNOWN_PROBABILITY)):
                own[k] = lies_at_index(places[k], card.corners)
    return own


def _varied(places: Floats, degrees: float, size: float) -> Floats:
    """Patches (n, 4, 2) turned about their middles and made so many times as large."""
    c, s = np.cos(np.radians(degrees)), np.sin(np.radians(degrees))
    middles = places.mean(1, keepdims=True)
    return np.asarray((places - middles) @ (np.array([[c, s], [-s, c]]) * size) + middles, np.float32)


def at_one(indices: Sequence[Index]) -> list[Index]:
    """These indices, where several looks found one of them: if they read it as different cards, then as the mean of
    what they say.
    """
    if not indices:
        return []
    same = same_places(np.stack([index.patch for index in indices]))
    says = np.stack([index.posterior for index in indices])
    names = says.argmax(1)
    means = [says[each].mean(0) if len({*names[each]}) > 1 else says[k] for k, each in enumerate(same)]
    return [replace(index, posterior=mean) for index, mean in zip(indices, means, strict=True)]


def same_places(places: Floats) -> Mask:
    """Which pairs (n, n) of the patches (n, 4, 2) mark one index."""
    heights, middles = np.linalg.norm(places[:, 3] - places[:, 0], axis=1), places.mean(1)
    apart = np.linalg.norm(middles[:, None] - middles[None], axis=2)
    return np.asarray(apart < SAME_INDEX_HEIGHTS * np.maximum(heights[:, None], heights[None]), np.bool_)


def outlines_from(patch: Floats) -> Floats:
    """The two outlines (2, 4, 2) that the card of a patch (4, 2) may have: with the index at its left, and at its
    right.
    """
    found = []
    for unit in patches(True)[:2]:
        # A patch is too small to tell how the card is foreshortened: what is parallel on it stays so.
        flat = cv2.estimateAffine2D(unit, np.asarray(patch, np.float32))[0]
        found.append(cv2.transform(UNIT_SQUARE[None], flat)[0])
    return np.asarray(np.stack(found), np.float32)


def shows_two(crop: Image) -> bool:
    """Whether a flattened index (96, 64, 3) BGR uint8 shows one sign over another, as every index does."""
    lab = np.asarray(cv2.cvtColor(crop, cv2.COLOR_BGR2LAB), np.float32)
    ground = np.median(lab.reshape(-1, 3), 0)  # the paper, whatever its colour: it takes most of the picture
    apart = np.asarray(np.linalg.norm(lab - ground, axis=2), np.float32)
    most = float(np.percentile(apart[WHERE_INK_IS], MOST_INK))
    return any(_one_over_another(_signs(apart, share * most)) for share in INK_SHARES)


def _signs(apart: Floats, least: float) -> list[tuple[int, int, int, int]]:
    """What may be a sign where the difference (96, 64) to the ground is more than ``least``: x, y, width, height."""
    _, _, stats, _ = cv2.connectedComponentsWithStats(np.asarray(apart > least, np.uint8), connectivity=4)
    return [
        (x, y, width, height)
        for x, y, width, height, area in stats[1:].tolist()  # the first is what is no ink
        if area >= LEAST_AREA and height >= LEAST_HEIGHT and LEAST_WIDTH <= width <= MOST_WIDTH
    ]


def _one_over_another(signs: list[tuple[int, int, int, int]]) -> bool:
    """Whether one of the signs may be a rank and another the suit beneath it."""
    for x, y, width, height in signs:
        for x2, y2, width2, _ in signs:
            shared = min(x + width, x2 + width2) - max(x, x2)
            under = LEAST_OVER <= y2 - (y + height) < MOST_OVER
            if height >= LEAST_RANK_HEIGHT and under and shared >= ONE_OVER_ANOTHER * min(width, width2):
                return True
    return False
