"""One session at the table: a worker watches and posts messages, the main thread takes them in and draws.

No Kivy here. The screen calls `Session.drain` from its clock and `Session.tap` for every touch that means an
event; everything that happened goes into one `Match` and, line by line, to a `Keeper`.
"""

import logging
import time
from collections.abc import Callable
from dataclasses import replace
from typing import Literal, Protocol, assert_never

from companion.locales import N_
from companion.messages import (
    UNSEEN,
    WATCHING_AGAIN,
    WATCHING_IS_OFF,
    CannotSee,
    EventUnderstood,
    Message,
    Notice,
    Picture,
    Progress,
    SourceEnded,
    SourceLost,
    Stumbled,
    Told,
    ViewBack,
    ViewLost,
)
from companion.pipeline.worker import News, Producer, Worker
from companion.record.ledger import Ledger
from companion.record.match_summary import LEFT_OUT, points_of, rescored
from engine.events import Event, IllegalPlay
from engine.header import Header
from engine.match import Entry
from engine.porrazo.foresight import refusal
from engine.porrazo.game import Match

__all__ = ["Keeper", "Producer", "Session", "Source"]


log = logging.getLogger(__name__)


class Keeper(Protocol):
    """Where the record of the match is kept.

    A keeper may also have ``trouble``, the OSError of what could not be kept, None once it is; ``restore()``, which
    tries that; and ``close()``.
    """

    def append(self, event: Event) -> object:
        """Add one event to the end; OSError if it cannot be written."""

    def rewrite(self, header: Header, events: list[Event]) -> None:
        """Replace the whole record by this one; OSError if it cannot be written."""


Source = Literal["none", "live", "ended", "lost", "blind"]
"""What watches: nothing, a source that gives pictures or is to, one at its end, one that failed; or no network sees."""

DOUBTFUL = ("doubt", "instead")
"""What a watcher writes to an event that it is not sure of."""


class Session:
    """The state behind the screen. Every method but the worker's post belongs to the main thread. ``unseen``: why
    the table cannot be seen in the pictures that come, a word as in `ViewLost`; empty where it can.
    """

    def __init__(
        self,
        header: Header,
        keeper: Keeper,
        events: tuple[Event, ...] = (),
        producer: Producer | None = None,
        clock: Callable[[], float] = time.time,
    ) -> None:
        self.header, self.keeper, self.producer, self.clock = header, keeper, producer, clock
        self.ledger = Ledger(header, events)
        self.picture: Picture | None = None
        self.notice: Notice | None = None
        self.source: Source = "none" if producer is None else "live"
        self.unseen = ""
        self._worker = Worker(producer)
        self._met: OSError | None = None

    @property
    def match(self) -> Match:
        """The match as it stands."""
        return self.ledger.match

    @property
    def entries(self) -> list[Entry]:
        """All that was seen and tapped, in order."""
        return self.ledger.entries

    # -- the worker ------------------------------------------------------------------------------------

    def start(self) -> None:
        """Start watching, where there is something to watch."""
        self._worker.start()

    def stop(self) -> None:
        """Ask the worker to stop, and wait a little for it."""
        self._worker.stop()

    def post(self, message: Message) -> None:
        """Take a message as from the worker's thread."""
        self._worker.post(message)

    @property
    def loading(self) -> Progress | None:
        """How far that which watches is from being ready to see; None once it is."""
        return self._worker.loading

    # -- the main thread -------------------------------------------------------------------------------

    def drain(self) -> bool:
        """Take in whatever was posted; say whether the match, the source or a notice changed.

        A new frame alone is no change: it is there as ``picture``.
        """
        changed, left_out = self._look(), self.ledger.left_out
        for message in self._worker.news():
            self._take(message)
            changed = True
        if self.ledger.settle():
            self._keep()
        if self.ledger.left_out > left_out and self.notice is None:
            self.notice = Notice(LEFT_OUT, {"count": self.ledger.left_out - left_out})
        return changed

    def _look(self) -> bool:
        """Take the newest frame, if there is one; say whether it is the first after the camera was lost."""
        picture = self._worker.frame.take()
        if picture is None:
            return False
        self.picture = picture
        back = self.source == "lost"
        if back:
            self.source, self.notice = "live", None
        return back

    def _take(self, message: News) -> None:
        match message:
            case EventUnderstood():
                self._understood(message)
            case SourceEnded(reason):
                if self.source == "live":
                    self.source = "ended"
                    self.notice = Notice(N_("Nothing more to watch: {reason}"), {"reason": reason})
            case SourceLost(reason):
                # a frame from before the loss is no sign of life
                self.picture = self._worker.frame.take() or self.picture
                self.source, self.unseen = "lost", ""
                self.notice = Notice(N_("The camera is lost: {reason}"), {"reason": reason})
            case CannotSee(reason):
                self.source = "blind"
                self.notice = Notice(N_("The cards cannot be seen: {reason}"), {"reason": reason})
            case ViewLost(why):
                self.unseen, self.notice = why, Notice(UNSEEN[why])
            case ViewBack():
                self._seen_again()
            case Stumbled(reason, over):
                self.source = "blind" if over else self.source
                self.notice = Notice(WATCHING_IS_OFF if over else WATCHING_AGAIN, {"reason": reason})
            case _:
                assert_never(message)

    def _seen_again(self) -> None:
        self.unseen = ""
        if self.notice is not None and self.notice.text in UNSEEN.values():
            self.notice = None

    def _understood(self, message: EventUnderstood) -> None:
        """Fit an event of the producer's into the session: at the end, or where it was before."""
        self.source, stale = "live", self.ledger.stale
        try:
            if self.ledger.understood(message):
                self._keep(None if stale else message.event)
        except IllegalPlay as wrong:
            log.warning("the rules refuse what was seen: %s: %s", message.event.to_json(), wrong)
            self.notice = Notice(wrong.sentence, wrong.facts)
            if stale:
                self._keep()

    def _keep(self, event: Event | None = None) -> None:
        """Write one more event to the record, or the whole of it anew; the match goes on if that fails."""
        try:
            if event is None:
                self.keeper.rewrite(self.header, list(self.match.events))
            else:
                self.keeper.append(event)
        except OSError as error:
            self._unwritten(error)

    def _unwritten(self, error: OSError) -> None:
        log.warning("the record cannot be written: %s", error)
        self.notice = Notice(
            N_("The record cannot be written: {reason}"), {"reason": error.strerror or error}
        )

    def mend(self) -> bool:
        """Write the record whole where something of it is not there: a line that could not be kept, or the file
        itself, which somebody deleted. Says whether that gave a notice.
        """
        restore, before = getattr(self.keeper, "restore", None), self.notice
        trouble = getattr(self.keeper, "trouble", None)
        if restore is None or (trouble is not None and trouble is self._met):
            return False
        try:
            restore()
        except OSError as error:
            self._unwritten(error)
        self._met = getattr(self.keeper, "trouble", None)
        return self.notice is not before

    def is_kept_as(self, number: int) -> bool:
        """Whether this is the match of the store that is being written."""
        holds = getattr(self.keeper, "holds", None)
        return holds is not None and bool(holds(number))

    def settle(self) -> None:
        """Try once more to keep what could not be kept."""
        self._met = None
        self.mend()

    def close(self) -> None:
        """Let go of the record, which nothing more is written to."""
        close = getattr(self.keeper, "close", None)
        if close is not None:
            close()

    # -- taps ------------------------------------------------------------------------------------------

    def tap(self, event: Event) -> bool:
        """Take an event that somebody tapped, as one like any other; say whether the rules allow it."""
        self.notice = None
        tapped = self._marked(event)
        stale = self.ledger.settle()
        try:
            told = self.ledger.add(tapped)
        except IllegalPlay as wrong:
            self.notice = Notice(wrong.sentence, wrong.facts)
            return False
        self._keep(None if stale else tapped)
        self._worker.tell(told)
        return True

    def allows(self, event: Event) -> bool:
        """Say whether the rules would allow this event now."""
        return refusal(self.match.position, event) is None

    def correct(self, entry: Entry, event: Event) -> bool:
        """Put another event in an entry's place; what follows is scored anew. False where it cannot be."""
        sure = {key: value for key, value in event.extra.items() if key not in DOUBTFUL}
        event = replace(event, extra={**sure, "corrected": round(self.clock(), 1)})
        return self._put_right(lambda: self.ledger.correct(entry, event))

    def insert(self, before: Entry | None, event: Event) -> bool:
        """Put an event before an entry (None: at the end). Else as `correct`."""
        return self._put_right(lambda: self.ledger.insert(before, self._marked(event)))

    def remove(self, entry: Entry) -> bool:
        """Take an entry out. Else as `correct`."""
        return self._put_right(lambda: self.ledger.remove(entry))

    def _put_right(self, act: Callable[[], Told]) -> bool:
        """Change what happened, and say once what that did to the points."""
        self.notice = None
        before, left_out = points_of(self.match), self.ledger.left_out
        try:
            told = act()
        except IllegalPlay as wrong:
            self.notice = Notice(wrong.sentence, wrong.facts)
            return False
        self.notice = rescored(before, self.match, self.ledger.left_out - left_out)
        self._keep()
        self._worker.tell(told)
        return True

    def undo(self) -> None:
        """Take back the last change, whoever made it: an event or a correction."""
        self._turn_back(self.ledger.undo())

    def redo(self) -> None:
        """Make the change again that was taken back last."""
        self._turn_back(self.ledger.redo())

    @property
    def can_undo(self) -> bool:
        """Whether there is a change to take back."""
        return self.ledger.can_undo

    @property
    def can_redo(self) -> bool:
        """Whether there is a change to make again."""
        return self.ledger.can_redo

    def _turn_back(self, told: Told | None) -> None:
        if told is not None:
            self.notice = None
            self._keep()
            self._worker.tell(told)

    def _marked(self, event: Event) -> Event:
        """Write to an event who said it, and when."""
        return replace(event, extra={**event.extra, "by": "tap", "clock": round(self.clock(), 1)})

    # -- doubts ----------------------------------------------------------------------------------------

    @property
    def doubt(self) -> Entry | None:
        """The newest event that the watcher was not sure of and nobody has answered yet."""
        return next(
            (e for e in reversed(self.entries) if e.counts and e.event.extra.get("doubt") is True), None
        )

    def confirm(self, doubtful: Entry) -> None:
        """Somebody says that a doubtful event was right."""
        sure = {key: value for key, value in doubtful.event.extra.items() if key not in DOUBTFUL}
        event = replace(doubtful.event, extra={**sure, "confirmed": True})
        told = self.ledger.confirm(doubtful, event)
        self._keep()
        self._worker.tell(told)
