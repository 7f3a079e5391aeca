"""A player's own buttons at their edge of the screen, turned towards them."""

from kivy.metrics import dp
from kivy.properties import ListProperty, NumericProperty, StringProperty
from kivy.uix.scatter import Scatter

from companion import theme
from companion.window.widgets.text import LINE, FittedLabel, TouchButton, in_one_size, measured

WIDEST = 20
"""The greatest width of a button, in units."""
LEAST = 6.0
"""The least width of a button, in units, so that its word can be read on a large screen too."""
LETTERS, LEAST_LETTERS = 0.45, dp(12)
"""Least size of the words: in sizes of small text, and in pixels."""
SHORT = 0.36
"""Size of the letters of a short word that fills a button, as a share of its width."""
ONE_LINE, TWO_LINES = 0.52, 0.36
"""Size of the letters at most, as a share of the height: of a word, of a name over a word."""
PADDING, ROOMY = 0.5, 0.75
"""Space at both sides of a word, in units: the least, and where a button is wider than it must be."""
ALL = -1
"""The answer of the one button that stands for all of them: it must still be asked which one is meant."""


class SeatKeys(Scatter):
    """``name`` and ``answers`` side by side, turned by ``rotation`` degrees; ``on_answer(at)``.

    `lie` puts it into a box of the window. One too narrow for the name beside them has it over each answer; one too
    small for all of them has a single button: ``at`` is `ALL`.
    """

    name = StringProperty("")
    answers = ListProperty([])
    unit = NumericProperty(8)

    def __init__(self, **kwargs: object) -> None:
        self.register_event_type("on_answer")
        super().__init__(
            do_rotation=False, do_scale=False, do_translation=False, auto_bring_to_front=False,
            size_hint=(None, None), **kwargs,
        )  # fmt: skip
        self.folded = False
        """Whether the name alone stands for all answers."""
        self.label = FittedLabel(halign="right", color=theme.INK_SOFT)
        self.buttons: list[TouchButton] = []
        self.add_widget(self.label)
        for name in ("size", "name", "answers", "unit"):
            self.fbind(name, self._show)

    def on_answer(self, at: int) -> None:
        """The button at this index was tapped."""

    def lie(self, x: float, y: float, width: float, height: float, turned: float) -> None:
        """Lie in this box, the writing turned by a quarter's multiple of degrees."""
        self.rotation = 0.0
        self.size = (height, width) if turned % 180 else (width, height)
        self.rotation = turned
        self.center = x + width / 2, y + height / 2

    def _show(self, *_: object) -> None:
        gap = 0.8 * self.unit
        texts = self._texts(gap)
        while len(self.buttons) < len(texts):
            self.buttons.append(TouchButton(on_release=self._answered))
        for button in self.buttons:
            self.remove_widget(button)
        shown = self.buttons[: len(texts)]
        self.folded = texts == [self.name]
        named = not self.folded and texts != list(self.answers)
        widths = [self.width] if self.folded else self._widths(gap, named=named)
        leasts = widths if self.folded else self._named_leasts if named else self._leasts
        right = self.width
        for button, text, wide, least in list(zip(shown, texts, widths, leasts, strict=True))[::-1]:
            button.text, button.pos, button.size = text, (right - wide, 0), (wide, self.height)
            button.padding = [min(ROOMY * self.unit, PADDING * self.unit + (wide - least) / 2), 0]
            right -= wide + gap
            self.add_widget(button)
        narrowest = min(widths, default=self.width)
        high = TWO_LINES if named else ONE_LINE
        in_one_size(shown, min(theme.BODY * self.unit, SHORT * narrowest, high * self.height))
        self.label.text = self.name if texts and right > 2 * gap and not (named or self.folded) else ""
        self.label.ideal_size = theme.SMALL * self.unit
        self.label.pos, self.label.size = (0, 0), (max(1, right - gap), self.height)

    def _texts(self, gap: float) -> list[str]:
        """The buttons' words: the answers, with the name over each where it has no room beside them, or the name alone
        where fingers could not tell them apart.
        """
        count = len(self.answers)
        if not count or sum(self._leasts) + count * gap + self._name_room <= self.width:
            return list(self.answers)
        over = self.height >= 2 * LINE * self._letters and count > 1
        if over and sum(self._named_leasts) + (count - 1) * gap <= self.width:
            return [f"{self.name}\n{answer}" for answer in self.answers]
        return [self.name]

    def _widths(self, gap: float, *, named: bool) -> list[float]:
        """How wide the answers' buttons are: a long word has more room, and all as much more as looks well."""
        leasts = self._named_leasts if named else self._leasts
        beside = gap * (len(leasts) - 1) if named else gap * len(leasts) + self._name_room
        most = max([WIDEST * self.unit, 1.4 * dp(theme.TOUCH), *leasts])
        more = (self.width - beside - sum(leasts)) / max(1, len(leasts))
        return [least + min(most - least, more) for least in leasts]

    @property
    def _finger(self) -> float:
        """The least width of a button for a finger, in pixels."""
        return float(max(dp(theme.TOUCH), LEAST * self.unit))

    @property
    def _leasts(self) -> list[float]:
        """The least width of each answer's button, in pixels: a finger's, and its words' in legible letters."""
        lines = self.height >= 2 * LINE * self._letters
        return [
            max([self._finger, *map(self._wide, answer.split() if lines else [answer])])
            for answer in self.answers
        ]

    @property
    def _named_leasts(self) -> list[float]:
        """The same for buttons with the name over each answer."""
        name = self._wide(self.name)
        return [max(self._finger, name, self._wide(answer)) for answer in self.answers]

    @property
    def _letters(self) -> float:
        """The least size of the letters, in pixels."""
        return float(max(LEAST_LETTERS, LETTERS * theme.SMALL * self.unit))

    def _wide(self, text: str) -> float:
        """The width of a text in these letters, with the space beside it."""
        return float(measured(text, self._letters, theme.FONT, True)[0] + 2 * PADDING * self.unit)

    @property
    def _name_room(self) -> float:
        """Room for the name beside the buttons, in pixels."""
        return float(max(self._wide(self.name), min(0.17 * self.width, 11 * self.unit)))

    def _answered(self, button: TouchButton) -> None:
        folded = len(self.answers) > 1 and self.folded
        self.dispatch("on_answer", ALL if folded else self.buttons.index(button))
