"""A source and a record that may have something in it already: how the one goes on where the other ends."""

from __future__ import annotations

import logging
from collections.abc import Sequence

from companion.referee import Referee
from companion.referee.replay import RefereeAgain, written_until
from engine.events import Event
from engine.header import Header
from vision.cameras.camera import Camera, Frame

log = logging.getLogger(__name__)


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
