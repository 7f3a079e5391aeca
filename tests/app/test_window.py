"""The window without a camera, driven by touch: pegging, undoing, announcing, languages, matches kept."""

from pathlib import Path

import numpy as np
import pytest
from kivy.core.window import Window
from kivy.uix.recycleview import views
from kivy.uix.widget import Widget

from companion import theme
from companion.record.pegging import Pegs
from companion.store.store import Store
from companion.window.phones import bare
from companion.window.table_parts.card_keys import CardKey
from companion.window.widgets.text import TouchButton, language
from engine.events import Adjust
from engine.header import Header
from engine.porrazo.events import Declare
from tests.app.conftest import Open
from tests.app.driving import Driver
from tests.app.kept import leave_broken, others, record

TAPPED = Header(("Ana", "Beto"), extra={"entry": "cards"})
"""A match whose cards are tapped."""


def kept(folder: Path) -> list[object]:
    """Read what the app has written down: the header and the events."""
    return [*record(folder)]


def test_it_starts_without_a_camera_as_a_plain_board(open_app: Open) -> None:
    app = open_app()
    assert app.screen.picture.parent is None
    assert [panel.numeral.text for panel in app.screen.panels] == ["0", "0"]
    assert app.screen.board.pegs == [Pegs(), Pegs()]
    assert "To 61 points" in app.texts()
    assert not any(panel.playing for panel in app.screen.panels)


def test_a_tap_on_plus_pegs_a_point_and_writes_it_down(open_app: Open, tmp_path: Path) -> None:
    app = open_app()
    app.tap(app.screen.panels[1].steps[1])
    assert app.screen.panels[1].numeral.text == "1"
    assert app.screen.board.pegs == [Pegs(), Pegs(1, 0)]
    _, event = kept(tmp_path)
    assert isinstance(event, Adjust)
    assert (event.seat, event.points, event.extra["by"]) == (1, 1, "tap")


def test_a_tap_on_minus_takes_a_point_back(open_app: Open) -> None:
    app = open_app()
    app.tap(app.screen.panels[0].steps[1])
    app.tap(app.screen.panels[0].steps[1])
    app.tap(app.screen.panels[0].steps[-1])
    assert app.screen.panels[0].numeral.text == "1"
    assert app.screen.board.pegs[0].front == 1


def test_undo_takes_a_tap_back_and_redo_brings_it_again(open_app: Open, tmp_path: Path) -> None:
    app = open_app()
    assert app.screen.undo.disabled
    app.tap(app.screen.panels[0].steps[1])
    app.tap(app.screen.undo)
    assert app.screen.panels[0].numeral.text == "0"
    assert len(kept(tmp_path)) == 1
    app.tap(app.screen.redo)
    assert app.screen.panels[0].numeral.text == "1"
    assert len(kept(tmp_path)) == 2
    assert app.screen.redo.disabled


def count_of(app: Driver, part: Widget, colour: theme.Colour) -> int:
    """Count the pixels of about this colour within a part of the screen."""
    picture = app.pixels()
    upper, lower = picture.shape[0] - int(part.top), picture.shape[0] - int(part.y)
    inside = picture[upper:lower, int(part.x) : int(part.right), :3] / 255
    return int((np.abs(inside - colour[:3]).max(axis=2) < 0.05).sum())


def test_the_lanes_are_drawn_over_the_wood(open_app: Open) -> None:
    app = open_app()
    assert count_of(app, app.screen.board, theme.BRASS) > 20, "the ring round the game hole is to be seen"


def test_lines_used_again_take_the_colours_of_another_look(open_app: Open) -> None:
    app = open_app()
    for _ in range(3):
        app.session.tap(Adjust(0, 1, "agreed"))
        app.now += 60
    app.app.changed()
    app.idle()
    dark = theme.BUTTON_OFF
    assert count_of(app, app.screen.event_list, dark) > 20
    while app.session.can_undo:
        app.session.undo()
    app.app.changed()
    app.idle()
    app.app.preferences.change(look="light")
    app.session.redo()
    app.app.changed()
    app.idle(8)
    assert len(app.screen.event_list.lines) == 1
    assert count_of(app, app.screen.event_list, dark) == 0


def test_another_look_after_a_thousand_lines_breaks_nothing(
    open_app: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Kivy counted the rows that it kept, and divided by the number of their kinds when they had been thrown away."""
    app = open_app()
    monkeypatch.setattr(views, "_cache_count", views._max_cache_size)
    app.app.preferences.change(look="light")
    app.session.tap(Adjust(0, 1, "agreed"))
    app.app.changed()
    app.idle(8)
    assert len(app.screen.event_list.lines) == 1


def test_pegs_leapfrog(open_app: Open) -> None:
    app = open_app()
    board = app.screen.board
    for _ in range(4):
        app.tap(app.screen.panels[0].steps[1])
    first, second = board.heads[0]
    assert board.pegs[0] == Pegs(4, 0), "four quick taps are one move"
    standing = {peg: tuple(peg.center) for peg in (first, second)}
    app.now += 60
    app.tap(app.screen.panels[0].steps[1])
    assert board.pegs[0] == Pegs(5, 4)
    moved = [peg for peg in (first, second) if tuple(peg.center) != standing[peg]]
    assert len(moved) == 1, "one peg leaps, the other stays to show the score before"
    assert tuple(moved[0].center) == pytest.approx(
        [a + b for a, b in zip(board.plan.at(0, 5), board.pos, strict=True)]
    )


def test_a_peg_in_flight_lands_in_its_hole(open_app: Open) -> None:
    app = open_app()
    board = app.screen.board
    board.flight = 0.1
    app.tap(app.screen.panels[0].steps[1])
    x, y = board.plan.at(0, 1)
    goal = pytest.approx([board.x + x, board.y + y])
    app.until(lambda: any(list(peg.center) == goal and peg.lift == 0 for peg in board.heads[0]))


def lying(app: Driver) -> Driver:
    """The same app on a screen that lies on the table."""
    app.app.preferences.change(lying=True)
    app.app.changed()
    app.idle()
    return app


def test_on_a_standing_screen_nothing_is_upside_down(open_app: Open) -> None:
    app = open_app(Header(("Ana", "Beto", "Carla", "Diego"), extra={"entry": "cards"}))
    assert [seat.rotation for seat in app.screen.seats] == [0, 0, 0, 0]
    assert [seat.center_y for seat in app.screen.seats] == pytest.approx([app.screen.seats[0].center_y] * 4)


def test_a_ronda_is_announced_at_the_seat(open_app: Open, tmp_path: Path) -> None:
    app = open_app(TAPPED)
    app.tap(app.screen.seats[0].buttons[0])
    assert app.screen.panels[0].players[0].text == "Ana [i]ronda[/i]"
    _, event = kept(tmp_path)
    assert isinstance(event, Declare)
    assert (event.seat, event.kind) == (0, "ronda")
    assert app.screen.seats[0].answers == [], "once a batch is enough"
    assert app.screen.seats[1].answers == ["Ronda", "Rondine"]


def test_the_far_seats_buttons_face_it_and_are_its_own(open_app: Open, tmp_path: Path) -> None:
    app = lying(open_app(TAPPED))
    assert [seat.rotation for seat in app.screen.seats] == pytest.approx([0, 180])
    app.tap(app.screen.seats[1].buttons[1])
    _, event = kept(tmp_path)
    assert isinstance(event, Declare)
    assert (event.seat, event.kind) == (1, "rondine")


def test_each_player_of_a_team_announces_for_themselves(open_app: Open, tmp_path: Path) -> None:
    header = Header(("Ana", "Beto", "Carla", "Diego"), teams=((0, 2), (1, 3)), extra={"entry": "cards"})
    app = lying(open_app(header))
    assert len(app.screen.panels) == 2
    assert [seat.rotation for seat in app.screen.seats] == pytest.approx([0, 270, 180, 90])
    app.tap(app.screen.seats[3].buttons[1])
    event = kept(tmp_path)[-1]
    assert isinstance(event, Declare)
    assert (event.seat, event.kind) == (3, "rondine")


def test_where_every_ronda_counts_by_itself_nobody_has_to_tap(open_app: Open) -> None:
    automatic = Header(("Ana", "Beto"), options={"declarations": "automatic"}, extra={"entry": "cards"})
    assert open_app(automatic).screen.seats == []


def test_the_language_is_switched_live(open_app: Open) -> None:
    app = open_app()
    app.tap(app.screen.panels[0].steps[1])
    language.code = "es"
    app.idle()
    texts = app.texts()
    assert {"Deshacer", "Rehacer", "Menú", "A 61 puntos"} <= set(texts)
    assert "Ana +1, ajuste" in map(bare, texts)
    language.code = "en"
    app.idle()
    assert {"Undo", "Redo", "Menu", "To 61 points"} <= set(app.texts())


def test_the_first_to_the_target_wins(open_app: Open) -> None:
    app = open_app(Header(("Ana", "Beto"), target=3))
    for _ in range(3):
        app.tap(app.screen.panels[1].steps[1])
    assert app.screen.banner.text == "Beto wins!"
    assert app.screen.board.pegs[1].front == 3
    assert app.screen.board.plan.at(1, 3) == app.screen.board.plan.game


def test_a_match_is_gone_on_with_after_a_restart(open_app: Open) -> None:
    app = open_app()
    app.tap(app.screen.panels[0].steps[1])
    app.close()
    again = open_app(Header(("Somebody", "Else")))
    assert again.screen.panels[0].numeral.text == "1"
    assert "Ana" in again.texts()


def test_a_new_match_keeps_the_old_one(open_app: Open, tmp_path: Path) -> None:
    app = open_app()
    app.tap(app.screen.panels[0].steps[1])
    assert app.app.begin(Header(("Ana", "Beto", "Carla", "Diego", "Eva")))
    app.app.changed()
    app.idle()
    assert len(app.screen.panels) == 5
    assert [panel.numeral.text for panel in app.screen.panels] == ["0"] * 5
    assert app.screen.board.pegs == [Pegs()] * 5
    assert len(others(tmp_path)) == 1
    app.tap(app.screen.panels[4].steps[1])
    assert kept(tmp_path)[0] == app.session.header


def test_a_broken_record_is_said_once_and_kept(open_app: Open, tmp_path: Path) -> None:
    broken = (b'{"porrazo": 1, "players": ["Ana", "Beto"]}', b'{"do": "dance"}', b'{"do": "play"}')
    number = leave_broken(tmp_path, *broken)
    app = open_app()
    with Store(tmp_path, writes=False) as store:
        row = store.row(number)
    assert row is not None
    assert row.lines == broken
    assert any(f"kept as match {number}" in text for text in app.texts())
    app.tap(app.screen.panels[0].steps[1])
    assert app.screen.panels[0].numeral.text == "1"


def test_brackets_in_a_name_are_only_brackets(open_app: Open) -> None:
    app = open_app(Header(("[b]Ana[/b] & co", "{x}")))
    app.tap(app.screen.panels[0].steps[1])
    assert "&bl;b&br;Ana&bl;/b&br; &amp; co" in app.texts()
    app.tap(app.screen.panels[1].score)
    assert "Points for {x}" in app.texts()


@pytest.mark.parametrize("size", [(800, 480), (1280, 800), (480, 800), (800, 1280)])
@pytest.mark.parametrize("players", [2, 3, 5, 8])
@pytest.mark.parametrize("entry", ["cards", "points"])
def test_buttons_can_be_hit_and_lie_in_the_window(
    open_app: Open, size: tuple[int, int], players: int, entry: str
) -> None:
    names = ("Ana", "Beto", "Carla", "Diego", "Eva", "Federico", "Guadalupe", "Hugo")[:players]
    app = open_app(Header(names, extra={"entry": entry}), size=size)
    found = [w for w in app.screen.walk() if isinstance(w, TouchButton | CardKey) and w.opacity]
    assert len(found) >= 3 + players + (13 + players if entry == "cards" else 2 * players)
    for button in found:
        assert min(button.size) >= theme.TOUCH - 0.01, button.text
        corners = [button.to_window(*corner) for corner in (button.pos, (button.right, button.top))]
        for x, y in corners:
            assert -0.01 <= x <= Window.width + 0.01, button.text
            assert -0.01 <= y <= Window.height + 0.01, button.text


@pytest.mark.parametrize("size", [(480, 800), (800, 1280)])
@pytest.mark.parametrize("count", [4, 5])
def test_upright_with_many_players_every_word_at_a_seat_is_whole(
    open_app: Open, size: tuple[int, int], count: int
) -> None:
    app = lying(open_app(Header(("Abuela", "Beto", "Carla", "Diego", "Elena")[:count]), size=size))
    screen = app.screen
    for keys in screen.seats:
        shown = [button for button in keys.buttons if button.parent]
        assert [button.text for button in shown] == ["Ronda", "Rondine"]
        assert not any(button.shorten for button in shown)
        assert all(min(button.size) >= theme.TOUCH - 0.01 for button in shown)
    assert screen.board.width == pytest.approx(Window.width - 2 * screen.room.gap)
    numerals = [panel.numeral for panel in screen.panels]
    assert len({numeral.ideal_size for numeral in numerals}) == 1, "all numerals are alike"
    assert not any(numeral.shorten for numeral in numerals)
