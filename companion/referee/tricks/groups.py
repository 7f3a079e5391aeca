"""From a history to its neighbours: cards that were shown together, and the events that show none before them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from companion.referee.observation import ObservedCard
from companion.referee.rates import RATES
from companion.referee.tracklets import Tracklet
from companion.referee.tricks.history import History, Step, chain
from companion.referee.tricks.offers import sizes
from companion.referee.tricks.rates import TRICKS
from companion.referee.tricks.rows import apart
from companion.referee.tricks.scene import Scene
from engine.cards import Card
from engine.game import Expected, Standing

Steps = list[Step]


def likely_names(card: ObservedCard, pack: frozenset[Card], many: int = RATES.names) -> list[Card]:
    """The likeliest cards of the pack that a track may be."""
    return sorted(pack, key=lambda each: (card.cost(each), each.code))[:many]


def places(steps: Steps, since: float, scene: Scene) -> list[int]:
    """Where a step of this time may stand, among the latest."""
    first = max(0, len(steps) - TRICKS.latest)
    at = next((k for k in range(first, len(steps)) if scene.at(steps[k]) > since), len(steps))
    near = [
        k
        for k in (at - 1, at + 1)
        if first <= k <= len(steps) and abs(scene.at(steps[min(at, k)]) - since) < RATES.same_time
    ]
    return [at, *near]


def with_card(step: Step, i: int, name: Card) -> Step:
    """The step with its card number ``i`` being another."""
    return in_order(step._replace(cards=(*step.cards[:i], name, *step.cards[i + 1 :])))


def in_order(step: Step) -> Step:
    """The step with its cards in the one order in which cards shown at once are written."""
    if len(step.cards) < 2:
        return step
    shown = sorted(zip(step.cards, step.tracks, strict=True), key=lambda each: (each[0].code, each[1] or 0))
    return step._replace(cards=tuple(card for card, _ in shown), tracks=tuple(track for _, track in shown))


def put_in_many(steps: Steps, tracklet: Tracklet, history: History, scene: Scene) -> Iterator[Steps]:
    """A track and those that lie next to it are what an event showed that may come there; some that shows no card may
    have come before it.
    """
    unexplained = [each for track in history.unexplained if (each := scene.tracklets.get(track)) is not None]
    nodes = history.nodes
    for at in dict.fromkeys((*places(steps, tracklet.since, scene)[:1], len(steps))):
        before = nodes[at - 1].position if at else scene.rules.base
        for inferred in ((), *scene.rules.enabled(before)[: TRICKS.most_ways]):
            then = scene.rules.after_inferred(before, inferred)
            for count in _sizes(then, scene):
                for group in _groups(tracklet, unexplained, count, scene):
                    yield from _shown(steps, at, inferred, group, then, scene)
    for k in range(max(0, len(steps) - 2), len(steps)):
        mine = [each for track in steps[k].seen if (each := scene.tracklets.get(track)) is not None]
        for at in dict.fromkeys((k, _quiet_from(steps, k))) if mine else ():
            fewer = [*steps[:at], *steps[k + 1 :]]
            before = nodes[at - 1].position if at else scene.rules.base
            for count in _sizes(before, scene):
                for group in _groups(tracklet, [*unexplained, *mine], count, scene):
                    yield from _shown(fewer, at, (), group, before, scene)


def _quiet_from(steps: Steps, k: int) -> int:
    """From where on the steps just before one showed no card."""
    while k and not steps[k - 1].cards:
        k -= 1
    return k


def _sizes(position: Standing, scene: Scene) -> set[int]:
    """How many cards may be shown at once next; one alone is put in elsewhere where players have one order."""
    expected = scene.rules.expected(position)
    found = {size for each in expected for size in sizes(each)}
    return found if scene.rules.any_order or any(each.least for each in expected) else found - {1}


def _groups(
    tracklet: Tracklet, unexplained: Sequence[Tracklet], count: int, scene: Scene
) -> Iterator[list[Tracklet]]:
    """A track with the ``count`` - 1 nearest; one fewer where the rest may not be seen yet, or ever. One of the nearest
    may be no card: then the next one is.
    """
    others = [each for each in unexplained if each.track != tracklet.track and _together(tracklet, each)]
    others.sort(key=lambda each: apart(tracklet, each))
    # Two finds of one card are not two cards.
    near: list[Tracklet] = [tracklet]
    for each in others:
        if scene.rules.any_order and not _joins(each, near):
            continue
        if all(apart(each, other) > RATES.one_place or not _same(each, other) for other in near):
            near.append(each)
    if len(near) >= count:
        yield near[:count]
        for k in range(1, count) if len(near) > count else ():
            yield [*near[:k], *near[k + 1 : count + 1]]
    elif 1 < count <= len(near) + 1 and len(near) > 1:
        yield near


def _joins(each: Tracklet, near: Sequence[Tracklet]) -> bool:
    """Whether a card may belong to these, where players turn up hand after hand: it lies with them, and what came long
    after them or before lies right beside one.
    """
    by = min(apart(each, other) for other in near)
    late = max(abs(each.since - other.since) for other in near) > TRICKS.sweep
    return by < (TRICKS.beside if late else TRICKS.away)


def _together(one: Tracklet, other: Tracklet) -> bool:
    """Whether two tracks may have lain there at one time."""
    return one.since <= other.until + TRICKS.sweep and other.since <= one.until + TRICKS.sweep


def _same(one: Tracklet, other: Tracklet) -> bool:
    return one.observed_card.best == other.observed_card.best


def _shown(
    steps: Steps, at: int, inferred: tuple[Step, ...], group: Sequence[Tracklet], then: Standing, scene: Scene
) -> Iterator[Steps]:
    """These tracks, named, as each event that may show so many cards."""
    rules = scene.rules
    since = max(each.since for each in group)
    quiet = put_before(inferred, steps[:at], since, scene)
    taken = {card for step in steps for card in step.cards}
    for each in rules.expected(then):
        if len(group) not in sizes(each) and not _one_unseen(each, group, scene):
            continue
        if each.apart and each.seat is None:
            continue
        for cards in _named(group, frozenset(each.cards)):
            step = Step(cards, tuple(one.track for one in group), since, each.do, each.seat)
            ways = [step]
            if len(group) not in sizes(each):
                free = sorted({*each.cards} - taken - {*cards}, key=lambda card: card.code)
                ways = [step._replace(cards=(*cards, card), tracks=(*step.tracks, None)) for card in free]
            # Who showed cards after all had not said before that no more would come.
            shown = [later for later in steps[at:] if later.cards]
            for rest in (steps[at:], shown) if len(shown) < len(steps) - at else (steps[at:],):
                yield _first_fitting([[*steps[:at], *quiet, in_order(way), *rest] for way in ways], at, scene)


def _first_fitting(ways: Sequence[Steps], at: int, scene: Scene) -> Steps:
    """The first of these ways, which differ from step number ``at`` on, that the game allows and by which nobody is at
    fault; the first if none is.
    """
    parent = scene.rules.extended(None, ways[0][:at]) if len(ways) > 1 else None
    for way in ways if len(ways) > 1 else ():
        tip = scene.rules.extended(parent, way[at:])
        if tip is not None and not any(node.accused for node in chain(tip)[at:]):
            return way
    return ways[0]


def _one_unseen(expected: Expected, group: Sequence[Tracklet], scene: Scene) -> bool:
    """Whether an event may have shown one card more than these: not before that has had the time to come, or to be
    read, unless all have left.
    """
    more = expected.count == len(group) + 1 and expected.least is None
    late = scene.now - max(each.since for each in group) > RATES.same_card_for
    return more and (late or not any(each.here for each in group))


def put_before(inferred: Sequence[Step], steps: Steps, since: float, scene: Scene) -> Steps:
    """Events that show no card, between what these steps left there and what was shown at ``since`` seconds."""
    if not inferred:
        return []
    lay = frozenset(steps_lying(steps, len(steps), scene))
    at = min(since, left_at(lay, scene) + RATES.swept_before)
    return [step._replace(at=at, taken=taken(step, steps)) for step in inferred]


def taken(step: Step, steps: Steps) -> int | None:
    """The track of the card that a step takes off the table, which one of the steps before it showed."""
    name = dict(step.said).get("card")
    for earlier in reversed(steps):
        for card, track in zip(earlier.cards, earlier.tracks, strict=True):
            if str(card) == name:
                return track
    return None


def taken_again(step: Step, steps: Steps) -> Step:
    """The step with the card that it takes called what its track stands for in the steps before it."""
    if step.taken is None:
        return step
    for earlier in reversed(steps):
        if step.taken in earlier.tracks:
            name = earlier.cards[earlier.tracks.index(step.taken)]
            return step._replace(said=(("card", str(name)),))
    return step


def steps_lying(steps: Steps, at: int, scene: Scene) -> tuple[Card, ...]:
    """What lies there after the first ``at`` of these steps."""
    tip = scene.rules.extended(None, steps[:at])
    return tip.lying if tip is not None else scene.rules.start()


def left_at(cards: frozenset[Card], scene: Scene) -> float:
    """When the first of these cards was last seen that is not seen now; now if all are, in seconds."""
    seen: dict[int, float] = {}
    here: set[int] = set()
    for tracklet in scene.tracklets.by_track.values():
        code = tracklet.observed_card.best
        seen[code] = max(seen.get(code, 0.0), tracklet.until)
        here |= {code} if tracklet.here else set()
    return min(
        (seen[card.code] for card in cards if card.code in seen and card.code not in here), default=scene.now
    )


def _named(group: Sequence[Tracklet], possible: frozenset[Card]) -> Iterator[tuple[Card, ...]]:
    """The likeliest cards that a group may be, and with one of them the next likeliest."""
    if len(possible) < len(group):
        return
    names = [likely_names(each.observed_card, possible) for each in group]
    first = [each[0] for each in names]
    if len({*first}) == len(first):
        yield tuple(first)
    for k, each in enumerate(names):
        for name in each[1:]:
            other = (*first[:k], name, *first[k + 1 :])
            if len({*other}) == len(other) and group[k].observed_card.cost(name) <= RATES.unlikely + group[
                k
            ].observed_card.cost(first[k]):
                yield other
