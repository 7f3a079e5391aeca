"""The watcher: frames in, events out. What ``porrazo watch`` runs, in a window's worker thread or without one."""

from __future__ import annotations

import contextlib
import logging
import queue
import threading
from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple, Protocol

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
from companion.referee.observation import Observation, ObservedCard
from engine.cards import PACK
from engine.events import Event, IllegalPlay
from vision.arrays import Doubles, Floats, Image
from vision.cameras.camera import Camera, Frame, recovered
from vision.faults import Tell
from vision.geometry.plane import HEIGHT_MM, on_table, plane_of, upright
from vision.view.view_lost import Loss

if TYPE_CHECKING:
    from vision.tracking.table import LyingCard, TableView


log = logging.getLogger(__name__)

LAIN = 12
"""The table's plane is found from so many cards, those that have gone since among them: one or two cards, close
together, say little of how the plane goes on elsewhere.
"""
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
        self._sightings: dict[int, _Placed] = {}
        self._lain: dict[int, Floats] = {}
        self._origin: Floats | None = None
        self._t = 0.0
        self._told: queue.SimpleQueue[Told] = told if told is not None else queue.SimpleQueue()
        self._seen_at: float | None = None
        self._lost_at: float | None = None
        self._size: tuple[int, ...] | None = None
        self.lost: Loss | None = None
        self.witness: Witness | None = None
        """Keeps the evening, where people want that."""
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
        changes = self._judged(frame, view)
        self._half_done = False
        return view, changes

    def _judged(self, frame: Frame, view: TableView) -> list[Change]:
        """What the referee makes of a view, if the table can be seen in it."""
        self._fit(frame.image.shape[:2])
        if view.lost is not None:
            self._lose(view.lost, view.t)
            return []
        self._see_again(view.t)
        observation = self._sight(view)
        if self.witness is not None:
            self.witness.observed(observation)
        return self.referee.look(observation)

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

    def _fit(self, size: tuple[int, ...]) -> None:
        """Where pictures have another size from now on, cards lie at other pixels of the same plane."""
        before, self._size = self._size, size
        if before is None or before == size:
            return

        def moved(points: Floats) -> Floats:
            return np.asarray(points * np.divide(size[::-1], before[::-1]), np.float32)

        self._lain = {track: moved(corners) for track, corners in self._lain.items()}
        self._origin = None if self._origin is None else moved(self._origin)
        self._sightings = {
            track: placed._replace(card=replace(placed.card, corners=moved(placed.card.corners)))
            for track, placed in self._sightings.items()
        }

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
        self._sightings, self._lain, self._origin = {}, {}, None
        self.referee.begin_anew()

    def finish(self) -> list[Change]:
        """The source has ended: what is likeliest stands, unless the last look ended in a fault."""
        return [] if self._half_done else self.referee.end(self._t)

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
        """The view as the referee wants it: places in heights of a card, odds as plain numbers."""
        known, self._sightings = self._sightings, {}
        plane = self._plane(view, known)
        observed_cards = []
        for card in view.cards:
            before = known.get(card.track)
            if (
                before is None
                or (plane is not None and not before.placed)
                or not _in_place(before.card, card)
            ):
                x, y, placed = *_place(card, plane), plane is not None
            else:
                x, y, placed = before.observed_card.x, before.observed_card.y, before.placed
            if (
                before is not None
                and (x, y) == (before.observed_card.x, before.observed_card.y)
                and _same(before.card, card)
            ):
                observed_card = before.observed_card
            else:
                odds = tuple(card.posterior.tolist())
                observed_card = ObservedCard(card.track, odds, x, y, card.since, card.steady, card.hidden)
            self._sightings[card.track] = _Placed(card, observed_card, placed)
            observed_cards.append(observed_card)
        return Observation(view.t, tuple(observed_cards), view.still, view.arms)

    def _plane(self, view: TableView, known: dict[int, _Placed]) -> Doubles | None:
        """The table's plane where a card's place on it is to be worked out, which takes a while. All planes have one
        origin and one direction, whichever cards they are found from: places worked out at different times compare.
        """
        if all((k := known.get(card.track)) and k.placed and _in_place(k.card, card) for card in view.cards):
            return None
        for card in view.cards:
            if card.steady and not card.hidden:
                self._lain.pop(card.track, None)  # the latest last
                self._lain[card.track] = card.corners
        for track in list(self._lain)[:-LAIN]:
            del self._lain[track]
        plane = plane_of(np.stack(list(self._lain.values()))) if self._lain else None
        if plane is None:
            return None
        if self._origin is None:
            self._origin = np.asarray(next(iter(self._lain.values())).mean(0), np.float32)
        return upright(plane, self._origin)


class _Placed(NamedTuple):
    """A card as it was seen last and what the referee was told of it; ``placed``: in heights of a card on the table's
    plane, not in hundreds of pixels for want of one.
    """

    card: LyingCard
    observed_card: ObservedCard
    placed: bool


def _place(card: LyingCard, plane: Doubles | None) -> tuple[float, float]:
    middle = card.corners.mean(0, keepdims=True)
    x, y = on_table(plane, middle)[0] / HEIGHT_MM if plane is not None else middle[0] / 100
    return float(x), float(y)


def _same(one: LyingCard, other: LyingCard) -> bool:
    """Whether a card looks as it did, wherever it lies."""
    return (
        one.steady == other.steady
        and one.hidden == other.hidden
        and bool(np.array_equal(one.posterior, other.posterior))
    )


def _in_place(one: LyingCard, other: LyingCard) -> bool:
    return float(np.abs(one.corners - other.corners).max()) < 2


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
