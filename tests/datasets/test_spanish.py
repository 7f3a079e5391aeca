"""Drawn Spanish packs: forty-eight different cards, the right suit on each, the same pack from the same seed."""

from itertools import combinations

import numpy as np
import pytest

from datasets.crops import UNREADABLE
from datasets.decks import CARDS, FACE_HEIGHT, Deck
from datasets.lettered import letter_fonts
from datasets.spanish import courts, pips
from datasets.spanish.crops import spanish_crop
from datasets.spanish.decks import BLANKS, PINTAS, SUIT_OF, spanish_deck
from datasets.spanish.styles import DIGITS, LONG_ROWS, ROUND_ROWS, draw_style

pytestmark = pytest.mark.usefixtures("fonts")

ALIKE = 0.5
"""Grey levels, on average over a face: a number changed in two corners changes more."""


@pytest.mark.parametrize("apart", [False, True])
def test_forty_eight_cards_all_differ(apart: bool) -> None:
    pack = spanish_deck(7, apart)
    small = pack.faces[:, ::8, ::8, :3].astype(np.float32)
    real = [k for k in range(52) if k not in BLANKS]
    assert len(real) == 48
    for one, other in combinations(real, 2):
        assert np.abs(small[one] - small[other]).mean() > ALIKE, (CARDS[one], CARDS[other])
    backs = pack.faces[list(BLANKS)]
    assert all((back == pack.backs[0]).all() for back in backs)


def test_a_seed_is_one_pack_and_another_seed_another() -> None:
    first, again, other = spanish_deck(3), spanish_deck(3), spanish_deck(4)
    assert (first.faces == again.faces).all()
    assert first.faces.shape != other.faces.shape or (first.faces != other.faces).any()
    assert first.faces.shape[1] == FACE_HEIGHT


def test_no_style_to_train_on_has_a_way_that_is_kept_apart() -> None:
    fonts = set(letter_fonts(True, DIGITS))
    for seed in range(60):
        trained, apart = (draw_style(np.random.default_rng([seed, 48, kept]), bool(kept)) for kept in (0, 1))
        assert all(way < pips.APART for way in trained.ways.values())
        assert all(way >= pips.APART for way in apart.ways.values())
        assert trained.build < courts.APART <= apart.build
        assert trained.index.font not in fonts
        assert apart.index.font in fonts
        assert not trained.frame.double


def test_a_frame_has_as_many_gaps_as_the_suit_asks() -> None:
    """Oros none, copas one, espadas two, bastos three: counted along the upper line of a real face."""
    frames = (draw_style(np.random.default_rng([seed, 48, False]), False).frame for seed in range(50))
    seed = next(seed for seed, frame in enumerate(frames) if frame.shown and frame.inset > 0.04)
    style = draw_style(np.random.default_rng([seed, 48, False]), False)
    pack = spanish_deck(seed)
    for k, card in enumerate(CARDS):
        if card[0] != "2":
            continue
        face = pack.faces[k, :, :, :3].astype(np.int32)
        y = round((style.frame.inset + style.frame.thick / 2) * FACE_HEIGHT)
        stock = np.array(style.printing.stock)[::-1]
        line = np.abs(face[y - 1 : y + 2] - stock).sum(2).max(0) > 60
        inside = np.flatnonzero(line)
        gaps = np.diff(inside) > 3
        assert gaps.sum() == PINTAS[SUIT_OF[card[1]]], card


def test_rows_hold_as_many_pips_as_the_rank_says() -> None:
    for table in (ROUND_ROWS, LONG_ROWS):
        for count, choices in table.items():
            assert all(sum(map(int, rows.split("-"))) == count for rows in choices)


@pytest.mark.parametrize("suit", "oceb")
def test_every_way_of_a_pip_is_its_own(suit: str) -> None:
    look = draw_style(np.random.default_rng(1), False).look
    drawn = [pips.pip(suit, way, look) for way in range(len(pips.WAYS[suit]))]
    assert len({one.tobytes() for one in drawn}) == len(drawn)
    assert all(min(one.size) > 30 for one in drawn)


@pytest.mark.parametrize("build", range(len(courts.BUILDS)))
def test_courts_differ(build: int) -> None:
    look = draw_style(np.random.default_rng(1), False).look
    made = {courts.figure(kind, build, look).tobytes() for kind in "JQK"}
    assert len(made) == 3


def test_crops_are_of_cards_that_there_are_and_french_ones_are_refused(to_train_on: list[Deck]) -> None:
    """No crop is labelled a ten; a fifth or more is to be refused; the same number is the same crop."""
    packs = [spanish_deck(1)]
    made = [spanish_crop(np.random.default_rng([1, k, 8]), packs, to_train_on) for k in range(80)]
    labels = [label for _, label in made]
    assert not set(labels) & set(BLANKS)
    assert 0.2 < labels.count(UNREADABLE) / len(labels) < 0.7
    assert len(set(labels)) > 20
    again = spanish_crop(np.random.default_rng([1, 5, 8]), packs, to_train_on)
    assert (again[0] == made[5][0]).all()
    assert again[1] == labels[5]
