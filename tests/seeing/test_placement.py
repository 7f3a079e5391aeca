"""Where cards lie on the table: on one plane, found from all that have lain there lately."""

from dataclasses import replace

import numpy as np
import pytest

from vision.arrays import Floats, Matrix
from vision.geometry.pinhole import Pinhole
from vision.tracking.placement import STAYS, Placement
from vision.tracking.track import TrackState, TrackView

ODDS = np.full(52, 1 / 52, np.float32)
SIZE = (640, 480)
MIDDLES = ((100, 100), (300, 90), (520, 110), (110, 330), (310, 340), (540, 320))


def lying(track: int, x: float, y: float, askew: float = 0.0, steady: bool = True) -> TrackView:
    """A card 40 x 56 pixels; ``askew``: by how much narrower its outline was found at one end."""
    w = 20 * (1 - askew)
    corners = np.array([[x - w, y - 28], [x + w, y - 28], [x + 20, y + 28], [x - 20, y + 28]], np.float32)
    return TrackView(track, corners, ODDS, 0.0, steady, hidden=False)


def apart(one: TrackView, other: TrackView) -> Floats:
    """From one card's place to the other's."""
    return np.subtract(other.place, one.place).astype(np.float32)


def test_one_badly_outlined_card_does_not_throw_the_others_off() -> None:
    placement = Placement()
    placement.placed([lying(k, *at) for k, at in enumerate(MIDDLES)], SIZE)
    left = lying(6, 300, 90, askew=0.3)
    placement.placed([left], SIZE)
    first, last = placement.placed([left, lying(7, 540, 480, steady=False)], SIZE)
    assert np.abs(apart(first, last) - np.array([240, 390]) / 56).max() < 0.5, "in heights of a card"


def test_a_card_that_trembles_keeps_its_place() -> None:
    placement = Placement()
    (before,) = placement.placed([lying(0, 100, 100)], SIZE)
    (after,) = placement.placed([lying(0, 100 + STAYS / 2, 100)], SIZE)
    (moved,) = placement.placed([lying(0, 156, 100)], SIZE)
    assert after.place == before.place
    assert apart(before, moved) == pytest.approx([1, 0], abs=0.05)


def test_a_card_carried_across_the_table_has_no_plane_fitted_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    fitted: list[int] = []

    fit = Pinhole.plane

    def counted(self: Pinhole, cards: Floats, size: tuple[int, int]) -> Matrix | None:
        fitted.append(len(cards))
        return fit(self, cards, size)

    monkeypatch.setattr(Pinhole, "plane", counted)
    placement, cards = Placement(), [lying(k, *at) for k, at in enumerate(MIDDLES)]
    for x in (200, 240, 280):
        placement.placed([*cards, lying(6, x, 220, steady=False)], SIZE)
    assert fitted == [6]
    nudged = [lying(0, 100 + 2 * STAYS, 100), *cards[1:]]
    placement.placed([*nudged, lying(6, 320, 220, steady=False)], SIZE)
    placement.placed([*nudged, lying(6, 360, 220)], SIZE)
    assert fitted == [6, 6, 7]


def test_places_stay_the_same_when_pictures_change_their_size() -> None:
    placement = Placement()
    cards = [lying(k, *at) for k, at in enumerate(MIDDLES)]
    before = placement.placed(cards, SIZE)
    placement.resize(np.array([2, 2]))
    larger = [TrackView(c.track, c.corners * 2, ODDS, 0.0, steady=True, hidden=False) for c in cards]
    after = placement.placed([*larger, lying(9, 620, 680)], (1280, 960))
    assert [card.place for card in after[:-1]] == [card.place for card in before]
    assert apart(before[4], after[-1]) == pytest.approx([0, 0], abs=0.05)


def test_before_any_card_is_confirmed_places_are_in_hundreds_of_pixels() -> None:
    (card,) = Placement().placed([lying(0, 250, 100, steady=False)], SIZE)
    assert card.place == (2.5, 1.0)
    assert card.state is TrackState.TENTATIVE


def test_where_hands_lie_fanned_what_a_bad_first_plane_placed_is_placed_again() -> None:
    """The first card of a fan was outlined at half its size; a hand was placed by it, and the next far away."""
    cards = [lying(k, *at) for k, at in enumerate(MIDDLES)]
    half = np.asarray((cards[0].corners + MIDDLES[0]) / 2, np.float32)
    off = {}
    for again in (False, True):
        placement = Placement(again=again)
        placement.placed([replace(cards[0], corners=half), lying(1, *MIDDLES[1], steady=False)], SIZE)
        placed = placement.placed(cards, SIZE)
        off[again] = np.abs(apart(placed[1], placed[5]) - np.array([240, 230]) / 56).max()
    assert off[True] < 0.5 < off[False], "in heights of a card"
