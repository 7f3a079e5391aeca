"""Picture number k of a seed is the same picture, however many processes draw it and however many are asked for."""

import json
from pathlib import Path

import cv2
import numpy as np
import pytest

from datasets.render import main


def render(what: str, cache: Path, out: Path, **options: int | str) -> Path:
    """Run ``datasets.render``; returns the folder."""
    wanted = [f"--{key}={value}" for key, value in options.items()]
    assert main([what, f"--decks={cache}", f"--out={out}", *wanted]) == 0
    return out


def test_crops_do_not_depend_on_the_number_of_workers(cache: Path, tmp_path: Path) -> None:
    one = render("crops", cache, tmp_path / "one", count=34, seed=5, workers=1)
    three = render("crops", cache, tmp_path / "three", count=34, seed=5, workers=3)
    few = render("crops", cache, tmp_path / "few", count=5, seed=5, workers=2)
    crops, classes = np.load(one / "crops.npy"), np.load(one / "classes.npy")
    assert crops.shape == (34, 176, 128, 3)
    assert crops.dtype == np.uint8
    assert np.array_equal(crops, np.load(three / "crops.npy"))
    assert np.array_equal(classes, np.load(three / "classes.npy"))
    assert np.array_equal(crops[:5], np.load(few / "crops.npy"))
    assert len({crop.tobytes() for crop in crops}) == 34, "and no two of them are alike"


def test_another_seed_and_another_split_are_other_crops(cache: Path, tmp_path: Path) -> None:
    one = np.load(render("crops", cache, tmp_path / "one", count=3, seed=5) / "crops.npy")
    other = np.load(render("crops", cache, tmp_path / "other", count=3, seed=6) / "crops.npy")
    held_out = np.load(render("crops", cache, tmp_path / "val", count=3, seed=5, split="val") / "crops.npy")
    for k in range(3):
        assert not np.array_equal(one[k], other[k])
        assert not np.array_equal(one[k], held_out[k])


def test_scenes_do_not_depend_on_the_number_of_workers(cache: Path, tmp_path: Path) -> None:
    many = render("scenes", cache, tmp_path / "many", count=17, seed=3, workers=2)
    few = render("scenes", cache, tmp_path / "few", count=2, seed=3, workers=1)
    for name in ("000000", "000001"):
        for file in (f"pose/images/{name}.jpg", f"pose/labels/{name}.txt", f"obb/labels/{name}.txt"):
            assert (many / file).read_bytes() == (few / file).read_bytes()
    lines = (many / "truth.jsonl").read_text(encoding="utf-8").splitlines()
    assert len(lines) == 17
    assert lines[:2] == (few / "truth.jsonl").read_text(encoding="utf-8").splitlines()
    assert [json.loads(line)["image"] for line in lines] == [f"pose/images/{k:06d}.jpg" for k in range(17)]


def test_a_scene_comes_with_its_labels_twice_over(cache: Path, tmp_path: Path) -> None:
    out = render("scenes", cache, tmp_path, count=3, seed=4, workers=1)
    for line in (out / "truth.jsonl").read_text(encoding="utf-8").splitlines():
        truth = json.loads(line)
        picture = cv2.imread(str(out / truth["image"]))
        assert picture is not None
        assert [picture.shape[1], picture.shape[0]] == truth["size"]
        label = Path(truth["image"]).with_suffix(".txt").name
        pose, obb = ((out / kind / "labels" / label).read_text().splitlines() for kind in ("pose", "obb"))
        assert len(pose) == len(obb) <= len(truth["cards"])
        assert (out / "obb" / "images" / Path(truth["image"]).name).exists()


def test_without_decks_it_says_how_to_make_them(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["crops", f"--decks={tmp_path}", f"--out={tmp_path / 'out'}"]) == 2
    said = capsys.readouterr().out
    assert said.startswith("porrazo: no decks in")
    assert "python -m datasets.decks" in said
    assert said.count("\n") == 1
