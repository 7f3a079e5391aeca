"""The cribbage board: walnut, a lane of holes for every side, two pegs a side that leapfrog from hole to hole."""

from collections.abc import Sequence
from functools import reduce
from operator import add

from kivy.animation import Animation
from kivy.core.text import Label as TextTexture
from kivy.graphics import Canvas, Color, Line, Point, Rectangle
from kivy.metrics import dp
from kivy.properties import DictProperty, ListProperty, NumericProperty, ObjectProperty, StringProperty
from kivy.uix.widget import Widget

from companion import theme
from companion.record import pegging, side_marks
from companion.record.pegging import Pegs
from companion.window.widgets import load_kv
from companion.window.widgets.shapes import fan, rim
from companion.window.widgets.textures import brass, drilled_hole, walnut

load_kv(__file__)


class Peg(Widget):
    """One peg. ``size_px`` is the radius of its head; ``lift`` how far it is off the board, 0 to 1."""

    shape = StringProperty("circle")
    colour = ListProperty(theme.SIDE_COLOURS[0])
    size_px = NumericProperty(10)
    lift = NumericProperty(0)
    vertices = ListProperty(fan("circle")[0])
    indices = ListProperty(fan("circle")[1])
    outline = ListProperty(rim("circle"))
    side = ListProperty([0, 0, 0, 1])
    """The colour of its turned side, that shows below the head."""

    def on_colour(self, _peg: object, colour: Sequence[float]) -> None:
        """Take another colour."""
        self.side = [0.42 * part for part in colour[:3]] + [1]

    def on_shape(self, _peg: object, shape: str) -> None:
        """Take another head."""
        self.vertices, self.indices = fan(shape)
        self.outline = rim(shape)

    def go(self, way: Sequence[pegging.Point], seconds: float) -> None:
        """Move from point to point, in an arc of this many seconds each or, at 0, to the last at once."""
        Animation.cancel_all(self)
        if seconds <= 0:
            self.center, self.lift = way[-1], 0
            return
        along = [Animation(center_x=x, center_y=y, duration=seconds, t="in_out_cubic") for x, y in way]
        rise, fall = ((1, "out_quad"), (0, "in_quad"))
        arcs = [Animation(lift=lift, duration=seconds / 2, t=t) for _ in way for lift, t in (rise, fall)]
        for parts in (along, arcs):
            reduce(add, parts).start(self)


STOPPING = 0.6
"""A hop from stop to stop takes this share of a flight: 270 ms."""
MARKED = 10
"""Distance in holes between two engraved numbers."""


class CribbageBoard(Widget):
    """A board to ``target`` with a lane for each member of ``pegs``, as large as the widget allows.

    Set ``pegs`` (a `Pegs` for each side): those that moved fly to their new holes in ``flight`` seconds.
    """

    target = NumericProperty(61)
    pegs = ListProperty([Pegs(), Pegs()])
    stops = DictProperty({})
    """By side: the places at which a peg stops on its way to the last of them, as when a tendido is counted."""
    marks = ListProperty([])
    """The number of every side's mark (`companion.record.side_marks`); the first ones in order where it is empty."""
    flight = NumericProperty(theme.PEG_FLIGHT)
    wood = ObjectProperty(None, allownone=True)
    radius = NumericProperty(12)
    rim = NumericProperty(8)
    """How far from the plank's edge the line runs round it, in pixels."""
    unit = NumericProperty(8)

    def __init__(self, **kwargs: object) -> None:
        self.plan = pegging.board(100, 100, 2, 61)
        self.heads: list[tuple[Peg, Peg]] = []
        self._standing: list[dict[Peg, int]] = []
        self._drawing = Canvas()
        super().__init__(**kwargs)
        self.wood = walnut()
        self._hole, self._brass = drilled_hole(), brass()
        for name in ("pos", "size", "target"):
            self.fbind(name, self._redraw)
        self.fbind("pegs", self._move_pegs)
        self.fbind("marks", self._remark)
        self._redraw()

    def on_kv_post(self, _base: object) -> None:
        """Put the drawing over the wood of the rules: in a `.kv` they are applied after `__init__`, else before."""
        self.canvas.before.add(self._drawing)

    def _mark(self, side: int) -> int:
        """Give the number of a side's mark."""
        return int(self.marks[side]) if side < len(self.marks) else side

    def _remark(self, *_: object) -> None:
        """Take other pegs: the sides have other marks."""
        self.heads = []
        self._redraw()

    def _move_pegs(self, _board: object, pegs: Sequence[Pegs]) -> None:
        """Move the pegs to where they stand now; another number of sides is another board."""
        if len(pegs) != len(self.heads):
            self._redraw()
        for side, stand in enumerate(pegs):
            self._leap(side, stand)

    def _leap(self, side: int, stand: Pegs) -> None:
        """Let the peg that already stands right stay, and the other one fly: so pegs leapfrog."""
        standing = self._standing[side]
        first, second = self.heads[side]
        if standing[first] == stand.front or standing[second] == stand.back:
            wanted = {first: stand.front, second: stand.back}
        else:
            wanted = {first: stand.back, second: stand.front}
        for peg, place in wanted.items():
            if standing[peg] != place:
                self._fly(peg, side, place)
        self._standing[side] = wanted

    def _fly(self, peg: Peg, side: int, place: int) -> None:
        """Let a peg fly to a place, by way of its stops where that is where they end."""
        stops = tuple(self.stops.get(side, ()))
        way = stops if stops[-1:] == (place,) else (place,)
        peg.go([self._point(side, stop) for stop in way], self.flight * (STOPPING if len(way) > 1 else 1))

    def _point(self, side: int, place: int) -> pegging.Point:
        x, y = self.plan.at(side, place)
        return self.x + x, self.y + y

    def _redraw(self, *_: object) -> None:
        """Draw wood, lanes and holes anew and set the pegs down without flight."""
        self.plan = pegging.board(max(self.width, 1), max(self.height, 1), len(self.pegs), self.target)
        self.rim = 0.42 * self.plan.pitch
        self._drawing.clear()
        with self._drawing:
            self._draw_lanes()
            self._draw_skunk_line()
            self._draw_holes()
            self._draw_numbers()
        self._set_pegs()

    def _draw_lanes(self) -> None:
        """Cut a groove for every lane, a light edge on its lower side, with an inlay in the side's colour."""
        wide = min(self.plan.pitch, self.plan.spacing)
        for side, track in enumerate(self.plan.tracks):
            points = [value for x, y in track for value in (self.x + x, self.y + y)]
            lower = [value - (at % 2) * max(1.0, 0.05 * wide) for at, value in enumerate(points)]
            Color(*theme.faded(theme.HOLE_RIM, 0.35))
            Line(points=lower, width=max(1.2, 0.27 * wide), joint="round", cap="round")
            Color(*theme.GROOVE)
            Line(points=points, width=max(1.2, 0.27 * wide), joint="round", cap="round")
            Color(*theme.faded(side_marks.colour(self._mark(side)), theme.INLAY))
            Line(points=points, width=max(1.0, 0.06 * wide), joint="round", cap="round")

    def _draw_skunk_line(self) -> None:
        """Draw brass lines across the lanes: who is not past them when another wins has lost by far."""
        for hole in self.plan.skunk_holes:
            ends = [self._point(side, hole) for side in (0, len(self.plan.lanes) - 1)]
            before = self._point(0, hole - 1)
            x = ends[0][0] + 0.5 * (ends[0][0] - before[0])
            low, high = sorted(y for _, y in ends)
            beyond = 0.55 * self.plan.spacing
            Color(*theme.BRASS)
            Line(
                points=[x, low - beyond, x, high + beyond],
                width=max(1.0, 0.045 * self.plan.pitch),
                cap="none",
            )

    def _draw_holes(self) -> None:
        size = 0.27 * min(self.plan.pitch, self.plan.spacing)
        places = [(self.x + x, self.y + y) for lane in self.plan.lanes for x, y in lane]
        Color(1, 1, 1, 1)
        Point(points=[value for place in places for value in place], pointsize=size, texture=self._hole)
        game_x, game_y = self._point(0, self.target)
        Point(points=[game_x, game_y], pointsize=2.6 * size, texture=self._brass)

    def _draw_numbers(self) -> None:
        """Engrave the tens above the uppermost lane of their own straight."""
        size = max(dp(12), min(0.62 * self.plan.pitch, 0.8 * self.plan.spacing))
        Color(*theme.faded(theme.ENGRAVING, 0.9))
        for place in range(MARKED, self.target, MARKED):
            ends = [self._point(side, place) for side in (0, len(self.plan.lanes) - 1)]
            x, top = max(ends, key=lambda point: point[1])
            text = TextTexture(text=str(place), font_size=size, font_name=theme.FONT_DISPLAY)
            text.refresh()
            width, height = text.texture.size
            y = top + 0.36 * min(self.plan.pitch, self.plan.spacing) - 0.06 * height
            Rectangle(texture=text.texture, pos=(x - width / 2, y), size=(width, height))

    def _set_pegs(self) -> None:
        if len(self.heads) != len(self.pegs):
            self.clear_widgets()
            self.heads = [(self._new_peg(side), self._new_peg(side)) for side in range(len(self.pegs))]
        self._standing = []
        for side, (stand, (first, second)) in enumerate(zip(self.pegs, self.heads, strict=True)):
            self._standing.append({first: stand.front, second: stand.back})
            for peg, place in self._standing[side].items():
                peg.size_px = 0.5 * min(self.plan.pitch, self.plan.spacing)
                peg.go([self._point(side, place)], 0)

    def _new_peg(self, side: int) -> Peg:
        mark = self._mark(side)
        peg = Peg(shape=side_marks.shape(mark), colour=side_marks.colour(mark))
        self.add_widget(peg)
        return peg
