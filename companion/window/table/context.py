"""What the parts of the table's screen may ask of it, and the sheet that they share: a pack to tap a card from."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol

from kivy.uix.modalview import ModalView

from companion.record.session import Session
from companion.window.table_parts.card_keys import WHOLE_PACK, CardKeys, columns_of
from companion.window.widgets.dialogs import Act, Sheet
from companion.window.widgets.geometry import Room
from engine.cards import Card
from engine.entry import Entry, found
from engine.porrazo.position import Position


class TableContext(Protocol):
    """What the sheets, questions and seat buttons may use of the table's screen."""

    @property
    def session(self) -> Session:
        """The match on the table."""

    @property
    def entry(self) -> str:
        """How the match comes into the app: one of `match_summary.ENTRIES`."""

    @property
    def room(self) -> Room:
        """The window: its size in pixels and its unit."""

    @property
    def lying(self) -> bool:
        """Whether the screen lies on the table, everybody at their own edge of it."""

    def change(self, act: Callable[[], object]) -> None:
        """Do something to the session and show what came of it."""

    def open(self, sheet: ModalView) -> None:
        """Open a sheet over the table."""

    def seen_cards(self) -> tuple[Card, ...]:
        """Give the cards that the camera names for certain in its newest picture."""


def before_entry(session: Session, entry: Entry) -> Position:
    """Give the position in which an entry's event happened; it is one of the session's entries."""
    at = found(session.entries, entry.key)
    assert at is not None
    position: Position = session.match.before(at)
    return position


def choose_card(
    table: TableContext,
    title: str,
    possible: Callable[[Card], bool],
    chosen: Callable[[Card], object],
    acts: Sequence[Act] = (),
    marked: Card | None = None,
) -> None:
    """Open the whole pack to tap a card from, with further buttons below it; ``marked``: what was written down."""
    room = table.room
    sheet = Sheet(title, room.unit)
    keys = CardKeys(
        cards=WHOLE_PACK,
        possible=[card for card in WHOLE_PACK if possible(card)],
        marked=marked,
        columns=columns_of(room.width, room.height),
    )

    def take(_keys: CardKeys, card: Card) -> None:
        sheet.shut()
        chosen(card)

    keys.bind(on_card=take)
    sheet.part(keys)
    if acts:
        sheet.acts(acts)
    table.open(sheet)
