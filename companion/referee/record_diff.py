"""The events to write to the record, and the changes when another hypothesis becomes the best.

A card known by its rank alone gets its suit by elimination, since a pack has each card once.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from difflib import SequenceMatcher
from typing import Literal

from companion.referee.event_keys import brings, identity_key, scoring_key
from companion.referee.prior import new_hand
from engine.cards import PACK, Card, Rank
from engine.events import Event
from engine.porrazo.events import Play
from engine.porrazo.position import Position
from engine.porrazo.rules import after
from engine.porrazo.sofar import ALIKE, BIT, seen_of

Kind = Literal["new", "revised", "withdrawn"]


@dataclass(frozen=True, slots=True)
class Change:
    """A change of the record: event number ``line`` (the header is 0) is new, revised or withdrawn."""

    line: int
    event: Event
    kind: Kind


Marks = Mapping[str, object]
"""``doubt``, ``instead`` and ``arm`` of an event that is not clear; empty for a clear one."""
MARKS = ("doubt", "instead", "arm")


def as_written(t: float) -> float:
    """A time as a record holds it: in seconds, to the millisecond."""
    return round(t, 3)


def stamped(said: Sequence[Event], now: Sequence[Event], marks: Sequence[Marks], t: float) -> list[Event]:
    """The events ``now`` with times and marks, ready to replace ``said``, which was written before.

    An event that stays keeps its time and its other keys, even on another line. A new event at the end gets
    the time ``t``, in seconds. Any other event also gets ``revised``, and keeps the time of the event that it
    replaces.
    """
    told: list[Event] = []
    same = SequenceMatcher(None, [*map(_whatever_seat, said)], [*map(_whatever_seat, now)], autojunk=False)
    for _, a, a_end, b, b_end in same.get_opcodes():
        for k in range(b, b_end):
            before = said[a + k - b] if a + k - b < a_end else None
            at_end = before is None and a_end == len(said)
            told.append(replace(now[k], extra={**_kept(before, now[k], at_end, as_written(t)), **marks[k]}))
    return told


def _kept(before: Event | None, event: Event, at_end: bool, t: float) -> dict[str, object]:
    """The keys of an event besides its marks, where it replaces the event ``before``."""
    if at_end:
        return {"t": t}
    if before is None:
        return {"t": t, "revised": t}
    if scoring_key(before) == scoring_key(event):
        return {key: value for key, value in before.extra.items() if key not in MARKS}
    return {"t": before.extra.get("t", t), "revised": t}


def _whatever_seat(event: Event) -> tuple[object, ...]:
    """What identifies an event whose line may have changed.

    The seat is left out: a play that moves to another line belongs to another seat.
    """
    what = scoring_key(event)
    return (what[0], *what[2:]) if isinstance(event, Play) else what


def changes(said: Sequence[Event], told: Sequence[Event], before: int) -> list[Change]:
    """The changes that turn the events ``said`` into ``told``.

    ``before`` is the number of lines above them in the record, the header included.
    """
    found = [Change(before + k, said[k], "withdrawn") for k in range(len(said) - 1, len(told) - 1, -1)]
    for k, event in enumerate(told):
        if k >= len(said):
            found.append(Change(before + k, event, "new"))
        elif identity_key(event) != identity_key(said[k]) or dict(event.extra) != dict(said[k].extra):
            found.append(Change(before + k, event, "revised"))
    return found


def named(position: Position, events: Sequence[Event]) -> list[Event]:
    """The events after a position, with a suit for plays known by rank alone, where it is certain.

    It is certain once the hand has shown the three other cards of that rank.
    """
    told = list(events)
    first = 0
    if not any(map(_unknown, told)):
        return told
    for k, event in enumerate(events):
        if new_hand(position, event):
            _name(told, first, k, position.hand_so_far.seen)
            first = k
        position = after(position, event).position
    _name(told, first, len(told), position.hand_so_far.seen)
    return told


def _unknown(event: Event) -> bool:
    return isinstance(event, Play) and event.card.suit is None


def _name(told: list[Event], first: int, end: int, seen: int) -> None:
    """Give the plays of a hand, the events from number ``first`` to ``end``, their suit where the cards ``seen`` in it
    leave only one.

    Not two of a rank, and no card that another event brought: what a recount took off may have been played again.
    """
    unknown = [k for k in range(first, end) if _unknown(told[k])]
    ranks = Counter(event.card.rank for k in unknown if isinstance(event := told[k], Play))
    for k in unknown:
        event = told[k]
        if isinstance(event, Play) and ranks[event.card.rank] == 1:
            card = _last_of(event.card.rank, seen)
            if card is not None and not any(brings(other, card) for other in told[first:end]):
                told[k] = replace(event, card=card)


def _last_of(rank: Rank, seen: int) -> Card | None:
    """The one card of a rank whose suit nobody has seen, once all four were played; else None."""
    left = [card for card in PACK if card.rank == rank and not seen & BIT[card.code]]
    return left[0] if len(left) == 1 and seen_of(seen, rank) == ALIKE else None
