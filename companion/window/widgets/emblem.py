"""The app's emblem: three sevens fanned out as a porrazo leaves them, and the name beneath."""

from __future__ import annotations

from kivy.graphics import PopMatrix, PushMatrix, Rotate
from kivy.properties import NumericProperty
from kivy.uix.widget import Widget

from companion import theme
from companion.window.widgets.lettering import FittedLabel
from companion.window.widgets.playing_card import PlayingCard
from engine.cards import Card

FAN = (("7c", 16.0), ("7h", 0.0), ("7s", -16.0))
"""The cards from the left, each with the degrees by which it leans."""
NAME = "Porrazo"


class Emblem(Widget):
    """Cards above, the name below, as large as the widget allows."""

    unit = NumericProperty(8)

    def __init__(self, **kwargs: object) -> None:
        super().__init__(**kwargs)
        self.cards = [(PlayingCard(card=Card.parse(card)), lean) for card, lean in FAN]
        self.leaning = [self._lean(card, lean) for card, lean in self.cards]
        self.name = FittedLabel(text=NAME, bold=True, halign="center", color=theme.GOLD)
        for card, _ in self.cards:
            self.add_widget(card)
        self.add_widget(self.name)
        for name in ("pos", "size", "unit"):
            self.fbind(name, self._lay)
        self._lay()

    def _lean(self, card: PlayingCard, lean: float) -> Rotate:
        with card.canvas.before:
            PushMatrix()
            turned = Rotate(angle=lean)
        with card.canvas.after:
            PopMatrix()
        return turned

    def _lay(self, *_: object) -> None:
        height = max(1.0, min(0.5 * self.height, 0.54 * self.width))
        width, lettering = height * theme.CARD_SHAPE, 0.42 * height
        bottom = self.center_y - (1.25 * height + lettering) / 2
        self.name.size, self.name.pos = (self.width, lettering), (self.x, bottom)
        self.name.ideal_size = 0.82 * lettering
        foot = self.center_x, bottom + lettering - 0.1 * height
        for (card, lean), turned in zip(self.cards, self.leaning, strict=True):
            card.unit = self.unit
            card.size = width, height
            card.pos = foot[0] - width / 2 - 0.022 * lean * width, bottom + lettering + 0.12 * height
            turned.origin = foot
