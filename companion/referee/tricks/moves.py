"""From a history to its neighbours: one event more, one fewer, one that was another card, two in the other order."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from companion.referee.rates import RATES
from companion.referee.tracklets import Tracklet
from companion.referee.tricks.groups import (
    Steps,
    left_at,
    likely_names,
    places,
    put_before,
    put_in_many,
    taken,
    taken_again,
    with_card,
)
from companion.referee.tricks.history import History, Node, Step
from companion.referee.tricks.rates import TRICKS
from companion.referee.tricks.scene import Scene
from engine.cards import Card
from engine.game import Standing


def neighbours(history: History, scene: Scene) -> Iterator[Node]:
    """The neighbours that may explain better what this history does not; the same one may come twice."""
    steps = [node.step for node in history.nodes]
    accused = {depth - 1 for node in history.nodes for depth in node.accused if depth}
    accused |= {node.depth - 1 for node in history.nodes if node.accused}
    recent = {*range(max(0, len(steps) - TRICKS.latest), len(steps))}
    amiss = bool(accused or history.missing or history.terms.arms > RATES.clear)
    for changed in (
        *_put_in(steps, history, scene),
        *_renamed(steps, accused | recent, RATES.reading_most if amiss else RATES.unlikely, scene),
        *_guessed_otherwise(steps, accused, scene),
        *_taken_out(steps, recent),
        *_exchanged(steps, recent, scene),
        *_told_otherwise(steps, history, accused | recent, scene),
        *_seated_otherwise(steps, history, scene),
        *_inferred(steps, history, scene),
        *_unseen(steps, history, scene),
        *_unseen_instead(steps, history, accused | recent, scene),
    ):
        yield from _told(changed, history, scene)


def _told(steps: Steps, history: History, scene: Scene) -> Iterator[Node]:
    """These steps as histories, sharing what is the same; another card is taken where that one cannot be."""
    parent: Node | None = None
    k = 0
    for node, step in zip(history.nodes, steps, strict=False):
        if node.step != step:
            break
        parent, k = node, k + 1
    if scene.rules.any_order:  # nothing is taken into a hand there
        tip = scene.rules.extended(parent, steps[k:])
        yield from [] if tip is None else [tip]
        return
    for at in range(k, len(steps)):
        step = taken_again(steps[at], steps[:at])
        then = scene.rules.follow(parent, step)
        if then is None:
            yield from _with_another_taken(parent, step, steps, at, scene)
            return
        parent = then
    if parent is not None:
        yield parent


def _with_another_taken(
    parent: Node | None, step: Step, steps: Steps, at: int, scene: Scene
) -> Iterator[Node]:
    """The histories in which another card is taken at step number ``at``, if one is."""
    before = parent.position if parent is not None else scene.rules.base
    for other in scene.rules.inferred(before) if step.takes else ():
        if other.do == step.do and other.said != step.said:
            named = other._replace(at=step.at, taken=taken(other, steps[:at]))
            tip = scene.rules.extended(parent, [named, *steps[at + 1 :]])
            if tip is not None:
                yield tip


def _put_in(steps: Steps, history: History, scene: Scene) -> Iterator[Steps]:
    """A track that is not explained is an event, or a card of one; who held its name is another card, or was none."""
    for track in history.unexplained[:3]:
        tracklet = scene.tracklets.get(track)
        if tracklet is None:
            continue
        yield from put_in_many(steps, tracklet, history, scene)
        if not scene.rules.any_order:
            yield from _put_in_one(steps, tracklet, history, scene)


def _put_in_one(steps: Steps, tracklet: Tracklet, history: History, scene: Scene) -> Iterator[Steps]:
    """A track is an event of its own, or that of which nobody had seen the card."""
    positions = [scene.rules.base, *(node.position for node in history.nodes)]
    track = tracklet.track
    for card in likely_names(tracklet.observed_card, scene.rules.pack):
        step = Step((card,), (track,), tracklet.since)
        for at in places(steps, tracklet.since, scene):
            yield from _put_at(steps, at, step, scene)
            yield from _unseen_at([*steps[:at], step, *steps[at:]], at, scene)
            for inferred in scene.rules.enabled(positions[at]):
                quiet = put_before(inferred, steps[:at], tracklet.since, scene)
                yield [*steps[:at], *quiet, step, *steps[at:]]
    for k, other in enumerate(steps):
        if other.unseen == 1 and abs(other.at - tracklet.since) < 2 * TRICKS.gathered_for:
            name = likely_names(tracklet.observed_card, scene.rules.pack, 1)[0]
            yield [*steps[:k], Step((name,), (track,), tracklet.since), *steps[k + 1 :]]


def _put_at(steps: Steps, at: int, step: Step, scene: Scene) -> Iterator[Steps]:
    """A step is put in; who held its name is another card, or was none, or what was taken up."""
    more, card = [*steps[:at], step, *steps[at:]], step.cards[0]
    yield more
    yield from _taken_before(steps, at, step)
    for k, other in enumerate(steps):
        if card in other.cards:
            yield [*more[: k + (k >= at)], *more[k + (k >= at) + 1 :]]
            yield from _otherwise(more, k + (k >= at), card, scene)


def _taken_before(steps: Steps, at: int, step: Step) -> Iterator[Steps]:
    """A card is shown a second time: it was what somebody took off the table after the first."""
    first = next((k for k, other in enumerate(steps[:at]) if step.cards[0] in other.cards), at)
    for k in range(first + 1, at):
        if steps[k].takes:
            other = steps[k]._replace(said=(("card", str(step.cards[0])),))
            other = other._replace(taken=taken(other, steps[:k]))
            yield [*steps[:k], other, *steps[k + 1 : at], step, *steps[at:]]
            return


def _otherwise(steps: Steps, k: int, was: Card, scene: Scene) -> Iterator[Steps]:
    """The card of a step is the likeliest card that no other step shows."""
    taken = {card for step in steps for card in step.cards}
    i = steps[k].cards.index(was)
    card = scene.tracklets.looked_like(steps[k].tracks[i])
    free = scene.rules.pack - taken
    names = likely_names(card, free, 2) if card is not None else sorted(free, key=lambda each: each.code)[:2]
    for name in names:
        yield [*steps[:k], with_card(steps[k], i, name), *steps[k + 1 :]]


def _renamed(steps: Steps, which: set[int], dearer: float, scene: Scene) -> Iterator[Steps]:
    """A card was another, ``dearer`` by so many nats at most; who held that name is the next likeliest."""
    for k, i in [(at, card) for at in sorted(which) for card in range(len(steps[at].cards))]:
        mine = steps[k].cards[i]
        card = scene.tracklets.looked_like(steps[k].tracks[i])
        if card is None:
            continue
        for name in likely_names(card, scene.rules.pack):
            if name == mine or card.cost(name) > card.cost(mine) + dearer:
                continue
            other = [*steps[:k], with_card(steps[k], i, name), *steps[k + 1 :]]
            yield other
            for j, holder in enumerate(steps):
                if name in holder.cards and j != k:
                    yield from _otherwise(other, j, name, scene)
                    yield [*other[:j], with_card(holder, holder.cards.index(name), mine), *other[j + 1 :]]


def _guessed_otherwise(steps: Steps, accused: set[int], scene: Scene) -> Iterator[Steps]:
    """A card that nobody saw, and by which somebody would be at fault, was any other."""
    free = scene.rules.pack - {card for step in steps for card in step.cards}
    for k in sorted(accused):
        if k >= len(steps) or None not in steps[k].tracks:
            continue
        if len(steps[k].cards) == 1:
            yield from _unseen_at([*steps[:k], *steps[k + 1 :]], k, scene)
            continue
        for name in sorted(free, key=lambda card: card.code):
            yield [*steps[:k], with_card(steps[k], steps[k].tracks.index(None), name), *steps[k + 1 :]]


def _told_otherwise(steps: Steps, history: History, which: set[int], scene: Scene) -> Iterator[Steps]:
    """Cards were shown by another event, or by another player; two players showed each other's; another card was taken
    than that.
    """
    nodes = history.nodes
    positions = [scene.rules.base, *(node.position for node in nodes)]
    for k in sorted(which):
        for other in scene.rules.inferred(positions[k]) if steps[k].takes else ():
            if (other.do, other.seat) == (steps[k].do, steps[k].seat) and other.said != steps[k].said:
                named = other._replace(at=steps[k].at, taken=taken(other, steps[:k]))
                yield [*steps[:k], named, *steps[k + 1 :]]
    for k in sorted(which) if scene.rules.any_order else ():
        step = steps[k]
        before = nodes[k - 1].position if k else scene.rules.base
        for each in scene.rules.expected(before) if step.cards else ():
            if each.count == len(step.cards) and (each.do, each.seat) != (step.do, step.seat):
                yield [*steps[:k], step._replace(do=each.do, seat=each.seat), *steps[k + 1 :]]
        for j in sorted(which):
            other = steps[j]
            if j < k and other.do == step.do and other.seat != step.seat and step.cards:
                swapped = [*steps]
                swapped[j], swapped[k] = other._replace(seat=step.seat), step._replace(seat=other.seat)
                yield swapped


def _seated_otherwise(steps: Steps, history: History, scene: Scene) -> Iterator[Steps]:
    """Each player is the next one round the table, or the one after: where any may be first, no order tells."""
    if scene.rules.any_order and history.terms.arms > RATES.clear:
        players = len(scene.rules.header.players)
        for by in range(1, players):
            yield [
                step if step.seat is None else step._replace(seat=(step.seat + by) % players)
                for step in steps
            ]


def _inferred(steps: Steps, history: History, scene: Scene) -> Iterator[Steps]:
    """Events that show no card came last, where cards are gone that would lie there."""
    if not history.missing:
        return
    tip = history.tip
    here = tip.position if tip is not None else scene.rules.base
    at = left_at(history.missing, scene) + RATES.swept_before
    for inferred in scene.rules.enabled(here)[: TRICKS.most_ways]:
        yield [*steps, *(step._replace(at=at, taken=taken(step, steps)) for step in inferred)]


def _taken_out(steps: Steps, which: set[int]) -> Iterator[Steps]:
    for k in sorted(which):
        yield [*steps[:k], *steps[k + 1 :]]


def _exchanged(steps: Steps, which: set[int], scene: Scene) -> Iterator[Steps]:
    for k in sorted(which):
        if (
            k + 1 < len(steps)
            and steps[k].cards
            and steps[k + 1].cards
            and abs(scene.at(steps[k + 1]) - scene.at(steps[k])) < RATES.same_time
        ):
            yield [*steps[:k], steps[k + 1], steps[k], *steps[k + 2 :]]


def _unseen(steps: Steps, history: History, scene: Scene) -> Iterator[Steps]:
    """A card was laid and gathered that nobody saw, where more is missing than one."""
    if len(history.missing) > 1 or history.unexplained:
        for at in _gaps(steps):
            yield from _unseen_at(steps, at, scene)


def _unseen_instead(steps: Steps, history: History, which: set[int], scene: Scene) -> Iterator[Steps]:
    """A card that is hardly read as what it is called was none, and one was laid and gathered that nobody saw."""
    for k in sorted(which | {k - 1 for k in which}):
        card = scene.tracklets.looked_like(steps[k].tracks[0]) if k > 0 and len(steps[k].cards) == 1 else None
        if card is not None and card.cost(steps[k].cards[0]) > TRICKS.clear:
            rest = [*steps[:k], *steps[k + 1 :]]
            for at in range(k, min(k + TRICKS.latest, len(rest)) + 1):
                yield from _unseen_at(rest, at, scene)


def _unseen_at(steps: Steps, at: int, scene: Scene) -> Iterator[Steps]:
    """A card that nobody saw was laid before step number ``at``: of those by which nobody is at fault, and after which
    the same players come next, one.
    """
    parent = scene.rules.extended(None, steps[:at]) if not scene.rules.any_order else None
    if parent is None:
        return
    after = scene.at(steps[at]) if at < len(steps) else scene.now
    come = set[frozenset[int | None]]()
    for card in _free(steps[at:], parent.position, scene):
        step = Step((card,), (None,), (scene.at(steps[at - 1]) + after) / 2)
        then = scene.rules.follow(parent, step)
        if then is None or _next_seats(then, scene) in come:
            continue
        tip = scene.rules.extended(then, steps[at:])
        if tip is not None and not any(node.accused for node in _since(tip, at)):
            come.add(_next_seats(then, scene))
            yield [*steps[:at], step, *steps[at:]]


def _free(later: Steps, position: Standing, scene: Scene) -> list[Card]:
    """The cards that may be shown next and that no later step shows."""
    free = scene.rules.possible(position) - {card for step in later for card in step.cards}
    return sorted(free, key=lambda card: card.code)


def _next_seats(node: Node, scene: Scene) -> frozenset[int | None]:
    """Who may come after a step."""
    return frozenset(each.seat for each in scene.rules.expected(node.position))


def _gaps(steps: Sequence[Step]) -> list[int]:
    """Before which of the latest steps a card that nobody saw may have been laid."""
    return [*range(max(1, len(steps) - 3), len(steps) + 1)] if steps else []


def _since(tip: Node | None, depth: int) -> Iterator[Node]:
    while tip is not None and tip.depth > depth:
        yield tip
        tip = tip.parent
