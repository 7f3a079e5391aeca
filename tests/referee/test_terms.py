"""Each term of a hypothesis's cost by itself: what raises it, and that it raises no other."""

import math
from collections.abc import Iterable
from dataclasses import replace

import pytest

from companion.referee.hypothesis import Hypothesis, Terms
from companion.referee.likelihood import contradicted, evaluated, unread
from companion.referee.observation import Observation, ObservedCard, Taken
from companion.referee.prior import SupposedEvent
from companion.referee.rates import RATES, Ramp
from companion.referee.tracklets import Tracklets
from engine.cards import Card
from engine.porrazo.events import Play
from engine.porrazo.position import Position
from tests.referee.drawn import header, odds_of

SWEPT = (("7h", 2.0, 1), ("Kc", 4.0, 2), ("7d", 6.0, 3))
"""The seven takes the other, and both still lie there."""
Lies = tuple[int, str, float, float]
"""A track, as what it reads, and from when to when it is seen."""


def terms(lies: Iterable[Lies], *plays: tuple[str, float, int | None], until: float = 12.0) -> Terms:
    """The terms of a hypothesis of these plays (card, seconds, track), held against what lies there."""
    return held(lies, *plays, until=until)[0].residuals.terms


def held(
    lies: Iterable[Lies], *plays: tuple[str, float, int | None], until: float = 12.0
) -> tuple[Hypothesis, Tracklets]:
    """The same hypothesis, and the tracklets against which it was held."""
    tracklets, lies = Tracklets(), [*lies]
    for frame in range(round(until * 10)):
        t = frame / 10
        seen = [ObservedCard(track, odds_of(word), 0.0, 0.0, a) for track, word, a, b in lies if a <= t < b]
        tracklets.see(Observation(t, tuple(seen)))
    hypothesis = Hypothesis.at(Position.start(header()))
    for k, (card, at, track) in enumerate(plays):
        hypothesis = hypothesis.then(SupposedEvent(Play(k % 2, Card.parse(card)), at, 0.0, tracks=(track,)))
    return evaluated(hypothesis, tracklets, 0.0), tracklets


def test_what_is_as_it_should_be_costs_its_prior_alone() -> None:
    found = terms([(1, "7h", 2, 99)], ("7h", 2.0, 1))
    assert found.prior == RATES.play
    assert found[1:] == pytest.approx((0, 0, 0, 0, 0), abs=0.01)


@pytest.mark.parametrize(
    ("term", "found"),
    [
        ("identity", terms([(1, "7h/7d", 2, 99)], ("7h", 2.0, 1))),
        ("detection", terms([(1, "7h", 2, 5)], ("7h", 2.0, 1))),
        ("clutter", terms([(1, "7h", 2, 99), (2, "Kc", 6, 99)], ("7h", 2.0, 1))),
        ("persistence", terms([(1, "7h", 2, 99), (2, "Kc", 4, 99), (3, "7d", 6, 99)], *SWEPT)),
    ],
)
def test_each_fault_is_charged_to_its_own_term(term: str, found: Terms) -> None:
    costs = found._asdict()
    assert costs.pop(term) > 0.5
    costs.pop("prior")
    assert sum(costs.values()) == pytest.approx(0.0, abs=0.05)


def test_identity_is_minus_the_logarithm_of_what_was_read() -> None:
    """Two suits of one rank, 0.52 to 0.48: nearly those shares, less what any reading leaves open."""
    one, other = (terms([(1, "7h/7d", 2, 99)], (card, 2.0, 1)).identity for card in ("7h", "7d"))
    assert one == pytest.approx(-math.log(0.52), abs=0.4)
    assert other - one == pytest.approx(math.log(0.52 / 0.48), abs=0.1)


def test_a_card_that_is_not_seen_costs_more_the_longer_up_to_a_most() -> None:
    costs = [terms([(1, "7h", 2, gone)], ("7h", 2.0, 1)).detection for gone in (11.8, 11, 9.5, 5, 4)]
    assert costs == sorted(costs)
    assert costs[0] == 0.0
    assert costs[-1] == costs[-2] == RATES.missing.most


def test_a_card_known_by_its_rank_alone_is_not_there_unseen_for_nothing() -> None:
    """As dear as one with a suit; what takes another card leaves with it, and need not be seen."""
    costs = [terms([(1, "7h", 2, gone)], ("7", 2.0, 1)).detection for gone in (99, 9.5, 4)]
    assert costs == [terms([(1, "7h", 2, gone)], ("7h", 2.0, 1)).detection for gone in (99, 9.5, 4)]
    assert costs == sorted({*costs})
    assert terms([], ("7", 2.0, None)).detection == RATES.missing.most
    assert terms([(1, "7h", 2, 5)], ("7h", 2.0, 1), ("7", 5.0, None)).detection == 0.0


@pytest.mark.parametrize(
    ("equal", "taken_off", "laid", "asked"),
    [
        ("7h", 7.0, "Kc/Jh/7d", False),
        ("7h", 99.0, "Kc/Jh/7d", True),
        ("7h/8h", 7.0, "Kc/Jh/7d", False),
        ("7h/8h", 7.0, "8c/Jh/7d", True),
    ],
)
def test_the_equal_that_a_capture_took_off_tells_its_rank(
    equal: str, taken_off: float, laid: str, asked: bool
) -> None:
    """The card laid was read as any of three. A nine comes between, so that the seven is no porrazo. Of two that are
    badly read, both as sevens or eights, neither tells the other's rank: two jacks were two queens (webcam 9818).
    """
    lies = [(1, equal, 2, taken_off), (2, "9d", 4, 99), (3, laid, 6, 6.3)]
    hypothesis, tracklets = held(lies, ("7h", 2.0, 1), ("9d", 4.0, 2), ("7d", 6.0, 3))
    assert hypothesis.past is not None
    assert unread(hypothesis.past, tracklets) == asked


def test_what_is_seen_contradicts_all_that_is_open_where_nothing_fits_but_not_because_of_clutter() -> None:
    plays = ("7h", 2.0, 1), ("9d", 4.0, 2)
    there: list[Lies] = [(1, "7h", 2, 99), (2, "9d", 4, 99)]
    strangers: list[Lies] = [(track, f"{track}c", 6, 99) for track in (3, 4, 5)]
    assert not contradicted(held([*there, *strangers], *plays)[0], 0)
    assert contradicted(held([], *plays)[0], 0)


@pytest.mark.parametrize(("arm", "more"), [(95.0, 0.0), (270.0, RATES.other_arm)])
def test_a_card_that_another_side_took_back_was_rather_none(arm: float, more: float) -> None:
    """An arm from below laid it, and it is gone after five seconds."""
    costs = []
    for taken in ((), (Taken(1, 7.0, (arm,)),)):
        tracklets = Tracklets()
        card = replace(ObservedCard.certain(1, Card.parse("7h"), 2.0), laid_by=(90.0,))
        for frame in range(120):
            t = frame / 10
            tracklets.see(Observation(t, (card,) if 2 <= t < 7 else (), taken=taken if t == 7.5 else ()))
        costs.append(
            evaluated(Hypothesis.at(Position.start(header())), tracklets, 0.0).residuals.terms.clutter
        )
    assert costs[1] - costs[0] == pytest.approx(more)


@pytest.mark.parametrize(("since", "until", "more"), [(4, 7.0, True), (2.5, 7.0, False), (4, 8.0, False)])
def test_of_two_cards_that_went_at_once_one_at_least_was_not_taken_back(
    since: float, until: float, more: bool
) -> None:
    """Each was laid by an arm. A queen read as an ace and the queen that took it were both said to be taken back."""
    lies = [(1, "7h", 2.0, 7.0), (2, "Kc", since, until)]

    def clutter(*tracks: tuple[int, str, float, float]) -> float:
        tracklets = Tracklets()
        for frame in range(120):
            t = frame / 10
            seen = [
                replace(ObservedCard.certain(track, Card.parse(card), begin), laid_by=(90.0,))
                for track, card, begin, end in tracks
                if begin <= t < end
            ]
            tracklets.see(Observation(t, tuple(seen)))
        hypothesis = Hypothesis.at(Position.start(header()))
        return evaluated(hypothesis, tracklets, 0.0).residuals.terms.clutter

    each = [clutter(one) for one in lies]
    assert clutter(*lies) - sum(each) == (pytest.approx(2 * RATES.other_arm) if more else pytest.approx(0))


def test_a_card_was_there_until_the_pictures_show_that_it_left_not_until_that_was_known() -> None:
    """A hand was over it from the second second on; only after it had gone could the place be looked at again."""
    tracklets = Tracklets()
    card = ObservedCard.certain(1, Card.parse("7h"), 0.0)
    for frame in range(50):
        t = frame / 10
        shown = (replace(card, hidden=t >= 2),) if t < 4.5 else ()
        tracklets.see(Observation(t, shown, taken=(Taken(1, 2.3, ()),) if t == 4.5 else ()))
    assert tracklets.by_track[1].until == 2.3


def test_a_play_that_nobody_saw_is_unlikely_before_anything_is_looked_at() -> None:
    assert terms([], ("7h", 2.0, None)).prior == RATES.play + RATES.play_unseen


def test_a_ramp_is_free_then_rises_then_stays() -> None:
    ramp = Ramp(free=1.0, first=2.0, per_second=3.0, most=6.0)
    assert [ramp(seconds) for seconds in (-1.0, 0.0, 1.0, 1.5, 2.0, 9.0)] == [0.0, 0.0, 0.0, 3.5, 5.0, 6.0]
    assert Ramp(first=2.0, per_second=3.0, most=6.0)(0.0) == 2.0
