"""A film of a whole hand of Malilla, watched with the networks: skipped where the folder of films is absent.

The film is rendered. It takes minutes; what was seen of it is kept as a test without pixels in
``tests/referee/recorded_tricks``.
"""

import json
import os
from pathlib import Path

import pytest

from companion.cli import main
from tests.films.filmed import bottom_of

FILM = Path(os.environ.get("PORRAZO_FILMS", "/nowhere")) / "malilla-41.mp4"


@pytest.mark.skipif(not FILM.exists(), reason="PORRAZO_FILMS names no folder with the film malilla-41")
def test_a_film_of_malilla_is_understood(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    truth = json.loads(FILM.with_suffix(".truth.json").read_text(encoding="utf-8"))
    header, record = truth["header"], tmp_path / "hand.jsonl"
    words = ["--players", "4", "--dealer", str(header["dealer"]), "--bottom", str(bottom_of(truth))]
    teams = ["--teams", "/".join(",".join(map(str, team)) for team in header["teams"])]
    assert main(["watch", str(FILM), "--game", header["game"], "--headless", "--json",
                 "--record", str(record), *words, *teams]) == 0  # fmt: skip
    assert json.loads(capsys.readouterr().out.splitlines()[-1]) == truth["final"]["last"]
    seen = [json.loads(line) for line in record.read_text(encoding="utf-8").splitlines()[1:]]
    keys = ("do", "seat", "card")
    assert [{key: line[key] for key in keys if key in line} for line in seen] == [
        {key: line[key] for key in keys if key in line} for line in truth["events"]
    ]
