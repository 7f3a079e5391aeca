"""Every player's own buttons, at their edge of the table's screen: announcing, claiming."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

from kivy.uix.widget import Widget

from companion.window.table import legal_taps
from companion.window.table.context import TableContext
from companion.window.table_parts.seat_geometry import NEAR, TURNED, edges_of
from companion.window.table_parts.seat_keys import ALL, SeatKeys
from companion.window.widgets.dialogs import Act, Choice
from companion.window.widgets.geometry import Box
from companion.window.widgets.text import language, plain
from engine.events import Event
from engine.porrazo.events import Claim


class SeatButtons:
    """Keeps the buttons of all seats, children of ``parent``; there are none where nobody announces by tapping."""

    def __init__(self, table: TableContext, parent: Widget) -> None:
        self.table, self.parent = table, parent
        self.seats: list[SeatKeys] = []

    def show(self) -> None:
        """Give every player the buttons for what they may say now."""
        session = self.table.session
        spoken = self.table.entry != "points" and legal_taps.announces(session)
        count = len(session.header.players) if spoken else 0
        if count != len(self.seats):
            self.parent.clear_widgets(self.seats)
            self.seats = [self._new_seat(seat) for seat in range(count)]
        for seat, keys in enumerate(self.seats):
            keys.name = self._name(seat)
            keys.answers = [language.tr(offer.text) for offer in legal_taps.offers(session, seat)]

    def speak(self, at: str) -> int:
        """How many who sit at this edge have something to say."""
        edges = edges_of(len(self.seats), lying=self.table.lying)
        return sum(bool(keys.answers) for keys, edge in zip(self.seats, edges, strict=True) if edge == at)

    def put(self, boxes: Sequence[Box], *, near: bool) -> None:
        """Put each seat's buttons into its box, facing who sits there; those at the lower edge only if ``near``."""
        edges = edges_of(len(self.seats), lying=self.table.lying)
        if boxes and not self.table.lying:
            boxes = self._shared(boxes)
        for keys, edge, box in zip(self.seats, edges, boxes, strict=True):
            keys.unit = self.table.room.unit
            keys.lie(*box, turned=TURNED[edge])
            there = near if edge == NEAR else bool(keys.answers)
            if there != (keys.parent is not None):
                (self.parent.add_widget if there else self.parent.remove_widget)(keys)

    def _shared(self, boxes: Sequence[Box]) -> list[Box]:
        """Share the rows of a screen that stands between those who may speak: no more rows than they need, the lowest;
        all in one row have all of it. They go round as the sides' panels do, so the second row runs from the right.
        """
        speak = [seat for seat, keys in enumerate(self.seats) if keys.answers] or [*range(len(boxes))]
        left, right = min(box[0] for box in boxes), max(box[0] + box[2] for box in boxes)
        floors, high, room = sorted({box[1] for box in boxes}), boxes[0][3], self.table.room
        columns = math.ceil(len(boxes) / len(floors))
        rows = math.ceil(len(speak) / columns)
        across = min(columns, len(speak))
        each = (right - left + room.gap) / across
        shared = [*boxes]
        for at, seat in enumerate(speak):
            row, column = divmod(at, across)
            column = across - 1 - column if row % 2 else column
            shared[seat] = (left + column * each, floors[rows - 1 - row], each - room.gap, high)
        return shared

    def _new_seat(self, seat: int) -> SeatKeys:
        keys = SeatKeys()
        keys.bind(on_answer=lambda _, at: self._say(seat, at))
        self.parent.add_widget(keys)
        return keys

    def _name(self, seat: int) -> str:
        return plain(self.table.session.header.players[seat])

    def _say(self, seat: int, at: int) -> None:
        offered = legal_taps.offers(self.table.session, seat)
        if at == ALL:
            self._choose(seat, [(language.tr(offer.text), self._saying(seat, offer)) for offer in offered])
        elif at < len(offered):
            self._saying(seat, offered[at])()

    def _saying(self, seat: int, offer: legal_taps.Offer) -> Callable[[], None]:
        """Give the function that says this offer; with several claims it first asks against whom."""
        if len(offer.events) == 1:
            return self._tapping(offer.events[0])
        claims = [event for event in offer.events if isinstance(event, Claim)]
        return lambda: self._choose(
            seat, [(self._name(claim.against), self._tapping(claim)) for claim in claims]
        )

    def _tapping(self, event: Event) -> Callable[[], None]:
        return lambda: self.table.change(lambda: self.table.session.tap(event))

    def _choose(self, seat: int, ways: list[tuple[str, Callable[[], None]]]) -> None:
        """Ask what a player means."""
        options = [Act(text, act) for text, act in ways]
        columns, unit = min(3, len(options)), self.table.room.unit
        self.table.open(
            Choice(options, language.tr("Cancel"), title=self._name(seat), columns=columns, unit=unit)
        )
