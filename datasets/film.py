"""``python -m datasets.film``: render one film of Porrazo, a hand or several, with its truth and record beside it.

    python -m datasets.film --seed 102 --level normal --players 3 --out films

writes ``films/normal-102.mp4``, ``normal-102.truth.json`` and ``normal-102.record.jsonl``. The same seed, level and
decks give the same film. Decks that training never sees are used unless ``--split`` or ``--deck`` says otherwise.
"""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path

from datasets.decks import Deck, load
from datasets.films import truth
from datasets.films.cameras import KINDS, frame_rate, kind_of
from datasets.films.encode import write_film
from datasets.films.evenings import EVENINGS, INGREDIENTS
from datasets.films.habits import LEVELS
from datasets.films.production import WRITERS, Order, prepare, shoot
from datasets.films.tables import TABLES
from datasets.films.tricks import PLACES
from engine.header import GAME, RULES
from engine.porrazo.setting import PRESETS

NO_DECK = "no deck called {name!r} in {cache}: there are {names}"


def parser() -> argparse.ArgumentParser:
    """The command's options."""
    made = argparse.ArgumentParser(prog="python -m datasets.film", description=(__doc__ or "").split("\n")[0])
    made.add_argument("--seed", type=int, required=True)
    levels, orderly = (*LEVELS, *EVENINGS), ", ".join(LEVELS)
    alone = ", ".join(INGREDIENTS)
    made.add_argument(
        "--level", choices=levels, default="normal", metavar="LEVEL",
        help=f"orderly: {orderly}; not: evening, or one thing of it alone: {alone} (seats: with --hands 2)",
    )  # fmt: skip
    made.add_argument("--out", type=Path, required=True, help="the folder to write into")
    made.add_argument(
        "--name", help="the files' name (default: LEVEL-SEED, with the camera's kind after LEVEL)"
    )
    _match_options(made)
    _filming_options(made)
    return made


def _match_options(made: argparse.ArgumentParser) -> None:
    """What is played, and how much of it."""
    made.add_argument("--players", type=int, choices=(2, 3, 4, 5))
    made.add_argument(
        "--game", choices=(GAME, *WRITERS), default=GAME,
        help="one hand of Malilla, for four; a deal of Crash or a round of Backhand, for two",
    )  # fmt: skip
    made.add_argument(
        "--trick", choices=PLACES, help="where Malilla's cards are laid (default: the seed says)"
    )
    made.add_argument("--teams", action=argparse.BooleanOptionalAction, help="four players as two pairs")
    made.add_argument("--rules", choices=sorted(PRESETS), default=RULES)
    made.add_argument("--plays", type=int, help="stop after so many plays: a short clip")
    made.add_argument("--hands", type=int, default=1, help="so many hands, fewer if the match is won before")


def _filming_options(made: argparse.ArgumentParser) -> None:
    """How it is filmed: the camera, what lies before it, and the file."""
    made.add_argument(
        "--camera",
        choices=sorted(KINDS),
        help="an upright phone, a low tablet or a cheap webcam, at any level",
    )
    made.add_argument("--fps", type=int, choices=range(8, 31), metavar="8-30", help="12, if the camera can")
    made.add_argument("--bottom", type=int, help="the seat at the near edge")
    made.add_argument(
        "--porrazo", choices=("stands", "taken at once"), help="when a waiting porrazo's cards are taken"
    )
    made.add_argument("--table", choices=sorted(TABLES))
    made.add_argument(
        "--decks", type=Path, default=Path(".cache/decks"), help="the cache made by datasets.decks"
    )
    made.add_argument("--split", choices=("val", "train"), default="val", help="which decks to choose from")
    made.add_argument("--deck", help="one deck by its name")
    made.add_argument("--crf", type=int, help="H.264 quality, lower is better (default: 26, or the camera's)")
    made.add_argument("--dry", action="store_true", help="write the truth and the record, and no film")


def chosen(cache: Path, split: str, name: str | None) -> list[Deck]:
    """The decks that a film may use. FileNotFoundError or ValueError, in a sentence, where there is none."""
    if name is None:
        return load(cache, split)
    decks = load(cache)
    found = [deck for deck in decks if deck.name == name]
    if not found:
        raise ValueError(NO_DECK.format(name=name, cache=cache, names=", ".join(deck.name for deck in decks)))
    return found


def main(arguments: list[str] | None = None) -> int:
    """Render the film; 2 where something it needs is missing."""
    options = parser().parse_args(arguments)
    if options.bottom is not None and not 0 <= options.bottom < (options.players or 2):
        parser().error("--bottom must be a seat of --players")
    if options.hands < 1 or (options.hands > 1 and options.plays is not None):
        parser().error("--hands must be 1 or more, and 1 with --plays")
    order = Order(
        options.seed, options.level, options.players, options.teams, options.plays,
        options.fps or frame_rate(options.camera, options.seed), options.bottom, options.porrazo, options.table,
        options.hands, options.camera, options.rules, options.game, options.trick,
    )  # fmt: skip
    try:
        film = prepare(order, chosen(options.decks, options.split, options.deck))
        level = options.level if options.camera is None else f"{options.level}-{options.camera}"
        name = options.name or f"{level}-{options.seed}"
        options.out.mkdir(parents=True, exist_ok=True)
        truth.save(film, options.out, name)
        if options.dry:
            return 0
        began = time.perf_counter()
        crf = options.crf or kind_of(options.camera).crf
        how = write_film(options.out / f"{name}.mp4", shoot(film), film.view.size, order.fps, crf)
    except (OSError, ValueError) as wrong:
        print(f"porrazo: {wrong}", file=sys.stderr)
        return 2
    took = time.perf_counter() - began
    pace = f"{film.frames} frames in {took:.0f} s ({film.frames / took:.1f} a second)"
    print(f"{name}.mp4: {pace}, {how}, deck {film.deck.name}")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
