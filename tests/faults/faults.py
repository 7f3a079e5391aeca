"""Cameras that fail in the middle of a hand, without pixels: ``python -m tests.faults.faults --help``.

What a watcher saw of whole filmed hands is kept (tests/referee/recorded); with ``--acted N`` hands are acted on a
stage instead. They are shown to a watcher, and from some moment on with faults (`camera_faults`): looks that are
missing, come twice, stand still, are black, show nothing, are cut in two, have a hand over the lens, or come from a
camera that was away for seconds, half of them in the middle of a play. Some seconds after the last fault the match
ends, and its score is compared with the truth:

- **exact**: every point is right.
- **doubt**: it is not, and an event is marked as doubtful, so that people are asked.
- **said**: it is not, but that the table could not be seen was said.
- **silent**: it is not, and nothing was said.

A hand is followed once; each run is a process that is forked off it at its moment, so the time before costs nothing.
"""

from __future__ import annotations

import argparse
import os
import pickle
import random
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from functools import partial

from companion.pipeline.watcher import Watcher
from companion.referee import Referee
from engine.events import Event
from tests.faults.camera_faults import KINDS, Fault, faulty
from tests.faults.hands import Hand, Views, acted_hands, index_at, points_of, recorded_hands
from tests.films.filmed import NO_PICTURE, NoCamera, Replay
from vision.cameras.camera import Frame
from vision.cameras.live import SILENCE_S
from vision.tracking.table import TableView

SETTLES, LONGEST = 12.0, 30.0
"""Seconds after the last fault in which the referee may still put right, and until the match ends at the latest."""
NOT_AT_FIRST = 12.0
"""Seconds of a hand before the first fault: what lies there at the start is told, and not played."""


@dataclass(frozen=True)
class Run:
    """One run: the seed that makes its faults."""

    hand: str
    seed: int
    faults: tuple[Fault, ...]
    end: float


@dataclass
class Results:
    """What came of the runs; the silent ones by what makes them again."""

    outcomes: Counter[str] = field(default_factory=Counter)
    by_kind: Counter[tuple[str, str]] = field(default_factory=Counter)
    silent: list[str] = field(default_factory=list)

    def count(self, run: Run, said: Answer, truth: tuple[int, ...]) -> None:
        """Take in what came of one run."""
        outcome = (
            "exact" if said.scores == truth else "doubt" if said.doubt else "said" if said.lost else "silent"
        )
        self.outcomes[outcome] += 1
        for fault in run.faults:
            self.by_kind[fault.kind, outcome] += 1
        if outcome == "silent":
            faults = ", ".join(map(str, run.faults))
            wrong = f"{list(said.scores)} not {list(truth)}"
            self.silent.append(f"{run.hand} seed {run.seed}: {faults}, end {run.end:.1f}: {wrong}")


def watcher_for(hand: Hand, views: Iterable[TableView]) -> Watcher:
    """A watcher that is shown these looks."""
    return Watcher(NoCamera(), Replay(views), Referee(hand.header, bottom=hand.bottom))


def ends(hand: Hand) -> list[tuple[float, tuple[int, ...]]]:
    """The moments at which a match that ends there is exact without a fault, and its points."""
    points, keys, step = points_of(hand), [key(event) for event in hand.truth], 0.0
    found = []
    watcher = watcher_for(hand, iter(hand.views))
    for view in hand.views:
        watcher.step(Frame(NO_PICTURE, view.t, view.number))
        if view.t >= step:
            step = view.t + 3.0
            said = _forked(lambda: _finished(watcher))
            many = len(said.events)
            if said.events == keys[:many] and not said.doubt and said.scores == points[many]:
                found.append((view.t, said.scores))
    return found


Key = tuple[object, ...]


def key(event: Event) -> Key:
    """What of an event counts: who laid which rank."""
    line = event.to_json()
    cards = line.get("cards")
    many = len(cards) if isinstance(cards, list | tuple) else 0
    return line["do"], line.get("seat"), str(line.get("card", ""))[:1], many


@dataclass(frozen=True)
class Answer:
    """How a match stands at a run's end; ``lost``: that the table could not be seen was said."""

    scores: tuple[int, ...] = ()
    doubt: bool = False
    lost: bool = False
    events: list[Key] = field(default_factory=list)


def _finished(watcher: Watcher, *, lost: bool = False) -> Answer:
    """End the match and say how it stands."""
    watcher.finish()
    referee = watcher.referee
    doubt = any(event.extra.get("doubt") is True for event in referee.written)
    return Answer(referee.settled().scores, doubt, lost, [key(event) for event in referee.written])


def _forked(act: Callable[[], Answer]) -> Answer:
    """Do something in a process of its own, from here on, and give what it answers."""
    reads, writes = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reads)
        try:
            os.write(writes, pickle.dumps(act()))
        finally:
            os._exit(0)
    os.close(writes)
    with os.fdopen(reads, "rb") as pipe:
        answer = pipe.read()
    os.waitpid(child, 0)
    said: Answer = pickle.loads(answer)  # EOFError where the run ended in a fault of its own
    return said


def planned(hand: Hand, moments: Sequence[tuple[float, tuple[int, ...]]], seed: int) -> Run | None:
    """Make the faults of a seed; None where nothing is known of how the match would end then."""
    rng = random.Random(f"{hand.name} {seed}")
    last = moments[-1][0] if moments else 0.0
    begin = rng.uniform(NOT_AT_FIRST, max(NOT_AT_FIRST, last - SETTLES))
    if rng.random() < 0.5:  # in the middle of a play: as something begins to lie there or to go
        changes = [view.t for view in hand.views if not view.still and view.t > NOT_AT_FIRST]
        begin = rng.choice(changes or [begin]) - rng.uniform(0.0, 1.5)
    faults = []
    for _ in range(rng.choice((1, 1, 2, 3))):
        kind = rng.choice(sorted(KINDS))
        _, least, most = KINDS[kind]
        faults.append(Fault(kind, round(begin, 2), round(rng.uniform(least, most), 2)))
        begin += faults[-1].lasts + rng.uniform(0.3, 4.0)
    over = faults[-1].at + faults[-1].lasts
    end = next((t for t, _ in moments if over + SETTLES <= t <= over + LONGEST), None)
    return Run(hand.name, seed, tuple(faults), end) if end is not None else None


def plans(hand: Hand, moments: Sequence[tuple[float, tuple[int, ...]]], count: int, seed: int) -> list[Run]:
    """Make so many runs, from this seed on, by when their faults begin."""
    runs: list[Run] = []
    for each in range(seed, seed + 20 * count):
        run = planned(hand, moments, each)
        runs += [run] if run is not None and len(runs) < count else []
    return sorted(runs, key=lambda run: run.faults[0].at)


def tried(hand: Hand, count: int, seed: int) -> Results:
    """Follow a hand, and fork off a run with the faults of each seed at its moment."""
    results, moments = Results(), ends(hand)
    scores, runs = dict(moments), plans(hand, moments, count, seed)
    watcher = watcher_for(hand, ())
    for at, view in enumerate(hand.views):
        while runs and runs[0].faults[0].at <= view.t:
            run = runs.pop(0)
            said = _forked(partial(_run_on, watcher, hand.views[at:], run))
            results.count(run, said, scores[run.end])
        if not runs:
            break
        _show(watcher, view)
    return results


def _show(watcher: Watcher, view: TableView) -> None:
    watcher.table = Replay([view])
    watcher.step(Frame(NO_PICTURE, view.t, view.number))


def _run_on(watcher: Watcher, views: Views, run: Run) -> Answer:
    """Show a watcher the rest with faults, to the run's end."""
    rest = views[: index_at(views, run.end) + 1]
    lost = any(fault.kind.startswith("away") and fault.lasts >= SILENCE_S for fault in run.faults)
    for view in faulty(rest, run.faults, random.Random(run.seed)):
        _show(watcher, view)
        lost = lost or watcher.lost is not None
    return _finished(watcher, lost=lost)


def main(words: Sequence[str] | None = None) -> int:
    """Run the long form; 1 if a wrong score was silent."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0] if __doc__ else "")
    parser.add_argument("--runs", type=int, default=2000, help="in all, shared among the hands")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--hand", help="this filmed hand alone")
    parser.add_argument(
        "--acted", type=int, default=0, metavar="N", help="N acted hands instead of filmed ones"
    )
    args = parser.parse_args(words)
    hands = list(acted_hands(range(args.seed, args.seed + args.acted)) if args.acted else recorded_hands())
    hands = [hand for hand in hands if args.hand in (None, hand.name)]
    every = Results()
    for number, hand in enumerate(hands):
        count = args.runs * (number + 1) // len(hands) - args.runs * number // len(hands)
        found = tried(hand, count, args.seed)
        print(f"{hand.name}: {dict(found.outcomes)} of {count}", flush=True)
        for line in found.silent:
            print(f"  SILENT {line}", flush=True)
        every.outcomes.update(found.outcomes)
        every.by_kind.update(found.by_kind)
        every.silent += found.silent
    for kind in sorted(KINDS):
        counts = {outcome: n for (name, outcome), n in sorted(every.by_kind.items()) if name == kind}
        print(f"{kind}: {counts}")
    print(f"all: {dict(every.outcomes)}")
    return 1 if every.silent else 0


if __name__ == "__main__":
    sys.exit(main())
