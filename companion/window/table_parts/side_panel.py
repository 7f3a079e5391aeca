"""One side's panel: who they are and a large numeral in the colour of their pegs; buttons for points if wanted."""

import math

from kivy.metrics import dp
from kivy.properties import BooleanProperty, ListProperty, NumericProperty, ObjectProperty, StringProperty
from kivy.uix.widget import Widget

from companion import theme
from companion.window.table_parts.panel_layout import STEPS, panel_places
from companion.window.widgets import load_kv
from companion.window.widgets.geometry import Box, Room
from companion.window.widgets.shapes import ShapeMark
from companion.window.widgets.text import FittedLabel, TouchButton, measured

load_kv(__file__)

ROUNDED = 0.95
"""Letters are drawn in whole pixels: a text may be a little wider than one of another size tells."""
TOGETHER = "  \N{MIDDLE DOT}  "
"""What separates the names of a side in one line."""


class SidePanel(Widget):
    """Shows a side's total and players. A tap on it is ``on_score()``; one on a step is ``on_adjust(points)``."""

    shape = StringProperty("circle")
    colour = ListProperty(theme.SIDE_COLOURS[0])
    names = ListProperty([])
    """One marked-up text for every player of the side."""
    total = NumericProperty(0)
    playing = BooleanProperty(False)
    """Whether one of them is to play."""
    won = BooleanProperty(False)
    stepped = BooleanProperty(False)
    """Whether it has buttons that give points at once."""
    unit = NumericProperty(8)
    room = ListProperty([800, 480])
    """The window's size in pixels: it decides how the panel is arranged."""
    numeral_most = NumericProperty(math.inf)
    """No numeral is larger than this, in pixels: beside narrower panels it looks as theirs do."""
    name_most = NumericProperty(math.inf)
    """The same for the letters of names."""
    taken = StringProperty("")
    """How many cards the side has captured, in words."""
    at = ObjectProperty(panel_places((0, 0, 100, 100), Room(800, 480, theme.TOUCH), steps=False), rebind=True)
    """A `PanelPlaces`: where its parts lie."""
    edge = NumericProperty(1)
    """Width of its frame in pixels."""

    def __init__(self, **kwargs: object) -> None:
        self.register_event_type("on_adjust")
        self.register_event_type("on_score")
        self.players: list[FittedLabel] = []
        self.steps = {points: self._step(points) for points in STEPS}
        super().__init__(**kwargs)
        self.score: TouchButton = self.ids.score.__self__
        self.mark: ShapeMark = self.ids.mark.__self__
        self.numeral: FittedLabel = self.ids.numeral.__self__
        for name in ("pos", "size", "names", "room", "stepped", "playing", "won", "unit", "name_most"):
            self.fbind(name, self._show)
        self._show()

    def on_adjust(self, points: int) -> None:
        """Points were added or taken by a tap."""

    def on_score(self) -> None:
        """The panel itself was tapped."""

    def _step(self, points: int) -> TouchButton:
        text = f"+{points}" if points > 0 else f"\N{MINUS SIGN}{-points}"
        taken = {"quiet": True, "color": theme.WRONG} if points < 0 else {}
        return TouchButton(text=text, on_release=lambda _: self.dispatch("on_adjust", points), **taken)

    def _show(self, *_: object) -> None:
        room = Room(self.room[0], self.room[1], dp(theme.TOUCH))
        box = (self.x, self.y, self.width, self.height)
        self.at = panel_places(box, room, steps=self.stepped, names=len(self.names))
        self.edge = theme.BORDER * self.unit if self.playing or self.won else 1
        self._name(self.at.names, together=self.at.together)
        self._put_steps(self.at.steps)

    def _name_ideal(self, high: float) -> float:
        """The size of a name's letters in a line this high, where there is room; both in pixels."""
        return float(min(1.25 * theme.BODY * self.unit, 0.82 * high))

    def name_fits(self, text: str) -> float:
        """Give the largest size in pixels in which this text would fit as the one name, in one line."""
        _, _, width, height = self.at.names
        ideal = self._name_ideal(height)
        return float(ideal * min(1.0, ROUNDED * width / measured(text, ideal, theme.FONT, True)[0]))

    def _put_steps(self, boxes: tuple[Box, ...]) -> None:
        shown = list(zip(self.steps.values(), boxes, strict=False))
        for button in list(self.steps.values())[len(shown) :]:
            self.remove_widget(button)
        for button, box in shown:
            if button.parent is None:
                self.add_widget(button)
            button.pos, button.size, button.inset = box[:2], box[2:], 0.4 * self.unit
            button.ideal_size = min(theme.HEADLINE * self.unit, 0.42 * button.width, 0.6 * button.height)

    def _name(self, box: Box, *, together: bool) -> None:
        """Write the side's players one below the other, or ``together`` where there is little room."""
        x, y, width, height = box
        texts = [TOGETHER.join(self.names)] if together and self.names else list(self.names)
        while len(self.players) < len(texts):
            self.players.append(FittedLabel(bold=True, most_lines=2))
            self.add_widget(self.players[-1])
        each = height / max(1, len(texts))
        for number, label in enumerate(self.players):
            label.text = texts[number] if number < len(texts) else ""
            label.ideal_size, label.largest = self._name_ideal(each), self.name_most
            label.pos, label.size = (x, y + height - (number + 1) * each), (max(1, width), each)
