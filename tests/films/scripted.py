"""A table whose cards are scripted, and a camera that shows nothing: ``porrazo watch`` without its eyes."""

from pathlib import Path

import numpy as np

from companion.pipeline.watcher import Watcher
from companion.referee import Referee
from engine.cards import PACK, Card
from engine.header import Header
from vision.cameras.camera import CameraError, Frame
from vision.tracking.placement import Placement
from vision.tracking.table import TableView
from vision.tracking.track import TrackView

FPS = 12


class ScriptedTable:
    """Cards that lie on the table from one second on, until another: name -> (from, to)."""

    def __init__(self, script: dict[str, tuple[float, float]]) -> None:
        self.script = script
        self.placement = Placement()

    def look(self, image: np.ndarray, t: float, number: int) -> TableView:
        cards = []
        for track, (name, (since, until)) in enumerate(self.script.items()):
            if since <= t < until:
                odds = np.zeros(52, np.float32)
                odds[PACK.index(Card.parse(name))] = 1
                x = 60 * track
                corners = np.array([[x, 0], [x + 40, 0], [x + 40, 56], [x, 56]], np.float32)
                cards.append(TrackView(track, corners, odds, since, t - since > 0.2, False))
        return TableView(t, number, self.placement.placed(cards, (640, 480)), (), True)


class ScriptedCamera:
    """So many seconds of empty pictures, and then the end, or an error."""

    live = False

    def __init__(self, seconds: float, error: str | None = None) -> None:
        self.count, self.error, self.number = int(seconds * FPS), error, 0

    def read(self) -> Frame | None:
        if self.number == self.count:
            if self.error:
                raise CameraError(self.error)
            return None
        self.number += 1
        return Frame(np.zeros((64, 64, 3), np.uint8), (self.number - 1) / FPS, self.number - 1)

    def close(self) -> None:
        pass


HEADER = Header(("Ana", "Beto"), options={"declarations": "automatic"})
# Beto lays the 7 of hearts, Ana hits it with the 7 of clubs, they lie until Beto's king, then go.
SCRIPT = {"7h": (1.0, 7.0), "7c": (3.0, 7.0), "Ks": (6.0, 99.0), "4d": (9.0, 99.0)}


def watched(tmp_path: Path, error: str | None = None) -> tuple[Watcher, Path]:
    watcher = Watcher(ScriptedCamera(12, error), ScriptedTable(SCRIPT), Referee(HEADER))
    return watcher, tmp_path / "out.jsonl"
