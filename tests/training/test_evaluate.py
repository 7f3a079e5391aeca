"""``python -m models.evaluate`` on a folder of pictures made here, with the networks of the program."""

import json
from pathlib import Path

import cv2
import numpy as np
import pytest

from datasets.decks import save
from datasets.drawn import drawn_deck
from models import evaluate
from models.measuring.labels import SETS, crops, fans, pictures

CARD = {"card": "7h", "corners": [[200, 150], [326, 160], [315, 330], [190, 322]]}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Three pictures of the sets, two cards alone, one fan."""
    rng = np.random.default_rng(1)
    labels = {}
    for name in ("desk/a.jpg", "mrpawelas/a.jpg", "edje/test_a.jpg"):
        image = rng.integers(90, 130, (480, 640, 3)).astype(np.uint8)
        cv2.fillConvexPoly(image, np.array(CARD["corners"], np.int32), (245, 245, 245))
        (tmp_path / name).parent.mkdir(exist_ok=True)
        cv2.imwrite(str(tmp_path / name), image)
        labels[name] = {"size": [640, 480], "cards": [CARD]}
    (tmp_path / "labels.json").write_text(json.dumps(labels))
    for name in ("crops/7h_1.jpg", "crops/3h_6.jpg", "bidly/a.jpg"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        cv2.imwrite(str(tmp_path / name), np.full((400, 286, 3), 220, np.uint8))
    indices = [{"card": card, "index_box": [x, 20, x + 20, 70]} for card, x in (("7h", 20), ("8h", 60))]
    (tmp_path / "bidly_labels.json").write_text(json.dumps({"bidly/a.jpg": {"cards": indices}}))
    return tmp_path


def test_every_set_is_read(folder: Path) -> None:
    assert [len(pictures(folder, name)) for name in SETS] == [1, 1, 1, 0]
    assert pictures(folder, "desk")[0].width == pytest.approx(126, abs=1)
    assert [picture.labels[0].card for picture in crops(folder)] == ["4h", "7h"]
    assert fans(folder) == {"bidly/a.jpg": {"7h": [(20, 20, 40, 70)], "8h": [(60, 20, 80, 70)]}}


def test_it_prints_one_table_twice_the_same(
    folder: Path, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    texts = []
    for name in ("one.png", "two.png"):
        parts = ["sets", "covered", "fans", "crops", "far", "negatives"]
        wanted = ["--photographs", str(folder), "--quick", "--sheet", str(tmp_path / name), "--parts", *parts]
        assert evaluate.main(wanted) == 0
        texts.append(capsys.readouterr().out.splitlines())
    assert texts[0][:-1] == texts[1][:-1]  # the last line tells the time
    assert (tmp_path / "one.png").read_bytes() == (tmp_path / "two.png").read_bytes()
    text = "\n".join(texts[0])
    for expected in (
        "NumPy",
        "OpenCV",
        "desk",
        "mrpawelas",
        "edje test",
        "fans",
        "crops",
        "px wide",
        "backs",
        "calibration",
    ):
        assert expected in text


def test_cards_laid_over_others_are_counted(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    save(drawn_deck(9), tmp_path / "decks")
    wanted = ["--photographs", str(folder), "--parts", "overlaps", "--first", "7", "--decks"]
    assert evaluate.main([*wanted, str(tmp_path / "decks")]) == 0
    lines = capsys.readouterr().out.splitlines()
    covered = [line.split() for line in lines if "% covered" in line]
    assert [line[:5] for line in covered] == [[part, "%", "covered", "1", "8"] for part in ("50", "75")]
    assert sum("wrong and sure: " in line for line in lines) == len(covered)
    assert any(line.startswith("calibration, of ") for line in lines)


@pytest.mark.parametrize("wanted", [[], ["--photographs", "nowhere"]])
def test_without_photographs_it_says_so(
    wanted: list[str], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("PORRAZO_PHOTOS", raising=False)
    assert evaluate.main(wanted) == 2
    assert capsys.readouterr().out.count("\n") == 1


@pytest.mark.parametrize("wrong", [["--scenes", "0"], ["--first", "-1"]])
def test_scenes_that_are_none_are_one_sentence(
    folder: Path, wrong: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert evaluate.main(["--photographs", str(folder), "--parts", "overlaps", *wrong]) == 2
    assert capsys.readouterr().out == "porrazo: --scenes must be 1 or more, and --first 0 or more\n"


def test_a_folder_without_networks_is_one_sentence(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "weights").mkdir()
    (tmp_path / "weights/finder.onnx").write_bytes(b"no network")
    assert evaluate.main(["--photographs", str(folder), "--weights", str(tmp_path / "weights")]) == 2
    assert capsys.readouterr().out.splitlines()[-1].startswith("porrazo: ")
