"""The referee without pixels: random matches acted out, seen ever worse.

python -m tests.benchmarks.bench_referee [MATCHES A LEVEL] [FIRST SEED] [LEVEL]
"""

import sys

from tests.referee.acting import acted
from tests.referee.habits import LEVELS
from tests.referee.marking import Marks, mark, quantile, share


def measure(level: str, seeds: range) -> Marks:
    """Follow one match of a hand for each seed."""
    marks = Marks()
    for seed in seeds:
        mark(acted(seed, level), f"{level} {seed}", marks)
    return marks


def row(level: str, marks: Marks) -> str:
    """One line of the table."""
    ms = 1000 * marks.seconds / max(1, marks.looks)
    return (
        f"{level:6} {marks.plays:6} {share(marks.right, marks.plays):8.2f} {share(marks.suits, marks.plays):8.2f}"
        f" {share(marks.exact, marks.matches):7.1f} {share(marks.asked, marks.plays):7.2f}"
        f" {1000 * len(marks.wrong) / max(1, marks.plays):8.2f} {marks.revised:7}"
        f" {quantile(marks.late, 0.5):6.2f} {quantile(marks.late, 0.95):6.2f} {ms:6.2f}"
    )


def main(arguments: list[str]) -> None:
    """Print the table, then what was wrong and silent, and what was doubtful."""
    count = int(arguments[0]) if arguments else 20
    first = int(arguments[1]) if len(arguments) > 1 else 0
    print("level   plays  right %  suits %  exact % asked %  wrong/k revised  p50 s  p95 s ms/look")
    for level in arguments[2:] or LEVELS:
        marks = measure(level, range(first, first + count))
        print(row(level, marks), flush=True)
        for wrong in [*marks.wrong[:40], *marks.doubts[:40]]:
            print("   ", wrong)


if __name__ == "__main__":
    main(sys.argv[1:])
