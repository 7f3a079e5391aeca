"""The choice of a camera: what each is called, and the sheet that asks which one looks at the table."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from kivy.uix.boxlayout import BoxLayout
from kivy.uix.textinput import TextInput

from companion import theme
from companion.locales import N_
from companion.window.widgets.dialogs import Act, Sheet
from companion.window.widgets.name_entry import ask_address
from companion.window.widgets.text import FittedLabel, TouchButton, language, plain
from companion.window.wording.phrases import Translate

CAMERAS = {
    "0": N_("Built-in camera"),
    "1": N_("USB camera"),
    "picamera": N_("Raspberry Pi camera"),
    "phone": N_("Phone's browser"),
}
"""The cameras that have a button, by what `porrazo watch` calls them."""


def source_name(source: str, tr: Translate) -> str:
    """What a camera is called on its button."""
    if not source:
        return tr("Choose a camera")
    return tr(CAMERAS[source]) if source in CAMERAS else plain(source)


class CameraSheet(Sheet):
    """Asks for a camera and calls ``chosen(source)``: what `porrazo watch` takes, "" for no camera."""

    def __init__(self, source: str, unit: float, chosen: Callable[[str], None]) -> None:
        tr = language.tr
        super().__init__(tr("Which camera looks at the table?"), unit, (0.94, None))
        for name, text in CAMERAS.items():
            self.acts([Act(tr(text), partial(chosen, name))])
        hint = FittedLabel(
            text=tr("A phone over the table: the address its camera app shows"), color=theme.INK_SOFT
        )
        hint.ideal_size = theme.BODY * unit
        self.part(hint, height=1.6 * theme.BODY * unit)
        self.address = TextInput(
            text=source if source not in CAMERAS else "",
            hint_text="rtsp://192.168.1.20:8554/live",
            multiline=False,
            font_size=theme.BODY * unit,
            padding=[1.5 * unit, (self.row_height - 1.4 * theme.BODY * unit) / 2],
        )
        self.address.bind(on_text_validate=lambda _: self._follow(chosen))
        beside = BoxLayout(spacing=unit)
        beside.add_widget(self.address)
        self.letters = TouchButton(text=tr("Letters"), size_hint_x=0.24, on_release=lambda _: self._type())
        self.letters.ideal_size = theme.BODY * unit
        beside.add_widget(self.letters)
        self.part(beside, height=self.row_height)
        self.acts(
            [
                Act(tr("Use this address"), lambda: self._follow(chosen)),
                Act(tr("No camera"), partial(chosen, "")),
            ]
        )
        self.ids.column.bind(minimum_height=self.setter("height"))
        self.height = self.ids.column.minimum_height

    def _type(self) -> None:
        """Type the address on the screen, where there is no other keyboard."""
        ask_address(
            language.tr("The camera's address"),
            self.address.text,
            lambda text: setattr(self.address, "text", text),
            self.unit,
        )

    def _follow(self, chosen: Callable[[str], None]) -> None:
        self.shut()
        if self.address.text.strip():
            chosen(self.address.text.strip())
