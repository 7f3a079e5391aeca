"""What the table says and asks: the banner below the board, and the question in its place and the list's."""

from kivy.clock import Clock
from kivy.properties import AliasProperty, ListProperty, NumericProperty, ObjectProperty, StringProperty
from kivy.uix.widget import Widget

from companion import theme
from companion.window.widgets import load_kv
from companion.window.widgets.playing_card import CardRow
from companion.window.widgets.text import FittedLabel, TouchButton, in_one_size

load_kv(__file__)


class Banner(Widget):
    """Shows ``text``, large; while there is a ``notice`` that, with a button: ``on_answer()``."""

    text = StringProperty("")
    colour = ListProperty(theme.INK)
    notice = StringProperty("")
    ok = StringProperty("OK")
    unit = NumericProperty(8)
    flash = NumericProperty(0.0)
    """How bright it is with points just won, 0 to 1."""

    button: TouchButton = ObjectProperty()

    def __init__(self, **kwargs: object) -> None:
        self.register_event_type("on_answer")
        # in one step: a slow fade would draw every frame anew while the pegs fly
        self._dim_later = Clock.create_trigger(self._dim, FLASHES)
        super().__init__(**kwargs)

    def on_answer(self) -> None:
        """The notice was read."""

    def flash_up(self) -> None:
        """Be bright for a moment: points were won."""
        self._dim_later.cancel()
        if theme.PEG_FLIGHT:
            self.flash = 1.0
            self._dim_later()

    def dim(self) -> None:
        """Be as usual: what it says now won nothing."""
        self._dim_later.cancel()
        self.flash = 0.0

    def _dim(self, _seconds: float) -> None:
        self.flash = 0.0


FLASHES = 2.5
"""Seconds for which the banner is bright after points were won."""


FLAT = 3.0
"""A question so many times as wide as high has its answers beside the cards, which are larger then."""


class Question(Widget):
    """Asks ``text``. ``on_card(at)`` and ``on_answer(at)`` say which card or button was tapped.

    ``crop`` is a texture of what the camera saw of the card in question, None where it saw none.
    """

    text = StringProperty("")
    cards = ListProperty([])
    answers = ListProperty([])
    crop = ObjectProperty(None, allownone=True)
    unit = NumericProperty(8)
    flat = AliasProperty(
        lambda self: bool(self.cards) and self.width > FLAT * self.height, bind=("cards", "size")
    )
    """Whether its answers stand beside the cards, and not below them."""

    def __init__(self, **kwargs: object) -> None:
        for name in ("on_card", "on_answer"):
            self.register_event_type(name)
        self.buttons: list[TouchButton] = []
        self._letter_soon = Clock.create_trigger(self._letter, -1)
        super().__init__(**kwargs)

    def on_kv_post(self, _base: object) -> None:
        """Take hold of the parts: in a `.kv` they are made after `__init__`."""
        self.label: FittedLabel = self.ids.label.__self__
        self.row: CardRow = self.ids.row.__self__
        for name in ("answers", "unit"):
            self.fbind(name, self._show_buttons)
        self._show_buttons()

    def on_card(self, at: int) -> None:
        """The card at this index was tapped."""

    def on_answer(self, at: int) -> None:
        """The button at this index was tapped."""

    def _show_buttons(self, *_: object) -> None:
        while len(self.buttons) < len(self.answers):
            at = len(self.buttons)
            button = TouchButton(on_release=lambda _, at=at: self.dispatch("on_answer", at))
            button.fbind("size", self._letter_soon)
            self.buttons.append(button)
        self.ids.below.clear_widgets()
        shown = self.buttons[: len(self.answers)]
        for button, text in zip(shown, self.answers, strict=False):
            button.text = text
            self.ids.below.add_widget(button)
        self._letter_soon()

    def _letter(self, *_: object) -> None:
        """Write all answers in one size, once they lie where they belong."""
        shown = self.buttons[: len(self.answers)]
        if shown:
            in_one_size(shown, min(theme.BODY * self.unit, 0.45 * shown[0].height))
