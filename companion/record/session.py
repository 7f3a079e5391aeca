"""One session at the table: a worker watches and posts messages; the main thread takes them in and draws.

No Kivy here. The screen calls `Session.drain` from its clock and `Session.tap` for every touch that means an
event. Everything that happened goes into one `Match` and, line by line, into a `WrittenRecord`.
"""

import logging
import time
from collections.abc import Callable
from dataclasses import replace
from typing import Literal, assert_never

from companion.messages import (
    UNSEEN,
    CannotSee,
    EventUnderstood,
    KeepingEnded,
    LooksRare,
    MachineStrained,
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
    notice_of,
)
from companion.pipeline.worker import News, Producer, Worker
from companion.record.deal_again import DealAgain, dealt_again
from companion.record.ledger import Ledger
from companion.record.log_entries import without_doubt
from companion.record.match_summary import LEFT_OUT, differing, points_of, rescored
from companion.record.written_record import Keeper, WrittenRecord
from engine.entry import Entry
from engine.events import Event, IllegalPlay
from engine.header import Header
from engine.match import AnyMatch

__all__ = ["Producer", "Session", "Source"]

log = logging.getLogger(__name__)

Source = Literal["none", "live", "ended", "lost", "blind"]
"""What watches the table.
- "none": nothing.
- "live": a source that gives pictures, or will soon.
- "ended": a source at its end.
- "lost": a source that failed.
- "blind": no network can see the cards.
"""


class Session:
    """The state behind the screen; all methods but `post` belong to the main thread.

    ``unseen``: why the table cannot be seen in the pictures that come, a word as in `ViewLost`; empty if it
    can.
    """

    def __init__(
        self,
        header: Header,
        keeper: Keeper,
        events: tuple[Event, ...] = (),
        producer: Producer | None = None,
        clock: Callable[[], float] = time.time,
    ) -> None:
        self.header, self.producer, self.clock = header, producer, clock
        self.written = WrittenRecord(header, keeper)
        self.ledger = Ledger(header, events)
        self.picture: Picture | None = None
        self.notice: Notice | None = None
        self.source: Source = "none" if producer is None else "live"
        self.unseen = ""
        self._worker = Worker(producer)

    @property
    def match(self) -> AnyMatch:
        """The match as it is now."""
        return self.ledger.match

    @property
    def entries(self) -> list[Entry]:
        """Every event that was seen or tapped, in order."""
        return self.ledger.entries

    # -- the worker ------------------------------------------------------------------------------------

    def start(self) -> None:
        """Start watching, if there is a producer."""
        self._worker.start()

    def stop(self) -> None:
        """Ask the worker to stop, and wait a little for it."""
        self._worker.stop()

    def post(self, message: Message) -> None:
        """Take a message, as from the worker's thread."""
        self._worker.post(message)

    @property
    def loading(self) -> Progress | None:
        """The progress until the producer is ready to see; None once it is."""
        return self._worker.loading

    # -- the main thread -------------------------------------------------------------------------------

    def drain(self) -> bool:
        """Take in the messages posted so far; True if the match, the source or a notice changed.

        A new frame alone is no change: it becomes ``picture``.
        """
        changed, left_out = self._look(), self.ledger.left_out
        for message in self._worker.news():
            self._take(message)
            changed = True
        if self.ledger.take_stale():
            self._keep()
        if self.ledger.left_out > left_out and self.notice is None:
            self.notice = Notice(LEFT_OUT, {"count": self.ledger.left_out - left_out})
        return changed

    def _look(self) -> bool:
        """Take the newest frame, if there is one; True if it is the first after the camera was lost."""
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
            case SourceEnded():
                if self.source == "live":
                    self.source, self.notice = "ended", notice_of(message)
            case SourceLost():
                # take the frame from before the loss now, or it would look as if the camera worked again
                self.picture = self._worker.frame.take() or self.picture
                self.source, self.unseen, self.notice = "lost", "", notice_of(message)
            case CannotSee():
                self.source, self.notice = "blind", notice_of(message)
            case ViewLost(why):
                self.unseen, self.notice = why, notice_of(message)
            case ViewBack():
                self._seen_again()
            case Stumbled(_, over):
                self.source, self.notice = "blind" if over else self.source, notice_of(message)
            case KeepingEnded() | LooksRare() | MachineStrained():
                self.notice = notice_of(message)
            case _:
                assert_never(message)

    def _seen_again(self) -> None:
        self.unseen = ""
        if self.notice is not None and self.notice.text in UNSEEN.values():
            self.notice = None

    def _understood(self, message: EventUnderstood) -> None:
        """Take in an event of the producer's: a new one at the end, or a change of an earlier one."""
        self.source, stale, before = "live", self.ledger.stale, self.match.position
        try:
            if self.ledger.understood(message):
                self._keep(None if stale else message.event)
                self.notice = differing(self.header, before, message.event) or self.notice
        except IllegalPlay as wrong:
            log.warning("the rules refuse what was seen: %s: %s", message.event.to_json(), wrong)
            self.notice = Notice(wrong.sentence, wrong.facts)
            if stale:
                self._keep()

    def _keep(self, event: Event | None = None) -> None:
        """Write one event to the end of the record, or (None) the whole record; an error becomes a notice."""
        failed = self.written.rewrite(self.match.events) if event is None else self.written.append(event)
        self.notice = failed or self.notice

    def mend(self) -> bool:
        """Write the whole record if a part of it is missing on disk; True if that gave a notice."""
        failed = self.written.mend()
        self.notice = failed or self.notice
        return failed is not None

    def write_again(self) -> None:
        """Try once more to write what could not be written."""
        self.notice = self.written.mend_again() or self.notice

    def close(self) -> None:
        """Close the record; nothing more is written to it."""
        self.written.close()

    # -- taps ------------------------------------------------------------------------------------------

    def tap(self, event: Event) -> bool:
        """Take an event that somebody tapped; True if the rules allow it."""
        self.notice = None
        tapped = self._marked(event)
        stale = self.ledger.take_stale()
        try:
            told = self.ledger.add(tapped)
        except IllegalPlay as wrong:
            self.notice = Notice(wrong.sentence, wrong.facts)
            return False
        self._keep(None if stale else tapped)
        self._worker.tell(told)
        return True

    def allows(self, event: Event) -> bool:
        """Whether the rules would allow this event now."""
        try:
            self.match.game.after(self.match.position, event)
        except IllegalPlay:
            return False
        return True

    def correct(self, entry: Entry, event: Event) -> bool:
        """Replace an entry's event and score what follows anew; False if that event is impossible there."""
        event = replace(event, extra={**without_doubt(event), "corrected": round(self.clock(), 1)})
        return self._put_right(lambda: self.ledger.correct(entry, event))

    def insert(self, before: Entry | None, event: Event) -> bool:
        """Insert an event before an entry (None: at the end); otherwise as `correct`."""
        return self._put_right(lambda: self.ledger.insert(before, self._marked(event)))

    def remove(self, entry: Entry) -> bool:
        """Remove an entry; otherwise as `correct`."""
        return self._put_right(lambda: self.ledger.remove(entry))

    def deal_again(self, deal: DealAgain) -> None:
        """Take back all lines of a deal that does not count, in one change, and say so in one line."""
        if deal.entries:
            self._put_right(lambda: self.ledger.remove(*deal.entries))
        self.notice = dealt_again(self.match, deal)

    def _put_right(self, act: Callable[[], Told]) -> bool:
        """Make a correction, and give one notice of what it did to the points."""
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
        """Undo the last change, whoever made it: an event or a correction."""
        self._turn_back(self.ledger.undo())

    def redo(self) -> None:
        """Redo the change that was undone last."""
        self._turn_back(self.ledger.redo())

    @property
    def can_undo(self) -> bool:
        """Whether there is a change to undo."""
        return self.ledger.can_undo

    @property
    def can_redo(self) -> bool:
        """Whether there is an undone change to redo."""
        return self.ledger.can_redo

    def _turn_back(self, told: Told | None) -> None:
        if told is not None:
            self.notice = None
            self._keep()
            self._worker.tell(told)

    def _marked(self, event: Event) -> Event:
        """The event with two more keys: it was tapped ("by"), and at what time ("clock")."""
        return replace(event, extra={**event.extra, "by": "tap", "clock": round(self.clock(), 1)})

    # -- doubts ----------------------------------------------------------------------------------------

    @property
    def doubt(self) -> Entry | None:
        """The newest event that the watcher was not sure of and nobody has answered yet; None if none."""
        return next(reversed(self.ledger.doubts), None)

    def confirm(self, *doubtful: Entry) -> None:
        """Take in that somebody confirmed these doubtful events."""
        told = [self._confirmed(entry) for entry in doubtful]
        self._keep()
        for each in told:
            self._worker.tell(each)

    def _confirmed(self, doubtful: Entry) -> Told:
        sure = replace(doubtful.event, extra={**without_doubt(doubtful.event), "confirmed": True})
        return self.ledger.confirm(doubtful, sure)
