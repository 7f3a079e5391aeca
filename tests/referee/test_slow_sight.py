"""A slow machine: what it may have missed it asks about. How much: ``python -m tests.benchmarks.bench_slow``."""

import random

from companion.referee.rates import RATES
from companion.referee.tracklets import LookGaps
from tests.referee.acting import acted
from tests.referee.marking_broken import Hand, followed, unmarked, without_seat
from tests.referee.slow_sight import CONFIRMED_APART_S, slowed


def seen(seed: int, every: float) -> Hand:
    """A hand of which a look is taken every so many seconds."""
    match = acted(seed, "easy-film")
    looks = slowed(match.stage.observations(match.seconds), every, random.Random(f"{seed} {every}"))
    return Hand(match.header, [*looks], match.events, match.seconds, match.seconds)


def test_a_slow_machine_sees_what_a_quick_one_does_but_later_and_less_often() -> None:
    match = acted(3, "easy-film")
    quick = [*match.stage.observations(match.seconds)]
    slow = [*slowed(quick, 1.5, random.Random(0))]
    assert len(slow) < len(quick) / 10
    for look in slow:
        for card in look.observed_cards:
            assert card.since <= look.t
            assert not card.steady or look.t - card.since >= CONFIRMED_APART_S


def test_looks_that_a_play_fits_between_leave_a_gap_and_quicker_ones_none() -> None:
    gaps = LookGaps()
    for t in (0.0, RATES.turn, 2 * RATES.turn, 3 * RATES.turn + 0.1):
        gaps.look(t)
    assert not gaps.holds(RATES.turn)
    assert not gaps.holds(2 * RATES.turn)
    assert gaps.holds(3 * RATES.turn)
    assert gaps.holds(3 * RATES.turn + 0.1)


def test_a_machine_that_looks_every_second_and_a_half_asks_where_it_may_have_missed_a_play() -> None:
    shown = seen(4, 1.5)
    written, asked = followed(shown)
    right, silent, _ = unmarked(shown.truth, written, without_seat)
    assert len(shown.truth) - right >= 15
    assert silent <= 4
    assert len(asked) > len(shown.truth) / 2


def test_a_machine_that_looks_twice_a_second_asks_nothing_more() -> None:
    shown = seen(4, 0.5)
    written, asked = followed(shown)
    assert unmarked(shown.truth, written, without_seat)[:2] == (len(shown.truth), 0)
    assert asked == []
