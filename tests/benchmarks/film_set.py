"""The films that the referee's figures are measured on: ``python -m tests.benchmarks.film_set FOLDER --decks CACHE``.

Sixty hands, twenty a level, of two to five players, and three whole matches. Those that FOLDER does not hold yet are
rendered, the levels in turn; ``--first N`` stops after so many. A hand takes three minutes of one core, so all of them
take a night; cut off, the command goes on where it stopped. Then ``python -m tests.benchmarks.bench_films FOLDER``.
"""

from __future__ import annotations

import argparse
import sys
from itertools import islice
from pathlib import Path
from typing import NamedTuple

from datasets import film

HUNDREDS = {"easy": 1100, "normal": 1200, "hard": 1300}
A_LEVEL = 20
PLAYERS = (2, 3, 4, 5)
UNTIL_WON = 99


class Order(NamedTuple):
    """One film: its level, seed, players and, at most, hands."""

    level: str
    seed: int
    players: int
    hands: int = 1

    @property
    def name(self) -> str:
        """What its files are called."""
        return f"{self.level}-{self.seed}"


ORDERS = (
    *(
        Order(level, first + 1 + k, PLAYERS[k % 4])
        for k in range(A_LEVEL)
        for level, first in HUNDREDS.items()
    ),
    Order("easy", 1121, 2, UNTIL_WON),
    Order("normal", 1221, 4, UNTIL_WON),
    Order("hard", 1321, 3, UNTIL_WON),
)


def main(arguments: list[str] | None = None) -> int:
    """The command line."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.film_set", description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--decks", type=Path, default=Path(".cache/decks"), help="made by datasets.decks")
    parser.add_argument("--first", type=int, default=len(ORDERS), help="so many films of the set")
    options = parser.parse_args(arguments)
    for order in islice(ORDERS, max(0, options.first)):
        if (options.folder / f"{order.name}.mp4").exists():
            continue
        wanted = [f"--level={order.level}", f"--seed={order.seed}", f"--players={order.players}"]
        wanted += [f"--hands={order.hands}", f"--decks={options.decks}", f"--out={options.folder}.part"]
        if film.main(wanted) != 0:
            return 2
        options.folder.mkdir(parents=True, exist_ok=True)
        for suffix in (".truth.json", ".record.jsonl", ".mp4"):  # the film last: where it lies, all does
            (Path(f"{options.folder}.part") / (order.name + suffix)).rename(
                options.folder / (order.name + suffix)
            )
    return 0


if __name__ == "__main__":
    sys.exit(main())
