"""The first steady look at the table: the cards that lie there then were not played (see ``Referee``)."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace

from companion.referee.event_keys import cards_of, identity_key
from companion.referee.hypothesis import HistoryNode, Hypothesis, extended
from companion.referee.likelihood import evaluated
from companion.referee.observation import Observation, ObservedCard
from companion.referee.prior import SupposedEvent
from companion.referee.rates import RATES
from companion.referee.search.recount import lying_now
from companion.referee.tracklets import Tracklets
from engine.cards import PACK, Card
from engine.events import Event
from engine.porrazo.events import Leftover, Play, Recount, Tendido
from engine.porrazo.position import Position
from engine.porrazo.sofar import NONE_SEEN


class Opening:
    """The time before anything moves, when all cards seen were on the table from the start.

    Give every observation to ``lasts`` until it returns False. A source that tells movement from stillness
    calls its first frame not still, since it needs two frames to know. With such a source the opening lasts
    until something moves: a card that turns up before was overlooked, not laid. With any other source it also
    ends ``still_for`` seconds after the first steady look. What flickers is not waited for if it cannot be read, or
    reads as a card that lies there steadily: a card at the picture's edge may have two outlines. A card that was
    readable before anything moved is waited for, though an arm covers it now and then: it lay there.
    """

    def __init__(self, position: Position) -> None:
        self._position = position
        self._first: float | None = None
        self._started: float | None = None
        self._over = False
        self._tells_movement = False
        self._seen_any = False
        self._stirred: float | None = None  # when something moved first
        self._half_seen: dict[int, float] = {}  # readable but not steady before anything moved: seen when
        self._most = 0
        self._account: Hypothesis | None = None
        self.furniture: frozenset[int] = frozenset()
        self._aside: tuple[ObservedCard, ...] = ()
        self._table_told = False
        self._played: tuple[Card, ...] = ()
        self._undecided = position.count == 0  # whether cards there before the match may be another pack's
        self._strangers: dict[int, ObservedCard] = {}

    @property
    def over(self) -> bool:
        """Whether the opening has ended: something has moved, or its time is up."""
        return self._over

    def hear(self, position: Position, record: Iterable[Event], written: Sequence[Event]) -> None:
        """Take a correction by people: the match stands at ``position`` after the events ``record``.

        ``written`` are the events that were written before the correction. If people said what lies on the
        table, it is not recounted. A card that they say was played may still be on its way to the table, so
        it may be unseen.
        """
        own = [identity_key(event) for event in written if lays(event)]
        laid = [event for event in record if lays(event)]
        told = [event for event in laid if identity_key(event) not in own]
        taken_out = not {*own} <= {identity_key(event) for event in laid}
        self._table_told = taken_out or not all(isinstance(event, Play) for event in told)
        self._played = tuple(card for event in told for card in cards_of(event) if card in position.table)
        self._position, self._account, self._most = position, None, 0
        self.furniture = frozenset()

    def begin_anew(self, position: Position) -> None:
        """Tracking has started again, so all tracks are new.

        If nothing has moved yet, a first steady look is needed again.
        """
        self._position, self._account, self._most = position, None, 0
        self._first = self._started = None
        self._stirred, self._half_seen = None, {}
        self.furniture, self._aside = frozenset(), ()

    def lasts(self, observation: Observation) -> bool:
        """Take the next observation; whether what it shows was on the table from the start."""
        if self._over:
            return False
        if self._first is None:
            self._first, self._tells_movement = observation.t, not observation.still
        self._seen_any = self._seen_any or bool(observation.observed_cards)
        if self._started is None:
            waited = observation.t - self._first >= RATES.still_for
            known = {each.best for each in observation.observed_cards if each.steady}
            steady = observation.still and all(
                each.steady or (waited and (not each.readable or each.best in known))
                for each in observation.observed_cards
            )
            if steady or (waited and not self._seen_any):
                self._started = observation.t
        else:
            moved = not observation.still
            self._over = not self._waits_for_half_seen(observation) and (
                moved or (not self._tells_movement and observation.t - self._started > RATES.still_for)
            )
        return not self._over

    def _waits_for_half_seen(self, observation: Observation) -> bool:
        """Whether a card that was readable before anything moved is not steady yet: an arm may be over it now. Not once
        another card lies there, which was laid since, nor for long.
        """
        t, cards = observation.t, observation.observed_cards
        before = self._half_seen
        if self._stirred is None:
            before = before | {each.best: t for each in cards if each.readable and not each.steady}
            self._stirred = None if observation.still else t
        since = t if self._stirred is None else self._stirred
        laid = any(each.steady and each.since > since and each.best not in before for each in cards)
        again = {each.best: t for each in cards if each.best in before}
        known = {each.best for each in cards if each.steady}
        self._half_seen = {
            best: at
            for best, at in (before | again).items()
            if best not in known and t - at <= RATES.together
        }
        return bool(before) and not laid and t - since <= RATES.back_within

    def hypothesis(self, tracklets: Tracklets) -> Hypothesis | None:
        """The match with the cards that lie there; None before the first steady look."""
        if self._started is None:
            return None
        if self._table_told:
            tracks = tracks_of(self._position, tracklets, {}, self._played)
            return evaluated(Hypothesis.at(self._position, tracks), tracklets, self._started)
        plain = evaluated(Hypothesis.at(self._position), tracklets, self._started)
        missing = [presence for presence, _ in plain.residuals.missing if presence.card not in self._played]
        if self._account is None and not plain.residuals.unexplained and not missing:
            return plain
        step = self._with_played(
            lying_now(tracklets, dict(plain.residuals.named), self._started, RATES.surely)
        )
        if self._account is None and {*cards_of(step.event)} == {*self._position.table} and not missing:
            return plain  # the rest are things, not cards
        if self._account is None or len(step.tracks) >= self._most:
            self._most = len(step.tracks)
            played = self._played_since(plain, tracklets)
            self._account = played or extended(Hypothesis.at(self._position), (step,)) or plain
        return evaluated(self._account, tracklets, self._started)

    def _played_since(self, plain: Hypothesis, tracklets: Tracklets) -> Hypothesis | None:
        """The match goes on with one card more than it had: whoever's turn it was has played that card.

        None where cards are missing, where there are more new ones, or where the match has not begun.
        """
        unexplained = [tracklets.by_track[track] for track in plain.residuals.unexplained]
        if not {*self._position.table} <= {*plain.residuals.named.values()}:
            return None
        if len(unexplained) != 1 or self._position.hand_so_far.seen == NONE_SEEN or self._position.complete:
            return None
        (tracklet,) = unexplained
        if tracklet.observed_card.odds[tracklet.observed_card.best] < RATES.surely:
            return None
        play = Play(self._position.turn, PACK[tracklet.observed_card.best])
        assert self._started is not None
        step = SupposedEvent(play, self._started, RATES.play_unseen, (tracklet.track,))
        return extended(Hypothesis.at(self._position), (step,))

    def guessed(self, node: HistoryNode) -> bool:
        """Whether an event explains what lay there at the first look, of a match that had begun before."""
        past = self._account.past if self._account is not None else None
        return past is not None and node.step is past.step and self._position.hand_so_far.seen != NONE_SEEN

    def _with_played(self, step: SupposedEvent) -> SupposedEvent:
        """The recount, with the cards added that people say were played and that are not seen yet."""
        unseen = [card for card in self._played if card not in cards_of(step.event)]
        if not unseen:
            return step
        cards = (*unseen, *cards_of(step.event))
        return step._replace(event=Recount(cards), tracks=(*(None for _ in unseen), *step.tracks))

    def furnish(self, hypothesis: Hypothesis) -> None:
        """Add to the furniture all tracks that this hypothesis does not explain as cards.

        Furniture are things of the place, such as a card of another pack or a picture of a card. Where two
        tracks have the same card, the track that it was laid as stays the card.
        """
        cards: set[Card] = set()
        laid = {presence.track for presence in hypothesis.lying.values()}
        spare = [*hypothesis.residuals.unexplained]
        for track, card in sorted(hypothesis.residuals.named.items(), key=lambda named: named[0] not in laid):
            if card in cards:
                spare.append(track)
            cards.add(card)
        self.furniture |= {*spare}

    def strangers(self, best: Hypothesis) -> frozenset[int]:
        """The tracks of the cards that lie there before a match begins, which may be another pack's. Told once, when
        the opening is over.
        """
        if not self._undecided:
            return frozenset()
        self._undecided = False
        nodes = best.since(0)
        first = nodes[0] if nodes and isinstance(nodes[0].event, Recount) else None
        if first is None or first.step.own or first.start.count:
            return frozenset()
        return frozenset(track for track in first.step.tracks if track is not None)

    def begin_beside(self, other: Opening, strangers: Collection[int], tracklets: Tracklets) -> None:
        """Begin after the opening ``other`` as if these cards, the ``strangers``, were another pack's: put them aside,
        as everything that is no card.
        """
        self._over, self._undecided = True, False
        self.put_aside(other.furniture)
        self.put_strangers_aside(strangers, tracklets)

    @property
    def beside(self) -> bool:
        """Whether all cards of another pack were seen at the last look, where they lay at first."""
        return {*self._strangers} <= {each.track for each in self._aside}

    def put_strangers_aside(self, strangers: Collection[int], tracklets: Tracklets) -> None:
        """Add these tracks to the furniture, and find them again where they lie."""
        found = (tracklets.get(track) for track in strangers)
        self._strangers = {each.track: each.observed_card for each in found if each is not None and each.here}
        self.put_aside(strangers)

    def without_furniture(self, observation: Observation) -> Observation:
        """The observation without the furniture, which is no card of the match.

        Furniture lay there from the start, or people said that it is no card.
        """
        self._find_again(observation.observed_cards)
        self._aside = tuple(each for each in observation.observed_cards if each.track in self.furniture)
        if not self._aside:
            return observation
        return replace(
            observation,
            observed_cards=tuple(s for s in observation.observed_cards if s.track not in self.furniture),
        )

    def _find_again(self, seen: Sequence[ObservedCard]) -> None:
        """Another pack's card that was hidden for a while has another track: its place and its look tell it. Its own
        may still be there, hidden and elsewhere: it may have followed a card that was laid beside it.
        """
        now = {each.track: each for each in seen}
        for track, before in [*self._strangers.items()]:
            own = now.get(track)
            if own is None or own.hidden:
                own = next((each for each in seen if each.track != track and same_thing(before, each)), None)
            if own is not None:
                del self._strangers[track]
                self._strangers[own.track] = own
                self.furniture |= {own.track}

    def put_aside(self, tracks: Iterable[int]) -> None:
        """Add tracks to the furniture: they are no cards of the match, as people say or as is known by now."""
        self.furniture |= {*tracks}

    def give_back(self, cards: Iterable[Card]) -> None:
        """People say that these cards lie there: furniture that looks like one of them is a card again."""
        told = tuple(cards)
        self.furniture -= {
            each.track for each in self._aside if any(each.cost(c) < RATES.another_card for c in told)
        }


def same_thing(before: ObservedCard, now: ObservedCard) -> bool:
    """Whether a track lies where a thing was seen last, and looks like the same card."""
    apart = abs(before.x - now.x) + abs(before.y - now.y)
    return apart <= RATES.moved.free and before.best == now.best


def lays(event: Event) -> bool:
    """Whether an event names cards that lie on the table."""
    return isinstance(event, Play | Tendido | Leftover | Recount)


def tracks_of(
    position: Position, tracklets: Tracklets, named: Mapping[int, Card], coming: Collection[Card]
) -> dict[int, int]:
    """The track of each card on the table of ``position``, by the card's code.

    A card has the track that was ``named`` so before, else the one that looks most like it. A card in
    ``coming`` may not have reached the table yet: a track without a name is not taken for it unless it looks
    like it.
    """
    here = [tracklet for tracklet in tracklets.by_track.values() if tracklet.here and tracklet.steady]
    pairs = sorted(
        (
            -1.0 if named.get(tracklet.track) == card else tracklet.observed_card.cost(card),
            card.code,
            tracklet.track,
        )
        for tracklet in here
        for card in position.table
        if tracklet.track in named
        or card not in coming
        or tracklet.observed_card.cost(card) < RATES.another_card
    )
    found: dict[int, int] = {}
    for _, code, track in pairs:
        if code not in found and track not in found.values():
            found[code] = track
    return found
