"""Lettering: labels that shrink to fit, buttons a finger can hit, and suit signs in a font that has them."""

from kivy.core.text.markup import MarkupLabel
from kivy.metrics import dp
from kivy.properties import BooleanProperty, ListProperty, NumericProperty, StringProperty
from kivy.uix.behaviors import ButtonBehavior
from kivy.uix.label import Label
from kivy.utils import escape_markup

from companion import theme
from companion.widgets.loading import load_kv
from companion.widgets.shapes import fan, rim

load_kv(__file__)

LEAST_SHRINK = 0.55
"""Text that would have to shrink further is cut off with an ellipsis instead."""
TWO_LINES = 0.72
"""How much smaller a text is written that needs two lines."""


def signs(text: str) -> str:
    """Mark text up for the font that has suit signs and arrows."""
    return f"[font={theme.FONT_SIGNS}]{escape_markup(text)}[/font]"


def plain(text: str) -> str:
    """Mark text up so that brackets in it (a player's name) stay brackets."""
    return str(escape_markup(text))


class FittedLabel(Label):
    """A line or two of marked-up text in ``ideal_size`` pixels, smaller where it would not fit the width."""

    ideal_size = NumericProperty(20)
    most_lines = NumericProperty(1)
    """2 lets a long text go on in a second line before it is cut off."""

    def __init__(self, **kwargs: object) -> None:
        super().__init__(markup=True, **kwargs)
        for name in ("text", "width", "ideal_size", "bold", "font_name"):
            self.fbind(name, self._fit)
        self._fit()

    def _fit(self, *_: object) -> None:
        room = self.width - self.padding[0] - self.padding[2]
        measure = MarkupLabel(
            text=self.text, font_size=self.ideal_size, font_name=self.font_name, bold=self.bold, markup=True
        )
        measure.refresh()
        wide = max(1, measure.content_size[0])
        # the font is drawn in whole pixels, so a line may come out a little wider than was measured
        shrink, least = min(1.0, max(0.0, 0.98 * room - 2) / wide), LEAST_SHRINK
        if self.most_lines > 1 and shrink < TWO_LINES:
            # words break where they will, so two lines hold a little less than twice one
            low = 0.4 * self.height / self.ideal_size if self.height > 0 else 1.0
            twice = min(TWO_LINES, 1.85 * room / wide, low)
            if twice > shrink:
                shrink, least = twice, min(twice, 0.75 * LEAST_SHRINK)
        self.font_size = max(1.0, self.ideal_size * max(least, shrink))
        self.shorten = shrink < least
        self.text_size = (max(1, self.width), None) if self.height <= 0 else self.size


class TouchButton(ButtonBehavior, FittedLabel):
    """A button; ``quiet`` ones have no face of their own until they are pressed."""

    quiet = BooleanProperty(False)
    face = ListProperty([0, 0, 0, 0])
    radius = NumericProperty(dp(10))
    inset = NumericProperty(0)
    """How much smaller its face is than what can be touched, on every side."""


class ShapeMark(Label):
    """A side's shape in its colour, as large as the widget allows."""

    shape = StringProperty("circle")
    colour = ListProperty(theme.SIDE_COLOURS[0])
    vertices = ListProperty(fan("circle")[0])
    indices = ListProperty(fan("circle")[1])
    outline = ListProperty(rim("circle"))

    def on_shape(self, _mark: object, shape: str) -> None:
        """Take another shape."""
        self.vertices, self.indices = fan(shape)
        self.outline = rim(shape)
