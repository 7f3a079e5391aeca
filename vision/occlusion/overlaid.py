"""Overlaid cards: if little more than an index shows, the index tells which card it is and where it must lie."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import cv2
import numpy as np

from engine.cards import PACK, Card
from vision.arrays import Floats
from vision.detection.detections import SeenCard
from vision.geometry import quads
from vision.reading.indices import Index, at_one, lies_at_index, outlines_from, same_places
from vision.reading.reader import SURE_PROBABILITY, UNREADABLE

READ_PROBABILITY = 0.8
"""A card is named by an index alone where its probability is at least this."""
SAME_CORNER = 0.3
"""Heights of an index's patch from its corner to that of an outline within which they are one card's corner. In
the films that showed such strips they were up to 0.2 apart.
"""
OVERLAP_SHARE = 0.02
"""Two cards that share more than this of the smaller one's area lie one over the other. An index read surely needs no
other card: an arm or a thing may cover the rest of its card.
"""
GIVES_WAY = 0.3
"""A doubtful detection that shares this much of the smaller one's area with a card known by its index is that card."""
HIDES_MORE = 0.2
"""A card lies at the left of its index if others share so much more with that place than with the one at its right
(intersection over union): beside the strip that shows there must lie what hides the rest.
"""
MOST_ALIKE = 3
"""So many cards of one name are believed that an index alone tells: two packs hold two, and one may be misread."""
SMALLEST, LARGEST = 0.6, 2.0
"""An index is rejected if its card would have to be this many times as long as its size suggests."""


def with_indices(seen: Sequence[SeenCard], indices: Sequence[Index]) -> list[SeenCard]:
    """The cards ``seen``, and those known by their index alone. A detection that could not surely be read is replaced
    by the card whose index lies in it.
    """
    told = [index for index in indices if index.posterior[:UNREADABLE].max() >= READ_PROBABILITY]
    read = [(_name(index), index) for index in at_one(told)]
    sure = [card for card in seen if surely_read(card) and not _contradicted(card, read)]
    doubtful = [card for card in seen if card not in sure]
    torn = [_torn(card, read) for card in sure]
    strips = [now.corners for was, now in zip(sure, torn, strict=True) if now is not was]
    sure = torn
    usual = float(np.median([_area(card.corners) for card in sure])) if sure else None
    own = [(index.patch, card.corners) for name, index in read for card in sure if name == card.card]
    at_left = [lies_at_index(*each, four=False) for each in own if lies_at_index(*each)]
    two = bool(at_left) and all(at_left)
    around = ([], []) if two else (doubtful, seen)
    shown = list[SeenCard]()
    used = [index.patch for _, index in read if any(_askew(index.patch, strip) for strip in strips)]
    for name, index in sorted(read, key=lambda each: -each[1].confidence):
        if any(_belongs(name, index, card, read, sure) for card in sure):
            continue
        if any(other.card == name and lies_at_index(index.patch, other.corners) for other in shown):
            continue
        if used and same_places(np.stack([index.patch, *used]))[0, 1:].any():
            continue  # one index is one card's, whatever another look read there
        outline = _outline(index.patch, *around, usual)
        if outline is not None:
            left = bool(np.linalg.norm(outline - index.patch[0], axis=1).argmin() == 0)
            shown.append(SeenCard(name, float(index.posterior[name.code]), outline, left))
            used.append(index.patch)
    shown = [
        card
        for card in _not_too_often(shown)
        if card.confidence >= SURE_PROBABILITY or lies_with_others(card, sure + shown)
    ]
    return sure + [card for card in doubtful if not _explained(card, shown)] + shown


def _not_too_often(shown: Sequence[SeenCard]) -> list[SeenCard]:
    """The cards named by an index alone, without those named more often than packs hold them: signs on a cloth."""
    times = Counter(card.card for card in shown)
    return [card for card in shown if times[card.card] <= MOST_ALIKE]


def lies_with_others(card: SeenCard, cards: Sequence[SeenCard]) -> bool:
    """Whether a card lies over others or under them."""
    return any(
        other is not card and quads.overlap(card.corners, other.corners)[1] > OVERLAP_SHARE for other in cards
    )


def _name(index: Index) -> Card:
    return PACK[int(index.posterior[:UNREADABLE].argmax())]


def _belongs(
    name: Card,
    index: Index,
    card: SeenCard,
    read: Sequence[tuple[Card, Index]],
    sure: Sequence[SeenCard],
) -> bool:
    """Whether an index is a card's own: it lies where the card has one. If it reads as another card, it is still the
    card's own unless another index of the card confirms what the card was read as, and that other card is none of the
    ``sure`` ones: what lies elsewhere does not lie on this card too.
    """
    if not lies_at_index(index.patch, card.corners):
        return False
    if name == card.card or any(name == other.card for other in sure):
        return True
    return not any(other == card.card and lies_at_index(one.patch, card.corners) for other, one in read)


def _contradicted(card: SeenCard, read: Sequence[tuple[Card, Index]]) -> bool:
    """Whether the indices of a card all say another name, and one of them more surely than the whole was read: a find
    that is two cards in one is now and then read as a third.
    """
    own = [(name, index) for name, index in read if lies_at_index(index.patch, card.corners)]
    others = [float(index.posterior[name.code]) for name, index in own if name != card.card]
    return len(others) == len(own) and max(others, default=0.0) > card.confidence


def surely_read(card: SeenCard) -> bool:
    """Whether a detection was read as a card, beyond doubt."""
    return card.card is not None and card.confidence >= SURE_PROBABILITY


def _torn(card: SeenCard, read: Sequence[tuple[Card, Index]]) -> SeenCard:
    """A card, less sure of its name where an index at one of its corners reads as another and none as its own: the
    index lies where no card of that outline has one, so the find is a strip of a card. Its name is the likelier one.
    """
    others = [(name, index) for name, index in read if _askew(index.patch, card.corners)]
    own = any(name == card.card and lies_at_index(index.patch, card.corners) for name, index in read)
    if own or not others or any(name == card.card for name, _ in others):
        return card
    name, index = max(others, key=lambda each: float(each[1].posterior[each[0].code]))
    sure = float(index.posterior[name.code])
    best = card.card if card.confidence >= sure else name
    return SeenCard(best, max(card.confidence, sure) / (card.confidence + sure), card.corners)


def _askew(patch: Floats, corners: Floats) -> bool:
    """Whether the corner of a card with an index at its left, which lies in an outline, is one of that outline's, and
    no index lies there.
    """
    height = float(np.linalg.norm(patch[3] - patch[0]))
    apart = np.linalg.norm(corners - patch[0], axis=1).min()
    inside = apart < SAME_CORNER * height and _holds(corners, patch.mean(0))
    return bool(inside) and not lies_at_index(patch, corners)


def _explained(card: SeenCard, shown: Sequence[SeenCard]) -> bool:
    """Whether a doubtful detection is a card, or several, that are better known by their indices."""
    least = card.confidence if card.card is not None else 0.0
    return any(
        other.confidence > least and quads.overlap(card.corners, other.corners)[1] > GIVES_WAY
        for other in shown
    )


def _holds(corners: Floats, point: Floats) -> bool:
    return cv2.pointPolygonTest(corners.reshape(-1, 1, 2), (float(point[0]), float(point[1])), False) >= 0


def _outline(
    patch: Floats, doubtful: Sequence[SeenCard], seen: Sequence[SeenCard], usual: float | None
) -> Floats | None:
    """Where the card of an index lies. The card is to the right of its index, as at both ends of every card, unless a
    ``doubtful`` detection that holds the index shows that it is one at the card's right, or, without any, if at its
    left a card of those ``seen`` hides it, and none at its right. Its size is ``usual``, the area of the other cards,
    since decks print indices of many sizes. None if the index does not fit a card of that size.
    """
    outlines = outlines_from(patch)
    if usual is not None:
        size = np.sqrt(usual / max(_area(outlines[0]), 1e-6))
        if not SMALLEST < size < LARGEST:
            return None
        corners = patch[:2, None]  # the card's corner at the index, where it is at the left and at the right
        outlines = np.asarray((outlines - corners) * size + corners, np.float32)
    hosts = [card for card in doubtful if _holds(card.corners, patch.mean(0))]
    at_left, at_right = (_most_shared(each, hosts or seen) for each in outlines)
    return np.asarray(outlines[int(at_right > at_left + (0 if hosts else HIDES_MORE))], np.float32)


def _most_shared(outline: Floats, cards: Sequence[SeenCard]) -> float:
    """How much of its place an outline shares with the card that it shares most with."""
    return max((quads.overlap(outline, card.corners)[0] for card in cards), default=0.0)


def _area(corners: Floats) -> float:
    return abs(float(quads.signed_areas(corners[None])[0]))
