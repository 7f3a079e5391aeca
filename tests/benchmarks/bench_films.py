"""How well films are understood: ``python -m tests.benchmarks.bench_films FOLDER [NAME...]``.

FOLDER holds films with their truth (``X.mp4`` and ``X.truth.json``, as ``datasets.film`` writes them; by default
$PORRAZO_FILMS). Each is watched as ``porrazo watch`` does, announcements counted as automatic; a play is right if its
number, seat, rank and captured-or-left are. For each film: plays right, cards right with suit, doubts, revisions, the
first wrong play, the final score against the truth's, and how much faster than the film itself it went.
"""

from __future__ import annotations

import argparse
import json
import os
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from companion.referee import Referee
from companion.watcher import Watcher
from engine.header import Header
from engine.porrazo.position import Position
from engine.record import Event, Play, Recount, Tendido, event_from_json
from vision.camera import frames, open_camera
from vision.photograph import networks
from vision.table import Table

SILENT = ("declare", "claim")
"""Spoken, so not in the picture."""


@dataclass
class Result:
    """One film's outcome."""

    name: str
    plays: int = 0
    right: int = 0
    cards: int = 0
    doubts: int = 0
    revised: int = 0
    first_wrong: str = "-"
    scores: list[int] = field(default_factory=list)
    true_scores: list[int] = field(default_factory=list)
    seconds: float = 0.0
    took: float = 0.0
    events: list[Event] = field(default_factory=list)

    def row(self) -> str:
        """One line of the table."""
        exact = "exact" if self.scores == self.true_scores else f"{self.scores} not {self.true_scores}"
        return (
            f"{self.name:<12}{self.right:>4}/{self.plays:<4}{self.cards:>5}{self.doubts:>7}{self.revised:>8}"
            f"{self.seconds / max(self.took, 1e-6):>8.1f}x  {exact:<28} first wrong: {self.first_wrong}"
        )


HEADING = f"{'film':<12}{'plays':>9}{'cards':>5}{'doubts':>7}{'revised':>8}{'speed':>9}  score"


def header_of(truth: dict[str, Any]) -> Header:
    """The film's header, announcements automatic."""
    options = {**truth["header"].get("options", {}), "declarations": "automatic"}
    return Header.from_json({**truth["header"], "options": options})


def watched(film: Path, header: Header) -> tuple[Referee, float]:
    """The film worked through; the referee, and the seconds it took."""
    referee = Referee(header)
    watcher = Watcher(open_camera(str(film)), Table(*networks()), referee)
    began = time.perf_counter()
    for frame in frames(watcher.camera):
        watcher.step(frame)
    watcher.finish()
    return referee, time.perf_counter() - began


def outcomes(header: Header, events: list[Event]) -> list[tuple[Any, ...]]:
    """What each seen event amounts to: (kind, seat, rank, captured how many, card)."""
    position, found = Position.start(header), []
    for event in events:
        before = position
        position = position.after(event)
        if isinstance(event, Play):
            waits = len(position.waiting.places) if position.waiting else 0
            captured = len(before.table) + 1 - len(position.table) + waits
            found.append(("play", event.seat, event.card.rank.letter, captured, str(event.card)))
        elif isinstance(event, Tendido):
            found.append(("tendido", position.dealer, "", 4, " ".join(sorted(map(str, event.cards)))))
        elif isinstance(event, Recount):
            found.append(("table", 0, "", 0, " ".join(map(str, event.cards))))
    return found


def judge(film: Path) -> Result:
    """Watch a film and hold what was understood against its truth."""
    truth = json.loads(film.with_suffix(".truth.json").read_text(encoding="utf-8"))
    header = header_of(truth)
    referee, took = watched(film, header)
    true_events = [event_from_json(e) for e in truth["events"] if e["do"] not in SILENT]
    want, got = outcomes(header, true_events), outcomes(header, referee.written)
    result = Result(film.stem, len(want), seconds=truth["seconds"], took=took, events=referee.written)
    for k, true in enumerate(want):
        seen = got[k] if k < len(got) else ("nothing",)
        result.right += seen[:4] == true[:4]
        result.cards += seen == true
        if seen[:4] != true[:4] and result.first_wrong == "-":
            result.first_wrong = f"{k + 1}: {true} seen as {seen}"
    result.doubts = sum("doubt" in event.extra for event in referee.written)
    result.revised = sum("revised" in event.extra for event in referee.written)
    result.scores, result.true_scores = list(referee.settled().scores), truth["final"]["scores"]
    return result


def main(arguments: list[str] | None = None) -> int:
    """The command line."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.bench_films", description=__doc__)
    parser.add_argument("folder", nargs="?", type=Path, default=os.environ.get("PORRAZO_FILMS"))
    parser.add_argument("names", nargs="*")
    options = parser.parse_args(arguments)
    if options.folder is None or not Path(options.folder).is_dir():
        print("porrazo: name a folder of films with their truth, or set PORRAZO_FILMS")
        return 2
    films = [
        f for f in sorted(Path(options.folder).glob("*.mp4")) if not options.names or f.stem in options.names
    ]
    print(HEADING)
    for film in films:
        print(judge(film).row(), flush=True)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
