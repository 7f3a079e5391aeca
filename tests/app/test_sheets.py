"""A sheet lies over its shade, not under it: what is written on it is read, in every look (WCAG AA, from pixels)."""

from collections.abc import Callable

import numpy as np
import pytest
from kivy.uix.modalview import ModalView
from numpy.typing import NDArray

from companion import theme
from companion.theme import contrast
from companion.window.camera.camera_choice import CameraSheet
from companion.window.decks.picture_choice import PictureSheet
from companion.window.widgets.dialogs import Act, Choice, Sheet
from scripts.screens import pixels
from tests.app.conftest import Open

TEXT = 4.5
"""WCAG AA for text."""
OFF = 0.02
"""A colour's parts are rounded to bytes."""
EMPTY = 4
"""Pixels inside a sheet's edge: its frame is drawn there, and nothing is written."""

SHEETS: dict[str, Callable[[], ModalView]] = {
    "sheet": lambda: Sheet("Ana: 12", 8),
    "choice": lambda: Choice([Act("One", lambda: None)], "Cancel", title="Menu"),
    "camera": lambda: CameraSheet("", 8, lambda _: None),
    "pictures": lambda: PictureSheet("Abuela", lambda _: None, 8),
}


def paper(sheet: ModalView, image: NDArray[np.uint8]) -> theme.Colour:
    """The colour of a sheet's ground, off the picture of the window: just inside its left edge, halfway up."""
    x, y = int(sheet.x) + EMPTY, image.shape[0] - 1 - int(sheet.center_y)
    red, green, blue = image[y, x].astype(float) / 255
    return float(red), float(green), float(blue), 1.0


@pytest.mark.parametrize("look", list(theme.LOOKS))
@pytest.mark.parametrize("kind", list(SHEETS))
def test_a_sheet_is_painted_over_its_shade(open_app: Open, look: str, kind: str) -> None:
    app = open_app()
    app.app.preferences.change(look=look)
    sheet = SHEETS[kind]()
    sheet.open(animation=False)
    app.idle()
    ground = paper(sheet, pixels())
    sheet.dismiss(animation=False)
    assert ground[:3] == pytest.approx(theme.PANEL[:3], abs=OFF)
    assert contrast(theme.INK, ground) >= TEXT
    assert contrast(theme.INK_SOFT, ground) >= TEXT


def test_a_sheet_without_a_height_is_as_high_as_its_parts(open_app: Open) -> None:
    """That for an announcement had a hole over its title."""
    app = open_app(size=(480, 800))
    sheet = Sheet("Carla: ronda", 7, (0.8, None))
    for text in ("Ronda", "Delete this"):
        sheet.acts([Act(text, lambda: None)])
    sheet.open(animation=False)
    app.idle()
    rows = sheet.ids.column.children
    assert rows[0].y - sheet.y == pytest.approx(sheet.top - rows[-1].top, abs=1)
    assert sheet.height == pytest.approx(3 * sheet.row_height + 2 * 1.6 * 7 + 2 * 1.2 * 7, abs=1)
    sheet.dismiss(animation=False)
