"""A folder with one evening in it: what was seen and told (`evening`), and short films of what went wrong (`clips`).

Nothing of an evening is kept unless people chose that, and nothing that goes wrong with it disturbs the watching.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path

from companion.messages import Told
from companion.record.clips import Clips, Reason
from companion.record.evening import EveningWriter
from companion.referee import Change
from companion.referee.observation import Observation
from engine.events import Event
from engine.header import Header
from vision.arrays import Image
from vision.faults import CaughtFault, guarded

SEEN_FILE = "seen.gz"
"""In an evening's folder: what the referee was shown and told."""
WITHOUT_PICTURES = ".gz"
"""A path that ends so is one file, which holds `SEEN_FILE` alone: there are no films."""


def seen_file(path: Path) -> Path:
    """Give the file with what was seen, of an evening that was kept as a folder or as one file."""
    return path / SEEN_FILE if path.is_dir() else path


class KeptEvening:
    """Keeps an evening at a path: a folder, or one file without pictures where the path ends with `WITHOUT_PICTURES`.

    OSError if it cannot be made; FileExistsError if it is there already.
    """

    def __init__(self, path: Path, header: Header, bottom: int, events: Iterable[Event]) -> None:
        self.path = path
        self._clips: Clips | None = None
        if path.suffix != WITHOUT_PICTURES:
            path.mkdir(parents=True)
            self._clips = Clips(path)
        self._writer = EveningWriter(seen_file(path), header, bottom, events)

    @property
    def trouble(self) -> OSError | None:
        """What keeps this evening from being kept whole, if anything."""
        return self._writer.trouble or (self._clips.trouble if self._clips is not None else None)

    def picture(self, image: Image, t: float) -> None:
        """Take in a camera's picture (BGR), ``t`` in seconds."""
        if self._clips is not None:
            self._clips.take(image, t)

    def observed(self, observation: Observation) -> None:
        """Keep what the referee was shown."""
        self._writer.observed(observation)

    def told(self, told: Told, now: float) -> None:
        """Keep what people said of the record; a film of what they put right, if it was a play that was seen."""
        self._writer.told(told.record)
        if told.what in ("inserted", "corrected", "withdrawn"):
            self._film("correction", _seconds(told.before or told.event, now), now)

    def lost(self, now: float) -> None:
        """The table cannot be seen any more: keep a film of how that began."""
        self._film("unseen", now, now)

    def unseen(self, since: float, until: float) -> None:
        """Keep that nobody saw the table between these times, in seconds, and a film of how that ended."""
        self._writer.unseen(since, until)
        self._film("unseen", until, until)

    def changed(self, changes: Iterable[Change], now: float) -> None:
        """Keep a film of every event that is doubtful, and of every time the table was counted anew."""
        for change in changes:
            if change.kind == "withdrawn":
                continue
            if change.event.do == "table":
                self._film("recount", _seconds(change.event, now), now)
            elif change.event.extra.get("doubt") is True:
                self._film("doubt", _seconds(change.event, now), now)

    def close(self, record: Iterable[Event]) -> None:
        """Write the final record and the films that are wanted still."""
        self._writer.close(record)
        if self._clips is not None:
            self._clips.close()

    def _film(self, why: Reason, moment: float, now: float) -> None:
        if self._clips is not None:
            self._clips.want(why, moment, now)


def _seconds(event: Event, otherwise: float) -> float:
    t = event.extra.get("t")
    return float(t) if isinstance(t, int | float) and not isinstance(t, bool) else otherwise


class EveningKeeper:
    """Keeps the evening while it is ``wanted()``; ``begin()`` makes what it is kept in.

    Whatever goes wrong ends the keeping until it is wanted anew; `trouble` says it once. ``record()`` gives the record
    as it is, for the end.
    """

    def __init__(
        self,
        begin: Callable[[], KeptEvening],
        record: Callable[[], Iterable[Event]],
        wanted: Callable[[], bool] = lambda: True,
    ) -> None:
        self._begin, self._record, self._wanted = begin, record, wanted
        self.kept: KeptEvening | None = None
        self._failed = False
        self._trouble: str | None = None

    @property
    def path(self) -> Path | None:
        """Where the evening is being kept; None while it is not."""
        return self.kept.path if self.kept is not None else None

    def trouble(self) -> str | None:
        """Take what went wrong since this was asked last: a short text for people."""
        trouble, self._trouble = self._trouble, None
        return trouble

    def picture(self, image: Image, t: float) -> None:
        """See `KeptEvening`; the first of each frame's calls, which begins and ends the keeping."""
        if not self._wanted():
            self._failed = False
            self.close()
            return
        if self.kept is None and not self._failed:
            self._do(self._start)
        self._with(lambda kept: kept.picture(image, t))

    def observed(self, observation: Observation) -> None:
        """See `KeptEvening`."""
        self._with(lambda kept: kept.observed(observation))

    def told(self, told: Told, now: float) -> None:
        """See `KeptEvening`."""
        self._with(lambda kept: kept.told(told, now))

    def lost(self, now: float) -> None:
        """See `KeptEvening`."""
        self._with(lambda kept: kept.lost(now))

    def unseen(self, since: float, until: float) -> None:
        """See `KeptEvening`."""
        self._with(lambda kept: kept.unseen(since, until))

    def changed(self, changes: Iterable[Change], now: float) -> None:
        """See `KeptEvening`."""
        self._with(lambda kept: kept.changed(changes, now))

    def close(self) -> None:
        """End the evening, if it is being kept."""
        kept, self.kept = self.kept, None
        if kept is not None:
            self._do(lambda: kept.close(self._record()))
            self._look_after(kept)

    def _start(self) -> None:
        self.kept = self._begin()

    def _with(self, act: Callable[[KeptEvening], None]) -> None:
        kept = self.kept
        if kept is not None:
            self._do(lambda: act(kept))
            self._look_after(kept)

    def _look_after(self, kept: KeptEvening) -> None:
        if kept.trouble is not None:
            self._fail(_reason(kept.trouble))

    def _do(self, act: Callable[[], None]) -> None:
        failed = guarded(lambda: _failure(act))
        if failed is not None:
            self._fail(failed.reason if isinstance(failed, CaughtFault) else failed)

    def _fail(self, reason: str) -> None:
        if not self._failed:
            self._failed, self._trouble = True, reason
            self.close()


def _failure(act: Callable[[], None]) -> str | None:
    """Do this; give what the disk has against it, if anything."""
    try:
        act()
    except OSError as error:
        return _reason(error)
    return None


def _reason(error: OSError) -> str:
    return error.strerror or str(error)
