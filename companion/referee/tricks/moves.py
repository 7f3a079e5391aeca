"""From a history to its neighbours: one event more, one fewer, one that was another card, two in the other order."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from companion.referee.observation import ObservedCard
from companion.referee.rates import RATES
from companion.referee.tricks.history import Node, Step
from companion.referee.tricks.likelihood import History, Scene
from companion.referee.tricks.rates import TRICKS
from engine.cards import Card

Steps = list[Step]


def neighbours(history: History, scene: Scene) -> Iterator[Node]:
    """The neighbours that may explain better what this history does not; the same one may come twice."""
    steps = [node.step for node in history.nodes]
    accused = {depth - 1 for node in history.nodes for depth in node.accused if depth}
    accused |= {node.depth - 1 for node in history.nodes if node.accused}
    recent = {*range(max(0, len(steps) - TRICKS.latest), len(steps))}
    amiss = bool(accused or history.missing or history.terms.arms > RATES.another_arm)
    for changed in (
        *_put_in(steps, history, scene),
        *_renamed(steps, accused | recent, RATES.reading_most if amiss else RATES.unlikely, scene),
        *_taken_out(steps, recent),
        *_exchanged(steps, recent, scene),
        *_unseen(steps, history, scene),
    ):
        tip = _told(changed, history, scene)
        if tip is not None:
            yield tip


def _told(steps: Steps, history: History, scene: Scene) -> Node | None:
    """These steps as a history, sharing what is the same."""
    parent: Node | None = None
    k = 0
    for node, step in zip(history.nodes, steps, strict=False):
        if node.step != step:
            break
        parent, k = node, k + 1
    return scene.rules.extended(parent, steps[k:])


def _names(card: ObservedCard, pack: frozenset[Card], many: int = RATES.names) -> list[Card]:
    """The likeliest cards of the pack that a track may be."""
    return sorted(pack, key=lambda each: (card.cost(each), each.code))[:many]


def _put_in(steps: Steps, history: History, scene: Scene) -> Iterator[Steps]:
    """A track that is not explained is an event; who held its name is another card, or was none."""
    for track in history.strange[:3]:
        tracklet = scene.tracklets.get(track)
        if tracklet is None:
            continue
        for card in _names(tracklet.observed_card, scene.rules.pack):
            step = Step(card, track, tracklet.since)
            for at in _places(steps, tracklet.since, scene):
                more = [*steps[:at], step, *steps[at:]]
                yield more
                for k, other in enumerate(steps):
                    if other.card == card:
                        yield [*more[: k + (k >= at)], *more[k + (k >= at) + 1 :]]
                        yield from _otherwise(more, k + (k >= at), scene)
        for k, other in enumerate(steps):
            if other.track is None and abs(other.at - tracklet.since) < 2 * RATES.back_within:
                name = _names(tracklet.observed_card, scene.rules.pack, 1)[0]
                yield [*steps[:k], Step(name, track, tracklet.since), *steps[k + 1 :]]


def _places(steps: Steps, since: float, scene: Scene) -> list[int]:
    """Where a step of this time may stand, among the latest."""
    first = max(0, len(steps) - TRICKS.latest)
    at = next((k for k in range(first, len(steps)) if scene.at(steps[k]) > since), len(steps))
    near = [
        k
        for k in (at - 1, at + 1)
        if first <= k <= len(steps) and abs(scene.at(steps[min(at, k)]) - since) < RATES.same_time
    ]
    return [at, *near]


def _otherwise(steps: Steps, k: int, scene: Scene) -> Iterator[Steps]:
    """The step is the likeliest card that no other step shows."""
    taken = {step.card for step in steps}
    card = scene.tracklets.looked_like(steps[k].track)
    free = scene.rules.pack - taken
    names = _names(card, free, 2) if card is not None else sorted(free, key=lambda each: each.code)[:2]
    for name in names:
        yield [*steps[:k], steps[k]._replace(card=name), *steps[k + 1 :]]


def _renamed(steps: Steps, which: set[int], dearer: float, scene: Scene) -> Iterator[Steps]:
    """A step was another card, ``dearer`` by so many nats at most; who held that name is the next likeliest."""
    for k in sorted(which):
        card = scene.tracklets.looked_like(steps[k].track)
        if card is None:
            continue
        for name in _names(card, scene.rules.pack):
            if name == steps[k].card or card.cost(name) > card.cost(steps[k].card) + dearer:
                continue
            other = [*steps[:k], steps[k]._replace(card=name), *steps[k + 1 :]]
            yield other
            for j, holder in enumerate(steps):
                if holder.card == name:
                    yield from _otherwise(other, j, scene)
                    yield [*other[:j], holder._replace(card=steps[k].card), *other[j + 1 :]]


def _taken_out(steps: Steps, which: set[int]) -> Iterator[Steps]:
    for k in sorted(which):
        yield [*steps[:k], *steps[k + 1 :]]


def _exchanged(steps: Steps, which: set[int], scene: Scene) -> Iterator[Steps]:
    for k in sorted(which):
        if k + 1 < len(steps) and abs(scene.at(steps[k + 1]) - scene.at(steps[k])) < RATES.same_time:
            yield [*steps[:k], steps[k + 1], steps[k], *steps[k + 2 :]]


def _unseen(steps: Steps, history: History, scene: Scene) -> Iterator[Steps]:
    """A card was laid and gathered that nobody saw, where more is missing than one."""
    if len(history.missing) < 2 and not history.strange:
        return
    free = sorted(scene.rules.pack - {step.card for step in steps}, key=lambda card: card.code)
    for at in _gaps(steps, len(history.missing)):
        before = scene.at(steps[at - 1])
        after = scene.at(steps[at]) if at < len(steps) else scene.now
        for card in free:
            more = [*steps[:at], Step(card, None, (before + after) / 2), *steps[at:]]
            tip = _told(more, history, scene)
            if tip is not None and not any(node.accused for node in _since(tip, at)):
                yield more
                break


def _gaps(steps: Sequence[Step], missing: int) -> list[int]:
    """Before which of the latest steps a card that nobody saw may have been laid."""
    return [*range(max(1, len(steps) - 3), len(steps) + 1)] if steps else []


def _since(tip: Node | None, depth: int) -> Iterator[Node]:
    while tip is not None and tip.depth > depth:
        yield tip
        tip = tip.parent
