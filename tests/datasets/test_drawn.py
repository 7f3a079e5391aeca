"""Drawn decks: the right suit on the right card, and the same deck from the same seed."""

from dataclasses import replace

import cv2
import numpy as np
import pytest
from PIL import Image as Pillow

from datasets import drawn
from datasets.decks import CARDS, Image
from datasets.drawn import draw_face
from datasets.styles import COURTS, Style, draw_style

ROUND, POINTED = 0.33, 0.3
"""How broad a pip is near its top, as a share of its width: a club is broader than the first, a spade narrower
than the second. Over forty fonts: clubs 0.38 to 0.50, spades 0.10 to 0.25."""


def style_of(seed: int) -> Style:
    """The style of a seed, with a large plain ace."""
    style = draw_style(np.random.default_rng([seed, 52]))
    return replace(style, ace_size=0.25, index_size=0.1, four_indices=False, ornate_ace=False)


def breadth_near_the_top(face: Image) -> float:
    """How broad the pip in the middle of an ace is near its top, as a share of its width."""
    height, width = face.shape[:2]
    middle = face[height // 4 : -height // 4, width // 4 : -width // 4]
    ink = (middle[..., :3].min(2) < 150).astype(np.uint8)
    x, y, w, h = cv2.boundingRect(ink)
    pip = ink[y : y + h, x : x + w]
    return float((pip[h // 16 : h * 3 // 16].mean(0) > 0.5).mean())


@pytest.mark.usefixtures("fonts")
@pytest.mark.parametrize("seed", range(16))
def test_a_club_is_a_club_and_a_spade_a_spade(seed: int) -> None:
    """A font with the two exchanged was found once: every other card would be taught as its opposite."""
    style = style_of(seed)
    club, spade = (breadth_near_the_top(draw_face(style, "A", suit, None)) for suit in "cs")
    assert club > ROUND, f"{style.pip_font}: its club is pointed"
    assert spade < POINTED, f"{style.pip_font}: its spade is round"


@pytest.mark.usefixtures("fonts")
def test_the_font_whose_pips_are_exchanged_is_never_used() -> None:
    used = {draw_style(np.random.default_rng([seed, 52])).pip_font for seed in range(200)}
    assert not [font for font in used if "FreeSerifBold" in font]


@pytest.mark.usefixtures("fonts")
@pytest.mark.parametrize("seed", range(60, 70))
def test_no_pip_touches_an_index(seed: int) -> None:
    """The letter in the corner stands free: what the reader goes by is never drawn over."""
    style = draw_style(np.random.default_rng([seed, 52]))
    for card in ("6s", "9h", "Tc"):
        indices, pips = (Pillow.new("RGBA", (640, 896), (0, 0, 0, 0)) for _ in range(2))
        drawn._indices(indices, style, *card)
        drawn._pips(pips, style, *card)
        alphas = [np.asarray(layer.getchannel("A")) > 60 for layer in (indices, pips)]
        assert all(alpha.sum() > 500 for alpha in alphas)
        assert not (alphas[0] & alphas[1]).any(), card


@pytest.mark.usefixtures("fonts")
def test_four_indices_leave_room_for_each_other() -> None:
    styles = [draw_style(np.random.default_rng([seed, 52])) for seed in range(200)]
    four = [style for style in styles if style.four_indices]
    assert len(four) > 30
    for style in four:
        assert style.index_inset + style.index_size * (1.14 + style.index_suit) <= 0.45 + 1e-9


@pytest.mark.usefixtures("fonts")
def test_indices_come_small_usual_and_jumbo() -> None:
    sizes = [draw_style(np.random.default_rng([seed, 52])).index_size for seed in range(200)]
    assert sum(size < 0.1 for size in sizes) > 10
    assert sum(size > 0.17 for size in sizes) > 25


@pytest.mark.usefixtures("fonts")
def test_weight_thickens_a_letter_and_thins_it_without_losing_it() -> None:
    style = replace(style_of(3), index_size=0.2)
    ink = {}
    for weight in (-0.02, 0.0, 0.04, -0.2):
        face = draw_face(replace(style, index_weight=weight), "K", "s", None)
        ink[weight] = int((face[..., :3].min(2) < 128).sum())
    assert ink[-0.02] < ink[0.0] < ink[0.04]
    assert ink[-0.2] == ink[0.0], "a stroke is never thinned away"


@pytest.mark.usefixtures("fonts")
def test_two_suits_are_red_and_two_are_not() -> None:
    style = replace(style_of(2), inks={"c": (0, 0, 0), "s": (0, 0, 0), "d": (200, 0, 0), "h": (200, 0, 0)})
    for suit in "cdhs":
        face = draw_face(style, "7", suit, None)[..., :3].astype(int)
        red = ((face[..., 2] - face[..., 0]) > 100).sum() > 500
        assert red == (suit in "dh")


@pytest.mark.usefixtures("fonts")
def test_every_card_of_a_deck_looks_different() -> None:
    style = style_of(1)
    wanted = [card for card in CARDS if card[0] in "A26T"]
    faces = {draw_face(style, card[0], card[1], None).tobytes() for card in wanted}
    assert len(faces) == len(wanted)


@pytest.mark.usefixtures("fonts")
def test_the_same_seed_is_the_same_style_and_the_same_face() -> None:
    assert style_of(4) == style_of(4)
    assert style_of(4) != style_of(5)
    assert np.array_equal(draw_face(style_of(4), "9", "h", None), draw_face(style_of(4), "9", "h", None))


def test_the_rows_of_a_sheet_are_clubs_diamonds_hearts_spades(anglo: Image) -> None:
    for suit in "cdhs":
        face = anglo[CARDS.index(f"7{suit}")][..., :3].astype(int)
        red = float(((face[..., 2] - face[..., 0]) > 100).mean())
        assert (red > 0.03) == (suit in "dh"), suit


def test_the_columns_of_a_sheet_are_the_ranks(anglo: Image) -> None:
    """The more pips, the more ink: from 2 to 10 it grows from card to card."""
    for suit in "cdhs":
        ink = [float((anglo[CARDS.index(f"{rank}{suit}")][..., 1] < 128).mean()) for rank in "23456789T"]
        assert ink == sorted(ink), suit


@pytest.mark.usefixtures("fonts")
@pytest.mark.parametrize("court", ["bare", "pip", "letter", "motif"])
def test_a_court_without_a_figure_keeps_its_indices_free(court: str) -> None:
    for seed in range(3):
        style = replace(
            draw_style(np.random.default_rng([seed, 52])), court=court, stock=(255, 255, 255), edge=0
        )
        for card in ("Js", "Qh", "Kc"):
            indices, whole = (Pillow.new("RGBA", (640, 896), (0, 0, 0, 0)) for _ in range(2))
            drawn._indices(indices, style, *card)
            drawn._figureless(whole, style, *card)
            shown = [np.asarray(layer.getchannel("A")) > 60 for layer in (indices, whole)]
            assert shown[1].any() == (court != "bare")
            assert not (shown[0] & shown[1]).any(), (seed, card)


@pytest.mark.usefixtures("fonts")
def test_some_decks_make_do_without_figures() -> None:
    courts = [draw_style(np.random.default_rng([seed, 52])).court for seed in range(200)]
    assert 0.6 < courts.count("lent") / 200 < 0.9
    assert set(courts) == set(COURTS)
