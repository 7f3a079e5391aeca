"""How cards are laid for training: what the finder is to tell apart must be there."""

from itertools import pairwise

import numpy as np
import pytest

from datasets.layouts import Place, Top, layout, spots

TOP = Top(np.array([[0.6, 0, 320], [0, 0.6, 240], [0, 0, 1]]), 640, 480)
LAYOUTS = [layout(np.random.default_rng([7, k]), TOP, 38.0) for k in range(300)]


def covered(over: Place, under: Place) -> float:
    """The share of a card's width and length that another, turned the same way, covers; 0 where it is turned."""
    turn = (over[2] - under[2] + 90) % 180 - 90
    if abs(turn) > 5:
        return 0.0
    a = np.radians(under[2])
    x, y = over[0] - under[0], over[1] - under[1]
    u, v = abs(x * np.cos(a) + y * np.sin(a)), abs(y * np.cos(a) - x * np.sin(a))
    return float(max(0.0, 1 - u / 63) * max(0.0, 1 - v / 88))


def test_every_layout_has_cards() -> None:
    assert all(len(places) > 0 for places in LAYOUTS)
    assert np.isfinite(np.concatenate(LAYOUTS)).all()


@pytest.mark.parametrize(("least", "most"), [(0.05, 0.3), (0.3, 0.6), (0.6, 0.9)])
def test_cards_lie_tidily_over_one_another_by_every_share(least: float, most: float) -> None:
    """Two cards of which one covers a fifth of the other look much like one large card."""
    tidy = [
        places
        for places in LAYOUTS
        if any(least < covered(over, under) < most for under, over in pairwise(places))
    ]
    assert len(tidy) > 10


def test_spots_lie_apart_and_in_the_picture() -> None:
    places = np.array(spots(np.random.default_rng(1), TOP, 12, 120))
    apart = np.linalg.norm(places[:, None] - places, axis=2)[np.triu_indices(len(places), 1)]
    assert apart.min() >= 120
    pixels = places * 0.6 + (320, 240)
    assert (pixels > 0).all()
    assert (pixels < (640, 480)).all()
