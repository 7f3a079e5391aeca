"""How well a hypothesis fits the tracks that were seen: which card each was, what was missing, what nothing
explains."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

from companion.referee.arms import Seating
from companion.referee.clutter import STRANGE_SOON, clutter_cost
from companion.referee.event_prior import won
from companion.referee.hypothesis import NEVER, OVER, Hypothesis, Presence, Residuals
from companion.referee.pending_layout import pending_layout
from companion.referee.persistence import MISSING_FREE, Seen, left_lying, lingering, missed
from companion.referee.tracklets import FLEETING_FOR, Tracklet, Tracklets
from engine.cards import PACK, Card

DOUBLED_FIRST, DOUBLED_A_SECOND, DOUBLED_MOST = 1.5, 0.5, 6.0
"""One that reads as a card which is seen lying there anyway: rather one card seen twice."""
ELSEWHERE, ELSEWHERE_A_SECOND, ELSEWHERE_MOST = 0.5, 1.5, 8.0
"""Heights of a card from which that is in another place, where none is ever seen for long so surely; nats for that."""
SURELY = 0.9
AGAIN = 0.3
"""A card that is found again as another track."""
FLICKERS = 4.0
"""Nats; what is too brief to be believed stands for a card for which less speaks against it."""
CARRIED, CARRIED_FOR = 0.5, 2.0
"""One that was seen just before it was laid, as another track: nats, and seconds before."""
EARLY = 0.4
"""Seconds by which a track must have begun before a card was laid to be older than that."""
SAME_CARD, SAME_CARD_FOR = 3.0, 6.0
"""A stranger that looked like a card which is laid later is rather that card: nats, and seconds before."""
BACK = 6.0
"""One that had been taken off the table and is there again."""
LEFT_A_SECOND, LEFT_MOST = 2.0, 15.0
"""One that lay there at the hand's end, was not seen for so long and is there again: rather one of the next hand's."""
MOVED_MOST = 1.5
"""One that is found again in another place."""
FLEETING = 0.5
"""Less, by this share, where it is gone from there again at once: it was in a hand, or seen twice."""
GLIMPSED = 1.5
"""A play whose card was seen in passing only."""
ELSEWHERE_SOON = 1.0
"""A card that is not where it was laid a second later, and nobody has taken it."""
SWEPT_BEFORE = 0.8
"""Seconds for which a captured card may have been gone before the card that took it was seen."""
AFTER_THE_END = 5.0
"""The most that cards lying about after the match has been won speak against the win."""
LAID_ON, LAID_ANYWAY = 6.0, 3
"""Beside that, for each laid then that lies there long, but for so many: one after another they are rather plays."""
COMING = 0.3
"""While a tendido or leftover may be on its way, cards not yet explained count this much less."""
NEXT_WITHIN, COMES_WITHIN = 0.95, 5.5
"""Seconds from one card of a tendido or leftover to the next, and from its first to its last."""
STAYS_AFTER = 9.0
"""Seconds for which a captured card may turn up as another track."""
MISREAD = 1.5
"""Nats from which a card may be worth another name."""
STILL_MISREAD = 0.3
"""A card that is found again and looks like the same other card counts again by this share."""

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
            self.cost += 0.0 if tracklet.steady else GLIMPSED
            fleeting = not tracklet.here and tracklet.life < FLEETING_FOR
            self.cost += (
                ELSEWHERE_SOON if fleeting and presence.may_leave_at > tracklet.until + FLEETING_FOR else 0.0
            )
            self._charge(cost, presence, tracklet)
        for tracklet in others:
            if tracklet.until >= self.horizon:
                self._name_other(tracklet)

    def _name_other(self, tracklet: Tracklet) -> None:
        """A track that brought no card: one that lay there already, or a stranger."""
        worth, cost, presence = self._likeliest(tracklet)
        if not tracklet.steady:
            if presence is not None and cost < FLICKERS:
                self.spans[id(presence)].append((tracklet.since, tracklet.until))
            return
        if presence is None or worth >= clutter_cost(tracklet):
            self.strangers.append(tracklet)
            self.faults += SAME_CARD if self._comes_later(tracklet) else 0.0
            return
        self._charge(cost, presence, tracklet)
        self.spans[id(presence)].append((tracklet.since, tracklet.until))
        self.named[tracklet.track] = presence.card

    def _likeliest(self, tracklet: Tracklet) -> tuple[float, float, Presence | None]:
        """The card that a track most likely was: what that costs with all that follows from it, by itself, which."""
        best: tuple[float, float, Presence | None] = NEVER, NEVER, None
        at_least = STILL_MISREAD if tracklet.observed_card.best in self.charged_as else 1.0
        for cost, code in tracklet.observed_card.near:
            if (cost + AGAIN) * at_least >= best[0]:
                break
            for presence in self.by_code.get(code, ()):
                early = presence.on - tracklet.since
                if early > EARLY:
                    if presence.on - tracklet.until > CARRIED_FOR:
                        continue
                    all_in_all = cost + AGAIN + CARRIED + early
                elif tracklet.since <= presence.must_leave_at + STAYS_AFTER:
                    all_in_all = cost + AGAIN + self._moved(presence, tracklet)
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
            presence.on - tracklet.since > EARLY
            and CARRIED_FOR < presence.on - tracklet.until <= SAME_CARD_FOR
            for presence in self.by_code.get(tracklet.observed_card.best, ())
        )

    def _price(self, cost: float, presence: Presence, tracklet: Tracklet) -> float:
        """What it costs that a card looks like another: what has once been read wrongly so is rather read so again."""
        before = self.charged.get((id(presence), tracklet.observed_card.best), 0.0)
        return max(cost - before, STILL_MISREAD * cost) if cost > MISREAD else cost

    def _charge(self, cost: float, presence: Presence, tracklet: Tracklet) -> None:
        """Charge for a card that looks like another."""
        price = self._price(cost, presence, tracklet)
        if cost > MISREAD:
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
        if both <= 0.5:
            return 0.0
        at_once = min(DOUBLED_FIRST + DOUBLED_A_SECOND * both, DOUBLED_MOST)
        laid, apart = self.tracklets.get(presence.track), self._apart(presence, tracklet)
        if laid is None or apart is None or apart <= ELSEWHERE:
            return at_once
        clear = min(laid.clear, tracklet.clear) - max(laid.since, tracklet.since)
        if clear <= 0.5 or tracklet.observed_card.odds[tracklet.observed_card.best] < SURELY:
            return at_once
        return max(at_once, min(DOUBLED_FIRST + ELSEWHERE_A_SECOND * clear, ELSEWHERE_MOST))

    def _moved(self, presence: Presence, tracklet: Tracklet) -> float:
        """What it costs to say that a card is now over there; that one already taken off has come back."""
        spans = self.spans.get(id(presence))
        away = tracklet.since - max(until for _, until in spans) if spans else NEVER
        over = max(presence.may_leave_at, self.horizon)  # nothing is known of before
        if presence.taken == OVER and tracklet.since > over and away > MISSING_FREE:
            return min(LEFT_A_SECOND * away, LEFT_MOST)
        apart = self._apart(presence, tracklet)
        elsewhere = apart is not None and apart > ELSEWHERE
        # A card that waits may be found again where it lay.
        gone_by = presence.may_leave_at if elsewhere else presence.must_leave_at
        if gone_by < tracklet.since and away > MISSING_FREE:
            return BACK
        if apart is None:
            return 0.0
        fleeting = not tracklet.here and tracklet.life < FLEETING_FOR
        return min(MOVED_MOST, max(0.0, apart - 0.5)) * (FLEETING if fleeting else 1.0)

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
            on = sum(cost >= STRANGE_SOON for cost in after)
            total += min(0.0, AFTER_THE_END - sum(after)) + LAID_ON * max(0, on - LAID_ANYWAY)
        else:
            new = [(since, cost) for since, cost in costs if self.now - since < COMES_WITHIN]
            if self._coming(sorted(since for since, _ in new)):
                total -= (1 - COMING) * sum(cost for _, cost in new)
        self.faults += total

    def _coming(self, times: list[float]) -> bool:
        """Whether strangers first seen at these times may be the first cards of a tendido or leftover."""
        coming = pending_layout(self.hypothesis.position)
        steps = zip(times, [*times[1:], self.now], strict=True)
        return 0 < len(times) <= coming.most and all(later - one < NEXT_WITHIN for one, later in steps)

    def _cover(self, presence: Presence, missing: list[tuple[Presence, float]]) -> None:
        """Charge for the times in which a card should have been seen and was not."""
        begin = max(presence.on, self.horizon)
        end = min(presence.may_leave_at, self.now)
        captured = presence.may_leave_at <= self.now
        worst, since = 0.0, 0.0
        at = begin
        for start, until in sorted(self.spans.get(id(presence), ())):
            if start > at:
                worst, since = max((worst, since), (missed(self._looked(at, min(start, end))), at))
            at = max(at, until)
            if at >= end:
                break
        if at < end:
            gap = self._looked(at, end) - (SWEPT_BEFORE if captured else 0.0)
            worst, since = max((worst, since), (missed(gap), at))
        if worst:
            self.faults += worst
            missing.append((presence, since))

    def _looked(self, begin: float, end: float) -> float:
        """The seconds of a time in which the table could be seen."""
        return end - begin - self.tracklets.unseen.between(begin, end)


def _codes(card: Card) -> Sequence[int]:
    """The cards of the pack that a card may be: all four of its rank where people named no suit."""
    return (card.code,) if card.suit is not None else range(card.rank - 1, len(PACK), 13)
