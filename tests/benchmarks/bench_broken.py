"""What comes of a hand once something broke: sight for a while, or the rules at the table.

python -m tests.benchmarks.bench_broken [--kind KIND]... [--hands N] [--first SEED] [--level LEVEL] [--each]
    [--save FILE] [--against FILE]

Acted hands (``tests/referee/acting.py``), one fault each, altered by ``tests/referee/broken_sight.py`` and
``broken_rules.py``, which know none of the referee's numbers. ``names``: for 15 s each card is read as another;
``away``: nobody sees the table for 20 s; ``covered``: something lies over it for 10 s; ``clutter``: eight false cards
for seconds; ``shifted``: cloth and cards are moved at once; ``too many``, ``left``: a card too many swept up, one left
for good; ``out of turn``, ``twice``, ``one too few``: somebody plays before the one whose turn it is, or twice, or has
a card too few.

For each kind: hands; ``exact``: every point right; events; ``right``: those written as they were, seat, rank and
capture; ``asked``: events marked as doubtful at the end; ``ever``: marked for a while at least; ``minute``: the most
such marks made within any minute; ``silent``: unmarked events that are wrong, and those missing where nothing wrong
is marked: no other mark near excuses an event; ``cards``: as silent, but whose play it was does not count; ``plays``:
after the fault's end, plays until all is right for the rest of the hand, median and most, whose play it was apart.

Once the thread is lost any small change decides how it is found again, so a few hands say nothing about a change.
``--save`` adds a line for each hand to a file; ``--against`` another form's file compares hand by hand: what all hands
that both have differ by together, and the 95 % interval of that (bootstrap over hands). Hands that are saved already
are not played again, so that a run can be broken off.
"""

import argparse
import json
from pathlib import Path

from tests.referee.habits import LEVELS
from tests.referee.marking import paired
from tests.referee.marking_broken import HEADING, KINDS, Tally, hand, judge

COMPARED = ("right", "asked", "silent", "silent_cards", "exact")
Saved = dict[str, dict[str, int]]
"""Counts of each hand, by its kind, level and seed."""


def saved(path: Path | None) -> Saved:
    """The hands that a file holds; none where there is no such file."""
    lines = path.read_text("utf-8").splitlines() if path is not None and path.exists() else []
    return {line["hand"]: line["counts"] for line in map(json.loads, lines)}


def compared(before: Saved, now: Saved) -> str:
    """What the hands that both hold differ by."""
    both = [name for name in now if name in before]
    lines = [f"{len(both)} hands, {sum(now[name]['events'] for name in both)} events"]
    for count in COMPARED:
        more, low, high = paired([now[name][count] - before[name][count] for name in both])
        sums = [sum(each[name][count] for name in both) for each in (before, now)]
        lines.append(f"{count:14}{sums[0]:>7} then {sums[1]:>5}, {more:+} ({low:+} to {high:+})")
    return "\n".join(lines)


def main(arguments: list[str] | None = None) -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.bench_broken", description=__doc__)
    parser.add_argument("--kind", action="append", choices=KINDS, help="may be given again; all of them")
    parser.add_argument("--hands", type=int, default=12, help="so many of each kind")
    parser.add_argument("--first", type=int, default=0, help="the first seed")
    parser.add_argument("--level", default="easy-film", choices=[*LEVELS])
    parser.add_argument("--each", action="store_true", help="a line for each hand too")
    parser.add_argument("--save", type=Path, help="add the hands to this file, and play none that it holds")
    parser.add_argument("--against", type=Path, help="compare the saved hands with those of this file")
    options = parser.parse_args(arguments)
    known = saved(options.save)
    print(HEADING)
    for kind in options.kind or KINDS:
        tally = Tally()
        for seed in range(options.first, options.first + options.hands):
            name = f"{kind} {options.level} {seed}"
            shown = hand(seed, options.level, kind) if name not in known else None
            if shown is None:
                continue
            own = Tally()
            line = judge(shown, own)
            tally.add(own)
            if options.each:
                print(f"  {kind} {seed} over at {shown.over:.1f} s: {line}", flush=True)
            if options.save:
                known[name] = {count: getattr(own, count) for count in ("events", *COMPARED)}
                with options.save.open("a", encoding="utf-8") as file:
                    print(json.dumps({"hand": name, "counts": known[name]}), file=file)
        print(tally.row(kind), flush=True)
    if options.against:
        print(compared(saved(options.against), known))


if __name__ == "__main__":
    main()
