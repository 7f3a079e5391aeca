"""The steps of learning a deck from photographs of its cards, laid out together or one by one.

1. Find the cards of each photograph and flatten them (``laid_out``).
2. Name them: as people said, or as the network reads them, each card at most once (``named``).
3. Centre each, so that its two ends match; leave out those covered or out of focus (``centred``).
4. Read cards of that deck without and with what was learnt (``measured``).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import cv2
import numpy as np
from numpy.typing import NDArray

from engine.cards import PACK, Card
from vision.arrays import Doubles, Floats, Image, Mask, Numbers
from vision.enrolment.decks import BadDeck, Faces
from vision.enrolment.enrolled_reader import EnrolledReader
from vision.enrolment.templates import SHIFT_PX, X0, X1, Y0, Y1, DeckTemplates
from vision.geometry import quads
from vision.geometry.edges import refine
from vision.photograph import CARD_SHAPE, Recogniser
from vision.reading.reader import HEIGHT, LEAST_PROBABILITY, UNREADABLE, WIDTH, Reader, flattened

Why = Literal["no card", "another number", "untold", "unclear", "none"]
"""Why photographs are of no use: no card is found in it; more or fewer than were said; of none it can be told which it
is; none is clear enough; none of the photographs is left.
"""

ROW_SHARE = 0.5
"""Cards lie in one row of a photograph if their middles differ by less than this share of their height."""
PLAUSIBLE_PROBABILITY = 0.2
"""The least probability by the network for a name that nobody gave."""
END_SHIFT_PX = 14
"""Pixels by which the two ends of a flattened card may be shifted against each other: corners are not exact."""
WHOLE_CORRELATION = 0.7
"""The ends of a card shown whole and in focus correlate by at least this."""
GOOD_CORRELATION = 0.85
"""If they correlate by this, the card's outline is good."""
BLANK_CONTRAST = 10.0
"""Grey levels (standard deviation): a corner with less contrast has no index."""
SPOILT_COPIES = 4
"""Spoilt copies of each face to measure on, where no card was shown twice."""


class OfNoUse(BadDeck):
    """Nothing can be learnt from a photograph, or from any: ``why``, and how many cards were ``found`` in it."""

    def __init__(self, why: Why, said: str, found: int = 0) -> None:
        super().__init__(said)
        self.why, self.found = why, found


@dataclass(frozen=True, slots=True)
class Measured:
    """How many of ``cards`` were read right without the deck, and with it; ``kept_back``: they are photographs that
    were kept back, else copies of the faces, spoilt (out of place, dim, blurred, half covered).
    """

    cards: int
    before: int
    after: int
    kept_back: bool


def laid_out(recogniser: Recogniser, image: Image, said: Sequence[Card] | None) -> Image:
    """The cards of a photograph (height, width, 3) BGR, flattened: (n, 176, 128, 3), in reading order.

    ``said``: which they are, if known. A photograph of one card may be filled by it. OfNoUse where another number of
    cards is found, or none.
    """
    found = recogniser.find(image).corners
    alone = said is not None and len(said) == 1
    corners = _one_card(image, found) if alone else _outlined(image, found)
    if not len(corners):
        raise OfNoUse("no card", "no card can be found in it")
    if said is not None and len(said) != len(corners):
        told = f"{len(said)} cards are said to lie there, {len(corners)} are found"
        raise OfNoUse("another number", told, len(corners))
    return np.stack([flattened(image, corners[k]) for k in reading_order(corners)])


def _one_card(image: Image, corners: Floats) -> Floats:
    """The card (1, 4, 2) of a photograph of one card: the largest detection, or the whole picture if it has a card's
    shape and its two ends match better; none (0, 4, 2).
    """
    height, width = image.shape[:2]
    largest = corners[np.argsort(-np.abs(quads.signed_areas(corners)))[:1]]
    if not CARD_SHAPE[0] < width / height < CARD_SHAPE[1]:
        return _outlined(image, largest)
    whole = np.array([[[0, 0], [width, 0], [width, height], [0, height]]], np.float32)
    return _likest_ends(image, np.concatenate([refine(image, largest), whole]))[None]


def _outlined(image: Image, corners: Floats) -> Floats:
    """The cards' corners (n, 4, 2), moved onto their edges; or as they were found if the two ends of the card match
    better so: what looks like an edge may be a printed frame.
    """
    outlines = refine(image, corners)
    for k, outline in enumerate(outlines):
        if _centred(flattened(image, outline))[1] < GOOD_CORRELATION:
            outlines[k] = _likest_ends(image, np.stack([outline, corners[k]]))
    return outlines


def _likest_ends(image: Image, outlines: Floats) -> Floats:
    """The one (4, 2) of these outlines (n, 4, 2) whose two ends match best."""
    alike = [_centred(flattened(image, outline))[1] for outline in outlines]
    return np.asarray(outlines[int(np.argmax(alike))], np.float32)


def reading_order(corners: Floats) -> list[int]:
    """The cards (n, 4, 2) row by row from the picture's top, each row from the left."""
    middles = corners.mean(1)
    apart = ROW_SHARE * float(np.median(np.ptp(corners[..., 1], axis=1)))
    rows: list[list[int]] = []
    for k in np.argsort(middles[:, 1], kind="stable"):
        if rows and middles[k, 1] - np.mean([middles[other, 1] for other in rows[-1]]) < apart:
            rows[-1].append(int(k))
        else:
            rows.append([int(k)])
    return [k for row in rows for k in sorted(row, key=lambda number: float(middles[number, 0]))]


def named(posteriors: Floats, taken: Sequence[int] = ()) -> Numbers:
    """Name cards shown together: (n,) places in ``engine.cards.PACK``, -1 if it cannot be told.

    ``posteriors`` (n, 53) are the network's. Each card is there at most once, and those ``taken`` not at all; if there
    are too many pictures for that, the least readable stay unnamed.
    """
    cards = np.full(len(posteriors), -1, np.int64)
    free = np.setdiff1d(np.arange(len(PACK)), np.asarray(taken, np.int64))
    faces = np.argsort(posteriors[:, UNREADABLE], kind="stable")[: len(free)]
    if not len(faces):
        return cards
    worth = np.log(np.maximum(posteriors[faces][:, free], LEAST_PROBABILITY))
    given = free[best_assignment(worth)]
    # Where all that is left in the deck lies there, the last one follows from the others, however it looks.
    certain = len(faces) == len(free) == len(posteriors)
    plausible = posteriors[faces, given] >= PLAUSIBLE_PROBABILITY
    cards[faces] = given if certain else np.where(plausible, given, -1)
    return cards


def centred(faces: Faces) -> tuple[Faces, Mask]:
    """The faces, moved so that both their ends match, and which of them (n,) are whole and in focus. A card's two ends
    are the same print: if they differ, one is covered, or the corners are wrong.
    """
    pairs = [_centred(crop) for crop in faces.crops]
    alike = np.array([correlation >= WHOLE_CORRELATION for _, correlation in pairs])
    return Faces(np.stack([crop for crop, _ in pairs]), faces.cards), alike


def _centred(crop: Image) -> tuple[Image, float]:
    """The card, moved by half of what its turned end is out of place if that is much; and how like that end is."""
    wide = cv2.copyMakeBorder(
        crop[::-1, ::-1], END_SHIFT_PX, END_SHIFT_PX, END_SHIFT_PX, END_SHIFT_PX, cv2.BORDER_REPLICATE
    )
    index = crop[Y0:Y1, X0:X1]
    like = cv2.matchTemplate(
        wide[Y0 : Y1 + 2 * END_SHIFT_PX, X0 : X1 + 2 * END_SHIFT_PX], index, cv2.TM_CCOEFF_NORMED
    )
    if index.std() < BLANK_CONTRAST:
        return crop, 0.0
    y, x = divmod(int(like.argmax()), like.shape[1])
    right, down = x - END_SHIFT_PX, y - END_SHIFT_PX
    dx, dy = (right // 2, down // 2) if max(abs(right), abs(down)) > SHIFT_PX else (0, 0)
    by = np.array([[1, 0, dx], [0, 1, dy]], np.float32)
    moved = cv2.warpAffine(crop, by, (WIDTH, HEIGHT), borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(moved, np.uint8), float(like[y, x])


def measured(reader: Reader, faces: Faces) -> Measured:
    """Read cards of a deck without and with these faces: photographs kept back where cards were shown more than once,
    else spoilt copies.
    """
    first = np.zeros(len(faces.cards), np.bool_)
    first[np.unique(faces.cards, return_index=True)[1]] = True
    if first.all():
        crops, cards, learnt, kept_back = *worsened(faces), faces, False
    else:
        crops, cards, kept_back = faces.crops[~first], faces.cards[~first], True
        learnt = Faces(faces.crops[first], faces.cards[first])
    plain = Reader.read_crops(reader, crops)
    corrected = EnrolledReader(reader, [DeckTemplates(learnt)]).corrected(plain, crops)
    right = [int((posteriors.argmax(1) == cards).sum()) for posteriors in (plain, corrected)]
    return Measured(len(cards), right[0], right[1], kept_back)


def worsened(faces: Faces) -> tuple[Image, Numbers]:
    """Worsened copies of the faces: shifted, dim, blurred, every other one half covered by another face; and which
    cards they are. The same every time.
    """
    rng = np.random.default_rng(1)
    copies = []
    for copy in range(SPOILT_COPIES):
        for crop in faces.crops:
            over = faces.crops[rng.integers(len(faces.crops))]
            copies.append(_worsened(_half_covered(crop, over, rng) if copy % 2 else crop, rng))
    return np.stack(copies), np.tile(faces.cards, SPOILT_COPIES)


def _half_covered(crop: Image, over: Image, rng: np.random.Generator) -> Image:
    """The card with another over its right or lower half; the index at its top left still shows."""
    covered = crop.copy()
    across, down = (rng.uniform(0.3, 0.6), 0.0) if rng.random() < 0.5 else (0.0, rng.uniform(0.35, 0.6))
    x, y = int(across * WIDTH), int(down * HEIGHT)
    covered[y:, x:] = over[: HEIGHT - y, : WIDTH - x]
    return covered


def _worsened(crop: Image, rng: np.random.Generator) -> Image:
    outline = np.array([[0, 0], [WIDTH, 0], [WIDTH, HEIGHT], [0, HEIGHT]], np.float32)
    moved = outline + rng.normal(0, 0.02 * WIDTH, (4, 2)).astype(np.float32)
    matrix = cv2.getPerspectiveTransform(moved, outline)
    out = cv2.warpPerspective(crop, matrix, (WIDTH, HEIGHT)).astype(np.float32)
    out = cv2.GaussianBlur(out, (0, 0), rng.uniform(0.3, 1.5)) * rng.uniform(0.4, 1.1)
    out += rng.normal(0, 4, out.shape)
    return np.asarray(out.clip(0, 255), np.uint8)


def best_assignment(worth: NDArray[np.floating]) -> Numbers:
    """Best assignment: give each of n takers one of m things, none twice, so that the sum of ``worth`` (n, m) is
    largest.

    Returns each taker's thing (n,). The Hungarian method with potentials: one shortest path for each taker, n n m
    steps. ValueError if there are more takers than things, or a worth is not finite.
    """
    n, m = worth.shape
    if n > m:
        raise ValueError(f"worth: expected at most as many rows as columns, got {worth.shape}")
    if not np.isfinite(worth).all():
        raise ValueError("worth: expected numbers, got infinity or NaN")
    cost = -np.asarray(worth, np.float64)
    paid, price = np.zeros(n), np.zeros(m + 1)
    taker = np.full(m + 1, -1)  # the last thing is no thing: where each new taker begins
    for new in range(n):
        taker[m] = new
        _settle(cost, paid, price, taker)
    things = np.empty(n, np.int64)
    things[taker[:m][taker[:m] >= 0]] = np.flatnonzero(taker[:m] >= 0)
    return things


def _settle(cost: Doubles, paid: Doubles, price: Doubles, taker: Numbers) -> None:
    """Give the new taker, kept in the last place, a thing: along the cheapest path, on which others change theirs."""
    m = cost.shape[1]
    least, came_from = np.full(m, np.inf), np.full(m, m)
    reached = np.zeros(m + 1, np.bool_)
    at = m
    while taker[at] >= 0:
        reached[at] = True
        row = taker[at]
        left = cost[row] - paid[row] - price[:m]
        better = ~reached[:m] & (left < least)
        least[better], came_from[better] = left[better], at
        nearest = int(np.where(reached[:m], np.inf, least).argmin())
        step = least[nearest]
        paid[taker[reached]] += step
        price[reached] -= step
        least[~reached[:m]] -= step
        at = nearest
    while at != m:
        taker[at] = taker[came_from[at]]
        at = int(came_from[at])
