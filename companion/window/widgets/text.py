"""Text on screen: its language, labels that shrink to fit, buttons, suit signs in a font that has them."""

import math
import re
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path

from kivy.core.text import LabelBase
from kivy.core.text.markup import MarkupLabel
from kivy.event import EventDispatcher
from kivy.metrics import dp
from kivy.properties import (
    AliasProperty,
    BooleanProperty,
    ListProperty,
    NumericProperty,
    ObjectProperty,
    StringProperty,
)
from kivy.uix.behaviors import ButtonBehavior
from kivy.uix.label import Label
from kivy.utils import escape_markup

from companion import theme
from companion.locales import LANGUAGES, translation
from companion.window.widgets import load_kv

load_kv(__file__)


class Language(EventDispatcher):
    """The language on screen. ``tr`` translates an English text; ``many`` one of two, for one thing and for several, by
    a number: ``many("{count} card", "{count} cards", 3)``. A ``.kv`` that reads them follows a change by itself.
    """

    code = StringProperty("en")
    tr = ObjectProperty(translation("en").gettext)
    many = ObjectProperty(translation("en").ngettext)

    def on_code(self, _language: object, code: str) -> None:
        """Follow a new language code."""
        self.many = translation(code).ngettext
        self.tr = translation(code).gettext

    def next(self) -> str:
        """Give the code of the language after the present one."""
        codes = list(LANGUAGES)
        return codes[(codes.index(self.code) + 1) % len(codes)]


language = Language()
"""The one language of the app: everybody at a table reads the same screen."""


FONTS = Path(__file__).parents[1] / "fonts"
"""The fonts that come with the app; their licences lie beside them."""
# a font that is not registered is searched for on disk whenever a text changes
LabelBase.register(theme.FONT_SIGNS, f"data/fonts/{theme.FONT_SIGNS}.ttf")
LabelBase.register(theme.FONT_SPANISH, str(FONTS / f"{theme.FONT_SPANISH}.ttf"))
LabelBase.register(theme.FONT_DISPLAY, str(FONTS / "Fraunces-Bold.ttf"))
LabelBase.register(
    theme.FONT, *(str(FONTS / f"Lato-{style}.ttf") for style in ("Regular", "Italic", "Bold", "Italic"))
)

LEAST = dp(10)
"""Letters are no smaller than this, in pixels: nobody reads them. Text for which these are too large is cut off."""
TWO_LINES = 0.72
"""Size of a text that needs two lines or more, as a share of its ideal size."""
LINE = 1.35
"""A line's height in sizes of its letters; a little more than any font here takes."""
TAG = re.compile(r"\[.*?\]")
IN_SIGNS = re.compile(rf"\[font=({theme.FONT_SIGNS}|{theme.FONT_SPANISH})\].*?\[/font\]")
BEYOND_DISPLAY = re.compile(r"[^\x20-\x7e\xa0-\u0148\u014a-\u017e−·×–—‘’“”…\n]")
"""Letters that the display face lacks: Greek, Cyrillic and others."""


def signs(text: str) -> str:
    """Mark text up for the font that has suit signs and arrows."""
    return f"[font={theme.FONT_SIGNS}]{escape_markup(text)}[/font]"


def plain(text: str) -> str:
    """Mark text up so that brackets in it (a player's name) stay brackets."""
    return str(escape_markup(text))


def face(text: str, display: bool) -> str:
    """Give the font for a marked-up text: the display face where it is wanted and has every letter of it."""
    lacks = BEYOND_DISPLAY.search(IN_SIGNS.sub("", text)) if display else True
    return theme.FONT if lacks else theme.FONT_DISPLAY


# A screen asks for some thousand, again each time it is shown, and each takes a third of a millisecond. 8 MB at most.
@lru_cache(maxsize=20_000)
def measured(
    text: str, size: float, font: str, bold: bool, width: float | None = None
) -> tuple[float, float]:
    """Width and height in pixels of marked-up text in this size, broken into lines of this width. Draws nothing."""
    label = MarkupLabel(text=text, font_size=size, font_name=font, bold=bold, text_size=(width, None))
    label.resolve_font_name()
    wide, high = label.render()
    return wide, high


HALVINGS = 7
"""Steps in which the size of a text in lines is found, to a hundredth of it."""


def lines_of(widths: Sequence[float], space: float, room: float) -> float:
    """Count the lines that words of these widths take; infinity where one is too wide."""
    if max(widths) > room:
        return math.inf
    lines, filled = 1, -space
    for wide in widths:
        filled += space + wide
        if filled > room:
            lines, filled = lines + 1, wide
    return lines


class FittedLabel(Label):
    """A line or two of marked-up text in ``ideal_size`` pixels, smaller where it would not fit the width."""

    ideal_size = NumericProperty(20)
    most_lines = NumericProperty(1)
    """2 or more let a long text go on in further lines before it is cut off."""
    largest = NumericProperty(math.inf)
    """The letters are no larger than this: others beside it are so small."""
    display = BooleanProperty(False)
    """Whether it is read from two metres: a title, the banner, a numeral."""

    def __init__(self, **kwargs: object) -> None:
        super().__init__(markup=True, font_name=theme.FONT, **kwargs)
        for name in ("text", "display"):
            self.fbind(name, self._letter)
        self._letter()
        for name in ("text", "size", "ideal_size", "largest", "bold", "font_name", "most_lines", "padding"):
            self.fbind(name, self._fit)
        self._fit()

    def _letter(self, *_: object) -> None:
        self.font_name = face(self.text, self.display)

    def _fit(self, *_: object) -> None:
        room = max(1.0, self.width - self.padding[0] - self.padding[2])
        size, least = self._in_one_line(room), min(LEAST, self.ideal_size)
        if self.most_lines > 1 and size < TWO_LINES * self.ideal_size and self.height > 0:
            size = max(size, self._in_lines(room, size))
        self.font_size = max(1.0, min(self.largest, max(least, size)))
        self.shorten = size < least
        self.text_size = (max(1, self.width), None) if self.height <= 0 else self.size

    def _wide(self, text: str, size: float) -> float:
        return measured(text, size, self.font_name, self.bold)[0]

    def _in_one_line(self, room: float) -> float:
        """Give the size in which the text fits; letters are drawn in whole pixels, so this is tried out."""
        size: float = self.ideal_size
        wide = self._wide(self.text, size)
        if wide > room:
            size *= room / wide
        while size > 1 and self._wide(self.text, size) > room:
            size *= 0.97
        return size

    def _in_lines(self, room: float, least: float) -> float:
        """Give the largest size in which its lines hold the text, no word of it broken; or ``least``."""
        size = self._for_lines(room)
        while size > max(1.0, least):
            _, high = measured(self.text, size, self.font_name, self.bold, room)
            if high <= min(self.height, self.most_lines * LINE * size) and self._breaks_well(room, size):
                return size
            size *= 0.95
        return least

    def _for_lines(self, room: float) -> float:
        """Guess from the words' widths in the ideal size, which are kept, how large so many lines are at most."""
        ideal: float = self.ideal_size
        widths = [self._wide(word, ideal) for word in self.text.split(" ")]
        space = self._wide("a a", ideal) - self._wide("aa", ideal)
        high = measured(self.text, ideal, self.font_name, self.bold)[1]
        low, top = 0.0, TWO_LINES
        for _ in range(HALVINGS):
            scale = (low + top) / 2
            lines = lines_of(widths, space, room / scale)
            if lines <= min(self.most_lines, self.height / (high * scale)):
                low = scale
            else:
                top = scale
        return ideal * top

    def _breaks_well(self, room: float, size: float) -> bool:
        """Whether no word would be broken: Kivy also breaks a line where the markup changes, as within ``2♣``."""
        line = ""
        for word in self.text.split(" "):
            longer = f"{line} {word}" if line else word
            if self._wide(longer, size) > room:
                pieces = [piece for piece in TAG.split(word) if piece]
                begun = f"{line} {pieces[0]}" if line and pieces else word
                if not line or (len(pieces) > 1 and self._wide(begun, size) <= room):
                    return False
                longer = word
            line = longer
        return self._wide(line, size) <= room


class ScreenTitle(ButtonBehavior, FittedLabel):
    """What a screen is; a tap on it is told to the screen that it is on."""

    def on_release(self) -> None:
        """It was tapped."""
        widget = self.parent
        while widget is not None and not hasattr(widget, "title_tapped"):
            widget = widget.parent if widget.parent is not widget else None
        if widget is not None:
            widget.title_tapped()


class TouchButton(ButtonBehavior, FittedLabel):
    """A button; ``quiet`` ones have no face of their own until they are pressed, only a thin edge.

    The three ranks of controls: `ChiefButton`, this one, and a quiet one.
    """

    most_lines = NumericProperty(2)
    quiet = BooleanProperty(False)
    edged = BooleanProperty(True)
    """Whether a quiet one has its thin edge."""
    raised = AliasProperty(
        lambda self: not (self.quiet or self.disabled or self.state == "down"),
        bind=("quiet", "disabled", "state"),
    )
    """Whether it stands off the felt, with light on its face."""
    face = ListProperty([0, 0, 0, 0])
    radius = NumericProperty(dp(10))
    """Of its corners, in pixels."""
    inset = NumericProperty(0)
    """How much smaller its face is than what can be touched, on every side."""


def in_one_size(labels: Sequence[FittedLabel], ideal: float) -> None:
    """Write all of these in one size, ``ideal`` pixels or the largest in which each fits."""
    for label in labels:
        label.largest, label.ideal_size = math.inf, ideal
    fits = min((label.font_size for label in labels), default=ideal)
    for label in labels:
        label.largest = fits
