"""When a card was taken, and by whose arm, is found out once it is no longer found."""

import cv2
import numpy as np
import pytest

from tests.seeing.test_arrival import FPS, FROM_ABOVE, PLACE, frame, laid
from vision.tracking.arrival import Arrival, Arrivals
from vision.tracking.background import Background
from vision.tracking.departure import Departure, departure, left_before, looks_as_before, still_shows
from vision.tracking.track import ENOUGH_READS, Track

LIES = [frame(True)] * 6
BARE = [frame(False)] * 4


def hand(card: bool, below: bool) -> list[np.ndarray]:
    """An arm comes over the place, and goes; ``card``: which of them is there as it goes."""
    tips = np.linspace(470 if below else 10, 262 if below else 222, 4).astype(int)
    coming = [frame(True, (310, int(y)), below) for y in tips]
    return [*coming, *[frame(card, (310, int(y)), below) for y in tips[::-1]]]


def memory(frames: list[np.ndarray]) -> Arrivals:
    """The pictures as they are remembered."""
    background, arrivals = Background(), Arrivals()
    for k, image in enumerate(frames):
        background.update(image)
        arrivals.see(background, k / FPS)
    return arrivals


def track(proven: int) -> Track:
    """A card at PLACE that was last surely found in frame number ``proven``, and is missed since."""
    found = Track(1, PLACE, 0.0, last=(proven + 1) / FPS, confirmed=True, misses=3, occluded=True)
    found.proven = proven / FPS
    return found


def test_the_arm_that_took_a_card_is_known_by_where_it_came_in() -> None:
    left = departure(track(5), [], memory([*LIES, *hand(False, below=False), *BARE]))
    assert isinstance(left, Departure)
    assert len(left.arms) == 1
    assert abs(left.arms[0] - FROM_ABOVE) < 20
    assert 10 / FPS <= left.at <= 16 / FPS


def test_a_card_that_an_arm_only_covered_has_not_left() -> None:
    assert departure(track(5), [], memory([*LIES, *hand(True, below=False), *LIES])) is None


def test_a_card_under_an_arm_that_still_moves_there_has_not_left_yet() -> None:
    assert departure(track(5), [], memory([*LIES, *hand(False, below=False)[:5]])) is None


def test_a_card_that_left_before_another_came_to_its_place_is_not_under_it() -> None:
    """Between the two nothing moves, and the place is bare, for half a second."""
    frames = [*LIES, *hand(False, below=False), *BARE, *laid()[8:], *LIES]
    other = Track(2, PLACE, 20 / FPS, last=21 / FPS, confirmed=True)
    other.arrival = Arrival(20 / FPS, (90.0,))
    gone = track(5)
    assert [each for each, _ in left_before(other, [gone, other], memory(frames))] == [gone]


def test_a_card_on_which_another_was_laid_is_under_it() -> None:
    another = [np.ascontiguousarray(255 - frame(True))] * 6
    frames = [*LIES, *hand(True, below=True)[:5], *another]
    other = Track(2, PLACE, 11 / FPS, last=12 / FPS, confirmed=True)
    other.arrival = Arrival(11 / FPS, (90.0,))
    assert departure(track(5), [], memory(frames)) is not None, "its place looks otherwise"
    assert left_before(other, [track(5), other], memory(frames)) == []


def test_a_card_under_another_had_not_left_because_a_third_outline_comes_to_it() -> None:
    """Usual 10059: an eight lay over a four, and an outline round both came half a second later; the four counted as
    gone, and a four that nobody saw was said to have taken it.
    """
    dark = cv2.fillConvexPoly(frame(True), MOSTLY_OVER.astype(int), (60, 40, 40))
    frames = [*LIES, *hand(True, below=True)[:5], *[np.asarray(dark, np.uint8)] * 6]
    upper = Track(2, MOSTLY_OVER, 11 / FPS, last=17 / FPS, confirmed=True)
    both = Track(3, (PLACE + np.array([2, 10], np.float32)).astype(np.float32), 14 / FPS, 15 / FPS)
    both.confirmed, both.arrival = True, Arrival(14 / FPS, ())
    assert left_before(both, [track(5), upper, both], memory(frames)) == []


def sure() -> Track:
    """A card at PLACE that was surely read, first missed in frame 6."""
    found = track(5)
    found.take(np.eye(53, dtype=np.float32)[12], undisturbed=True)
    for _ in range(ENOUGH_READS):
        found.take(np.eye(53, dtype=np.float32)[12], undisturbed=True)
    return found


OVER = (PLACE + np.array([4, 42], np.float32)).astype(np.float32)
"""Another card over the lower half of the place."""
MOSTLY_OVER = (PLACE + np.array([4, 20], np.float32)).astype(np.float32)
"""One over two thirds of it: 31 % of its cells still show."""


def under(image: np.ndarray, over: np.ndarray) -> np.ndarray:
    """The picture with another card that lies there."""
    covered = image.copy()
    cv2.fillConvexPoly(covered, over.astype(int), (225, 230, 235))
    return covered


@pytest.mark.parametrize("over", [OVER, MOSTLY_OVER], ids=["half", "mostly"])
def test_a_card_under_another_still_shows(over: np.ndarray) -> None:
    """A finder that marks the upper card alone for three seconds was taken as the lower one's having left."""
    frames = [*LIES, *hand(True, below=True)[:5], *[under(frame(True), over)] * 6]
    other = Track(2, over, 11 / FPS, last=11 / FPS, confirmed=True)
    card = sure()
    assert still_shows(card, [card, other], memory(frames))


def test_a_card_on_which_a_hand_rested_when_it_was_first_missed_still_shows() -> None:
    """The hand that laid a queen over a six lay still on both for a moment."""
    under_a_hand = frame(True)
    cv2.fillConvexPoly(under_a_hand, (PLACE + np.array([-3, -3], np.float32)).astype(int), (90, 120, 170))
    frames = [*LIES, *[under_a_hand] * 6, *[under(frame(True), OVER)] * 6]
    other = Track(2, OVER, (len(LIES) + 6) / FPS, last=(len(LIES) + 6) / FPS, confirmed=True)
    card = sure()
    card.last = (len(LIES) + 5) / FPS
    assert still_shows(card, [card, other], memory(frames))
    card.proven = card.last
    assert not still_shows(card, [card, other], memory(frames)), "it never was seen without the hand"


def test_whether_a_card_shows_cannot_be_told_while_something_moves_there() -> None:
    """A two under an ace, long unfound, was asked about as an arm passed by, and counted as gone (webcam 10073)."""
    coming = hand(True, below=True)[:4]
    assert still_shows(sure(), [], memory([*LIES, *LIES, *coming])) is None
    assert still_shows(sure(), [], memory([*LIES, *LIES])) is True
    assert still_shows(sure(), [], memory([*LIES, *BARE])) is False


def test_a_card_that_was_taken_as_another_came_does_not_show() -> None:
    frames = [*LIES, *hand(True, below=True)[:5], *[under(frame(False), OVER)] * 6]
    other = Track(2, OVER, 11 / FPS, last=11 / FPS, confirmed=True)
    card = sure()
    assert not still_shows(card, [card, other], memory(frames))
    assert not still_shows(sure(), [], memory([*LIES, *BARE]))


def test_a_lamp_that_is_switched_takes_no_card_away() -> None:
    """After a flash the camera was darker for seconds: a card half under another counted as gone."""
    darker = [(frame(card) * 0.6).astype(np.uint8) for card in (True, False)]
    assert still_shows(sure(), [], memory([*LIES, *[darker[0]] * 6]))
    assert departure(track(5), [], memory([*LIES, *[darker[0]] * 6])) is None
    assert not still_shows(sure(), [], memory([*LIES, *[darker[1]] * 6])), "this one has left"


def test_what_was_never_surely_a_card_is_not_held() -> None:
    """Else a print on the cloth, once found, would stay for ever."""
    assert still_shows(sure(), [], memory([*LIES, *LIES]))
    assert not still_shows(track(5), [], memory([*LIES, *LIES]))


def two_on_a_white_cloth(card: bool) -> np.ndarray:
    """A card of two small pips that is hardly whiter than the table it lies on."""
    image = np.full((480, 640, 3), (214, 216, 212), np.uint8)
    if card:
        cv2.fillConvexPoly(image, PLACE.astype(int), (235, 235, 235))
        for y in (216, 268):
            cv2.circle(image, (310, y), 9, (30, 30, 30), -1)
    return image


def test_a_card_of_few_pips_that_left_a_white_cloth_does_not_show() -> None:
    """Webcam 9978: of a two and a three 93 % looked the same without them, and they counted as lying for half a minute,
    so that nobody had captured them.
    """
    lies, bare = [two_on_a_white_cloth(True)] * 6, [two_on_a_white_cloth(False)] * 6
    assert still_shows(sure(), [], memory([*lies, *lies]))
    assert departure(sure(), [], memory([*lies, *lies])) is None
    assert not still_shows(sure(), [], memory([*lies, *bare]))
    assert departure(sure(), [], memory([*lies, *bare])) is not None


def read_as(number: int, corners: np.ndarray, since: float, card: int) -> Track:
    """A card that is found, and surely read."""
    found = Track(number, corners, since, last=2.0, confirmed=True)
    for _ in range(ENOUGH_READS + 1):
        found.take(np.eye(53, dtype=np.float32)[card], undisturbed=True)
    return found


@pytest.mark.parametrize(("card", "shows"), [(30, True), (31, False)], ids=["the upper one's", "another"])
def test_an_outline_round_two_cards_that_reads_as_the_upper_covers_nothing(card: int, shows: bool) -> None:
    """Tablet 9977: it lay over all that showed of an eight under a seven, which counted as gone for three seconds, so
    that a play nobody saw was made up to take it. Where another card is read it may be one.
    """
    frames = [*LIES, *hand(True, below=True)[:5], *[under(frame(True), OVER)] * 6]
    upper = read_as(2, OVER, 11 / FPS, 30)
    both = read_as(3, (PLACE + np.array([2, 10], np.float32)).astype(np.float32), 12 / FPS, card)
    below = sure()
    assert still_shows(below, [below, upper, both], memory(frames)) == shows


def taken_back(frames: list[np.ndarray], since: int) -> bool:
    """Whether a card has surely left that was laid in frame number ``since``, and last found six frames later."""
    card = sure()
    card.since, card.proven = since / FPS, (since + 6) / FPS
    card.arrival = Arrival(since / FPS, (90.0,))
    return looks_as_before(card, [card], memory(frames))


def test_a_card_taken_back_has_left_once_its_place_looks_as_before_it() -> None:
    """Webcam 9978: an ace laid half on an ace was taken back. The table below it had never been seen bare, so its place
    could not be told from a card's, and it counted as lying for five seconds: the ace below was taken for captured.
    """
    lies = [frame(True)] * 4
    frames = [*laid(), *lies, *hand(False, below=True)]
    assert taken_back([*frames, *BARE], since=11)
    assert not taken_back(frames[:-5], since=11), "the arm is there still"
    assert not taken_back([*laid(), *lies, *hand(True, below=True), *lies], since=11)
    assert not taken_back([*lies, *hand(False, below=True), *BARE], since=0), "how it was before is not known"


def test_where_a_card_is_covered_by_something_it_has_not_surely_left() -> None:
    """A hand that rests on it, a cup: its place looks neither as with it nor as before it."""
    resting = frame(True, (310, 190))
    assert not taken_back(
        [*laid(), *[frame(True)] * 4, *hand(True, below=True)[:4], *[resting] * 6], since=11
    )
