"""What is written, and what of it changes when the match is seen otherwise.

A card known by its rank alone is named by elimination: a pack has one of each.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from difflib import SequenceMatcher
from typing import Literal

from companion.referee.event_keys import identity_key, scoring_key
from companion.referee.prior import new_hand
from engine.cards import PACK, Card, Rank
from engine.events import Event
from engine.porrazo.events import Play
from engine.porrazo.position import Position
from engine.porrazo.rules import after
from engine.porrazo.seen import ALIKE, BIT, seen_of

Kind = Literal["new", "revised", "withdrawn"]


@dataclass(frozen=True, slots=True)
class Change:
    """Something to say: event number ``line`` (the header is 0) is new, another now, or withdrawn."""

    line: int
    event: Event
    kind: Kind


Marks = Mapping[str, object]
"""``doubt`` and ``instead`` of an event that is not clear, or nothing."""


def retold(said: Sequence[Event], now: Sequence[Event], marks: Sequence[Marks], t: float) -> list[Event]:
    """The events ``now`` as they are to be written, where ``said`` was written before.

    An event that stays keeps its time and whatever else was written to it, also on another line; one that is new at
    the end gets the time; any other gets ``revised`` as well, and keeps the time of the one that it replaces.
    """
    told: list[Event] = []
    same = SequenceMatcher(None, [*map(_whatever_seat, said)], [*map(_whatever_seat, now)], autojunk=False)
    for _, a, a_end, b, b_end in same.get_opcodes():
        for k in range(b, b_end):
            before = said[a + k - b] if a + k - b < a_end else None
            at_end = before is None and a_end == len(said)
            told.append(replace(now[k], extra={**_kept(before, now[k], at_end, round(t, 3)), **marks[k]}))
    return told


def _kept(before: Event | None, event: Event, at_end: bool, t: float) -> dict[str, object]:
    """What is written to an event besides its marks, in the place of the one before."""
    if at_end:
        return {"t": t}
    if before is None:
        return {"t": t, "revised": t}
    if scoring_key(before) == scoring_key(event):
        return {key: value for key, value in before.extra.items() if key not in ("doubt", "instead")}
    return {"t": before.extra.get("t", t), "revised": t}


def _whatever_seat(event: Event) -> tuple[object, ...]:
    """What tells an event from others although it may have moved to another line, and so to another seat."""
    what = scoring_key(event)
    return (what[0], *what[2:]) if isinstance(event, Play) else what


def changes(said: Sequence[Event], told: Sequence[Event], before: int) -> list[Change]:
    """What to say so that ``said`` becomes ``told``; ``before`` lines stand above them, the header included."""
    found = [Change(before + k, said[k], "withdrawn") for k in range(len(said) - 1, len(told) - 1, -1)]
    for k, event in enumerate(told):
        if k >= len(said):
            found.append(Change(before + k, event, "new"))
        elif identity_key(event) != identity_key(said[k]) or dict(event.extra) != dict(said[k].extra):
            found.append(Change(before + k, event, "revised"))
    return found


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
