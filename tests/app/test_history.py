"""History, driven by touch: every match, its statistics, its replay event by event, players' figures."""

import os
from pathlib import Path

import numpy as np
import pytest

from companion.archive.figures import Figures
from companion.archive.stills import Stills
from companion.messages import Picture
from companion.record.pegging import Pegs
from companion.store.store import PUT_BY
from companion.window.history.end import EndScreen
from companion.window.history.history import HistoryScreen, with_names
from companion.window.history.replay import ReplayScreen
from companion.window.table.table import TableScreen
from engine.cards import Card
from engine.events import Adjust
from engine.header import Header
from engine.porrazo.events import Play
from engine.porrazo.game import Match
from tests.app.conftest import Open
from tests.app.driving import Driver
from tests.app.kept import leave_broken, leave_of_day, record
from tests.app.test_statistics import recorded

FIGURES = [
    Figures("Ana", 1, 1, 0),
    Figures("Player 1", 1, 1, 0),
    Figures("Beto", 1, 1, 1),
    Figures("Jugador 2", 9, 9, 9),
]


def looking_back(open_app: Open) -> Driver:
    app = open_app(None)
    app.tap(app.button("History"))
    return app


def test_matches_are_listed_latest_first_and_a_broken_one_is_said(open_app: Open, tmp_path: Path) -> None:
    leave_broken(tmp_path, b"nothing", b"{}", source="2022-01-01-000000.jsonl", state=PUT_BY)
    leave_of_day(tmp_path, "2023-01-05", Header(("Ana", "Beto")), Adjust(0, 61, "x"))
    leave_of_day(tmp_path, "2023-02-06", Header(("Carla", "Diego")), Adjust(1, 7, "x"))
    app = looking_back(open_app)
    rows = list(reversed(app.front(HistoryScreen).ids.list.children))
    assert [row.day.text for row in rows[:2]] == ["6 February 2023   Not finished", "5 January 2023"]
    assert "2022-01-01-000000.jsonl holds no match that can be read (line 1)" in rows[2].text


def test_without_matches_it_says_so(open_app: Open) -> None:
    assert "No match has been played yet." in looking_back(open_app).texts()


def test_a_tap_tells_a_matchs_story(open_app: Open, tmp_path: Path) -> None:
    leave_of_day(tmp_path, "2023-01-05", Header(("Ana", "Beto")), Adjust(0, 61, "x"))
    app = looking_back(open_app)
    app.tap(app.front(HistoryScreen).ids.list.children[0])
    assert app.front(EndScreen).ids.title.text == "Ana wins!"
    app.app.back()
    assert isinstance(app.app.screen, HistoryScreen)


def test_an_unfinished_match_is_gone_on_with_from_here(open_app: Open, tmp_path: Path) -> None:
    leave_of_day(tmp_path, "2023-01-05", Header(("Ana", "Beto")), Adjust(0, 6, "x"))
    app = looking_back(open_app)
    app.tap(app.front(HistoryScreen).ids.list.children[0])
    app.tap(app.button("Continue"))
    assert isinstance(app.app.screen, TableScreen)
    assert app.session.match.position.scores == (6, 0)
    app.session.tap(Adjust(1, 3, "x"))
    assert len(record(tmp_path)) == 3


def test_many_matches_come_in_pages(open_app: Open, tmp_path: Path) -> None:
    for number in range(23):
        leave_of_day(tmp_path, f"20{number + 10}-01-05", Header(("Ana", "Beto")), Adjust(0, number + 1, "x"))
    app = looking_back(open_app)
    rows = app.front(HistoryScreen).ids.list
    assert len(rows.children) == 21
    rows.children[0].dispatch("on_release")
    app.idle()
    assert len(rows.children) == 23


def test_players_figures_are_added_up(open_app: Open, tmp_path: Path) -> None:
    for number in range(6):
        leave_of_day(
            tmp_path, f"20{number + 10}-01-05", Header(("Ana", "Beto")), Adjust(number % 3 // 2, 61, "x")
        )
    app = looking_back(open_app)
    app.tap(app.button("Players"))
    app.until(lambda: "Ana" in app.texts())
    ana = next(row for row in app.front(HistoryScreen).ids.list.children if row.ids.name.text == "Ana")
    assert list(ana.figures.values())[:3] == ["6", "4", "41"]


@pytest.mark.parametrize("code", ["en", "es"])
@pytest.mark.parametrize("size", [(800, 480), (480, 800)])
def test_what_a_players_figures_count_can_be_read(
    open_app: Open, tmp_path: Path, size: tuple[int, int], code: str
) -> None:
    """At 800x480 its letters had 10 pixels."""
    leave_of_day(tmp_path, "2020-01-05", Header(("Ana", "Beto")), Adjust(0, 61, "x"))
    app = open_app(None, size=size)
    app.app.preferences.change(language=code)
    app.app.go("history")
    screen = app.front(HistoryScreen)
    screen.ids.tabs.at = 1
    screen.ids.tabs.dispatch("on_chosen", 1)
    app.until(lambda: any(hasattr(row, "captions") for row in screen.ids.list.children))
    app.idle()
    for plate in screen.ids.list.children:
        for caption in plate.captions:
            assert caption.font_size >= 12 - 0.01
            assert not caption.shorten


def test_who_has_no_name_has_no_figures() -> None:
    assert [person.name for person in with_names(FIGURES)] == ["Beto", "Ana"]


def test_a_match_is_replayed_event_by_event(open_app: Open, tmp_path: Path) -> None:
    plays = (Play(1, Card.parse("Kh")), Play(0, Card.parse("Ks")), Play(1, Card.parse("2d")))
    number = leave_of_day(tmp_path, "2023-01-05", Header(("Ana", "Beto")), *plays)
    before = record(tmp_path, number)
    app = open_app(None)
    app.app.go("replay", number=number)
    app.idle()
    screen = app.front(ReplayScreen)
    screen.board.flight = 0
    for pegs, cards in (([0, 0], ["Kh"]), ([0, 0], ["Kh", "Ks"]), ([8, 0], ["2d"])):
        app.tap(screen.buttons["on"])
        assert [each.front for each in screen.board.pegs] == pegs
        assert [str(card) for card in screen.ids.cards.cards] == cards
        assert [line.current for line in screen.ids.story.lines] == [True, *[False] * (screen.at - 1)]
    assert screen.buttons["on"].disabled
    assert screen.ids.count.text == "Line 3 of 3"
    app.tap(screen.buttons["first"])
    assert screen.board.pegs == [Pegs(), Pegs()]
    assert record(tmp_path, number) == before


def test_a_replay_plays_by_itself_and_stops(
    open_app: Open, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("companion.window.history.replay.STEP_S", 0.05)
    number = leave_of_day(
        tmp_path, "2023-01-05", Header(("Ana", "Beto")), Adjust(0, 1, "x"), Adjust(0, 1, "x")
    )
    app = open_app(None)
    app.app.go("replay", number=number)
    app.idle()
    screen = app.front(ReplayScreen)
    app.tap(app.button("Play"))
    app.until(lambda: screen.at == 2 and not screen.running, seconds=30)
    app.idle()
    assert "Play" in app.texts()


def test_the_still_kept_of_a_play_is_shown(open_app: Open, tmp_path: Path) -> None:
    header = Header(("Ana", "Beto"), extra={"began": 5.0})
    match = Match(header)
    match.add(Play(1, Card.parse("Kh"), extra={"t": 1.5}))
    Stills(tmp_path).keep(match, Picture(1.5, np.full((36, 64, 4), 200, np.uint8), ()))
    number = leave_of_day(
        tmp_path, "2023-01-05", header, *match.events, Play(0, Card.parse("2h"), extra={"t": 2.5})
    )
    app = open_app(None)
    app.app.go("replay", number=number)
    app.idle()
    screen = app.front(ReplayScreen)
    sources = []
    for _ in range(2):
        app.tap(screen.buttons["on"])
        sources.append(os.path.basename(screen.ids.still.source))
    assert sources == ["5.0-1.50.jpg", ""]


def test_a_whole_recorded_match_can_be_replayed(open_app: Open, tmp_path: Path) -> None:
    match = recorded("to-the-end-in-teams")
    number = leave_of_day(tmp_path, "2023-01-05", match.header, *match.events)
    app = open_app(None)
    app.app.go("replay", number=number)
    app.idle()
    screen = app.front(ReplayScreen)
    screen.board.flight = 0
    app.tap(screen.buttons["last"])
    assert [each.front for each in screen.board.pegs] == [61, 24]
