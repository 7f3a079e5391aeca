"""The films that the referee's figures are measured on: ``python -m tests.benchmarks.film_set FOLDER --decks CACHE``.

Sixty hands, twenty a level, of two to five players, and three whole matches. Those that FOLDER does not hold yet are
rendered, the levels in turn; ``--first N`` stops after so many. A hand takes three minutes of one core, so all of them
take a night; cut off, the command goes on where it stopped. Then ``python -m tests.benchmarks.bench_films FOLDER``.

``--evenings`` renders hands that are not orderly instead: six whole evenings, two of them filmed by a tablet and one by
a webcam, and one hand of each ingredient alone.
"""

from __future__ import annotations

import argparse
import sys
from itertools import islice
from pathlib import Path
from typing import NamedTuple

from datasets import film
from datasets.films.evenings import INGREDIENTS
from engine.header import RULES

HUNDREDS = {"easy": 1100, "normal": 1200, "hard": 1300}
A_LEVEL = 20
PLAYERS = (2, 3, 4, 5)
UNTIL_WON = 99


class Order(NamedTuple):
    """One film: its level, seed, players, most hands, kind of camera (None: the level's own) and rules."""

    level: str
    seed: int
    players: int
    hands: int = 1
    camera: str | None = None
    rules: str = RULES

    @property
    def name(self) -> str:
        """What its files are called."""
        return "-".join(str(part) for part in (self.level, self.camera, self.seed) if part is not None)


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

EVENING_ORDERS = (
    Order("evening", 2101, 2),
    Order("evening", 2102, 4, camera="tablet", rules="denexa"),
    Order("evening", 2103, 3, rules="uspcc"),
    Order("evening", 2104, 2, camera="webcam"),
    Order("evening", 2105, 5, rules="denexa"),
    Order("evening", 2106, 3, camera="tablet", rules="uspcc"),
    *(Order(name, 2111 + k, PLAYERS[k % 4], 1 + (name == "seats")) for k, name in enumerate(INGREDIENTS)),
)


def main(arguments: list[str] | None = None) -> int:
    """The command line."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.film_set", description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--decks", type=Path, default=Path(".cache/decks"), help="made by datasets.decks")
    parser.add_argument("--first", type=int, help="so many films of the set")
    parser.add_argument("--evenings", action="store_true", help="the hands that are not orderly")
    options = parser.parse_args(arguments)
    orders = EVENING_ORDERS if options.evenings else ORDERS
    for order in islice(orders, None if options.first is None else max(0, options.first)):
        if (options.folder / f"{order.name}.mp4").exists():
            continue
        wanted = [f"--level={order.level}", f"--seed={order.seed}", f"--players={order.players}"]
        wanted += [f"--camera={order.camera}"] if order.camera else []
        wanted += [f"--rules={order.rules}"]
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
