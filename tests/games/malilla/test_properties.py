"""What must hold in every match of Malilla: matches at random, and edits at random."""

import random
from functools import cache

from hypothesis import given, settings
from hypothesis import strategies as st

from engine.cards import Card, Suit
from engine.events import Event
from engine.header import Header
from engine.malilla.cards import Play, Trump
from engine.malilla.game import GAME
from tests.games import histories
from tests.games.malilla.dealt import power, random_events, random_header

SEEDS = st.integers(0, 10**6)
MATCHES = settings(max_examples=20, deadline=None)


@cache
def game(seed: int, careless: float = 0.0, fouls: str = "") -> tuple[Header, tuple[Event, ...]]:
    """Return a random match."""
    rng = random.Random(seed)
    header = random_header(rng, **({"fouls": fouls} if fouls else {}))
    return header, tuple(random_events(header, rng, careless, hands=2))


@MATCHES
@given(SEEDS)
def test_who_keeps_the_rules_is_never_found_at_fault(seed: int) -> None:
    match = histories.entered(GAME, *game(seed))
    assert not [made for made in match.scores_made if made.why == "foul"]


@MATCHES
@given(SEEDS)
def test_each_whole_hand_collects_seventy(seed: int) -> None:
    match = histories.entered(GAME, *game(seed, 0.3, "report"))
    ended = [made for made in match.scores_made if made.why in ("hand", "capote")]
    assert all(sum(made.more["collected"]) == 70 for made in ended)
    totals = [0, 0]
    for made in match.scores_made:
        totals[made.seat % 2] += made.points
    assert tuple(totals) == match.position.scores


@MATCHES
@given(SEEDS, st.floats(0.05, 1))
def test_fouls_are_those_that_the_whole_hand_shows(seed: int, careless: float) -> None:
    """Compare with a plain second reading of M13, which looks at all the hand's plays at once."""
    header, events = game(seed, careless, "report")
    match = histories.entered(GAME, header, events)
    found = [
        (made.event, made.more["at"], made.more["foul"]) for made in match.scores_made if made.why == "foul"
    ]
    expected = []
    dealer, turned, plays = header.dealer, None, list[tuple[int, Play]]()
    for line, event in [*enumerate(events, start=1), (0, None)]:
        if isinstance(event, Trump) or event is None:
            expected += second_reading(plays, dealer, turned, header.options["sevens"] == "restricted")
        if isinstance(event, Trump):
            turned, plays, dealer = event.card, [], match.outcomes[line].position.hand.dealer
        elif isinstance(event, Play):
            plays.append((line, event))
    assert found == expected


def second_reading(
    plays: list[tuple[int, Play]], dealer: int, turned: Card | None, restricted: bool
) -> list[tuple[int, int, str]]:
    """Return a hand's fouls: (line of the proof, line of the play, code), as they are told."""
    if turned is None or turned.suit is None:
        return []
    trump, found = turned.suit, {}
    for at, (line, event) in enumerate(plays):
        later = [(proof, shown.card) for proof, shown in plays[at + 1 :] if shown.seat == event.seat]
        mine = [shown.card for _, shown in plays[: at + 1]]
        if event.seat == dealer and turned not in mine:
            later.insert(0, (line, turned))
        for proof, card in later:
            code = broken([shown for _, shown in plays[: at + 1]], card, trump, restricted)
            if code and line not in found:
                found[line] = (proof, line, code)
    return sorted(found.values(), key=lambda each: (each[0], each[1]))


def broken(plays: list[Play], held: Card, trump: Suit, restricted: bool) -> str:
    """Return what the last of these plays broke, its player having held this card."""
    trick = plays[(len(plays) - 1) // 4 * 4 :]
    *before, last = trick
    if not before:
        return ""
    led = before[0].card.suit
    best = max(before, key=lambda each: power(each.card, led, trump))
    laid = last.card
    if laid.suit is not led and held.suit is led:
        return "follow"
    beaten, beats = (power(card, led, trump) > power(best.card, led, trump) for card in (laid, held))
    if (best.seat - last.seat) % 2 and not beaten and beats and (laid.suit is not led or held.suit is led):
        return "beat"
    open_suits = {trump, *(plays[first].card.suit for first in range(0, len(plays), 4))}
    closed = [restricted and card.rank == 7 and card.suit not in open_suits for card in (laid, held)]
    return "seven" if laid.suit is not led and closed == [True, False] else ""
