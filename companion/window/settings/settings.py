"""The settings' screen: a column of plates, one for each setting. A tap takes effect at once."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import partial

from kivy.metrics import dp
from kivy.properties import BooleanProperty, StringProperty
from kivy.uix.widget import Widget

from companion import theme
from companion.locales import LANGUAGES, N_
from companion.web.link import interfaces
from companion.window.screen import AppContext, Screen
from companion.window.widgets import load_kv, plates
from companion.window.widgets.qr_code import QrCode
from companion.window.widgets.text import TouchButton, language, plain, signs
from companion.window.wording import phrases

PARTS = (QrCode,)
"""Named in the .kv."""

load_kv(__file__)

FOLDED, UNFOLDED = "\N{BLACK DOWN-POINTING SMALL TRIANGLE}", "\N{BLACK UP-POINTING SMALL TRIANGLE}"
"""After the title of a setting whose sentence can be unfolded, or is."""
BESIDE = 2
"""So many buttons stand beside the title in an upright window."""
THREE_TOUCH, THREE_WIDE = 20, 56
"""From this width on, in touch sizes and in sizes of small text, three settings stand side by side: in a narrower
window the letters on three buttons beside each other were small, and filled them.
"""
OFF_ON = ((False, N_("Off")), (True, N_("On")))


@dataclass(frozen=True)
class Setting:
    """One thing to choose: its name in `Settings`, what it is called, a sentence on it, and its values."""

    name: str
    title: str
    detail: str
    values: tuple[tuple[object, str], ...]


SETTINGS = (
    Setting("language", N_("Language"), "", tuple(LANGUAGES.items())),
    Setting(
        "look",
        N_("Colours"),
        "",
        (("dark", N_("Dark")), ("light", N_("Light")), ("contrast", N_("Contrast"))),
    ),
    Setting(
        "text_size",
        N_("Text size"),
        "",
        ((1.0, N_("Usual")), (1.15, N_("Large")), (1.3, N_("Largest"))),
    ),
    Setting(
        "animation",
        N_("Pegs move"),
        "",
        ((0.0, N_("At once")), (1.0, N_("Quickly")), (2.0, N_("Slowly"))),
    ),
    Setting(
        "faces",
        N_("The screen faces"),
        N_("Which side of the table reads it upright."),
        ((0, N_("This side")), (90, N_("Left")), (180, N_("Opposite")), (270, N_("Right"))),
    ),
    Setting(
        "lying",
        N_("Screen position"),
        N_("Lying flat: everyone has buttons at their own edge, facing them."),
        ((False, N_("Standing")), (True, N_("Lying flat"))),
    ),
    Setting(
        "left_handed",
        N_("Side for buttons"),
        N_("Where a standing screen has what is tapped most: cards, menu, undo."),
        ((False, N_("Right")), (True, N_("Left"))),
    ),
    Setting(
        "voice",
        N_("Voice"),
        N_(
            "Says every score and why, in this language. A tap on a screen's title, or F2, reads the screen aloud."
        ),
        OFF_ON,
    ),
    Setting("sounds", N_("Sounds"), N_("A knock for a peg, a chord for the winner."), OFF_ON),
    Setting(
        "stills",
        N_("Keep pictures"),
        N_("The camera's picture of every play is kept on this device, for the replay."),
        OFF_ON,
    ),
    Setting(
        "evening",
        N_("Keep this evening"),
        N_(
            "Keeps the cards as they were seen, the record, and a ten-second clip around each doubt, correction "
            "and lost view, on this device: see Kept evenings. Off again after twelve hours."
        ),
        OFF_ON,
    ),
    Setting(
        "phones",
        N_("Phones at the table"),
        N_("Whoever is on this network and has the link can follow the board, and change nothing."),
        (("", N_("Off")),),
    ),
    Setting(
        "spanish",
        N_("Pack for Malilla and Conquian"),
        N_("Which pack is shown, and which one the camera looks for."),
        ((False, N_("French pack")), (True, N_("Spanish pack"))),
    ),
    Setting(
        "kiosk",
        N_("Full screen"),
        N_("Fills the screen, which then stays on."),
        OFF_ON,
    ),
)


class SettingPlate(plates.Plate):
    """A setting: its title, the buttons to choose by, and a sentence on it. An upright window is too narrow for that:
    there a tap on the title unfolds the sentence, and two buttons stand beside the title.
    """

    upright = BooleanProperty(False)
    beside = BooleanProperty(False)
    unfolded = BooleanProperty(False)
    title = StringProperty("")
    detail = StringProperty("")

    def __init__(self, setting: Setting) -> None:
        super().__init__()
        self.setting = setting
        self.values = [value for value, _ in setting.values]
        self.choices: plates.Choices = self.ids.choices
        for name in ("title", "detail", "upright", "unfolded"):
            self.fbind(name, self._entitle)

    def _entitle(self, *_: object) -> None:
        sign = signs(UNFOLDED if self.unfolded else FOLDED)
        self.ids.title.text = (
            f"{self.title}\N{NO-BREAK SPACE}{sign}" if self.upright and self.detail else self.title
        )

    def show(self, values: list[object], texts: list[str], value: object) -> None:
        """Show what there is to choose, and what is chosen."""
        self.values = values
        self.beside = self.upright and len(texts) <= BESIDE
        self.choices.texts = texts
        self.choices.at = values.index(value) if value in values else 0


class SettingsScreen(Screen):
    """Plates in a column that scrolls."""

    def __init__(self, app: AppContext, **kwargs: object) -> None:
        super().__init__(app, **kwargs)
        self.plates = [SettingPlate(setting) for setting in SETTINGS]
        self.camera = TouchButton(on_release=lambda _: self.app.go("camera"))
        self.evenings = TouchButton(on_release=lambda _: self.app.go("evenings"))
        for plate in self.plates:
            plate.choices.bind(on_chosen=partial(self._chosen, plate))
            self.ids.column.add_widget(plate)
        self.ways = plates.ButtonGrid(size_hint_y=None)
        self.fbind("size", lambda *_: self.refresh())
        self.refresh()

    def refresh(self) -> None:
        """Show every setting as it is now, in the language on screen."""
        tr, preferences = language.tr, self.app.preferences
        self.ids.column.cols = self._columns
        for plate in self.plates:
            plate.unit, plate.upright = self.room.unit, self.room.upright
            setting = plate.setting
            plate.detail = tr(setting.detail) if setting.detail else ""
            plate.title = tr(setting.title)
            values = self._values(plate.setting)
            value = getattr(preferences.settings, plate.setting.name) or (values[0][0] if values else "")
            if plate.setting.name == "language":
                value = language.code
            elif plate.setting.name == "animation":
                value = preferences.animation
            elif plate.setting.name == "evening":
                value = preferences.keeps_evening
            plate.show([value for value, _ in values], [tr(text) for _, text in values], value)
        self._show_link()
        self.camera.text, self.evenings.text = tr("Camera and table"), tr("Kept evenings")
        self._put_ways()
        notice = preferences.notice
        self.ids.notice.text = phrases.notice(notice, tr) if notice is not None else ""

    @property
    def _columns(self) -> int:
        """How many settings stand side by side, in letters that can be read."""
        width, height = self.width, self.height
        wide = width > 1.2 * height and width > THREE_TOUCH * dp(theme.TOUCH)
        if wide and width > THREE_WIDE * theme.SMALL * self.room.unit:
            return 3
        return 2 if width > height else 1

    def _put_ways(self) -> None:
        """Put the ways to other screens below the settings; together in one place where that fills the last row."""
        unit, column = self.room.unit, self.ids.column
        shown = [self.camera, self.evenings]
        parts: tuple[Widget, ...] = (self.ways, *shown)
        for part in parts:
            if part.parent is not None:
                part.parent.remove_widget(part)
        together, high = column.cols != len(shown), max(self.room.touch, 9 * unit)
        self.ways.cols = len(shown) if column.cols == 1 else 1
        self.ways.spacing, self.ways.ideal_size = 1.2 * unit, theme.BODY * unit
        self.ways.height = high if column.cols == 1 else len(shown) * (high + 1.2 * unit) - 1.2 * unit
        for button in shown:
            button.size_hint_y, button.height = None, high
            button.ideal_size, button.largest = theme.BODY * unit, math.inf
            (self.ways if together else column).add_widget(button)
        if together:
            column.add_widget(self.ways)

    def _values(self, setting: Setting) -> list[tuple[object, str]]:
        if setting.name != "phones":
            return list(setting.values)
        chosen = self.app.preferences.settings.phones
        here = [one.address for one in interfaces()] or ([chosen] if chosen else [])
        if len(here) == 1:
            return [*setting.values, (here[0], OFF_ON[1][1])]
        return [*setting.values, *((address, address) for address in here)]

    def _show_link(self) -> None:
        """Show the phones' link, and its code, while there is one."""
        plate = next(plate for plate in self.plates if plate.setting.name == "phones")
        server = self.app.preferences.server
        plate.ids.link.text = plain(server.link) if server is not None else ""
        plate.ids.code.text = server.link if server is not None else ""

    def _chosen(self, plate: SettingPlate, _choices: object, at: int) -> None:
        if plate.setting.name == "evening":
            self.app.preferences.keep_evening(bool(plate.values[at]))
        else:
            self.app.preferences.change(**{plate.setting.name: plate.values[at]})
        if self.parent is not None:  # other colours or sizes put a new screen in its place
            self.refresh()
