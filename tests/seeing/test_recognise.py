"""The command ``porrazo recognise``: its JSON, its table, its copies, and what it says of bad input."""

import json
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion import cli
from engine.cards import Card
from tests.seeing.enrolling import knowing_nothing
from vision import photograph
from vision.detection.detections import SeenCard
from vision.runtime.weights import MissingWeights

CORNERS = np.array([[10.04, 10], [40, 12], [38, 55.55], [9, 52]], np.float32)


class Scripted:
    """A recogniser that sees a seven of hearts and a back in every picture."""

    reader = knowing_nothing()
    letters = None

    def recognise(self, image: np.ndarray) -> list[SeenCard]:
        assert image.shape[2] == 3
        return [SeenCard(Card.parse("7h"), 0.98765, CORNERS), SeenCard(None, 0.5, CORNERS + 5)]


@pytest.fixture(autouse=True)
def _scripted(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(photograph.Recogniser, "load", lambda **_: Scripted())
    monkeypatch.chdir(tmp_path)
    cv2.imwrite("a.jpg", np.full((80, 120, 3), 90, np.uint8))
    cv2.imwrite("b.png", np.full((60, 70, 3), 90, np.uint8))
    Path("bad.jpg").write_text("no picture")


def lines(capfd: pytest.CaptureFixture[str]) -> list[dict[str, object]]:
    return [json.loads(line) for line in capfd.readouterr().out.splitlines()]


def test_json_is_one_line_a_picture_in_the_form_that_was_agreed(capfd: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["recognise", "--json", "a.jpg", "./b.png"]) == 0
    first, second = lines(capfd)
    assert list(first) == ["image", "size", "ms", "cards"]
    assert (first["image"], first["size"]) == ("a.jpg", [120, 80])
    assert (second["image"], second["size"]) == ("./b.png", [70, 60])
    assert isinstance(first["ms"], float)
    assert first["cards"] == [
        {
            "card": "7h",
            "confidence": 0.9877,
            "corners": [[10.0, 10.0], [40.0, 12.0], [38.0, 55.5], [9.0, 52.0]],
        },
        {
            "card": None,
            "confidence": 0.5,
            "corners": [[15.0, 15.0], [45.0, 17.0], [43.0, 60.5], [14.0, 57.0]],
        },
    ]


def test_the_plain_table_names_each_card(capfd: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["recognise", "a.jpg"]) == 0
    header, seven, back = capfd.readouterr().out.splitlines()
    assert header.startswith("a.jpg: 2 cards, 120 x 80 pixels, ")
    assert seven.split() == ["7h", "7", "of", "hearts", "99%", "at", "24,", "32"]
    assert "a back, or not readable" in back


def test_a_file_that_cannot_be_read_does_not_keep_the_others_from_being_done(
    capfd: pytest.CaptureFixture[str],
) -> None:
    assert cli.main(["recognise", "--json", "bad.jpg", "gone.jpg", "a.jpg"]) == 2
    out, err = capfd.readouterr()
    bad, gone, good = map(json.loads, out.splitlines())
    assert (bad["image"], gone["image"], good["image"]) == ("bad.jpg", "gone.jpg", "a.jpg")
    assert set(bad) == set(gone) == {"image", "error"}
    assert gone["error"] == "cannot be read: No such file or directory"
    assert "cards" in good
    assert err.splitlines() == [f"porrazo: bad.jpg: {bad['error']}", f"porrazo: gone.jpg: {gone['error']}"]


def test_copies_are_drawn_to_a_folder_that_is_made(capfd: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["recognise", "--draw", "out/here", "a.jpg", "bad.jpg", "b.png"]) == 2
    assert sorted(file.name for file in Path("out/here").iterdir()) == ["a.jpg", "b.png"]
    copy = cv2.imread("out/here/b.png")
    assert copy is not None
    assert copy.shape == (60, 70, 3)
    assert (copy != 90).any()


def test_nothing_that_exists_is_overwritten() -> None:
    before = Path("a.jpg").read_bytes()
    for _ in range(2):
        assert cli.main(["recognise", "--draw", ".", "a.jpg", "./a.jpg"]) == 0
    assert Path("a.jpg").read_bytes() == before
    assert sorted(file.name for file in Path().glob("a*")) == [
        "a-2.jpg",
        "a-3.jpg",
        "a-4.jpg",
        "a-5.jpg",
        "a.jpg",
    ]


def test_a_picture_whose_ending_cannot_be_written_gets_one_that_can() -> None:
    Path("a.jpg").rename("a.photo")
    assert cli.main(["recognise", "--draw", "out", "a.photo"]) == 0
    assert [file.name for file in Path("out").iterdir()] == ["a.png"]


@pytest.mark.parametrize("folder", ["a.jpg", "a.jpg/below", "no\0name"])
def test_a_folder_that_cannot_be_is_one_sentence_before_any_work(
    folder: str, capfd: pytest.CaptureFixture[str]
) -> None:
    assert cli.main(["recognise", "a.jpg", "--draw", folder]) == 2
    out, err = capfd.readouterr()
    assert out == ""
    assert err.startswith("porrazo: ")
    assert err.count("\n") == 1


def test_missing_networks_are_one_sentence(
    capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def load(**_: object) -> Scripted:
        raise MissingWeights("the network finder.onnx is missing")

    monkeypatch.setattr(photograph.Recogniser, "load", load)
    assert cli.main(["recognise", "a.jpg"]) == 2
    assert capfd.readouterr() == ("", "porrazo: the network finder.onnx is missing\n")


def test_without_a_picture_it_says_what_is_missing(capfd: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["recognise"]) == 2
    assert "IMAGE" in capfd.readouterr().err
