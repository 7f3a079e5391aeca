"""How long the store takes when there are many matches: ``python -m tests.benchmarks.bench_store [--matches 10000]``.

Makes so many matches out of the whole matches in ``tests/games/records``, played by a circle of friends, in a folder
that is kept where ``--keep`` names one; then times what people wait for. Figures are reckoned once for each record and
player and then written for every match, as the upkeep would have done in the course of time: reckoning ten thousand
matches one by one takes minutes (``--reckon`` says how long for a hundred).
"""

from __future__ import annotations

import argparse
import itertools
import json
import resource
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path

from companion.archive import figures
from companion.archive.archive import Archive
from companion.archive.kept_match import Kept, read_match
from companion.store import schema
from companion.store.opening import opened_store
from companion.store.store import PUT_BY, Row, Store, insert_whole
from engine.events import Adjust
from engine.header import Header

RECORDS = Path(__file__).parents[1] / "games" / "records"
PLAYED = ("to-the-end", "to-the-end-in-teams")
FRIENDS = tuple(f"Friend {number}" for number in range(1, 13))
A_PAGE = 20
TAPS = 100


def main(words: Sequence[str] | None = None) -> None:
    """Make the matches and print a line for each thing that is waited for."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--matches", type=int, default=10_000)
    parser.add_argument(
        "--keep", type=Path, help="a folder for the store, which is made there if it is not yet"
    )
    parser.add_argument("--reckon", action="store_true", help="also reckon the figures of a hundred matches")
    args = parser.parse_args(words)
    with tempfile.TemporaryDirectory() as beside:
        folder = args.keep or Path(beside)
        if not (folder / schema.STORE_FILE).exists():
            timed("make the matches", lambda: make(folder, args.matches))
        size = (folder / schema.STORE_FILE).stat().st_size
        print(f"{'the file':38} {size / 1e6:9.1f} MB")
        measure(folder, reckon=args.reckon)


def timed(what: str, act: Callable[[], object]) -> None:
    """Do it, and say in milliseconds how long that took, how much of it was work, and what it gave."""
    began, working = time.perf_counter(), time.process_time()
    gave = act()
    took, worked = 1000 * (time.perf_counter() - began), 1000 * (time.process_time() - working)
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(
        f"{what:38} {took:9.1f} ms, work {worked:9.1f} ms, peak {peak:6.0f} MB   {'' if gave is None else gave}",
        flush=True,
    )


def measure(folder: Path, *, reckon: bool) -> None:
    """Time what people wait for, as the app does it."""
    archive = Archive(folder)
    archive.claim()
    timed("open, and what Start offers", lambda: type(archive.unfinished()).__name__)
    timed("History's first page", lambda: len([archive.read(each) for each in archive.numbers()[:A_PAGE]]))
    timed("Players", lambda: (len(archive.owed()), len(archive.figures())))
    opened = archive.begin(Header(("Ana", "Beto")))
    events = [Adjust(0, 1, "x")] * TAPS
    timed(
        f"{TAPS} taps, each on the disk", lambda: [opened.journal.append(event) for event in events] and None
    )
    timed("Players once more", lambda: players(archive))
    opened.journal.close()
    archive.let_go()
    with Store(folder) as store:
        timed("read the whole file (quick_check)", lambda: schema.is_sound(store.connection))
        if reckon:
            timed("reckon a hundred", lambda: reckoned(store, store.numbers()[:100]))


def players(archive: Archive) -> int:
    """Open the Players tab after a match."""
    for number in archive.owed():
        archive.reckon(number)
    return len(archive.figures())


def reckoned(store: Store, numbers: Sequence[int]) -> None:
    """Reckon these matches anew."""
    for number in numbers:
        figures.reckon(store, number)


def make(folder: Path, count: int) -> None:
    """Make a store of so many matches, with their figures."""
    store, _ = opened_store(folder, 0.0, mends=True)
    records = [(RECORDS / f"{name}.jsonl").read_text().splitlines() for name in PLAYED]
    with store, store.change() as within:
        for number, lines in enumerate(itertools.islice(itertools.cycle(records), count), start=1):
            header = json.loads(lines[0])
            seats = len(header["players"])
            header["players"] = [FRIENDS[(number + 5 * seat) % len(FRIENDS)] for seat in range(seats)]
            text = json.dumps({**header, "began": 1.6e9 + 3600 * number})
            insert_whole(within, Row(number, text, tuple(line for line in lines[1:] if line), 1.6e9, PUT_BY))
    with Store(folder) as reopened:
        keep_figures(reopened, count)


def keep_figures(store: Store, count: int) -> None:
    """Reckon a match of each kind and circle of players, and write its figures for all that are like it."""
    alike = len(PLAYED) * len(FRIENDS)
    for first in range(1, min(alike, count) + 1):
        figures.reckon(store, first)
    columns = ", ".join(("seat", "person", "name", *figures.FIGURE_COLUMNS))
    with store.change() as within:
        within.execute(
            f"INSERT INTO figures (match, {columns}) SELECT number, {columns} FROM match JOIN figures"
            " ON figures.match = (number - 1) % ?1 + 1 WHERE number > ?1",
            (alike,),
        )
        within.execute(
            "UPDATE match SET reckoned = ?2, winner = (SELECT other.winner FROM match AS other"
            " WHERE other.number = (match.number - 1) % ?1 + 1)",
            (alike, figures.RECKONING_VERSION),
        )
    sample = store.row(count)
    assert isinstance(read_match(sample, count), Kept)


if __name__ == "__main__":
    main()
