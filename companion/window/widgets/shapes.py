"""The shapes that tell sides apart besides their colours: polygons round (0, 0) that reach to 1, and a mark of one."""

import math

from kivy.properties import ListProperty, NumericProperty, StringProperty
from kivy.uix.label import Label

from companion import theme
from companion.window.widgets import load_kv

load_kv(__file__)

Polygon = tuple[tuple[float, float], ...]


def _regular(corners: int, turned: float = 0.0) -> Polygon:
    angles = (math.pi / 2 + turned + 2 * math.pi * at / corners for at in range(corners))
    return tuple((math.cos(angle), math.sin(angle)) for angle in angles)


def _star(points: int, inner: float) -> Polygon:
    corners = _regular(2 * points)
    return tuple((x, y) if at % 2 == 0 else (x * inner, y * inner) for at, (x, y) in enumerate(corners))


def _cross(arm: float, reach: float = 0.95) -> Polygon:
    quarter = ((arm, reach), (arm, arm), (reach, arm))
    turns = (lambda x, y: (x, y), lambda x, y: (y, -x), lambda x, y: (-x, -y), lambda x, y: (-y, x))
    return tuple(turn(x, y) for turn in turns for x, y in quarter)


POLYGONS: dict[str, Polygon] = {
    "circle": tuple((0.9 * x, 0.9 * y) for x, y in _regular(40)),
    "square": tuple((1.12 * x, 1.12 * y) for x, y in _regular(4, math.pi / 4)),
    "triangle": tuple((1.12 * x, 1.12 * y - 0.16) for x, y in _regular(3)),
    "diamond": tuple((0.88 * x, 1.12 * y) for x, y in _regular(4)),
    "star": tuple((1.12 * x, 1.12 * y) for x, y in _star(5, 0.48)),
    "hexagon": _regular(6, math.pi / 6),
    "cross": _cross(0.36),
    "pentagon": _regular(5),
}
"""By the names of `theme.SIDE_SHAPES`. All are star-shaped about (0, 0): a fan of triangles fills them."""


def fan(name: str) -> tuple[list[float], list[int]]:
    """Give the vertices (x, y, u, v each) and indices of a mesh in triangle-fan mode that fills the shape.

    A texture laid on it reaches from -1.2 to 1.2.
    """
    polygon = POLYGONS[name]
    corners = [(0.0, 0.0), *polygon, polygon[0]]
    vertices = [value for x, y in corners for value in (x, y, (x + 1.2) / 2.4, (y + 1.2) / 2.4)]
    return vertices, list(range(len(corners)))


def rim(name: str) -> list[float]:
    """Give the shape's outline as x, y, x, y, ... of a line to be closed."""
    return [value for corner in POLYGONS[name] for value in corner]


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


class FaceMark(ShapeMark):
    """A mark with a face: a person."""

    eye = NumericProperty(2)
    """Half the width of an eye, in pixels."""
