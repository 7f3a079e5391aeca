"""What the letter reader is taught, and the decks it is measured by: the glyph in the corner, in fonts kept apart."""

from collections import Counter
from pathlib import Path

import cv2
import numpy as np
import pytest

from datasets import letter_crops, lettered
from datasets.decks import Image
from datasets.drawn import index_marks
from datasets.letter_crops import LOOKS, letter_crop
from datasets.lettered import APART, letter_fonts, lettered_deck
from datasets.styles import Style
from vision.reading.alphabet import ALPHABETS, GLYPHS, NO_GLYPH, RANKS

pytestmark = pytest.mark.usefixtures("fonts")


def test_most_crops_show_a_glyph_and_the_rest_none() -> None:
    made = [letter_crop(1, number, False) for number in range(120)]
    assert {crop.shape for crop, _ in made} == {(96, 64, 3)}
    labels = Counter(label for _, label in made)
    assert 0.1 < labels[NO_GLYPH] / len(made) < 0.45
    assert len(labels) > 12
    assert all(label <= NO_GLYPH for label in labels)


def test_a_crop_is_the_same_whatever_was_made_before() -> None:
    alone = letter_crop(3, 5, False)
    letter_crops._drawn.cache_clear()
    again = letter_crop(3, 5, False)
    assert (alone[0] == again[0]).all()
    assert alone[1] == again[1]


def test_looks_at_one_corner_show_one_glyph() -> None:
    for first in range(0, 10 * LOOKS, LOOKS):
        labels = {letter_crop(2, first + k, False)[1] for k in range(LOOKS)}
        assert len(labels - {NO_GLYPH}) <= 1


def test_a_glyph_that_shows_is_read_and_a_hidden_one_refused() -> None:
    rng = np.random.default_rng(5)
    seen = np.array([[60, 60], [95, 60], [95, 110], [60, 110]], np.float32)
    hidden = []
    for _ in range(150):
        picture = np.full((170, 170, 3), 255, np.uint8)
        other = np.dstack([np.zeros((60, 50, 3), np.uint8), np.full((60, 50), 255, np.uint8)])
        after, hides = letter_crops._covered(rng, picture, seen, other)
        core = after[62:90, 64:90]  # where the glyph stands
        hidden.append(hides)
        assert (core.mean() < 140) == hides
    assert 0 < sum(hidden) < len(hidden)


def test_fonts_kept_apart_are_in_no_picture_to_train_on(monkeypatch: pytest.MonkeyPatch) -> None:
    kept, others = (set(letter_fonts(apart, "D")) for apart in (True, False))
    assert kept
    assert others
    assert not kept & others
    assert all(font.rsplit("/", 1)[-1].startswith(APART) for font in kept)
    used = set[str]()

    def noted(style: Style, letter: str, suit: str, height: int) -> object:
        used.add(style.index_font)
        return index_marks(style, letter, suit, height)

    monkeypatch.setattr(letter_crops, "index_marks", noted)
    for seed in range(30):
        letter_crops.corner(np.random.default_rng(seed), GLYPHS[seed % len(GLYPHS)], False)
    assert used
    assert not used & kept


def test_a_lettered_deck_prints_its_alphabet(monkeypatch: pytest.MonkeyPatch) -> None:
    styles = []

    def noted(style: Style, lent: object) -> Image:
        styles.append(style)
        return np.zeros((52, 4, 3, 4), np.uint8)

    monkeypatch.setattr(lettered, "draw_faces", noted)
    monkeypatch.setattr(lettered, "_courts", lambda: ())
    decks = [lettered_deck(seed) for seed in range(9)]
    assert [deck.alphabet for deck in decks] == list(ALPHABETS)
    assert {deck.deck.split for deck in decks} == {"val"}
    french = styles[1].letters
    assert len(french) == RANKS
    assert french[1:9] == tuple(map(str, range(2, 10)))
    assert french[10:] in {("V", "D", "R"), ("V", "D", "Re")}


def test_a_corner_is_darker_where_its_glyph_stands() -> None:
    face = letter_crops.corner(np.random.default_rng(2), "H", False)
    assert face.shape[2] == 4
    assert face[..., 3].min() == 0, "the card's corner is round"
    grey = cv2.cvtColor(face[..., :3].copy(), cv2.COLOR_BGR2GRAY)
    height, width = grey.shape
    assert grey[round(0.03 * height) : round(0.3 * height), : round(0.35 * width)].min() < 130


def test_the_command_needs_no_decks(tmp_path: Path) -> None:
    from datasets import render

    options = [f"--decks={tmp_path / 'none'}", f"--out={tmp_path / 'out'}", "--count=6", "--workers=1"]
    assert render.main(["letter_crops", *options]) == 0
    assert np.load(tmp_path / "out" / "crops.npy").shape == (6, 96, 64, 3)
    assert np.load(tmp_path / "out" / "classes.npy").shape == (6,)
