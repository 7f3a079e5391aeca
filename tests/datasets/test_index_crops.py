"""What the index reader is taught: the class of a crop is the card whose index shows upright, or that none does."""

from collections import Counter
from pathlib import Path

import numpy as np
import pytest

from datasets import index_crops, photographs
from datasets.crops import UNREADABLE
from datasets.decks import CARDS, Deck
from datasets.index_crops import index_crop, loosely
from datasets.scenes import SeenCard

SEVEN = CARDS.index("7h")


def deck() -> Deck:
    """White cards whose index is a bar of a grey of the card's own, over a round pip."""
    faces = np.full((52, 140, 100, 4), 255, np.uint8)
    for which in range(52):
        faces[which, 8:34, 6:22, :3] = 4 * which
    return Deck("bars", "none", "train", np.minimum(faces, faces[:, ::-1, ::-1]), faces[:0])


def crops(count: int) -> list[tuple[np.ndarray, int]]:
    return [index_crop(np.random.default_rng(seed), [deck()]) for seed in range(count)]


def test_most_crops_are_of_a_card_and_the_rest_unreadable() -> None:
    made = crops(150)
    assert {crop.shape for crop, _ in made} == {(96, 64, 3)}
    labels = Counter(label == UNREADABLE for _, label in made)
    assert 0.15 < labels[True] / len(made) < 0.45


def test_a_readable_crop_shows_its_own_index(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("datasets.light.exposed", lambda rng, picture: picture)
    monkeypatch.setattr(index_crops, "loosely", lambda rng, patch: patch)
    monkeypatch.setattr(index_crops, "_others", lambda rng: ([], []))
    inks = [(float(crop[26:64, 22:42].mean()), label) for crop, label in crops(60) if label != UNREADABLE]
    assert len(inks) > 30
    grey, which = np.array(inks).T
    assert np.corrcoef(grey, which)[0, 1] > 0.9, "the darker the bar, the earlier the card"


def test_an_index_under_another_card_is_unreadable(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(index_crops, "_others", lambda rng: ([], [(0.0, 0.0, 0.0)]))
    assert {label for _, label in crops(30)} == {UNREADABLE}


def test_patches_are_marked_loosely_but_about_their_index() -> None:
    patch = np.array([[10, 10], [40, 10], [40, 55], [10, 55]], np.float32)
    marked = np.stack([loosely(np.random.default_rng(seed), patch) for seed in range(200)])
    off = np.linalg.norm(marked.mean(1) - patch.mean(0), axis=1) / 45
    assert 0.02 < off.mean() < 0.15
    assert np.abs(marked.mean(0) - patch).max() < 2


def test_a_photographed_cards_indices_are_cut_from_both_ends() -> None:
    picture = np.full((300, 300, 3), 200, np.uint8)
    picture[60:110, 60:90] = 0  # the index of one end
    corners = np.array([[50, 50], [170, 50], [170, 218], [50, 218]], np.float32)
    cards = [SeenCard("7h", corners, 1.0), SeenCard("back", corners, 1.0)]
    made = list(photographs.index_crops_of(np.random.default_rng(1), picture, cards))
    assert [label for _, label in made] == [SEVEN] * 2 * photographs.JITTERS, "a back has none"
    first, second = made[: photographs.JITTERS], made[photographs.JITTERS :]
    assert max(crop[10:60, 10:40].mean() for crop, _ in first) < 150 < min(c.mean() for c, _ in second)


def test_the_command_writes_crops_of_indices(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from datasets import decks, render

    decks.save(deck(), tmp_path / "decks")
    options = [f"--decks={tmp_path / 'decks'}", f"--out={tmp_path / 'out'}", "--count=6", "--workers=1"]
    assert render.main(["index_crops", *options]) == 0
    assert np.load(tmp_path / "out" / "crops.npy").shape == (6, 96, 64, 3)
    assert np.load(tmp_path / "out" / "classes.npy").shape == (6,)
