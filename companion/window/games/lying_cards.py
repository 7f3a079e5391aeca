"""What lies on the table and where, in any game: a cell for each heap, row or meld, with its caption."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby

from kivy.clock import Clock
from kivy.metrics import dp
from kivy.properties import NumericProperty
from kivy.uix.boxlayout import BoxLayout

from companion import theme
from companion.window.widgets.plates import Plate
from companion.window.widgets.playing_card import CardRow
from companion.window.widgets.text import FittedLabel, in_one_size, language, plain
from companion.window.wording import phrases, told
from engine.cards import Card
from engine.game import Lies
from engine.match import AnyMatch

BACKS = "\N{MULTIPLICATION SIGN} {count}"
CAPTION = 5.0
"""Width that a caption needs, in sizes of small text."""
LEAST_CARDS = 2
"""A cell is at least as wide as this many cards."""
LEAST_WIDE = 22.0
"""Cards narrower than this, in density-independent pixels, are written: so letters are larger."""
LINE = 26.0
"""Height of a line of written cards, in density-independent pixels."""


@dataclass(frozen=True)
class Heap:
    """Cards that lie together: their place in the game's word, before whom, how many of them face down, and who laid
    each, if that matters.
    """

    place: str
    seat: int | None
    cards: tuple[Card, ...]
    backs: int
    by: tuple[int, ...] = ()

    @property
    def key(self) -> tuple[str, int | None]:
        """What tells it from other heaps."""
        return self.place, self.seat

    @property
    def width(self) -> int:
        """How many cards wide it is drawn."""
        return max(LEAST_CARDS, len(self.cards))


def heaps(lying: Sequence[Lies]) -> list[Heap]:
    """Put together what lies in one place before one seat, the middle first."""
    found: dict[tuple[str, int | None], list[Lies]] = {}
    for each in lying:
        found.setdefault((each.place, each.seat), []).append(each)
    made = [
        Heap(
            place,
            seat,
            tuple(each.card for each in cards if each.card),
            sum(not each.face_up for each in cards),
            tuple(each.by for each in cards if each.by is not None),
        )
        for (place, seat), cards in found.items()
    ]
    return sorted(made, key=lambda heap: -1 if heap.seat is None else heap.seat)


def in_rows(found: Sequence[Heap], most: int) -> list[list[Heap]]:
    """Share heaps out over rows, in order, each row about as full as the others."""
    total, rows = sum(heap.width for heap in found), min(most, len(found))
    shared: list[list[Heap]] = [[] for _ in range(rows)]
    filled = 0.0
    for heap in found:
        at = min(rows - 1, int(rows * (filled + heap.width / 2) / total))
        shared[at].append(heap)
        filled += heap.width
    return [row for row in shared if row]


def in_lines(found: Sequence[Heap], most: int) -> list[list[Heap]]:
    """Share heaps out over lines: a line for each seat, or as many as there are."""
    seats = [list(here) for _, here in groupby(found, key=lambda heap: heap.seat)]
    return seats if len(seats) <= most else in_rows(found, most)


class HeapCell(BoxLayout):
    """One heap: a caption, the cards, drawn or written, and how many lie face down."""

    def __init__(self, unit: float, **kwargs: object) -> None:
        super().__init__(orientation="vertical", **kwargs)
        self.label = FittedLabel(color=theme.INK_SOFT, halign="center", size_hint_y=None)
        self.label.ideal_size, self.label.height = theme.SMALL * unit, 1.25 * theme.SMALL * unit
        self.row = CardRow(unit=unit, centred=True)
        self.words = FittedLabel(halign="center", bold=True, ideal_size=theme.HEADLINE * unit)
        self.add_widget(self.label)

    def show(self, heap: Heap, caption: str, *, drawn: bool) -> None:
        """Show another state of the heap."""
        self.size_hint_x, self.label.text = heap.width, caption
        self.row.cards = list(heap.cards) if drawn else []
        self.words.text = phrases.row(heap.cards) if heap.cards else BACKS.format(count=heap.backs)
        if not drawn:
            self.words.text = f"[color={theme.markup(theme.INK_SOFT)}]{caption}[/color]  {self.words.text}"
        pictured = drawn and bool(heap.cards)
        for part, shown in ((self.label, drawn), (self.row, pictured), (self.words, not pictured)):
            if shown and part.parent is None:
                self.add_widget(part)
            elif not shown and part.parent is not None:
                self.remove_widget(part)


class LyingCards(Plate):
    """Shows what lies on the table."""

    most_rows = NumericProperty(3)

    def __init__(self, **kwargs: object) -> None:
        super().__init__(orientation="vertical", **kwargs)
        self.cells: dict[tuple[str, int | None], HeapCell] = {}
        self.empty = FittedLabel(halign="center", color=theme.INK_SOFT)
        self._rows: object = None
        self.drawn = True
        """Whether the cards are drawn, or written since they would be too small."""
        self._even_out = Clock.create_trigger(self._in_one_size, -1)

    def _in_one_size(self, *_: object) -> None:
        """Write all captions in one size, once it is known how wide each may be."""
        self.do_layout()
        for row in self.children:
            if row is not self.empty:
                row.do_layout()
        for cell in self.cells.values():
            cell.do_layout()
        in_one_size([cell.label for cell in self.cells.values()], theme.SMALL * self.unit)
        if not self.drawn:
            in_one_size([cell.words for cell in self.cells.values()], theme.BODY * self.unit)

    def show(self, match: AnyMatch) -> None:
        """Show what lies there now; cells that stay are kept, since making cards is slow."""
        found = heaps(match.game.lying(match.settled.position))
        rows = self._best_rows(found) if found else []
        self.drawn = not rows or self._card(rows) >= dp(LEAST_WIDE)
        if not self.drawn:
            rows = in_lines(found, max(1, int(self.height // dp(LINE))))
        shape = ([[heap.key for heap in row] for row in rows], self.unit, self.drawn)
        if shape != self._rows:
            self._rows = shape
            self._build(rows)
        for heap in found:
            words = caption(heap, match) if self.drawn else owner(heap, match)
            self.cells[heap.key].show(heap, words, drawn=self.drawn)
        self._even_out()
        self.empty.text = "" if found else language.tr("The table is empty")

    def _best_rows(self, found: Sequence[Heap]) -> list[list[Heap]]:
        """Share the heaps out over as many rows as make the cards largest, and captions that can be read."""
        ways = [in_rows(found, rows) for rows in range(1, int(self.most_rows) + 1)]
        return max(ways, key=self._card_width)

    def _card_width(self, rows: Sequence[Sequence[Heap]]) -> float:
        gap = 2 * self.unit
        cell = min((self.width - gap) * min(h.width for h in row) / sum(h.width for h in row) for row in rows)
        return float(self._card(rows) * min(1.0, cell / (CAPTION * theme.SMALL * self.unit)))

    def _card(self, rows: Sequence[Sequence[Heap]]) -> float:
        """Give the width of a card in pixels."""
        caption, gap = 1.25 * theme.SMALL * self.unit, 2 * self.unit
        high = (self.height - gap) / len(rows) - caption - gap
        widest = max(sum(heap.width for heap in row) for row in rows)
        return float(min(high * theme.CARD_SHAPE, (self.width - gap) / widest))

    def _build(self, rows: Sequence[Sequence[Heap]]) -> None:
        self.clear_widgets()
        self.cells = {}
        self.padding = self.spacing = self.unit
        self.empty.ideal_size = theme.BODY * self.unit
        if not rows:
            self.add_widget(self.empty)
        for row in rows:
            box = BoxLayout(spacing=1.5 * self.unit)
            for heap in row:
                self.cells[heap.key] = HeapCell(self.unit)
                box.add_widget(self.cells[heap.key])
            self.add_widget(box)


def caption(heap: Heap, match: AnyMatch) -> str:
    """Say what a heap is, and whose; of a trick who laid each of its cards, in their order."""
    places = told.words_of(match.header).places
    what = plain(language.tr(places[heap.place])) if heap.place in places else ""
    if heap.by:
        names = " \N{MIDDLE DOT} ".join(plain(match.header.players[seat]) for seat in heap.by)
        return f"{what}: {names}" if what else names
    if heap.seat is None:
        return what
    name = plain(match.header.players[heap.seat])
    return f"{name}: {what.lower()}" if what else name


def owner(heap: Heap, match: AnyMatch) -> str:
    """Say whose a heap is, or what it is where it is nobody's: there is no room for both."""
    return plain(match.header.players[heap.seat]) if heap.seat is not None else caption(heap, match)
