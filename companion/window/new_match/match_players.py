"""New match, first page: how many play, who sits where, whose mark is which, in teams or not, who deals."""

from __future__ import annotations

from kivy.metrics import dp
from kivy.properties import NumericProperty
from kivy.uix.boxlayout import BoxLayout

from companion import theme
from companion.record import side_marks
from companion.setup.draft import Draft
from companion.window.widgets import load_kv
from companion.window.widgets.geometry import Room
from companion.window.widgets.plates import ChoiceButton, Choices, Plate
from companion.window.widgets.shapes import ShapeMark
from companion.window.widgets.text import TouchButton, language, plain
from engine.header import MAX_PLAYERS, MIN_PLAYERS

PARTS = (Choices,)
"""Named in the .kv."""

load_kv(__file__)


LETTERS = 0.6
"""Size of a name at most, as a share of its button's height."""
ASKED_FROM = 12.0
"""From this width on, in touch sizes, the question stands beside the numbers."""


class MarkButton(TouchButton):
    """A side's mark; a tap gives the next one."""

    def __init__(self, **kwargs: object) -> None:
        super().__init__(**kwargs)
        self.mark = ShapeMark()
        self.add_widget(self.mark)
        for name in ("pos", "size"):
            self.fbind(name, self._lay)

    def _lay(self, *_: object) -> None:
        self.mark.pos, self.mark.size = self.pos, self.size


class DealerChip(ChoiceButton):
    """The one dealer's chip, or the place where it may come to lie."""

    chip = NumericProperty(10)
    """Radius of the empty place, in pixels."""


class SeatPlate(Plate):
    """One seat: mark, name, and whether its player deals."""

    def __init__(self, seat: int, page: PlayersPage, **kwargs: object) -> None:
        super().__init__(**kwargs)
        self.mark = MarkButton(size_hint_x=None, on_release=lambda _: page.dispatch("on_mark", seat))
        self.name = TouchButton(halign="left", on_release=lambda _: page.dispatch("on_name", seat))
        self.deals = DealerChip(size_hint_x=None, on_release=lambda _: page.dispatch("on_dealer", seat))
        for part in (self.mark, self.name, self.deals):
            self.add_widget(part)

    def show(self, name: str, mark: int, unit: float, *, known: bool, deals: bool) -> None:
        """Show who sits here."""
        self.unit = unit
        self.padding, self.spacing = 0.8 * unit, 0.8 * unit
        self.mark.mark.shape, self.mark.mark.colour = side_marks.shape(mark), side_marks.colour(mark)
        self.mark.width = max(dp(theme.TOUCH), min(self.height, 12 * unit))
        self.deals.width = max(1.4 * dp(theme.TOUCH), 17 * unit)
        self.name.text, self.name.color = plain(name), theme.INK if known else theme.INK_SOFT
        self.name.ideal_size = min(theme.BODY * 1.15 * unit, LETTERS * (self.height - 1.6 * unit))
        self.deals.text, self.deals.chosen = language.tr("Deals") if deals else "", deals
        self.deals.ideal_size = min(theme.SMALL * unit, self.name.ideal_size)


class PlayersPage(BoxLayout):
    """``on_count(n)``, ``on_teams(n)``, ``on_dealer(seat)``, ``on_mark(seat)``, ``on_name(seat)``: what was tapped."""

    unit = NumericProperty(8)

    def __init__(self, **kwargs: object) -> None:
        for name in ("on_count", "on_teams", "on_dealer", "on_mark", "on_name"):
            self.register_event_type(name)
        super().__init__(**kwargs)
        self.seats = [SeatPlate(seat, self) for seat in range(MAX_PLAYERS)]
        self.team_counts: tuple[int, ...] = ()
        self.counts = range(MIN_PLAYERS, MAX_PLAYERS + 1)
        self.ids.counts.bind(on_chosen=lambda _, at: self.dispatch("on_count", self.counts[at]))
        self.ids.teams.bind(on_chosen=lambda _, at: self.dispatch("on_teams", (0, *self.team_counts)[at]))

    def on_count(self, count: int) -> None:
        """So many are to play."""

    def on_teams(self, teams: int) -> None:
        """They are to play in so many teams; 0: each alone."""

    def on_dealer(self, seat: int) -> None:
        """This seat is to deal first."""

    def on_mark(self, seat: int) -> None:
        """This seat's side wants another mark."""

    def on_name(self, seat: int) -> None:
        """Somebody else is to sit here."""

    def show(self, draft: Draft, room: Room) -> None:
        """Show who is to play."""
        tr, self.unit = language.tr, room.unit
        self.counts = draft.played.seats
        several = len(self.counts) > 1
        narrow = room.width < ASKED_FROM * room.touch
        self.ids.how_many.text = "" if narrow or not several else tr("How many players?")
        self.ids.counts.texts = [str(count) for count in self.counts] if several else []
        self.ids.counts.at = self.counts.index(draft.count)
        self.team_counts = draft.team_counts
        teams = [tr("{number} teams").format(number=number) for number in draft.team_counts]
        self.ids.teams.texts = [tr("Individual"), *teams] if teams else []
        self.ids.teams.at = (0, *draft.team_counts).index(draft.teams)
        self._show_seats(draft, room)
        roomy = draft.count <= MAX_PLAYERS // 2
        self.ids.hint.text = tr("Tap a name, a mark or who deals to change it.") if roomy else ""

    def _show_seats(self, draft: Draft, room: Room) -> None:
        grid = self.ids.seats
        grid.cols = 1 if room.upright else 2
        if len(grid.children) != draft.count:
            grid.clear_widgets()
            for plate in self.seats[: draft.count]:
                grid.add_widget(plate)
        for seat, plate in enumerate(self.seats[: draft.count]):
            name = draft.names[seat]
            shown = name or language.tr("Player {number}").format(number=seat + 1)
            deals = seat == draft.dealer
            plate.size_hint_y, plate.height = None, self._seat_height(draft.count, grid.cols, room)
            plate.show(shown, draft.mark_of(seat), self.unit, known=bool(name), deals=deals)

    def _seat_height(self, count: int, columns: int, room: Room) -> float:
        """As high as fits, but no higher than looks well."""
        rows = -(-count // columns)
        fitting = (room.height - 52 * self.unit) / rows - theme.MARGIN * self.unit
        return float(max(dp(theme.TOUCH) + 1.6 * self.unit, min(17 * self.unit, fitting)))
