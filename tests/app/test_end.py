"""The end, driven by touch: the winner, the statistics, the rematch; what is saved can be read again."""

from pathlib import Path

import pytest
from kivy.core.window import Window

from companion import theme
from companion.cli import main
from companion.window.history import export
from companion.window.history.end import EndScreen
from companion.window.history.replay import ReplayScreen
from companion.window.new_match.new_match import NewMatchScreen
from companion.window.table.table import TableScreen
from companion.window.widgets.text import TouchButton
from engine.events import Adjust
from engine.header import Header
from tests.app.conftest import Open
from tests.app.driving import Driver
from tests.app.kept import others
from tests.app.test_statistics import recorded


@pytest.fixture(autouse=True)
def soon(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody wants to see a peg arrive here."""
    monkeypatch.setattr(theme, "BEFORE_THE_END", 0.2)


def won(open_app: Open, header: Header, size: tuple[int, int] = (800, 480)) -> Driver:
    """Play a match by points to its end, and wait for the end to be shown."""
    app = open_app(header, size=size)
    app.session.tap(Adjust(0, 2, "x"))
    app.session.tap(Adjust(1, header.target, "x"))
    app.app.changed()
    app.until(lambda: app.app.showing == "end", seconds=30)
    app.idle()
    return app


def test_the_end_comes_by_itself_and_names_the_winner(open_app: Open) -> None:
    app = won(open_app, Header(("Ana", "[Beto]"), target=5, extra={"marks": [3, 6]}))
    screen = app.front(EndScreen)
    assert screen.ids.title.text == "&bl;Beto&br; wins!"
    assert screen.ids.mark.shape == theme.SIDE_SHAPES[6]
    assert screen.ids.curve.curve.totals[-1] == (2, 5)
    assert screen.ids.sources.marks == [6, 3], "the winner first, as in every list"
    assert screen.ids.sources.rows_shown == [("Adjustment", (5, 2))]


def test_a_point_taken_back_in_time_keeps_the_board(open_app: Open) -> None:
    app = open_app(Header(("Ana", "Beto"), target=5))
    app.session.tap(Adjust(1, 5, "x"))
    app.app.changed()
    app.session.undo()
    app.app.changed()
    assert not app.app._end.is_triggered
    assert isinstance(app.app.screen, TableScreen)


def test_back_at_the_board_an_undo_takes_the_victory_back(open_app: Open) -> None:
    app = won(open_app, Header(("Ana", "Beto"), target=5))
    app.app.back()
    app.idle()
    assert isinstance(app.app.screen, TableScreen)
    app.session.undo()
    app.app.changed()
    app.app.go("end")
    app.idle()
    assert "Not finished" in app.texts()
    assert "Continue" in app.texts()


def test_a_rematch_has_the_same_people_and_the_next_dealer(open_app: Open, tmp_path: Path) -> None:
    app = won(
        open_app, Header(("Ana", "Beto"), "denexa", target=5, extra={"marks": [3, 6], "entry": "points"})
    )
    app.tap(app.button("Rematch"))
    assert isinstance(app.app.screen, TableScreen)
    header = app.session.header
    assert (header.players, header.rules, header.dealer, header.target) == (("Ana", "Beto"), "denexa", 1, 5)
    assert (header.extra["marks"], header.extra["entry"]) == ([3, 6], "points")
    assert app.session.match.events == ()
    assert len(others(tmp_path)) == 1


def test_other_ways_from_here(open_app: Open) -> None:
    app = won(open_app, Header(("Ana", "Beto"), target=5))
    app.tap(app.button("Replay"))
    assert isinstance(app.app.screen, ReplayScreen)
    app.app.back()
    app.idle()
    app.tap(app.button("New match"))
    assert isinstance(app.app.screen, NewMatchScreen)


def test_what_is_saved_can_be_read_again(
    open_app: Open, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DOCUMENTS_DIR", str(tmp_path))
    app = won(open_app, Header(("Ana / Lía", "Beto"), target=5))
    app.tap(app.button("Save"))
    assert any(text.startswith("Saved in") for text in app.texts())
    record, picture, sheet = sorted((tmp_path / "Porrazo").iterdir(), key=lambda path: path.suffix)
    assert [path.suffix for path in (record, picture, sheet)] == [".jsonl", ".png", ".txt"]
    assert record.stem.endswith("Ana-Lía-Beto")
    assert picture.read_bytes()[:8] == b"\x89PNG\r\n\x1a\n"
    assert "Beto 5" in sheet.read_text(encoding="utf-8")
    assert main(["score", str(record), "--json"]) == 0
    assert '"scores": [2, 5], "winner": 1' in capsys.readouterr().out


def test_the_saved_sheet_is_that_of_the_command_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    match = recorded("to-the-end")
    record = tmp_path / "m.jsonl"
    record.write_text(export.record_of(match), encoding="utf-8")
    assert main(["score", str(record)]) == 0
    assert capsys.readouterr().out.split() == export.sheet_of(match).split()


def test_where_nothing_can_be_saved_it_is_said(tmp_path: Path) -> None:
    in_the_way = tmp_path / "file"
    in_the_way.write_text("")
    well, sentence = export.saved(recorded("to-the-end"), 0, None, in_the_way / "Porrazo")
    assert not well
    assert sentence.startswith("It cannot be saved")


def test_that_it_cannot_be_saved_is_no_good_news(open_app: Open, monkeypatch: pytest.MonkeyPatch) -> None:
    """It was said in the colour of what is done and well."""
    app = won(open_app, Header(("Ana", "Beto"), target=5))
    screen = app.front(EndScreen)
    for well, colour in ((False, theme.WRONG), (True, theme.POINTS)):
        monkeypatch.setattr(export, "saved", lambda *_, well=well: (well, "Said"))
        app.tap(app.button("Save"))
        assert screen.ids.said.text == "Said"
        assert tuple(screen.ids.said.color) == pytest.approx(colour)


@pytest.mark.parametrize("size", [(800, 480), (480, 800)])
@pytest.mark.parametrize("players", [2, 8])
def test_every_button_can_be_hit(open_app: Open, size: tuple[int, int], players: int) -> None:
    app = won(open_app, Header(tuple("ABCDEFGH"[:players]), target=5), size)
    buttons = [w for w in app.front(EndScreen).walk() if isinstance(w, TouchButton)]
    assert len(buttons) == 5
    for button in buttons:
        assert min(button.size) >= theme.TOUCH - 0.01
        assert button.x >= 0
        assert button.y >= 0
        assert button.right <= Window.width
        assert button.top <= Window.height
