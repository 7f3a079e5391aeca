"""R2: how many batches a hand has, and what is left over."""

import pytest

from engine.header import Header
from engine.porrazo.setting import Setting
from tests.rules.boards import NAMES, begin, fill_batch, now


@pytest.mark.parametrize(
    ("players", "batches", "leftover"),
    [(2, 8, 0), (3, 5, 3), (4, 4, 0), (5, 3, 3), (6, 2, 12), (7, 2, 6), (8, 2, 0)],
)
def test_the_pack_divides(players: int, batches: int, leftover: int) -> None:
    setting = Setting.of(Header(NAMES[:players]))
    assert (setting.batches, setting.leftover) == (batches, leftover)
    assert 3 * players * batches + leftover + 4 == 52


@pytest.mark.parametrize("players", [2, 3, 4, 5, 8])
def test_a_hand_is_over_after_its_batches(players: int) -> None:
    match = begin(players, target=1000)
    for batch in range(1, match.position.setting.batches + 1):
        assert (now(match).hand, now(match).batch) == (1, batch)
        fill_batch(match)
    assert (now(match).hand, now(match).batch) == (2, 1)
