"""The first tricks of a film of Malilla, watched with the networks: skipped where the folder of films is absent.

The film is rendered. The whole hand takes minutes; what was seen of all of it is kept as a test without pixels in
``tests/referee/recorded_tricks``.
"""

import json
import os
from pathlib import Path

import pytest

from companion.cli import main
from tests.films.filmed import bottom_of
from vision.cameras.camera import Frame
from vision.cameras.films import Film

FILM = Path(os.environ.get("PORRAZO_FILMS", "/nowhere")) / "malilla-41.mp4"
ENDS = 49.5
"""Seconds: the turned card is taken up again, and three tricks are laid and gathered."""


class Beginning(Film):
    """The film as far as that."""

    def read(self) -> Frame | None:
        """See Film."""
        frame = super().read()
        if frame is None or frame.t < ENDS:
            return frame
        self.close()
        return None


@pytest.mark.skipif(not FILM.exists(), reason="PORRAZO_FILMS names no folder with the film malilla-41")
def test_a_film_of_malilla_is_understood(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("vision.cameras.opening.Film", Beginning)
    truth = json.loads(FILM.with_suffix(".truth.json").read_text(encoding="utf-8"))
    header, record = truth["header"], tmp_path / "hand.jsonl"
    words = ["--players", "4", "--dealer", str(header["dealer"]), "--bottom", str(bottom_of(truth))]
    teams = ["--teams", "/".join(",".join(map(str, team)) for team in header["teams"])]
    assert main(["watch", str(FILM), "--game", header["game"], "--headless", "--json",
                 "--record", str(record), *words, *teams]) == 0  # fmt: skip
    last = json.loads(capsys.readouterr().out.splitlines()[-1])
    assert (last["trick"], sum(last["tricks"]), last["turn"]) == ([], 3, truth["events"][13]["seat"])
    seen = [json.loads(line) for line in record.read_text(encoding="utf-8").splitlines()[1:]]
    keys = ("do", "seat", "card")
    assert [{key: line[key] for key in keys if key in line} for line in seen] == [
        {key: line[key] for key in keys if key in line} for line in truth["events"] if line["t"] < ENDS
    ]
