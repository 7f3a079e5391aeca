"""New match, third page: the rule sets, and every option with a plain sentence and an example."""

from __future__ import annotations

from kivy.metrics import dp
from kivy.properties import NumericProperty
from kivy.uix.boxlayout import BoxLayout

from companion import theme
from companion.setup.draft import Draft
from companion.window.widgets import load_kv
from companion.window.widgets.geometry import Room
from companion.window.widgets.plates import Choices, Plate, Sentence
from companion.window.widgets.text import FittedLabel, language
from engine.options import Choice
from engine.words import OptionWords

load_kv(__file__)


class RulePlate(Plate):
    """One option: what it is about, an example, and what it may be."""

    def __init__(self, name: str, rule: OptionWords, page: RulesPage, **kwargs: object) -> None:
        super().__init__(orientation="vertical", size_hint_y=None, **kwargs)
        self.rule, self.values = rule, list(rule.choices)
        self.title = FittedLabel(bold=True, size_hint_y=None)
        self.sentence = Sentence()
        self.example = Sentence(color=theme.INK_SOFT)
        self.choices = Choices(size_hint_y=None)
        self.choices.bind(on_chosen=lambda _, at: page.dispatch("on_option", name, self.values[at]))
        for part in (self.title, self.sentence, self.example, self.choices):
            self.add_widget(part)
        self.bind(minimum_height=self.setter("height"))

    def show(self, value: Choice, unit: float, touch: float) -> None:
        """Show what has been chosen."""
        tr, self.unit = language.tr, unit
        self.padding, self.spacing = (2 * unit, 1.5 * unit), 0.8 * unit
        self.title.text, self.title.ideal_size = tr(self.rule.title), theme.BODY * unit
        self.title.height = 1.4 * theme.BODY * unit
        for label, text in ((self.sentence, self.rule.sentence), (self.example, self.rule.example)):
            label.text, label.ideal_size = tr(text) if text else "", theme.SMALL * unit
        self.choices.texts = [text if text.isdecimal() else tr(text) for text in self.rule.choices.values()]
        self.choices.at = self.values.index(value) if value in self.values else -1
        self.choices.unit = unit
        self.choices.ideal_size, self.choices.height = theme.BODY * 0.9 * unit, max(touch, 9 * unit)


class RulesPage(BoxLayout):
    """``on_rules(preset)``, ``on_option(name, value)``: what was tapped."""

    unit = NumericProperty(8)

    def __init__(self, **kwargs: object) -> None:
        self.register_event_type("on_rules")
        self.register_event_type("on_option")
        super().__init__(**kwargs)
        self.plates: dict[tuple[str, str], RulePlate] = {}
        self.sets: list[str] = []
        self.ids.sets.bind(on_chosen=lambda _, at: self.dispatch("on_rules", self.sets[at]))

    def on_rules(self, preset: str) -> None:
        """These rules are to be played, as they are."""

    def on_option(self, name: str, value: Choice) -> None:
        """Another value of a rule was chosen."""

    def show(self, draft: Draft, room: Room) -> None:
        """Show the rules as they are to be played."""
        tr, self.unit = language.tr, room.unit
        presets = draft.played.words.presets
        self.sets = list(presets)
        self.ids.sets.texts = [tr(one.title) for one in presets.values()]
        self.ids.sets.at = self.sets.index(draft.rules) if presets else -1
        self.ids.about.text = tr(presets[draft.rules].sentence) if presets else ""
        wanted = draft.asked
        plates = [
            self.plates.setdefault((draft.game, name), RulePlate(name, rule, self))
            for name, rule in wanted.items()
        ]
        if list(reversed(self.ids.list.children)) != plates:
            self.ids.list.clear_widgets()
            for plate in plates:
                self.ids.list.add_widget(plate)
        for name, plate in zip(wanted, plates, strict=True):
            plate.show(draft.value_of(name), self.unit, dp(theme.TOUCH))
