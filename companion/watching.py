"""What watches the table for the app: the chosen camera, never given up, and the networks, loaded behind the board."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence

from companion.messages import Message, SourceLost, Told
from companion.referee import Referee
from companion.settings import CameraChoice
from companion.urgency import less_urgent
from companion.watcher import Looks, Watcher
from engine.record import Event, Header
from vision.camera import Camera, Tell, open_camera
from vision.framing import Framed
from vision.lasting import PAUSE, LastingCamera


def seeing_table() -> Looks:
    """Load the networks that come with the program, helped by the decks that were learnt; RuntimeError or OSError
    where that fails.
    """
    from vision.enrol_reader import with_decks
    from vision.photograph import networks
    from vision.table import Table

    finder, reader = less_urgent(networks)
    return Table(finder, with_decks(reader, one_table=True))


def chosen_camera(choice: CameraChoice, tell: Tell) -> Camera:
    """Open the camera as it was set up; CameraError where there is none."""
    return Framed(open_camera(choice.source, tell), choice.mirrored, choice.masks)


class TableWatch:
    """A `Producer`. A camera that is lost is said (`SourceLost`) and tried again until the match is left."""

    def __init__(
        self,
        choice: CameraChoice,
        header: Header,
        events: Sequence[Event] = (),
        table: Callable[[], Looks] = seeing_table,
        pause: float = PAUSE,
    ) -> None:
        self.choice, self.header, self.events = choice, header, tuple(events)
        self._table, self._pause = table, pause
        self._watcher: Watcher | None = None

    def run(self, post: Callable[[Message], None], stop: threading.Event) -> None:
        """Watch until the film ends or ``stop`` is set; see Producer."""
        camera = LastingCamera(
            lambda tell: chosen_camera(self.choice, tell),
            lambda reason: post(SourceLost(reason)),
            self._pause,
        )
        threading.Thread(target=_close_at, args=(stop, camera), name="end of watching", daemon=True).start()
        self._watcher = Watcher(camera, self._table(), Referee(self.header, self.events))
        self._watcher.run(post, stop)

    def hear(self, told: Told) -> None:
        """Pass on to the watcher what was tapped, if it listens."""
        hear = getattr(self._watcher, "hear", None)
        if hear is not None:
            hear(told)


def _close_at(stop: threading.Event, camera: Camera) -> None:
    """A camera that waits for a frame does not look at ``stop``: closing it ends the waiting."""
    stop.wait()
    camera.close()
