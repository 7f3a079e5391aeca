"""Crops of what the finder takes for cards on tables without any: nothing in them is a card's index."""

from itertools import pairwise

import numpy as np

from datasets import decoys
from datasets.bare_crops import bare_crops
from datasets.crops import CROP_HEIGHT, CROP_WIDTH, UNREADABLE
from vision.reading.alphabet import GLYPHS


def test_the_crops_of_a_table_are_the_same_for_the_same_numbers() -> None:
    number = next(k for k in range(5) if bare_crops(7, k))
    once, again, other = bare_crops(7, number), bare_crops(7, number), bare_crops(8, number)
    assert [crop.tobytes() for crop, _ in once] == [crop.tobytes() for crop, _ in again]
    assert [crop.tobytes() for crop, _ in once] != [crop.tobytes() for crop, _ in other]
    assert {crop.shape for crop, _ in once} == {(CROP_HEIGHT, CROP_WIDTH, 3)}
    assert {label for _, label in once} == {UNREADABLE}


def test_no_corner_of_a_decoy_shows_a_rank_of_any_alphabet_over_a_suit() -> None:
    rng, over_suits = np.random.default_rng(1), set()
    for _ in range(3000):
        said = decoys.printed(rng)
        over_suits |= {above for above, below in pairwise(said) if below in decoys.PIPS}
    assert over_suits >= {*decoys.PIPS, *decoys.NO_RANKS}, "other letters and suits stand over suits"
    assert not over_suits & set(GLYPHS)


def test_every_decoy_is_a_thing_of_some_size_with_its_outline() -> None:
    rng = np.random.default_rng(2)
    for maker in decoys.DECOYS:
        for _ in range(5):
            flat, length = maker(rng)
            assert flat.ndim == 3
            assert flat.shape[2] == 4, "its outline is the fourth channel"
            assert 8 < length < 300
