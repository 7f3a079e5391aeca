"""Where the watcher says that cards lie: on one plane, found from all that have lain there lately."""

import numpy as np

from companion.pipeline.watcher import Watcher
from companion.referee import Change
from companion.referee.observation import Observation
from vision.cameras.camera import Frame
from vision.tracking.table import LyingCard, TableView

ODDS = np.full(52, 1 / 52, np.float32)
MIDDLES = ((100, 100), (300, 90), (520, 110), (110, 330), (310, 340), (540, 320))


class NoCamera:
    live = False

    def read(self) -> Frame | None:
        return None

    def close(self) -> None:
        pass


class Noting:
    """A referee that notes what it is shown."""

    def __init__(self) -> None:
        self.sight: Observation | None = None

    def look(self, sight: Observation) -> list[Change]:
        self.sight = sight
        return []


class Views:
    """A table that shows one view after another."""

    def __init__(self, *views: tuple[LyingCard, ...]) -> None:
        self.views = iter(views)

    def look(self, image: np.ndarray, t: float, number: int) -> TableView:
        return TableView(t, number, next(self.views), (), True)


def lying(track: int, x: float, y: float, askew: float = 0.0, steady: bool = True) -> LyingCard:
    """A card 40 x 56 pixels; ``askew``: by how much narrower its outline was found at one end."""
    w = 20 * (1 - askew)
    corners = np.array([[x - w, y - 28], [x + w, y - 28], [x + 20, y + 28], [x - 20, y + 28]], np.float32)
    return LyingCard(track, corners, ODDS, 0.0, steady, False)


def test_one_badly_outlined_card_does_not_throw_the_others_off() -> None:
    six = tuple(lying(k, *at) for k, at in enumerate(MIDDLES))
    left = lying(6, 300, 90, askew=0.3)
    late = lying(7, 540, 480, steady=False)
    referee = Noting()
    watcher = Watcher(NoCamera(), Views(six, (left,), (left, late)), referee)  # type: ignore[arg-type]
    for number in range(3):
        watcher.step(Frame(np.zeros((8, 8, 3), np.uint8), number / 12, number))
    assert referee.sight is not None
    first, last = referee.sight.observed_cards
    apart = np.array([last.x - first.x, last.y - first.y])
    assert np.abs(apart - np.array([240, 390]) / 56).max() < 0.5, "in heights of a card"
