"""Scenes of indices: what is labelled shows, and belongs to the card that it says."""

import numpy as np
import pytest

from datasets.crops import UNREADABLE
from datasets.decks import CARDS, Deck
from datasets.indices import has_four, index_scene, seen_indices
from datasets.scenes import Scene

RED = CARDS.index("7h")


def deck(four: bool) -> Deck:
    """White cards 100 x 140, a black bar for an index at the left of either end, or at the right as well."""
    face = np.full((140, 100, 4), 255, np.uint8)
    face[8:20, 6:18, :3] = 20
    if four:
        face[8:20, 82:94, :3] = 20
    face = np.minimum(face, face[::-1, ::-1])
    return Deck("plain", "none", "train", np.repeat(face[None], 52, 0), face[None][:0])


@pytest.mark.parametrize("four", [False, True])
def test_a_deck_with_four_indices_is_told(four: bool) -> None:
    assert has_four(deck(four)) is four


def test_a_covered_index_is_told_from_one_that_shows() -> None:
    ids = np.zeros((300, 300), np.int32)
    under = np.array([[50, 50], [150, 50], [150, 190], [50, 190]], np.float32)
    ids[50:190, 50:150] = 1
    ids[50:190, 100:200] = 2
    scene = Scene(np.zeros((300, 300, 3), np.uint8), np.eye(3), ids, [("7h", under), ("back", under + 50)])
    shown = [(card, patch[0].tolist(), how) for card, patch, how in seen_indices(scene, deck(False))]
    assert [card for card, _, _ in shown] == [RED, RED], "a back has none"
    assert shown[0][1] == [50, 50]
    assert shown[0][2] > 0.95
    assert shown[1][2] < 0.05, "the other end's lies under the card above"


def test_scenes_hold_indices_and_crops_of_them() -> None:
    decks = [deck(False), deck(True)]
    patches, crops = [], []
    for seed in range(6):
        picture, found, cut = index_scene(np.random.default_rng(seed), decks)
        assert picture.dtype == np.uint8
        patches += found
        crops += cut
    assert patches
    assert {crop.shape for crop, _ in crops} == {(96, 64, 3)}
    labels = [label for _, label in crops]
    assert UNREADABLE in labels
    assert any(label != UNREADABLE for label in labels)
