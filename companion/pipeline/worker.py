"""The thread in which something watches the table, and what passes from it to the main thread."""

from __future__ import annotations

import logging
import queue
import threading
from collections.abc import Callable, Iterator
from typing import Protocol

from companion.messages import (
    CannotSee,
    EventUnderstood,
    FrameSeen,
    KeepingEnded,
    LooksRare,
    MachineStrained,
    Message,
    Picture,
    Progress,
    SourceEnded,
    SourceLost,
    Stumbled,
    Told,
    ViewBack,
    ViewLost,
    prepared,
)
from vision.cameras.camera import CameraError
from vision.faults import CaughtFault, FaultCount, UserFacingError, guarded

log = logging.getLogger(__name__)

JOIN_SECONDS = 3.0
"""How long leaving a match waits for the worker: a camera may be in the middle of a slow read."""

News = (
    EventUnderstood
    | SourceEnded
    | SourceLost
    | CannotSee
    | ViewLost
    | ViewBack
    | Stumbled
    | KeepingEnded
    | LooksRare
    | MachineStrained
)
"""What is posted besides frames."""


class Producer(Protocol):
    """What watches a table; ``run`` is called in its own thread and returns when ``stop`` is set.

    A producer may also have ``hear(told: Told) -> None``, which is called on the main thread for everything
    that was tapped and must return at once; ``loading``, a `Progress` until it is ready to see;
    ``keep_evening(path, wanted)``, which lets it keep the evening; and ``close()``, called once after the last run.
    """

    def run(self, post: Callable[[Message], None], stop: threading.Event) -> None:
        """Watch, and post what was seen; may block.

        A `UserFacingError` (a sentence for people) ends it. After any other exception it is called again,
        unless that was the third within a minute.
        """


class LatestOnly:
    """A slot for one picture between two threads; a picture that is not taken in time is replaced."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._picture: Picture | None = None

    def put(self, picture: Picture) -> None:
        """Put a picture into the slot; it replaces one that was not taken yet."""
        with self._lock:
            self._picture = picture

    def take(self) -> Picture | None:
        """Take the newest picture; None if none came since the last call."""
        with self._lock:
            picture, self._picture = self._picture, None
            return picture


class Worker:
    """Runs a producer, if there is one; ``frame`` holds the newest picture that it posted."""

    def __init__(self, producer: Producer | None) -> None:
        self.producer = producer
        self.frame = LatestOnly()
        self._inbox: queue.SimpleQueue[News] = queue.SimpleQueue()
        self._stop = threading.Event()
        self._thread: threading.Thread | None = None

    def start(self) -> None:
        """Start watching, if there is a producer."""
        if self.producer is not None and self._thread is None:
            self._thread = threading.Thread(
                target=self._work, args=(self.producer,), name="watch", daemon=True
            )
            self._thread.start()

    def stop(self) -> None:
        """Ask the producer to stop, and wait up to `JOIN_SECONDS` for it."""
        self._stop.set()
        if self._thread is not None:
            self._thread.join(JOIN_SECONDS)

    def _work(self, producer: Producer) -> None:
        log.info("watching begins: %s", type(producer).__name__)
        try:
            self._run(producer)
        except CameraError as error:
            log.warning("the camera is lost: %s", error)
            self.post(SourceLost(str(error)))
        except UserFacingError as error:
            log.warning("the cards cannot be seen: %s", error)
            self.post(CannotSee(str(error)))
        finally:
            close = getattr(producer, "close", None)
            if close is not None:
                guarded(close)
            log.info("watching is over")

    def _run(self, producer: Producer) -> None:
        """Run the producer until it returns or is asked to stop.

        After a fault it runs again, unless there were too many faults (`FaultCount`).
        """
        mishaps, over = FaultCount(), False
        while not over and not self._stop.is_set():
            outcome = guarded(lambda: producer.run(self.post, self._stop))
            if not isinstance(outcome, CaughtFault):
                return
            over = mishaps.too_many()
            log.warning("watching %s after a fault: %s", "stops" if over else "begins again", outcome.reason)
            self.post(Stumbled(outcome.reason, over))

    def post(self, message: Message) -> None:
        """Take a message from the producer's thread; of frames only the newest is kept."""
        if isinstance(message, FrameSeen):
            self.frame.put(prepared(message))
        else:
            self._inbox.put(message)

    # -- the main thread -------------------------------------------------------------------------------

    def news(self) -> Iterator[News]:
        """Take out the messages posted since the last call, without the frames."""
        while True:
            try:
                message = self._inbox.get_nowait()
            except queue.Empty:
                return
            yield message

    @property
    def loading(self) -> Progress | None:
        """The progress until the producer is ready to see; None once it is."""
        loading: Progress | None = getattr(self.producer, "loading", None)
        return loading

    def tell(self, told: Told) -> None:
        """Tell the producer what was tapped, if it has ``hear``."""
        hear = getattr(self.producer, "hear", None)
        if hear is not None:
            hear(told)
