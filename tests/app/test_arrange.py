"""The main screen's parts lie in the window, clear of each other and large enough for a finger."""

from dataclasses import replace
from itertools import combinations

import pytest

from companion import theme
from companion.record import pegging
from companion.window.table.part_boxes import boxes_of, seats_beside
from companion.window.table_parts.card_keys import RANKS
from companion.window.table_parts.layout import places
from companion.window.table_parts.layout_parts import PartsShown, Places
from companion.window.table_parts.panel_layout import PanelPlaces, alike, panel_places
from companion.window.table_parts.seat_geometry import EDGES, edges_of
from companion.window.widgets.geometry import Box, Room

WINDOWS = [
    (800, 480), (1024, 600), (1280, 720), (1280, 800), (1920, 1080), (2560, 1600),
    (480, 800), (600, 1024), (800, 1280), (1080, 1920),
]  # fmt: skip
WAYS = {
    "camera": {"picture": True, "cards": True},
    "camera lost": {"picture": True, "cards": True, "keys": True},
    "cards": {"cards": True, "keys": True},
    "points": {"steps": True},
}


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


def parts_of(at: Places) -> list[Box]:
    perhaps = [at.picture, at.cards, at.keys]
    shown = [part for part in perhaps if part is not None]
    return [at.title, at.buttons, *at.panels, at.board, at.event_list, at.banner, *shown, *at.seats]


@pytest.mark.parametrize("window", WINDOWS)
@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("seated", ["", "standing", "lying", "left"])
def test_every_part_has_its_place(window: tuple[int, int], way: str, seated: str) -> None:
    room = Room(*window, theme.TOUCH)
    left = seated == "left"
    for sides in range(2, 9):
        shown = PartsShown(
            sides, seats=sides if seated else 0, speaking=bool(seated), far=bool(seated), lying=seated == "lying",
            left_handed=left, **WAYS[way],
        )  # fmt: skip
        at = places(room, shown)
        assert len(at.panels) == sides
        if not room.upright and at.keys is not None:
            assert (at.keys[0] < at.event_list[0]) == left, sides
        assert (at.buttons[0] < at.title[0]) == left or seated == "lying" or room.upright, sides
        assert len(at.seats) == shown.seats
        assert (at.picture is not None, at.cards is not None) == (shown.picture, shown.cards), sides
        fit_the_window(at, room, sides)


def fit_the_window(at: Places, room: Room, sides: int) -> None:
    """All parts lie in the window, clear of each other; the board is large and every key can be hit."""
    parts = parts_of(at)
    assert all(inside(part, (0, 0, room.width, room.height)) for part in parts), sides
    assert all(apart(one, other) for one, other in combinations(parts, 2)), sides
    assert at.board[3] >= 0.08 * room.height, f"the board is what the screen is about, with {sides} too"
    if at.keys is not None:
        columns, rows = (7, 2) if at.keys[2] > 3 * at.keys[3] else (5, 3)
        assert columns * rows >= RANKS
        assert at.keys[2] / columns > room.touch, sides
        assert at.keys[3] / rows > room.touch, sides


@pytest.mark.parametrize("window", WINDOWS)
@pytest.mark.parametrize("steps", [False, True])
def test_every_button_of_a_panel_can_be_hit(window: tuple[int, int], steps: bool) -> None:
    room = Room(*window, theme.TOUCH)
    panels = [(n, panel) for n in range(2, 9) for panel in places(room, PartsShown(n, steps=steps)).panels]
    for sides, panel in panels:
        at = panel_places(panel, room, steps=steps)
        shown = [at.mark, at.names, at.numeral, *([] if steps else [at.taken])]
        assert all(inside(part, at.score) for part in shown), sides
        assert all(inside(part, panel) for part in (at.score, *at.steps)), sides
        assert all(apart(one, other) for one, other in combinations(shown, 2)), sides
        assert all(apart(one, other) for one, other in combinations([at.score, *at.steps], 2)), sides
        assert (len(at.steps) >= 2) == steps
        for button in (at.score, *at.steps):
            assert min(button[2:]) >= room.touch - 0.01, sides


@pytest.mark.parametrize(
    ("window", "sides", "least"), [((800, 480), 2, 80), ((1280, 800), 2, 130), ((800, 480), 5, 55)]
)
def test_numerals_are_large(window: tuple[int, int], sides: int, least: float) -> None:
    room = Room(*window, theme.TOUCH)
    panel = places(room, PartsShown(sides, picture=True, cards=True)).panels[0]
    at: PanelPlaces = panel_places(panel, room, steps=False)
    assert at.numeral_size >= least


@pytest.mark.parametrize(("sides", "least"), [(5, 55), (7, 45), (8, 45)])
def test_numerals_of_many_sides_are_large_in_a_low_window(sides: int, least: float) -> None:
    """Where three or four panels stand below each other they had 34 and 42 pixels: what was captured lay below them."""
    room = Room(800, 480, theme.TOUCH)
    at = places(room, PartsShown(sides, **WAYS["cards"]))
    assert alike(at.panels, room, steps=False) >= least


@pytest.mark.parametrize(
    ("window", "sides", "way", "pitch", "numeral"),
    [
        ((480, 800), 4, "camera", 13, 80), ((480, 800), 5, "camera", 11, 65),
        ((480, 800), 4, "cards", 12, 80), ((480, 800), 5, "cards", 10.5, 65),
        ((480, 800), 4, "points", 13, 80), ((480, 800), 5, "points", 10, 60),
        ((800, 1280), 4, "camera", 22, 125), ((800, 1280), 5, "camera", 19, 105),
        ((800, 1280), 4, "cards", 21, 125), ((800, 1280), 5, "cards", 19, 105),
    ],
)  # fmt: skip
def test_board_and_numerals_are_large_for_many_in_an_upright_window(
    window: tuple[int, int], sides: int, way: str, pitch: float, numeral: float
) -> None:
    room = Room(*window, theme.TOUCH)
    shown = PartsShown(sides, seats=0 if way == "points" else sides, lying=True, **WAYS[way])
    at = places(room, shown)
    assert at.board[2] == window[0] - 2 * room.gap, "who sits left and right does not narrow it"
    assert pegging.board(at.board[2], at.board[3], sides, 61).pitch >= pitch
    assert alike(at.panels, room, steps=shown.steps) >= numeral
    for seat in at.seats:
        assert max(seat[2:]) >= 2 * room.touch + 0.8 * room.unit, "two answers can be hit"


@pytest.mark.parametrize("window", [(480, 800), (600, 1024), (800, 480)])
@pytest.mark.parametrize("sides", [2, 4, 5, 8])
def test_what_was_captured_can_be_read_in_a_small_window(window: tuple[int, int], sides: int) -> None:
    """Its letters had 9 and 10 pixels."""
    room = Room(*window, theme.TOUCH)
    for panel in places(room, PartsShown(sides, seats=sides, **WAYS["cards"])).panels:
        assert min(theme.SMALL * room.unit, 0.8 * panel_places(panel, room, steps=False).taken[3]) >= 12


def test_players_sit_round_the_screen_clockwise() -> None:
    around = ["near", "left", "far", "right"]
    for seats in EDGES:
        edges = edges_of(seats)
        assert len(edges) == seats
        assert sorted(edges, key=around.index) == list(edges)
    assert edges_of(4) == tuple(around)
    room = Room(1280, 800, theme.TOUCH)
    near, left, far, right = places(room, PartsShown(4, seats=4, lying=True)).seats
    assert near[1] + near[3] < left[1] + left[3] < far[1] + far[3]
    assert left[0] < far[0] < right[0]


def test_the_board_has_half_of_a_low_window_that_lies_on_the_table() -> None:
    """It had 41 % of 800x480, 25 % with seven sides and eight: the newest play had a row of its own there."""
    for sides in range(2, 9):
        shown = PartsShown(sides, seats=sides, lying=True, **WAYS["cards"])
        at, speaking = (
            places(Room(800, 480, theme.TOUCH), replace(shown, speaking=says)) for says in (False, True)
        )
        assert at.board[3] >= 0.5 * 480
        assert at.board[2] >= 0.52 * 800
        assert pegging.board(at.board[2], at.board[3], sides, 61).pitch >= 9.4
        assert (at.board, at.keys, at.banner) == (speaking.board, speaking.keys, speaking.banner)
        assert at.cards is not None
        assert speaking.cards is not None
        assert at.cards[3] > speaking.cards[3]
        far = places(Room(800, 480, theme.TOUCH), replace(shown, far=True))
        assert (at.board, at.buttons) == (far.board, far.buttons)
        assert far.banner[2] >= 0.39 * 800, "it gives way to who sits opposite, while they may speak"


@pytest.mark.parametrize("window", [(800, 480), (1280, 800), (1920, 1200), (2560, 1600)])
def test_the_board_has_about_half_of_the_height(window: tuple[int, int]) -> None:
    room = Room(*window, theme.TOUCH)
    for sides in (2, 3, 4, 5, 8):
        at = places(room, PartsShown(sides, picture=True, cards=True, seats=sides))
        assert at.board[3] >= 0.45 * window[1]
        assert at.board[2] >= 0.6 * window[0]
        assert len({(panel[2]) for panel in at.panels}) == 1


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("sides", [2, 3, 4, 5, 6, 7, 8])
def test_the_board_has_about_half_of_a_low_window(way: str, sides: int) -> None:
    """It had 25 to 41 % of 800x480; the newest play took a row of its own."""
    seats = 0 if way == "points" else sides
    shown = PartsShown(sides, seats=seats, **WAYS[way])
    room = Room(800, 480, theme.TOUCH)
    at, speaking = places(room, shown), places(room, replace(shown, speaking=seats > 0))
    assert at.board[3] >= (0.43 if way == "points" else 0.49) * 480
    assert at.board[2] >= 0.59 * 800
    assert (at.board, at.keys, at.banner) == (speaking.board, speaking.keys, speaking.banner)
    asked = boxes_of(at, room, asks=True)
    assert asked["banner"] == at.banner, "the newest play is to be read beside a question"
    assert all(apart(one, other) for one, other in combinations(filter(None, asked.values()), 2))


@pytest.mark.parametrize("window", [window for window in WINDOWS if window[1] > window[0]])
@pytest.mark.parametrize("way", ["camera", "cards", "points"])
@pytest.mark.parametrize("lying", [False, True])
def test_the_board_is_the_largest_part_of_an_upright_window(
    window: tuple[int, int], way: str, lying: bool
) -> None:
    """It had 35 % of 480x800 while cards are tapped, and 17 to 20 % where that lies on the table."""
    room = Room(*window, theme.TOUCH)
    for sides, least in ((2, 0.43), (3, 0.43), (4, 0.4), (5, 0.39), (8, 0.33)):
        shown = PartsShown(sides, seats=sides if way != "points" else 0, lying=lying, **WAYS[way])
        at, speaking = places(room, shown), places(room, replace(shown, speaking=True))
        assert at.board[3] >= least * window[1]
        assert (at.board, at.keys) == (speaking.board, speaking.keys), "nothing moves below a finger"
        if shown.seats:
            assert at.banner == speaking.banner
            assert at.event_list[3] > speaking.event_list[3], (
                "the list has the room of buttons that are not there"
            )
        if sides == 8 or (sides == 5 and way == "points"):
            continue  # their panels need two rows
        parts = [*at.panels, at.banner, at.event_list, at.picture, at.cards, at.keys]
        assert at.board[3] > 2 * max(part[3] for part in parts if part is not None)


def test_a_question_takes_the_pictures_place_where_that_lies_beside_the_list() -> None:
    room = Room(480, 800, theme.TOUCH)
    at = places(room, PartsShown(2, seats=2, **WAYS["camera"]))
    quiet, asked = (boxes_of(at, room, asks=asks) for asks in (False, True))
    assert quiet["picture"] is not None
    assert asked["picture"] is None
    assert asked["question"] is not None
    assert asked["question"][2] == 480 - 2 * room.gap
    shown = [box for name, box in asked.items() if box is not None]
    assert all(apart(one, other) for one, other in combinations(shown, 2))


@pytest.mark.parametrize("left_handed", [False, True])
@pytest.mark.parametrize("window", [(1280, 800), (1920, 1200), (2560, 1600)])
def test_in_a_wide_window_who_speaks_takes_from_list_and_cards_alone(
    window: tuple[int, int], left_handed: bool
) -> None:
    """Half of the newest play's row was theirs: of four, each had room for a name and no more."""
    room = Room(*window, theme.TOUCH)
    for sides, least in ((2, 400), (3, 280), (4, 400), (5, 280), (6, 280)):
        shown = PartsShown(sides, seats=sides, left_handed=left_handed, **WAYS["cards"])
        at, speaking = places(room, shown), places(room, replace(shown, speaking=True))
        assert (at.board, at.keys, at.banner) == (speaking.board, speaking.keys, speaking.banner)
        assert at.banner[2] == window[0] - 2 * room.gap
        assert min(seat[2] for seat in speaking.seats) >= least * window[0] / 1280
        assert list(speaking.seats) == sorted(speaking.seats, key=lambda box: (-box[1], box[0])), (
            "as one reads"
        )
        assert speaking.cards is not None
        assert speaking.cards[3] >= room.touch


@pytest.mark.parametrize(
    ("window", "sides", "way", "least"),
    [
        ((1280, 800), 4, "cards", 1.9), ((1280, 800), 6, "cards", 1.9), ((1280, 800), 4, "camera", 1.9),
        ((1280, 720), 4, "cards", 1.9), ((800, 1280), 2, "cards", 1.9), ((800, 1280), 4, "cards", 1.6),
        ((800, 1280), 4, "camera", 1.8), ((600, 1024), 4, "cards", 1.6), ((480, 800), 4, "camera", 1.8),
        ((480, 800), 4, "cards", 1.39), ((1080, 1920), 5, "cards", 1.7),
    ],
)  # fmt: skip
def test_cards_are_large_while_people_may_announce(
    window: tuple[int, int], sides: int, way: str, least: float
) -> None:
    """Their place was 1.05 to 1.3 fingers high: cards of 44 pixels at 1280x800, of 38 at 800x1280."""
    room = Room(*window, theme.TOUCH)
    at = places(room, PartsShown(sides, seats=sides, speaking=True, **WAYS[way]))
    assert at.cards is not None
    assert at.cards[3] >= least * room.touch
    assert at.board[3] >= 0.42 * window[1]


@pytest.mark.parametrize("window", [(1280, 800), (800, 1280), (1080, 1920)])
@pytest.mark.parametrize("sides", [4, 5, 6])
def test_the_fewer_may_announce_the_more_is_the_cards(window: tuple[int, int], sides: int) -> None:
    room = Room(*window, theme.TOUCH)
    shown = PartsShown(sides, seats=sides, speaking=True, **WAYS["cards"])
    made = [places(room, replace(shown, speakers=speakers)) for speakers in (1, 2, sides)]
    heights = [at.cards[3] for at in made if at.cards is not None]
    rows = len({seat[1] for seat in made[0].seats})
    assert heights[0] == heights[1]
    assert heights[1] - heights[2] == pytest.approx((rows - 1) * (room.touch + room.row_gap))
    assert len({(at.board, at.keys, at.banner) for at in made}) == 1


@pytest.mark.parametrize("left_handed", [False, True])
def test_beside_a_question_the_seats_have_the_rest_of_its_row(left_handed: bool) -> None:
    """They had half of the row, and the part of the newest play beside them stood empty."""
    room = Room(1280, 800, theme.TOUCH)
    at = places(room, PartsShown(2, seats=2, left_handed=left_handed, **WAYS["camera"]))
    boxes = boxes_of(at, room, asks=True, seated=True)
    question = boxes["question"]
    assert question is not None
    assert boxes["banner"] is None
    seats = seats_beside(question, at, room)
    shown = [box for box in boxes.values() if box is not None]
    assert all(apart(one, other) for one, other in combinations([*seats, *shown], 2))
    assert sum(seat[2] for seat in seats) + question[2] == pytest.approx(1280 - 4 * room.gap)
    assert seats[0][0] < seats[1][0]


def test_panels_stand_round_the_board_clockwise_from_the_upper_left() -> None:
    room = Room(1280, 800, theme.TOUCH)
    for sides in (2, 3, 4, 5, 8):
        at = places(room, PartsShown(sides, cards=True))
        right = [panel for panel in at.panels if panel[0] > at.board[0]]
        assert list(at.panels[1 : 1 + len(right)]) == sorted(right, key=lambda box: -box[1])
        left = [at.panels[0], *reversed(at.panels[1 + len(right) :])]
        assert left == sorted(left, key=lambda box: -box[1])
