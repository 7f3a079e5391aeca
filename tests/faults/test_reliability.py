"""Whatever stops the program, at most the event in flight is lost: ``tests/faults/reliability.py`` in short."""

import random
import subprocess
import sys
from itertools import pairwise
from pathlib import Path

import pytest

from tests.faults.reliability import BLOCK, STEPS, Found, Nowhere, cuts, judged, played


def test_a_kill_loses_nothing_that_was_said_and_a_ruined_page_no_whole_match() -> None:
    # None of the five pages of this seed holds headers: matches whose header is ruined are gone.
    short = "--kills 6 --cuts 0 --pages 5 --seed 3".split()
    words = [sys.executable, "-m", "tests.faults.reliability", *short]
    done = subprocess.run(words, cwd=Path(__file__).parents[2], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("killed, app {'")
    assert "killed, watch {'" in done.stdout
    assert "LOST" not in done.stdout
    assert "'gone': 0" in done.stdout


def test_a_power_cut_loses_nothing_that_was_said_to_be_done() -> None:
    outcomes = cuts(60, seed=12)
    assert sum(outcomes.values()) == 60
    assert outcomes["LOST"] == outcomes["DAMAGED"] == 0
    assert len(outcomes) == 2, "some cuts came before the event in flight was there, some after"


def test_the_script_does_all_that_people_do() -> None:
    lengths = [len(state) for state in played(Nowhere(), 11)]
    assert len(lengths) == STEPS + 1
    assert max(lengths) > STEPS / 3
    assert any(later < earlier for earlier, later in pairwise(lengths))


def test_a_loss_would_be_seen() -> None:
    states = list(played(Nowhere(), 11))
    said = next(at for at in range(5, STEPS) if len({states[at - 2], states[at - 1], states[at]}) == 3)
    assert judged(Found(said, states[said - 1]), states) == "all that was said is there"
    assert judged(Found(said, states[said]), states) == "and what was in flight too"
    assert judged(Found(said, states[said - 2]), states) == "LOST"


def test_a_cut_that_the_store_could_not_bear_would_be_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    def any_order(old: dict[str, bytes], new: dict[str, bytes], rng: random.Random) -> dict[str, bytes]:
        """As if nothing was waited for: blocks that were there for long are gone too."""
        return {end: b"".join(c[at : at + BLOCK] if rng.random() < 0.5 else bytes(BLOCK)
                              for at in range(0, len(c), BLOCK)) for end, c in new.items()}  # fmt: skip

    monkeypatch.setattr("tests.faults.reliability._torn", any_order)
    outcomes = cuts(20, seed=12)
    assert outcomes["LOST"] + outcomes["DAMAGED"] > 0
