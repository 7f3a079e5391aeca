"""A track's life: tentative, confirmed, occluded, lost. No picture and no network: finds and readings are said."""

import numpy as np
import pytest

from engine.cards import Card
from vision.arrays import Floats
from vision.detection.detections import Detections
from vision.reading.backs import CardReading
from vision.tracking.arrival import Arrival
from vision.tracking.association import associate
from vision.tracking.track import (
    CONFIRMED_APART_S,
    CONFIRMED_HITS,
    ENOUGH_READS,
    LOST_MISSES,
    LOST_SECONDS,
    Track,
    TrackState,
)
from vision.tracking.tracker import Search, Tracker

FPS = 12
EVERYWHERE = Search((640, 480), (0, 0, 640, 480))


def outline(x: float, y: float = 100.0) -> Floats:
    """A card 40 x 56 pixels with its middle at (x, y)."""
    return np.array([[x - 20, y - 28], [x + 20, y - 28], [x + 20, y + 28], [x - 20, y + 28]], np.float32)


class Scene:
    """Cards by their place; ``moves`` and ``shows_bare`` are said of every place."""

    def __init__(self) -> None:
        self.cards: dict[float, str] = {}
        self.moves = 0.0
        self.shows_bare: bool | None = False
        self.tracker, self.frames = Tracker(), 0

    def moving(self, corners: Floats) -> float:
        return self.moves

    def bare(self, corners: Floats) -> bool | None:
        return self.shows_bare

    def read(self, corners: Floats) -> list[CardReading]:
        return [CardReading(self._reading(float(four[:, 0].mean())), None) for four in corners]

    def judged(self, reading: CardReading, in_a_pile: bool, known: bool) -> Floats:
        return reading.posterior

    def learn_back(self, track: int, reading: CardReading) -> None:
        pass

    def _reading(self, x: float) -> Floats:
        posterior = np.full(53, 0.01 / 52, np.float32)
        if "back" in self.cards.values():
            posterior[52] = 0.99
            return posterior
        posterior[Card.parse(self.cards[min(self.cards, key=lambda at: abs(at - x))]).code] = 0.99
        return posterior

    def update(self, frames: int = 1, search: Search = EVERYWHERE) -> list[Track]:
        found = np.array([outline(x) for x in self.cards], np.float32).reshape(-1, 4, 2)
        for _ in range(frames):
            finds = Detections(found, np.ones(len(found), np.float32))
            tracks = self.tracker.update(finds, self, search, self, self.frames / FPS)
            self.frames += 1
        return tracks


@pytest.fixture
def scene() -> Scene:
    """One card, confirmed."""
    started = Scene()
    started.cards[100.0] = "7h"
    started.update(CONFIRMED_HITS)
    return started


def test_a_track_is_tentative_until_it_was_found_often_enough() -> None:
    scene = Scene()
    scene.cards[100.0] = "7h"
    (track,) = scene.update(CONFIRMED_HITS - 1)
    assert track.state is TrackState.TENTATIVE
    (track,) = scene.update()
    assert track.state is TrackState.CONFIRMED
    assert track.view().state is TrackState.CONFIRMED


def test_finds_far_apart_in_time_confirm_a_track_sooner() -> None:
    scene = Scene()
    scene.cards[100.0] = "7h"
    scene.update()
    scene.frames += int(CONFIRMED_APART_S * FPS)
    (track,) = scene.update()
    assert track.state is TrackState.CONFIRMED


def test_a_tentative_track_that_is_not_found_is_soon_lost() -> None:
    scene = Scene()
    scene.cards[100.0] = "7h"
    (track,) = scene.update()
    del scene.cards[100.0]
    assert scene.update(LOST_MISSES) == [track]
    assert scene.update() == []
    assert track.state is TrackState.LOST


def test_a_card_under_an_arm_is_occluded_for_as_long_as_the_arm_stays(scene: Scene) -> None:
    del scene.cards[100.0]
    scene.moves = 0.5
    (track,) = scene.update(10 * FPS)
    assert track.state is TrackState.OCCLUDED
    scene.cards[100.0], scene.moves = "7h", 0.0
    (again,) = scene.update()
    assert (again.number, again.state) == (track.number, TrackState.CONFIRMED)


def test_a_card_is_lost_where_the_bare_table_shows(scene: Scene) -> None:
    del scene.cards[100.0]
    scene.shows_bare = True
    assert len(scene.update(LOST_MISSES - 1)) == 1
    assert scene.update() == []


def test_a_card_not_found_at_a_still_place_is_occluded_and_in_the_end_lost(scene: Scene) -> None:
    scene.update(10 * FPS)
    del scene.cards[100.0]
    (track,) = scene.update(int(LOST_SECONDS * FPS))
    assert track.state is TrackState.OCCLUDED
    assert scene.update(2) == []


def test_a_card_outside_the_part_that_was_searched_is_not_missed(scene: Scene) -> None:
    del scene.cards[100.0]
    elsewhere = Search((640, 480), (320, 0, 640, 480))
    (track,) = scene.update(10 * FPS, elsewhere)
    assert (track.misses, track.state) == (0, TrackState.CONFIRMED)


def test_another_card_laid_right_on_a_card_is_a_track_of_its_own(scene: Scene) -> None:
    scene.update(3)
    (below,) = scene.tracker.tracks
    scene.cards[100.0] = "8c"
    below.rereads = 2
    tracks = scene.update(2)
    assert [track.state for track in tracks] == [TrackState.OCCLUDED, TrackState.TENTATIVE]
    assert tracks[1].posterior().argmax() == Card.parse("8c").code


@pytest.mark.parametrize("shows", [True, False])
def test_a_card_long_not_found_stays_while_its_place_looks_as_it_did(scene: Scene, shows: bool) -> None:
    """And one that is lost was there until it was first missed: later arms are not the one that took it."""
    scene.update(int(LOST_SECONDS * FPS))
    missed = scene.frames / FPS
    scene.cards.clear()
    nothing = Detections.none()
    for _ in range(int(2 * LOST_SECONDS * FPS)):
        tracks = scene.tracker.update(
            nothing, scene, EVERYWHERE, scene, scene.frames / FPS, lambda track, tracks: shows
        )
        scene.frames += 1
        if not tracks:
            break
    assert bool(tracks) == shows
    if not shows:
        assert scene.tracker.lost[0].last == pytest.approx(missed)


@pytest.mark.parametrize("left", [True, False])
def test_a_card_whose_place_looks_as_before_it_came_is_lost_at_once(scene: Scene, left: bool) -> None:
    scene.update(FPS)
    (card,) = scene.tracker.tracks
    scene.cards.clear()
    for _ in range(LOST_MISSES):
        scene.tracker.update(
            Detections.none(),
            scene,
            EVERYWHERE,
            scene,
            scene.frames / FPS,
            left=lambda track, tracks: left and track is card,
        )
        scene.frames += 1
    assert scene.tracker.tracks == ([] if left else [card])


@pytest.mark.parametrize("readings", [0, 3], ids=["never read", "surely read"])
def test_a_card_surely_read_is_not_lost_sooner_for_having_been_seen_shortly(
    scene: Scene, readings: int
) -> None:
    """Evening 9979: a king was seen for half a second, then a hand rested on it, and lay still: it was lost, and found
    again as a card laid after the next one.
    """
    (card,) = scene.tracker.tracks
    card.reads, card.undisturbed = card.reads and readings, readings
    scene.cards.clear()
    tracks = scene.update(int(0.8 * LOST_SECONDS * FPS))
    assert tracks == ([card] if readings else [])


def test_a_glimpse_of_the_same_card_beside_it_ends_no_card(scene: Scene) -> None:
    """A card half under another was found with an outline that was off, three times, and then not at all."""
    scene.update(FPS)
    (card,) = scene.tracker.tracks
    scene.cards = {113.0: "7h"}
    scene.update(CONFIRMED_HITS - 1)
    scene.cards.clear()
    assert scene.update(LOST_MISSES + 1) == [card]


def test_a_card_seen_long_enough_beside_its_place_has_been_nudged(scene: Scene) -> None:
    scene.update(FPS)
    (card,) = scene.tracker.tracks
    scene.cards = {113.0: "7h"}
    tracks = scene.update(CONFIRMED_HITS + LOST_MISSES)
    assert len(tracks) == 1
    assert tracks[0] is not card


def test_a_card_seen_beside_its_place_lies_there_since_it_was_laid(scene: Scene) -> None:
    """Webcam 9987: a queen on a newspaper got another outline two seconds after it was laid, after the next card."""
    scene.update(FPS)
    (card,) = scene.tracker.tracks
    card.arrive(Arrival(0.25, (90.0,)))
    scene.cards = {113.0: "7h"}
    (nudged,) = scene.update(CONFIRMED_HITS + LOST_MISSES)
    assert nudged is not card
    assert (nudged.since, nudged.arrival) == (card.since, card.arrival)


def test_a_card_is_not_found_again_where_what_is_found_shows_no_face(scene: Scene) -> None:
    """Evening 9976: an eight was gone, and a box of the newspaper was found at its place now and again: it stayed for
    twenty seconds.
    """
    (card,) = scene.update(FPS)
    scene.shows_bare = None
    seconds = 0
    while card in scene.tracker.tracks and seconds < 3 * LOST_SECONDS:
        scene.cards.clear()
        scene.update(FPS - 2)
        scene.cards[100.0] = "back"
        scene.update(2)
        seconds += 1
    assert seconds <= LOST_SECONDS + 1


@pytest.mark.parametrize("looks", [True, False])
def test_a_card_taken_for_the_bare_table_stays_while_its_place_looks_as_with_it(
    scene: Scene, looks: bool
) -> None:
    """What lies there and is not found is soon learnt as the table (webcam 9987)."""
    scene.update(ENOUGH_READS)
    scene.cards.clear()
    scene.shows_bare = True
    for _ in range(LOST_MISSES + 2):
        finds = Detections(np.zeros((0, 4, 2), np.float32), np.zeros(0, np.float32))
        scene.tracker.update(finds, scene, EVERYWHERE, scene, scene.frames / FPS, lambda track, tracks: looks)
        scene.frames += 1
    assert bool(scene.tracker.tracks) is looks


def test_an_outline_round_two_cards_that_lie_on_each_other_moves_neither(scene: Scene) -> None:
    scene.cards[125.0] = "9d"
    lower, upper = scene.update(CONFIRMED_HITS + ENOUGH_READS)
    before = lower.corners.copy(), upper.corners.copy()
    both = np.array([[80, 72], [145, 72], [145, 128], [80, 128]], np.float32)
    finds = Detections(both[None], np.ones(1, np.float32))
    for _ in range(3):
        scene.tracker.update(finds, scene, EVERYWHERE, scene, scene.frames / FPS)
        scene.frames += 1
    assert (lower.corners == before[0]).all()
    assert (upper.corners == before[1]).all()
    assert lower.rereads + upper.rereads == 0, "nothing moves there: no look more is wanted"


def test_a_card_laid_on_two_is_found_though_an_arm_had_cut_the_one_below(scene: Scene) -> None:
    """Its outline, larger than what was left of that one's, was taken for two cards found as one (Malilla, 9925)."""
    scene.cards[125.0] = "9d"
    _, upper = scene.update(CONFIRMED_HITS + ENOUGH_READS)
    cut, above = outline(125.0), outline(125.0, 106.0)
    cut[2:, 1] -= 8
    for moves, finds in ((0.1, [outline(100.0), cut]), (0.0, [outline(100.0), above])):
        scene.moves = moves
        for _ in range(3):
            found = Detections(np.stack(finds), np.ones(2, np.float32))
            scene.tracker.update(found, scene, EVERYWHERE, scene, scene.frames / FPS)
            scene.frames += 1
    np.testing.assert_allclose(upper.corners, above)


def test_a_card_found_across_is_the_same_card_and_keeps_the_way_it_was_read(scene: Scene) -> None:
    """Seen from low it is about as broad as long; the finder takes now one and now the other side for the long one."""
    scene.update(FPS)
    (track,) = scene.tracker.tracks
    square = np.array([[80, 78], [120, 78], [120, 122], [80, 122]], np.float32)
    for corners in (square, np.roll(square, 1, 0)):
        track.corners = square.copy()
        finds = Detections(corners[None], np.ones(1, np.float32))
        assert scene.tracker.update(finds, scene, EVERYWHERE, scene, 2.0) == [track]
        np.testing.assert_allclose(track.corners, square)


def test_a_find_goes_to_the_nearest_card_however_many_others_lie_on_the_table() -> None:
    """Later cards were preferred by their number, so an outline round two cards took the finds of one of them."""
    elsewhere = [outline(200 + 50 * k) for k in range(8)]
    known = np.stack([outline(100), *elsewhere, outline(106)])
    assert associate(known, outline(101.2)[None]) == ([(0, 0)], [])
    on_top = np.stack([outline(100), *elsewhere, outline(100)])
    assert associate(on_top, outline(99.5)[None]) == ([(9, 0)], [])
