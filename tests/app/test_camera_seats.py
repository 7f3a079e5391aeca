"""Who sits where round the camera's picture: their names stand beside it, where they hide no card."""

from itertools import combinations

import pytest

from companion.setup.camera_setup import TableFound
from companion.window.table_parts.seat_geometry import PictureSeat, seats_round
from companion.window.table_parts.seat_keys import SeatKeys
from companion.window.widgets.geometry import Box
from engine.header import Header
from tests.app.conftest import Open
from tests.app.test_arrange import apart, inside
from tests.app.test_camera import at_camera, camera, shows
from tests.app.test_camera_aiming import Scripted

__all__ = ["camera"]


@pytest.mark.parametrize("size", [(800, 480), (1280, 800), (480, 800), (800, 1280)])
@pytest.mark.parametrize("count", [2, 3, 4, 5, 8])
def test_no_name_hides_a_card(open_app: Open, camera: Scripted, size: tuple[int, int], count: int) -> None:
    names = ("Abuela", "Beto", "Carla", "Diego", "Elena", "Fito", "Gala", "Hugo")[:count]
    app = open_app(Header(names), size=size)
    screen = at_camera(app)
    assert screen.aim is not None
    assert screen.picture.margins == [0, 0, 0, 0], "until the table is found the picture has all the room"
    screen.aim.table = TableFound(((0.1, 0.1), (0.9, 0.1), (0.9, 0.9), (0.1, 0.9)), 10.0)
    shows(app, lambda: len(screen.overlay.seats) == count)
    app.idle()
    x, y, width, height = screen.picture.frame
    picture: Box = x, y, width, height
    stage = screen.ids.stage
    boxes = [name_box(name) for name in screen.overlay.names if name.parent]
    assert len(boxes) == count
    assert all(inside(box, (stage.x, stage.y, stage.width, stage.height)) for box in boxes)
    assert all(apart(one, other) for one, other in combinations([picture, *boxes], 2))
    shown = [button for name in screen.overlay.names for button in name.buttons if button.parent]
    assert [button.text for button in shown] == list(names)
    assert not any(button.shorten for button in shown)
    assert boxes[0][0] + boxes[0][2] / 2 == pytest.approx(x + width / 2, abs=1)
    assert all(button.width == name.width for button, name in zip(shown, screen.overlay.names, strict=False))


def name_box(name: SeatKeys) -> Box:
    """Where a name lies in the window, turned as it is."""
    (x, y), (width, height) = name.bbox
    return x, y, width, height


def test_seats_go_clockwise_as_the_camera_sees_them() -> None:
    assert [seat.edge for seat in seats_round(4)] == ["near", "left", "far", "right"]
    assert [seat.edge for seat in seats_round(5)] == ["near", "left", "far", "far", "right"]
    for count in range(2, 9):
        seats = seats_round(count)
        assert seats[0] == PictureSeat("near", 0.5)
        turned = [one for one in seats if one.edge == "far"]
        assert [one.along for one in turned] == sorted(one.along for one in turned), "left to right beyond"
