"""What is made from photographs to measure by: pieces, backs, cards far away, cards laid, the stress grid."""

from pathlib import Path

import cv2
import numpy as np
import pytest

from datasets import cloths
from engine.cards import PACK
from models.measuring import laid, made, spoil, stress
from models.measuring.labels import Label, Picture, box_of, narrow
from vision.detection.detections import SeenCard
from vision.reading.reader import flattened

CORNERS = np.array([[200, 150], [326, 160], [315, 330], [190, 322]], np.float32)


def photograph(name: str = "a.jpg") -> Picture:
    """A table with some grain and one white card with a dark middle."""
    rng = np.random.default_rng(1)
    image = rng.integers(90, 130, (480, 640, 3)).astype(np.uint8)
    cv2.fillConvexPoly(image, CORNERS.astype(np.int32), (245, 245, 245))
    middle = CORNERS.mean(0)
    cv2.fillConvexPoly(image, (middle + (CORNERS - middle) * 0.5).astype(np.int32), (40, 40, 40))
    return Picture(name, (Label("7h", CORNERS),), made=image)


def deck() -> laid.Faces:
    """Fifty-two plain faces, each of its own grey."""
    faces = []
    for k in range(52):
        face = np.full((176, 126, 4), 255, np.uint8)
        face[20:-20, 20:-20, :3] = 4 * k
        faces.append(face)
    return laid.Faces("plain", faces)


def test_pieces_hold_no_card_and_are_the_same_every_time() -> None:
    pieces = made.pieces([photograph()])
    assert pieces
    assert [p.name for p in pieces] == [p.name for p in made.pieces([photograph()])]
    for piece in pieces:
        assert not piece.labels
        assert piece.image().max() <= 130


def test_no_piece_is_cut_where_cards_have_no_place_or_no_label() -> None:
    nowhere = Picture("b.jpg", (Label("7h"),), made=photograph().image())
    unlabelled = photograph("edje/test_IMG_2639.jpg")
    assert made.pieces([nowhere, unlabelled]) == []


def test_a_card_turned_over_keeps_its_border_and_loses_its_face() -> None:
    rng = np.random.default_rng(2)
    texture = Picture("t", (), made=rng.integers(0, 255, (60, 60, 3)).astype(np.uint8))
    (turned,) = made.turned_over([photograph()], [texture])
    assert [label.card for label in turned.labels] == ["back"]
    before, after = (flattened(p.image(), CORNERS).astype(int) for p in (photograph(), turned))
    assert np.abs(before - after)[40:-40, 30:-30].mean() > 20
    table = np.abs(photograph().image().astype(int) - turned.image())
    x0, y0, x1, y1 = (int(v) for v in box_of(CORNERS))
    table[y0 : y1 + 1, x0 : x1 + 1] = 0
    assert not table.any()


def test_far_away_cards_have_the_width_and_the_place_that_are_said() -> None:
    far = made.far_away(photograph(), 40, np.full((90, 160, 3), 10, np.uint8))
    assert far is not None
    corners = far.labels[0].corners
    assert corners is not None
    assert narrow(corners) == pytest.approx(40, abs=0.5)
    assert far.image().shape == (720, 1280, 3)
    flat = flattened(far.image(), corners)
    assert flat[80:96, 56:72].mean() < 60 < 200 < flat[10:20, 10:-10].mean()


def test_what_is_smaller_already_is_not_enlarged() -> None:
    assert made.far_away(photograph(), 300, photograph().image()) is None


@pytest.mark.parametrize(("tilt", "covered"), [(0, 0), (55, 0), (0, 0.4), (0, 0.75)])
def test_laid_cards_lie_where_the_truth_says(tilt: float, covered: float) -> None:
    ground = np.full((200, 300, 3), 120, np.uint8)
    scene = laid.scene(deck(), ground, 3, tilt=tilt, covered=covered)
    assert len(scene.labels) == (16 if covered else 8)
    for label in scene.labels:
        assert label.corners is not None
        assert (label.corners > 0).all()
        assert (label.corners < cloths.SIZE).all()
        if not label.covered:
            grey = 4 * [str(card) for card in PACK].index(label.card)
            middle = flattened(scene.image(), label.corners)[60:-60, 40:-40]
            assert middle.mean() == pytest.approx(0.95 * grey, abs=4)


def test_so_much_of_a_card_is_covered_as_is_said() -> None:
    lower, upper = laid.scene(deck(), np.full((90, 160, 3), 120, np.uint8), 5, covered=0.4).labels[:2]
    assert lower.corners is not None
    assert upper.corners is not None
    shared, _ = cv2.intersectConvexConvex(lower.corners, upper.corners)
    assert shared / cv2.contourArea(lower.corners) == pytest.approx(0.4, abs=0.05)


@pytest.mark.parametrize("name", stress.SPOILS)
def test_each_step_spoils_more_and_always_the_same(name: str) -> None:
    image = photograph().image()
    _, levels, spoiled = stress.SPOILS[name]
    made_worse = [spoiled(image, step, 120, 2).astype(int) for step in levels]
    off = [float(np.abs(one - image).mean()) for one in made_worse]
    assert off == sorted(off)
    assert off[-1] > off[0] + 1
    assert (made_worse[2] == spoiled(image, levels[2], 120, 2)).all()


def test_a_picture_tipped_by_nothing_is_itself_and_its_far_side_shrinks() -> None:
    image = photograph().image()
    same, matrix = spoil.tilted(image, 0)
    assert matrix == pytest.approx(np.eye(3), abs=1e-6)
    assert np.abs(same.astype(int) - image).mean() < 12  # shrunk from twice its size, grain and all
    _, matrix = spoil.tilted(image, 50)
    far, near = cv2.perspectiveTransform(
        np.array([[[200, 100], [300, 100]], [[200, 380], [300, 380]]], np.float32), matrix
    )
    assert far[1, 0] - far[0, 0] < 100 < near[1, 0] - near[0, 0]


def test_the_grid_names_its_worst_cell() -> None:
    """A recogniser that knows every card unless the picture is dark."""
    stock = stress.Stock([photograph()], [np.full((90, 160, 3), 120, np.uint8)], [], 1)
    known = SeenCard(None, 0.9, CORNERS)

    def see(image: np.ndarray) -> list[SeenCard]:
        dark = flattened(image, CORNERS).max() < 150
        return [] if dark else [SeenCard(PACK[32], known.confidence, CORNERS)]

    cells = stress.grid(stock, see, quick=True)
    assert PACK[32] == stress_card()
    lines = stress.written(cells)
    assert any(line.startswith("blur") for line in lines)
    assert lines[-1].startswith("worst cell: ")
    assert "0 of 1 cards" in lines[-1]


def stress_card() -> object:
    """The seven of hearts."""
    from engine.cards import Card

    return Card.parse("7h")


def test_photographed_faces_are_there_or_not_at_all(tmp_path: Path) -> None:
    assert laid.photographed(tmp_path) is None
