"""How cards lie: what is laid in play lies half over something."""

import numpy as np
import pytest

from datasets import layouts
from datasets.layouts import Place


def spread(count: int) -> list[Place]:
    return [(130.0 * k, 0.0, 10.0 * k) for k in range(count)]


@pytest.mark.parametrize("seed", range(8))
def test_a_card_laid_over_another_covers_part_of_it(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(layouts, "LAID_OVER", 1.0)
    under = spread(6)
    laid = layouts._laid_over(np.random.default_rng(seed), under)
    assert laid[:6] == under
    assert 1 <= len(laid) - 6 <= 4
    for x, y, _ in laid[6:]:
        nearest = min(np.hypot(x - a, y - b) for a, b, _ in under)
        assert 13 < nearest < 63


def test_most_spreads_stay_as_they_are() -> None:
    added = [len(layouts._laid_over(np.random.default_rng(seed), spread(6))) > 6 for seed in range(200)]
    assert 0.2 < np.mean(added) < 0.5
