"""Every text is read on what is drawn behind it, in every look: measured in pictures of the screens (WCAG 2.2, AA)."""

from collections.abc import Iterator
from dataclasses import replace

import numpy as np
import pytest
from kivy.core.window import Window
from kivy.uix.label import Label
from kivy.uix.widget import Widget
from numpy.typing import NDArray

from companion import theme
from companion.archive.settings import CHOICES
from scripts import screens
from scripts.scenes import FURTHER, SCENES

SHOWN = ("start", "table-question", "table-correct", "settings", "end")
"""What between them have every kind of text: plates, buttons of three ranks, keys, a sheet, a question."""
SIZE = (1280, 800)
LEAST, LEAST_LARGE = 4.5, 3.0
"""Contrast of text, and of large text."""
LARGE, LARGE_BOLD = 24.0, 18.7
"""Pixels from which a text is large."""
STEP = 8
"""Colours so close together count as one background."""


def texts(widget: Widget) -> Iterator[Label]:
    """The labels in a widget that can be read and may be tapped."""
    if widget.opacity < 1 or widget.disabled:
        return
    if isinstance(widget, Label) and widget.text.strip():
        yield widget
    for child in widget.children:
        yield from texts(child)


def behind(label: Label, picture: NDArray[np.uint8]) -> theme.Colour | None:
    """The commonest colour where a text lies; None where it lies outside the window."""
    left, low = label.to_window(label.center_x - label.texture_size[0] / 2, label.center_y - label.height / 2)
    right, top = label.to_window(
        label.center_x + label.texture_size[0] / 2, label.center_y + label.height / 2
    )
    height, width = picture.shape[:2]
    box = picture[max(0, int(height - top)) : int(height - low), max(0, int(left)) : max(0, int(right))]
    if min(low, left) < 0 or top > height or right > width or box.size == 0:
        return None
    kinds, counts = np.unique(box.reshape(-1, 3) // STEP, axis=0, return_counts=True)
    red, green, blue = (float(each) for each in (kinds[counts.argmax()] * STEP + STEP / 2) / 255)
    return red, green, blue, 1.0


def too_faint(picture: NDArray[np.uint8]) -> list[str]:
    """The texts of the window that do not stand out enough."""
    found = []
    for label in texts(Window.children[0]):
        ground = behind(label, picture)
        large = label.font_size >= (
            LARGE_BOLD if label.bold or label.font_name == theme.FONT_DISPLAY else LARGE
        )
        if ground is not None and label.height > 0:
            contrast = theme.contrast(tuple(label.color), ground)
            if contrast < (LEAST_LARGE if large else LEAST):
                found.append(f"{label.text}: {contrast:.1f}")
    return found


@pytest.mark.parametrize("look", CHOICES["look"])
@pytest.mark.parametrize("name", SHOWN)
def test_every_text_stands_out_from_what_is_behind_it(
    name: str, look: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    scene = {**SCENES, **FURTHER}[name]
    scene = replace(scene, settings={**scene.settings, "look": look}, look=0)
    faint: list[str] = []
    taken = screens.pixels

    def judged() -> NDArray[np.uint8]:
        picture = taken()
        faint.extend(too_faint(picture))
        return picture

    monkeypatch.setattr(screens, "pixels", judged)
    for _ in screens.pictures(name, scene, (SIZE,), ("en",)):
        pass
    assert not faint
