"""What is played in a film: a record that the engine accepts, and the consequences that the arms will act out."""

import numpy as np
import pytest

from datasets.films.production import Order, scripted
from datasets.films.script import Dealt, Gathered, Laid, Row, Script, Shuffled, Spoken, automatic, write
from engine.cards import Card
from engine.header import Header
from engine.porrazo.game import Match


def hand(
    seed: int, players: int, teams: bool = False, plays: int | None = None, rules: str = "pagat"
) -> Script:
    names = tuple(f"P{k + 1}" for k in range(players))
    sides = ((0, 2), (1, 3)) if teams else None
    return write(np.random.default_rng(seed), Header(names, rules, sides, seed % players), plays)


def match_of(script: Script) -> Match:
    match = Match(script.header)
    for event in script.events:
        match.add(event)
    return match


@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize("seed", range(6))
def test_whole_hand_is_played_by_the_rules(seed: int, players: int) -> None:
    script = hand(seed, players, teams=players == 4 and seed % 2 == 0)
    match = match_of(script)
    assert match.position.winner is not None or match.position.complete
    assert match.settled.position.hand == 2 or match.position.winner is not None


@pytest.mark.parametrize("rules", ["denexa", "uspcc"])
@pytest.mark.parametrize("seed", range(12))
def test_a_hand_is_played_by_other_rules_too(rules: str, seed: int) -> None:
    match = match_of(hand(seed, 2 + seed % 4, rules=rules))
    assert match.position.winner is not None or match.settled.position.hand == 2


def test_a_match_of_several_hands_is_dealt_on_in_turn() -> None:
    names = ("P1", "P2", "P3")
    script = write(np.random.default_rng(4), Header(names, dealer=1), hands=2)
    first, second = hand_breaks(script)
    assert {each.dealer for each in first if isinstance(each, Dealt)} == {1}
    assert {each.dealer for each in second if isinstance(each, Dealt)} == {2}
    assert isinstance(second[0], Shuffled)
    assert second[0].dealer == 2
    assert match_of(script).settled.position.hand == 3


def test_a_match_is_over_when_it_is_won() -> None:
    script = write(np.random.default_rng(4), Header(("P1", "P2"), dealer=1), hands=99)
    assert match_of(script).settled.position.winner is not None
    assert 2 <= sum(isinstance(each, Shuffled) for each in script.happenings) < 20


def hand_breaks(script: Script) -> list[list[object]]:
    """The happenings of each hand."""
    hands: list[list[object]] = [[]]
    for each in script.happenings:
        if isinstance(each, Shuffled):
            hands.append([])
        hands[-1].append(each)
    return hands


@pytest.mark.parametrize(
    ("seed", "players"), [(1321, 3), (3003, 2), (3017, 4), (3002, 4), (3004, 2), (3007, 5)]
)
def test_a_match_ends_with_the_batch_that_wins_it_and_however_announcements_are_counted(
    seed: int, players: int
) -> None:
    """In the first three a batch wins by what its end brings, in the others only who counts all announcements knows."""
    _, script = scripted(Order(seed, "hard", players, hands=99))
    ends = [Match(header) for header in (script.header, automatic(script.header))]
    for event in script.events:
        assert all(end.position.winner is None for end in ends)
        for end in ends:
            end.add(event)
    assert any(end.settled.position.winner is not None for end in ends)
    assert script.final()["winner"] == ends[1].settled.position.winner


def test_the_same_seed_plays_the_same_hand() -> None:
    assert hand(5, 3) == hand(5, 3)
    assert hand(5, 3) != hand(6, 3)


def test_table_follows_from_what_the_script_says_was_taken() -> None:
    """Whoever acts the script out, without knowing any rule, ends with the engine's table after every play."""
    for seed in range(30):
        script = hand(seed, 2 + seed % 4)
        match, table, waiting = Match(script.header), set[Card](), set[Card]()
        for happening in script.happenings:
            if isinstance(happening, Dealt | Gathered | Shuffled):
                continue
            match.add(happening.event)
            if isinstance(happening, Row):
                table |= set(happening.event.cards)
            if isinstance(happening, Laid):
                table.add(happening.event.card)
                if happening.stood is not None:
                    assert set(happening.stood[1]) == waiting
                    table -= waiting
                waiting = set(happening.taken) if happening.waits else set()
                table -= set() if happening.waits else set(happening.taken)
            assert table == set(match.position.table), (seed, happening)


def test_everything_that_a_film_should_show_comes_up() -> None:
    laid = [each for seed in range(40) for each in hand(seed, 2).happenings if isinstance(each, Laid)]
    assert any(each.event.in_place for each in laid)
    assert any(each.waits for each in laid)
    assert any(each.undone for each in laid)
    assert any(each.stood for each in laid)
    assert 0.2 < sum(bool(each.taken) for each in laid) / len(laid) < 0.6


def test_silence_is_sometimes_claimed_and_announcements_are_true() -> None:
    spoken = [each for seed in range(40) for each in hand(seed, 3).happenings if isinstance(each, Spoken)]
    assert {each.event.do for each in spoken} == {"declare", "claim"}


def test_final_scores_are_those_of_automatic_announcements() -> None:
    for seed in range(20):
        script = hand(seed, 2)
        final = script.final()
        automatic = Match(
            Header(script.header.players, dealer=script.header.dealer, options={"declarations": "automatic"})
        )
        for event in script.events:
            automatic.add(event)
        assert final["scores"] == list(automatic.settled.position.scores)
        by = final["by"]
        assert isinstance(by, dict)
        scores = final["scores"]
        assert isinstance(scores, list)
        assert sum(by.values()) == sum(scores)


def test_short_clip_is_the_start_of_the_whole_hand() -> None:
    whole, clip = hand(7, 2), hand(7, 2, plays=9)
    assert sum(isinstance(each, Laid) for each in clip.happenings) == 9
    assert whole.happenings[: len(clip.happenings)] == clip.happenings
