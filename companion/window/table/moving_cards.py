"""Which cards moved with the newest event, and from whom to whom: laid on the table, or taken from it."""

from __future__ import annotations

from companion.record.match_summary import as_it_stands, cards_of, side_of
from companion.window.table_parts.card_flight import CardFlight, Lying
from companion.window.table_parts.side_panel import SidePanel
from companion.window.table_parts.table_cards import TableCards
from companion.window.widgets.geometry import Box
from engine.cards import Card
from engine.events import Event
from engine.match import AnyMatch
from engine.porrazo.events import Leftover, Play, Tendido


class MovingCards:
    """Lets the cards of each new event fly; what was undone, corrected or counted anew simply lies there."""

    def __init__(self, flight: CardFlight, cards: TableCards) -> None:
        self.flight, self.cards = flight, cards
        self._shown: tuple[Event, ...] | None = None
        self._captured: tuple[int, ...] = ()
        self._lay: list[Lying] = []

    def forget(self) -> None:
        """Whatever is shown next is no news: people were elsewhere."""
        self.flight.end()
        self._shown = None

    def before(self) -> None:
        """Take in what lies on the table, before it is shown anew."""
        self.flight.end()
        self._lay = lying(self.cards)

    def after(self, match: AnyMatch, panels: list[SidePanel]) -> None:
        """Let the newest event's cards fly, if it is one event more than was shown."""
        events, position = match.events, as_it_stands(match)
        shown, captured = self._shown, self._captured
        self._shown, self._captured = events, tuple(position.captured)
        if shown is None or len(events) != len(shown) + 1 or events[:-1] != shown:
            return
        event = events[-1]
        if self.cards.parent is None or not isinstance(event, Play | Tendido | Leftover):
            return
        seat = event.seat if isinstance(event, Play) else position.dealer
        giver = _box(panels[side_of(match.header, seat)])
        now = lying(self.cards)
        laid = _new(now, cards_of(event) or ())
        self.flight.lay(laid, giver)
        gained = [new - old for new, old in zip(self._captured, captured, strict=True)]
        if len(gained) and max(gained) > 0:
            played = event.card if isinstance(event, Play) and not laid else None
            self.flight.take(played, _gone(self._lay, now), giver, _box(panels[gained.index(max(gained))]))


def lying(cards: TableCards) -> list[Lying]:
    """The cards as they are shown, the one laid first first."""
    return [
        Lying(shown.card, (shown.x, shown.y, shown.width, shown.height), shown)
        for shown in cards.row.shown
        if shown.card is not None
    ]


def _new(now: list[Lying], cards: tuple[Card, ...]) -> list[Lying]:
    """Those of these cards that lie there; of cards that look alike the one laid last."""
    there = {each.card: each for each in now}
    return [there[card] for card in dict.fromkeys(cards) if card in there]


def _gone(before: list[Lying], now: list[Lying]) -> list[Lying]:
    """The cards that lay there and do no more."""
    left = [each.card for each in now]
    gone = []
    for each in before:
        if each.card in left:
            left.remove(each.card)
        else:
            gone.append(each)
    return gone


def _box(panel: SidePanel) -> Box:
    return panel.x, panel.y, panel.width, panel.height
