"""The settings screen, driven by touch: every choice takes effect at once, and is there at the next start."""

from pathlib import Path

import pytest
from kivy.base import EventLoop
from kivy.core.window import Window
from kivy.uix.widget import Widget

from companion import theme
from companion.archive import older_files, settings
from companion.web.link import Interface
from companion.window import preferences as preferences_module
from companion.window.settings.settings import SETTINGS, SettingPlate, SettingsScreen
from companion.window.table_parts.cribbage_board import CribbageBoard
from companion.window.voice import Speech
from companion.window.widgets.qr_code import QrCode
from companion.window.widgets.text import TouchButton, language
from tests.app.conftest import Open
from tests.app.driving import Driver, Finger
from tests.app.kept import chosen


def at_settings(app: Driver) -> SettingsScreen:
    app.app.go("settings")
    app.idle()
    assert isinstance(app.app.screen, SettingsScreen)
    return app.app.screen


def plate_of(app: Driver, name: str) -> SettingPlate:
    screen = app.app.screen
    assert isinstance(screen, SettingsScreen)
    return next(plate for plate in screen.plates if plate.setting.name == name)


def choose(app: Driver, name: str, at: int) -> None:
    """Bring a setting into sight and touch the choice at this index."""
    screen = app.app.screen
    assert isinstance(screen, SettingsScreen)
    screen.ids.scroll.scroll_to(plate_of(app, name), animate=False)
    app.idle()
    app.tap(plate_of(app, name).choices.buttons[at])
    app.idle(8)


@pytest.mark.parametrize("size", [(800, 480), (1280, 800), (480, 800), (2560, 1600)])
def test_every_choice_can_be_brought_into_sight_and_hit(open_app: Open, size: tuple[int, int]) -> None:
    app = open_app(size=size)
    screen = at_settings(app)
    assert len(screen.plates) == len(SETTINGS)
    for plate in screen.plates:
        screen.ids.scroll.scroll_to(plate, animate=False)
        app.idle(2)
        for button in plate.choices.buttons:
            assert min(button.size) >= theme.TOUCH - 0.01, (plate.setting.name, button.text)
            x, y = button.to_window(*button.pos)
            assert x >= 0
            assert y >= -1
            assert x + button.width <= Window.width
            assert y + button.height <= Window.height


def test_the_language_is_switched_live_and_kept(open_app: Open, tmp_path: Path) -> None:
    app = open_app()
    at_settings(app)
    choose(app, "language", 1)
    assert {"Ajustes", "Voz", "Tamaño del texto"} <= set(app.texts())
    assert chosen(tmp_path).language == "es"
    app.close()
    again = open_app()
    assert language.code == "es"
    again.close()


def test_a_language_switched_elsewhere_is_kept_too(open_app: Open, tmp_path: Path) -> None:
    open_app()
    language.code = "es"
    assert chosen(tmp_path).language == "es"


def test_another_look_repaints_every_screen(open_app: Open) -> None:
    app = open_app()
    at_settings(app)
    dark = app.pixels().mean()
    choose(app, "look", 1)
    assert app.pixels().mean() > dark + 80
    assert plate_of(app, "look").choices.buttons[1].chosen
    app.app.go("table")
    app.idle()
    assert app.pixels().mean() > dark + 60
    app.app.go("settings")
    choose(app, "look", 2)
    assert app.pixels()[2, 400, :3].max() < 10, "the felt is black"
    app.close()
    assert theme.LOOKS["dark"]["INK"] == theme.INK


def test_larger_text_is_larger(open_app: Open) -> None:
    app = open_app()
    at_settings(app)
    before = plate_of(app, "voice").ids.title.font_size
    choose(app, "text_size", 2)
    assert plate_of(app, "voice").ids.title.font_size == pytest.approx(1.3 * before)


def test_pegs_move_as_fast_as_is_chosen(open_app: Open) -> None:
    app = open_app()
    at_settings(app)
    flights = []
    for at in (0, 2):
        choose(app, "animation", at)
        app.app.go("table")
        app.idle()
        board = next(w for w in app.widgets() if isinstance(w, CribbageBoard))
        flights.append(board.flight)
        app.app.go("settings")
        app.idle()
    assert flights == [0, pytest.approx(0.9)]


def test_the_screen_turns_to_another_side_and_back(open_app: Open) -> None:
    app = open_app()
    at_settings(app)
    choose(app, "faces", 2)
    assert Window.rotation == 180
    button = plate_of(app, "faces").choices.buttons[0]
    x, y = button.to_window(*button.center)
    finger = Finger(1 - x / Window.width, 1 - y / Window.height)  # the glass itself has not been turned
    EventLoop.post_dispatch_input("begin", finger)
    EventLoop.post_dispatch_input("end", finger)
    app.idle()
    assert Window.rotation == 0


def test_what_is_scored_is_said_and_heard_once_it_is_switched_on(
    open_app: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    said, played = list[str](), list[str]()
    monkeypatch.setattr(preferences_module, "speech_here", lambda: Speech("none", lambda code: (code,)))
    app = open_app()
    preferences = app.app.preferences
    monkeypatch.setattr(preferences, "_play", played.append)
    at_settings(app)
    choose(app, "voice", 1)
    choose(app, "sounds", 1)
    monkeypatch.setattr(preferences.voice, "say", lambda text, code: said.append(f"{code} {text}"))
    app.app.go("table")
    app.idle()
    for card in ("7h", "7s", "2d"):
        play(app, card)
    assert said == ["en Ana, porrazo, 1", "en Ana, limpia, 1"]
    assert played == ["knock"]


def play(app: Driver, card: str) -> None:
    from engine.cards import Card
    from engine.porrazo.events import Play

    assert app.session.tap(Play(app.session.match.position.turn, Card.parse(card)))
    app.app.changed()


def test_a_machine_without_a_voice_says_so_on_screen(open_app: Open, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(preferences_module, "speech_here", lambda: None)
    app = open_app()
    screen = at_settings(app)
    choose(app, "voice", 1)
    assert screen.ids.notice.text == "There is no voice on this machine: install espeak-ng"


def test_phones_are_off_until_an_address_is_chosen(open_app: Open, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        "companion.window.settings.settings.interfaces", lambda: (Interface("lo", "127.0.0.1"),)
    )
    app = open_app()
    at_settings(app)
    assert app.app.preferences.server is None
    assert plate_of(app, "phones").choices.texts == ["Off", "On"], (
        "of one network nobody has to know the address"
    )
    choose(app, "phones", 1)
    server = app.app.preferences.server
    assert server is not None
    code = plate_of(app, "phones").ids.code
    assert isinstance(code, QrCode)
    assert code.text == server.link
    assert server.link in app.texts()
    assert "To 61 points" in server.shown.board
    app.session.tap(adjusted())
    app.app.changed()
    assert "<b class='side0'>5</b>" in server.shown.board
    choose(app, "phones", 0)
    assert app.app.preferences.server is None
    assert code.text == ""


def adjusted() -> object:
    from engine.events import Adjust

    return Adjust(0, 5, "tapped")


def test_broken_settings_are_said_once_and_the_app_opens(open_app: Open, tmp_path: Path) -> None:
    (tmp_path / older_files.SETTINGS).write_text("{", encoding="utf-8")
    app = open_app()
    screen = at_settings(app)
    assert screen.ids.notice.text == "The settings could not be read; everything is as at first"
    choose(app, "sounds", 1)
    assert screen.ids.notice.text == ""
    assert chosen(tmp_path).sounds


def test_settings_that_cannot_be_written_are_said(open_app: Open, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    app = open_app()
    screen = at_settings(app)
    monkeypatch.setattr(settings, "save", full)
    choose(app, "sounds", 1)
    assert screen.ids.notice.text == "The settings cannot be written: No space left on device"
    assert app.app.preferences.settings.sounds


def test_the_way_back_leads_back(open_app: Open) -> None:
    app = open_app()
    at_settings(app)
    back: Widget = next(w for w in app.widgets() if isinstance(w, TouchButton) and not w.text)
    app.tap(back)
    assert app.app.showing == "table"


@pytest.mark.parametrize("text_size", [0, 2])
def test_an_upright_window_has_all_settings_on_two_screens(open_app: Open, text_size: int) -> None:
    """There were three and more with the largest letters; the sentences are unfolded by a tap on the title."""
    app = open_app(size=(480, 800))
    at_settings(app)
    choose(app, "text_size", text_size)
    screen = at_settings(app)
    scroll, plate = screen.ids.scroll, plate_of(app, "voice")
    assert screen.ids.column.height <= 2 * scroll.height
    assert not plate.ids.detail.text
    scroll.scroll_to(plate, animate=False)
    app.idle()
    app.tap(plate.ids.title)
    app.idle(8)
    assert plate.ids.detail.text.startswith("Says every score")
    assert plate.ids.detail.height > 0
    app.tap(plate.ids.title)
    app.idle(8)
    assert not plate.ids.detail.text


def test_the_end_of_the_settings_is_in_sight_in_a_window_that_was_turned(open_app: Open) -> None:
    """The page slid on by itself, out of the window."""
    app = open_app(size=(480, 800))
    scroll = at_settings(app).ids.scroll
    scroll.scroll_y = 0
    app.idle()
    for size in ((1280, 800), (800, 480)):
        Window.size = size
        app.idle(4)
        scroll.scroll_y = 0
        app.idle(8)
        assert scroll.scroll_y == 0
