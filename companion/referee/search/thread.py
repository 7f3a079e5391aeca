"""The thread lost, and taken up again by what lies there.

Where the best hypothesis has to force what it sees, hypotheses are kept beside it that understand nothing from some
event on, until now: then the table is taken as it lies. That has a price, and what came and went meanwhile has one for
each card, whatever it looked like; so it is believed as soon as forcing costs more.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice

from companion.referee.event_keys import cards_of
from companion.referee.hypothesis import HistoryNode, Hypothesis, extended
from companion.referee.prior import SupposedEvent, event_cost
from companion.referee.rates import RATES
from companion.referee.search.layout import instead
from companion.referee.search.recount import lying_now
from companion.referee.tracklets import Tracklet, Tracklets
from engine.cards import PACK, Card
from engine.events import IllegalPlay
from engine.porrazo.events import Leftover, Play, Tendido
from engine.porrazo.foresight import at_play, prospect
from engine.porrazo.rules import after
from engine.porrazo.sofar import possible


def forced(hypothesis: Hypothesis, trusted: Hypothesis) -> float:
    """What a hypothesis forces, in nats: what it costs, less what its plays would cost that are expected. Of its events
    those after the last of ``trusted`` count, but for having lost the thread, which has its price; of the rest what it
    costs more than for that one; arms only if they told something then.
    """
    terms, before = hypothesis.residuals.terms, trusted.residuals.terms
    old = sum(before) - before.prior - before.arms
    cost, since = max(0.0, sum(terms) - terms.prior - terms.arms - old), trusted.time
    if before.arms < RATES.arm_nothing * max(1, trusted.depth):
        cost += max(0.0, terms.arms - before.arms)
    for node in hypothesis.backwards():
        if node.step.at <= since:
            break
        if node.step.lost is not None:
            continue
        previous = node.base.past.step if node.base.past is not None else None
        cost += max(0.0, event_cost(node.start, previous, node.step) - RATES.play)
    return cost


def taken_up(trusted: Hypothesis, floor: int, tracklets: Tracklets) -> Iterator[Hypothesis]:
    """The thread was lost after one of the latest events of ``trusted``, the last hypothesis that forced nothing, and
    is taken up now. Events up to number ``floor`` stay.
    """
    nodes = trusted.since(max(floor, trusted.depth - RATES.restarts))
    pace = _pace(trusted)
    for base in (trusted, *(node.base for node in reversed(nodes))):
        if base.past is not None:
            for found in _taken_up_after(base, trusted.residuals.named, tracklets, pace):
                if found is not None:
                    yield found


def _pace(hypothesis: Hypothesis) -> float:
    """Seconds from one play to the next, of late."""
    times = [node.step.at for node in hypothesis.since(hypothesis.depth - RATES.memory)]
    return max(RATES.turn, (times[-1] - times[0]) / (len(times) - 1)) if len(times) > 1 else RATES.deal


def _taken_up_after(
    base: Hypothesis, known: Mapping[int, Card], tracklets: Tracklets, pace: float
) -> Iterator[Hypothesis | None]:
    """The thread was lost after ``base``. The table is as it lies; so that the turn goes on, what came meanwhile was
    played, or what lies there still.
    """
    since, now = base.time, tracklets.now
    named = {track: card for track, card in known.items() if card.code in base.lying}
    named |= {presence.track: presence.card for presence in base.lying.values() if presence.track is not None}
    step = lying_now(tracklets, named, now)
    lying = dict(zip(step.tracks, cards_of(step.event), strict=True))
    came = _came(base, named, tracklets)
    here = [tracklet for tracklet in came if tracklet.here]
    table = {*base.position.table}
    gone = sum(card not in lying.values() for card in table)
    expected = (now - since) / pace
    for played in [came] if here == came else [came, here]:
        steps = _plays(base, played, lying)
        if steps is not None:
            tracks = {tracklet.track for tracklet in played}
            unplayed = sum(card not in table and track not in tracks for track, card in lying.items())
            own = (
                RATES.lost
                + RATES.lost_card * (gone + unplayed)
                + RATES.lost_count * abs(len(steps) - expected)
            )
            yield extended(base, (*steps, step._replace(own=own, lost=since)))


def _came(base: Hypothesis, named: Mapping[int, Card], tracklets: Tracklets) -> list[Tracklet]:
    """The tracks begun since ``base``, oldest first, but for those that are cards of its table found again."""
    found = []
    for tracklet in tracklets.by_track.values():
        if not tracklet.steady or tracklet.track in named or not base.time < tracklet.since < tracklets.now:
            continue
        before = base.lying.get(tracklet.observed_card.best)
        own = tracklets.get(before.track) if before is not None else None
        if before is None or (own is not None and own.until > tracklet.since):
            found.append(tracklet)
    return sorted(found, key=lambda tracklet: tracklet.since)


def _plays(
    base: Hypothesis, played: Sequence[Tracklet], lying: Mapping[int | None, Card]
) -> list[SupposedEvent] | None:
    """A play for each of these tracks, of the card that it is now; where it is gone, of one that takes nothing: nothing
    is scored for it, and the recount takes it off again. None where there is none.
    """
    idle, steps = Idle(base, lying.values()), []
    for tracklet in played:
        near = (PACK[code] for _, code in tracklet.observed_card.near)
        card = lying.get(tracklet.track) or idle.card(near)
        if card is None or not idle.play(card):
            return None
        steps.append(SupposedEvent(Play(0, card), tracklet.since, RATES.lost_play, (tracklet.track,)))
    return steps


class Idle:
    """Cards that may be played after ``base``, one after another, for which nothing is scored; none of ``others``."""

    def __init__(self, base: Hypothesis, others: Iterable[Card]) -> None:
        self._at, self._others = base.position, {*others}

    def card(self, likely: Iterable[Card] = ()) -> Card | None:
        """One that takes nothing, of those ``likely`` if one of them does; else one that takes none of the ``others``,
        or as few as can be: the recount brings them back. None where each would score.
        """
        at = at_play(self._at)
        lying, seen = {card.rank for card in at.table}, at.hand_so_far.seen
        free = [card for card in (*likely, *PACK) if possible(seen, card) and card not in self._others]
        few: tuple[int, Card] | None = None
        for card in sorted(free, key=lambda card: card.rank in lying):
            if card.rank not in lying:
                return card
            brings = prospect(self._at, Play(at.turn, card))
            if brings.certain or brings.open is not None:
                continue
            taken = len(self._others.intersection(brings.captured))
            if not taken:
                return card
            few = (taken, card) if few is None or taken < few[0] else few
        return few[1] if few is not None else None

    def play(self, card: Card) -> bool:
        """Play it; False where the rules refuse it."""
        try:
            self._at = after(self._at, Play(at_play(self._at).turn, card)).position
        except IllegalPlay:
            return False
        return True


def kept_open(hypothesis: Hypothesis) -> int:
    """The number of the last event that may be closed: how many cards were played while the thread was lost shows at
    the latest when something is laid out, for that begins a batch.
    """
    at = hypothesis.position
    for node in islice(hypothesis.backwards(), 2 * RATES.memory):
        if node.base.position.hand != at.hand or isinstance(node.event, Tendido | Leftover):
            break
        if node.step.lost is not None:
            return _before_overlooked(node.base).depth
    return hypothesis.depth


def _before_overlooked(hypothesis: Hypothesis) -> Hypothesis:
    """The hypothesis without its newest plays that were only supposed to have been overlooked."""
    while hypothesis.past is not None and hypothesis.past.step.own < 0.0:
        hypothesis = hypothesis.past.base
    return hypothesis


def other_counts(hypothesis: Hypothesis, floor: int, tracklets: Tracklets) -> Iterator[Hypothesis]:
    """While the thread was lost more cards were played that nobody saw than the hypothesis says, or fewer."""
    nodes = hypothesis.since(floor)
    k = next((k for k in range(len(nodes) - 1, -1, -1) if nodes[k].step.lost is not None), None)
    if k is None:
        return
    step, base = nodes[k].step, _before_overlooked(nodes[k].base)
    later, now = [node.step for node in nodes[k + 1 :]], nodes[k].depth - 1 - base.depth
    idle = Idle(base, [*cards_of(step.event), *(card for each in later for card in cards_of(each.event))])
    begin = max(step.lost or step.at, base.time)
    expected, some = (step.at - begin) / _pace(base), base.time > (step.lost or step.at)
    cards: list[Card] = []
    for count in range(RATES.lost_plays):
        if count != now:
            own = step.own + _price(count, expected, some) - _price(now, expected, some)
            found = extended(base, (*_overlooked(cards, begin, step.at), step._replace(own=own), *later))
            if found is not None:
                yield found
            before = (*_overlooked(cards, begin, step.at), step._replace(own=own))
            yield from _laid_out(base, before, nodes[k + 1 :], tracklets)
        card = idle.card()
        if card is None or not idle.play(card):
            return
        cards.append(card)


def _laid_out(
    base: Hypothesis, before: Sequence[SupposedEvent], later: list[HistoryNode], tracklets: Tracklets
) -> Iterator[Hypothesis]:
    """With another number of plays ``before``, a batch ends among the ``later`` events, and what was taken for plays
    after its end was laid out: both must change at once, for neither alone explains more. Not where something else than
    plays came later: that was known by what lay there.
    """
    if not all(isinstance(node.event, Play) for node in later):
        return
    for k in range(len(later)):
        at = extended(base, (*before, *(node.step for node in later[:k])))
        if at is None:
            return
        if at.position.complete:
            yield from filter(None, instead(at, later[k:], [], tracklets))
            return


def _price(count: int, expected: float, some: bool) -> float:
    """What it costs that so many plays were overlooked, and not as many as were ``expected``. That there was none costs
    nothing, unless it is known that there were ``some``.
    """
    if not count and not some:
        return 0.0
    return RATES.lost_count * abs(count - expected) + (0.0 if some else RATES.lost_card)


def _overlooked(cards: Sequence[Card], begin: float, end: float) -> list[SupposedEvent]:
    """Plays between these seconds that nobody saw, of cards that stand for any: only their number has a price."""
    apart, own = (end - begin) / (len(cards) + 1), -RATES.play - RATES.play_unseen
    return [SupposedEvent(Play(0, card), begin + apart * k, own) for k, card in enumerate(cards, 1)]
