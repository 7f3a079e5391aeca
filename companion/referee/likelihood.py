"""How well a hypothesis fits the tracks that were seen: which card each was, what was missing, what nothing
explains."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

from companion.referee.arms import Seating
from companion.referee.clutter import clutter_cost
from companion.referee.event_prior import won
from companion.referee.hypothesis import NEVER, OVER, Hypothesis, Presence, Residuals
from companion.referee.pending_layout import pending_layout
from companion.referee.persistence import Seen, left_lying, lingering
from companion.referee.rates import RATES
from companion.referee.tracklets import Tracklet, Tracklets
from engine.cards import PACK, Card

Span = tuple[float, float]


def evaluated(
    hypothesis: Hypothesis, tracklets: Tracklets, horizon: float, seating: Seating | None = None
) -> Hypothesis:
    """The hypothesis held against the tracklets, and against whose arms showed; what was before ``horizon`` seconds no
    longer matters.
    """
    scale = _Scale(hypothesis, tracklets, horizon)
    if seating is not None:
        scale.cost += seating.cost(hypothesis, tracklets.now)
    return hypothesis.with_residuals(scale.residuals())


class _Scale:
    """One weighing."""

    def __init__(self, hypothesis: Hypothesis, tracklets: Tracklets, horizon: float) -> None:
        self.hypothesis, self.tracklets, self.horizon, self.now = (
            hypothesis,
            tracklets,
            horizon,
            tracklets.now,
        )
        self.cost, self.faults = hypothesis.prior, 0.0
        self.spans: dict[int, list[Span]] = defaultdict(list)  # by the presence's id()
        self.strangers: list[Tracklet] = []
        self.misread: list[tuple[Presence, int]] = []
        self.named: dict[int, Card] = {}
        self.charged: dict[tuple[int, int], float] = {}  # by the presence's id() and what it looks like
        self.charged_as: set[int] = set()
        self.by_track: dict[int, Presence] = {}
        self.by_code: dict[int, list[Presence]] = defaultdict(list)
        for presence in (*hypothesis.gone, *hypothesis.lying.values()):
            if presence.track is not None:
                self.by_track[presence.track] = presence
            for code in _codes(presence.card):
                self.by_code[code].append(presence)

    def residuals(self) -> Residuals:
        """Weigh everything."""
        self._name()
        self._weigh_strangers()
        missing: list[tuple[Presence, float]] = []
        groups: dict[int, list[Seen]] = defaultdict(list)
        for presence in (*self.hypothesis.gone, *self.hypothesis.lying.values()):
            if presence.must_leave_at < NEVER:
                if (
                    presence.must_leave_at > self.horizon
                    and presence.track is not None
                    and presence.taken > 0
                ):
                    spans = self.spans.get(id(presence))
                    last = max(end for _, end in spans) if spans else -NEVER
                    groups[presence.taken].append((last, presence))
                if presence.may_leave_at < self.horizon:
                    continue
            self._cover(presence, missing)
        late = dict(lingering(self.hypothesis, groups))
        self.faults += sum(late.values())
        return Residuals(
            self.cost + self.faults,
            self.faults,
            tuple(tracklet.track for tracklet in self.strangers),
            tuple(missing),
            tuple(late),
            tuple(self.misread),
            self.named,
        )

    def _name(self) -> None:
        """Say of every track which card it is."""
        others = []
        for tracklet in self.tracklets.by_track.values():
            presence = self.by_track.get(tracklet.track)
            if presence is None:
                others.append(tracklet)
                continue
            self.spans[id(presence)].append((presence.on, tracklet.until))
            cost = tracklet.observed_card.costs[presence.card.code]
            self.named[tracklet.track] = presence.card
            self.cost += 0.0 if tracklet.steady else RATES.glimpsed
            fleeting = not tracklet.here and tracklet.life < RATES.fleeting_for
            if fleeting and presence.may_leave_at > tracklet.until + RATES.fleeting_for:
                self.cost += RATES.elsewhere_soon
            self._charge(cost, presence, tracklet)
        for tracklet in others:
            if tracklet.until >= self.horizon:
                self._name_other(tracklet)

    def _name_other(self, tracklet: Tracklet) -> None:
        """A track that brought no card: one that lay there already, or a stranger."""
        worth, cost, presence = self._likeliest(tracklet)
        if not tracklet.steady:
            if presence is not None and cost < RATES.flickers:
                self.spans[id(presence)].append((tracklet.since, tracklet.until))
            return
        if presence is None or worth >= clutter_cost(tracklet):
            self.strangers.append(tracklet)
            self.faults += RATES.same_card if self._comes_later(tracklet) else 0.0
            return
        self._charge(cost, presence, tracklet)
        self.spans[id(presence)].append((tracklet.since, tracklet.until))
        self.named[tracklet.track] = presence.card

    def _likeliest(self, tracklet: Tracklet) -> tuple[float, float, Presence | None]:
        """The card that a track most likely was: what that costs with all that follows from it, by itself, which."""
        best: tuple[float, float, Presence | None] = NEVER, NEVER, None
        at_least = RATES.misread_again if tracklet.observed_card.best in self.charged_as else 1.0
        for cost, code in tracklet.observed_card.near:
            if (cost + RATES.again) * at_least >= best[0]:
                break
            for presence in self.by_code.get(code, ()):
                early = presence.on - tracklet.since
                if early > RATES.older:
                    if presence.on - tracklet.until > RATES.carried_for:
                        continue
                    all_in_all = cost + RATES.again + RATES.carried + early
                elif tracklet.since <= presence.must_leave_at + RATES.back_within:
                    all_in_all = cost + RATES.again + self._moved(presence, tracklet)
                else:
                    continue
                all_in_all += self._doubled(presence, tracklet)
                worth = self._price(all_in_all, presence, tracklet) + left_lying(presence, tracklet)
                if worth < best[0]:
                    best = worth, all_in_all, presence
        return best

    def _comes_later(self, tracklet: Tracklet) -> bool:
        """Whether a card that a track looks like is laid soon after it was seen."""
        return any(
            presence.on - tracklet.since > RATES.older
            and RATES.carried_for < presence.on - tracklet.until <= RATES.same_card_for
            for presence in self.by_code.get(tracklet.observed_card.best, ())
        )

    def _price(self, cost: float, presence: Presence, tracklet: Tracklet) -> float:
        """What it costs that a card looks like another: what has once been read wrongly so is rather read so again."""
        before = self.charged.get((id(presence), tracklet.observed_card.best), 0.0)
        return max(cost - before, RATES.misread_again * cost) if cost > RATES.misread else cost

    def _charge(self, cost: float, presence: Presence, tracklet: Tracklet) -> None:
        """Charge for a card that looks like another."""
        price = self._price(cost, presence, tracklet)
        if cost > RATES.misread:
            read = id(presence), tracklet.observed_card.best
            self.charged[read] = max(self.charged.get(read, 0.0), cost)
            self.charged_as.add(tracklet.observed_card.best)
            self.faults += price
            self.misread.append((presence, tracklet.track))
        else:
            self.cost += price

    def _doubled(self, presence: Presence, tracklet: Tracklet) -> float:
        """What it costs to say that a card was seen twice at once."""
        both = 0.0
        for since, until in self.spans.get(id(presence), ()):
            both = max(both, min(until, tracklet.until) - max(since, tracklet.since))
        at_once = RATES.doubled(both)
        laid, apart = self.tracklets.get(presence.track), self._apart(presence, tracklet)
        if not at_once or laid is None or apart is None or apart <= RATES.another_place:
            return at_once
        clear = min(laid.clear, tracklet.clear) - max(laid.since, tracklet.since)
        if tracklet.observed_card.odds[tracklet.observed_card.best] < RATES.surely:
            return at_once
        return max(at_once, RATES.doubled_apart(clear))

    def _moved(self, presence: Presence, tracklet: Tracklet) -> float:
        """What it costs to say that a card is now over there; that one already taken off has come back."""
        spans = self.spans.get(id(presence))
        away = tracklet.since - max(until for _, until in spans) if spans else NEVER
        over = max(presence.may_leave_at, self.horizon)  # nothing is known of before
        if presence.taken == OVER and tracklet.since > over and away > RATES.missing.free:
            return RATES.left_over(away)
        apart = self._apart(presence, tracklet)
        elsewhere = apart is not None and apart > RATES.another_place
        # A card that waits may be found again where it lay.
        gone_by = presence.may_leave_at if elsewhere else presence.must_leave_at
        if gone_by < tracklet.since and away > RATES.missing.free:
            return RATES.back
        if apart is None:
            return 0.0
        fleeting = not tracklet.here and tracklet.life < RATES.fleeting_for
        return RATES.moved(apart) * (RATES.fleeting if fleeting else 1.0)

    def _apart(self, presence: Presence, tracklet: Tracklet) -> float | None:
        """Heights of a card from where one was laid to where this is, along both sides; None if nobody saw it laid."""
        laid, observed_card = self.tracklets.get(presence.track), tracklet.observed_card
        if laid is None:
            return None
        return abs(laid.observed_card.x - observed_card.x) + abs(laid.observed_card.y - observed_card.y)

    def _weigh_strangers(self) -> None:
        costs = [(tracklet.since, clutter_cost(tracklet)) for tracklet in self.strangers]
        total = sum(cost for _, cost in costs)
        if won(self.hypothesis.position):
            after = [cost for since, cost in costs if since > self.hypothesis.time]
            on = sum(cost >= RATES.clutter_counts for cost in after)
            total += min(0.0, RATES.clutter_after_end - sum(after)) + RATES.laid_on * max(
                0, on - RATES.laid_anyway
            )
        else:
            new = [(since, cost) for since, cost in costs if self.now - since < RATES.coming_within]
            if self._coming(sorted(since for since, _ in new)):
                total -= (1 - RATES.coming) * sum(cost for _, cost in new)
        self.faults += total

    def _coming(self, times: list[float]) -> bool:
        """Whether strangers first seen at these times may be the first cards of a tendido or leftover."""
        coming = pending_layout(self.hypothesis.position)
        steps = zip(times, [*times[1:], self.now], strict=True)
        return 0 < len(times) <= coming.most and all(
            later - one < RATES.slow_row.free for one, later in steps
        )

    def _cover(self, presence: Presence, missing: list[tuple[Presence, float]]) -> None:
        """Charge for the times in which a card should have been seen and was not."""
        begin = max(presence.on, self.horizon)
        end = min(presence.may_leave_at, self.now)
        captured = presence.may_leave_at <= self.now
        worst, since = 0.0, 0.0
        at = begin
        for start, until in sorted(self.spans.get(id(presence), ())):
            if start > at:
                worst, since = max((worst, since), (RATES.missing(self._looked(at, min(start, end))), at))
            at = max(at, until)
            if at >= end:
                break
        if at < end:
            gap = self._looked(at, end) - (RATES.swept_before if captured else 0.0)
            worst, since = max((worst, since), (RATES.missing(gap), at))
        if worst:
            self.faults += worst
            missing.append((presence, since))

    def _looked(self, begin: float, end: float) -> float:
        """The seconds of a time in which the table could be seen."""
        return end - begin - self.tracklets.unseen.between(begin, end)


def _codes(card: Card) -> Sequence[int]:
    """The cards of the pack that a card may be: all four of its rank where people named no suit."""
    return (card.code,) if card.suit is not None else range(card.rank - 1, len(PACK), 13)
