"""A card looks the same from both ends: what the finder and the reader are taught of it."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

CARD = [[10.0, 10.0, 2.0], [50.0, 12.0, 2.0], [48.0, 70.0, 2.0], [8.0, 68.0, 2.0]]
TURNED = [CARD[2], CARD[3], CARD[0], CARD[1]]


@pytest.fixture(scope="module")
def torch() -> Any:
    """The package; skips where it or Ultralytics is missing."""
    pytest.importorskip("ultralytics", reason="ultralytics is not installed: it is of the extra 'train'")
    return pytest.importorskip("torch")


def test_the_nearer_of_both_turns_is_the_truth(torch: Any) -> None:
    from models.finder import nearer_turn

    true = torch.tensor([CARD, CARD, TURNED])
    predicted = torch.tensor([CARD, TURNED, CARD])
    assert torch.equal(nearer_turn(predicted, true), predicted)


def test_corners_outside_the_picture_do_not_decide_the_turn(torch: Any) -> None:
    from models.finder import nearer_turn

    unseen = [[*corner[:2], 0.0] for corner in CARD]
    seen_left = torch.tensor([[CARD[0], unseen[1], unseen[2], unseen[3]]])
    far = torch.tensor([[CARD[0], [900.0, 0, 0], [900.0, 0, 0], [900.0, 0, 0]]])
    assert torch.equal(nearer_turn(far, seen_left), seen_left)


def test_a_crop_varied_is_still_a_picture_and_one_in_two_is_turned(torch: Any) -> None:
    from models.variation import varied

    torch.manual_seed(0)
    batch = torch.full((200, 3, 176, 128), 0.3)
    batch[:, :, :88] = 0.6
    seen = varied(batch.clone())
    assert seen.shape == batch.shape
    assert seen.min() >= 0
    assert seen.max() <= 1
    turned = (seen[:, :, :88].mean((1, 2, 3)) < seen[:, :, 88:].mean((1, 2, 3))).sum()
    assert 60 < int(turned) < 140


@pytest.mark.usefixtures("torch")
def test_crops_are_handed_over_as_red_green_blue(tmp_path: Path) -> None:
    from models.reader import Crops

    pictures = np.zeros((2, 176, 128, 3), np.uint8)
    pictures[1, ..., 0] = 200  # OpenCV's first channel is blue
    np.save(tmp_path / "crops.npy", pictures)
    np.save(tmp_path / "classes.npy", np.array([3, 52], np.uint8))
    crops = Crops([tmp_path])
    assert len(crops) == 2
    assert crops[1]["cls"] == 52
    assert crops[1]["img"].shape == (3, 176, 128)
    assert [int(crops[1]["img"][channel].max()) for channel in range(3)] == [0, 0, 200]
