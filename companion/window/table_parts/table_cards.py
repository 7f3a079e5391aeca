"""The cards on the table as the app sees them; each can be tapped, and all counted anew."""

from kivy.metrics import dp
from kivy.properties import BooleanProperty, ListProperty, NumericProperty, StringProperty
from kivy.uix.widget import Widget

from companion import theme
from companion.window.widgets import load_kv
from companion.window.widgets.geometry import Box
from companion.window.widgets.playing_card import CardRow, best_rows
from companion.window.widgets.text import FittedLabel, TouchButton, measured

load_kv(__file__)

MOST_WIDE = 0.28
"""Greatest share of the width for a button beside the cards."""
LEAST_WIDE = 5.6
"""Below this width, in touch sizes, the cards need all of it."""
HIGH = 2.6
"""From this height on, in touch sizes, the button may stand below the cards."""
LOW = 2.6
"""Below this height, in touch sizes, half of the space round the cards is theirs."""
CRAMPED = 0.75
"""Many cards narrower than this, in touch sizes, have the button's room too."""
USUAL = 6
"""The button stands where it leaves so many cards larger, or all where there are more: it is to stay in its place."""


class TableCards(Widget):
    """``on_card(at)`` says which card was tapped; ``on_recount()`` that they should be counted anew."""

    cards = ListProperty([])
    raised = ListProperty([])
    newest = ListProperty([])
    caption = StringProperty("")
    """Said while no card lies there."""
    recount_text = StringProperty("")
    cramped = BooleanProperty(False)
    """Whether a question has some of their place: then the button leaves them its own."""
    unit = NumericProperty(8)

    def __init__(self, **kwargs: object) -> None:
        for name in ("on_card", "on_recount"):
            self.register_event_type(name)
        super().__init__(**kwargs)
        self.row = CardRow()
        self.row.bind(on_card=lambda _, at: self.dispatch("on_card", at))
        self.label = FittedLabel(color=theme.INK_SOFT, halign="center")
        self.button = TouchButton(quiet=True, on_release=lambda _: self.dispatch("on_recount"))
        for part in (self.row, self.label, self.button):
            self.add_widget(part)
        for name in (
            "pos",
            "size",
            "cards",
            "raised",
            "newest",
            "caption",
            "recount_text",
            "unit",
            "cramped",
        ):
            self.fbind(name, self._show)
        self._show()

    def on_card(self, at: int) -> None:
        """A card was tapped."""

    def on_recount(self) -> None:
        """Counting anew was asked for."""

    def _show(self, *_: object) -> None:
        inside = self._inside
        self.button.text, self.button.ideal_size = self.recount_text, theme.SMALL * self.unit
        row, button = self._boxes()
        self.button.opacity, self.button.disabled = (1.0, False) if button[2] else (0.0, True)
        self.button.pos, self.button.size = button[:2], button[2:]
        self.row.unit, self.row.cards = self.unit, self.cards
        self.row.raised, self.row.newest = self.raised, self.newest
        self.row.pos, self.row.size = row[:2], row[2:]
        self.label.text = "" if self.cards else self.caption
        self.label.ideal_size = theme.BODY * self.unit
        self.label.pos, self.label.size = (self.x + inside, row[1]), (row[2], row[3])

    @property
    def _inside(self) -> float:
        """Space round the cards, in pixels."""
        return float(self.unit * (0.5 if self.height < LOW * dp(theme.TOUCH) else 1.0))

    @property
    def _lettering(self) -> float:
        """Pixels that the button needs for its word as large as it is meant to be."""
        wide, _ = measured(self.recount_text, self.button.ideal_size, self.button.font_name, True)
        return float(wide + self.button.padding[0] + self.button.padding[2])

    def _boxes(self) -> tuple[Box, Box]:
        """Give the row's box and the button's: beside it or below it, where the cards are larger; or none in a small
        place (the menu has it too).
        """
        inside, touch = self._inside, dp(theme.TOUCH)
        x, y = self.x + inside, self.y + inside
        width, height = max(1.0, self.width - 2 * inside), max(1.0, self.height - 2 * inside)
        ways: list[tuple[Box, Box]] = []
        if self.width >= LEAST_WIDE * touch:
            wide = max(1.25 * touch, 12 * self.unit, min(MOST_WIDE * width, self._lettering))
            high = max(touch, min(10 * self.unit, height))
            row = (x, y, max(1.0, width - wide - inside), height)
            ways.append((row, (x + width - wide, y + (height - high) / 2, wide, high)))
        if height > HIGH * touch:
            low = max(touch, 6.5 * self.unit)
            ways.append(((x, y + low + inside, width, height - low - inside), (x, y, width, low)))
        count = max(USUAL, len(self.cards))
        nowhere: tuple[Box, Box] = (x, y, width, height), (x, y, 0.0, 0.0)

        def across(way: tuple[Box, Box]) -> float:
            return best_rows(count, *way[0][2:], touch).width

        best = nowhere if self.cramped else max(ways, key=across, default=nowhere)
        if count == USUAL or across(best) >= CRAMPED * touch:
            return best
        return max(best, nowhere, key=across)
