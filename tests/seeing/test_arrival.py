"""When a card was laid, and by whose arm, is found out once it is seen clearly, however late that is."""

import cv2
import numpy as np
import pytest

from tests.seeing.test_background import table
from vision.tracking.arrival import ARM_GOES_S, Arrival, Arrivals
from vision.tracking.background import Background
from vision.view.cells import median_colour

PLACE = np.array([[280, 200], [340, 200], [340, 284], [280, 284]], np.float32)
FPS = 8.0
FROM_BELOW, FROM_ABOVE = 90.0, 270.0


def frame(
    card: bool, tip: tuple[int, int] | None = None, below: bool = True, light: float = 1.0
) -> np.ndarray:
    """The table, perhaps with the card at PLACE, and a grey arm from an edge of the picture to ``tip``."""
    image = table()
    if card:
        cv2.fillConvexPoly(image, PLACE.astype(int), (235, 235, 235))
        cv2.circle(image, (310, 220), 14, (30, 30, 200), -1)
        cv2.circle(image, (310, 262), 14, (30, 30, 200), -1)
    if tip is not None:
        cv2.line(image, tip, (tip[0] - 30, 479 if below else 0), (110, 120, 150), 90)
    return np.asarray((image * light).clip(0, 255).astype(np.uint8))


def arrival(frames: list[np.ndarray], found: int, unseen: range = range(0)) -> Arrival:
    """The arrival of the card at PLACE that was first found in frame number ``found`` and lies clear in the last; the
    frames ``unseen`` were seen by nobody.
    """
    background, arrivals = Background(), Arrivals()
    for k, image in enumerate(frames):
        if k in unseen:
            continue
        background.update(image)
        arrivals.see(background, k / FPS)
    return arrivals.of(PLACE, found / FPS, [])


def laid(below: bool = True) -> list[np.ndarray]:
    """The bare table for a second, then an arm that comes, lays the card in frame 11, and goes."""
    edge = 470 if below else 10
    tips = np.linspace(edge, 262 if below else 222, 4).astype(int)
    coming = [frame(False, (310, int(y)), below) for y in tips]
    going = [frame(True, (310, int(y)), below) for y in tips[::-1]]
    return [*[frame(False)] * 8, *coming[:3], *going]


@pytest.mark.parametrize(("below", "degrees"), [(True, FROM_BELOW), (False, FROM_ABOVE)])
def test_the_arm_that_laid_a_card_is_known_by_where_it_came_in(below: bool, degrees: float) -> None:
    found = arrival([*laid(below), *[frame(True)] * 3], found=12)
    assert len(found.arms) == 1
    assert abs(found.arms[0] - degrees) < 20


def test_the_next_arm_did_not_lay_a_card_that_came_while_nobody_could_see() -> None:
    """A hand over the lens, or a picture that stood still: when it shows again the next player's arm is on its way."""
    passing = [frame(True, (290 + 40 * (k % 2), 300 - 30 * (k % 3)), below=False) for k in range(6)]
    frames = [*laid(), *passing, *[frame(True)] * 3]
    assert abs(arrival(frames, found=15, unseen=range(13, 15)).arms[0] - FROM_BELOW) < 20
    assert arrival(frames, found=15, unseen=range(7, 15)).arms == ()
    over = [frame(True, (300 + 20 * (k % 2), 290 + 6 * k), below=False) for k in range(3)]
    frames = [*laid(), *over, *[frame(True)] * 3]
    assert arrival(frames, found=18, unseen=range(7, 15)).arms == (), "that arm lay over it for a while"


def test_of_cards_that_came_while_nobody_saw_the_one_under_an_arm_came_last() -> None:
    """A picture stood still while two cards were laid (usual 10077, webcam 10067); an arm was still over the second."""
    frames = [*laid(), *[frame(True)] * 4]
    alone = arrival(frames, found=15, unseen=range(5, 15))
    under_an_arm = arrival(frames, found=11, unseen=range(5, 11))
    assert alone.at == pytest.approx(15 / FPS - ARM_GOES_S)
    assert under_an_arm.at == pytest.approx(11 / FPS)
    assert arrival(frames, found=15).at == pytest.approx(12 / FPS), "where all is seen nothing is supposed"


def test_a_card_that_the_next_arm_covers_was_laid_before_that_arm_came() -> None:
    """It is found only when the other arm has gone, two seconds later."""
    other = [frame(True, (290 + 40 * (k % 2), 300 - 30 * (k % 3)), below=False) for k in range(14)]
    frames = [*laid(), *other, *[frame(True)] * 3]
    found = arrival(frames, found=len(frames) - 3)
    assert 10 / FPS <= found.at <= 13 / FPS
    assert abs(found.arms[0] - FROM_BELOW) < 20


def test_a_card_on_which_an_arm_lay_still_was_laid_before_that_arm_came() -> None:
    """Webcam 9975: a forearm lay still on three quarters of a three for a second and a half while an ace was laid, so
    the three counted as laid after it.
    """
    resting = [frame(True, (330, 280), below=False)] * 12
    coming = [frame(True, (330, y), below=False) for y in (10, 150)]
    frames = [*laid(), *coming, *resting, *coming[::-1], *[frame(True)] * 3]
    found = arrival(frames, found=len(frames) - 3)
    assert 10 / FPS <= found.at <= 14 / FPS


def test_a_card_that_lay_there_and_was_not_found_was_laid_when_its_print_came_to_show() -> None:
    frames = [*laid(), *[frame(True)] * 20]
    found = arrival(frames, found=len(frames) - 2)
    assert 10 / FPS <= found.at <= 13 / FPS


def test_a_card_was_not_laid_before_the_one_that_lay_there_left() -> None:
    background, arrivals = Background(), Arrivals()
    frames = [*laid(), *[frame(True)] * 4, *laid()[8:], *[frame(True)] * 3]
    for k, image in enumerate(frames):
        background.update(image)
        arrivals.see(background, k / FPS)
        if k == 18:
            arrivals.left(PLACE, k / FPS)
    assert arrivals.of(PLACE, (len(frames) - 3) / FPS, []).at > 18 / FPS


def test_what_nothing_tells_stays_as_it_was_found() -> None:
    lies = [frame(True)] * 10
    assert arrival(lies, found=9) == Arrival(9 / FPS)
    assert Arrivals().of(PLACE, 3.0, []) == Arrival(3.0)


def test_in_a_dim_room_an_arm_that_passed_before_did_not_lay_the_card() -> None:
    """Card, arm and dark wood differed by 20 grey levels, so that all looked the same: a nine was said to have lain
    there for four seconds before it was laid (webcam, 9972).
    """

    def dim(card: bool, arm: bool = False, shadow: bool = False) -> np.ndarray:
        image = np.full((480, 640, 3), (32, 49, 63), np.uint8)
        if shadow:
            cv2.fillConvexPoly(image, PLACE.astype(int), (10, 18, 25))
        if card:
            cv2.fillConvexPoly(image, PLACE.astype(int), (52, 67, 84))
            for y in (215, 242, 269):
                cv2.circle(image, (310, y), 12, (18, 26, 60), -1)
        if arm:
            cv2.line(image, (310, 262), (280, 479), (45, 58, 76), 90)
        return image

    passing = [
        *[dim(False, shadow=True)] * 8,
        *[dim(False, k % 2 == 0) for k in range(6)],
        *[dim(False)] * 12,
    ]
    found = arrival([*passing, dim(True, arm=True), *[dim(True)] * 4], found=len(passing) + 2)
    assert found.at >= len(passing) / FPS


def test_a_bare_hand_that_rested_there_before_was_not_the_card() -> None:
    """A hand reached in and went; an ace laid there five seconds later counted as laid then (webcam, 10029)."""

    def hand(away: int) -> np.ndarray:
        image = frame(False)
        cv2.fillConvexPoly(image, (PLACE + np.array([away, 0])).astype(int), (235, 235, 235))
        cv2.circle(image, (310 + away, 220), 14, (30, 30, 200), -1)  # a ring: half of the print, by chance
        return image

    reached = [hand(80), hand(30), *[hand(0)] * 3, hand(3), *[hand(0)] * 3, hand(80), *[frame(False)] * 12]
    frames = [*[frame(False)] * 8, *reached, *laid(), *[frame(True)] * 3]
    found = arrival(frames, found=len(frames) - 3)
    assert found.at >= (8 + len(reached) + 10) / FPS
    assert abs(found.arms[0] - FROM_BELOW) < 20


def test_a_lamp_is_no_arm() -> None:
    found = arrival([*[frame(False)] * 8, *[frame(True, light=0.6)] * 4], found=9)
    assert found.arms == ()


@pytest.mark.parametrize("shape", [(7, 5, 3), (2, 3, 3), (1, 1, 3)])
def test_a_median_that_is_counted_is_numpys(shape: tuple[int, int, int]) -> None:
    picture = np.random.default_rng(1).integers(0, 256, shape, dtype=np.uint8)
    assert np.array_equal(median_colour(picture), np.median(picture, axis=(0, 1)))


@pytest.mark.parametrize(
    ("before", "came"), [([frame(True)] * 60, False), ([*laid(), *[frame(True)] * 45], True)]
)
def test_what_looked_as_now_long_before_it_was_found_never_came(before: list[np.ndarray], came: bool) -> None:
    """Evening 9988: a card in the corner, of a pack that nobody played with, was found after half a minute and then now
    and again, and came to be a card of the hand (19 of 49 plays right).
    """
    frames = [*before, *[frame(True)] * 3]
    assert arrival(frames, found=len(frames) - 3).came is came


def test_where_too_little_is_remembered_the_card_came() -> None:
    assert arrival([frame(True)] * 20, found=18).came
