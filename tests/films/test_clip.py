"""The bundled clip, watched with the networks that come with the program: every play and the score, exactly."""

import json
from pathlib import Path

import pytest

from companion.cli import main

CLIP = Path(__file__).with_name("clip.mp4")
SPOKEN = ("declare", "claim")


@pytest.fixture(scope="module")
def truth() -> dict[str, object]:
    facts: dict[str, object] = json.loads(CLIP.with_suffix(".truth.json").read_text(encoding="utf-8"))
    return facts


def test_the_clip_is_understood(
    truth: dict[str, object], tmp_path: Path, capsys: pytest.CaptureFixture[str]
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
    assert [plain(event) for event in seen] == [plain(event) for event in laid]
    known = truth["final"]
    assert isinstance(known, dict)
    assert final["scores"] == known["scores"]


def plain(event: dict[str, object]) -> tuple[object, ...]:
    """What an event says that a camera can see; a tendido's row may be written from either end."""
    cards = event.get("cards")
    row = tuple(sorted(map(str, cards))) if isinstance(cards, list) else None
    return event["do"], event.get("seat"), event.get("card"), event.get("in_place", False), row
