"""Cards known by their rank alone, named by elimination: a pack has one of each."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from companion.referee.event_prior import new_hand
from engine.cards import PACK, Card, Rank
from engine.events import Event
from engine.porrazo.events import Play
from engine.porrazo.position import Position
from engine.porrazo.rules import after
from engine.porrazo.seen import ALIKE, BIT, seen_of


def named(position: Position, events: Sequence[Event]) -> list[Event]:
    """The events that follow a position, with plays known by rank alone given their suit where the hand has shown the
    three other cards of that rank.
    """
    told = list(events)
    unknown: list[int] = []
    if not any(map(_unknown, told)):
        return told
    for k, event in enumerate(events):
        if new_hand(position, event):
            _name(told, unknown, position.hand_so_far.seen)
            unknown = []
        position = after(position, event).position
        unknown += [k] * _unknown(event)
    _name(told, unknown, position.hand_so_far.seen)
    return told


def _unknown(event: Event) -> bool:
    return isinstance(event, Play) and event.card.suit is None


def _name(told: list[Event], unknown: list[int], seen: int) -> None:
    """Name what can be named of the plays with these numbers, by what their hand has shown."""
    for k in unknown:
        event = told[k]
        card = _last_of(event.card.rank, seen) if isinstance(event, Play) else None
        if isinstance(event, Play) and card is not None:
            told[k] = replace(event, card=card)


def _last_of(rank: Rank, seen: int) -> Card | None:
    """The one card of a rank of which nobody has seen the suit, where all four have been played."""
    left = [card for card in PACK if card.rank == rank and not seen & BIT[card.code]]
    return left[0] if len(left) == 1 and seen_of(seen, rank) == ALIKE else None
