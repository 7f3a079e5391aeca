"""What must hold in every match of Stubs & Spoils: matches at random, and edits at random."""

import random
from functools import cache

from hypothesis import given, settings
from hypothesis import strategies as st

from engine.cards import PACK
from engine.events import Adjust, Event, IllegalPlay
from engine.header import Header
from engine.shared.tricks import Play
from engine.stubs_and_spoils.events import Colour, Spoil
from engine.stubs_and_spoils.game import GAME
from engine.stubs_and_spoils.position import Position
from tests.games import histories
from tests.games.stubs_and_spoils.dealt import random_events, random_header
from tests.games.stubs_and_spoils.second_reading import Told, second_reading

SEEDS = st.integers(0, 10**6)
MATCHES = settings(max_examples=20, deadline=None)


@cache
def game(seed: int, careless: float = 0.0) -> tuple[Header, tuple[Event, ...]]:
    """Return a random match."""
    rng = random.Random(seed)
    header = random_header(rng)
    return header, tuple(random_events(header, rng, careless, hands=2))


@settings(max_examples=40, deadline=None)
@given(SEEDS, st.sampled_from((0.0, 0.05, 0.3, 1.0)))
def test_every_line_is_as_the_page_says_read_a_second_time(seed: int, careless: float) -> None:
    header, events = game(seed, careless)
    cut = random.Random(seed).randint(0, len(events))
    for told in (events, events[:cut]):
        match = histories.entered(GAME, header, told)
        lines, last = second_reading(header, told)
        assert [made.to_json() for made in match.scores_made] == lines
        assert match.position.to_json() == last


@MATCHES
@given(SEEDS)
def test_who_follows_suit_is_never_found_at_fault(seed: int) -> None:
    match = histories.entered(GAME, *game(seed))
    assert not [made for made in match.scores_made if made.why == "foul"]


@MATCHES
@given(SEEDS)
def test_cards_are_neither_lost_nor_found(seed: int) -> None:
    match = histories.entered(GAME, *game(seed, 0.3))
    for outcome in match.outcomes:
        hand = outcome.position.hand
        if hand.tricks is None:
            continue
        stubs, trick = sum(hand.tricks.counted()), len(hand.tricks.trick)
        assert sum(hand.hands) + trick + 3 * stubs == 48
        assert len(hand.seen) == 1 + sum(hand.given)
        known = [card for row in hand.known for card in row]
        assert len(set(known)) == len(known)
        assert hand.seen.issuperset(known)
        assert stubs <= 15


def accepted(at: Position, event: Event) -> bool:
    """Tell whether an event is."""
    try:
        GAME.after(at, event)
    except IllegalPlay:
        return False
    return True


@MATCHES
@given(SEEDS, st.sampled_from((0.0, 0.3)))
def test_what_is_refused_is_what_the_page_refuses(seed: int, careless: float) -> None:
    """Try every card as a play of every seat, as a spoil and as a colour card, now and then."""
    header, events = game(seed, careless)
    rng, at, hand = random.Random(seed), GAME.start(header), Told(header.dealer)
    for line, event in enumerate(events, start=1):
        if rng.random() < 0.1 or (at.hand.tricks is not None and 12 in at.hand.given and rng.random() < 0.5):
            check_refusals(at, hand)
        after = GAME.after(at, event).position
        hand.tell(line, event)
        if after.hand.number != at.hand.number:
            hand = Told(after.hand.dealer)
        at = after


def check_refusals(at: Position, hand: Told) -> None:
    """Hold what is accepted beside what the page lets happen."""
    line = at.to_json()
    due, turn = line["await"], line["turn"]
    plays = [{str(card) for card in PACK if accepted(at, Play(seat, card))} for seat in range(-1, 5)]
    spoils = {str(card) for card in PACK if accepted(at, Spoil(card))}
    colours = [card for card in PACK if accepted(at, Colour(card))]
    for seat, cards in enumerate(plays, start=-1):
        assert cards == (hand.playable(seat) if due == "play" and seat == turn else set())
    assert spoils == (hand.won(hand.tricks[-1])[3] if due == "spoil" else set())
    assert len(colours) == (52 if due == "colour" else 0)


def test_random_matches_reach_every_event_and_every_end() -> None:
    events = [event for seed in range(60) for event in game(seed, 0.3)[1]]
    assert {event.do for event in events} == set(GAME.kinds)
    matches = [histories.entered(GAME, *game(seed, 0.3)) for seed in range(60)]
    assert {made.why for match in matches for made in match.scores_made} == {"stubs", "foul", "adjust"}
    assert {match.position.winner for match in matches} == {None, 0, 1}
    hands = [outcome.position.hand for match in matches for outcome in match.outcomes]
    assert {sum(hand.tricks.counted()) for hand in hands if hand.tricks} >= set(range(15))
    assert max(max(hand.given) for hand in hands) == 12


@settings(max_examples=3, deadline=None)
@given(SEEDS)
def test_also_where_one_hand_ends_and_the_next_begins(seed: int) -> None:
    header, events = game(seed, 0.1)
    target = Header(header.players, "", header.teams, header.dealer, 1000, header.options, game=header.game)
    plain = tuple(event for event in events if not isinstance(event, Adjust))
    histories.check_corrections(GAME, target, plain[:75], random.Random(seed))
