"""What must hold in every match of Conquian: matches at random, and edits at random."""

import random
from functools import cache

from hypothesis import given, settings
from hypothesis import strategies as st

from engine.conquian.game import GAME
from engine.events import Event
from engine.header import Header
from tests.games import histories
from tests.games.conquian.dealt import random_events, random_header

SEEDS = st.integers(0, 10**6)
MATCHES = settings(max_examples=20, deadline=None)


@cache
def game(seed: int) -> tuple[Header, tuple[Event, ...]]:
    """Return a random match."""
    rng = random.Random(seed)
    header = random_header(rng)
    return header, tuple(random_events(header, rng))


@MATCHES
@given(SEEDS)
def test_cards_are_neither_lost_nor_found(seed: int) -> None:
    match = histories.entered(GAME, *game(seed))
    for outcome in match.outcomes:
        hand, cards = outcome.position.hand, outcome.position.setting.cards
        assert hand.stock + sum(hand.in_hand) + len(hand.seen) == 40
        for seat in range(2):
            more = (hand.due == "discard" or hand.over) and hand.turn == seat
            assert len(hand.melded(seat)) + hand.in_hand[seat] == cards + more


def test_random_matches_reach_every_event_and_both_ends() -> None:
    events = [event.do for seed in range(30) for event in game(seed)[1]]
    assert set(events) == set(GAME.kinds)
    made = [score.why for seed in range(30) for score in histories.entered(GAME, *game(seed)).scores_made]
    assert "hand" in made
