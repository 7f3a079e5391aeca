"""The likelihood's term of identity: which card of a hypothesis each track was, and what it costs to say so.

The form: minus the logarithm of what the readings give that card, and a price where a track must have moved, come back
or been seen twice for that. A track is called the card that is cheapest; where all cost more than calling it clutter,
nothing explains it.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

from companion.referee.hypothesis import NEVER, End, Hypothesis, Misread, Presence
from companion.referee.rates import RATES
from companion.referee.tracklets import Tracklet, Tracklets
from engine.cards import PACK, Card
from engine.porrazo.events import Play

Span = tuple[float, float]


class Identification:
    """Every track named, by one hypothesis; what was last seen before ``horizon`` seconds is left out.

    ``named`` is each track's card; ``spans`` from when to when each presence was seen, by its id(); ``unexplained``
    the steady tracks that are no card. In nats: ``cost`` what the names cost, of which ``faults`` for the ``misread``
    cards, which might be put right; ``glimpsed`` for cards seen in passing only; ``shadows`` for unexplained tracks
    that look like a card laid a little later; ``while_lost`` for what came and went while the thread was lost.
    """

    def __init__(self, hypothesis: Hypothesis, tracklets: Tracklets, horizon: float) -> None:
        self.tracklets, self.horizon, self.lost = tracklets, horizon, hypothesis.lost
        self._hypothesis = hypothesis
        self.cost = self.faults = self.glimpsed = self.shadows = self.while_lost = 0.0
        self.spans: dict[int, list[Span]] = defaultdict(list)
        self._seen_until: dict[int, float] = {}  # by the presence's id(): the end of the last of its spans
        self.unexplained: list[Tracklet] = []
        self.misread: list[Misread] = []
        self.named: dict[int, Card] = {}
        self._charged: dict[tuple[int, int], float] = {}  # by the presence's id() and what it looks like
        self._charged_as: set[int] = set()
        self._by_track: dict[int, Presence] = {}
        self._by_code: dict[int, list[Presence]] = defaultdict(list)
        for presence in (*hypothesis.gone, *hypothesis.lying.values()):
            if presence.track is not None:
                self._by_track[presence.track] = presence
            for code in _codes(presence.card):
                self._by_code[code].append(presence)
        self._name_all()

    def _name_all(self) -> None:
        others = []
        for tracklet in self.tracklets.by_track.values():
            presence = self._by_track.get(tracklet.track)
            if presence is None:
                others.append(tracklet)
            else:
                self._laid(presence, tracklet)
        for tracklet in others:
            if tracklet.until >= self.horizon:
                self._name_other(tracklet)

    def _laid(self, presence: Presence, tracklet: Tracklet) -> None:
        """The track that a card was laid as."""
        self._see(presence, presence.on, tracklet.until)
        self.named[tracklet.track] = presence.card
        self.glimpsed += 0.0 if tracklet.steady else RATES.glimpsed
        fleeting = not tracklet.here and tracklet.life < RATES.fleeting_for
        if fleeting and presence.may_leave_at > tracklet.until + RATES.fleeting_for:
            self.glimpsed += RATES.elsewhere_soon
        looks = tracklet.observed_card.costs[presence.card.code]
        if self._read_lost(tracklet):
            looks = 0.0 if self._while_lost(presence.on) else min(looks, RATES.lost_card)
        self._charge(looks, presence, tracklet)

    def _read_lost(self, tracklet: Tracklet) -> bool:
        """Whether a track was last read while the thread was lost: what it read as then is not to be believed."""
        return self._while_lost(tracklet.read)

    def _while_lost(self, t: float) -> bool:
        return any(since <= t <= at for since, at in self.lost)

    def _came_and_went(self, tracklet: Tracklet) -> bool:
        """Whether a track was seen only while the thread was lost."""
        return any(since <= tracklet.since and tracklet.until <= at for since, at in self.lost)

    def _name_other(self, tracklet: Tracklet) -> None:
        """A track that brought no card: one that lay there already, or nothing explains it."""
        if not tracklet.steady:
            _, _, presence = self._likeliest(tracklet, RATES.flickers)
            if presence is not None:
                self._see(presence, tracklet.since, tracklet.until)
            return
        clutter = clutter_cost(tracklet)
        worth, cost, presence = self._likeliest(tracklet, clutter + self._missed_else(tracklet))
        if clutter > RATES.lost_card and worth > RATES.lost_card and self._came_and_went(tracklet):
            self.while_lost += RATES.lost_card
            return
        if presence is None:
            self.unexplained.append(tracklet)
            self.shadows += RATES.same_card if self._comes_later(tracklet) else 0.0
            return
        self._charge(cost, presence, tracklet)
        self._see(presence, tracklet.since, tracklet.until)
        self.named[tracklet.track] = presence.card

    def _missed_else(self, tracklet: Tracklet) -> float:
        """What it would cost besides if a track were no card: of those that it looks like one may not have been seen
        otherwise while it lay there.
        """
        code = tracklet.observed_card.best
        return max(
            (RATES.missing(self._gap(each, tracklet)) for each in self._by_code.get(code, ())), default=0.0
        )

    def _gap(self, presence: Presence, tracklet: Tracklet) -> float:
        """For how many seconds a card lay there and was not seen, so far, while a track was."""
        begin = max(presence.on, tracklet.since, self.horizon, self._seen_until.get(id(presence), -NEVER))
        return max(0.0, min(presence.may_leave_at, tracklet.until) - begin)

    def _see(self, presence: Presence, since: float, until: float) -> None:
        """A card was seen from ``since`` to ``until`` seconds."""
        self.spans[id(presence)].append((since, until))
        self._seen_until[id(presence)] = max(until, self._seen_until.get(id(presence), -NEVER))

    def _likeliest(self, tracklet: Tracklet, below: float) -> tuple[float, float, Presence | None]:
        """The card that a track most likely was: what that costs with all that follows from it, by itself, which. No
        card where none costs less than ``below`` nats.
        """
        worth, by_itself, likeliest = below, NEVER, None
        at_least = RATES.misread_again if tracklet.observed_card.best in self._charged_as else 1.0
        since, until = tracklet.since, tracklet.until
        for reading, code in tracklet.observed_card.near:
            if (reading + RATES.again) * at_least >= worth:
                break
            for presence in self._by_code.get(code, ()):
                if presence.on - until > RATES.together or since > presence.must_leave_at + RATES.back_within:
                    continue  # it was laid later, or had left long before
                found_again = self._found_again(presence, tracklet)
                if (reading + found_again) * at_least >= worth:
                    continue
                cost = reading + found_again + self._doubled(presence, tracklet)
                with_all = self._price(cost, presence, tracklet) + self._left_lying(presence, tracklet)
                if with_all < worth:
                    worth, by_itself, likeliest = with_all, cost, presence
        return worth, by_itself, likeliest

    def _left_lying(self, presence: Presence, tracklet: Tracklet) -> float:
        """What it would cost besides if this track were that card: it would not have been taken off when it was. For a
        card of the run above the one played that is less than for its equal (``likelihood.not_removed``).
        """
        depth, late = presence.taken_by, tracklet.until - presence.must_leave_at
        if depth is None or presence.must_leave_at >= NEVER or not RATES.capture_left(late):
            return 0.0
        took = next((node.event for node in self._hypothesis.backwards() if node.depth == depth), None)
        of_run = isinstance(took, Play) and took.card.rank != presence.card.rank
        return RATES.run_left(late) if of_run else RATES.capture_left(late)

    def _found_again(self, presence: Presence, tracklet: Tracklet) -> float:
        """What it costs to say that a card was seen as this track too: on its way to the table, or there."""
        early = presence.on - tracklet.since
        if early > RATES.order_within:
            return RATES.again + RATES.carried + early
        return RATES.again + self._moved(presence, tracklet)

    def _comes_later(self, tracklet: Tracklet) -> bool:
        """Whether a card that a track looks like is laid soon after it was seen; but people often lay later what they
        took back.
        """
        taken_back = bool(tracklet.observed_card.laid_by) and not tracklet.here
        return not taken_back and any(
            presence.on - tracklet.since > RATES.order_within
            and RATES.together < presence.on - tracklet.until <= RATES.same_card_for
            for presence in self._by_code.get(tracklet.observed_card.best, ())
        )

    def _price(self, cost: float, presence: Presence, tracklet: Tracklet) -> float:
        """What it costs that a card looks like another: what was once read wrongly so is rather read so again."""
        before = self._charged.get((id(presence), tracklet.observed_card.best), 0.0)
        return max(cost - before, RATES.misread_again * cost) if cost > RATES.misread else cost

    def _charge(self, cost: float, presence: Presence, tracklet: Tracklet) -> None:
        """Charge for a track being a card."""
        price = self._price(cost, presence, tracklet)
        self.cost += price
        if cost > RATES.misread:
            read = id(presence), tracklet.observed_card.best
            self._charged[read] = max(self._charged.get(read, 0.0), cost)
            self._charged_as.add(tracklet.observed_card.best)
            self.faults += price
            self.misread.append(Misread(presence, tracklet.track))

    def _doubled(self, presence: Presence, tracklet: Tracklet) -> float:
        """What it costs to say that a card was seen twice at once: more where both were clear and far apart."""
        both = 0.0
        for since, until in self.spans.get(id(presence), ()):
            if since < tracklet.until and until > tracklet.since:
                both = max(both, min(until, tracklet.until) - max(since, tracklet.since))
        at_once = RATES.doubled(both)
        if not at_once:
            return 0.0
        laid, apart = self.tracklets.get(presence.track), self._apart(presence, tracklet)
        if laid is None or apart is None or apart <= RATES.moved.free:
            return at_once
        clear = min(laid.clear, tracklet.clear) - max(laid.since, tracklet.since)
        if tracklet.observed_card.odds[tracklet.observed_card.best] < RATES.surely:
            return at_once
        return max(at_once, RATES.doubled_apart(clear))

    def _moved(self, presence: Presence, tracklet: Tracklet) -> float:
        """What it costs to say that a card is now over there, or that one already taken off has come back."""
        away = tracklet.since - self._seen_until.get(id(presence), -NEVER)
        over = max(presence.may_leave_at, self.horizon)  # nothing is known of before
        if presence.taken == End.HAND and tracklet.since > over and away > RATES.missing.free:
            return RATES.left_over(away)
        apart = self._apart(presence, tracklet)
        elsewhere = apart is not None and apart > RATES.moved.free
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


def clutter_cost(tracklet: Tracklet, swept: bool = False) -> float:
    """What a steady track costs that is no card, by how long it was seen and how surely it was read: less where it is
    gone again, but for what was surely read after the very first look, when people may still be clearing the table.
    ``swept``: whether another card went with it, so that another arm than the one that laid it may have taken it.
    """
    if swept not in tracklet.clutter:
        tracklet.clutter[swept] = _clutter_cost(tracklet, swept)
    return tracklet.clutter[swept]


def _clutter_cost(tracklet: Tracklet, swept: bool) -> float:
    observed_card, life = tracklet.observed_card, tracklet.life
    sure = max(observed_card.odds[observed_card.best], RATES.clutter_least)
    if observed_card.odds[observed_card.best] < RATES.readable:
        cost = sure * RATES.clutter_unread(life)
    else:
        cost = sure * min(RATES.clutter_soon(life), RATES.clutter_long(life))
    if tracklet.here:
        return cost
    surely = 0.0 if tracklet.early else max(0.0, 2 * sure - 1) * RATES.clutter_gone_sure(life)
    cost = min(cost, sure * (RATES.clutter_gone(life) + surely))
    other_arm = RATES.other_arm if swept or tracklet.other_arm else 0.0
    return min(cost, RATES.taken_back(life) + other_arm) if observed_card.laid_by else cost


def _codes(card: Card) -> Sequence[int]:
    """The cards of the pack that a card may be: all four of its rank where people named no suit."""
    return (card.code,) if card.suit is not None else range(card.rank - 1, len(PACK), 13)
