"""Decks to render from: plain ones that need no artwork, and what of the real ones is installed here."""

import shutil
from pathlib import Path

import cv2
import numpy as np
import pytest

from datasets import decks
from datasets.decks import CARDS, FACE_HEIGHT, Deck, Image, rounded


def plain_deck(name: str, split: str, ink: tuple[int, int, int]) -> Deck:
    """A white deck with each card's name written at both ends."""
    width = round(FACE_HEIGHT * 63 / 88)
    faces = []
    for card in CARDS:
        face = np.full((FACE_HEIGHT, width, 3), 255, np.uint8)
        for _ in range(2):
            cv2.putText(face, card, (16, 80), cv2.FONT_HERSHEY_DUPLEX, 2.4, ink, 6, cv2.LINE_AA)
            face = np.ascontiguousarray(face[::-1, ::-1])
        faces.append(rounded(face))
    back = rounded(np.full((FACE_HEIGHT, width, 3), ink, np.uint8))
    return Deck(name, "made by this test", split, np.stack(faces), back[None])


@pytest.fixture(scope="session")
def cache(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A cache of two decks to train on and one kept for validation."""
    folder = tmp_path_factory.mktemp("decks")
    decks.save(plain_deck("black", "train", (20, 20, 20)), folder)
    decks.save(plain_deck("red", "train", (40, 30, 190)), folder)
    decks.save(plain_deck("green", "val", (40, 120, 20)), folder)
    return folder


@pytest.fixture(scope="session")
def to_train_on(cache: Path) -> list[Deck]:
    """The decks of the cache that training may see."""
    return decks.load(cache, "train")


@pytest.fixture(scope="session")
def fonts() -> None:
    """Skips where drawn decks cannot be drawn."""
    if shutil.which("fc-list") is None:
        pytest.skip("no fc-list here: apt-get install fontconfig fonts-dejavu-core")
    from datasets.styles import draw_style

    try:
        draw_style(np.random.default_rng(0))
    except ValueError as missing:
        pytest.skip(str(missing))


@pytest.fixture(scope="session")
def anglo() -> Image:
    """The faces of one of gnome-cards-data's sheets."""
    from datasets.sources import gnome_sources

    sheet = next((source for source in gnome_sources() if source.name == "anglo"), None)
    if sheet is None or shutil.which("rsvg-convert") is None:
        pytest.skip("no deck artwork here: apt-get install gnome-cards-data librsvg2-bin")
    return decks.sheet_deck(sheet).faces


@pytest.fixture(scope="session")
def rsvg() -> None:
    """Skips where no drawing can be rendered."""
    if shutil.which("rsvg-convert") is None:
        pytest.skip("no rsvg-convert here: apt-get install librsvg2-bin")
