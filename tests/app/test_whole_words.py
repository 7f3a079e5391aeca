"""No text on any screen is cut off or broken within a word in the largest letters, and none is too small in the usual
ones: in both languages, in small windows.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from kivy.core.text import Label as TextTexture
from kivy.core.window import Window
from kivy.uix.label import Label
from kivy.uix.modalview import ModalView
from kivy.uix.widget import Widget

from companion.locales import LANGUAGES
from companion.window.camera.camera_choice import CameraSheet
from companion.window.decks.picture_choice import PictureSheet
from companion.window.history import charts
from companion.window.phones import bare
from companion.window.table import recount_sheet
from companion.window.table_parts import cribbage_board, live_picture
from companion.window.widgets.name_entry import ask_name
from engine.cards import PACK
from engine.events import Adjust
from engine.header import Header
from engine.porrazo.events import Play
from scripts import screens
from scripts.scenes import FURTHER, SCENES, Scene
from tests.app.conftest import Open
from tests.app.driving import Driver
from tests.app.test_camera_aiming import Knowing, table_picture
from vision.cameras.camera import Frame

SIZES = ((480, 800), (800, 480), (1280, 800))
LARGEST = 1.3
"""Times the usual letters: the largest text that the settings offer."""
SMALL = SIZES[:2]
LEAST = 12
"""Pixels: letters lower than this are not read at a table. A size of letters counts, not how high a capital is."""
ROUNDED = 0.01
"""Pixels that a size computed as `LEAST` may fall short."""
NETWORKS = ("decks-learnt",)
"""Its scene has the networks learn a deck."""
WIDER = 1.5
"""Pixels: letters are drawn in whole ones."""
HIGHER = 1.05
"""A line is so much higher than its place at most: above and below the letters it is empty."""


def fault(label: Label) -> str:
    """What is wrong with a label's text, "" for nothing."""
    label.texture_update()
    pieces = [piece for piece in label._label.markup if piece[0] != "["] if label.markup else [label.text]
    wanted = bare("".join(pieces))
    lines = ["".join(word.text for word in line.words) for line in label._label._cached_lines]
    if "".join(" ".join(lines).split()) != "".join(wanted.split()):
        return f"cut off: {' / '.join(lines)!r} of {wanted!r}"
    if {word for line in lines for word in line.split()} - set(wanted.split()):
        return f"broken within a word: {' / '.join(lines)!r}"
    wide, high = label.texture_size
    if wide > label.width + WIDER or high > HIGHER * label.height + WIDER:
        return f"larger than its place: {wanted!r}, {wide} x {high} in {label.width:.0f} x {label.height:.0f}"
    return ""


def labels() -> Iterator[Label]:
    """Every label that is to be seen in the window."""
    for child in Window.children:
        yield from (widget for widget in shown(child) if isinstance(widget, Label) and widget.text)


def shown(widget: Widget) -> Iterator[Widget]:
    """A widget and all within it, without those that are not to be seen."""
    if not widget.opacity:
        return
    yield widget
    for child in widget.children:
        yield from shown(child)


def faults() -> list[str]:
    return [what for what in map(fault, labels()) if what]


def small() -> list[str]:
    """Every text that is to be seen in letters too small, with their size in pixels."""
    return [
        f"{label.text!r}: {label.font_size:.1f}" for label in labels() if label.font_size < LEAST - ROUNDED
    ]


@pytest.fixture
def drawn(monkeypatch: pytest.MonkeyPatch) -> dict[str, float]:
    """The texts that were drawn without a label, and the least size of each in pixels."""
    found: dict[str, float] = {}

    class Noted(TextTexture):
        def refresh(self) -> None:
            """Draw it, and note it down."""
            super().refresh()
            size = self.options["font_size"]
            found[self.text] = min(size, found.get(self.text, size))

    for module in (charts, cribbage_board, live_picture):
        monkeypatch.setattr(module, "TextTexture", Noted)
    return found


@pytest.fixture
def staged(monkeypatch: pytest.MonkeyPatch) -> None:
    """The scenes of the pictures, without a film, networks or pixels."""
    picture, corners = table_picture()
    seen = Frame(picture, 1.0, 10), Knowing(corners).look(picture, 1.0, 10)
    monkeypatch.setattr(screens, "seen", lambda: dict.fromkeys((288, 344), seen))
    monkeypatch.setattr(screens, "pixels", lambda: np.zeros((1, 1, 3), np.uint8))


@pytest.mark.parametrize("name", [name for name in SCENES if name not in NETWORKS])
def test_every_text_of_a_screen_is_whole(name: str, staged: None) -> None:
    """ "Recon...", "Hist...", "As the dealer...", "B..." for Beto stood on these."""
    scene = replace(SCENES[name], settings={**SCENES[name].settings, "text_size": LARGEST})
    wrong = [f"{path.stem}: {what}" for path, _ in screens.pictures(name, scene, SIZES) for what in faults()]
    assert not wrong, "\n".join(wrong)


ALL: dict[str, Scene] = {**SCENES, **FURTHER}


@pytest.mark.parametrize("name", [name for name in ALL if name not in NETWORKS])
def test_every_text_of_a_screen_in_a_small_window_can_be_read(
    name: str, staged: None, drawn: dict[str, float]
) -> None:
    """Players' captions had 10.4 pixels, and what seven sides had captured 10.5."""
    scene = replace(ALL[name], settings={**ALL[name].settings, "text_size": 1.0})
    wrong = [f"{path.stem}: {what}" for path, _ in screens.pictures(name, scene, SMALL) for what in small()]
    wrong += [f"{text!r}: {size:.1f}" for text, size in drawn.items() if size < LEAST - ROUNDED]
    assert not wrong, "\n".join(wrong)


NAMES = ("Ana", "Beto", "Carla", "Diego", "Eva", "Federico", "Guadalupe", "Maximiliano")
TEAMS = ((0, 4), (1, 5), (2, 6), (3, 7))


def table(app: Driver) -> Any:
    app.app.go("table")
    app.screen.hidden()
    return app.screen


SHEETS: dict[str, Callable[[Driver], object]] = {
    "nothing": table,
    "recount": lambda app: recount_sheet.recount(table(app)),
    "points": lambda app: table(app).panels[0].dispatch("on_score"),
    "points again": lambda app: table(app).event_list.dispatch("on_line", 0),
    "an earlier play": lambda app: table(app).event_list.dispatch("on_line", 1),
    "names": lambda app: ask_name("Name", "Ana", list(NAMES), lambda _: None, app.screen.unit),
    "cameras": lambda app: CameraSheet("", table(app).unit, lambda _: None).open(animation=False),
    "pictures": lambda app: PictureSheet("Abuela", lambda _: None, table(app).unit).open(animation=False),
}


OF_SIDES = ("nothing", "points", "points again", "an earlier play")
"""What shows players by their sides; the other sheets are the same with teams."""


@pytest.mark.parametrize("teams", [None, TEAMS], ids=["eight", "teams"])
@pytest.mark.parametrize("size", SIZES)
def test_every_text_of_the_sheets_over_a_full_table_is_whole(
    open_app: Open, size: tuple[int, int], teams: tuple[tuple[int, ...], ...] | None
) -> None:
    """Eight people with names of usual length, alone and in teams."""
    app = open_app(Header(NAMES, teams=teams, extra={"entry": "cards"}), size=size)
    app.app.preferences.change(text_size=LARGEST)
    for event in (Play(1, PACK[0]), Play(2, PACK[20]), Adjust(7, 3, "miscounted")):
        assert app.session.tap(event)
    wrong = []
    for code in LANGUAGES:
        app.app.preferences.change(language=code)
        app.app.changed()
        for name in SHEETS if teams is None else OF_SIDES:
            SHEETS[name](app)
            app.idle()
            wrong += [f"{code}, {name}: {what}" for what in faults()]
            for sheet in [child for child in Window.children if isinstance(child, ModalView)]:
                sheet.dismiss(animation=False)
    assert not wrong, "\n".join(wrong)
