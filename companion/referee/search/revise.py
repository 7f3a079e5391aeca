"""Moves that change earlier events: another card, another capture, or one that never happened."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from companion.referee.event_keys import brings, cards_of, with_card
from companion.referee.hypothesis import HistoryNode, Hypothesis, Misread, Presence, extended
from companion.referee.observation import ObservedCard, as_rank
from companion.referee.prior import SupposedEvent, new_hand
from companion.referee.rates import RATES
from companion.referee.search.layout import laid_as
from companion.referee.tracklets import Tracklet, Tracklets
from engine.cards import ANY_SUIT, PACK, Card, Rank
from engine.porrazo.events import Play, Recount
from engine.porrazo.foresight import at_play
from engine.porrazo.sofar import possible


def revisions(
    hypothesis: Hypothesis,
    nodes: list[HistoryNode],
    unexplained: list[Tracklet],
    tracklets: Tracklets,
    floor: int,
) -> Iterator[Hypothesis | None]:
    """The hypothesis with earlier events changed, so that it explains more of what was seen. Those up to number
    ``floor`` are closed.
    """
    residuals = hypothesis.residuals
    bringers = {node.depth: k for k, node in enumerate(nodes)}
    # The newest first: there are many old ones, whose moves have been tried.
    misread = sorted(residuals.misread, key=lambda each: -each.track)[: RATES.faults]
    for presence, track in misread:
        tracklet, k = tracklets.get(track), bringers.get(presence.laid)
        if tracklet is not None and k is not None:
            yield from _as_others(
                nodes, k, presence.card, others(tracklet.observed_card, presence.card), tracklets
            )
            yield laid_as(nodes, k, presence.card, track, tracklets)
    for presence, since in residuals.missing[: RATES.faults]:
        k = bringers.get(presence.laid)
        if k is not None:
            yield from _missing(nodes, k, presence, unexplained, tracklets)
        for j, node in enumerate(nodes):
            if since - RATES.back_within < node.step.at <= since + 1.0 and isinstance(node.event, Play):
                if node.step.tracks[0] is None:
                    yield from _unseen_otherwise(nodes, j, presence.card.rank)
                yield from _captured_otherwise(nodes, j, presence.card.rank, tracklets)
                yield from _took_otherwise(nodes, j, presence.card)
    for depth in residuals.not_removed[-2:]:
        k = bringers.get(depth)
        if k is not None and isinstance(nodes[k].event, Play):
            yield from _not_taken(hypothesis, nodes, k, tracklets)
    yield from _not_played(hypothesis, nodes, unexplained[-RATES.faults :])
    yield from _named_before(hypothesis, misread, tracklets, floor)


def others(observed_card: ObservedCard, but: Card) -> list[Card]:
    """The other cards that this may be, likeliest first; never ``but``."""
    return [PACK[code] for _, code in observed_card.near if PACK[code] != but][: RATES.names]


def other_ranks(observed_card: ObservedCard, but: Card) -> list[Card]:
    """Those of them that have another rank: which cards capture which does not depend on suits."""
    return [card for card in others(observed_card, but) if card.rank != but.rank]


def changed(
    nodes: list[HistoryNode], k: int, steps: list[SupposedEvent], instead: dict[Card, Card] | None = None
) -> Hypothesis | None:
    """The events with ``steps`` in place of node ``k``; ``instead`` as in `extended`.

    A recount that puts the capture by node ``k`` right goes with it.
    """
    later = [node.step for node in nodes[k + 1 :]]
    if later and isinstance(later[0].event, Recount) and later[0].at == nodes[k].step.at:
        del later[0]
    return extended(nodes[k].base, (*steps, *later), instead)


def with_other(node: HistoryNode, was: Card, now: Card, tracklets: Tracklets) -> SupposedEvent:
    """The event of a node with card ``now`` in place of card ``was``.

    If its track is no longer evaluated, the cost of what it looked like then is added here.
    """
    track, step = _track(node, was), node.step._replace(event=with_card(node.event, was, now))
    seen = tracklets.looked_like(track) if tracklets.get(track) is None else None
    if seen is None or now.suit is None or was.suit is None:
        return step
    return step._replace(own=step.own + max(0.0, seen.cost(now) - seen.cost(was)))


def _as_others(
    nodes: list[HistoryNode], k: int, was: Card, names: list[Card], tracklets: Tracklets
) -> Iterator[Hypothesis | None]:
    for now in names:
        if not brings(nodes[k].event, now):
            yield changed(nodes, k, [with_other(nodes[k], was, now, tracklets)], {was: now})


def _track(node: HistoryNode, card: Card) -> int | None:
    """The track of a card that an event brought; None where nobody saw it."""
    return dict(zip(cards_of(node.event), node.step.tracks, strict=False)).get(card)


def _sighting(node: HistoryNode, card: Card, tracklets: Tracklets) -> ObservedCard | None:
    """How the card that an event brought looked when last seen; None where nobody saw it."""
    return tracklets.looked_like(_track(node, card))


def _missing(
    nodes: list[HistoryNode],
    k: int,
    presence: Presence,
    unexplained: list[Tracklet],
    tracklets: Tracklets,
) -> Iterator[Hypothesis | None]:
    """A missing card was another card, or no card; or an unexplained track is what was laid then."""
    node, tracklet = nodes[k], tracklets.get(presence.track)
    if tracklet is not None:
        yield from _as_others(
            nodes, k, presence.card, other_ranks(tracklet.observed_card, presence.card), tracklets
        )
        if not tracklet.here and tracklet.life < RATES.short:
            yield _without(nodes, k, presence)
    for tracklet in unexplained[: RATES.faults]:
        if isinstance(node.event, Play) and tracklet.since < node.step.at + RATES.short:
            for _, code in tracklet.observed_card.near[:2]:
                event = replace(node.event, card=PACK[code], took=())
                step = SupposedEvent(event, tracklet.since, 0.0, (tracklet.track,))
                yield changed(nodes, k, [step], {presence.card: PACK[code]})


def _without(nodes: list[HistoryNode], k: int, presence: Presence) -> Hypothesis | None:
    """The events without a card that was no card: without its play, or without it in a recount."""
    node = nodes[k]
    if isinstance(node.event, Play):
        return changed(nodes, k, [])
    if isinstance(node.event, Recount):
        kept = [
            (card, track)
            for card, track in zip(node.event.cards, node.step.tracks, strict=True)
            if card != presence.card
        ]
        if not kept and not node.start.table:
            return changed(nodes, k, [])
        event = replace(node.event, cards=tuple(card for card, _ in kept))
        return changed(nodes, k, [node.step._replace(event=event, tracks=tuple(t for _, t in kept))])
    return None


def _captured_otherwise(
    nodes: list[HistoryNode], j: int, missing: Rank, tracklets: Tracklets
) -> Iterator[Hypothesis | None]:
    """A play was of another rank, perhaps that of the ``missing`` card.

    Or it captured, although the hypothesis says that it gave up its capture.
    """
    node = nodes[j]
    event = node.event
    assert isinstance(event, Play)
    if event.in_place:
        yield changed(nodes, j, [node.step._replace(event=replace(event, in_place=False))])
    observed_card = _sighting(node, event.card, tracklets)
    if observed_card is None:
        return
    alike = as_rank(observed_card, missing)
    cards = other_ranks(observed_card, event.card)
    if alike not in cards and event.card.rank != missing and observed_card.cost(alike) < RATES.another_card:
        cards.append(alike)
    for card in cards:
        yield changed(nodes, j, [with_other(node, event.card, card, tracklets)], {event.card: card})
        yield from _both(nodes, j, card, tracklets)


def _unseen_otherwise(nodes: list[HistoryNode], j: int, missing: Rank) -> Iterator[Hypothesis | None]:
    """A play that nobody saw did not happen, or had the rank of the ``missing`` card.

    The cards of a run are taken off in any order, so the first one that is missing need not have that rank.
    """
    event = nodes[j].event
    assert isinstance(event, Play)
    yield changed(nodes, j, [])
    if event.card.rank != missing:
        other = replace(event, card=ANY_SUIT[missing - 1], took=(), in_place=False)
        yield changed(nodes, j, [nodes[j].step._replace(event=other)], {event.card: other.card})


def _both(nodes: list[HistoryNode], j: int, card: Card, tracklets: Tracklets) -> Iterator[Hypothesis | None]:
    """A play was of another rank, and so was a card on the table that it captured."""
    played = nodes[j].event
    assert isinstance(played, Play)
    for lying in nodes[j].start.table:
        k = _bringer(nodes[:j], lying)
        observed_card = _sighting(nodes[k], lying, tracklets) if k is not None else None
        if k is None or observed_card is None:
            continue
        for now in others(observed_card, lying):
            if now.rank == card.rank and now != card:
                steps = [
                    with_other(nodes[k], lying, now, tracklets),
                    *(node.step for node in nodes[k + 1 : j]),
                ]
                steps += [
                    with_other(nodes[j], played.card, card, tracklets),
                    *(node.step for node in nodes[j + 1 :]),
                ]
                yield extended(nodes[k].base, steps, {lying: now, played.card: card})


def _took_otherwise(nodes: list[HistoryNode], j: int, gone: Card) -> Iterator[Hypothesis | None]:
    """Of two equal cards the play took the other one, ``gone``."""
    event, table = nodes[j].event, nodes[j].start.table
    assert isinstance(event, Play)
    twins = [card for card in table if card.rank == gone.rank and card != gone]
    if gone in table and twins and gone not in event.took:
        took = (*(card for card in event.took if card.rank != gone.rank), gone)
        yield changed(nodes, j, [nodes[j].step._replace(event=replace(event, took=took))])


def _not_taken(
    hypothesis: Hypothesis, nodes: list[HistoryNode], k: int, tracklets: Tracklets
) -> Iterator[Hypothesis | None]:
    """A capture whose cards still lie there: it was none, or another, or its card was no card."""
    node = nodes[k]
    event = node.event
    assert isinstance(event, Play)
    if event.card.rank <= Rank.FOUR and not event.in_place:
        yield changed(nodes, k, [node.step._replace(event=replace(event, in_place=True, took=()))])
    observed_card = _sighting(node, event.card, tracklets)
    if observed_card is not None:
        for card in other_ranks(observed_card, event.card):
            yield changed(nodes, k, [with_other(node, event.card, card, tracklets)], {event.card: card})
    tracklet = tracklets.get(node.step.tracks[0])
    if tracklet is not None and not tracklet.here and tracklet.life < RATES.short:
        yield changed(nodes, k, [])
    for presence in hypothesis.gone:
        if presence.taken == node.depth and presence.laid != node.depth:
            yield from _not_this_one(nodes, node, presence, tracklets)


def _not_played(
    hypothesis: Hypothesis, nodes: list[HistoryNode], unexplained: list[Tracklet]
) -> Iterator[Hypothesis | None]:
    """A card lies there that was captured a little before: the play that took it was taken back."""
    for k, node in enumerate(nodes):
        if not isinstance(node.event, Play):
            continue
        taken = {presence.card.code for presence in hypothesis.gone if presence.taken == node.depth}
        if any(
            each.observed_card.best in taken and 0.0 < each.since - node.step.at < RATES.back_within
            for each in unexplained
        ):
            yield changed(nodes, k, [])


def _not_this_one(
    nodes: list[HistoryNode],
    node: HistoryNode,
    presence: Presence,
    tracklets: Tracklets,
) -> Iterator[Hypothesis | None]:
    """One of the captured cards was another card, or its equal on the table was taken instead."""
    k = next((k for k, each in enumerate(nodes) if each.depth == presence.laid), None)
    observed_card = _sighting(nodes[k], presence.card, tracklets) if k is not None else None
    if k is not None and observed_card is not None:
        yield from _as_others(nodes, k, presence.card, other_ranks(observed_card, presence.card), tracklets)
    j = next(j for j, each in enumerate(nodes) if each is node)
    for twin in node.start.table:
        if twin.rank == presence.card.rank and twin != presence.card:
            yield from _took_otherwise(nodes, j, twin)


def conflicting(
    hypothesis: Hypothesis, tracklet: Tracklet, tracklets: Tracklets, floor: int
) -> Iterator[Hypothesis | None]:
    """A card turns up that was seen in this hand before: the earlier one was another card.

    If the earlier one's track is no longer evaluated, only cards of the same rank are tried.
    """
    card = PACK[tracklet.observed_card.best]
    nodes = _of_this_hand(hypothesis.since(hypothesis.depth - RATES.hand))
    k = _bringer(nodes, card)
    if k is None or tracklet.track in nodes[k].step.tracks:
        return
    if nodes[k].depth <= floor and possible(at_play(hypothesis.position).hand_so_far.seen, card):
        return
    place = len(nodes)
    while place > k + 1 and nodes[place - 1].step.at > tracklet.since:
        place -= 1
    laid = SupposedEvent(Play(0, card), tracklet.since, 0.0, (tracklet.track,))
    before, after = nodes[k + 1 : place], nodes[place:]
    for step, other in _otherwise(nodes, k, card, tracklets, floor):
        steps = (step, *(node.step for node in before), laid, *(node.step for node in after))
        yield extended(nodes[k].base, steps, {card: other})


def _named_before(
    hypothesis: Hypothesis, misread: Sequence[Misread], tracklets: Tracklets, floor: int
) -> Iterator[Hypothesis | None]:
    """A card looks like one that was seen in this hand before: the earlier one was of another suit, and this is the one
    that it looks like. Who captured before does not change by that.
    """
    nodes = _of_this_hand(hypothesis.since(hypothesis.depth - RATES.hand)) if misread else []
    places = {node.depth: j for j, node in enumerate(nodes)}
    for was, track in misread:
        tracklet, j = tracklets.get(track), places.get(was.laid)
        if tracklet is None or j is None:
            continue
        now = PACK[tracklet.observed_card.best]
        k = _bringer(nodes[:j], now)
        if k is None:
            continue
        later = [node.step for node in nodes[k + 1 :]]
        if isinstance(nodes[j].event, Play):
            later[j - k - 1] = with_other(nodes[j], was.card, now, tracklets)
        for step, other in _otherwise(nodes, k, now, tracklets, floor):
            if other.rank == now.rank and other.suit is not None:
                yield extended(nodes[k].base, (step, *later), {now: other, was.card: now})


def _otherwise(
    nodes: list[HistoryNode], k: int, card: Card, tracklets: Tracklets, floor: int
) -> Iterator[tuple[SupposedEvent, Card]]:
    """The event that brought a card, with each other card that this may have been."""
    observed_card = _sighting(nodes[k], card, tracklets)
    own = 0.0
    if observed_card is not None:
        evaluated = tracklets.get(_track(nodes[k], card)) is not None
        names = [other for other in others(observed_card, card) if evaluated or other.rank == card.rank]
    elif nodes[k].step.own < 0.0:  # only supposed to have been played: any other card would do
        lying = {each.rank for each in at_play(nodes[k].start).table}
        names = [other for other in ANY_SUIT if other.rank not in lying][: RATES.names]
    elif nodes[k].depth > floor:
        names = []
    else:  # seen only for a moment
        names, own = [ANY_SUIT[card.rank - 1]], RATES.suit_unknown
    for other in names:
        step = with_other(nodes[k], card, other, tracklets)
        yield step._replace(own=step.own + own), other


def _bringer(nodes: Sequence[HistoryNode], card: Card) -> int | None:
    """The number of the newest event that brought a card."""
    return next((k for k in range(len(nodes) - 1, -1, -1) if brings(nodes[k].event, card)), None)


def _of_this_hand(nodes: list[HistoryNode]) -> list[HistoryNode]:
    """The events that belong to the newest hand among them."""
    first = next((k for k in range(len(nodes) - 1, 0, -1) if new_hand(nodes[k].start, nodes[k].event)), 0)
    return nodes[first:]
