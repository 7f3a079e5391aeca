"""The main screen's parts lie in the window, clear of each other and large enough for a finger."""

from itertools import combinations

import pytest

from companion import theme
from companion.widgets.arrange import Box, PanelPlaces, Room, panel_places, places

WINDOWS = [
    (800, 480), (1024, 600), (1280, 720), (1280, 800), (1920, 1080), (2560, 1600),
    (480, 800), (600, 1024), (800, 1280), (1080, 1920),
]  # fmt: skip


def inside(box: Box, outer: Box) -> bool:
    x, y, width, height = box
    return (
        x >= outer[0] - 0.01
        and y >= outer[1] - 0.01
        and x + width <= outer[0] + outer[2] + 0.01
        and y + height <= outer[1] + outer[3] + 0.01
        and width > 0
        and height > 0
    )


def apart(one: Box, other: Box) -> bool:
    beside = one[0] + one[2] <= other[0] + 0.01 or other[0] + other[2] <= one[0] + 0.01
    return beside or one[1] + one[3] <= other[1] + 0.01 or other[1] + other[3] <= one[1] + 0.01


@pytest.mark.parametrize("window", WINDOWS)
@pytest.mark.parametrize("sides", range(2, 9))
@pytest.mark.parametrize("picture", [False, True])
def test_every_part_has_its_place(window: tuple[int, int], sides: int, picture: bool) -> None:
    room = Room(*window, theme.TOUCH)
    at = places(room, sides, picture)
    parts = [at.header, *at.panels, at.board, at.story, *([at.picture] if at.picture else [])]
    assert len(at.panels) == sides
    assert (at.picture is not None) == picture
    assert all(inside(part, (0, 0, *window)) for part in parts)
    assert all(apart(one, other) for one, other in combinations(parts, 2))
    assert at.board[3] >= 0.11 * window[1], "the board is what the screen is about"


@pytest.mark.parametrize("window", WINDOWS)
@pytest.mark.parametrize("sides", range(2, 9))
def test_every_button_of_a_panel_can_be_hit(window: tuple[int, int], sides: int) -> None:
    room = Room(*window, theme.TOUCH)
    for panel in places(room, sides, False).panels:
        at = panel_places(panel, room)
        assert all(inside(part, panel) for part in parts_of(at))
        assert all(apart(one, other) for one, other in combinations(parts_of(at), 2))
        for button in (at.less, at.more, at.names):
            assert min(button[2:]) >= room.touch - 0.01


@pytest.mark.parametrize(
    ("window", "sides", "least"), [((800, 480), 2, 70), ((1280, 800), 2, 120), ((800, 480), 5, 40)]
)
def test_numerals_are_large(window: tuple[int, int], sides: int, least: float) -> None:
    room = Room(*window, theme.TOUCH)
    panel = places(room, sides, True).panels[0]
    assert panel_places(panel, room).numeral_size >= least


def parts_of(at: PanelPlaces) -> list[Box]:
    return [at.mark, at.names, at.numeral, at.less, at.more]
