"""What must hold in every match of Backhand: matches at random, edits at random, and a second reading."""

import random
from functools import cache

from hypothesis import given, settings
from hypothesis import strategies as st

from engine.backhand.events import Backhand, Bet, Deal, Hit, Push, Replace, Shuffle
from engine.backhand.game import GAME
from engine.cards import ANY_SUIT, PACK
from engine.events import Adjust, Event, IllegalPlay
from engine.header import Header
from tests.games import histories
from tests.games.backhand.dealt import random_events, random_header, second_reading

SEEDS = st.integers(0, 10**6)
MATCHES = settings(max_examples=20, deadline=None)


@cache
def game(seed: int, suits: bool = True) -> tuple[Header, tuple[Event, ...]]:
    """Return a random match."""
    rng = random.Random(seed)
    header = random_header(rng)
    return header, tuple(random_events(header, rng, suits))


@settings(max_examples=60, deadline=None)
@given(SEEDS, st.booleans())
def test_a_second_reading_of_the_record_says_the_same(seed: int, suits: bool) -> None:
    header, events = game(seed, suits)
    last = histories.entered(GAME, header, events).position.to_json()
    second = second_reading(header, [event.to_json() for event in events])
    assert {key: last[key] for key in second} == second


@MATCHES
@given(SEEDS)
def test_the_scores_are_the_sum_of_the_lines_and_bets_only_change_hands(seed: int) -> None:
    header, events = game(seed)
    match = histories.entered(GAME, header, events)
    totals, adjusted = [0] * len(header.players), 0
    for made in match.scores_made:
        totals[made.seat] += made.points
        adjusted += made.points if made.why == "adjust" else 0
    assert tuple(totals) == match.position.scores
    if header.options["bets"]:
        assert sum(totals) == adjusted


@MATCHES
@given(SEEDS)
def test_whatever_comes_is_taken_or_refused_in_a_sentence(seed: int) -> None:
    rng = random.Random(seed)
    header = random_header(rng)
    position, seats, taken = GAME.start(header), len(header.players), 0
    for _ in range(150):
        event = any_event(rng, seats)
        open_now = {(each.do, each.seat) for each in GAME.expected(position)}
        try:
            position = GAME.after(position, event).position
        except IllegalPlay:
            position = position.passed_over()
        else:
            taken += 1
            assert isinstance(event, Adjust) or (event.do, getattr(event, "seat", None)) in open_now
        assert GAME.closing(position)
        assert (position.turn is None) == (position.winner is not None) == (position.may == ())
        assert position.unseen >= 0
    assert taken


def any_event(rng: random.Random, seats: int) -> Event:
    """Return any event, legal or not."""
    seat, cards = rng.randint(0, seats), (*PACK, *ANY_SUIT)
    one = rng.choice(cards)
    choices: tuple[Event, ...] = (
        Bet(seat, rng.randint(0, 7)),
        Deal(seat, tuple(rng.choices(cards, k=rng.choice((2, 2, 2, 1, 3))))),
        Replace(seat, one),
        Hit(seat, one),
        Backhand(seat, one),
        Push(seat),
        Shuffle(),
        Adjust(seat, rng.choice((-3, -1, 1)), ""),
    )
    return rng.choice(choices)


@MATCHES
@given(SEEDS)
def test_a_record_without_suits_is_written_as_it_was_read(seed: int) -> None:
    histories.check_record(GAME, *game(seed, suits=False))
