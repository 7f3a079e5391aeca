"""The live picture: the newest frame, with every recognised card outlined and named, and a word on the camera."""

from collections.abc import Sequence
from statistics import median

import numpy as np
from kivy.core.text import Label as TextTexture
from kivy.graphics import Canvas, Color, Line, Rectangle, RoundedRectangle
from kivy.graphics.texture import Texture
from kivy.metrics import dp
from kivy.properties import ListProperty, NumericProperty, ObjectProperty, StringProperty
from kivy.uix.widget import Widget

from companion import theme
from companion.locales import N_
from companion.messages import SURE, UNSEEN, Outline, Picture
from companion.record.session import Session
from companion.window.widgets import load_kv
from companion.window.widgets.pack_shown import pack_shown
from companion.window.widgets.plates import ProgressLine
from companion.window.widgets.text import language
from engine.cards import BY_TEXT

PARTS = (ProgressLine,)
"""Named in the .kv."""

load_kv(__file__)

LABEL_SHARE = 0.085
"""Height of a card's name, as a share of the picture's."""
MARGIN = dp(3)
"""Beside a name on its plate, in pixels."""
SURE_LINE, UNSURE_LINE = 2.0, 1.0
"""Width of the outline of a card that is read surely, and of one that is not, in density-independent pixels."""
EDGE = 1.5
"""Width of the dark line under an outline, in widths of it: white on a white card would not be seen."""
NAME_MOST = 1.3
"""Names wider than this, in widths of a card, are left out: in a small picture they would lie on each other."""

LEARNING = N_("Learning to see...")
"""While the networks load."""
CAPTIONS = {
    "live": N_("Waiting for the picture"),
    "lost": N_("The camera is lost"),
    "blind": N_("No camera sees the cards: tap them"),
}
UNSEEN_TABLE = N_("The table cannot be seen")
"""Said for every reason but a cloth that confuses, which people can do something about."""
CONFUSED = "confused"


def shown_name(name: str) -> str:
    """Turn ``Th`` into ``10♥``, or ``Jh`` into ``10c`` (copas); what is no card's name is shown as it is."""
    card = BY_TEXT.get(name)
    if card is None or card.suit is None:
        return name
    return pack_shown.card(card)


class LivePicture(Widget):
    """Shows a `Picture`; one texture is kept and refilled while the size stays the same."""

    picture = ObjectProperty(None, allownone=True)
    texture = ObjectProperty(None, allownone=True)
    frame = ListProperty([0, 0, 1, 1])
    """Where the picture lies inside the widget, in pixels: x, y, width, height."""
    margins = ListProperty([0, 0, 0, 0])
    """Kept free of the picture, in pixels: left, below, right, above."""
    unit = NumericProperty(8)
    caption = StringProperty("")
    """Said in place of the picture while there is none, or over it when it is lost."""
    loading = ObjectProperty(None, allownone=True)
    """A `Progress` while what looks at the picture is not ready; drawn as a line under the caption."""

    def __init__(self, **kwargs: object) -> None:
        self.named: tuple[str, ...] = ()
        self._names: dict[tuple[str, int], Texture] = {}
        self._outlines = Canvas()
        super().__init__(**kwargs)
        for name in ("pos", "size", "margins"):
            self.fbind(name, self._place)
        self.fbind("picture", self._show)

    def on_kv_post(self, _base: object) -> None:
        """Put the outlines over what the rules draw: in a `.kv` they are applied after `__init__`, else before."""
        self.canvas.add(self._outlines)

    def _show(self, _widget: object, picture: Picture | None) -> None:
        if picture is None:
            return
        height, width = picture.rgba.shape[:2]
        if self.texture is None or tuple(self.texture.size) != (width, height):
            self.texture = Texture.create(size=(width, height), colorfmt="rgba")
            self.texture.flip_vertical()
        self.texture.blit_buffer(picture.rgba.reshape(-1), colorfmt="rgba", bufferfmt="ubyte")
        self.canvas.ask_update()
        self._place()

    def _place(self, *_: object) -> None:
        if self.texture is None:
            return
        width, height = self.texture.size
        left, below, right, above = self.margins
        wide, high = max(1, self.width - left - right), max(1, self.height - below - above)
        scale = min(wide / width, high / height)
        size = width * scale, height * scale
        self.frame = [self.x + left + (wide - size[0]) / 2, self.y + below + (high - size[1]) / 2, *size]
        self._draw(self.picture.outlines if self.picture else ())

    def _draw(self, outlines: tuple[Outline, ...]) -> None:
        self._outlines.clear()
        self.named = tuple(shown_name(outline.name) for outline in outlines)
        named = self._named(outlines)
        with self._outlines:
            for outline in outlines:
                points = [self._point(corner) for corner in outline.corners]
                sure = outline.confidence >= SURE
                flat = [value for point in points for value in point]
                wide = dp(SURE_LINE if sure else UNSURE_LINE) * max(1.0, self.unit / theme.DRAWN_AT)
                for colour, width in ((theme.OUTLINE_EDGE, EDGE * wide), (theme.OUTLINE, wide)):
                    Color(*colour)
                    Line(points=flat, close=True, width=width, joint="round")
                if named:
                    self._name(shown_name(outline.name), points)

    def _named(self, outlines: tuple[Outline, ...]) -> bool:
        """Whether the cards are large enough in the picture for their names, all or none."""
        across = [max(x for x, _ in each.corners) - min(x for x, _ in each.corners) for each in outlines]
        widest = max((self._lettering(name).size[0] for name in self.named), default=0) + 2 * MARGIN
        return not across or widest <= NAME_MOST * median(across) * self.frame[2]

    def _point(self, corner: tuple[float, float]) -> tuple[float, float]:
        """Turn a corner into pixels; what lies beyond the picture's edge is drawn on it."""
        x, y, width, height = self.frame
        across, down = (min(1.0, max(0.0, part)) for part in corner)
        return x + across * width, y + (1 - down) * height

    def _name(self, name: str, points: list[tuple[float, float]]) -> None:
        """Write the name on a dark plate in the card's middle."""
        texture = self._lettering(name)
        width, height = texture.size
        middle_x = sum(x for x, _ in points) / len(points)
        middle_y = sum(y for _, y in points) / len(points)
        plate = (middle_x - width / 2 - MARGIN, middle_y - height / 2)
        Color(*theme.LABEL_BACK)
        RoundedRectangle(pos=plate, size=(width + 2 * MARGIN, height), radius=[dp(4)])
        Color(1, 1, 1, 1)
        Rectangle(texture=texture, pos=(plate[0] + MARGIN, plate[1]), size=texture.size)

    def _lettering(self, name: str) -> Texture:
        size = round(max(dp(13), min(theme.SMALL * self.unit, LABEL_SHARE * self.frame[3])))
        if (name, size) not in self._names:
            text = TextTexture(text=name or "?", font_size=size, font_name=theme.FONT_SIGNS, color=theme.INK)
            text.refresh()
            self._names[name, size] = text.texture
        return self._names[name, size]


CROP_MARGIN = 0.5
"""Of a card's size that is shown round it."""
CROP_SHAPE = 0.75
"""Width of a crop by its height."""


def crop_of(picture: Picture | None, names: Sequence[str]) -> Texture | None:
    """Cut out of a picture the card that bears one of these names, the least certain; None where it shows none."""
    named = [outline for outline in picture.outlines if outline.name in names] if picture is not None else []
    if picture is None or not named:
        return None
    outline = min(named, key=lambda each: each.confidence)
    height, width = picture.rgba.shape[:2]
    across, down = zip(*outline.corners, strict=True)
    middle = (min(across) + max(across)) / 2 * width, (min(down) + max(down)) / 2 * height
    high = (1 + CROP_MARGIN) * max((max(down) - min(down)) * height, (max(across) - min(across)) * width)
    high = max(8.0, min(high, height, width / CROP_SHAPE))
    left = int(min(max(0.0, middle[0] - CROP_SHAPE * high / 2), width - CROP_SHAPE * high))
    top = int(min(max(0.0, middle[1] - high / 2), height - high))
    cut = np.ascontiguousarray(picture.rgba[top : top + int(high), left : left + int(CROP_SHAPE * high)])
    texture = Texture.create(size=(cut.shape[1], cut.shape[0]), colorfmt="rgba")
    texture.blit_buffer(cut.reshape(-1), colorfmt="rgba", bufferfmt="ubyte")
    return texture


def show_camera_status(picture: LivePicture, session: Session) -> None:
    """Say why there is no picture, or why it stands still."""
    picture.loading = session.loading
    text = CAPTIONS.get(session.source, "") if session.loading is None else LEARNING
    seen = session.picture is not None and session.source == "live"
    if seen and session.unseen:
        text, seen = UNSEEN[CONFUSED] if session.unseen == CONFUSED else UNSEEN_TABLE, False
    picture.caption = language.tr(text) if text and not seen else ""
