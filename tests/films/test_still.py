"""Photographs of cards that simply lie there, filmed for three seconds: no play may be invented."""

import json
import os
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.cli import main
from vision.files.pictures import read_picture

PHOTOGRAPHS = Path(os.environ.get("PORRAZO_PHOTOS", "/nowhere"))
DESK = sorted((PHOTOGRAPHS / "desk").glob("*.jpg"))[::3]
"""Every third: of each kind of table some."""
FPS, SECONDS, SIZE = 12, 3, (1280, 720)


def filmed(photograph: Path, film: Path) -> None:
    """The photograph, as much of it as has a film's shape, for three seconds, with a sensor's noise."""
    image = read_picture(photograph)
    scale = min(SIZE[0] / image.shape[1], SIZE[1] / image.shape[0])
    small = cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    picture = np.zeros((SIZE[1], SIZE[0], 3), np.uint8)
    picture[: small.shape[0], : small.shape[1]] = small
    noise = np.random.default_rng(3)
    writer = cv2.VideoWriter(str(film), cv2.VideoWriter.fourcc(*"mp4v"), FPS, SIZE)
    for _ in range(FPS * SECONDS):
        grain = noise.normal(0, 3, picture.shape)
        writer.write(np.clip(picture + grain, 0, 255).astype(np.uint8))
    writer.release()


@pytest.mark.skipif(not DESK, reason="PORRAZO_PHOTOS names no folder with photographs of a desk")
@pytest.mark.parametrize("photograph", DESK, ids=lambda path: path.stem)
def test_cards_that_lie_there_are_no_plays(
    photograph: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    film = tmp_path / "still.mp4"
    filmed(photograph, film)
    assert main(["watch", str(film), "--headless", "--json", "--record", str(tmp_path / "still.jsonl"),
                 "--players", "2", "--dealer", "0"]) == 0  # fmt: skip
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [line for line in lines if line.get("do") == "play"] == []
    assert [line for line in lines if line.get("do") == "tendido"] == []
