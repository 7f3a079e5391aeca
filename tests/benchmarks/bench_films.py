"""How well films are understood: ``python -m tests.benchmarks.bench_films FOLDER [NAME...] [--cache FOLDER]``.

FOLDER holds films with their truth (``X.mp4`` and ``X.truth.json``; ``film_set`` renders the usual ones; by default
$PORRAZO_FILMS). Each is watched as ``porrazo watch`` does, announcements counted as automatic. With ``--cache``, what
was seen of a film is kept there (for these networks and this code of vision), and a changed referee is measured
again on all cores: on two, sixty hands in nine minutes.

A play is right if its seat, rank and captured-or-left are those of the truth's play of the same place; ``aligned``
allows for events that were put in or lost before it; ``cards`` are right with their suits. ``sight`` is recognition
alone: plays whose card some track was named, without any rule. ``asked``: plays that were marked as doubtful, if only
for a while, and in brackets the most that came to be so within one minute; ``silent``: wrong plays that are not.
``late``: seconds from the moment that a play's result lies there until the line says it right, its suit apart, on which
no score depends; the 95th percentile. ``exact`` films have every point right; those counted for a level have nobody
asked either.
"""

from __future__ import annotations

import argparse
import json
import os
import time
from collections.abc import Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from difflib import SequenceMatcher
from itertools import repeat
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import numpy as np

from companion.pipeline.watcher import Watcher
from companion.referee import Change, Referee
from companion.referee.event_keys import scoring_key
from engine.cards import PACK
from engine.events import Event
from engine.header import Header
from engine.porrazo.events import event_from_json
from engine.porrazo.position import Position
from engine.porrazo.rules import after, settled
from tests.films.filmed import (
    NO_PICTURE,
    SILENT,
    NoCamera,
    Outcome,
    Replay,
    Sights,
    bottom_of,
    header_of,
    kept_at,
    observations,
    outcomes,
)
from vision.cameras.camera import Frame
from vision.runtime.inference import cores
from vision.tracking.table import TableView

MINUTE = 60.0
"""Seconds in which people are to be asked twice at most."""
AROUND = 1.5
"""Seconds before a play's result, and after, in which a track that names its card must be seen."""


@dataclass
class Result:
    """One film's outcome."""

    name: str
    plays: int
    right: int
    aligned: int
    cards: int
    sight: int
    asked: int
    asked_a_minute: int
    silent: int
    revised: int
    lags: list[float]
    first_wrong: str
    scores: list[int]
    true_scores: list[int]
    speed: float
    think: float

    @property
    def exact(self) -> bool:
        """Whether every point is right."""
        return self.scores == self.true_scores

    def row(self) -> str:
        """One line of the table."""
        exact = "exact" if self.exact else f"{self.scores} not {self.true_scores}"
        numbers = (
            f"{self.right:>5}/{self.plays:<4}{self.aligned:>8}{self.cards:>6}{self.sight:>6}"
            f"{self.asked:>6} ({self.asked_a_minute})"
        )
        late = percentile(self.lags)
        rest = f"{self.silent:>7}{self.revised:>8}{late:>6.1f}{self.speed:>7.1f}x{self.think:>6.1f}"
        return f"{self.name:<12}{numbers}{rest}  {exact:<24} first wrong: {self.first_wrong}"


HEADING = (
    f"{'film':<12}{'plays':>10}{'aligned':>8}{'cards':>6}{'sight':>6}{'asked':>10}{'silent':>7}{'revised':>8}"
    f"{'late':>6}{'speed':>8}{'ms':>6}  score"
)


def aligned(want: list[Outcome], got: list[Outcome]) -> int:
    """How many outcomes, seats aside, agree once both are laid beside each other."""
    one, other = ([(o[0], *o[2:4]) for o in outcome] for outcome in (want, got))
    return sum(
        block.size for block in SequenceMatcher(None, one, other, autojunk=False).get_matching_blocks()
    )


def seen_alone(views: list[TableView], events: list[dict[str, Any]]) -> int:
    """For how many plays some believed card was named rightly about when it was played: recognition without rules."""
    named: dict[str, list[float]] = {}
    for view in views:
        for card in view.cards:
            if card.steady:
                named.setdefault(str(PACK[int(card.posterior.argmax())]), []).append(view.t)
    return sum(
        any(e["t"] - AROUND - 1 < t < e["t"] + AROUND for t in named.get(e["card"], ()))
        for e in events
        if e["do"] == "play"
    )


@dataclass
class Hypothesis:
    """How views were followed: the referee; when each line came to say what it does, suits apart; the lines that were
    ever doubtful, and when each came to be so; milliseconds a look."""

    referee: Referee
    said: dict[int, float]
    asked: dict[int, float]
    think: float


class Listener:
    """Hears the changes to a record: when each line came to say what it does, and when it first was doubtful."""

    def __init__(self) -> None:
        self.said: dict[int, float] = {}
        self.asked: dict[int, float] = {}
        self._lines: dict[int, tuple[object, ...]] = {}

    def hear(self, changes: Iterable[Change], t: float) -> None:
        """Changes that were told at ``t`` seconds."""
        for change in changes:
            what = () if change.kind == "withdrawn" else scoring_key(change.event)
            if self._lines.get(change.line) != what:
                self._lines[change.line], self.said[change.line] = what, t
            if "doubt" in change.event.extra:
                self.asked.setdefault(change.line, t)


def watched(views: list[TableView], header: Header, bottom: int) -> Hypothesis:
    """The views worked through."""
    referee, listener = Referee(header, bottom=bottom), Listener()
    watcher = Watcher(NoCamera(), Replay(views), referee)
    began = time.perf_counter()
    for view in views:
        _, changes = watcher.step(Frame(NO_PICTURE, view.t, view.number))
        listener.hear(changes, view.t)
    listener.hear(watcher.finish(), views[-1].t)
    think = (time.perf_counter() - began) / len(views) * 1000
    return Hypothesis(referee, listener.said, listener.asked, think)


def judge(film: Path, cache: Path | None) -> Result:
    """Watch a film and hold what was understood against its truth."""
    truth = truth_of(film)
    seen = observations(film, cache)
    followed = watched(seen.views, header_of(truth), bottom_of(truth))
    return held(film.stem, truth, seen, followed)


def truth_of(film: Path) -> dict[str, Any]:
    """What truly happened in a film."""
    truth: dict[str, Any] = json.loads(film.with_suffix(".truth.json").read_text(encoding="utf-8"))
    return truth


def held(name: str, truth: dict[str, Any], seen: Sights, followed: Hypothesis) -> Result:
    """What was understood of a film, held against its truth."""
    header, referee, said = header_of(truth), followed.referee, followed.said
    true_lines = [e for e in truth["events"] if e["do"] not in SILENT]
    want = outcomes(header, [event_from_json(e) for e in true_lines])
    got = outcomes(header, referee.written)
    right = [k < len(got) and got[k][:4] == true[:4] for k, true in enumerate(want)]
    lags = [said[k + 1] - true_lines[k]["t"] for k in range(len(want)) if right[k] and k + 1 in said]
    wrong = next((k for k, well in enumerate(right) if not well), None)
    silent = sum(
        not well and "doubt" not in (referee.written[k].extra if k < len(got) else {})
        for k, well in enumerate(right)
    )
    return Result(
        name=name,
        plays=len(want),
        right=sum(right),
        aligned=aligned(want, got),
        cards=sum(k < len(got) and got[k] == true for k, true in enumerate(want)),
        sight=seen_alone(seen.views, true_lines),
        asked=len(followed.asked),
        asked_a_minute=most_within(sorted(followed.asked.values()), MINUTE),
        silent=silent,
        revised=sum("revised" in event.extra for event in referee.written),
        lags=lags,
        first_wrong="-" if wrong is None else f"{wrong + 1}: {want[wrong]} as {got[wrong : wrong + 1]}",
        scores=list(referee.settled().scores),
        true_scores=true_scores(truth, [event_from_json(e) for e in true_lines]),
        speed=truth["seconds"] / max(seen.took, 1e-6),
        think=followed.think,
    )


def most_within(times: list[float], seconds: float) -> int:
    """The most of these times, in order, that lie within so many seconds."""
    return max((sum(t <= one < t + seconds for one in times) for t in times), default=0)


def true_scores(truth: dict[str, Any], events: list[Event]) -> list[int]:
    """The scores that a camera can know. A truth that counts a missed announcement which somebody claimed, aloud, has
    others: then the engine's, of the true events that can be seen.
    """
    if all(event["do"] != "claim" for event in truth["events"]):
        return list(truth["final"]["scores"])
    position = Position.start(header_of(truth))
    for event in events:
        position = after(position, event).position
    return list(settled(position).position.scores)


def judged(films: list[Path], cache: Path | None) -> Iterator[Result]:
    """All films watched and judged. They are seen one after the other, for the networks take all cores and how long
    they take is told; what is kept is followed on every core.
    """
    if cache is None:
        yield from (judge(film, None) for film in films)
        return
    for film in films:
        if not kept_at(film, cache).exists():
            observations(film, cache)
    # started afresh: a copy of a process in which networks have run would hold locks of their threads
    with ProcessPoolExecutor(cores(), get_context("spawn")) as pool:
        yield from pool.map(judge, films, repeat(cache))


def percentile(lags: list[float], of: float = 95) -> float:
    """The 95th or another, in seconds."""
    return float(np.percentile(lags, of)) if lags else float("nan")


def level_of(name: str) -> str:
    """What a film was rendered as: ``evening-tablet`` of ``evening-tablet-2102``."""
    return name.rpartition("-")[0] or name


def by_level(results: list[Result]) -> Iterator[str]:
    """A table with a line for each level, by camera: all of a film's name but its seed."""
    yield (
        f"{'level':<18}films  exact, nobody asked  plays  right  with suit  asked  most a minute  silent"
        "  late p95, s  sight alone"
    )
    for level in sorted({level_of(result.name) for result in results}):
        films = [result for result in results if level_of(result.name) == level]
        plays = sum(film.plays for film in films)
        well = sum(film.exact and not film.asked for film in films)
        right, cards, asked, silent, sight = (
            sum(getattr(film, what) for film in films) / plays
            for what in ("right", "cards", "asked", "silent", "sight")
        )
        late = percentile([lag for film in films for lag in film.lags])
        yield (
            f"{level:<18}{len(films):>5}{well:>12} {well / len(films):>8.0%}{plays:>7}{right:>7.1%}{cards:>11.1%}"
            f"{asked:>7.1%}{max(film.asked_a_minute for film in films):>15}{silent:>8.1%}{late:>13.1f}{sight:>13.1%}"
        )


def main(arguments: list[str] | None = None) -> int:
    """The command line."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.bench_films", description=__doc__)
    parser.add_argument("folder", nargs="?", type=Path, default=os.environ.get("PORRAZO_FILMS"))
    parser.add_argument("names", nargs="*")
    parser.add_argument("--cache", type=Path, help="keep here what is seen of each film")
    options = parser.parse_args(arguments)
    if options.folder is None or not Path(options.folder).is_dir():
        print("porrazo: name a folder of films with their truth, or set PORRAZO_FILMS")
        return 2
    films = [
        f for f in sorted(Path(options.folder).glob("*.mp4")) if not options.names or f.stem in options.names
    ]
    print(HEADING)
    results = []
    for result in judged(films, options.cache):
        results.append(result)
        print(result.row(), flush=True)
    for line in by_level(results):
        print(line)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
