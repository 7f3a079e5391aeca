"""The story of the match so far: what waits, what was scored last and why, and the cards on the table."""

from kivy.metrics import dp
from kivy.properties import ListProperty, NumericProperty, StringProperty
from kivy.uix.widget import Widget

from companion import theme
from companion.widgets.arrange import Box
from companion.widgets.lettering import FittedLabel, TouchButton
from companion.widgets.loading import load_kv
from companion.widgets.playing_card import CardRow

load_kv(__file__)

CARDS_SHARE = 0.44
"""Of the width, for the cards on the table, where there are any; beneath the lines, of the height."""
NARROW = 75
"""Narrower than this, in units, the cards lie beneath the lines."""
LINES = 6


class Story(Widget):
    """Texts are marked up. ``headline`` is the largest; ``lines`` follow it, newest first, as many as fit.

    ``question`` takes the upper edge, with the buttons ``answers``; ``on_answer(at)`` says which was tapped.
    """

    headline = StringProperty("")
    headline_colour = ListProperty(theme.INK)
    lines = ListProperty([])
    table_caption = StringProperty("")
    cards = ListProperty([])
    raised = ListProperty([])
    question = StringProperty("")
    answers = ListProperty([])
    unit = NumericProperty(8)
    banner = ListProperty([0, 0, 0, 0])
    """Where the question lies: x, y, width, height in pixels."""

    def __init__(self, **kwargs: object) -> None:
        self.register_event_type("on_answer")
        super().__init__(**kwargs)
        self.first = FittedLabel(bold=True)
        self.rest = [FittedLabel(color=theme.INK_SOFT) for _ in range(LINES)]
        self.caption = FittedLabel(color=theme.INK_SOFT)
        self.row = CardRow()
        self.asked = FittedLabel(bold=True, most_lines=2)
        self.buttons = [self._answer_button(at) for at in range(2)]
        for part in (self.first, *self.rest, self.caption, self.row, self.asked, *self.buttons):
            self.add_widget(part)
        for name in (
            "pos",
            "size",
            "headline",
            "headline_colour",
            "lines",
            "cards",
            "raised",
            "question",
            "answers",
            "table_caption",
        ):
            self.fbind(name, self._show)
        self._show()

    def on_answer(self, at: int) -> None:
        """The answer at this index was tapped."""

    def _answer_button(self, at: int) -> TouchButton:
        return TouchButton(on_release=lambda _: self.dispatch("on_answer", at))

    def _show(self, *_: object) -> None:
        x, right = self.x + 2 * self.unit, self.right - 2 * self.unit
        bottom = self.y + 0.8 * self.unit
        top = self._show_question(self.top - 0.8 * self.unit)
        if not self.cards:
            lines, cards = (x, bottom, right - x, top - bottom), (x, bottom, 1, 1)
        elif self.width < NARROW * self.unit:
            share = CARDS_SHARE * (top - bottom)
            lines, cards = (x, bottom + share, right - x, top - bottom - share), (x, bottom, right - x, share)
        else:
            middle = self.right - CARDS_SHARE * self.width
            lines = (x, bottom, middle - x - 2 * self.unit, top - bottom)
            cards = (middle, bottom, right - middle, top - bottom)
        self._show_lines(lines)
        self._show_cards(cards)

    def _show_question(self, top: float) -> float:
        """Put the question, if there is one, at the upper edge; give what is below it."""
        height = max(dp(theme.TOUCH), 7 * self.unit) if self.question else 0
        self.asked.text = self.question
        right = self.right - self.unit
        for button, text in zip(self.buttons, [*self.answers, "", ""][:2], strict=True):
            button.text = text
            button.ideal_size = theme.BODY * self.unit
            shown = bool(self.question and text)
            button.disabled = not shown
            button.opacity = 1 if shown else 0
            button.size = (max(dp(theme.TOUCH), 16 * self.unit), height) if shown else (0, 0)
            right -= button.width + (self.unit if shown else 0)
            button.pos = right + self.unit, top - height
        self.banner = [
            self.x,
            top - height - 0.4 * self.unit,
            self.width,
            height + 1.2 * self.unit if height else 0,
        ]
        self.asked.ideal_size = theme.BODY * self.unit
        self.asked.pos = self.x + 2 * self.unit, top - height
        self.asked.size = max(1, right - self.x - 2 * self.unit), height
        return top - height - (self.unit if height else 0)

    def _show_lines(self, box: Box) -> None:
        x, bottom, width, height = box
        lead = min(1.35 * theme.HEADLINE * self.unit, height)
        top = bottom + height - lead
        self.first.text, self.first.ideal_size = self.headline, min(theme.HEADLINE * self.unit, lead / 1.2)
        self.first.color = self.headline_colour
        self.first.size, self.first.pos = (width, lead), (x, top)
        lead = 1.3 * theme.BODY * self.unit
        texts = [*self.lines, *[""] * LINES]
        for label, text in zip(self.rest, texts, strict=False):
            top -= lead
            label.text = text if top >= bottom - 0.2 * self.unit else ""
            label.ideal_size = theme.BODY * self.unit
            label.size, label.pos = (width, lead), (x, top)

    def _show_cards(self, box: Box) -> None:
        x, bottom, width, height = box
        lead = 1.3 * theme.SMALL * self.unit
        roomy = bool(self.cards) and height > lead + 9 * self.unit
        self.caption.text = self.table_caption if roomy else ""
        self.caption.ideal_size = theme.SMALL * self.unit
        self.caption.size, self.caption.pos = (width, lead), (x, bottom + height - lead)
        self.row.pos, self.row.size = (x, bottom), (width, max(1, height - (lead if roomy else 0)))
        self.row.unit, self.row.cards, self.row.raised = self.unit, self.cards, self.raised
