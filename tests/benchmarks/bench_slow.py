"""What comes of a hand that a slow machine sees: ``python -m tests.benchmarks.bench_slow [--every S...] [--hands N]``.

Acted hands (``tests/referee/acting.py``), of whose looks one is taken every so many seconds (``slow_sight.py``, which
knows none of the referee's numbers). Columns as in ``bench_broken``.
"""

import argparse
import random

from tests.referee.acting import acted
from tests.referee.habits import LEVELS
from tests.referee.marking_broken import HEADING, Hand, Tally, judge
from tests.referee.slow_sight import slowed


def slow_hand(seed: int, level: str, every: float) -> Hand:
    """A hand of which a look is taken every so many seconds."""
    match = acted(seed, level)
    looks = slowed(match.stage.observations(match.seconds), every, random.Random(f"{seed} {every}"))
    return Hand(match.header, [*looks], match.events, match.seconds, match.seconds)


def main(arguments: list[str] | None = None) -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.bench_slow", description=__doc__)
    parser.add_argument("--every", nargs="+", type=float, default=(0.25, 0.5, 1.0, 1.5, 2.5), help="seconds")
    parser.add_argument("--hands", type=int, default=12)
    parser.add_argument("--first", type=int, default=0, help="the first seed")
    parser.add_argument("--level", default="easy-film", choices=[*LEVELS])
    options = parser.parse_args(arguments)
    print(HEADING)
    for every in options.every:
        tally = Tally()
        for seed in range(options.first, options.first + options.hands):
            judge(slow_hand(seed, options.level, every), tally)
        print(tally.row(f"{every} s"), flush=True)


if __name__ == "__main__":
    main()
