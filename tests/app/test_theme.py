"""The theme's colours can be told apart and read: WCAG AA, computed from the colours themselves."""

from itertools import combinations, pairwise

import pytest

from companion import theme
from companion.theme import Colour, contrast, rgb
from companion.widgets.shapes import POLYGONS, fan

TEXT = 4.5
"""WCAG AA for text."""
GRAPHICS = 3.0
"""WCAG AA for large text, and for graphics that must be told from what surrounds them."""

PANELS = {"panel": theme.PANEL, "panel of the side to play": theme.PANEL_TURN}
FELT = {"felt's upper edge": theme.FELT_TOP, "felt's lower edge": theme.FELT_BOTTOM}
BUTTONS = {"button": theme.BUTTON, "button pressed": theme.BUTTON_DOWN}


def test_contrast_is_wcags() -> None:
    assert contrast(rgb("#000000"), rgb("#ffffff")) == pytest.approx(21)
    assert contrast(rgb("#777777"), rgb("#ffffff")) == pytest.approx(4.48, abs=0.01)


@pytest.mark.parametrize("ground", [*PANELS.values(), *FELT.values(), *BUTTONS.values()])
def test_text_is_read_on_every_ground(ground: Colour) -> None:
    assert contrast(theme.INK, ground) >= TEXT


@pytest.mark.parametrize("ground", PANELS.values(), ids=PANELS.keys())
@pytest.mark.parametrize("ink", [theme.INK_SOFT, theme.GOLD, rgb(theme.SIGN_RED), *theme.SIDE_COLOURS])
def test_numerals_and_soft_text_are_read_on_panels(ink: Colour, ground: Colour) -> None:
    assert contrast(ink, ground) >= TEXT


@pytest.mark.parametrize("wood", [theme.WOOD_LIGHT, theme.WOOD_DARK])
def test_pegs_and_engravings_stand_out_from_the_wood(wood: Colour) -> None:
    assert all(contrast(colour, wood) >= GRAPHICS for colour in theme.SIDE_COLOURS)
    assert contrast(theme.ENGRAVING, wood) >= TEXT


def test_cards_are_read() -> None:
    assert contrast(theme.CARD_RED, theme.CARD) >= TEXT
    assert contrast(theme.CARD_BLACK, theme.CARD) >= TEXT
    assert contrast(theme.CARD, theme.PANEL) >= GRAPHICS


def test_a_button_is_seen_and_the_frame_of_the_side_to_play_too() -> None:
    assert contrast(theme.GOLD, theme.PANEL_TURN) >= GRAPHICS


def test_every_side_has_a_colour_and_a_shape_of_its_own() -> None:
    assert len(theme.SIDE_SHAPES) == len(theme.SIDE_COLOURS) == 8
    assert set(theme.SIDE_SHAPES) == set(POLYGONS)
    for one, other in combinations(theme.SIDE_COLOURS, 2):
        assert sum((a - b) ** 2 for a, b in zip(one, other, strict=True)) > 0.03


@pytest.mark.parametrize("name", POLYGONS)
def test_a_shape_is_filled_by_its_fan(name: str) -> None:
    """Every triangle of the fan turns the same way: none folds over another."""
    vertices, indices = fan(name)
    corners = [(vertices[4 * at], vertices[4 * at + 1]) for at in indices[1:]]
    turns = [a[0] * b[1] - a[1] * b[0] for a, b in pairwise(corners)]
    assert all(turn > 0 for turn in turns) or all(turn < 0 for turn in turns)
