"""New match, first page: which game is played, the one played last first."""

from __future__ import annotations

from collections.abc import Sequence

from kivy.metrics import dp
from kivy.properties import NumericProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.gridlayout import GridLayout
from kivy.uix.scrollview import ScrollView

from companion import theme
from companion.setup.draft import Draft
from companion.window.widgets.geometry import Room
from companion.window.widgets.plates import TapPlate
from companion.window.widgets.playing_card import CardRow
from companion.window.widgets.text import FittedLabel, language, plain
from engine.cards import parse_cards
from engine.game import AnyGame
from engine.games import NAMES, game_called

ABOVE = (26, 34)
"""Height that the page leaves above and below itself, in units: in a wide window, in an upright one."""


class GamePlate(TapPlate):
    """One game: some of its cards, its name, how many can play it."""

    def __init__(self, game: AnyGame, **kwargs: object) -> None:
        super().__init__(size_hint_y=None, **kwargs)
        self.game = game
        self.cards = CardRow(cards=list(parse_cards(game.emblem)), centred=True, size_hint_x=0.42)
        self.title = FittedLabel(bold=True, size_hint_y=1.35)
        self.players = FittedLabel(color=theme.INK_SOFT)
        words = BoxLayout(orientation="vertical")
        words.add_widget(self.title)
        words.add_widget(self.players)
        self.add_widget(self.cards)
        self.add_widget(words)

    def show(self, unit: float, height: float, *, chosen: bool) -> None:
        """Show whether it is the one to be played."""
        tr, seats = language.tr, self.game.seats
        self.unit, self.chosen, self.height = unit, chosen, height
        self.padding, self.spacing = 1.5 * unit, 2 * unit
        self.title.text, self.title.ideal_size = plain(tr(self.game.title)), 1.2 * theme.BODY * unit
        one = tr("{count} players").format(count=seats[0])
        several = tr("{least} to {most} players").format(least=seats[0], most=seats[-1])
        self.players.text = one if len(seats) == 1 else several
        self.players.ideal_size = theme.SMALL * unit


class GamePage(ScrollView):
    """``on_game(name)``: a game was tapped."""

    unit = NumericProperty(8)

    def __init__(self, **kwargs: object) -> None:
        self.register_event_type("on_game")
        super().__init__(do_scroll_x=False, bar_width=dp(6), **kwargs)
        self.order: Sequence[str] = NAMES
        self.plates: dict[str, GamePlate] = {}
        self.grid = GridLayout(size_hint_y=None)
        self.grid.bind(minimum_height=self.grid.setter("height"))
        self.add_widget(self.grid)

    def on_game(self, name: str) -> None:
        """This game is to be played."""

    def show(self, draft: Draft, room: Room) -> None:
        """Show all games."""
        self.unit, gap = room.unit, theme.MARGIN * room.unit
        self.grid.cols, self.grid.spacing = 1 if room.upright else 2, gap
        if list(self.plates) != list(self.order):
            self.grid.clear_widgets()
            self.plates = {name: self._plate(name) for name in self.order}
        rows = -(-len(self.plates) // self.grid.cols)
        fitting = (room.height - ABOVE[room.upright] * self.unit) / rows - gap
        words = (1.45 * theme.BODY + 1.35 * theme.SMALL + 2.5) * self.unit
        height = max(words, 1.2 * dp(theme.TOUCH), min(18 * self.unit, fitting))
        for name, plate in self.plates.items():
            plate.show(self.unit, height, chosen=name == draft.game)

    def _plate(self, name: str) -> GamePlate:
        plate = GamePlate(game_called(name), on_release=lambda _: self.dispatch("on_game", name))
        self.grid.add_widget(plate)
        return plate
