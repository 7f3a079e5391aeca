"""Cards that move as on a table: laid from their player's side, taken to the side that captured them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from kivy.animation import Animation
from kivy.input.motionevent import MotionEvent
from kivy.properties import NumericProperty
from kivy.uix.widget import Widget

from companion import theme
from companion.window.widgets.geometry import Box
from companion.window.widgets.playing_card import PlayingCard
from engine.cards import Card

SMALL = 0.6
"""Width of a card at its player's side, as a share of its width on the table."""


@dataclass(frozen=True)
class Lying:
    """A card on the table: where it lies in the window, and its widget."""

    card: Card
    at: Box
    widget: Widget


class CardFlight(Widget):
    """Lies over the screen and is never in the way: what is below is drawn as it stands, and any touch ends it."""

    seconds = NumericProperty(theme.CARD_FLIGHT)
    """Of each of its two movements, onto the table and off it; 0: nothing moves."""

    def __init__(self, **kwargs: object) -> None:
        super().__init__(**kwargs)
        self._hidden: list[Widget] = []

    def lay(self, laid: Sequence[Lying], side: Box) -> None:
        """Move cards that lie on the table now from their player's side to where they lie."""
        if not self.seconds:
            return
        for each in laid:
            each.widget.opacity = 0
            self._hidden.append(each.widget)
            self._move(each.card, (_beside(side, each.at), each.at), each.widget)

    def take(self, played: Card | None, taken: Sequence[Lying], giver: Box, taker: Box) -> None:
        """Move the card played onto what it takes, and all of them to the side that takes them."""
        if not self.seconds or not taken:
            return
        for each in taken:
            self._move(each.card, (each.at, each.at, _beside(taker, each.at)))
        if played is not None:
            x, y, width, height = taken[0].at
            onto = (x + 0.22 * width, y - 0.16 * height, width, height)
            self._move(played, (_beside(giver, onto), onto, _beside(taker, onto)))

    def _move(self, card: Card, way: Sequence[Box], lands_on: Widget | None = None) -> None:
        shown = PlayingCard(card=card, pos=way[0][:2], size=way[0][2:])
        self.add_widget(shown)
        moving = Animation(duration=0)
        for x, y, width, height in way[1:]:
            moving += Animation(x=x, y=y, width=width, height=height, duration=self.seconds, t="in_out_cubic")
        moving.bind(on_complete=lambda *_: self._land(shown, lands_on))
        moving.start(shown)

    def _land(self, shown: Widget, lands_on: Widget | None) -> None:
        self.remove_widget(shown)
        if lands_on is not None:
            lands_on.opacity = 1
            self._hidden.remove(lands_on)

    def end(self) -> None:
        """Let everything lie where it lies."""
        for shown in list(self.children):
            Animation.cancel_all(shown)
            self.remove_widget(shown)
        for widget in self._hidden:
            widget.opacity = 1
        self._hidden = []

    def on_touch_down(self, touch: MotionEvent) -> bool:
        """End at any touch; it goes on to what lies below."""
        if not touch.is_mouse_scrolling:
            self.end()
        return False


def _beside(side: Box, card: Box) -> Box:
    """Where a card is that a side holds: in the middle of its panel, smaller."""
    width, height = SMALL * card[2], SMALL * card[3]
    return side[0] + (side[2] - width) / 2, side[1] + (side[3] - height) / 2, width, height
