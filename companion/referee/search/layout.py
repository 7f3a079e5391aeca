"""Moves for cards laid out before a batch: the tendido's row (R17), the leftover (R20)."""

from __future__ import annotations

import math
from collections.abc import Iterator
from itertools import combinations, pairwise

from companion.referee.event_keys import cards_of
from companion.referee.hypothesis import HistoryNode, Hypothesis, extended
from companion.referee.prior import SupposedEvent, pending_layout
from companion.referee.rates import RATES
from companion.referee.tracklets import Tracklet, Tracklets, Unseen
from engine.cards import PACK, Card
from engine.porrazo.events import Leftover, Play, Tendido
from engine.porrazo.foresight import at_play
from engine.porrazo.sofar import possible


def layouts(
    hypothesis: Hypothesis, nodes: list[HistoryNode], unexplained: list[Tracklet], tracklets: Tracklets
) -> Iterator[Hypothesis | None]:
    """A tendido or leftover instead of unexplained tracks and of the batch's first plays."""
    yield from _relaid(nodes, unexplained, tracklets)
    began = _batch_began(hypothesis, nodes)
    plays = nodes[began:]
    if not unexplained and (not plays or tracklets.now - plays[-1].step.at > RATES.together):
        return
    base = plays[0].base if plays else hypothesis
    yield from instead(base, plays, unexplained, tracklets)
    if plays and unexplained:
        yield from instead(hypothesis, [], unexplained, tracklets)


def _batch_began(hypothesis: Hypothesis, nodes: list[HistoryNode]) -> int:
    """The index of the first play in the current batch, as long as few have been played.

    Otherwise the number of nodes.
    """
    k = len(nodes)
    if hypothesis.position.complete:
        return k
    while k and isinstance(nodes[k - 1].event, Play) and len(nodes) - k < RATES.layout_cards:
        k -= 1
        if nodes[k].start.complete or not nodes[k].start.batch_so_far.played:
            return k
    return len(nodes)


def _relaid(
    nodes: list[HistoryNode], unexplained: list[Tracklet], tracklets: Tracklets
) -> Iterator[Hypothesis | None]:
    """Other cards for the tendido or leftover just laid out.

    One of its cards was only pushed, not laid; or a leftover was really a tendido, whose first cards look the
    same.
    """
    k = len(nodes)
    while k and isinstance(nodes[k - 1].event, Play) and len(nodes) - k < RATES.faults:
        k -= 1
    event = nodes[k - 1].event if k else None
    if not isinstance(event, Tendido | Leftover):
        return
    out, plays = nodes[k - 1], nodes[k:]
    tracks = [*out.step.tracks, *(node.step.tracks[0] for node in plays)]
    cards = [tracklet for track in tracks if (tracklet := tracklets.get(track)) is not None] + unexplained
    cards.sort(key=lambda tracklet: tracklet.since)
    for count, kind in _kinds(out.base):
        yield from _chosen(out.base, plays, cards, kind, count, tracklets.unseen)


def _kinds(base: Hypothesis) -> list[tuple[int, type[Tendido | Leftover]]]:
    """What may be laid out next, each with its number of cards."""
    coming = pending_layout(base.position)
    kinds: list[tuple[int, type[Tendido | Leftover]]] = [
        (coming.tendido, Tendido),
        (coming.leftover, Leftover),
    ]
    return [(count, kind) for count, kind in kinds if count]


def instead(
    base: Hypothesis, plays: list[HistoryNode], unexplained: list[Tracklet], tracklets: Tracklets
) -> Iterator[Hypothesis | None]:
    """What may be laid out after ``base``, instead of some of the ``plays`` after it and of unexplained tracks."""
    tracks = [node.step.tracks[0] for node in plays]
    cards = [tracklet for track in tracks if (tracklet := tracklets.get(track)) is not None] + unexplained
    cards.sort(key=lambda tracklet: tracklet.since)
    for count, kind in _kinds(base):
        yield from _chosen(base, plays, cards, kind, count, tracklets.unseen)


def _chosen(
    base: Hypothesis,
    plays: list[HistoryNode],
    cards: list[Tracklet],
    kind: type[Tendido | Leftover],
    count: int,
    unseen: Unseen,
) -> Iterator[Hypothesis | None]:
    """So many of these cards were laid out; the plays of the other cards stay."""
    named = {node.step.tracks[0]: node for node in plays}
    seen = at_play(base.position).hand_so_far.seen
    for own, row in rows(looked_through(cards, base.time), count, kind is Tendido, seen, unseen):
        names = _names(row, named, seen)
        if names is None:
            continue
        laid = {tracklet.track for tracklet in row}
        first = SupposedEvent(
            kind(names),
            max(tracklet.since for tracklet in row),
            own,
            tuple(tracklet.track for tracklet in row),
        )
        yield extended(base, (first, *(node.step for node in plays if node.step.tracks[0] not in laid)))


def looked_through(cards: list[Tracklet], after: float) -> list[Tracklet]:
    """The cards of which some may have been laid out, the oldest first: as many as there is time for. What was seen
    long before ``after``, when the last event came, comes last: three coasters once kept a row's last card out.
    """
    old = [tracklet for tracklet in cards if tracklet.since < after - RATES.together]
    new = [tracklet for tracklet in cards if tracklet not in old]
    return [*new, *old][: RATES.layout_cards]


def rows(
    cards: list[Tracklet], count: int, in_line: bool, seen: int, unseen: Unseen
) -> list[tuple[float, list[Tracklet]]]:
    """The likeliest choices of ``count`` cards laid out together, each with its cost in nats.

    The cards of a choice are in the order in which they lie. A track that looks like a card ``seen`` before
    in this hand is rather that card, moved: such a choice comes later. ``unseen``: the times in which nobody saw the
    table.
    """
    if len(cards) < count:
        return []
    choices = []
    for choice in combinations(cards, count):
        row = in_row([*choice]) if in_line else [*choice]
        off = crookedness(row) if in_line else 0.0
        crooked = RATES.crooked_row(off)
        known = sum(_named_at(tracklet, seen) for tracklet in row)
        twice = sum(
            RATES.one_card for one, other in combinations(row, 2) if _apart(one, other) < RATES.one_place
        )
        choices.append((known, RATES.layout + crooked + twice + _slow(choice, unseen), row))
    choices.sort(key=lambda each: each[0] + each[1])
    return [(own, row) for _, own, row in choices[: RATES.layout_rows]]


def _named_at(tracklet: Tracklet, seen: int) -> float:
    """The least cost of calling a track a card that can still turn up, in nats."""
    return min(
        (cost for cost, code in tracklet.observed_card.near if possible(seen, PACK[code])),
        default=RATES.reading_most,
    )


def _apart(one: Tracklet, other: Tracklet) -> float:
    """The distance between the places where two cards were last seen, in heights of a card."""
    return math.hypot(
        one.observed_card.x - other.observed_card.x, one.observed_card.y - other.observed_card.y
    )


def _slow(row: tuple[Tracklet, ...], unseen: Unseen) -> float:
    """What it costs that these cards came one long after another; while nobody saw the table they may have waited."""
    times = sorted(tracklet.since for tracklet in row)
    return sum(RATES.slow_row(later - one - unseen.between(one, later)) for one, later in pairwise(times))


def _names(row: list[Tracklet], named: dict[int | None, HistoryNode], seen: int) -> tuple[Card, ...] | None:
    """The card of each track in a row; None where one has none that is possible.

    It is the card that it was played as, if that had a suit; else the likeliest that can still turn up.
    """
    chosen: list[Card] = []
    for tracklet in row:
        node = named.get(tracklet.track)
        known = cards_of(node.event)[0] if node is not None else None
        likely = (PACK[code] for _, code in tracklet.observed_card.near[:8])
        free = [card for card in likely if card not in chosen and possible(seen, card)]
        if known is not None and known.suit is not None and known not in chosen:
            chosen.append(known)
        elif free:
            chosen.append(free[0])
        else:
            return None
    return tuple(chosen)


def laid_as(
    nodes: list[HistoryNode], k: int, card: Card, track: int, tracklets: Tracklets
) -> Hypothesis | None:
    """The ``k``-th event, a tendido, with one of its cards laid as another track.

    Only where the first track was seen for a moment; else None. The row is sorted anew, since its order is
    that in which the cards lie.
    """
    event, step = nodes[k].event, nodes[k].step
    if not isinstance(event, Tendido) or track in step.tracks:
        return None
    was = tracklets.get(step.tracks[event.cards.index(card)])
    if was is None or was.here or was.life > RATES.fleeting_for:
        return None
    named = {track if other == card else t: other for other, t in zip(event.cards, step.tracks, strict=True)}
    row = in_row([tracklet for each in named if (tracklet := tracklets.get(each)) is not None])
    if len(row) < len(event.cards):
        return None
    ordered = tuple(tracklet.track for tracklet in row)
    step = step._replace(event=Tendido(tuple(named[each] for each in ordered)), tracks=ordered)
    return extended(nodes[k].base, (step, *(node.step for node in nodes[k + 1 :])))


def in_row(row: list[Tracklet]) -> list[Tracklet]:
    """The cards in the order in which they lie along their common line."""
    xs, ys = [t.observed_card.x for t in row], [t.observed_card.y for t in row]
    across = max(xs) - min(xs) >= max(ys) - min(ys)
    return sorted(row, key=lambda t: t.observed_card.x if across else t.observed_card.y)


def crookedness(row: list[Tracklet]) -> float:
    """How far the cards lie from a common line, root mean square, in heights of a card."""
    xs, ys = [t.observed_card.x for t in row], [t.observed_card.y for t in row]
    n = len(row)
    mx, my = sum(xs) / n, sum(ys) / n
    xx = sum((x - mx) ** 2 for x in xs)
    yy = sum((y - my) ** 2 for y in ys)
    xy = sum((x - mx) * (y - my) for x, y in zip(xs, ys, strict=True))
    smaller = (xx + yy) / 2 - math.sqrt(((xx - yy) / 2) ** 2 + xy * xy)
    return math.sqrt(max(0.0, smaller) / n)
