"""A QR code on the screen, for a phone to read."""

import numpy as np
from kivy.graphics.texture import Texture
from kivy.properties import ListProperty, ObjectProperty, StringProperty
from kivy.uix.widget import Widget

from companion import theme
from companion.web.link import qr_code
from companion.window.widgets import load_kv

load_kv(__file__)


class QrCode(Widget):
    """Shows ``text`` as a QR code, as large a square as the widget allows; nothing for no text."""

    text = StringProperty("")
    texture = ObjectProperty(None, allownone=True)
    square = ListProperty([0, 0, 1, 1])
    """Where the code lies: x, y, width, height in pixels."""

    def __init__(self, **kwargs: object) -> None:
        super().__init__(**kwargs)
        for name in ("pos", "size"):
            self.fbind(name, self._place)
        self.fbind("text", self._draw)
        self._draw()

    def _draw(self, *_: object) -> None:
        if not self.text:
            self.texture = None
            return
        dark = qr_code(self.text)
        colours = np.where(dark[:, :, None], theme.CARD_BLACK, theme.CARD)
        self.texture = Texture.create(size=dark.shape[::-1], colorfmt="rgba")
        self.texture.mag_filter = self.texture.min_filter = "nearest"
        self.texture.flip_vertical()
        data = (np.asarray(colours) * 255).astype(np.uint8)
        self.texture.blit_buffer(data.tobytes(), colorfmt="rgba", bufferfmt="ubyte")
        self._place()

    def _place(self, *_: object) -> None:
        side = min(self.size)
        self.square = [self.center_x - side / 2, self.center_y - side / 2, side, side]
