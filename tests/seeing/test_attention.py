"""Where the networks look, and where they need not."""

import numpy as np

from vision.arrays import Box
from vision.detection.detections import Detections
from vision.detection.letterbox import LONG_SIDE
from vision.geometry import quads
from vision.tracking.attention import QUIET_LOOKS, WHOLE_EVERY_S, Attention
from vision.tracking.track import Track

SIZE = (1280, 720)
WHOLE = (0, 0, *SIZE)
CORNER = (64, 64, 128, 128)
OTHER = (1100, 600, 1160, 660)


def rest(attention: Attention, moved_box: Box | None) -> tuple[Box | None, Box | None]:
    """The first frame at which all has come to rest: what is looked at, and from nearer."""
    attention.quiet = QUIET_LOOKS
    wide = attention.next_part(SIZE, 0.1, moved_box, [])
    assert wide is not None
    return wide, attention.nearer_part(SIZE, wide, [])


def test_while_things_move_only_they_are_looked_at_and_now_and_then_all() -> None:
    attention = Attention()
    assert attention.next_part(SIZE, 0.0, CORNER, []) == WHOLE
    box = attention.next_part(SIZE, 0.1, CORNER, [])
    assert box is not None
    assert box[2] < SIZE[0] / 2
    assert box[3] < SIZE[1]
    assert attention.nearer_part(SIZE, box, []) is None
    assert attention.next_part(SIZE, WHOLE_EVERY_S, CORNER, []) == WHOLE


def test_a_slow_machine_looks_at_all_as_often_as_a_quick_one() -> None:
    attention = Attention()
    looks = [attention.next_part(SIZE, 0.7 * k, CORNER, []) for k in range(21)]
    assert looks.count(WHOLE) == 1 + 14 / WHOLE_EVERY_S


def test_a_bare_table_is_looked_at_as_its_cards_were() -> None:
    """Else the first card of a batch, large from so near, was overlooked until the next one lay there as well."""
    attention, nothing = Attention(), Detections.none()
    attention.learn(SIZE, WHOLE, nothing, [])
    assert attention.side > LONG_SIDE, "no card has been seen yet: they may be small"
    card = np.array([[[0, 0], [90, 0], [90, 126], [0, 126]]], np.float32)
    attention.learn(SIZE, WHOLE, Detections(card, np.array([0.9], np.float32)), [])
    for _ in range(3):
        attention.learn(SIZE, WHOLE, nothing, [])
        assert attention.side == LONG_SIDE
    attention.learn(SIZE, WHOLE, Detections(card / np.float32(3), np.array([0.9], np.float32)), [])
    assert attention.side > LONG_SIDE, "the camera has been moved"


def test_a_picture_at_rest_in_which_not_all_is_sure_is_tried_at_every_slant() -> None:
    """A low camera's first cards, upright, look flat: the finder is unsure of them until it is shown them higher. Once
    enough cards have told the slant, or all is sure, nothing is tried.
    """
    attention = Attention()
    card = np.array([[[500, 300], [620, 300], [630, 410], [490, 410]]], np.float32)
    unsure, sure = (Detections(card, np.array([confidence], np.float32)) for confidence in (0.5, 0.95))
    assert not attention.slant_unsure(SIZE, WHOLE, unsure), "something still moves"
    attention.quiet = QUIET_LOOKS
    assert attention.slant_unsure(SIZE, WHOLE, unsure)
    assert not attention.slant_unsure(SIZE, WHOLE, sure)
    assert not attention.slant_unsure(SIZE, CORNER, unsure)
    assert not attention.slant_unsure(SIZE, WHOLE, Detections.none())


def test_a_bare_table_tries_nothing_and_known_cards_tell_the_slant() -> None:
    attention, unsure = Attention(), np.full(3, 0.5, np.float32)
    attention.learn(SIZE, WHOLE, Detections.none(), [])
    assert attention.stretch == 1.0
    upright = np.array([[0, 0], [63, 0], [63, 88], [0, 88]], np.float32)
    cards = np.stack([upright + np.array(by, np.float32) for by in ((100, 100), (600, 300), (300, 500))])
    tracks = [
        Track(k, card, 0.0, 0.0, hits=3, confirmed=True, confidence=0.9) for k, card in enumerate(cards)
    ]
    for _ in range(3):
        attention.learn(SIZE, WHOLE, Detections(cards, unsure), tracks)
        assert attention.stretch == 1.0, "the cards that lie there look as from straight above"


def test_what_has_moved_is_looked_at_from_nearer_once_at_rest() -> None:
    attention = Attention()
    assert rest(attention, WHOLE) == (WHOLE, WHOLE)
    attention.quiet = 0
    attention.next_part(SIZE, 0.2, CORNER, [])
    wide, near = rest(attention, None)
    assert wide == WHOLE
    assert near is not None
    assert near[2] < SIZE[0] / 2
    assert rest(attention, None) == (WHOLE, None), "nothing has moved since"


def test_what_moved_in_two_places_is_looked_at_in_both() -> None:
    attention = Attention()
    rest(attention, WHOLE)
    attention.quiet = 0
    for moved_box in (CORNER, OTHER):
        attention.next_part(SIZE, 0.3, moved_box, [])
    assert rest(attention, None)[1] == WHOLE


def test_a_table_long_at_rest_is_left_alone_unless_a_card_there_is_open() -> None:
    attention = Attention()
    attention.quiet = QUIET_LOOKS + 1
    assert attention.next_part(SIZE, WHOLE_EVERY_S, None, []) is None
    young = Track(1, np.array([[80, 80], [120, 80], [120, 140], [80, 140]], np.float32), 0.0, 0.0, hits=1)
    box = attention.next_part(SIZE, WHOLE_EVERY_S, None, [young])
    assert box is not None
    assert box[0] <= 80 < 120 <= box[2] < 400


def test_two_boxes_are_joined() -> None:
    assert quads.joined_boxes(None, None) is None
    assert quads.joined_boxes(CORNER, None) == quads.joined_boxes(None, CORNER) == CORNER
    assert quads.joined_boxes(CORNER, OTHER) == (64, 64, 1160, 660)
