"""How watching begins: the networks load in the background, and a match goes on where its record ends.

The networks' own threads get a lower priority than those that draw and take taps, since a small computer has
fewer processors than busy threads.
"""

from __future__ import annotations

import contextlib
import logging
import os
import sys
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import TypeVar

from companion.messages import Progress
from companion.pipeline.following import FollowsMatch
from companion.pipeline.spare_memory import GivesBack, few_stores
from companion.pipeline.watcher import Looks
from companion.referee import Referee
from companion.referee.replay import RefereeAgain, written_until
from companion.referee.tricks import TrickReferee, TrickRefereeAgain
from engine.cards import FORTY
from engine.events import Event
from engine.games import game_called
from engine.header import Header
from vision.cameras.camera import Camera, Frame

log = logging.getLogger(__name__)

Made = TypeVar("Made")
Report = Callable[[Progress], None]
"""Called with the progress of the loading."""
Load = Callable[[Report], Looks]

LOADING_ERRORS = (OSError, RuntimeError, ValueError, ImportError)
"""The exceptions that loading the networks may raise."""
LOADING_STEPS = 3
"""The number of steps that the loading shows as its progress."""
LESS_URGENT = 5
"""How much is added to the nice value of the networks' threads (Unix), so that drawing runs before them."""


def may_be_spanish(header: Header) -> bool:
    """Say whether a game is played with forty cards: then a Spanish pack may lie there as well as a French one."""
    return game_called(header.game).pack(header) == FORTY


def are_fanned(header: Header) -> bool:
    """Say whether hands of a game are shown fanned: then they are looked at from near."""
    return game_called(header.game).fanned


def seeing_table(report: Report = lambda _: None, spanish: bool = False, fanned: bool = False) -> Looks:
    """Load the program's own networks and the decks that were taught; return a table that looks with them.

    ``spanish``: a Spanish pack is expected, and several cards together may tell that a French one lies there.
    ``fanned``: cards lie half over one another, and are looked at from near.
    Raises one of `LOADING_ERRORS` if the networks cannot be loaded.
    """
    report(Progress(0, LOADING_STEPS))
    few_stores()
    from vision.enrolment.enrolled_reader import with_decks
    from vision.photograph import closely, networks
    from vision.spanish import either_pack
    from vision.tracking.table import Table

    report(Progress(1, LOADING_STEPS))
    finder, reader = less_urgent(networks)
    report(Progress(2, LOADING_STEPS))
    known = with_decks(reader, one_table=True)
    reads = less_urgent(lambda: either_pack(known)) if spanish else known
    near = less_urgent(lambda: closely(finder, known)) if fanned else None
    return GivesBack(Table(finder, reads, near))


def table_for(header: Header, spanish: bool = False) -> Load:
    """What loads the table of a match; ``spanish``: people play with a Spanish pack, if this game can be."""
    return partial(seeing_table, spanish=spanish and may_be_spanish(header), fanned=are_fanned(header))


def step_back() -> None:
    """Let this thread, and the threads that it starts, run after the others.

    Only Linux has a priority for each thread; elsewhere this does nothing. Do not use it in a thread that
    runs Python for long: such a thread holds the interpreter lock, and then drawing would wait for the thread
    with the lowest priority.
    """
    if sys.platform.startswith("linux"):
        me = threading.get_native_id()
        with contextlib.suppress(OSError):
            os.setpriority(os.PRIO_PROCESS, me, os.getpriority(os.PRIO_PROCESS, me) + LESS_URGENT)


def less_urgent(make: Callable[[], Made]) -> Made:
    """Call ``make`` in a thread of low priority, so that the threads which it starts run after the others."""
    with ThreadPoolExecutor(1, "less urgent", step_back) as thread:
        return thread.submit(make).result()


def has_own_referee(game: str) -> bool:
    """Say whether a game is followed by a referee of its own, as Porrazo's captures are, and not by that of tricks."""
    return game == "porrazo"


def referee_for(header: Header, record: Sequence[Event], bottom: int, *, live: bool) -> FollowsMatch:
    """The referee for a match whose record so far is ``record``: its game's own, else that of tricks.

    A film is watched again from its beginning; the referee says nothing until the last time in the record. At
    a ``live`` table, the cards that lie there now are compared with the record's position. `GoingOn` explains
    the times.
    """
    until = written_until(record)
    if live or until is None:
        if record:
            log.info("what lies there is counted against the record's %d events", len(record))
        kind = Referee if has_own_referee(header.game) else TrickReferee
        return kind(header, record, bottom)
    log.info("the film is seen again, silently until %.1f s, where the record ends", until)
    again = RefereeAgain if has_own_referee(header.game) else TrickRefereeAgain
    return again(header, record, bottom, until)


class GoingOn:
    """A live camera whose times continue after the last time in the record, so that they never go back.

    Its first frame has the time ``since`` (seconds), the last time in the record. The time between two
    sittings is not counted.
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
    """The camera, with the times that its frames have in this record; a film keeps its own times."""
    until = written_until(record)
    return GoingOn(camera, max(0.0, until)) if live and until is not None else camera
