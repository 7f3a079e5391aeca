"""A finger that tells any game's events at its table by tapping, and counts how often it taps."""

from collections.abc import Sequence

from kivy.uix.widget import Widget

from companion.record.asking import Asking
from companion.record.match_summary import cards_of
from companion.window.games.entry_keys import DONE, EntryKeys
from companion.window.games.game_table import GameTableScreen
from companion.window.games.putting_right import POINTS
from companion.window.widgets.text import TouchButton, language, plain
from engine.cards import Card
from engine.events import Adjust, Event
from engine.game import Expected
from tests.app.driving import Driver


class Teller:
    """Taps events at the table of any game."""

    def __init__(self, driver: Driver) -> None:
        self.driver, self.taps = driver, 0

    @property
    def table(self) -> GameTableScreen:
        """The table, which is in front."""
        return self.driver.front(GameTableScreen)

    @property
    def keys(self) -> EntryKeys:
        """The keys of the table."""
        keys = self.table.ids.entry
        assert isinstance(keys, EntryKeys)
        return keys

    @property
    def asking(self) -> Asking:
        """What is asked now."""
        asking = self.keys.asking
        assert asking is not None
        return asking

    def tap(self, widget: Widget) -> None:
        """Tap a widget, which must be there and allow it."""
        assert not widget.disabled
        self.taps += 1
        self.driver.tap(widget)

    def tell(self, event: Event) -> int:
        """Tell an event; return how many taps it took."""
        before, lines = self.taps, len(self.driver.session.match.events)
        if isinstance(event, Adjust):
            self.by_hand(event)
        else:
            self._tell(event)
            assert len(self.driver.session.match.events) == lines + 1, event
        dialogue = self.table.dialogue
        if dialogue is not None and dialogue.parent is not None:
            self.driver.tap(dialogue.buttons[language.tr("OK")])
        return self.taps - before

    def _tell(self, event: Event) -> None:
        line = event.to_json()
        wanted = next(at for at, offer in enumerate(self.asking.offers) if self._is(offer, line))
        if self.asking.at != wanted or self.asking.finished:
            self._choose(wanted)
        if "melds" in line:
            self._group(line["melds"])
            return
        events = len(self.driver.session.match.events)
        while len(self.driver.session.match.events) == events and self._still(line):
            asked = self.asking.asked
            assert asked is not None
            value = line[asked.key]
            assert isinstance(value, str | int)
            self.tap(self.button(self.keys.value(asked.key, value)))
        for card in cards_of(event) or ():
            self._card(card)
        if len(self.driver.session.match.events) == events and self.asking.may_finish:
            self.tap(self.button(plain(language.tr(DONE))))

    def _still(self, line: dict[str, object]) -> bool:
        """Whether a value is still asked for this event."""
        offer, asked = self.asking.offer, self.asking.asked
        return offer is not None and offer.do == line["do"] and asked is not None and asked.key in line

    def _is(self, offer: Expected, line: dict[str, object]) -> bool:
        """Whether an event is one of those offered."""
        fixed = {asked.key: asked.values[0] for asked in offer.asks if len(asked.values) == 1}
        only = {key: value for key, value in fixed.items() if isinstance(value, bool)}
        flags = {key: value for key, value in line.items() if value is True}
        seat = line.get("seat", offer.seat)
        return offer.do == line["do"] and seat == offer.seat and only == flags

    def _choose(self, wanted: int) -> None:
        """Choose a kind of event, and its seat where several may do it."""
        keys, offers, events = self.keys, self.asking.offers, len(self.driver.session.match.events)
        label = keys.label(offers[wanted])
        if keys.label(offers[self.asking.at]) != label or self.asking.finished:
            self.tap(self.button(label))
        now, told = self.keys.asking, len(self.driver.session.match.events) > events
        if not told and now is not None and now.offers == offers and (now.at != wanted or now.whose):
            seats = [at for at, offer in enumerate(offers) if keys.label(offer) == label]
            if keys.seats.at != seats.index(wanted):
                self.tap(keys.seats.buttons[seats.index(wanted)])

    def button(self, text: str) -> TouchButton:
        """Find a button of the keys by its words."""
        return self.keys.buttons[text]

    def _card(self, card: Card) -> None:
        shown = self.keys.few if self.keys.few.parent is not None else self.keys.pack
        self.tap(shown.keys[card if self.asking.game.suits else Card(card.rank)])

    def _group(self, melds: object) -> None:
        """Put cards into groups until they lie so."""
        assert isinstance(melds, list)
        wanted = [[Card.parse(card) for card in meld] for meld in melds]
        offer = self.asking.offer
        assert offer is not None
        assert offer.groups is not None
        (centre,) = offer.cards
        old, free = list(offer.groups), list(wanted)
        places: dict[int, list[Card]] = {}
        for at, group in enumerate(old):
            best = max(free, key=lambda meld: len(set(meld) & set(group)))
            free.remove(best)
            places[at] = best
        if free:
            (places[len(old)],) = free
        holder = next(at for at, meld in places.items() if centre in meld)
        order = [holder, *(at for at in places if at != holder)]
        for at in order:
            missing = [card for card in places[at] if card not in self.asking.groups[at]]
            if missing or (at == holder and centre not in self.asking.groups[at]):
                self._into(at)
            for card in [card for card in places[at] if card not in self.asking.groups[at]]:
                self._card(card)
        self.tap(self.button(plain(language.tr(DONE))))

    def _into(self, at: int) -> None:
        if self.asking.active != at or self.asking.groups[at] == ():
            buttons: Sequence[Widget] = self.keys.picks.children[::-1]
            self.tap(buttons[at])

    def by_hand(self, event: Adjust) -> None:
        """Give points by hand: as often as the buttons need."""
        rest, sides = event.points, self.driver.session.match.game.sides(self.driver.session.header)
        side = next(at for at, seats in enumerate(sides) if event.seat in seats)
        while rest:
            step = max((n for n in POINTS if 0 < n <= rest), default=0) or min(
                n for n in POINTS if n >= rest and n < 0
            )
            self.tap(self.table.ids.scores.rows[side])
            dialogue = self.table.dialogue
            assert dialogue is not None
            (keys,) = [widget for widget in dialogue.walk() if isinstance(widget, EntryKeys)]
            self.tap(keys.buttons[str(step)])
            rest -= step
