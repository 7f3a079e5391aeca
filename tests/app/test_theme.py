"""The theme's colours can be told apart and read: WCAG AA, computed from the colours themselves."""

from collections.abc import Iterator
from itertools import combinations, pairwise

import pytest

from companion import theme
from companion.theme import Colour, contrast, rgb
from companion.window.widgets.shapes import POLYGONS, fan

TEXT = 4.5
"""WCAG AA for text."""
GRAPHICS = 3.0
"""WCAG AA for large text, and for graphics that must be told from what surrounds them."""


@pytest.fixture(params=theme.LOOKS)
def look(request: pytest.FixtureRequest) -> Iterator[str]:
    """Every look in turn; the dark one again afterwards."""
    theme.use(request.param)
    yield request.param
    theme.use("dark")


def panels() -> tuple[Colour, ...]:
    return theme.PANEL, theme.PANEL_TURN


def test_contrast_is_wcags() -> None:
    assert contrast(rgb("#000000"), rgb("#ffffff")) == pytest.approx(21)
    assert contrast(rgb("#777777"), rgb("#ffffff")) == pytest.approx(4.48, abs=0.01)


def test_text_is_read_on_every_ground(look: str) -> None:
    for ground in (*panels(), theme.FELT_TOP, theme.FELT_BOTTOM, theme.BUTTON, theme.BUTTON_DOWN):
        assert contrast(theme.INK, ground) >= TEXT
    assert contrast(theme.ON_GOLD, theme.GOLD) >= TEXT


def test_numerals_and_soft_text_are_read_on_panels(look: str) -> None:
    for ground in panels():
        for ink in (theme.INK_SOFT, theme.GOLD, rgb(theme.SIGN_RED), *theme.SIDE_COLOURS):
            assert contrast(ink, ground) >= TEXT
    assert contrast(theme.INK_SOFT, theme.FELT_TOP) >= TEXT
    assert contrast(theme.INK_SOFT, theme.FELT_BOTTOM) >= TEXT


def test_pegs_and_engravings_stand_out_from_the_wood(look: str) -> None:
    for wood in (theme.WOOD_LIGHT, theme.WOOD_DARK):
        assert all(contrast(colour, wood) >= GRAPHICS for colour in theme.SIDE_COLOURS)
        assert contrast(theme.ENGRAVING, wood) >= TEXT


def test_cards_are_read(look: str) -> None:
    assert contrast(theme.CARD_RED, theme.CARD) >= TEXT
    assert contrast(theme.CARD_BLACK, theme.CARD) >= TEXT
    assert max(contrast(ink, theme.PANEL) for ink in (theme.CARD, theme.CARD_EDGE)) >= GRAPHICS


def test_a_button_is_seen_and_the_frame_of_the_side_to_play_too(look: str) -> None:
    assert contrast(theme.GOLD, theme.PANEL_TURN) >= GRAPHICS
    for ground in (*panels(), theme.FELT_TOP, theme.FELT_BOTTOM):
        assert contrast(theme.BUTTON, ground) > 1.25


def test_every_side_has_a_colour_and_a_shape_of_its_own(look: str) -> None:
    assert len(theme.SIDE_SHAPES) == len(theme.SIDE_COLOURS) == 8
    assert set(theme.SIDE_SHAPES) == set(POLYGONS)
    for one, other in combinations(theme.SIDE_COLOURS, 2):
        assert sum((a - b) ** 2 for a, b in zip(one, other, strict=True)) > 0.03


def test_the_dark_look_comes_back_whole() -> None:
    before = {name: getattr(theme, name) for name in theme.LOOKS["dark"]}
    for name in theme.LOOKS:
        theme.use(name)
    theme.use("dark")
    assert {name: getattr(theme, name) for name in before} == before


@pytest.mark.parametrize("name", POLYGONS)
def test_a_shape_is_filled_by_its_fan(name: str) -> None:
    """Every triangle of the fan turns the same way: none folds over another."""
    vertices, indices = fan(name)
    corners = [(vertices[4 * at], vertices[4 * at + 1]) for at in indices[1:]]
    turns = [a[0] * b[1] - a[1] * b[0] for a, b in pairwise(corners)]
    assert all(turn > 0 for turn in turns) or all(turn < 0 for turn in turns)
