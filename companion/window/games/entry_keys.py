"""The keys with which the next event of any game is told: what it is, whose it is, its values, its cards."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from kivy.metrics import dp
from kivy.properties import NumericProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.gridlayout import GridLayout
from kivy.uix.widget import Widget

from companion import theme
from companion.locales import N_
from companion.record.asking import Asking
from companion.window.table_parts.card_keys import CardKey
from companion.window.widgets.plates import ChiefButton, ChoiceButton, Choices
from companion.window.widgets.text import TouchButton, language, plain
from companion.window.wording import phrases, told
from engine.cards import Card
from engine.game import Expected
from engine.options import Choice

FEW = 6
"""So few cards are shown alone, as larger keys."""
NARROWEST = 0.9
"""Keys may be this much narrower than they are high, in touch sizes, before a suit takes two rows."""
DONE, BACK, NEW = N_("Done"), N_("Back"), N_("New one")


class PackKeys(GridLayout):
    """A key for each card of a pack, a suit in a row or two; ``on_card(card)``."""

    room = 0.0
    """Width in pixels that there is for the keys."""
    folded = False
    """Whether a suit takes two rows."""

    def __init__(self, **kwargs: object) -> None:
        self.register_event_type("on_card")
        super().__init__(spacing=dp(3), **kwargs)
        self.keys: dict[Card, CardKey] = {}
        self._built = 0
        """Columns for which the keys were put in."""

    def on_card(self, card: Card) -> None:
        """A card was tapped."""

    def show(self, cards: Sequence[Card], possible: Sequence[Card], *, upright: bool) -> None:
        """Show these cards; those that are impossible now are dimmed."""
        ranks = len({card.rank for card in cards}) or 1
        alone = len(cards) <= ranks
        narrow = upright and self.room < NARROWEST * ranks * dp(theme.TOUCH)
        self.folded = narrow and len(cards) > FEW
        self.cols = -(-ranks // 2) if self.folded else ranks
        if alone and len(cards) > FEW:
            self.cols = -(-len(cards) // (3 if upright else 2))
        if list(self.keys) != list(cards) or self.cols != self._built:
            self._build(cards, ranks)
        there = set(possible)
        for card, key in self.keys.items():
            key.disabled = card not in there

    def _build(self, cards: Sequence[Card], ranks: int) -> None:
        """Put in a key for each card; where a suit takes two rows the second may end in a gap."""
        self.clear_widgets()
        self.keys, self._built = {}, self.cols
        gap = -ranks % self.cols if len(cards) > ranks else 0
        for number, card in enumerate(cards, 1):
            key = self.keys[card] = CardKey(card, size_hint=(1, 1))
            key.size_hint = 1, 1
            key.bind(on_release=lambda key: self.dispatch("on_card", key.card))
            self.add_widget(key)
            for _ in range(gap if number % ranks == 0 else 0):
                self.add_widget(Widget())


class EntryKeys(BoxLayout):
    """Shows an `Asking` and dispatches ``on_asking(asking)`` at every tap that changes it."""

    unit = NumericProperty(8)

    def __init__(self, **kwargs: object) -> None:
        self.register_event_type("on_asking")
        self.register_event_type("on_done")
        super().__init__(orientation="vertical", **kwargs)
        self.asking: Asking | None = None
        self.names: Sequence[str] = ()
        self.upright = False
        self.acts, self.seats = GridLayout(), Choices()
        self.picks, self.body = BoxLayout(), BoxLayout()
        self.seats.bind(on_chosen=lambda _, at: self._choose(self._seated[at]))
        self.pack, self.few = PackKeys(), PackKeys()
        for keys in (self.pack, self.few):
            keys.bind(on_card=lambda _, card: self._tap(lambda asking: asking.card(card)))
        self._seated: list[int] = []
        self.buttons: dict[str, TouchButton] = {}

    def on_asking(self, asking: Asking) -> None:
        """Something was tapped."""

    def on_done(self, asking: Asking) -> None:
        """Done was tapped."""

    def show(self, asking: Asking, names: Sequence[str], *, upright: bool) -> None:
        """Show what can be tapped now."""
        self.asking, self.names, self.upright = asking, names, upright
        self.spacing = 0.8 * self.unit
        self.buttons = {}
        for part in (self.acts, self.seats, self.picks):
            if part.parent is not None:
                part.parent.remove_widget(part)
            part.size_hint_x = 1
        self.clear_widgets()
        if asking.offer is None:
            return
        body = self._body(asking)
        acts, seats, picks = self._acts(asking), self._seats(asking), self._picks(asking)
        if acts is not None and picks is not None and not self.upright:
            acts, picks = self._beside(acts, picks), None
        elif acts is not None and seats is not None and (not self.upright or self.pack.folded):
            acts, seats = self._beside(acts, seats), None
        for part in (acts, seats, picks, body):
            if part is not None:
                self.add_widget(part)

    def _beside(self, acts: Widget, picks: Widget) -> Widget:
        """Put what can be chosen, and whose it is or what was tapped, into one row: there is no room for two."""
        row = BoxLayout(spacing=0.8 * self.unit, size_hint_y=None, height=max(acts.height, picks.height))
        for part, share in ((acts, 0.42), (picks, 0.58)):
            if part.parent is not None:
                part.parent.remove_widget(part)
            part.size_hint_x = share
            row.add_widget(part)
        return row

    @property
    def needed(self) -> float:
        """Height in pixels in which every key can be hit: rows of buttons, and a row of keys for each suit."""
        parts = [part for part in self.children if part.size_hint_y is None]
        suits = 0
        for keys in (self.pack, self.few):
            if keys.parent is self:
                suits = -(-len(keys.keys) // max(1, keys.cols))
        rows = max(suits, 2 if len(self.children) > len(parts) else 0)
        touch = dp(theme.TOUCH) + dp(3)
        return float(sum(part.height + self.spacing for part in parts) + rows * touch)

    @property
    def sparse(self) -> bool:
        """Whether there are so few keys that they need less room than a pack."""
        return self.few.parent is self

    @property
    def row(self) -> float:
        """Height of a row of buttons, in pixels."""
        return float(max(dp(theme.TOUCH), 7 * self.unit))

    # -- what and whose ----------------------------------------------------------------------------------

    def _acts(self, asking: Asking) -> Widget | None:
        """Make a button for each kind of event, where there are several or nothing else is asked."""
        kinds = dict.fromkeys(map(self.label, asking.offers))
        if len(kinds) == 1 and not (asking.offer is not None and asking.finished):
            return None
        self.acts.clear_widgets()
        self.acts.cols, self.acts.spacing = min(len(kinds), 3 if self.upright else 6), 0.8 * self.unit
        rows = -(-len(kinds) // self.acts.cols)
        self.acts.size_hint_y, self.acts.height = None, rows * self.row + (rows - 1) * 0.8 * self.unit
        chosen = self.label(asking.offers[asking.at])
        for text in kinds:
            of_kind = [at for at, offer in enumerate(asking.offers) if self.label(offer) == text]
            act = partial(self._choose, of_kind[0], whose=len(of_kind) > 1)
            self.acts.add_widget(self._button(text, act, on=text == chosen))
        if asking.finished:
            self.acts.size_hint_y = 1 if rows == 1 and len(kinds) == 1 else None
        return self.acts

    def _seats(self, asking: Asking) -> Widget | None:
        """Make a button for each player who may do what is chosen, where several may."""
        assert asking.offer is not None
        kind = self.label(asking.offer)
        self._seated = [at for at, offer in enumerate(asking.offers) if self.label(offer) == kind]
        if len(self._seated) < 2:
            return None
        seats = [asking.offers[at].seat for at in self._seated]
        self.seats.unit, self.seats.ideal_size = self.unit, theme.BODY * self.unit
        self.seats.texts = ["" if seat is None else plain(self.names[seat]) for seat in seats]
        self.seats.at = -1 if asking.whose else self._seated.index(asking.at)
        self.seats.size_hint_y, self.seats.height = None, self.row
        return self.seats

    def label(self, offer: Expected) -> str:
        """Say what a kind of event is called."""
        assert self.asking is not None
        return told.act_called(self.asking.game, offer, language.tr)

    # -- what was tapped ---------------------------------------------------------------------------------

    def _picks(self, asking: Asking) -> Widget | None:
        """Show what was tapped so far of several cards or values, with Back and Done."""
        offer = asking.offer
        assert offer is not None
        if offer.groups is None and offer.count < 2 and not asking.values:
            return None
        if offer.groups is None and not asking.is_begun and offer.least is None:
            return None
        self.picks.clear_widgets()
        self.picks.spacing, self.picks.size_hint_y, self.picks.height = 0.8 * self.unit, None, self.row
        if offer.groups is not None:
            for at, group in enumerate(asking.groups):
                text = phrases.row(group) or plain(language.tr(NEW))
                act = self._button(text, partial(self._into, at), on=at == asking.active)
                self.picks.add_widget(act)
        else:
            values = [self.value(key, value) for key, value in asking.values]
            shown = self._button("  ".join((*values, phrases.row(asking.cards))), lambda: None)
            shown.quiet = True
            self.picks.add_widget(shown)
        back = self._button(plain(language.tr(BACK)), lambda: self._tap(lambda asking: asking.back()))
        back.disabled, back.size_hint_x = not asking.is_begun, 0.4
        self.picks.add_widget(back)
        if offer.groups is not None or offer.least is not None:
            text = plain(language.tr(DONE))
            done = self.buttons[text] = ChiefButton(text=text, on_release=lambda _: self._finish())
            done.ideal_size = theme.BODY * self.unit
            done.disabled, done.size_hint_x = not asking.may_finish, 0.5
            self.picks.add_widget(done)
        return self.picks

    # -- values and cards --------------------------------------------------------------------------------

    def _body(self, asking: Asking) -> Widget | None:
        if asking.choices:
            return self._values(asking)
        possible = asking.possible
        if not possible:
            return None
        assert asking.offer is not None
        shown = possible if len(possible) <= FEW and asking.offer.count == 1 else asking.pack
        keys = self.few if shown is possible else self.pack
        keys.room = self.width
        keys.show(shown, possible, upright=self.upright)
        return keys

    def _values(self, asking: Asking) -> Widget:
        assert asking.asked is not None
        choices, key = asking.choices, asking.asked.key
        columns = min(len(choices), 3 if self.upright else 6)
        grid = GridLayout(cols=columns, spacing=0.8 * self.unit)
        for value in choices:
            text = self.value(key, value)
            button = self._button(text, partial(self._value, value))
            button.ideal_size = theme.HEADLINE * self.unit
            grid.add_widget(button)
        return grid

    def value(self, key: str, value: Choice) -> str:
        """Say one value of a field."""
        assert self.asking is not None
        return phrases.fact(key, value, language.tr, self.asking.game.words.values)

    # -- taps --------------------------------------------------------------------------------------------

    def _button(self, text: str, act: Callable[[], None], *, on: bool = False) -> ChoiceButton:
        button = ChoiceButton(text=text, chosen=on, on_release=lambda _: act())
        button.ideal_size = theme.BODY * self.unit
        self.buttons[text] = button
        return button

    def _choose(self, at: int, *, whose: bool = False) -> None:
        self._tap(lambda asking: asking.choose(at, whose=whose))

    def _into(self, group: int) -> None:
        self._tap(lambda asking: asking.into(group))

    def _value(self, value: Choice) -> None:
        self._tap(lambda asking: asking.value(value))

    def _tap(self, act: Callable[[Asking], Asking]) -> None:
        if self.asking is not None:
            self.dispatch("on_asking", act(self.asking))

    def _finish(self) -> None:
        if self.asking is not None and self.asking.may_finish:
            self.dispatch("on_done", self.asking)
