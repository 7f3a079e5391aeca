"""One session at the table: a worker watches and posts messages, the main thread takes them in and draws.

No Kivy here. The screen calls `Session.drain` from its clock and `Session.tap` for every touch that means an
event; everything that happened goes into one `Match` and, line by line, to a `Keeper`.
"""

import queue
import threading
import time
from collections.abc import Callable
from dataclasses import replace
from typing import Literal, Protocol, assert_never

from companion.entries import Entry, folded, place_of, rewritten
from companion.locales import mark
from companion.messages import (
    EventUnderstood,
    FrameSeen,
    Message,
    Notice,
    Picture,
    SourceEnded,
    SourceLost,
    Told,
    prepared,
)
from companion.slot import LatestOnly
from engine.illegal import IllegalPlay
from engine.match import Match
from engine.record import Event, Header

JOIN_SECONDS = 3.0
"""How long leaving waits for the worker: a camera may be in the middle of a slow read."""


class Producer(Protocol):
    """What watches a table. ``run`` is called in a thread of its own and returns when ``stop`` is set.

    A producer may also have ``hear(told: Told) -> None``: it is called, on the main thread, for everything
    that was tapped, and must return at once.
    """

    def run(self, post: Callable[[Message], None], stop: threading.Event) -> None:
        """Watch, and post what was seen; may block, may raise OSError, RuntimeError or ValueError."""


class Keeper(Protocol):
    """Where the record of the match is kept."""

    def append(self, event: Event) -> object:
        """Add one event to the end; OSError if it cannot be written."""

    def rewrite(self, header: Header, events: list[Event]) -> None:
        """Replace the whole record by this one; OSError if it cannot be written."""


Source = Literal["none", "live", "ended", "lost"]


class Session:
    """The state behind the screen. Every method but the worker's post belongs to the main thread."""

    def __init__(
        self,
        header: Header,
        keeper: Keeper,
        events: tuple[Event, ...] = (),
        producer: Producer | None = None,
        clock: Callable[[], float] = time.time,
    ) -> None:
        self.header, self.keeper, self.producer, self.clock = header, keeper, producer, clock
        self.entries = [Entry(event, number) for number, event in enumerate(events, start=1)]
        self.match = Match(header)
        for event in events:
            self.match.add(event)
        self.picture: Picture | None = None
        self.notice: Notice | None = None
        self.source: Source = "none" if producer is None else "live"
        self._undone: list[int] = []
        self._stale = False
        self._inbox: queue.SimpleQueue[EventUnderstood | SourceEnded | SourceLost] = queue.SimpleQueue()
        self._frame = LatestOnly()
        self._stop = threading.Event()
        self._worker: threading.Thread | None = None

    # -- the worker ------------------------------------------------------------------------------------

    def start(self) -> None:
        """Start watching, where there is something to watch."""
        if self.producer is not None and self._worker is None:
            self._worker = threading.Thread(
                target=self._work, args=(self.producer,), name="watch", daemon=True
            )
            self._worker.start()

    def stop(self) -> None:
        """Ask the worker to stop, and wait a little for it."""
        self._stop.set()
        if self._worker is not None:
            self._worker.join(JOIN_SECONDS)

    def _work(self, producer: Producer) -> None:
        try:
            producer.run(self.post, self._stop)
        except (OSError, RuntimeError, ValueError) as error:
            self.post(SourceLost(str(error)))

    def post(self, message: Message) -> None:
        """Take a message from the worker's thread: of frames only the newest is kept, of the rest all."""
        if isinstance(message, FrameSeen):
            self._frame.put(prepared(message))
        else:
            self._inbox.put(message)

    # -- the main thread -------------------------------------------------------------------------------

    def drain(self) -> bool:
        """Take in whatever was posted; say whether the match, the source or a notice changed.

        A new frame alone is no change: it is there as ``picture``.
        """
        changed, refused = self._look(), self._refused()
        while True:
            try:
                message = self._inbox.get_nowait()
            except queue.Empty:
                break
            self._take(message)
            changed = True
        if self._stale:
            self._fold()
        if self._refused() > refused and self.notice is None:
            text = mark("No longer fits the rules and was left out: {count}")
            self.notice = Notice(text, {"count": self._refused() - refused})
        return changed

    def _look(self) -> bool:
        """Take the newest frame, if there is one; say whether it is the first after the camera was lost."""
        picture = self._frame.take()
        if picture is None:
            return False
        self.picture = picture
        back = self.source == "lost"
        if back:
            self.source, self.notice = "live", None
        return back

    def _take(self, message: EventUnderstood | SourceEnded | SourceLost) -> None:
        match message:
            case EventUnderstood():
                self._understood(message)
            case SourceEnded(reason):
                if self.source == "live":
                    self.source = "ended"
                    self.notice = Notice(mark("Nothing more to watch: {reason}"), {"reason": reason})
            case SourceLost(reason):
                self.picture = self._frame.take() or self.picture  # from before the loss: no sign of life
                self.source = "lost"
                self.notice = Notice(mark("The camera is lost: {reason}"), {"reason": reason})
            case _:
                assert_never(message)

    def _understood(self, message: EventUnderstood) -> None:
        """Fit an event of the producer's into the session: at the end, or where it was before."""
        self.source = "live"
        at = place_of(self.entries, message.line_number)
        if at is not None:
            self.entries = rewritten(self.entries, at, message)
            self._stale = True
        elif not message.withdrawn:
            self._add(Entry(message.event, message.line_number))

    def _add(self, entry: Entry) -> bool:
        """Add an entry to the end; a watcher's that the rules refuse is kept as one that does not fit."""
        if self._stale:
            self._fold()
        try:
            self.match.add(entry.event)
        except IllegalPlay as refusal:
            self.notice = Notice(refusal.sentence, refusal.facts)
            if entry.line is not None:
                self.entries.append(replace(entry, fits=False))
            return False
        self.entries.append(entry)
        self._undone.clear()
        self._keep(entry.event)
        return True

    def _fold(self) -> None:
        """Score everything anew, and find out what the rules allow now."""
        self.match, self.entries = folded(self.header, self.entries)
        self._stale = False
        self._undone.clear()
        self._keep()

    def _refused(self) -> int:
        """Count the entries that the rules do not allow."""
        return sum(entry.standing and not entry.fits for entry in self.entries)

    def _keep(self, event: Event | None = None) -> None:
        """Write one more event to the record, or the whole of it anew; the match goes on if that fails."""
        try:
            if event is None:
                self.keeper.rewrite(self.header, list(self.match.events))
            else:
                self.keeper.append(event)
        except OSError as error:
            self.notice = Notice(
                mark("The record cannot be written: {reason}"), {"reason": error.strerror or error}
            )

    # -- taps ------------------------------------------------------------------------------------------

    def tap(self, event: Event) -> bool:
        """Take an event that somebody tapped, as one like any other; say whether the rules allow it."""
        self.notice = None
        tapped = replace(event, extra={**event.extra, "by": "tap", "clock": round(self.clock(), 1)})
        allowed = self._add(Entry(tapped))
        if allowed:
            self._tell(Told("tapped", tapped, None))
        return allowed

    def allows(self, event: Event) -> bool:
        """Say whether the rules would allow this event now."""
        try:
            self.match.position.after(event)
        except IllegalPlay:
            return False
        return True

    def undo(self) -> None:
        """Take back the last event that stands, whoever made it."""
        standing = [at for at, entry in enumerate(self.entries) if entry.counts]
        if standing and self.match.can_undo:
            self.match.undo()
            self._undone.append(standing[-1])
            self._stand(standing[-1], standing=False)

    def redo(self) -> None:
        """Bring back the event that was undone last."""
        if self._undone and self.match.can_redo:
            self.match.redo()
            self._stand(self._undone.pop(), standing=True)

    @property
    def can_undo(self) -> bool:
        """Whether there is an event to take back."""
        return self.match.can_undo

    @property
    def can_redo(self) -> bool:
        """Whether there is an event to bring back."""
        return bool(self._undone) and self.match.can_redo

    def _stand(self, at: int, *, standing: bool) -> None:
        self.notice = None
        self.entries[at] = replace(self.entries[at], standing=standing)
        self._keep()
        entry = self.entries[at]
        self._tell(Told("restored" if standing else "withdrawn", entry.event, entry.line))

    # -- doubts ----------------------------------------------------------------------------------------

    @property
    def doubt(self) -> Entry | None:
        """The newest event that the watcher was not sure of and nobody has answered yet."""
        return next(
            (e for e in reversed(self.entries) if e.counts and e.event.extra.get("doubt") is True), None
        )

    def confirm(self, doubtful: Entry) -> None:
        """Somebody says that a doubtful event was right."""
        sure = {key: value for key, value in doubtful.event.extra.items() if key != "doubt"}
        event = replace(doubtful.event, extra={**sure, "confirmed": True})
        self.entries[self.entries.index(doubtful)] = replace(doubtful, event=event)
        self._fold()
        self._tell(Told("confirmed", event, doubtful.line))

    def reject(self, doubtful: Entry) -> bool:
        """Somebody says that a doubtful event did not happen; refused where later events build on it."""
        before, refused = list(self.entries), self._refused()
        self.entries[before.index(doubtful)] = replace(doubtful, standing=False)
        self._fold()
        if self._refused() > refused:
            self.entries = before
            self._fold()
            self.notice = Notice(mark("Later plays build on it: undo those first"))
            return False
        self._tell(Told("withdrawn", doubtful.event, doubtful.line))
        return True

    def _tell(self, told: Told) -> None:
        hear = getattr(self.producer, "hear", None)
        if hear is not None:
            hear(told)
