"""The training packages, quiet and offline; and the smallest decks, scenes and crops that a network can be fed."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from datasets import decks, render
from datasets.sources import gnome_sources

SHEETS = ("simplistic", "plastic")
"""A deck to train on and one kept for validation."""


@pytest.fixture(scope="session", autouse=True)
def quiet(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Nothing is downloaded, installed or shown, settings stay out of the home folder, and the CPU is enough."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("YOLO_OFFLINE", "true")
        patch.setenv("YOLO_AUTOINSTALL", "false")
        patch.setenv("MPLBACKEND", "Agg")
        patch.setenv("YOLO_CONFIG_DIR", str(tmp_path_factory.mktemp("settings")))
        patch.setenv("CUDA_VISIBLE_DEVICES", "-1")
        yield


@pytest.fixture(scope="session")
def packages() -> None:
    """Skips where one of the training packages is missing, before anything is rendered in vain."""
    for package in ("onnx", "yaml", "ultralytics"):
        pytest.importorskip(package, reason=f"{package} is not installed: it is of the extra 'train'")


@pytest.fixture(scope="session")
def cache(packages: None, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A cache of two decks, one of each split."""
    found = [source for source in gnome_sources() if source.name in SHEETS]
    if len(found) < len(SHEETS) or shutil.which("rsvg-convert") is None:
        pytest.skip("no deck artwork here: apt-get install gnome-cards-data librsvg2-bin")
    folder = tmp_path_factory.mktemp("decks")
    for source in found:
        decks.save(decks.sheet_deck(source), folder)
    return folder


def rendered(what: str, cache: Path, out: Path, counts: dict[str, int]) -> Path:
    """So many scenes or crops of each split, in ``out``."""
    for split, count in counts.items():
        wanted = [f"--decks={cache}", f"--split={split}", f"--out={out / split}", f"--count={count}"]
        assert render.main([what, *wanted, "--seed=1", "--workers=2"]) == 0
    return out


@pytest.fixture(scope="session")
def scenes(cache: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Twelve scenes and four."""
    return rendered("scenes", cache, tmp_path_factory.mktemp("scenes"), {"train": 12, "val": 4})


@pytest.fixture(scope="session")
def crops(cache: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Thirty-two crops and eight."""
    return rendered("crops", cache, tmp_path_factory.mktemp("crops"), {"train": 32, "val": 8})


@pytest.fixture(scope="session")
def letter_crops(cache: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Sixty-four crops for the letter reader and eight."""
    return rendered("letter_crops", cache, tmp_path_factory.mktemp("letter_crops"), {"train": 64, "val": 8})


@pytest.fixture(scope="session")
def indices(cache: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Twelve scenes of cards over one another and eight, with crops of their indices."""
    return rendered("indices", cache, tmp_path_factory.mktemp("indices"), {"train": 12, "val": 8})
