"""The watcher: takes in frames and gives out events.

``porrazo watch`` runs it, in a window's worker thread or without a window.
"""

from __future__ import annotations

import contextlib
import logging
import queue
import threading
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from companion.messages import (
    EventUnderstood,
    FrameSeen,
    KeepingEnded,
    LooksRare,
    MachineStrained,
    Message,
    SourceEnded,
    SourceLost,
    Told,
    ViewBack,
    ViewLost,
)
from companion.pipeline.following import FollowsMatch
from companion.pipeline.observing import Observer, outlines
from companion.pipeline.strain import LookPace, StrainWatch
from companion.record.evening import WholeRecord
from companion.record.kept_evening import EveningKeeper, KeptEvening
from companion.referee import Change, Referee
from companion.referee.explain import why
from engine.events import Event, IllegalPlay
from vision.arrays import Image
from vision.cameras.camera import Camera, Frame, recovered
from vision.faults import Tell
from vision.view.view_lost import FROZEN, Loss

if TYPE_CHECKING:
    from vision.tracking.table import TableView


log = logging.getLogger(__name__)

BLINK, SAID = 0.5, 1.0
"""Seconds. A loss of sight shorter than the first number hides no event; after the second number it is
reported.
"""
UNSEEN_GAP_S = 3.0
"""Seconds. If two frames are further apart than this, nobody saw the table between them."""


class Looks(Protocol):
    """Turns frames into views of the table, as ``vision.tracking.table.Table`` does."""

    def look(self, image: Image, t: float, number: int) -> TableView:
        """Take in the next frame and return the view of the table."""


class Losses:
    """Passes on what a camera reports of itself to ``tell``.

    ``tell`` can be replaced later, for example once a window is open.
    """

    def __init__(self, tell: Tell) -> None:
        self.tell = tell

    def __call__(self, sentence: str) -> None:
        """See `Tell`."""
        self.tell(sentence)


class Watcher:
    """Looks at every frame of a camera and reports the events that the referee infers.

    ``told``: what people tapped, also before this watcher existed. ``anew`` makes a new table after a fault,
    since a look that failed in the middle may have left the old one in a bad state. ``lost``: why the table
    cannot be seen, once this has lasted for `SAID` seconds; meanwhile the referee is shown nothing.
    """

    def __init__(
        self,
        camera: Camera,
        table: Looks,
        referee: FollowsMatch,
        told: queue.SimpleQueue[Told] | None = None,
        anew: Callable[[], Looks] | None = None,
    ) -> None:
        self.camera, self.table, self.referee = camera, table, referee
        self._observer = Observer()
        self._t = 0.0
        self._told: queue.SimpleQueue[Told] = told if told is not None else queue.SimpleQueue()
        self._seen_at: float | None = None
        self._lost_at: float | None = None
        self.lost: Loss | None = None
        self._whole, self._pace, self.strain = WholeRecord(), LookPace(), StrainWatch()
        self.rare: float | None = None
        """Once, in the step in which it is found out that looks are too far apart: by how many seconds."""
        self.keeper: EveningKeeper | None = None
        """Keeps the evening, if people want that."""
        self.explains: Tell | None = None
        """Is told why each event is believed, if people want that."""
        self.losses: Losses | None = None
        """What a live camera reports of itself, if anybody passes it on."""
        self._anew = anew
        self._in_hand: Told | None = None
        self._half_done = False

    def hear(self, told: Told) -> None:
        """Take in what people tapped, from any thread; it counts from the next frame on."""
        self._told.put(told)

    @property
    def record(self) -> tuple[Event, ...]:
        """The record as people left it, with what was understood since."""
        return self._whole.now(self.referee.written)

    def keep_evening(self, path: Callable[[], Path], wanted: Callable[[], bool]) -> None:
        """Keep the evening while it is wanted, each time at another ``path()``, if nothing keeps it already."""
        referee = self.referee

        def begin() -> KeptEvening:
            return KeptEvening(path(), referee.header, referee.bottom, self.record)

        if self.keeper is None:
            self.keeper = EveningKeeper(begin, lambda: self.record, wanted)

    def keeping(self) -> Path | None:
        """Where the evening is being kept; None while it is not."""
        return self.keeper.path if self.keeper is not None else None

    def step(self, frame: Frame) -> tuple[TableView, list[Change]]:
        """Take in one frame and return the view of it and the changes to the record.

        After a step that ended in a fault, the next step starts again from the record as written.
        """
        if self._half_done:
            self._begin_anew()
        self._half_done = True
        if self.keeper is not None:
            self.keeper.picture(frame.image, frame.t)
        view = self.table.look(frame.image, frame.t, frame.number)
        if frame.t - self._t > UNSEEN_GAP_S:
            self.lost = self._lost_at = (
                None  # reported before the frames stopped; if still true, it is reported again
            )
        self._t, self.rare = frame.t, self._pace.look(frame.t)
        while self._in_hand is not None or not self._told.empty():
            self._in_hand = self._in_hand or self._told.get()
            self._hear(self._in_hand)
            self._in_hand = None
        changes = self._judged(view)
        if self.keeper is not None:
            self.keeper.changed(changes, frame.t)
        self._half_done = False
        return view, changes

    def _judged(self, view: TableView) -> list[Change]:
        """Show the referee this view, if the table can be seen in it; return the changes to the record."""
        if view.lost is not None:
            self._lose(view.lost, view.t)
            return []
        self._see_again(view.t)
        observation = self._observer.observe(view)
        if self.keeper is not None:
            self.keeper.observed(observation)
        return self._explained(self.referee.look(observation))

    def _explained(self, changes: list[Change]) -> list[Change]:
        if self.explains is not None and isinstance(self.referee, Referee):
            for table in why(self.referee, changes):
                self.explains(table)
        return changes

    def _lose(self, loss: Loss, t: float) -> None:
        self._lost_at = t if self._lost_at is None else self._lost_at
        if loss is Loss.RESIZED and self._seen_at is not None:
            self._unseen(self._seen_at, t)
        elif loss is Loss.FROZEN or t - self._lost_at >= SAID:
            # A picture counts as frozen only after it has stood still for long.
            if loss is Loss.FROZEN and self._seen_at is not None:
                self._seen_at = min(self._seen_at, t - FROZEN)
            if self.lost is not loss:
                log.info("%.1f s: the table cannot be seen: %s", t, loss.value)
                if self.keeper is not None:
                    self.keeper.lost(t)
            self.lost = loss

    def _see_again(self, t: float) -> None:
        """Tell the referee that the table can be seen again, and between which times it could not."""
        if self.lost is not None:
            log.info("%.1f s: the table can be seen again", t)
        missed = UNSEEN_GAP_S if self._lost_at is None else BLINK
        if self._seen_at is not None and t - self._seen_at > missed:
            self._unseen(self._seen_at, t)
        self._seen_at, self._lost_at, self.lost = t, None, None

    def _unseen(self, since: float, until: float) -> None:
        if self.keeper is not None:
            self.keeper.unseen(since, until)
        self.referee.unseen(since, until)

    def _hear(self, told: Told) -> None:
        with contextlib.suppress(IllegalPlay):  # a record that the rules refuse is ignored
            self.referee.hear(told.record)
            self._whole.told(told.record, self.referee.written)
            if self.keeper is not None:
                self.keeper.told(told, self._t)

    def _begin_anew(self) -> None:
        log.info(
            "%.1f s: begun anew after a fault, from the %d events written", self._t, len(self.referee.written)
        )
        if self._anew is not None:
            self.table = self._anew()
        self._observer = Observer()
        self.referee.begin_anew()

    def finish(self) -> list[Change]:
        """The source has ended: commit the likeliest events, unless the last look ended in a fault."""
        changes = [] if self._half_done else self._explained(self.referee.end(self._t))
        if self.keeper is not None:
            self.keeper.changed(changes, self._t)
        return changes

    def run(self, post: Callable[[Message], None], stop: threading.Event) -> None:
        """Watch until the source ends or ``stop`` is set; a later call continues. Posts frames and events."""
        if self.losses is not None and self.camera.live:
            self.losses.tell = lambda sentence: _post_loss(post, sentence)
        while not stop.is_set() and (frame := self.camera.read()) is not None:
            lost = self.lost
            view, changes = self.step(frame)
            try:
                post(FrameSeen(frame.t, frame.image, outlines(view)))
                if self.lost is not lost:
                    post(ViewBack() if self.lost is None else ViewLost(self.lost.value))
                if self.rare is not None:
                    post(LooksRare(self.rare))
                if self.camera.live and (why := self.strain.begun()) is not None:
                    post(MachineStrained(why))
                if self.keeper is not None and (reason := self.keeper.trouble()) is not None:
                    post(KeepingEnded(reason))
            finally:  # events are posted even if the picture cannot be shown
                tell(post, changes)
        tell(post, self.finish())
        post(SourceEnded("the film has ended"))

    def close(self) -> None:
        """Close the camera, and end the evening that is being kept."""
        self.camera.close()
        if self.keeper is not None:
            self.keeper.close()


def _post_loss(post: Callable[[Message], None], sentence: str) -> None:
    """Post that the camera is lost; that it works again shows by its frames."""
    if not recovered(sentence):
        post(SourceLost(sentence))


def tell(post: Callable[[Message], None], changes: list[Change]) -> None:
    """Post the changes that the referee made to the record."""
    for change in changes:
        post(
            EventUnderstood(
                change.line, change.event, change.kind == "revised", withdrawn=change.kind == "withdrawn"
            )
        )
