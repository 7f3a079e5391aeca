"""New match, second page: does a camera watch, are cards tapped, or points only; how far one plays."""

from __future__ import annotations

from kivy.properties import BooleanProperty, NumericProperty
from kivy.uix.scrollview import ScrollView
from kivy.uix.widget import Widget

from companion import theme
from companion.locales import N_
from companion.record.match_summary import ENTRIES
from companion.setup.draft import Draft
from companion.window.widgets import load_kv
from companion.window.widgets.geometry import Room
from companion.window.widgets.plates import Choices, Plate, Sentence, TapPlate
from companion.window.widgets.text import FittedLabel, language
from engine.options import Choice
from engine.words import OptionWords

PARTS = (Choices, Plate)
"""Named in the .kv."""

load_kv(__file__)

WAYS = {
    "camera": (
        N_("A camera watches"),
        N_("It sees every card that is played, and the score keeps itself."),
    ),
    "cards": (N_("Tap every card"), N_("No camera: one of you taps the cards as they are played.")),
    "points": (
        N_("Points only"),
        N_("A plain board, for cribbage too: tap the points as you score them."),
    ),
}
"""What each way of `ENTRIES` is called, and what it means."""
NO_OPTION = OptionWords("", "", "")


class WayPlate(TapPlate):
    """One way in which cards come into the app."""

    def __init__(self, **kwargs: object) -> None:
        super().__init__(orientation="vertical", **kwargs)
        self.title = FittedLabel(bold=True, size_hint_y=None)
        self.sentence = Sentence(color=theme.INK_SOFT)
        for part in (Widget(), self.title, self.sentence, Widget()):
            self.add_widget(part)
        self.fbind("minimum_height", self._grow)

    def _grow(self, *_: object) -> None:
        if self.size_hint_y is None:
            self.height = self.minimum_height

    def show(self, title: str, sentence: str, unit: float, *, chosen: bool, upright: bool) -> None:
        """Show what it is; in an upright window as high as its words need."""
        self.size_hint_y = None if upright else 1
        self.height = self.minimum_height
        self.unit, self.chosen = unit, chosen
        self.padding = 2 * unit, unit
        self.title.text, self.sentence.text = title, sentence
        self.title.ideal_size, self.sentence.ideal_size = theme.BODY * 1.1 * unit, theme.SMALL * unit
        self.title.height = 1.5 * theme.BODY * unit


class EntryPage(ScrollView):
    """``on_entry(at)``, ``on_target(points)``, ``on_option(name, value)``: what was tapped."""

    unit = NumericProperty(8)
    upright = BooleanProperty(False)

    def __init__(self, **kwargs: object) -> None:
        for name in ("on_entry", "on_target", "on_option"):
            self.register_event_type(name)
        super().__init__(**kwargs)
        self.ways = [
            WayPlate(on_release=lambda _, at=at: self.dispatch("on_entry", at)) for at in range(len(ENTRIES))
        ]
        self.targets: tuple[int, ...] = ()
        self.option = ""
        self.values: list[Choice] = []
        self.ids.targets.bind(on_chosen=lambda _, at: self.dispatch("on_target", self.targets[at]))
        self.ids.option.bind(on_chosen=lambda _, at: self.dispatch("on_option", self.option, self.values[at]))

    def on_entry(self, at: int) -> None:
        """The way at this place of `ENTRIES` was tapped."""

    def on_target(self, points: int) -> None:
        """Another target was chosen: the match is played to so many points."""

    def on_option(self, name: str, value: Choice) -> None:
        """Another value of a rule was chosen."""

    def show(self, draft: Draft, room: Room) -> None:
        """Show what has been chosen."""
        tr, self.unit = language.tr, room.unit
        self.upright = room.upright
        offered = [plate for plate, entry in zip(self.ways, ENTRIES, strict=True) if entry in draft.ways]
        if self.ids.ways.children[::-1] != offered:
            self.ids.ways.clear_widgets()
            for plate in offered:
                self.ids.ways.add_widget(plate)
        for plate, entry in zip(self.ways, ENTRIES, strict=True):
            title, sentence = WAYS[entry]
            plate.show(tr(title), tr(sentence), self.unit, chosen=entry == draft.entry, upright=room.upright)
        self.ids.how_far.text = tr("To how many points?")
        self.targets = draft.targets
        self.ids.targets.texts = [str(target) for target in self.targets]
        self.ids.targets.at = self.targets.index(draft.target) if draft.target in self.targets else -1
        self._show_option(draft)

    def _show_option(self, draft: Draft) -> None:
        """Ask for the game's option that belongs here, if it has one and cards come in at all."""
        tr, ids = language.tr, self.ids
        found = {} if draft.entry == "points" else draft.played.words.options
        self.option = next((name for name, each in found.items() if each.asked), "")
        words = found.get(self.option, NO_OPTION)
        self.values = list(words.choices)
        value = draft.value_of(self.option) if self.option else None
        ids.asked.text = tr(words.asked) if words.asked else ""
        ids.option.texts = [tr(words.choices[one]) for one in self.values]
        if self.option:
            ids.option.at = self.values.index(value)
        ids.meaning.text = tr(words.meanings[value]) if self.option else ""
