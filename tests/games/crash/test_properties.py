"""What must hold in every match of Crash: matches at random, edits at random, and records that are damaged."""

import random
from functools import cache

from hypothesis import given, settings
from hypothesis import strategies as st

from engine.cards import PACK, Card
from engine.crash.events import SetDown, Show, SixPairs, Straight
from engine.crash.game import GAME
from engine.events import Adjust, Event, IllegalPlay
from engine.header import Header
from tests.games import histories
from tests.games.crash.dealt import random_events, random_header

SEEDS = st.integers(0, 10**6)
MATCHES = settings(max_examples=20, deadline=None)


@cache
def game(seed: int, careless: float = 0.1) -> tuple[Header, tuple[Event, ...]]:
    """Return a random match."""
    rng = random.Random(seed)
    header = random_header(rng)
    return header, tuple(random_events(header, rng, careless))


@MATCHES
@given(SEEDS)
def test_who_lays_the_best_first_is_never_at_fault(seed: int) -> None:
    match = histories.entered(GAME, *game(seed, 0.0))
    assert not [made for made in match.scores_made if made.why == "foul"]


@MATCHES
@given(SEEDS)
def test_the_scores_are_the_sum_of_what_was_made(seed: int) -> None:
    match = histories.entered(GAME, *game(seed))
    totals = [0] * len(match.header.players)
    for made in match.scores_made:
        totals[made.seat] += made.points
    assert tuple(totals) == match.position.scores


def plain_order(cards: tuple[Card, ...]) -> tuple[int, list[int]]:
    """Rank a hand as a player would say it, a second time and in other words."""
    text = "".join(sorted((card.rank.letter for card in cards), key="23456789TJQKA".index))
    suits = len({card.suit for card in cards})
    if len(set(text)) == 1:
        return 5, ["2456789TJQKA3".index(text[0])]
    if text == "23A" or text in "23456789TJQKA":
        place = 99 if text == "23A" else "23456789TJQKA".index(text)
        return (4 if suits == 1 else 3), [place]
    if suits == 1:
        return 2, ["23456789TJQKA".index(letter) for letter in reversed(text)]
    twin = next((letter for letter in text if text.count(letter) == 2), "")
    if not twin:
        return 0, []
    return 1, ["23456789TJQKA".index(letter) for letter in (twin, text.replace(twin, ""))]


Found = set[tuple[int, str, int, int]]
"""Points and fouls: the deal, "showdown" or "foul", the seat, and the step or the line."""


def second_reading(shows: list[tuple[int, int, Show]], throws_out: bool) -> Found:
    """Go through (deal, line, hand) once more: the lone best of each step, and hands better than the one before."""
    found: Found = set()
    gone: set[int] = set()
    steps: dict[tuple[int, int], list[tuple[tuple[int, list[int]], int]]] = {}
    earlier: dict[tuple[int, int], list[tuple[int, list[int]]]] = {}
    for number, line, event in shows:
        order, mine = plain_order(event.cards), earlier.setdefault((number, event.seat), [])
        if mine and order > mine[-1]:
            found.add((number, "foul", event.seat, line))
            gone |= {event.seat} if throws_out else set()
        mine.append(order)
        if order[0] and event.seat not in gone:
            steps.setdefault((number, len(mine)), []).append((order, event.seat))
    for (number, step), hands in steps.items():
        best = max(hands)
        if [order for order, _ in hands].count(best[0]) == 1:
            found.add((number, "showdown", best[1], step))
    return found


@MATCHES
@given(SEEDS)
def test_points_and_fouls_are_those_that_a_second_reading_finds(seed: int) -> None:
    header, events = game(seed, 0.4)
    match = histories.entered(GAME, header, events)
    deals = [outcome.position.deal.number for outcome in match.outcomes]
    shows = [
        (deals[line - 1], line, event)
        for line, event in enumerate(events, start=1)
        if isinstance(event, Show)
    ]
    found: Found = set()
    for made in match.scores_made:
        if made.why in ("foul", "showdown"):
            step = made.event if made.why == "foul" else made.more["step"]
            found.add((deals[made.event - 1], made.why, made.seat, step))
    expected = second_reading(shows, header.options["fouls"] == "apply")
    last = match.position.deal
    still_open = {
        each for each in expected if each[:2] == (last.number, "showdown") and each[3] > len(last.scored)
    }
    assert found == expected - still_open


@MATCHES
@given(SEEDS)
def test_hands_shown_were_expected_with_their_cards(seed: int) -> None:
    header, events = game(seed)
    at = GAME.start(header)
    for event in events:
        if isinstance(event, Show):
            due = [each for each in GAME.expected(at) if (each.do, each.seat) == ("show", event.seat)]
            assert due
            assert set(event.cards) <= set(due[0].cards)
        at = GAME.after(at, event).position
        assert (at.winner is None) == bool(at.turn is not None)


def anything(rng: random.Random) -> Event:
    """Return any event at all."""
    seat = rng.randrange(-1, 5)
    cards = tuple(rng.sample(PACK, rng.choice((0, 2, 3, 3, 3, 3, 13))))
    return rng.choice(
        (
            Show(seat, cards), Show(seat, cards), SetDown(seat, rng.randrange(-1, 6)),
            SixPairs(seat, cards), Straight(seat, cards), Adjust(seat, rng.choice((-3, 1, 3)), ""),
        )
    )  # fmt: skip


@MATCHES
@given(SEEDS)
def test_whatever_comes_is_taken_or_refused(seed: int) -> None:
    rng = random.Random(seed)
    at, taken = GAME.start(random_header(rng)), 0
    for _ in range(200):
        try:
            at = GAME.after(at, anything(rng)).position
            taken += 1
        except IllegalPlay:
            at = at.passed_over()
        assert at.winner is not None or at.awaited
        assert GAME.closing(at)
    assert taken
