"""The watcher: frames in, events out. What ``porrazo watch`` runs, in a window's worker thread or without one."""

from __future__ import annotations

import contextlib
import logging
import queue
import threading
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Protocol

import numpy as np

from companion.messages import (
    EventUnderstood,
    FrameSeen,
    Message,
    SourceEnded,
    SourceLost,
    Told,
    ViewBack,
    ViewLost,
)
from companion.referee import Change, Referee
from companion.referee.explain import why
from companion.referee.observation import Observation, ObservedCard
from engine.cards import PACK
from engine.events import Event, IllegalPlay
from vision.arrays import Floats, Image
from vision.cameras.camera import Camera, Frame, recovered
from vision.faults import Tell
from vision.view.view_lost import Loss

if TYPE_CHECKING:
    from vision.tracking.table import TableView
    from vision.tracking.track import TrackView


log = logging.getLogger(__name__)

BLINK, SAID = 0.5, 1.0
"""Seconds: what was out of sight for less has been missed by nobody; after so many it is said."""
SILENT = 3.0
"""Seconds between two frames in which the table was as much out of sight."""


class Looks(Protocol):
    """Whatever turns frames into views of the table: ``vision.tracking.table.Table``."""

    def look(self, image: Image, t: float, number: int) -> TableView:
        """Take in the next frame."""


class Witness(Protocol):
    """Whatever keeps what the referee is shown and told: ``companion.record.evening.EveningWriter``."""

    def observed(self, observation: Observation) -> None:
        """The referee was shown this."""

    def told(self, record: Iterable[Event]) -> None:
        """People put the record right: this is the whole of it."""

    def unseen(self, since: float, until: float) -> None:
        """Nobody saw the table between these seconds."""


class Losses:
    """Passes on what a camera says of itself to ``tell``, which may be another later: a window that has opened."""

    def __init__(self, tell: Tell) -> None:
        self.tell = tell

    def __call__(self, sentence: str) -> None:
        """See `Tell`."""
        self.tell(sentence)


class Watcher:
    """Looks at every frame of a camera and says what the referee makes of it.

    ``told``: what people tapped, also before there was a watcher. ``anew`` makes another table: after a fault in the
    middle of a look nothing that was half done is gone on with. ``losses``: what a live camera says of itself.
    ``lost``: why the table cannot be seen, once that has lasted; the referee is shown nothing meanwhile.
    """

    def __init__(
        self,
        camera: Camera,
        table: Looks,
        referee: Referee,
        told: queue.SimpleQueue[Told] | None = None,
        anew: Callable[[], Looks] | None = None,
        losses: Losses | None = None,
    ) -> None:
        self.camera, self.table, self.referee = camera, table, referee
        self._known: dict[int, tuple[TrackView, ObservedCard]] = {}
        self._t = 0.0
        self._told: queue.SimpleQueue[Told] = told if told is not None else queue.SimpleQueue()
        self._seen_at: float | None = None
        self._lost_at: float | None = None
        self.lost: Loss | None = None
        self.witness: Witness | None = None
        """Keeps the evening, where people want that."""
        self.explains: Tell | None = None
        """Told why each event is held to have happened, where people want that."""
        self._anew, self._losses = anew, losses
        self._in_hand: Told | None = None
        self._half_done = False

    def hear(self, told: Told) -> None:
        """Take in what people tapped, from any thread; it counts from the next frame on."""
        self._told.put(told)

    def step(self, frame: Frame) -> tuple[TableView, list[Change]]:
        """Take in one frame. After a step that ended in a fault the next begins anew, from what has been written."""
        if self._half_done:
            self._begin_anew()
        self._half_done = True
        view = self.table.look(frame.image, frame.t, frame.number)
        if frame.t - self._t > SILENT:
            self.lost = self._lost_at = (
                None  # said before the camera fell silent: if so still, it is said again
            )
        self._t = frame.t
        while self._in_hand is not None or not self._told.empty():
            self._in_hand = self._in_hand or self._told.get()
            self._hear(self._in_hand)
            self._in_hand = None
        changes = self._judged(view)
        self._half_done = False
        return view, changes

    def _judged(self, view: TableView) -> list[Change]:
        """What the referee makes of a view, if the table can be seen in it."""
        if view.lost is not None:
            self._lose(view.lost, view.t)
            return []
        self._see_again(view.t)
        observation = self._sight(view)
        if self.witness is not None:
            self.witness.observed(observation)
        return self._explained(self.referee.look(observation))

    def _explained(self, changes: list[Change]) -> list[Change]:
        if self.explains is not None:
            for table in why(self.referee, changes):
                self.explains(table)
        return changes

    def _lose(self, loss: Loss, t: float) -> None:
        self._lost_at = t if self._lost_at is None else self._lost_at
        if loss is Loss.RESIZED and self._seen_at is not None:
            self._unseen(self._seen_at, t)
        elif t - self._lost_at >= SAID:
            if self.lost is not loss:
                log.info("%.1f s: the table cannot be seen: %s", t, loss.value)
            self.lost = loss

    def _see_again(self, t: float) -> None:
        """Tell the referee where the table was out of sight until now."""
        if self.lost is not None:
            log.info("%.1f s: the table can be seen again", t)
        missed = SILENT if self._lost_at is None else BLINK
        if self._seen_at is not None and t - self._seen_at > missed:
            self._unseen(self._seen_at, t)
        self._seen_at, self._lost_at, self.lost = t, None, None

    def _unseen(self, since: float, until: float) -> None:
        if self.witness is not None:
            self.witness.unseen(since, until)
        self.referee.unseen(since, until)

    def _hear(self, told: Told) -> None:
        with contextlib.suppress(IllegalPlay):  # a record that the rules refuse tells nothing
            self.referee.hear(told.record)
            if self.witness is not None:
                self.witness.told(told.record)

    def _begin_anew(self) -> None:
        log.info(
            "%.1f s: begun anew after a fault, from the %d events written", self._t, len(self.referee.written)
        )
        if self._anew is not None:
            self.table = self._anew()
        self._known = {}
        self.referee.begin_anew()

    def finish(self) -> list[Change]:
        """The source has ended: what is likeliest stands, unless the last look ended in a fault."""
        return [] if self._half_done else self._explained(self.referee.end(self._t))

    def run(self, post: Callable[[Message], None], stop: threading.Event) -> None:
        """Watch until the source ends or ``stop`` is set, posting frames and events; goes on if called again."""
        if self._losses is not None and self.camera.live:
            self._losses.tell = lambda sentence: _post_loss(post, sentence)
        while not stop.is_set() and (frame := self.camera.read()) is not None:
            lost = self.lost
            view, changes = self.step(frame)
            try:
                post(FrameSeen(frame.t, frame.image, outlines(view)))
                if self.lost is not lost:
                    post(ViewBack() if self.lost is None else ViewLost(self.lost.value))
            finally:  # a picture that cannot be shown must not take events with it
                tell(post, changes)
        tell(post, self.finish())
        post(SourceEnded("the film has ended"))

    def close(self) -> None:
        """Let go of the camera."""
        self.camera.close()

    def _sight(self, view: TableView) -> Observation:
        """The view as the referee wants it."""
        known, self._known = self._known, {}
        for card in view.cards:
            before = known.get(card.track)
            same = before is not None and _same(before[0], card)
            self._known[card.track] = before if before is not None and same else (card, _observed(card))
        observed_cards = tuple(observed for _, observed in self._known.values())
        return Observation(view.t, observed_cards, view.still, view.arms)


def _observed(card: TrackView) -> ObservedCard:
    """A track as the referee wants it: its posterior as plain numbers."""
    odds = tuple(card.posterior.tolist())
    return ObservedCard(card.track, odds, *card.place, card.since, card.steady, card.hidden)


def _same(one: TrackView, other: TrackView) -> bool:
    """Whether the referee knows all of a track already: computing what its posterior costs takes a while."""
    return (one.place, one.steady, one.hidden) == (other.place, other.steady, other.hidden) and bool(
        np.array_equal(one.posterior, other.posterior)
    )


def outlines(
    view: TableView,
) -> tuple[tuple[Floats, str, float], ...]:
    """The cards of a view as the window draws them: corners, name, confidence."""
    return tuple(
        (card.corners, str(PACK[int(card.posterior.argmax())]), float(card.posterior.max()))
        for card in view.cards
        if not card.hidden and view.lost is None
    )


def _post_loss(post: Callable[[Message], None], sentence: str) -> None:
    """Post a loss; that frames come again shows by itself."""
    if not recovered(sentence):
        post(SourceLost(sentence))


def tell(post: Callable[[Message], None], changes: list[Change]) -> None:
    """Post what the referee has to say."""
    for change in changes:
        post(
            EventUnderstood(
                change.line, change.event, change.kind == "revised", withdrawn=change.kind == "withdrawn"
            )
        )
