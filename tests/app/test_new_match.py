"""New match, driven by touch: names from those remembered or letter by letter, teams, rules, camera or not."""

from pathlib import Path

import numpy as np
import pytest
from kivy.core.window import Window
from kivy.uix.widget import Widget

from companion import theme
from companion.archive import match_file
from companion.archive.players import Person
from companion.window.games.game_table import GameTableScreen
from companion.window.new_match.match_entry import EntryPage
from companion.window.new_match.match_players import PlayersPage
from companion.window.new_match.match_rules import RulesPage
from companion.window.new_match.new_match import NewMatchScreen
from companion.window.start import StartScreen
from companion.window.table.table import TableScreen
from companion.window.widgets.letters import accented
from companion.window.widgets.text import TouchButton
from engine.games import NAMES, game_called
from engine.header import Header
from engine.porrazo.words import OPTIONS
from tests.app.conftest import Open
from tests.app.driving import Driver
from tests.app.kept import know, known, record


def choosing(open_app: Open, folder: Path, *names: str, size: tuple[int, int] = (800, 480)) -> Driver:
    """Open the app and go to New match, these people remembered."""
    if names:
        know(folder, [Person(name, at) for at, name in enumerate(names)])
    app = open_app(None, size=size)
    app.tap(app.button("New match"))
    app.tap(app.button("Players"))
    return app


def players(app: Driver) -> PlayersPage:
    page = app.front(NewMatchScreen).players
    assert isinstance(page, PlayersPage)
    return page


def begun(app: Driver) -> Header:
    """Tap Begin and give the header of the match that began."""
    app.tap(app.button("Begin"))
    return app.session.header


def test_two_taps_from_start_begin_a_match(open_app: Open, tmp_path: Path) -> None:
    app = choosing(open_app, tmp_path)
    header = begun(app)
    assert header.players == ("Player 1", "Player 2")
    assert isinstance(app.app.screen, TableScreen)
    assert record(tmp_path) == [header]


def test_the_way_back_from_the_table_is_start(open_app: Open, tmp_path: Path) -> None:
    app = choosing(open_app, tmp_path)
    begun(app)
    app.app.back()
    assert isinstance(app.app.screen, StartScreen)


def test_names_are_chosen_from_those_remembered(open_app: Open, tmp_path: Path) -> None:
    app = choosing(open_app, tmp_path, "Ana", "Beto", "Carla")
    app.tap(players(app).ids.counts.buttons[1])
    for seat, name in enumerate(("Carla", "Ana", "Beto")):
        app.tap(players(app).seats[seat].name)
        assert f"Who is player {seat + 1}?" in app.texts()
        app.tap(app.button(name))
    assert begun(app).players == ("Carla", "Ana", "Beto")
    assert [person.name for person in known(tmp_path)] == ["Carla", "Ana", "Beto"]


def test_a_new_name_is_typed_letter_by_letter(open_app: Open, tmp_path: Path) -> None:
    app = choosing(open_app, tmp_path)
    app.tap(players(app).seats[1].name)
    entry = app.front(NewMatchScreen).entry
    assert entry is not None
    keys = entry.ids.letters.keys
    for letter in "INE´SX":
        app.tap(keys[letter])
    app.tap(keys["\N{LEFTWARDS ARROW}"])
    assert entry.typed == "Inés"
    app.tap(app.button("OK"))
    assert begun(app).players == ("Player 1", "Inés")
    assert [person.name for person in known(tmp_path)] == ["Inés"]


def test_typing_narrows_down_who_is_proposed(open_app: Open, tmp_path: Path) -> None:
    app = choosing(open_app, tmp_path, "Ana", "Beto", "Andrés")
    app.tap(players(app).seats[0].name)
    entry = app.front(NewMatchScreen).entry
    assert entry is not None
    for letter in "AN":
        app.tap(entry.ids.letters.keys[letter])
    assert {chip.text for chip in entry.ids.chips.children} == {"Ana", "Andrés"}


def test_a_name_can_be_cancelled_and_an_empty_one_is_none(open_app: Open, tmp_path: Path) -> None:
    app = choosing(open_app, tmp_path)
    app.tap(players(app).seats[0].name)
    entry = app.front(NewMatchScreen).entry
    assert entry is not None
    assert entry.ids.done.disabled
    app.tap(entry.ids.letters.keys["A"])
    app.tap(app.button("Cancel"))
    assert begun(app).players == ("Player 1", "Player 2")


@pytest.mark.parametrize(
    ("typed", "result"),
    [("Ine", "Iné"), ("A", "Á"), ("pingu", "pingú"), ("pingú", "pingü"), ("x", "x"), ("", "")],
)
def test_accents(typed: str, result: str) -> None:
    assert accented(typed) == result


def test_teams_dealer_and_marks(open_app: Open, tmp_path: Path) -> None:
    app = choosing(open_app, tmp_path)
    page = players(app)
    assert page.ids.teams.texts == []
    app.tap(page.ids.counts.buttons[2])
    app.tap(app.button("2 teams"))
    app.tap(page.seats[2].deals)
    app.tap(page.seats[3].mark)
    header = begun(app)
    assert header.teams == ((0, 2), (1, 3))
    assert header.dealer == 2
    marks = header.extra["marks"]
    assert isinstance(marks, list)
    assert marks[0] == 0
    assert marks[1] not in (0, 1)


def test_with_a_camera_announcements_are_proposed_automatic_and_said(open_app: Open, tmp_path: Path) -> None:
    app = choosing(open_app, tmp_path)
    app.tap(app.button("At the table"))
    page = app.front(NewMatchScreen).ways
    assert isinstance(page, EntryPage)
    automatic = OPTIONS["declarations"].meanings["automatic"]
    assert automatic not in app.texts()
    app.tap(page.ways[0])
    assert automatic in app.texts()
    app.tap(page.ids.targets.buttons[2])
    header = begun(app)
    assert header.options == {"declarations": "automatic"}
    assert (header.extra["entry"], header.target) == ("camera", 121)


@pytest.mark.parametrize("tab", ["Game", "At the table"])
def test_gold_is_the_next_thing_to_do_and_not_what_was_chosen(
    open_app: Open, tmp_path: Path, tab: str
) -> None:
    """The chosen game and the chosen way had a frame of gold, beside a gold Begin."""
    app = choosing(open_app, tmp_path)
    app.tap(app.button(tab))
    begin = app.button("Begin")
    gold = np.all(np.abs(app.pixels()[..., :3] - np.array(theme.GOLD[:3]) * 255) < 3, axis=-1)[::-1]
    left, right = round(begin.x), round(begin.right)
    lower, upper = round(begin.y), round(begin.top)
    assert gold[lower:upper, left:right].any()
    gold[lower:upper, left:right] = False
    assert not gold.any()


def test_the_proposal_can_be_declined(open_app: Open, tmp_path: Path) -> None:
    app = choosing(open_app, tmp_path)
    app.tap(app.button("At the table"))
    page = app.front(NewMatchScreen).ways
    assert isinstance(page, EntryPage)
    app.tap(page.ways[0])
    app.tap(app.button("Said aloud"))
    assert begun(app).options == {}


def test_rules_are_told_with_an_example_and_chosen(open_app: Open, tmp_path: Path) -> None:
    app = choosing(open_app, tmp_path)
    app.tap(app.button("Rules"))
    page = app.front(NewMatchScreen).rules
    assert isinstance(page, RulesPage)
    assert any("forgets to say so" in text for text in app.texts())
    app.tap(app.button("Easy"))
    app.tap(page.plates["porrazo", "declarations"].choices.buttons[0])
    header = begun(app)
    assert (header.rules, dict(header.options)) == ("denexa", {"declarations": "automatic"})


def test_the_match_before_is_proposed_again_the_deal_moved_on(open_app: Open, tmp_path: Path) -> None:
    app = choosing(open_app, tmp_path, "Ana", "Beto")
    for seat, name in enumerate(("Ana", "Beto")):
        app.tap(players(app).seats[seat].name)
        app.tap(app.button(name))
    begun(app)
    app.app.go("new_match")
    app.idle()
    header = begun(app)
    assert header.players == ("Ana", "Beto")
    assert header.dealer == 1


def test_a_full_disk_is_said(open_app: Open, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    app = choosing(open_app, tmp_path)

    def refused(_header: Header) -> match_file.Opened:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(app.app.archive, "begin", refused)
    app.tap(app.button("Begin"))
    assert isinstance(app.app.screen, NewMatchScreen)
    assert any("is the disk full?" in text for text in app.texts())


@pytest.mark.parametrize("size", [(800, 480), (1280, 800), (480, 800)])
@pytest.mark.parametrize("page", ["game", "players", "entry", "rules"])
def test_everything_can_be_hit(open_app: Open, tmp_path: Path, size: tuple[int, int], page: str) -> None:
    app = choosing(open_app, tmp_path, size=size)
    screen = app.front(NewMatchScreen)
    screen.draft = screen.draft.with_count(8)
    screen.page = page
    screen.refresh()
    app.idle()
    tappable: list[Widget] = [w for w in screen.walk() if isinstance(w, TouchButton) and w.height]
    assert len(tappable) > 5 or page == "game"
    for widget in tappable:
        x, _ = widget.to_window(*widget.pos)
        assert min(widget.size) >= theme.TOUCH - 0.01, widget.text
        assert -0.5 <= x <= x + widget.width <= Window.width + 0.5, widget.text


@pytest.mark.parametrize("size", [(800, 480), (480, 800)])
def test_another_game_is_chosen_first_and_its_table_opens(
    open_app: Open, tmp_path: Path, size: tuple[int, int]
) -> None:
    app = open_app(None, size=size)
    app.tap(app.button("New match"))
    screen = app.front(NewMatchScreen)
    assert list(screen.games.plates) == list(NAMES)
    app.tap(screen.games.plates["malilla"])
    assert screen.draft.count == 4
    assert screen.draft.sides == ((0, 2), (1, 3))
    app.tap(app.button("Rules"))
    app.tap(screen.rules.plates["malilla", "fouls"].choices.buttons[1])
    app.tap(screen.rules.plates["malilla", "target"].choices.buttons[0])
    header = begun(app)
    assert (header.game, header.rules, header.target, header.options) == (
        "malilla",
        "",
        21,
        {"fouls": "report"},
    )
    app.front(GameTableScreen)
    app.app.go("new_match")
    app.idle()
    again = app.front(NewMatchScreen)
    assert next(iter(again.games.plates)) == "malilla"
    assert (again.draft.game, again.draft.dealer, again.draft.options) == ("malilla", 1, {"fouls": "report"})


@pytest.mark.parametrize("name", NAMES)
def test_every_game_begins_as_it_is_proposed(open_app: Open, name: str) -> None:
    app = open_app(None)
    app.tap(app.button("New match"))
    screen = app.front(NewMatchScreen)
    screen.games.dispatch("on_game", name)
    screen._turn("rules")
    app.idle()
    header = begun(app)
    assert header.game == name
    assert len(header.players) in game_called(name).seats
    assert header.target == game_called(name).target
    assert app.session.match.position.count == 0


@pytest.mark.parametrize("game", ["crash", "backhand"])
def test_the_camera_is_offered_where_cards_lie_before_their_players(open_app: Open, game: str) -> None:
    app = open_app(None)
    app.tap(app.button("New match"))
    screen = app.front(NewMatchScreen)
    app.tap(screen.games.plates[game])
    app.tap(app.button("At the table"))
    app.tap(screen.ways.ways[0])
    assert screen.draft.entry == "camera"


def test_the_camera_is_offered_for_a_game_that_it_can_follow_and_for_no_other(open_app: Open) -> None:
    app = open_app(None)
    app.tap(app.button("New match"))
    screen = app.front(NewMatchScreen)
    app.tap(screen.games.plates["malilla"])
    app.tap(app.button("At the table"))
    assert [plate.title.text for plate in screen.ways.ids.ways.children[::-1]] == [
        "A camera watches",
        "Tap every card",
    ]
    assert screen.ways.ids.targets.texts == ["21", "35", "70"]
    app.tap(screen.ways.ways[0])
    assert screen.draft.entry == "camera"
    app.tap(app.button("Game"))
    app.tap(screen.games.plates["conquian"])
    assert "At the table" not in screen.ids.tabs.texts
    assert screen.draft.entry == "cards"


@pytest.mark.parametrize("size", [(800, 480), (1280, 800), (1920, 1200)])
@pytest.mark.parametrize("larger", [1.0, 1.3])
def test_every_game_is_in_sight_in_a_wide_window(
    open_app: Open, size: tuple[int, int], larger: float
) -> None:
    """At 1920x1200 in the largest letters the last one was cut off."""
    app = open_app(None, size=size)
    app.app.preferences.change(text_size=larger)
    app.idle()
    app.tap(app.button("New match"))
    page = app.front(NewMatchScreen).games
    assert len(page.plates) == len(NAMES)
    assert page.grid.height <= page.height
