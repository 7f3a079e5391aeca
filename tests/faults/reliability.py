"""Kills and power cuts at random moments of scripted matches: ``python -m tests.faults.reliability --help``.

A match is played by a script: cards, points, corrections, undo and redo, each said to be done once it is kept. Then

- **kills**: the process that plays is killed (SIGKILL) at a random moment, and its match gone on with;
- **power cuts**: of what was written since the disk was last waited for, a random part is there and the rest is not,
  in any order, as the disk may leave it; of what was waited for everything is there;
- **ruined pages**: one page of a store is overwritten, and the store mended.

What is found after a kill or a cut must be the match as it stood at the last thing said to be done, or at the one in
flight.
"""

from __future__ import annotations

import argparse
import logging
import os
import random
import shutil
import signal
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from companion.archive.archive import Archive, Kept
from companion.archive.match_file import open_record
from companion.record.session import Session
from companion.record.written_record import Keeper
from companion.store import schema
from companion.store.salvage import mended
from companion.store.store import Row, Store, insert_whole
from engine.cards import PACK
from engine.events import Adjust, Event
from engine.header import Header
from engine.porrazo.events import Play
from engine.record import line_of

HEADER = Header(("Ana", "Beto", "Carla"), target=500)
STEPS = 60
BLOCK = 4096
"""What a disk writes at once, in bytes."""
LONGEST = 0.02
"""Seconds between the last thing heard and the kill, at most: a step takes some hundredths on a slow disk."""

State = tuple[str, ...]
"""The lines of the events that count."""


class Nowhere:
    """Keeps nothing."""

    def append(self, event: Event) -> None:
        """Forget it."""

    def rewrite(self, header: Header, events: list[Event]) -> None:
        """Forget it."""


def played(keeper: Keeper, seed: int) -> Iterator[State]:
    """Play a match and give how it stands after each step, once the keeper has kept it."""
    rng = random.Random(seed)
    session = Session(HEADER, keeper, clock=lambda: 1000.0)
    yield ()
    for _ in range(STEPS):
        step(session, rng)
        yield state(session.match.events)


def state(events: tuple[Event, ...]) -> State:
    """Give the lines of these events."""
    return tuple(map(line_of, events))


def step(session: Session, rng: random.Random) -> None:
    """Do one thing that people do at the table."""
    entries = [entry for entry in session.entries if entry.counts]
    what = rng.random()
    if what < 0.1 and session.can_undo:
        session.undo()
    elif what < 0.15 and session.can_redo:
        session.redo()
    elif what < 0.25 and entries:
        entry = rng.choice(entries)
        if isinstance(entry.event, Adjust):
            session.correct(entry, Adjust(entry.event.seat, rng.randint(1, 9), "put right"))
        else:
            session.remove(entry)
    elif what < 0.5 or not lay(session, rng):
        session.tap(Adjust(rng.randrange(3), rng.randint(1, 5), "tapped"))


def lay(session: Session, rng: random.Random) -> bool:
    """Lay a card that may be laid; False where the one drawn may not be."""
    event = Play(session.match.position.turn, rng.choice(PACK))
    return session.allows(event) and session.tap(event)


# -- kills -------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Found:
    """What came of a match: how many steps were said to be done, and the state found afterwards."""

    said: int
    state: State


def in_the_app(folder: Path, seed: int) -> Iterator[State]:
    """Play as the app does: in the store."""
    archive = Archive(folder)
    archive.claim()
    return played(archive.begin(HEADER).journal, seed)


def in_a_file(folder: Path, seed: int) -> Iterator[State]:
    """Play as ``porrazo watch --record`` does: in a file."""
    return played(open_record(folder / "m.jsonl", HEADER).journal, seed)


def kept_by_the_app(folder: Path) -> State:
    """Go on with the app's match, and give how it stands."""
    archive = Archive(folder)
    archive.claim()
    found = archive.unfinished()
    opened = archive.resume()
    archive.let_go()
    assert opened is None or isinstance(found, Kept)
    return state(opened.events) if opened is not None else ()


def kept_in_a_file(folder: Path) -> State:
    """Go on with the file's match, and give how it stands."""
    opened = open_record(folder / "m.jsonl", HEADER)
    opened.journal.close()
    return state(opened.events)


WAYS = {"app": (in_the_app, kept_by_the_app), "watch": (in_a_file, kept_in_a_file)}


def killed(way: str, folder: Path, rng: random.Random, seed: int) -> Found:
    """Play in a process of its own, kill it at a random moment, and look what is kept."""
    play, kept = WAYS[way]
    reads, writes = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reads)
        for _ in play(folder, seed):
            os.write(writes, b".")
        os._exit(0)
    os.close(writes)
    with os.fdopen(reads, "rb", buffering=0) as heard:
        said = len(_read(heard.fileno(), rng.randint(1, STEPS)))
        time.sleep(rng.uniform(0.0, LONGEST))
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
        while more := heard.read(STEPS):
            said += len(more)
    return Found(said, kept(folder))


def _read(pipe: int, count: int) -> bytes:
    """Read so many bytes, or what there is until the end."""
    got = b""
    while len(got) < count and (more := os.read(pipe, count - len(got))):
        got += more
    return got


def kills(way: str, times: int, seed: int) -> Counter[str]:
    """Kill so many matches; count what came of them."""
    rng, outcomes = random.Random(seed), Counter[str]()
    for number in range(times):
        with tempfile.TemporaryDirectory() as folder:
            found = killed(way, Path(folder), rng, seed + number)
        outcomes[judged(found, list(played(Nowhere(), seed + number)))] += 1
    return outcomes


def judged(found: Found, states: list[State]) -> str:
    """Say what came of a match, compared with how it stood after each step."""
    last = states[max(0, found.said - 1)]
    if found.state == last:
        return "all that was said is there"
    if found.state == states[min(found.said, len(states) - 1)]:
        return "and what was in flight too"
    return "LOST"


# -- power cuts --------------------------------------------------------------------------------------------

Files = dict[str, bytes]
"""The store's file and the one beside it, by the endings of their names."""


def cuts(times: int, seed: int) -> Counter[str]:
    """Cut the power so often, at random moments of matches of which each has some; count what came of it."""
    rng, outcomes = random.Random(seed), Counter[str]()
    while sum(outcomes.values()) < times:
        seed += 1
        with tempfile.TemporaryDirectory() as folder:
            moments = list(_moments(Path(folder), seed, pages=rng.choice((5, 40, 1000))))
        for _ in range(min(20, times - sum(outcomes.values()))):
            at = rng.randrange(len(moments) - 1)
            (before, was), (after, then) = moments[at], moments[at + 1]
            outcomes[_after_a_cut(_torn(before, after, rng), was, then)] += 1
    return outcomes


def _moments(folder: Path, seed: int, pages: int) -> Iterator[tuple[Files, State]]:
    """Play a match, and give what is on the disk after each step. ``pages``: so many are written before SQLite brings
    them from the file beside into the store's own.
    """
    archive = Archive(folder)
    archive.claim()
    archive.writing().ask(f"PRAGMA wal_autocheckpoint = {pages}")
    for stands in played(archive.begin(HEADER).journal, seed):
        # Reading the files drops the locks that this process has on them; no other process is there to mind.
        yield {end: _content(Path(f"{folder / schema.STORE_FILE}{end}")) for end in ("", "-wal")}, stands
    archive.let_go()


def _content(path: Path) -> bytes:
    return path.read_bytes() if path.exists() else b""


def _torn(before: Files, after: Files, rng: random.Random) -> Files:
    """Give what a power cut between two moments may leave.

    A commit is first written beside the store and waited for, then perhaps brought into the store and waited for:
    so either the file beside is torn and the store as before, or the store is torn and the file beside as after.
    """
    if rng.random() < 0.5 and before[""] != after[""]:
        return {"": _mixed(before[""], after[""], rng), "-wal": after["-wal"]}
    return {"": before[""], "-wal": _mixed(before["-wal"], after["-wal"], rng)}


def _mixed(old: bytes, new: bytes, rng: random.Random) -> bytes:
    """Write a random part of the blocks that differ, in no order; one of them perhaps only in part."""
    size = rng.choice((len(old), len(new), rng.randint(min(len(old), len(new)), max(len(old), len(new)))))
    mixed = bytearray(old[:size].ljust(size, b"\0"))
    for start in range(0, size, BLOCK):
        block = new[start : start + BLOCK][: size - start]
        if block != old[start : start + BLOCK] and rng.random() < 0.5:
            part = rng.randrange(len(block) + 1) if rng.random() < 0.2 else len(block)
            mixed[start : start + part] = block[:part]
    return bytes(mixed)


def _after_a_cut(files: Files, was: State, then: State) -> str:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for end, content in files.items():
            if content:
                Path(f"{folder / schema.STORE_FILE}{end}").write_bytes(content)
        found = kept_by_the_app(folder)
        mended = any(folder.glob("damaged-*"))
    if mended:
        return "DAMAGED"
    return judged(Found(1, found), [was, then])


# -- ruined pages ------------------------------------------------------------------------------------------

MATCHES, EVENTS = 200, 80


def ruined(times: int, seed: int) -> Counter[str]:
    """Ruin one page of a store of many matches, so often, and count the matches that come out of mending."""
    rng, outcomes = random.Random(seed), Counter[str]()
    with tempfile.TemporaryDirectory() as name:
        whole = _many(Path(name))
        for _ in range(times):
            folder = Path(name) / "ruined"
            folder.mkdir()
            content = bytearray(whole)
            start = BLOCK * rng.randrange(len(content) // BLOCK)
            content[start : start + BLOCK] = rng.randbytes(BLOCK)
            (folder / schema.STORE_FILE).write_bytes(content)
            values = mended(folder, 0.0).values
            saved, hurt = int(str(values["saved"])), int(str(values["hurt"]))
            outcomes.update({"whole": saved - hurt, "hurt": hurt, "gone": MATCHES - saved})
            outcomes["events gone"] += MATCHES * EVENTS - _events(folder)
            outcomes["worst"] = max(outcomes["worst"], MATCHES - saved + hurt)
            shutil.rmtree(folder)
    return outcomes


def _events(folder: Path) -> int:
    """Count the events of a store."""
    with Store(folder, writes=False) as store:
        return int(str(store.ask("SELECT count(*) FROM event")[0][0]))


def _many(folder: Path) -> bytes:
    """Make a store of many matches and give its file."""
    with Store(folder) as store:
        with store.change() as within:
            for number in range(1, MATCHES + 1):
                events = tuple(line_of(Adjust(0, number, f"{at}")) for at in range(EVENTS))
                insert_whole(within, Row(number, line_of(HEADER), events, 5.0))
        store.ask("PRAGMA wal_checkpoint(TRUNCATE)")
    return (folder / schema.STORE_FILE).read_bytes()


# -- the long form -----------------------------------------------------------------------------------------


def main() -> int:
    """Run the long form and print what came of it; 1 if anything was lost."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0] if __doc__ else "")
    parser.add_argument("--kills", type=int, default=500, help="matches killed, in the app and in watch each")
    parser.add_argument("--cuts", type=int, default=2000, help="power cuts")
    parser.add_argument("--pages", type=int, default=500, help="ruined pages")
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    logging.disable()  # that each of them was mended
    lost = 0
    long_forms: dict[str, Callable[[], Counter[str]]] = {
        "killed, app": lambda: kills("app", args.kills, args.seed),
        "killed, watch": lambda: kills("watch", args.kills, args.seed),
        "power cut": lambda: cuts(args.cuts, args.seed),
        f"ruined page, {MATCHES} matches each": lambda: ruined(args.pages, args.seed),
    }
    for what, count in long_forms.items():
        counted = count()
        lost += counted["LOST"] + counted["DAMAGED"]
        print(what, dict(counted), flush=True)
    return 1 if lost else 0


if __name__ == "__main__":
    sys.exit(main())
