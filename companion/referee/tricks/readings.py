"""What a covered card was read as before it was covered: what shows of it afterwards is read badly.

In a heap the reader goes on reading a card of which a corner shows, and its track's reading decays from sure to
nonsense. So from when another card lies on it a card keeps the last reading that it had.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from math import dist

from companion.referee.observation import Observation, ObservedCard
from companion.referee.rates import RATES
from companion.referee.tricks.rates import TRICKS


class Readings:
    """Give each observation to ``uncovered``; it returns it with every covered card as it was read before."""

    def __init__(self) -> None:
        self._read: dict[int, list[tuple[float, ObservedCard]]] = {}
        self._kept: dict[int, ObservedCard] = {}

    def uncovered(self, observation: Observation) -> Observation:
        """The observation, covered cards as they were read when they lay clear."""
        cards = observation.observed_cards
        here = {card.track for card in cards}
        self._read = {track: read for track, read in self._read.items() if track in here}
        self._kept = {track: card for track, card in self._kept.items() if track in here}
        for card in cards:
            read = self._read.setdefault(card.track, [])
            if not read or read[-1][1] is not card:
                read.append((observation.t, card))
        return replace(observation, observed_cards=tuple(self._clear(card, cards) for card in cards))

    def _clear(self, card: ObservedCard, cards: Iterable[ObservedCard]) -> ObservedCard:
        """A card as it was last read before another lay on it; as it is where none does or none was steady before."""
        since = min((other.since for other in cards if _covers(other, card)), default=None)
        if since is None:
            return card
        before = [read for t, read in self._read[card.track] if t <= since and read.steady]
        if not before:
            return card
        kept = self._kept.get(card.track)
        if kept is None or kept.odds is not before[-1].odds or kept.hidden != card.hidden:
            kept = replace(before[-1], hidden=card.hidden, laid_by=card.laid_by, since=card.since)
            self._kept[card.track] = kept
        return kept


def _covers(other: ObservedCard, card: ObservedCard) -> bool:
    """Whether a card was laid on another one."""
    later = other.steady and other.since > card.since + RATES.order_within
    return later and dist((other.x, other.y), (card.x, card.y)) < TRICKS.cover
