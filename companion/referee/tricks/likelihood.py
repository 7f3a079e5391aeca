"""What the observations cost, given a history: how well it explains every track, and how long each card lay."""

from __future__ import annotations

from companion.referee.rates import RATES
from companion.referee.tracklets import Tracklet
from companion.referee.tricks.history import History, Node, Terms, chain
from companion.referee.tricks.rates import TRICKS
from companion.referee.tricks.rows import across, apart, scattered
from companion.referee.tricks.scene import Scene
from companion.referee.tricks.stays import Stay, is_covered, stays_of
from engine.cards import Card


def weighed(tip: Node | None, scene: Scene) -> History:
    """A history with its cost."""
    nodes = chain(tip)
    stays = stays_of(nodes, scene)
    clutter, unexplained = _explained(nodes, stays, scene)
    persistence, missing = _persistence(nodes, stays, scene)
    terms = Terms(
        _prior(nodes, scene),
        sum(_identity(stay.track, stay.card, scene) for stay in stays if stay.track is not None),
        persistence,
        clutter,
        scene.seats.cost(nodes, scene.rules, scene.tracklets),
    )
    return History(tip, terms, unexplained, missing)


def _prior(nodes: list[Node], scene: Scene) -> float:
    total = 0.0
    before: Node | None = None
    late = TRICKS.not_together if scene.rules.any_order else RATES.out_of_order
    if scene.rules.any_order:
        total += across(nodes, scene.tracklets)
    for node in nodes:
        total += RATES.play if not node.step.unseen else TRICKS.unseen * node.step.unseen
        total += TRICKS.fault * len(node.accused)
        total += scattered(
            [each for track in node.step.seen if (each := scene.tracklets.get(track)) is not None], late
        )
        if not node.step.cards:
            total += 0.0 if node.likely else TRICKS.clear
            continue
        passed = scene.at(node.step) - scene.at(before.step) if before is not None else 0.0
        if before is not None and node.free:
            total += RATES.again if passed < 0 else 0.0
        elif before is not None:
            least = TRICKS.sweep if before.gathered else TRICKS.turn
            total += RATES.too_quick(least - passed) if passed < least else 0.0
            total += RATES.out_of_order if passed < -RATES.order_within else 0.0
        before = node
    return total


def _identity(track: Tracklet, card: Card, scene: Scene) -> float:
    """What it costs that a track is a card of its own, and that one."""
    return track.observed_card.cost(card) + (RATES.one_card if _found_twice(track, scene) else 0.0)


def _explained(nodes: list[Node], stays: list[Stay], scene: Scene) -> tuple[float, tuple[int, ...]]:
    """What the tracks cost that are no event: each is a card again, or clutter; and those that cost most."""
    by_code: dict[int, list[Stay]] = {}
    for stay in stays:
        by_code.setdefault(stay.card.code, []).append(stay)
        if stay.track is not None:
            stay.seen = stay.track.until
    used = {stay.track.track for stay in stays if stay.track is not None}
    ended = scene.at(nodes[-1].step) if nodes and nodes[-1].position.winner is not None else float("inf")
    if scene.rules.any_order:  # the others still turn up what they hold
        ended += TRICKS.gathered_for
    total = 0.0
    unexplained: list[tuple[float, int]] = []
    for tracklet in scene.tracklets.by_track.values():
        if tracklet.track in used or not tracklet.tells or tracklet.until < scene.horizon:
            continue
        as_clutter = _clutter(tracklet)
        as_clutter = min(as_clutter, TRICKS.after_end) if tracklet.since > ended else as_clutter
        least, whose = _as_card(tracklet, by_code, as_clutter)
        if whose is not None:
            whose.again.append(tracklet)
            whose.seen = max(whose.seen, tracklet.until) if tracklet.since <= whose.gone else whose.seen
        total += least
        if least > RATES.play:
            unexplained.append((-max(least, as_clutter / 2), tracklet.track))
    return total, tuple(track for _, track in sorted(unexplained))


def _found_twice(tracklet: Tracklet, scene: Scene) -> bool:
    """Whether a track that was never steady lay in the place of a card that was and that it looked like; or in its very
    place, whatever it looked like.
    """
    return not tracklet.steady and any(
        each.steady
        and tracklet.since <= each.until
        and each.since <= tracklet.until
        and apart(tracklet, each)
        < (RATES.one_place if each.observed_card.best == tracklet.observed_card.best else TRICKS.one_spot)
        for each in scene.tracklets.by_track.values()
    )


def _as_card(
    tracklet: Tracklet, by_code: dict[int, list[Stay]], as_clutter: float
) -> tuple[float, Stay | None]:
    """The least that a track costs as a card that is known, and which; else what it costs as clutter."""
    least, whose = as_clutter, None
    for cost, code in tracklet.observed_card.near:
        for stay in by_code.get(code, ()) if cost < least else ():
            again = cost + _again(tracklet, stay)
            if again < least:
                least, whose = again, stay
    return least, whose


def _again(tracklet: Tracklet, stay: Stay) -> float:
    """What it costs that a track is a card that lies there already, is on its way there, or was gathered."""
    if tracklet.until < stay.at:
        late = stay.at - tracklet.until
        return TRICKS.in_hand if late < RATES.same_card_for else RATES.back
    if tracklet.since > stay.gone + (0.0 if stay.up else TRICKS.gathered_for):
        # What was gathered unseen was guessed: a card of that name that comes later is the card itself.
        return RATES.back if stay.tracks or stay.at == float("-inf") else float("inf")
    cost = RATES.again if tracklet.since >= stay.at - RATES.order_within else TRICKS.in_hand
    own = stay.track
    if own is None:
        return cost
    if apart(own, tracklet) > TRICKS.cover / 2:
        cost += TRICKS.elsewhere
        both = min(own.clear, tracklet.clear) - max(own.since, tracklet.since)
        cost += RATES.doubled_apart(both) if both > 0 else 0.0
    return cost


def _clutter(tracklet: Tracklet) -> float:
    """What it costs that a track is no card of the game, or was taken back."""
    lasting = TRICKS.clutter if tracklet.steady else TRICKS.glimpse
    cost = lasting(tracklet.life) * max(RATES.clutter_least, max(tracklet.observed_card.odds))
    cost = min(cost, TRICKS.at_first) if tracklet.early else cost
    return cost if tracklet.here else min(cost, TRICKS.taken_back)


def _persistence(nodes: list[Node], stays: list[Stay], scene: Scene) -> tuple[float, frozenset[Card]]:
    """What it costs that cards were missed while they had to lie there, or lay there after they were gathered."""
    tip = nodes[-1] if nodes else None
    over = scene.rules.any_order and tip is not None and tip.position.winner is not None
    may_go = scene.rules.may_go(tip.position if tip is not None else scene.rules.base)
    total, missing = 0.0, set()
    for stay in stays:
        if not stay.tracks or stay.up:
            continue
        if stay.gone == float("inf"):
            if stay.card in may_go:
                continue
            until = stay.at if over else scene.now  # a won match: nobody need leave anything there
        else:
            until = stay.gone - RATES.swept_before
        away = until - stay.seen - scene.tracklets.unseen.between(stay.seen, until)
        cost = RATES.missing(away) if away > 0 else 0.0
        if cost > TRICKS.covered and is_covered(stay, stays):
            cost = TRICKS.covered
        elif cost:
            missing.add(stay.card)
        if stay.led < float("inf") and stay.there_until > stay.led:
            cost += TRICKS.lingers(stay.there_until - stay.led)
        total += cost
    return total, frozenset(missing)
