"""The table out of sight while it is watched: a hand on the lens, a frozen picture, a silent camera."""

import threading
from dataclasses import replace

import numpy as np
import pytest

from companion.messages import FrameSeen, Message, ViewBack, ViewLost
from companion.pipeline.watcher import Watcher
from companion.referee import Referee
from tests.films.scripted import HEADER, ScriptedCamera, ScriptedTable
from tests.referee.drawn import told
from vision.cameras.camera import Frame
from vision.tracking.table import TableView
from vision.view.view_lost import FROZEN, Loss


class Covered(ScriptedTable):
    """The same table with a hand on the lens from one second to another: it seems bare, and that is no evidence."""

    def __init__(self, script: dict[str, tuple[float, float]], since: float, until: float) -> None:
        super().__init__(script)
        self.since, self.until = since, until

    def look(self, image: np.ndarray, t: float, number: int) -> TableView:
        if not self.since <= t < self.until:
            return super().look(image, t, number)
        return TableView(t, number, (), (), True, lost=Loss.COVERED)


LYING = {"7h": (1.0, 99.0), "9c": (3.0, 99.0), "Ks": (14.0, 99.0)}


def seen_by(table: ScriptedTable, seconds: float = 18) -> tuple[str, list[Message]]:
    posted: list[Message] = []
    watcher = Watcher(ScriptedCamera(seconds), table, Referee(HEADER))
    watcher.run(posted.append, threading.Event())
    return told(watcher.referee.written), posted


def test_a_table_that_empties_at_once_and_returns_has_not_been_swept() -> None:
    assert seen_by(Covered(LYING, 6.0, 12.0))[0] == "7h 9c Ks"


def test_it_is_said_within_two_seconds_that_the_table_cannot_be_seen() -> None:
    _, posted = seen_by(Covered(LYING, 6.0, 12.0))
    last, views = 0.0, []
    for message in posted:
        if isinstance(message, FrameSeen):
            last = message.t
            if 6.0 <= last < 12.0:
                assert message.outlines == (), "no card is shown where none can be seen"
        elif isinstance(message, ViewLost | ViewBack):
            views.append((message, last))
    assert [message for message, _ in views] == [ViewLost("covered"), ViewBack()]
    assert 6.0 < views[0][1] < 8.0
    assert views[1][1] == pytest.approx(12.0)


def test_a_picture_that_stands_still_is_said_within_two_seconds_of_when_it_began() -> None:
    class StandsStill(ScriptedTable):
        """Its pictures are the same from 6 s on, which is known once it has lasted."""

        def look(self, image: np.ndarray, t: float, number: int) -> TableView:
            lost = Loss.FROZEN if t >= 6.0 + FROZEN else None
            return replace(super().look(image, min(t, 6.0), number), t=t, lost=lost)

    _, posted = seen_by(StandsStill(LYING), 9)
    said = posted.index(ViewLost("frozen"))
    assert next(each.t for each in reversed(posted[:said]) if isinstance(each, FrameSeen)) < 8.0


def test_nobody_saw_the_table_from_when_the_picture_stood_still_first() -> None:
    """Until it is known that it stands still, its pictures are looks like others; for a short time they are no longer
    than a blink after that (webcam 10081).
    """

    class StandsStill(ScriptedTable):
        def look(self, image: np.ndarray, t: float, number: int) -> TableView:
            lost = Loss.FROZEN if 6.0 + FROZEN <= t < 6.2 + FROZEN else None
            seen = super().look(image, 6.0 if 6.0 <= t < 6.2 + FROZEN else t, number)
            return replace(seen, t=t, lost=lost)

    gaps: list[tuple[float, float]] = []

    class Told(Referee):
        def unseen(self, since: float, until: float) -> None:
            gaps.append((since, until))
            super().unseen(since, until)

    Watcher(ScriptedCamera(9), StandsStill(LYING), Told(HEADER)).run(lambda _: None, threading.Event())
    assert gaps == [pytest.approx((6.0, 6.2 + FROZEN), abs=0.1)]


def test_a_blink_is_not_worth_a_word() -> None:
    written, posted = seen_by(Covered(LYING, 6.0, 6.4))
    assert written == "7h 9c Ks"
    assert not any(isinstance(message, ViewLost) for message in posted)


def test_a_card_laid_while_the_camera_was_silent_is_doubted() -> None:
    class Silent(ScriptedCamera):
        def read(self) -> Frame | None:
            frame = super().read()
            later = 20.0 if frame is not None and frame.t >= 6.0 else 0.0
            return None if frame is None else Frame(frame.image, frame.t + later, frame.number)

    watcher = Watcher(
        Silent(18), ScriptedTable({**LYING, "Ks": (20.0, 99.0), "2d": (32.0, 99.0)}), Referee(HEADER)
    )
    watcher.run(lambda _: None, threading.Event())
    assert told(watcher.referee.written) == "7h 9c Ks? 2d"
