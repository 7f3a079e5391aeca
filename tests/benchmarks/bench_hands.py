"""Whole hands without pixels, of every game but Porrazo that a camera follows: how many come out exactly.

python -m tests.benchmarks.bench_hands [--game NAME] [--level LEVEL] [--hands 30] [--first SEED]

Each line: the events, hands that are exact with nobody ever asked and the match standing as it should, events asked
about, events wrong and silent (per thousand), how often people had to put the record right before they could tap what
no camera sees, milliseconds of the processor a look. Which number of hands a player of
Crash has put down is told by its end, so that ``set`` counts by where the match stands and not by its line.
"""

import argparse

from tests.referee.marking_hands import Tally, follow

LEVELS = ("easy-film", "normal-film", "hard-film")
GAMES = ("malilla", "crash", "backhand", "stubs_and_spoils", "royal_porcio", "conquian")


def main(arguments: list[str] | None = None) -> None:
    """Print a line for each game and level."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.bench_hands", description=__doc__)
    parser.add_argument("--game", action="append", choices=GAMES)
    parser.add_argument("--level", action="append", choices=LEVELS)
    parser.add_argument("--hands", type=int, default=30)
    parser.add_argument("--first", type=int, default=0)
    options = parser.parse_args(arguments)
    print("game             level        hands events  exact %  asked  silent/k  by hand  ms/look")
    for game in options.game or GAMES:
        for level in options.level or LEVELS:
            tally = Tally()
            for seed in range(options.first, options.first + options.hands):
                follow(game, seed, level, tally)
            print(
                f"{game:16} {level:12} {tally.hands:5} {tally.events:6} {100 * tally.exact / tally.hands:8.1f}"
                f" {tally.asked:6} {1000 * tally.silent / tally.events:9.1f}"
                f" {tally.by_hand:8}"
                f" {1000 * tally.seconds / tally.looks:8.2f}",
                flush=True,
            )
            for each in tally.said:
                print("   ", each, flush=True)


if __name__ == "__main__":
    main()
