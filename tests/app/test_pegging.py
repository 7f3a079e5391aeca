"""The board's holes and the places of its pegs."""

import math
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.record.pegging import START_BACK, START_FRONT, Pegs, board, pegs

SHAPES = [(1256, 300), (700, 300), (786, 150), (470, 150), (456, 110), (456, 420), (2500, 900)]


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("sides", range(1, 9))
@pytest.mark.parametrize("target", [2, 31, 61, 121])
def test_every_hole_lies_on_the_wood_clear_of_the_others(
    shape: tuple[int, int], sides: int, target: int
) -> None:
    plan = board(*shape, sides, target)
    assert plan.target == target
    assert len(plan.lanes) == sides
    places = [place for lane in plan.lanes for place in lane] + [plan.game]
    rim = 0.5 * min(plan.pitch, plan.spacing)
    for x, y in places:
        assert rim <= x <= shape[0] - rim
        assert rim <= y <= shape[1] - rim
    apart = min(math.dist(a, b) for at, a in enumerate(places) for b in places[at + 1 : at + 300])
    assert apart >= 0.99 * min(plan.pitch, plan.spacing)


@pytest.mark.parametrize("sides", [2, 3, 5, 8])
def test_the_track_stays_on_the_wood_too(sides: int) -> None:
    for width, height in SHAPES:
        for track in board(width, height, sides, 61).tracks:
            assert all(0 <= x <= width and 0 <= y <= height for x, y in track)


def test_the_board_to_61_has_60_holes_and_the_game_hole() -> None:
    plan = board(1256, 300, 2, 61)
    assert [len(lane) for lane in plan.lanes] == [62, 62], "two start holes and sixty"
    assert plan.at(0, 61) == plan.at(1, 61) == plan.at(0, 70) == plan.game
    assert plan.at(0, START_BACK) == plan.lanes[0][0]
    assert plan.at(0, 60) == plan.lanes[0][-1]


def test_holes_stand_in_groups_of_five() -> None:
    plan = board(1256, 300, 2, 61)
    first = [x for x, _ in plan.lanes[0][2:22]]
    steps = [abs(b - a) for a, b in pairwise(first)]
    assert [at for at, step in enumerate(steps, start=1) if step > 1.3 * plan.pitch] == [5, 10, 15]


@pytest.mark.parametrize(
    ("totals", "stand"),
    [
        ([], Pegs(START_FRONT, START_BACK)),
        ([4], Pegs(4, START_FRONT)),
        ([4, 6], Pegs(6, 4)),
        ([4, 6, 7], Pegs(7, 6)),
        ([4, 6, 5], Pegs(5, 4)),
        ([4, 6, 4], Pegs(4, START_FRONT)),
        ([4, 6, 3], Pegs(3, START_FRONT)),
        ([4, 0], Pegs(START_FRONT, START_BACK)),
        ([-2], Pegs(START_FRONT, START_BACK)),
        ([-2, 3], Pegs(3, START_FRONT)),
    ],
)
def test_where_the_pegs_stand(totals: list[int], stand: Pegs) -> None:
    assert pegs(totals) == stand


@given(st.lists(st.integers(-3, 70), max_size=30))
def test_the_front_peg_shows_the_total_and_the_back_peg_follows(totals: list[int]) -> None:
    stand = pegs(totals)
    assert stand.back < stand.front
    assert stand.front == max([START_FRONT, *totals[-1:]])


@given(st.lists(st.integers(1, 9), min_size=1, max_size=20))
def test_on_every_gain_the_back_peg_leaps_over_the_front_one(gains: list[int]) -> None:
    totals = [sum(gains[: at + 1]) for at in range(len(gains))]
    before, after = pegs(totals[:-1]), pegs(totals)
    assert after.back == before.front
    assert after.front == before.front + gains[-1]
