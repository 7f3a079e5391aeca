"""Finds that are no whole card, put right by the cards known: two taken for one, and what shows of one."""

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from engine.cards import Card
from vision.detection.detections import Detections
from vision.geometry import quads
from vision.tracking.fragments import completed
from vision.tracking.track import Track

WIDE, HIGH = 62.0, 88.0


def outline(x: float, y: float, wide: float = WIDE, high: float = HIGH) -> np.ndarray:
    """A rectangle with its top left at (x, y), clockwise."""
    return np.array([[x, y], [x + wide, y], [x + wide, y + high], [x, y + high]], np.float32)


def track(number: int, x: float, y: float, card: str) -> Track:
    """A card that has long been known."""
    made = Track(number, outline(x, y), 0.0, 0.0, confidence=0.95, hits=9, confirmed=True)
    reading = np.full(53, 0.002, np.float32)
    reading[Card.parse(card).code] = 0.99
    for _ in range(3):
        made.take(reading, True)
    return made


TRACKS = [
    track(1, 100, 100, "7h"),
    track(2, 300, 120, "9d"),
    track(3, 500, 90, "Kc"),
    track(4, 300, 400, "As"),
]
SIZE = (1280, 720)
KNOWN = np.stack([each.corners for each in TRACKS])


class Reads:
    """Says what lies at an outline, by where its top left is; everything else cannot be read."""

    def __init__(self, **cards: tuple[float, float]) -> None:
        self.cards, self.asked = cards, 0

    def __call__(self, corners: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        self.asked += len(corners)
        readings = np.full((len(corners), 53), 0.001, np.float32)
        for row, four in zip(readings, corners, strict=True):
            near = [name for name, at in self.cards.items() if np.abs(four.min(0) - at).max() < 6]
            row[Card.parse(near[0]).code if near else 52] = 0.95
        return readings, corners


def found(*outlines: np.ndarray) -> Detections:
    corners = np.stack([*KNOWN, *outlines])
    return Detections(corners, np.full(len(corners), 0.9, np.float32))


def complete(finds: Detections, tracks: list[Track], reads: Reads) -> Detections:
    return completed(finds, tracks, reads, SIZE)


def new(finds: Detections) -> list[np.ndarray]:
    """The finds that are none of the known cards."""
    return [each for each in finds.corners if all(quads.overlap(each, other)[0] < 0.7 for other in KNOWN)]


def test_what_another_card_leaves_to_see_of_a_card_is_that_card() -> None:
    """A ten half under another ten was an eight besides: too few cards lay there to tell how large one is."""
    ten, over = track(1, 100, 100, "Td"), track(2, 70, 90, "Ts")
    ten.at_rest = ten.corners
    shows = outline(126, 104, 40, 84)
    seen = complete(
        Detections(np.stack([over.corners, shows]), np.full(2, 0.9, np.float32)), [ten, over], Reads()
    )
    assert [each.tolist() for each in seen.corners] == [over.corners.tolist(), ten.corners.tolist()]


def test_whole_cards_and_a_table_of_few_stay_as_they_are() -> None:
    whole = found(outline(600, 300))
    assert complete(whole, TRACKS, Reads()) is whole
    two = found(outline(280, 400, 82))
    assert complete(two, TRACKS[:2], Reads()) is two


@pytest.mark.parametrize("way", [-1, 1])
def test_a_card_laid_half_over_a_known_one_is_told_from_it(way: int) -> None:
    left = 300 - (20 if way < 0 else 0)
    reads = Reads(Ac=(300.0 + 20 * way, 400.0))
    (other,) = new(complete(found(outline(left, 400, WIDE + 20)), TRACKS, reads))
    assert quads.overlap(other, outline(300 + 20 * way, 400))[0] > 0.9
    assert reads.asked == 1, "the other one is known"


def test_a_known_card_found_loosely_is_no_second_card() -> None:
    assert new(complete(found(outline(290, 400, WIDE + 20)), TRACKS, Reads())) == []


def test_a_known_card_that_an_arm_had_cut_is_not_there_twice() -> None:
    """A striped sleeve drew a king's outline to the left; then it was two kings, and stayed two."""
    cut, whole = outline(280, 400, 48), outline(280, 400, WIDE)
    tracks = [*TRACKS[:3], track(4, 280, 400, "As")]
    tracks[3].corners = tracks[3].at_rest = cut
    reads = Reads(As=(294.0, 400.0))
    corners = np.stack([*KNOWN[:3], whole])
    seen = complete(Detections(corners, np.full(4, 0.9, np.float32)), tracks, reads)
    assert [each.tolist() for each in seen.corners[3:]] == [whole.tolist()]


def test_two_new_cards_taken_for_one_are_told_by_their_faces() -> None:
    reads = Reads(**{"4c": (600.0, 300.0), "4d": (624.0, 300.0)})
    cards = complete(found(outline(600, 300, WIDE + 24)), TRACKS, reads)
    assert sorted(round(float(each.min(0)[0])) for each in new(cards)) == [600, 624]


@pytest.mark.parametrize("known", [True, False], ids=["one known", "both new"])
def test_two_cards_of_which_not_both_can_be_told_are_looked_at_from_nearer(known: bool) -> None:
    """A three lay across the far eight of a low camera's table. Both were one find, and that was the eight for the rest
    of the hand.
    """
    at = (300, 400) if known else (600, 300)
    both, across = outline(*at, WIDE + 20), outline(at[0] + 20, at[1] + 10)
    looked: list[np.ndarray] = []

    def nearer(find: np.ndarray) -> np.ndarray:
        looked.append(find)
        return np.stack([outline(at[0] + 2, at[1] + 1), across])

    cards = new(completed(found(both), TRACKS, Reads(), SIZE, nearer=nearer))
    assert [find.tolist() for find in looked] == [both.tolist()]
    assert len(cards) == (1 if known else 2)
    assert any(np.array_equal(card, across) for card in cards)


def test_nothing_is_looked_at_from_nearer_that_can_be_told() -> None:
    def nearer(find: np.ndarray) -> np.ndarray:
        raise AssertionError("known cards and the reader tell it")

    told = Reads(Ac=(320.0, 400.0))
    assert len(new(completed(found(outline(300, 400, WIDE + 20)), TRACKS, told, SIZE, nearer=nearer))) == 1
    assert new(completed(found(outline(100, 100, WIDE, 40)), TRACKS, Reads(), SIZE, nearer=nearer)) == []


def test_what_moves_is_neither_read_nor_looked_at_from_nearer() -> None:
    """An arm that takes a card is joined to it: each frame of that took longer than all else in it."""

    def never(_: np.ndarray) -> Any:
        raise AssertionError("an arm tells nothing")

    joined, large = outline(600, 300, WIDE + 20), outline(600, 300, WIDE * 1.2, HIGH * 1.2)
    for find in (joined, large):
        told = completed(found(find), TRACKS, never, SIZE, nearer=never, still=lambda _: False)
        assert [each.tolist() for each in new(told)] == [find.tolist()]


@pytest.mark.parametrize("seen", [True, False], ids=["two seen", "only it seen"])
def test_a_find_larger_than_a_card_both_ways_is_looked_at_from_nearer(seen: bool) -> None:
    """A seven and a three in a trick's heap, askew: one find, with neither side of a card. It was a six below them."""
    both = outline(600, 300, WIDE * 1.2, HIGH * 1.2)
    cards = np.stack([outline(600, 300), outline(612, 317)]) if seen else both[None]
    seen_there = new(completed(found(both), TRACKS, Reads(), SIZE, nearer=lambda find: cards))
    assert [each.tolist() for each in seen_there] == [each.tolist() for each in cards]


def test_what_shows_of_a_known_card_is_that_card() -> None:
    cards = complete(found(outline(100, 100, WIDE, 40)), [*TRACKS], Reads())
    assert new(cards) == []


def test_what_nobody_can_tell_more_about_stays() -> None:
    odd = outline(600, 300, WIDE + 24)
    cards = complete(found(odd), TRACKS, Reads())
    assert any(np.array_equal(each, odd) for each in cards.corners)


def test_a_strip_in_which_no_card_can_be_read_is_left_out() -> None:
    """It had been stretched to a whole card and read as a nine: the edge of a back under its pile."""
    strip = outline(600, 300, WIDE, HIGH * 0.35)
    assert new(complete(found(strip), TRACKS, Reads())) == []
    (card,) = new(complete(found(strip), TRACKS, Reads(**{"8h": (600.0, 300.0)})))
    assert quads.overlap(card, outline(600, 300))[0] > 0.9


def test_cards_that_lie_face_down_tell_how_large_cards_are() -> None:
    down = Track(9, outline(300, 120), 0.0, 0.0, confidence=0.95, hits=9, confirmed=True)
    blank = np.full(53, 0.0002, np.float32)
    blank[52] = 0.99
    for _ in range(4):
        down.take(blank, True)
    strip = found(outline(600, 300, WIDE, HIGH * 0.35))
    assert complete(strip, TRACKS[:2], Reads()) is strip
    assert len(complete(strip, [*TRACKS[:2], down], Reads())) == len(strip) - 1


def test_a_pack_that_the_border_cuts_does_not_tell_how_large_cards_are() -> None:
    """Before a low tablet it made others too large: a card was moved by a sixth of its width, and seen twice."""
    cut = Track(9, outline(300, -60), 0.0, 0.0, confidence=0.95, hits=9, confirmed=True)
    blank = np.full(53, 0.0002, np.float32)
    blank[52] = 0.99
    for _ in range(4):
        cut.take(blank, True)
    strip = found(outline(600, 300, WIDE, HIGH * 0.35))
    assert complete(strip, [*TRACKS[:2], cut], Reads()) is strip


def test_two_cards_taken_for_one_are_told_apart_where_no_third_lies() -> None:
    """The first porrazo of a match: the card played lies half over the only other one, which is found no more."""
    alone = TRACKS[0]
    missed = replace(alone, misses=3, occluded=True, at_rest=alone.corners)
    both = outline(60, 100, WIDE + 40)
    finds = Detections(both[None], np.array([0.6], np.float32))
    told = completed(finds, [missed], Reads(**{"7d": (60.0, 100.0)}), SIZE)
    assert sorted(corners[:, 0].min() for corners in told.corners) == pytest.approx([60, 100], abs=1)
    assert len(completed(finds, [missed], Reads(), SIZE)) == 1, "what else may lie there is not known"
