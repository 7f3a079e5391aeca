"""Stills of evenings: each labelled card shows at its corners, and what a thing hides is not asked for."""

from functools import cache

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from datasets.crops import flatten
from datasets.decks import CARDS
from datasets.films.places import TooNear
from datasets.films.production import Order, prepare
from datasets.films.snapshots import FIRST_SEED, Still, evening_snapshots, under_things
from tests.films.test_film_pixels import likeness, plain_deck

Image = NDArray[np.uint8]


@cache
def stills() -> tuple[Still, ...]:
    """A few stills of each of some evenings."""
    return tuple(still for seed in range(6) for still in evening_snapshots(seed, [plain_deck()], 4))


def test_cards_that_show_whole_lie_at_their_corners() -> None:
    deck, alike = plain_deck(), []
    for picture, cards, _ in stills():
        for card in cards:
            inside = ((card.corners > 0) & (card.corners < picture.shape[1::-1])).all()
            if card.card != "back" and card.visible > 0.97 and inside:
                flat = flatten(picture, card.corners)
                face = np.array(deck.faces[CARDS.index(card.card)])[..., :3]
                alike.append(likeness(flat, np.asarray(cv2.resize(face, flat.shape[1::-1]), np.uint8)))
    assert len(alike) >= 12
    assert np.median(alike) > 0.6


def test_cameras_of_every_shape_see_them() -> None:
    shapes = {picture.shape for picture, _, _ in stills()}
    assert len(shapes) > 1, "webcams and upright phones have pictures of their own size"


def test_a_printed_cloth_is_shown_without_its_print_too() -> None:
    even = [one_colour(picture) for picture, _, _ in stills()]
    assert max(even) > 0.4, "the bare table is one colour"
    assert min(even) < 0.1, "with its print, or its wood, it is not"


def one_colour(picture: Image) -> float:
    """The share of a picture's pixels that have its most frequent colour exactly."""
    codes = picture.reshape(-1, 3).astype(np.int64) @ [1 << 16, 1 << 8, 1]
    return float(np.unique(codes, return_counts=True)[1].max() / len(codes))


def test_a_game_whose_rows_do_not_fit_before_the_camera_is_another_game() -> None:
    number = 36
    with pytest.raises(TooNear, match="no row of cards fits"):
        prepare(
            Order(FIRST_SEED + number, "evening", camera="tablet", game="backhand", plays=8), [plain_deck()]
        )
    assert len([*evening_snapshots(number, [plain_deck()], 2)]) == 2


def test_what_a_thing_hides_is_not_asked_for() -> None:
    film = prepare(Order(3, "objects", 2, plays=6), [plain_deck()])
    each = max(film.played.articles, key=lambda each: each.lifted - each.down)
    t = (each.down + each.lifted) / 2
    hidden = under_things(film, t)
    bare = np.full((*film.view.size[::-1], 3), 128, np.uint8)
    with_it = bare.copy()
    each.draw(with_it, film.view, film.optics.lamp, t)
    assert 0 < hidden.mean() < 0.1
    assert (with_it != bare).any(2)[hidden].mean() > 0.95
    place = each.place(t)
    assert place is not None
    x, y = film.view.project(np.array([[*place, 0.0]]))[0]
    assert hidden[round(y), round(x)], "its middle"
