"""Films as another camera or lamp would have shown them: the same plays, other pictures."""

from pathlib import Path

import cv2
import numpy as np
import pytest

from datasets.altered import KINDS, Film, main
from datasets.films.encode import write_film


@pytest.fixture(scope="module")
def film(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two seconds of a white card on wood, with a truth and a record."""
    path = tmp_path_factory.mktemp("films") / "one.mp4"
    table = np.full((180, 320, 3), (40, 70, 110), np.uint8)
    table[60:120, 100:140] = 235
    write_film(path, [table] * 24, (320, 180), 12)
    path.with_suffix(".truth.json").write_text('{"events": []}')
    path.with_suffix(".record.jsonl").write_text("{}\n")
    return path


def seen(path: Path) -> list[np.ndarray]:
    return [*Film(path).frames()]


@pytest.mark.parametrize("kind", sorted(KINDS))
def test_a_film_is_altered_and_its_truth_is_not(film: Path, kind: str, tmp_path: Path) -> None:
    assert main([str(film), "--as", kind, "--out", str(tmp_path)]) == 0
    made = tmp_path / f"{kind}-one.mp4"
    frames = seen(made)
    seconds = len(frames) / Film(made).fps
    assert seconds == pytest.approx(2.0, abs=0.15)
    for ending in (".truth.json", ".record.jsonl"):
        assert made.with_suffix(ending).read_text() == film.with_suffix(ending).read_text()
    before = seen(film)[12]
    now = frames[len(frames) // 2]
    same = now.shape == before.shape and np.abs(now.astype(int) - before).mean() < 1
    assert not same or kind == "slow"


def test_in_the_dark_white_is_dark_grey_and_bars_are_bars(film: Path, tmp_path: Path) -> None:
    for kind in ("dark", "flicker", "turned", "small"):
        main([str(film), "--as", kind, "--out", str(tmp_path)])
    assert 60 < seen(tmp_path / "dark-one.mp4")[12][70:110, 110:130].mean() < 130
    wood = np.stack([frame[:, 10:60].mean((1, 2)) for frame in seen(tmp_path / "flicker-one.mp4")])
    assert wood.std(0).min() > 0.08 * wood.mean()
    assert seen(tmp_path / "turned-one.mp4")[0].shape == (320, 180, 3)
    assert Film(tmp_path / "small-one.mp4").fps == 8


def test_what_is_no_film_or_has_no_truth_is_told_in_a_sentence(
    film: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    no_film = tmp_path / "no.mp4"
    no_film.write_text("no film")
    alone = tmp_path / "alone.mp4"
    alone.write_bytes(film.read_bytes())
    for path in (no_film, alone):
        assert main([str(path), "--as", "dark", "--out", str(tmp_path / "out")]) == 2
        assert capsys.readouterr().err.count("\n") >= 1
    assert cv2.VideoCapture(str(alone)).isOpened()
