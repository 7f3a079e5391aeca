"""What people tap to tell the next event of any game: what may come, what is chosen so far, what is still asked.

No Kivy and no language here. An `Asking` is a value: each tap returns the next one. Once `told` is an event,
nothing more has to be tapped.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import product
from typing import Any

from engine.cards import ANY_SUIT, Card
from engine.choosing import chosen_event
from engine.events import Event, IllegalPlay
from engine.game import AnyGame, Asked, Expected
from engine.match import AnyMatch
from engine.options import Choice

Group = tuple[Card, ...]


@dataclass(frozen=True)
class Asking:
    """What may come in a position, and what is chosen of it so far.

    ``at`` is the one chosen of the ``offers``; ``cards`` and ``values`` are those tapped; ``groups`` say how cards
    lie afterwards, and ``active`` is the group that the next card goes to.
    """

    match: AnyMatch
    position: Any
    offers: tuple[Expected, ...]
    at: int = 0
    cards: tuple[Card, ...] = ()
    values: tuple[tuple[str, Choice], ...] = ()
    groups: tuple[Group, ...] = ()
    active: int = 0
    whose: bool = False
    """Whether it must still be tapped whose event it is: several may do it."""
    known: dict[object, bool] = field(default_factory=dict, compare=False, repr=False)
    """What the rules have said of events that were tried, by their lines."""

    @staticmethod
    def of(match: AnyMatch, position: Any = None, offers: Sequence[Expected] | None = None) -> Asking:
        """Ask for the next event, or for what else might have come in an earlier position.

        The first kind of event is chosen for which something is left to tap: one tap on the others tells them.
        """
        at = match.position if position is None else position
        found = tuple(match.game.expected(at) if offers is None else offers)
        asking = Asking(match, at, found)
        possible = tuple(each for number, each in enumerate(found) if asking._on(number).is_open)
        fresh = Asking(match, at, possible, known=asking.known)
        begun = [fresh._on(number) for number in range(len(possible))]
        return next((each for each in begun if not each.finished), fresh._on(0))

    @property
    def game(self) -> AnyGame:
        """The game."""
        return self.match.game

    @property
    def offer(self) -> Expected | None:
        """The kind of event that is chosen; None where nothing can come."""
        return self.offers[self.at] if self.at < len(self.offers) else None

    def _on(self, at: int) -> Asking:
        """Begin with the offer at this place; values of which there is only one are chosen already."""
        fresh = replace(self, at=at, cards=(), values=(), groups=(), active=0, whose=False)
        offer = fresh.offer
        if offer is None:
            return fresh
        if offer.groups is not None:
            fresh = replace(fresh, groups=(*offer.groups, ()), active=len(offer.groups))
            if not offer.groups:
                fresh = fresh.into(0)
        return fresh._settled()

    def choose(self, at: int, *, whose: bool = False) -> Asking:
        """Choose another kind of event; what was tapped before is dropped. ``whose``: the seat is asked besides."""
        return replace(self._on(at), whose=whose)

    # -- values ------------------------------------------------------------------------------------------

    @property
    def asked(self) -> Asked | None:
        """The field whose value is to be tapped next."""
        offer = self.offer
        return (
            offer.asks[len(self.values)] if offer is not None and len(self.values) < len(offer.asks) else None
        )

    @property
    def choices(self) -> tuple[Choice, ...]:
        """The values that can be tapped now."""
        asked = self.asked
        return () if asked is None else tuple(value for value in asked.values if self._with(value).is_open)

    def value(self, value: Choice) -> Asking:
        """Choose a value."""
        return self._with(value)._settled()

    def _with(self, value: Choice) -> Asking:
        assert self.asked is not None
        return replace(self, values=(*self.values, (self.asked.key, value)))

    def _settled(self) -> Asking:
        """Choose every value that is the only possible one."""
        asking = self
        while len(only := asking.choices) == 1:
            asking = asking._with(only[0])
        return asking

    # -- cards -------------------------------------------------------------------------------------------

    @property
    def pack(self) -> tuple[Card, ...]:
        """The keys for cards, suit by suit; one a rank where suits do not matter."""
        cards = dict.fromkeys(self.game.pack(self.match.header))
        return (
            tuple(cards)
            if self.game.suits
            else tuple(c for c in ANY_SUIT if any(c.rank == o.rank for o in cards))
        )

    @property
    def possible(self) -> tuple[Card, ...]:
        """The cards that can be tapped now."""
        offer = self.offer
        if offer is None or self.asked is not None or self.finished:
            return ()
        if offer.groups is not None:
            return tuple(card for card in self.pack if card not in self.groups[self.active])
        there = [card for card in self.pack if self._is_left(card, offer)]
        if offer.count > 1:
            return tuple(there)
        return tuple(card for card in there if replace(self, cards=(card,)).is_allowed)

    def _is_left(self, card: Card, offer: Expected) -> bool:
        """Whether a card is among those that may be shown and was not tapped as often as the pack holds it."""
        if not self.game.suits:
            return any(card.rank == other.rank for other in offer.cards)
        held = self.game.pack(self.match.header).count(card)
        return card in offer.cards and self.cards.count(card) < held

    def card(self, card: Card) -> Asking:
        """Tap a card: it is shown, or goes to the group that is chosen; one tapped twice is taken back there."""
        if self.offer is None or self.offer.groups is None:
            return replace(self, cards=(*self.cards, card))
        kept = [tuple(each for each in group if each != card) for group in self.groups]
        kept[self.active] = (*kept[self.active], card)
        return replace(self, groups=tuple(kept))

    def into(self, group: int) -> Asking:
        """Choose the group that cards go to; the card that is there to be taken goes with it."""
        asking = replace(self, active=group)
        assert self.offer is not None
        for card in self.offer.cards:
            asking = asking.card(card)
        return asking

    def back(self) -> Asking:
        """Take back the last card or value tapped; all groups lie as they did."""
        if self.offer is not None and self.offer.groups is not None:
            return self._on(self.at)
        if self.cards:
            return replace(self, cards=self.cards[:-1])
        return self._on(self.at)

    # -- what comes of it --------------------------------------------------------------------------------

    @property
    def finished(self) -> bool:
        """Whether all is tapped that can be: as many cards as there may be, each value."""
        offer = self.offer
        if offer is None or self.asked is not None or offer.groups is not None:
            return False
        return len(self.cards) >= offer.count

    @property
    def event(self) -> Event | None:
        """The event as chosen so far; None where it is none yet."""
        offer = self.offer
        if offer is None or self.asked is not None:
            return None
        try:
            groups = [group for group in self.groups if group]
            return chosen_event(self.game, offer, self.cards, dict(self.values), groups)
        except ValueError:
            return None

    @property
    def is_allowed(self) -> bool:
        """Whether it is an event that the rules allow."""
        event = self.event
        if event is None:
            return False
        key = (event.do, str(event.to_json()))
        if key not in self.known:
            try:
                self.game.after(self.position, event)
                self.known[key] = True
            except IllegalPlay:
                self.known[key] = False
        return self.known[key]

    @property
    def may_finish(self) -> bool:
        """Whether "Done" can be tapped: fewer cards will do, or cards were put into groups."""
        offer = self.offer
        if offer is None or self.asked is not None:
            return False
        if offer.groups is not None:
            return self.is_allowed
        return offer.least is not None and offer.least <= len(self.cards) < offer.count and self.is_allowed

    @property
    def told(self) -> Event | None:
        """The event, once nothing more has to be tapped; the rules may still refuse it."""
        return self.event if self.finished and not self.whose else None

    @property
    def is_begun(self) -> bool:
        """Whether anything was tapped that can be taken back."""
        offer = self.offer
        if offer is None:
            return False
        if offer.groups is not None:
            return self.groups != self._on(self.at).groups
        return bool(self.cards) or self.values != self._on(self.at).values

    @property
    def is_open(self) -> bool:
        """Whether something that the rules allow may still come of it."""
        offer = self.offer
        if offer is None:
            return False
        if offer.groups is not None or offer.count > 1:
            return True
        return any(asking.is_allowed for asking in self._completions(offer))

    def _completions(self, offer: Expected) -> Iterator[Asking]:
        """Give every way to choose what is still asked."""
        left = offer.asks[len(self.values) :]
        cards = [(card,) for card in self.pack if self._is_left(card, offer)] if offer.count else [()]
        for values in product(*(asked.values for asked in left)):
            chosen = (*self.values, *zip([asked.key for asked in left], values, strict=True))
            for shown in cards:
                yield replace(self, values=chosen, cards=shown)
