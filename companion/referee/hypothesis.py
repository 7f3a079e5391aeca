"""One hypothesis of the match: the events it supposes, and when each card lay on the table.

Costs are in nats: minus the natural logarithm of a probability. The best hypothesis has the least cost.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from enum import Enum, auto
from functools import lru_cache
from typing import NamedTuple

from companion.referee.event_keys import cards_of, identity_key, scoring_key, substituted
from companion.referee.prior import SupposedEvent, event_cost, hand_over, new_hand
from companion.referee.rates import RATES
from engine.cards import Card
from engine.events import Event, IllegalPlay
from engine.porrazo.events import Play, Recount
from engine.porrazo.foresight import at_play, prospect
from engine.porrazo.position import Position
from engine.porrazo.rules import after

NEVER = math.inf
"""The time, in seconds, of what never happens."""


class End(Enum):
    """What takes cards off the table, besides events: the end of a hand."""

    HAND = auto()


class Presence(NamedTuple):
    """One card on the table, from ``on`` seconds.

    From ``may_leave_at`` on it may be gone: it was captured, or waits to be. From ``must_leave_at`` on it
    should be gone. ``taken`` is the number of the event that took it: None for none yet, ``End.HAND`` where the
    end of the hand freed it. ``track`` is the track that it was laid as, None where nobody saw it. ``laid`` is the
    number of the event that brought it, 0 for a card that lay there before all events.
    """

    card: Card
    track: int | None
    on: float
    laid: int
    may_leave_at: float = NEVER
    must_leave_at: float = NEVER
    taken: int | End | None = None

    @property
    def taken_by(self) -> int | None:
        """The number of the event that took it; None where none did, or the hand's end."""
        return self.taken if isinstance(self.taken, int) else None


@dataclass(frozen=True, slots=True, eq=False)
class HistoryNode:
    """One supposed event, number ``depth`` from 1, after all events of the hypothesis ``base``.

    Four hashes stand for the history up to here: ``key`` for the events and the tracks of their cards,
    ``told`` for the events alone, ``story`` for the events without suits, ``shape`` for the kinds of the
    events and the tracks of their cards, whichever cards these are.
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
        """The event itself."""
        return self.step.event

    @property
    def start(self) -> Position:
        """The position before the event."""
        return self.base.position


class Missing(NamedTuple):
    """A card that should lie on the table and is not seen, and since when, in seconds."""

    presence: Presence
    since: float


class Misread(NamedTuple):
    """A card of the hypothesis, and the number of a track of it that looks like another card."""

    presence: Presence
    track: int


class Terms(NamedTuple):
    """The cost of a hypothesis by term, in nats (see ``likelihood``)."""

    prior: float
    identity: float
    detection: float
    clutter: float
    persistence: float
    arms: float

    @staticmethod
    def nothing() -> Terms:
        """No cost at all."""
        return Terms(*(0.0 for _ in Terms._fields))


@dataclass(frozen=True, slots=True)
class Residuals:
    """What a hypothesis does not explain, with its ``cost``; ``faults`` is what corrections may save.

    Both are in nats. Each kind of residual proposes its own moves (``search``): ``unexplained`` are the
    numbers of steady tracks that nothing explains; ``missing`` the cards that are not seen; ``not_removed``
    the numbers of the captures whose cards were not taken off; ``misread`` the cards that look like others.
    ``named`` is the card of each track; ``terms`` is the cost by term.
    """

    cost: float
    faults: float
    terms: Terms
    unexplained: tuple[int, ...] = ()
    missing: tuple[Missing, ...] = ()
    not_removed: tuple[int, ...] = ()
    misread: tuple[Misread, ...] = ()
    named: Mapping[int, Card] = field(default_factory=dict)

    @staticmethod
    def unseen() -> Residuals:
        """No cost, and nothing that is not explained."""
        return Residuals(0.0, 0.0, Terms.nothing())

    @property
    def clean(self) -> bool:
        """Whether the hypothesis explains everything."""
        return not (self.unexplained or self.missing or self.not_removed or self.misread)

    @property
    def named_faults(self) -> tuple[object, ...]:
        """The residuals without times and costs, to see whether they are still the same ones."""
        missing = tuple((presence.card.code, presence.laid) for presence, _ in self.missing)
        misread = tuple(track for _, track in self.misread)
        return self.unexplained, missing, self.not_removed, misread


UNSEEN = Residuals.unseen()
"""Of a hypothesis that has not been held against anything yet."""


@dataclass(frozen=True, slots=True, eq=False)
class Hypothesis:
    """One possible history of the match.

    ``position`` follows from the events; ``past`` is the newest of them; ``lying`` are the cards on the table
    by their codes, ``gone`` those that have left it; ``prior`` is what the events cost by themselves, in
    nats; ``residuals`` tell how well all that fits what was seen; ``lost`` are the times, from when to when in
    seconds, of which it understands nothing; ``over``: whether all cards of the hand have been played, or the match is
    won.
    """

    position: Position
    past: HistoryNode | None
    lying: Mapping[int, Presence]
    gone: tuple[Presence, ...]
    prior: float
    residuals: Residuals = UNSEEN
    lost: tuple[tuple[float, float], ...] = ()
    over: bool = False

    @staticmethod
    def at(
        position: Position, tracks: Mapping[int, int] | None = None, away: Collection[int] = ()
    ) -> Hypothesis:
        """The hypothesis of a position, without events; ``tracks`` of its cards by code, where known. The cards
        ``away``, by code, may be off the table until somebody puts them back.
        """
        over, waiting = hand_over(position), position.waiting
        places = waiting.places if waiting is not None else ()
        lying = {
            card.code: Presence(
                card,
                (tracks or {}).get(card.code),
                -NEVER,
                0,
                -NEVER if over or place in places or card.code in away else NEVER,
                taken=End.HAND if over else None,
            )
            for place, card in enumerate(position.table)
        }
        return Hypothesis(position, None, lying, (), 0.0, over=over)

    @property
    def cost(self) -> float:
        """The whole cost of this hypothesis, in nats."""
        return self.residuals.cost

    @property
    def key(self) -> int:
        """A hash of the supposed events and the tracks of their cards."""
        return self.past.key if self.past is not None else 0

    @property
    def story(self) -> int:
        """A hash of the supposed events without suits."""
        return self.past.story if self.past is not None else 0

    @property
    def shape(self) -> int:
        """A hash of the kinds of the events and the tracks of their cards, whichever cards these are."""
        return self.past.shape if self.past is not None else 0

    @property
    def depth(self) -> int:
        """The number of supposed events."""
        return self.past.depth if self.past is not None else 0

    @property
    def time(self) -> float:
        """When the newest event happened, in seconds; minus infinity where there is none."""
        return self.past.step.at if self.past is not None else -NEVER

    def backwards(self) -> Iterator[HistoryNode]:
        """The supposed events, newest first."""
        past = self.past
        while past is not None:
            yield past
            past = past.base.past

    def since(self, depth: int) -> list[HistoryNode]:
        """The supposed events after the first ``depth``, oldest first."""
        nodes: list[HistoryNode] = []
        for past in self.backwards():
            if past.depth <= depth:
                break
            nodes.append(past)
        return nodes[::-1]

    def events(self) -> list[Event]:
        """All supposed events, oldest first."""
        return [node.event for node in self.since(0)]

    def with_residuals(self, residuals: Residuals) -> Hypothesis:
        """The same hypothesis with these residuals."""
        return Hypothesis(
            self.position, self.past, self.lying, self.gone, self.prior, residuals, self.lost, self.over
        )

    def then(self, step: SupposedEvent) -> Hypothesis:
        """This hypothesis with one more event; IllegalPlay where the rules refuse it."""
        return _following(self, step)


@lru_cache(maxsize=int(RATES.neighbours_a_second))
def _following(before: Hypothesis, step: SupposedEvent) -> Hypothesis:
    """See `Hypothesis.then`. Neighbours differ in one event: most of the others follow the same ones again."""
    event = step.event
    position = after(before.position, event).position
    depth = before.depth + 1
    previous = before.past.step if before.past is not None else None
    plain, coarse = identity_key(event), scoring_key(event)
    past = HistoryNode(
        before,
        step,
        depth,
        plain,
        coarse,
        hash((before.key, plain, step.tracks)),
        hash((before.past.told if before.past is not None else 0, plain)),
        hash((before.story, coarse)),
        hash((before.shape, event.do, step.tracks)),
    )
    over = hand_over(position)
    lying, gone = _lying(before, step, position, depth, over)
    prior = before.prior + event_cost(before.position, previous, step)
    lost = before.lost if step.lost is None else (*before.lost, (step.lost, step.at))
    return Hypothesis(position, past, lying, gone, prior, lost=lost, over=over)


def _lying(
    hypothesis: Hypothesis, step: SupposedEvent, position: Position, depth: int, over: bool
) -> tuple[dict[int, Presence], tuple[Presence, ...]]:
    """The cards on the table after a step, by their codes, and those that have left it."""
    lying, at = dict(hypothesis.lying), step.at
    gone: list[Presence] = []
    if new_hand(hypothesis.position, step.event):  # the same 52 cards are dealt again
        gone, lying = [*lying.values()], {}
    for card, track in zip(cards_of(step.event), step.tracks, strict=False):
        before = lying.get(card.code)
        if step.lost is not None and before is not None:
            if before.track == track:
                continue  # it has lain there all the time
            gone.append(before)
        if card.suit is not None and (track is not None or card.code not in lying):
            lying[card.code] = Presence(card, track, at, depth)
    stays = {card.code for card in position.table}
    gone += [lying.pop(code) for code in [*lying] if code not in stays]
    since = at if step.lost is None else step.lost
    left = tuple(
        p._replace(may_leave_at=min(p.may_leave_at, since), must_leave_at=at, taken=p.taken or depth)
        for p in gone
    )
    waiting = position.waiting
    if over:
        loose = [*lying]
    else:
        loose = [position.table[place].code for place in waiting.places] if waiting is not None else []
    for code in loose:
        known = lying.get(code)
        if known is not None and known.may_leave_at > at:
            lying[code] = known._replace(may_leave_at=at, taken=End.HAND if over else depth)
    earlier = hypothesis.gone[-RATES.hand :]  # its first may be open to the hand's end
    if isinstance(step.event, Recount):  # what a recount finds there had never left
        earlier = tuple(p for p in earlier if p.track is None or p.track not in step.tracks)
    return lying, earlier + left


def extended(
    base: Hypothesis, steps: Iterable[SupposedEvent], instead: Mapping[Card, Card] | None = None
) -> Hypothesis | None:
    """The hypothesis ``base`` with these steps after it; None where the rules refuse one of them.

    Each play goes to the seat whose turn it then is. ``instead`` maps a card to the card that it really was;
    later events of the same hand that name it are changed too. Two choices of a play are dropped where they
    are no longer possible: which of several equal cards it took, and that it gave up a capture.
    """
    hypothesis, others = base, dict(instead or {})
    for step in steps:
        if others and new_hand(hypothesis.position, step.event):
            others.clear()
        event = substituted(step.event, others) if others else step.event
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
