"""The referee without pixels: random matches acted out, seen ever worse, and what the rules bring.

python -m tests.benchmarks.bench_referee [--matches N] [--first SEED] [--hands N] [--level LEVEL]

For each level: plays right (seat, rank, captured or left), cards right with suit, matches (of one hand, unless it is
said) with every point right and nobody asked, plays asked about, plays wrong and silent (per thousand), events
revised, seconds from when a play could be seen to when it was written (median, 95 %), milliseconds of the processor a
look. ``alone`` is recognition alone: of the cards laid and seen for long enough those whose likeliest reading is
right, and the matches that this would get wholly right.
"""

import argparse

from companion.referee.event_keys import cards_of
from tests.referee.acting import Acted, acted
from tests.referee.habits import LEVELS
from tests.referee.marking import Marks, mark, quantile, share


def measure(level: str, seeds: range, hands: int) -> tuple[Marks, float, float]:
    """Follow one match for each seed; the marks, and recognition alone: cards and matches right, shares."""
    marks = Marks()
    cards: list[float] = []
    for seed in seeds:
        match = acted(seed, level, hands=hands)
        cards.append(alone(match))
        mark(match, f"{level} {seed}", marks)
    return marks, share(sum(cards), len(cards)), share(sum(each == 1.0 for each in cards), len(cards))


def alone(match: Acted) -> float:
    """The share of the cards laid that their best reading at last is right about, unseen ones wrong."""
    laid = [thing for thing in match.stage.things if thing.real]
    right = sum(thing.read[-1][1].index(max(thing.read[-1][1])) == thing.card.code for thing in laid)
    return right / sum(len(cards_of(event)) for _, event in match.events)


def row(level: str, measured: tuple[Marks, float, float]) -> str:
    """One line of the table."""
    marks, cards, hands = measured
    ms = 1000 * marks.seconds / max(1, marks.looks)
    return (
        f"{level:6} {marks.plays:6} {share(marks.right, marks.plays):8.2f} {share(marks.suits, marks.plays):8.2f}"
        f" {share(marks.exact, marks.matches):7.1f} {share(marks.asked, marks.plays):7.2f}"
        f" {1000 * len(marks.wrong) / max(1, marks.plays):8.2f} {marks.revised:7}"
        f" {quantile(marks.late, 0.5):6.2f} {quantile(marks.late, 0.95):6.2f} {ms:6.2f}"
        f" {cards:8.2f} {hands:7.1f}"
    )


def main(arguments: list[str] | None = None) -> None:
    """Print the table, then what was wrong and silent, and what was doubtful."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.bench_referee", description=__doc__)
    parser.add_argument("--level", action="append", choices=[*LEVELS], help="may be given again; all of them")
    parser.add_argument("--matches", type=int, default=20, help="so many for each level")
    parser.add_argument("--first", type=int, default=0, help="the first seed")
    parser.add_argument("--hands", type=int, default=1, help="hands of a match, unless it is won before")
    options = parser.parse_args(arguments)
    print(
        "level   plays  right %  suits %  exact % asked %  wrong/k revised  p50 s  p95 s ms/look"
        "  alone %  hands %"
    )
    for level in options.level or LEVELS:
        seeds = range(options.first, options.first + options.matches)
        measured = measure(level, seeds, options.hands)
        print(row(level, measured), flush=True)
        for wrong in [*measured[0].wrong[:40], *measured[0].doubts[:40]]:
            print("   ", wrong)


if __name__ == "__main__":
    main()
