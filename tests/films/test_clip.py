"""The bundled clip, watched with the networks that come with the program: every play and the score, exactly."""

import json
from pathlib import Path
from typing import Any

import pytest

from companion.cli import main
from engine.porrazo.events import event_from_json
from tests.films.filmed import header_of, outcomes

CLIP = Path(__file__).with_name("clip.mp4")
SPOKEN = ("declare", "claim")


@pytest.fixture(scope="module")
def truth() -> dict[str, Any]:
    facts: dict[str, Any] = json.loads(CLIP.with_suffix(".truth.json").read_text(encoding="utf-8"))
    return facts


def test_the_clip_is_understood(
    truth: dict[str, Any], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    header = truth["header"]
    assert isinstance(header, dict)
    record = tmp_path / "clip.jsonl"
    words = ["--players", str(len(header["players"])), "--dealer", str(header["dealer"])]
    assert main(["watch", str(CLIP), "--headless", "--json", "--record", str(record), *words,
                 "--option", "declarations=automatic"]) == 0  # fmt: skip
    final = json.loads(capsys.readouterr().out.splitlines()[-1])
    seen = [json.loads(line) for line in record.read_text(encoding="utf-8").splitlines()[1:]]
    events = truth["events"]
    assert isinstance(events, list)
    laid = [event for event in events if event["do"] not in SPOKEN]
    assert what_happened(truth, seen) == what_happened(truth, laid)
    known = truth["final"]
    assert isinstance(known, dict)
    assert final["scores"] == known["scores"]


def what_happened(truth: dict[str, Any], lines: list[dict[str, Any]]) -> list[tuple[object, ...]]:
    """Seat, card and how many it captured, of every play; a tendido's row may be written from either end."""
    return outcomes(header_of(truth), [event_from_json(line) for line in lines])
