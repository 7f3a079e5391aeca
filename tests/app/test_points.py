"""Points only: a plain cribbage board, for cribbage itself as well."""

import pytest

from companion.record.pegging import Pegs
from engine.events import Adjust
from engine.header import Header
from tests.app.conftest import Open


def points(players: int, target: int) -> Header:
    return Header(("Ana", "Beto", "Carla")[:players], target=target, extra={"entry": "points"})


@pytest.mark.parametrize(("players", "target"), [(2, 61), (3, 121)])
def test_a_board_of_two_or_three_tracks_to_its_game_hole(open_app: Open, players: int, target: int) -> None:
    app = open_app(points(players, target))
    assert f"To {target} points" in app.texts()
    assert len(app.screen.board.plan.lanes) == players
    assert app.screen.board.plan.target == target
    assert app.screen.cards.parent is None
    assert app.screen.keys.parent is None
    assert app.screen.seats == []


def test_steps_give_their_points_and_the_pegs_leapfrog(open_app: Open) -> None:
    app = open_app(points(2, 61))
    app.tap(app.screen.panels[0].steps[5])
    app.now += 60
    app.tap(app.screen.panels[0].steps[3])
    assert app.screen.panels[0].numeral.text == "8"
    assert app.screen.board.pegs[0] == Pegs(8, 5)


def test_taps_that_follow_at_once_are_one_entry_for_list_banner_board_and_undo(open_app: Open) -> None:
    """The list had three lines, the banner one sum, and undo took back a third of it."""
    app = open_app(points(2, 61))
    ana = app.screen.panels[0]
    app.tap(ana.steps[3])
    app.now += 60
    for step in (5, 1, 1):
        app.tap(ana.steps[step])
        app.now += 1
    assert "+7" in app.screen.banner.text
    assert [line.points for line in app.screen.event_list.lines] == ["+7", "+3"]
    assert app.screen.board.pegs[0] == Pegs(10, 3)
    app.tap(app.screen.undo)
    assert ana.numeral.text == "3"
    assert [line.points for line in app.screen.event_list.lines] == ["+3"]
    app.tap(app.screen.redo)
    assert [line.points for line in app.screen.event_list.lines] == ["+7", "+3"]


def test_points_of_somebody_else_between_or_after_a_correction_are_an_entry_of_their_own(
    open_app: Open,
) -> None:
    app = open_app(points(2, 61))
    ana, beto = app.screen.panels
    for panel in (ana, beto, ana):
        app.tap(panel.steps[1])
    assert [line.points for line in app.screen.event_list.lines] == ["+1", "+1", "+1"]
    app.session.remove(app.session.entries[0])
    app.app.changed()
    app.tap(ana.steps[5])
    assert [line.points for line in app.screen.event_list.lines] == ["+5", "+1", "+1"]
    app.tap(app.screen.undo)
    app.tap(app.screen.undo)
    assert ana.numeral.text == "2", "undo reached the correction, which no tap swallowed"


def test_any_number_of_points_in_two_taps(open_app: Open) -> None:
    app = open_app(points(3, 121))
    app.tap(app.screen.panels[2].score)
    app.tap(app.button("+12"))
    assert app.screen.panels[2].numeral.text == "12"
    assert app.screen.board.pegs[2].front == 12


def test_who_comes_to_121_first_wins(open_app: Open) -> None:
    app = open_app(points(3, 121))
    app.session.tap(Adjust(1, 118, "tapped"))
    app.app.changed()
    app.idle()
    app.tap(app.screen.panels[1].steps[3])
    assert app.screen.banner.text == "Beto wins!"
    assert app.screen.board.plan.at(1, 121) == app.screen.board.plan.game
    app.tap(app.screen.undo)
    assert app.session.match.position.winner is None


@pytest.mark.parametrize("size", [(1280, 800), (800, 480), (480, 800), (800, 1280)])
def test_all_names_have_one_size(open_app: Open, size: tuple[int, int]) -> None:
    """Two panels at the left of the board had names of 29 pixels, three lower ones at its right of 22 to 25."""
    names = ("Ana", "Beto", "Carla", "Dani", "Eva")
    app = open_app(Header(names, extra={"entry": "points"}), size=size)
    assert len({round(panel.players[0].font_size, 3) for panel in app.screen.panels}) == 1
