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
        edge = max(0, min(theme.BORDER * self.unit, self.width / 2 - room.touch))
        at = panel_places((self.x + edge, self.y + edge, self.width - 2 * edge, self.height - 2 * edge), room)
        self.mark.shape, self.mark.colour = self.shape, self.colour
        self.numeral.text = str(self.total).replace("-", "\N{MINUS SIGN}")
        self.numeral.color = self.colour
        self.numeral.ideal_size = at.numeral_size
        self._put(at)
        self._name(at)

    def _put(self, at: PanelPlaces) -> None:
        for part, box in ((self.less, at.less), (self.more, at.more)):
            part.pos, part.size, part.inset = box[:2], box[2:], 0.5 * self.unit
            part.ideal_size = min(theme.HEADLINE * self.unit, 0.42 * part.width, 0.6 * part.height)
        self.mark.pos, self.mark.size = at.mark[:2], at.mark[2:]
        self.numeral.pos, self.numeral.size = at.numeral[:2], at.numeral[2:]

    def _name(self, at: PanelPlaces) -> None:
        """Put a button for each of the side's players side by side."""
        x, y, width, height = at.names
        while len(self.players) < len(self.names):
            self._add_player(len(self.players))
        each = width / max(1, len(self.players))
        for number, (button, text) in enumerate(zip(self.players, self.names, strict=False)):
            button.text = text
            button.ideal_size = min(theme.BODY * self.unit, 0.72 * height)
            button.pos, button.size = (x + number * each, y), (each, height)

    def _add_player(self, at: int) -> None:
        button = TouchButton(quiet=True, halign="left", on_release=lambda _: self.dispatch("on_player", at))
        self.players.append(button)
        self.add_widget(button)
