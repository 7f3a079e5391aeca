"""What comes of a hand once something broke: sight for a while, or the rules at the table.

python -m tests.benchmarks.bench_broken [--kind KIND]... [--hands N] [--first SEED] [--level LEVEL] [--each]

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
"""

import argparse

from tests.referee.habits import LEVELS
from tests.referee.marking_broken import HEADING, KINDS, Tally, hand, judge


def main(arguments: list[str] | None = None) -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.bench_broken", description=__doc__)
    parser.add_argument("--kind", action="append", choices=KINDS, help="may be given again; all of them")
    parser.add_argument("--hands", type=int, default=12, help="so many of each kind")
    parser.add_argument("--first", type=int, default=0, help="the first seed")
    parser.add_argument("--level", default="easy-film", choices=[*LEVELS])
    parser.add_argument("--each", action="store_true", help="a line for each hand too")
    options = parser.parse_args(arguments)
    print(HEADING)
    for kind in options.kind or KINDS:
        tally = Tally()
        for seed in range(options.first, options.first + options.hands):
            shown = hand(seed, options.level, kind)
            if shown is None:
                continue
            line = judge(shown, tally)
            if options.each:
                print(f"  {kind} {seed} over at {shown.over:.1f} s: {line}", flush=True)
        print(tally.row(kind), flush=True)


if __name__ == "__main__":
    main()
