"""Golden records: whole matches with all that ``porrazo score --json`` prints about them, kept beside them.

Each record lies in ``records/NAME.jsonl``, the answer in ``NAME.scores``. The answers were compared with an
independent scorer, written from the same rules, when they were made. After a deliberate change of a rule,
``PORRAZO_GOLDEN=write`` writes them anew; read the difference before keeping it.
"""

import json
import os
from pathlib import Path

import pytest

from companion import cli

RECORDS = Path(__file__).parent / "records"
NAMES = sorted(path.stem for path in RECORDS.glob("*.jsonl"))
WRITE = os.environ.get("PORRAZO_GOLDEN") == "write"


def test_there_are_thirty_or_more() -> None:
    assert len(NAMES) >= 30


@pytest.mark.parametrize("name", NAMES)
def test_it_is_scored_as_it_was(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    status = cli.main(["score", str(RECORDS / f"{name}.jsonl"), "--json"])
    answer = RECORDS / f"{name}.scores"
    said = capsys.readouterr()
    assert (status, said.err) == (0, "")
    if WRITE:
        answer.write_text(said.out)
    assert said.out == answer.read_text()


RARE = {
    "counter-with-limpia": ["0 counter_porrazo 3 6", "0 limpia 1 7"],
    "san-benito": ["0 san_benito 0 7"],
    "won-by-a-standing-porrazo": ["1 porrazo 4 K"],
    "won-by-a-counter-porrazo": ["0 counter_porrazo 12 K"],
    "won-in-the-tendido": ["1 tendido_place 5"],
    "won-by-cards": ["1 cards 24"],
    "claimed": ["0 ronda 4 K"],
    "four-of-a-kind": ["1 four 24 K"],
    "round-the-corner": ["0 limpia 1 2"],
    "partners-rondas": ["0 ronda 2 J", "2 ronda 1 5"],
    "reopened": ["0 adjust -3"],
}


@pytest.mark.parametrize("name", RARE)
def test_the_rare_events_are_among_them(name: str) -> None:
    lines = [json.loads(line) for line in (RECORDS / f"{name}.scores").read_text().splitlines()]
    parts = ("seat", "why", "points", "rank")
    told = [" ".join(str(score[part]) for part in parts if part in score) for score in lines[:-1]]
    assert [each for each in told if each in RARE[name]] == RARE[name]
    assert (lines[-1]["winner"] is not None) == (name == "san-benito" or "won" in name)
