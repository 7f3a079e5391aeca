"""One hypothesis of the match so far: the events it supposes, and from when to when each card then lay on the table.

Costs are in nats: the negative logarithm of how likely something is. The best hypothesis is the one of least cost.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from companion.referee.event_keys import cards_of, identity_key, scoring_key, substituted
from companion.referee.prior import SupposedEvent, event_cost, hand_over, new_hand
from engine.cards import PACK, Card
from engine.events import Event, IllegalPlay
from engine.porrazo.events import Play
from engine.porrazo.foresight import at_play, prospect
from engine.porrazo.position import Position
from engine.porrazo.rules import after

NEVER = math.inf
"""A time that does not come."""
OVER = -1
"""No event: the hand is over."""
REMEMBERED = len(PACK)
"""Cards taken off that a hypothesis remembers: all of a hand, since what was seen at its start may be open
to its end."""


class Presence(NamedTuple):
    """A card on the table from ``on`` seconds. From ``may_leave_at`` on it may be gone: captured, or waiting to be;
    from ``must_leave_at`` on it should be gone; the event number ``taken`` took it. ``track`` is the one that
    it was laid as, None where nobody saw it; ``laid`` the number of the event that brought it, 0 for one that lay there
    before all events.
    """

    card: Card
    track: int | None
    on: float
    laid: int
    may_leave_at: float = NEVER
    must_leave_at: float = NEVER
    taken: int = 0


@dataclass(frozen=True, slots=True, eq=False)
class HistoryNode:
    """One event supposed, number ``depth`` from 1, after all of the hypothesis ``base``.

    ``key`` stands for all events up to this one and the tracks of their cards, ``told`` for the events alone,
    ``story`` for the events, suits apart, ``shape`` for the tracks of their cards, whatever these are.
    """

    base: Hypothesis
    step: SupposedEvent
    depth: int
    identity_key: tuple[object, ...]
    scoring_key: tuple[object, ...]
    key: int
    told: int
    story: int
    shape: int

    @property
    def event(self) -> Event:
        """The event."""
        return self.step.event

    @property
    def start(self) -> Position:
        """The position before it."""
        return self.base.position


class Missing(NamedTuple):
    """A card that should lie on the table and is not seen, and the time from which it was not."""

    presence: Presence
    since: float


class Misread(NamedTuple):
    """A card that looks like another, and the track that does."""

    presence: Presence
    track: int


class Terms(NamedTuple):
    """A hypothesis's cost by term, nats (see ``likelihood``)."""

    prior: float = 0.0
    identity: float = 0.0
    detection: float = 0.0
    clutter: float = 0.0
    persistence: float = 0.0
    arms: float = 0.0


NO_TERMS = Terms()


@dataclass(frozen=True, slots=True)
class Residuals:
    """How a hypothesis fits what has been seen: all that it costs, and what there is to put right, ``faults`` of it.

    Each kind of fault proposes moves of its own (``search``): ``unexplained`` are the numbers of steady tracks that
    nothing explains; ``missing`` the cards not seen; ``not_removed`` the numbers of captures whose cards were not
    taken off; ``misread`` the cards that look like others. ``named`` is the card that each track is.
    """

    cost: float = 0.0
    faults: float = 0.0
    unexplained: tuple[int, ...] = ()
    missing: tuple[Missing, ...] = ()
    not_removed: tuple[int, ...] = ()
    misread: tuple[Misread, ...] = ()
    named: Mapping[int, Card] = field(default_factory=dict)
    terms: Terms = NO_TERMS

    @property
    def clean(self) -> bool:
        """Whether there is nothing to put right."""
        return not (self.unexplained or self.missing or self.not_removed or self.misread)

    @property
    def named_faults(self) -> tuple[object, ...]:
        """What there is to put right, whatever it costs by now."""
        missing = tuple((presence.card.code, presence.laid) for presence, _ in self.missing)
        misread = tuple(track for _, track in self.misread)
        return self.unexplained, missing, self.not_removed, misread


UNSEEN = Residuals()


@dataclass(frozen=True, slots=True, eq=False)
class Hypothesis:
    """What may have happened.

    ``position`` follows from the events; ``lying`` are the cards on the table by their codes, ``gone`` those that lay
    there; ``prior`` is what the events cost by themselves; ``residuals`` how all that fits what was seen at last.
    """

    position: Position
    past: HistoryNode | None = None
    lying: Mapping[int, Presence] = field(default_factory=dict)
    gone: tuple[Presence, ...] = ()
    prior: float = 0.0
    residuals: Residuals = UNSEEN

    @staticmethod
    def at(position: Position, tracks: Mapping[int, int] | None = None) -> Hypothesis:
        """The hypothesis that supposes nothing but a position; ``tracks`` of its cards, by code, where known."""
        over, waiting = hand_over(position), position.waiting
        places = waiting.places if waiting is not None else ()
        lying = {
            card.code: Presence(
                card,
                (tracks or {}).get(card.code),
                -NEVER,
                0,
                -NEVER if over or place in places else NEVER,
                taken=OVER if over else 0,
            )
            for place, card in enumerate(position.table)
        }
        return Hypothesis(position, lying=lying)

    @property
    def cost(self) -> float:
        """All that speaks against this hypothesis, in nats."""
        return self.residuals.cost

    @property
    def key(self) -> int:
        """Stands for the events supposed and the tracks of their cards."""
        return self.past.key if self.past is not None else 0

    @property
    def story(self) -> int:
        """Stands for the events supposed, suits apart."""
        return self.past.story if self.past is not None else 0

    @property
    def shape(self) -> int:
        """Stands for the tracks of the cards of the events supposed, whatever these are."""
        return self.past.shape if self.past is not None else 0

    @property
    def depth(self) -> int:
        """How many events it supposes."""
        return self.past.depth if self.past is not None else 0

    @property
    def time(self) -> float:
        """When the newest event was."""
        return self.past.step.at if self.past is not None else -NEVER

    def backwards(self) -> Iterator[HistoryNode]:
        """The events supposed, newest first."""
        past = self.past
        while past is not None:
            yield past
            past = past.base.past

    def since(self, depth: int) -> list[HistoryNode]:
        """The events supposed after the first ``depth``, oldest first."""
        nodes: list[HistoryNode] = []
        for past in self.backwards():
            if past.depth <= depth:
                break
            nodes.append(past)
        return nodes[::-1]

    def events(self) -> list[Event]:
        """The events supposed, oldest first."""
        return [node.event for node in self.since(0)]

    def with_residuals(self, residuals: Residuals) -> Hypothesis:
        """The same hypothesis held against what was seen."""
        return Hypothesis(self.position, self.past, self.lying, self.gone, self.prior, residuals)

    def then(self, step: SupposedEvent) -> Hypothesis:
        """This hypothesis with one more event; IllegalPlay where the rules refuse it."""
        event = step.event
        position = after(self.position, event).position
        depth = self.depth + 1
        previous = self.past.step if self.past is not None else None
        plain, coarse = identity_key(event), scoring_key(event)
        past = HistoryNode(
            self,
            step,
            depth,
            plain,
            coarse,
            hash((self.key, plain, step.tracks)),
            hash((self.past.told if self.past is not None else 0, plain)),
            hash((self.story, coarse)),
            hash((self.shape, event.do, step.tracks)),
        )
        lying, gone = _lying(self, step, position, depth)
        return Hypothesis(position, past, lying, gone, self.prior + event_cost(self.position, previous, step))


def _lying(
    hypothesis: Hypothesis, step: SupposedEvent, position: Position, depth: int
) -> tuple[dict[int, Presence], tuple[Presence, ...]]:
    """The cards on the table after a step, and those that lay there."""
    lying, at = dict(hypothesis.lying), step.at
    gone: list[Presence] = []
    if new_hand(hypothesis.position, step.event):  # its cards are the same 52 again
        gone, lying = [*lying.values()], {}
    for card, track in zip(cards_of(step.event), step.tracks, strict=False):
        if card.suit is not None and (track is not None or card.code not in lying):
            lying[card.code] = Presence(card, track, at, depth)
    stays = {card.code for card in position.table}
    gone += [lying.pop(code) for code in [*lying] if code not in stays]
    left = tuple(
        p._replace(may_leave_at=min(p.may_leave_at, at), must_leave_at=at, taken=p.taken or depth)
        for p in gone
    )
    waiting = position.waiting
    if hand_over(position):
        loose = [*lying]
    else:
        loose = [position.table[place].code for place in waiting.places] if waiting is not None else []
    for code in loose:
        known = lying.get(code)
        if known is not None and known.may_leave_at > at:
            lying[code] = known._replace(may_leave_at=at, taken=OVER if hand_over(position) else depth)
    return lying, hypothesis.gone[-REMEMBERED:] + left


def retold(
    base: Hypothesis, steps: Iterable[SupposedEvent], instead: Mapping[Card, Card] | None = None
) -> Hypothesis | None:
    """A hypothesis with these steps after it, each play by the seat whose turn it then is; None where the rules refuse.

    ``instead``: cards that really were others, where later events of the hand name them. A choice of equal cards that
    is no longer possible is given up.
    """
    hypothesis, others = base, dict(instead or {})
    for step in steps:
        event = step.event
        if others and new_hand(hypothesis.position, event):
            others.clear()
        for was, now in others.items():
            event = substituted(event, (was, now))
        if isinstance(event, Play):
            turn = at_play(hypothesis.position).turn
            event = event if event.seat == turn else replace(event, seat=turn)
        try:
            if isinstance(event, Play) and event.in_place:
                taking = replace(event, in_place=False)
                event = event if prospect(hypothesis.position, taking).captured else taking
            step = step if event is step.event else step._replace(event=event)
            hypothesis = hypothesis.then(step)
        except IllegalPlay:
            if not isinstance(event, Play) or not event.took:
                return None
            try:
                hypothesis = hypothesis.then(step._replace(event=replace(event, took=())))
            except IllegalPlay:
                return None
    return hypothesis
