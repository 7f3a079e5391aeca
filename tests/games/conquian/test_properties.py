"""What must hold in every match of Conquian: matches at random, and edits at random."""

import os
import random
from functools import cache
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion import cli
from engine.conquian.game import GAME
from engine.events import Event
from engine.header import Header
from tests.games import histories, test_fuzz
from tests.games.conquian.dealt import random_events, random_header

SEEDS = st.integers(0, 10**6)
MATCHES = settings(max_examples=20, deadline=None)
FILES = int(os.environ.get("PORRAZO_FUZZ", "600")) // 2


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


@MATCHES
@given(SEEDS)
def test_undo_and_redo_at_every_point(seed: int) -> None:
    histories.check_undo_and_redo(GAME, *game(seed))


@settings(max_examples=5, deadline=None)
@given(SEEDS)
def test_corrections_at_every_point_are_as_if_entered_so(seed: int) -> None:
    header, events = game(seed)
    histories.check_corrections(GAME, header, events[:40], random.Random(seed))


@MATCHES
@given(SEEDS)
def test_what_comes_was_expected(seed: int) -> None:
    histories.check_views(GAME, *game(seed))


@MATCHES
@given(SEEDS)
def test_a_record_is_written_as_it_was_read(seed: int) -> None:
    histories.check_record(GAME, *game(seed))


def test_no_damage_brings_a_traceback(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    rng, path = random.Random(7), tmp_path / "damaged.jsonl"
    whole = [histories.check_record(GAME, *game(seed)) for seed in range(40)]
    refused = 0
    for _ in range(FILES):
        path.write_bytes(test_fuzz.damaged(rng.choice(whole), rng))
        status = cli.main(["score", str(path), "--json"])
        said = capsys.readouterr()
        test_fuzz.check(status, said.out, said.err)
        assert cli.main(["score", str(path)]) == status
        capsys.readouterr()
        refused += status == 2
    assert 0.5 * FILES < refused < FILES
