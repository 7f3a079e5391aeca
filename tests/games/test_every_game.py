"""What must hold in each of the six games beside Porrazo: matches at random, edits at random, records that are damaged.

What is a game's own (a second reading of its page, cards neither lost nor found) is in its folder.
"""

import os
import random
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion import cli
from engine.events import Event
from engine.game import AnyGame
from engine.games import game_called
from engine.header import Header
from tests.games import histories, test_fuzz
from tests.games.backhand import dealt as backhand
from tests.games.conquian import dealt as conquian
from tests.games.crash import dealt as crash
from tests.games.malilla import dealt as malilla
from tests.games.royal_porcio import dealt as royal_porcio
from tests.games.stubs_and_spoils import dealt as stubs_and_spoils

EXAMPLES = sorted(Path(__file__).parent.glob("*/records/*.jsonl"))
SEEDS = st.integers(0, 10**6)
MATCHES = settings(max_examples=20, deadline=None)
FILES = int(os.environ.get("PORRAZO_FUZZ", "600")) // 5
"""Damaged records of each game: they are read by the same code, and Porrazo's own run takes all of them."""
CORRECTED_EVENTS = 50
"""Corrections are tried at each of the first so many events: each is scored through and taken back."""

Match = tuple[Header, tuple[Event, ...]]
Faults = float
"""How often players break a rule: 0 never, 1 whenever chance has it."""


@dataclass(frozen=True)
class Dealt:
    """One game, and how a match of it is dealt at random."""

    name: str
    header: Callable[[random.Random], Header]
    events: Callable[[Header, random.Random, Faults], list[Event]]

    @property
    def game(self) -> AnyGame:
        """The game."""
        return game_called(self.name)


GAMES = (
    Dealt("backhand", backhand.random_header, lambda header, rng, _: backhand.random_events(header, rng)),
    Dealt("crash", crash.random_header, crash.random_events),
    Dealt("conquian", conquian.random_header, lambda header, rng, _: conquian.random_events(header, rng)),
    Dealt(
        "malilla",
        malilla.random_header,
        lambda header, rng, faults: malilla.random_events(header, rng, faults, hands=2),
    ),
    Dealt("royal_porcio", royal_porcio.random_header, royal_porcio.careless_events),
    Dealt(
        "stubs_and_spoils",
        stubs_and_spoils.random_header,
        lambda header, rng, faults: stubs_and_spoils.random_events(header, rng, faults, hands=2),
    ),
)
EACH = pytest.mark.parametrize("dealt", GAMES, ids=lambda dealt: dealt.name)


@cache
def match_of(dealt: Dealt, seed: int) -> Match:
    """Return a random match, of players who keep the rules or break them now and then."""
    rng = random.Random(seed)
    header = dealt.header(rng)
    return header, tuple(dealt.events(header, rng, rng.choice((0.0, 0.1, 0.3))))


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: f"{path.parts[-3]}-{path.stem}")
def test_its_records_are_scored_as_they_were(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The worked examples of its page, and matches that a second program, written from the page, scored the same."""
    assert cli.main(["score", str(path), "--json"]) == 0
    assert capsys.readouterr().out == path.with_suffix(".scores").read_text()


def test_each_game_has_some() -> None:
    assert {path.parts[-3] for path in EXAMPLES} == {dealt.name for dealt in GAMES}


@EACH
@MATCHES
@given(seed=SEEDS)
def test_undo_and_redo_at_every_point(dealt: Dealt, seed: int) -> None:
    histories.check_undo_and_redo(dealt.game, *match_of(dealt, seed))


@EACH
@settings(max_examples=5, deadline=None)
@given(seed=SEEDS)
def test_corrections_at_every_point_are_as_if_entered_so(dealt: Dealt, seed: int) -> None:
    header, events = match_of(dealt, seed)
    histories.check_corrections(dealt.game, header, events[:CORRECTED_EVENTS], random.Random(seed))


@EACH
@MATCHES
@given(seed=SEEDS)
def test_what_comes_was_expected(dealt: Dealt, seed: int) -> None:
    histories.check_views(dealt.game, *match_of(dealt, seed))


@EACH
@MATCHES
@given(seed=SEEDS)
def test_a_record_is_written_as_it_was_read(dealt: Dealt, seed: int) -> None:
    histories.check_record(dealt.game, *match_of(dealt, seed))


@EACH
def test_no_damage_brings_a_traceback(
    dealt: Dealt, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    rng, path = random.Random(7), tmp_path / "damaged.jsonl"
    whole = [histories.check_record(dealt.game, *match_of(dealt, seed)) for seed in range(40)]
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
