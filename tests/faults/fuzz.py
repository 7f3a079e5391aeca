"""Damaged and hostile files of every kind, given to what reads them: ``python -m tests.faults.fuzz --help``.

Each kind of file has sound examples, which are damaged by chance (`mutations`), and a reader: the command that people
would run, or the function that the app calls. A reader may take a file or refuse it with one sentence. A traceback, a
wait, more memory than a gigabyte, a second line on standard error, or a letter on which a terminal would act is a
fault.
Every input is made of a seed that is said with the fault: ``--kind record --seed 17 --inputs 1`` makes it again.

The readers run in a process of their own, since what decodes pictures and films is written in C and may end it.
"""

from __future__ import annotations

import argparse
import contextlib
import faulthandler
import os
import random
import resource
import select
import shutil
import signal
import sys
import tempfile
import time
import traceback
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from tests.faults.kinds import KINDS, Heard, Kind
from tests.faults.mutations import damaged

MOST_SECONDS = 5.0
"""Of the processor's time, for one input: on a busy machine the clock says nothing."""
PATIENCE = 60.0
"""Seconds by the clock until a reader counts as hung."""
MOST_BYTES = 1_000_000_000
AS_TEXT = frozenset("\n\t")
BIDIRECTIONAL = frozenset("\u200e\u200f\u061c\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")


@dataclass
class Found:
    """What came of the inputs of one kind, and the faults, each with its seed."""

    outcomes: Counter[str] = field(default_factory=Counter)
    faults: list[str] = field(default_factory=list)
    slowest: float = 0.0
    peak: int = 0


def input_of(kind: Kind, seed: int) -> bytes:
    """Give the file of this seed."""
    rng = random.Random(seed)
    return damaged(rng.choice(kind.examples()), rng)


def fuzzed(kind: Kind, seeds: Sequence[int]) -> Found:
    """Give a reader the files of these seeds, in a process that is begun anew where it ends."""
    kind.examples()
    found, left = Found(), list(seeds)
    while left:
        left = left[_through(kind, left, found) :]
    return found


def _through(kind: Kind, seeds: Sequence[int], found: Found) -> int:
    """Read as many files as one process lives for; return how many."""
    reads, writes = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reads)
        _read_all(kind, seeds, writes)
    os.close(writes)
    done = 0
    with os.fdopen(reads, "r", encoding="utf-8") as lines:
        while select.select([lines], [], [], PATIENCE)[0]:
            line = lines.readline()
            if not line:
                break
            _counted(line.rstrip("\n"), seeds[done], kind, found)
            done += 1
        else:
            os.kill(child, signal.SIGKILL)
            found.faults.append(f"{kind.name} {seeds[done]}: no answer in {PATIENCE:.0f} s")
            done += 1
    _, status, used = os.wait4(child, 0)
    found.peak = max(found.peak, used.ru_maxrss * 1024)
    if done < len(seeds) and os.WIFSIGNALED(status) and os.WTERMSIG(status) != signal.SIGKILL:
        found.faults.append(f"{kind.name} {seeds[done]}: ended by signal {os.WTERMSIG(status)}")
        done += 1
    return done


def _counted(line: str, seed: int, kind: Kind, found: Found) -> None:
    outcome, seconds, fault = line.split("\t", 2)
    found.outcomes[outcome] += 1
    found.slowest = max(found.slowest, float(seconds))
    if fault:
        found.faults.append(f"{kind.name} {seed}: {fault}")


def _read_all(kind: Kind, seeds: Sequence[int], writes: int) -> None:
    """Read file after file and write a line of each; this process does nothing else, and ends."""
    faulthandler.disable()  # how a process ended is said by the one that began it
    limit = 4 * MOST_BYTES
    resource.setrlimit(resource.RLIMIT_AS, (limit, limit))  # addresses, not memory: threads reserve much
    with tempfile.TemporaryDirectory() as name:
        for seed in seeds:
            folder = Path(name) / "one"
            folder.mkdir()
            before = time.process_time()
            outcome, fault = _judged(kind, folder, input_of(kind, seed))
            seconds = time.process_time() - before
            if seconds > MOST_SECONDS:
                fault = fault or f"took {seconds:.1f} s"
            peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
            if peak > MOST_BYTES:
                fault = fault or f"took {peak / 1e6:.0f} MB"
            os.write(
                writes, f"{outcome}\t{seconds:.3f}\t{' '.join(fault.split())}\n".encode("utf-8", "replace")
            )
            shutil.rmtree(folder, ignore_errors=True)
            if peak > MOST_BYTES:
                break  # the next ones are measured in a fresh process
    os._exit(0)


def _judged(kind: Kind, folder: Path, content: bytes) -> tuple[str, str]:
    """Say what came of one file, and what was wrong with that."""
    try:
        heard = kind.read(folder, content)
    except Exception:  # noqa: BLE001 - whatever it is, it is what this program looks for
        return "traceback", traceback.format_exc(limit=-4)
    faults = [fault for each in heard for fault in faults_of(each)]
    taken = all(each.status == 0 for each in heard)
    return ("taken" if taken else "refused"), "; ".join(faults)


def faults_of(heard: Heard) -> Iterator[str]:
    """Name what is wrong with an answer."""
    if heard.status not in (0, 2):
        yield f"status {heard.status}"
    if heard.status == 2 and (heard.err.count("\n") != 1 or not heard.err.startswith("porrazo: ")):
        yield f"not one sentence: {heard.err[-300:]!r}"
    if "Traceback" in heard.err:
        yield f"traceback: {heard.err[-300:]!r}"
    acts = {letter for letter in heard.out + heard.err if acts_on_a_terminal(letter)}
    if acts:
        yield f"letters that a terminal acts on: {sorted(acts)!r}"


def acts_on_a_terminal(letter: str) -> bool:
    """Whether a terminal would act on a letter, or show others in another order."""
    code = ord(letter)
    return (code < 32 and letter not in AS_TEXT) or 127 <= code < 160 or letter in BIDIRECTIONAL


def main(words: Sequence[str] | None = None) -> int:
    """Run the long form; 1 if there was a fault."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0] if __doc__ else "")
    parser.add_argument("--inputs", type=int, default=20_000, help="in all, shared among the kinds")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--kind", choices=[kind.name for kind in KINDS], help="this kind alone")
    args = parser.parse_args(words)
    kinds = [kind for kind in KINDS if args.kind in (None, kind.name)]
    whole = sum(kind.share for kind in kinds)
    faults = 0
    for kind in kinds:
        count = max(1, round(args.inputs * kind.share / whole))
        found = fuzzed(kind, range(args.seed, args.seed + count))
        faults += len(found.faults)
        print(
            f"{kind.name}: {count} inputs, {dict(found.outcomes)}, slowest {found.slowest:.2f} s, "
            f"peak {found.peak / 1e6:.0f} MB, {len(found.faults)} faults", flush=True,
        )  # fmt: skip
        for fault in found.faults[:20]:
            print(f"  {fault[:1200]}", flush=True)
    return 1 if faults else 0


if __name__ == "__main__":
    with contextlib.suppress(KeyboardInterrupt):
        sys.exit(main())
