"""How watching begins: the networks are loaded behind the board, and a source goes on where its record ends.

The networks' own threads come after those that draw and take taps, where there are fewer processors than work.
"""

from __future__ import annotations

import contextlib
import logging
import os
import sys
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from companion.messages import Progress
from companion.pipeline.watcher import Looks
from companion.referee import Referee
from companion.referee.replay import RefereeAgain, written_until
from engine.events import Event
from engine.header import Header
from vision.cameras.camera import Camera, Frame

log = logging.getLogger(__name__)

Made = TypeVar("Made")
Report = Callable[[Progress], None]
"""Takes in how far the loading has come."""
Load = Callable[[Report], Looks]

UNLOADABLE = (OSError, RuntimeError, ValueError, ImportError)
"""What loading the networks may end in."""
STEPS = 3
"""Of the loading, as its progress is shown."""
LESS_URGENT = 5
"""By how much the networks are less urgent than drawing, as Unix counts."""


def seeing_table(report: Report = lambda _: None) -> Looks:
    """Load the networks that come with the program, helped by the decks that were learnt; one of `UNLOADABLE` where
    that fails.
    """
    report(Progress(0, STEPS))
    from vision.enrolment.enrolled_reader import with_decks
    from vision.photograph import networks
    from vision.tracking.table import Table

    report(Progress(1, STEPS))
    finder, reader = less_urgent(networks)
    report(Progress(2, STEPS))
    return Table(finder, with_decks(reader, one_table=True))


def step_back() -> None:
    """Let this thread, and those that it starts, run after the others.

    Only Linux knows the urgency of a thread; elsewhere this does nothing. Not for a thread that runs Python for long:
    while it holds the interpreter, drawing would wait for one that has to wait for everybody else.
    """
    if sys.platform.startswith("linux"):
        me = threading.get_native_id()
        with contextlib.suppress(OSError):
            os.setpriority(os.PRIO_PROCESS, me, os.getpriority(os.PRIO_PROCESS, me) + LESS_URGENT)


def less_urgent(make: Callable[[], Made]) -> Made:
    """Make something whose own threads, started while it is made, are to run after the others."""
    with ThreadPoolExecutor(1, "less urgent", step_back) as thread:
        return thread.submit(make).result()


def referee_for(header: Header, record: Sequence[Event], bottom: int, *, live: bool) -> Referee:
    """The referee for a match of which this is the record so far.

    A film is seen again from its beginning, silently up to the last time in the record. Of a ``live`` table, what lies
    there now is counted against the record's position: see `GoingOn` for its times.
    """
    until = written_until(record)
    if live or until is None:
        if record:
            log.info("what lies there is counted against the record's %d events", len(record))
        return Referee(header, record, bottom)
    log.info("the film is seen again, silently until %.1f s, where the record ends", until)
    return RefereeAgain(header, record, bottom, until)


class GoingOn:
    """A live camera whose time goes on where the record's ends, so that the times in a record never go back.

    Its first frame is at ``since`` seconds, the last time in the record: the time between two sittings is not counted.
    """

    live = True

    def __init__(self, camera: Camera, since: float) -> None:
        self._camera, self._since = camera, since

    def read(self) -> Frame | None:
        """See Camera."""
        frame = self._camera.read()
        return None if frame is None else Frame(frame.image, frame.t + self._since, frame.number)

    def close(self) -> None:
        """See Camera."""
        self._camera.close()


def going_on(camera: Camera, record: Sequence[Event], *, live: bool) -> Camera:
    """The camera with the times that its frames have in this record; a film's are its own."""
    until = written_until(record)
    return GoingOn(camera, max(0.0, until)) if live and until is not None else camera
