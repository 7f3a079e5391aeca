"""One side's panel: who they are, a large numeral in the colour of their pegs, -1 and +1."""

from kivy.metrics import dp
from kivy.properties import BooleanProperty, ListProperty, NumericProperty, StringProperty
from kivy.uix.widget import Widget

from companion import theme
from companion.widgets.arrange import PanelPlaces, Room, panel_places
from companion.widgets.lettering import FittedLabel, ShapeMark, TouchButton
from companion.widgets.loading import load_kv

load_kv(__file__)


class SidePanel(Widget):
    """Shows a side's total and players. ``on_adjust(points)`` and ``on_player(at)`` say what was tapped."""

    shape = StringProperty("circle")
    colour = ListProperty(theme.SIDE_COLOURS[0])
    names = ListProperty([])
    """One marked-up text for every player of the side."""
    total = NumericProperty(0)
    playing = BooleanProperty(False)
    """Whether one of them is to play."""
    unit = NumericProperty(8)
    room = ListProperty([800, 480])
    """The window's size in pixels: it decides how the panel is arranged."""

    def __init__(self, **kwargs: object) -> None:
        self.register_event_type("on_adjust")
        self.register_event_type("on_player")
        super().__init__(**kwargs)
        self.mark = ShapeMark()
        self.numeral = FittedLabel(bold=True, halign="center", text="0")
        self.less = TouchButton(text="\N{MINUS SIGN}1", on_release=lambda _: self.dispatch("on_adjust", -1))
        self.more = TouchButton(text="+1", on_release=lambda _: self.dispatch("on_adjust", +1))
        self.players: list[TouchButton] = []
        for part in (self.mark, self.numeral, self.less, self.more):
            self.add_widget(part)
        for name in ("pos", "size", "names", "total", "room", "shape", "colour"):
            self.fbind(name, self._show)
        self._show()

    def on_adjust(self, points: int) -> None:
        """Points were added or taken by a tap."""

    def on_player(self, at: int) -> None:
        """The side's player at this index was tapped."""

    def _show(self, *_: object) -> None:
        room = Room(self.room[0], self.room[1], dp(theme.TOUCH))
        at = panel_places((self.x, self.y, self.width, self.height), room)
        self.mark.shape, self.mark.colour = self.shape, self.colour
        self.numeral.text = str(self.total).replace("-", "\N{MINUS SIGN}")
        self.numeral.color = self.colour
        self.numeral.ideal_size = at.numeral_size
        self._put(at)
        self._name(at)

    def _put(self, at: PanelPlaces) -> None:
        margin = 0.6 * self.unit
        for part, box in ((self.less, at.less), (self.more, at.more)):
            part.pos = box[0] + margin, box[1] + margin
            part.size = max(dp(theme.TOUCH), box[2] - 2 * margin), max(dp(theme.TOUCH), box[3] - 2 * margin)
            part.ideal_size = min(theme.HEADLINE * self.unit, 0.42 * part.width)
        self.numeral.pos, self.numeral.size = at.numeral[:2], at.numeral[2:]

    def _name(self, at: PanelPlaces) -> None:
        """Put the side's shape and, beside it, a button for each of its players."""
        x, y, width, height = at.name
        side = min(height * 0.8, 5.6 * self.unit)
        self.mark.size = side, side
        self.mark.pos = x + 0.9 * self.unit, y + (height - side) / 2
        while len(self.players) < len(self.names):
            self._add_player(len(self.players))
        free = x + side + 1.3 * self.unit
        each = (x + width - free - 0.6 * self.unit) / max(1, len(self.players))
        for at_index, (button, text) in enumerate(zip(self.players, self.names, strict=False)):
            button.text = text
            button.ideal_size = theme.BODY * self.unit
            button.pos = free + at_index * each, y
            button.size = each, height

    def _add_player(self, at: int) -> None:
        button = TouchButton(quiet=True, halign="left", on_release=lambda _: self.dispatch("on_player", at))
        self.players.append(button)
        self.add_widget(button)
