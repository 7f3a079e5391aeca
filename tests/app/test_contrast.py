"""What lies over a camera's picture, and on gold, is read in every look, whatever the picture shows: WCAG AA."""

from collections.abc import Iterator

import pytest

from companion import theme
from companion.theme import Colour, contrast, rgb
from companion.web.board import style_css

TEXT, GRAPHICS = 4.5, 3.0
"""WCAG AA for text, and for large text and graphics."""


@pytest.fixture(params=list(theme.LOOKS), autouse=True)
def look(request: pytest.FixtureRequest) -> Iterator[str]:
    theme.use(request.param)
    yield request.param
    theme.use("dark")


def over(colour: Colour, ground: Colour) -> Colour:
    """What a colour that lets something through looks like over an opaque ground."""
    alpha = colour[3]
    red, green, blue = (alpha * c + (1 - alpha) * g for c, g in zip(colour[:3], ground[:3], strict=True))
    return red, green, blue, 1.0


@pytest.mark.parametrize("picture", [rgb("#000000"), rgb("#ffffff"), rgb("#808080"), rgb("#7a4a21")])
def test_names_and_warnings_are_read_over_any_picture(picture: Colour) -> None:
    assert contrast(theme.INK, over(theme.LABEL_BACK, picture)) >= TEXT


@pytest.mark.parametrize("picture", [rgb("#000000"), rgb("#ffffff"), rgb("#808080")])
def test_the_frame_of_a_fault_shows_on_any_picture(picture: Colour) -> None:
    """It has a dark and a bright line: one of them stands out."""
    lines = (over(theme.OUTLINE_EDGE, picture), theme.OUTLINE_WRONG)
    assert max(contrast(line, picture) for line in lines) >= GRAPHICS


def test_what_is_wrong_is_read_on_its_plate() -> None:
    for ground in (theme.PANEL, theme.FELT_TOP, theme.FELT_BOTTOM):
        assert contrast(theme.GOLD, ground) >= TEXT
        assert contrast(theme.POINTS, ground) >= TEXT
        assert contrast(theme.INK_SOFT, ground) >= TEXT
    assert contrast(theme.ON_GOLD, theme.GOLD) >= TEXT


def test_the_name_of_who_is_to_play_is_read_on_its_panel() -> None:
    assert contrast(theme.GOLD, theme.PANEL_TURN) >= TEXT


def test_a_chosen_button_stands_out_from_the_others() -> None:
    assert contrast(theme.GOLD, theme.PANEL) >= GRAPHICS
    assert contrast(theme.INK, theme.BUTTON) >= TEXT


def test_lanes_and_numbers_stand_out_from_the_board() -> None:
    """By daylight lanes had 1.9 to 2.1: dark inlays in a dark groove."""
    for wood in (theme.WOOD_LIGHT, theme.WOOD_DARK):
        groove = over(theme.GROOVE, wood)
        for colour in theme.SIDE_COLOURS:
            assert contrast(over(theme.faded(colour, theme.INLAY), groove), groove) >= GRAPHICS
        assert contrast(theme.ENGRAVING, wood) >= TEXT


def test_a_code_is_dark_on_white() -> None:
    assert contrast(theme.CARD_BLACK, theme.CARD) >= 15


def test_phones_show_the_look_of_the_table(look: str) -> None:
    red, green, blue = (round(255 * part) for part in theme.FELT_BOTTOM[:3])
    assert f"background:#{red:02x}{green:02x}{blue:02x}" in style_css()
    assert "$" not in style_css()
