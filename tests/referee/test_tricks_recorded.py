"""Filmed hands of tricks as they were seen: every event and the last line, exactly, and hardly anything asked.

What was seen is of rendered films, by the networks of the time. ``recorded_tricks/X.jsonl.gz``: a line of truth, then
a line for each look, as ``companion.record.evening`` writes them.
"""

import gzip
import json
from pathlib import Path

import pytest

from companion.record.evening import observations_of
from companion.referee.tricks import TrickReferee
from engine.games import game_called
from tests.referee.test_tricks import what

ASKED = {"malilla-heap-303": {7}}
"""The lines that are asked about for a while; of all other hands none is."""
FOLDER = Path(__file__).with_name("recorded_tricks")


@pytest.mark.parametrize("path", sorted(FOLDER.glob("*.gz")), ids=lambda path: path.name.split(".")[0])
def test_a_filmed_hand_is_followed_exactly(path: Path) -> None:
    lines = gzip.decompress(path.read_bytes()).decode().splitlines()
    truth = json.loads(lines[0])
    header = game_called(truth["header"]["game"]).header(truth["header"])
    referee, asked, t = TrickReferee(header, (), truth["bottom"]), set[int](), 0.0
    for observation in observations_of(lines[1:]):
        t = observation.t
        asked |= {change.line for change in referee.look(observation) if change.event.extra.get("doubt")}
    asked |= {change.line for change in referee.end(t) if change.event.extra.get("doubt")}
    assert what(referee.written) == truth["events"]
    assert asked == ASKED.get(path.name.split(".")[0], set())
    assert referee.settled().to_json() == truth["last"]
