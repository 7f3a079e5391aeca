"""How well films of other games than Porrazo are understood: ``python -m tests.benchmarks.bench_games FOLDER``.

FOLDER holds films with their truth (``python -m datasets.film --game NAME``); names after it choose some of them. Each
is watched as ``porrazo watch`` does, and nobody taps. With
``--cache``, what was seen is kept there, for these networks and this code of vision.

Events are those that show cards, each held against the truth's, those of one step by seat. ``right``: the same cards
before the same player. ``asked``: lines that were ever marked as doubtful. ``silent``: wrong, missing or too many, and
not marked. ``late``: seconds from when the cards lay there until a line says so, the 95th percentile. ``stands``:
whether the match stands as it should at the end.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Iterator
from difflib import SequenceMatcher
from pathlib import Path
from typing import Any

import numpy as np

from companion.pipeline.starting import are_fanned
from companion.pipeline.watcher import Watcher
from companion.referee.tricks import TrickReferee
from engine.events import Event
from engine.games import game_called
from engine.header import Header
from tests.films.filmed import NO_PICTURE, NoCamera, Replay, bottom_of, observations
from tests.referee.marking_hands import standing, told, wrong
from vision.cameras.camera import Frame

HEADING = f"{'film':<22}{'right':>9}{'asked':>7}{'silent':>8}{'late':>7}{'speed':>8}  stands"


def watched(film: Path, cache: Path | None) -> dict[str, Any]:
    """What was understood of a film, held against its truth."""
    truth = json.loads(film.with_suffix(".truth.json").read_text(encoding="utf-8"))
    game = game_called(truth["header"].get("game", "porrazo"))
    header = game.header(truth["header"])
    seen = observations(film, cache, are_fanned(header))
    referee = TrickReferee(header, bottom=bottom_of(truth))
    watcher, asked, said = Watcher(NoCamera(), Replay(seen.views), referee), set[int](), dict[str, float]()
    for view in seen.views:
        _, changes = watcher.step(Frame(NO_PICTURE, view.t, view.number))
        asked |= {change.line for change in changes if change.event.extra.get("doubt")}
        for what, _ in told(header, referee.written) if changes else ():
            said.setdefault(what, view.t)
    asked |= {change.line for change in watcher.finish() if change.event.extra.get("doubt")}
    events = [game.event(line) for line in truth["events"] if line["do"] in game.kinds]
    want, got = told(header, events), told(header, referee.written)
    same = SequenceMatcher(None, [what for what, _ in want], [what for what, _ in got], autojunk=False)
    return {
        "events": len(want),
        "right": sum(block.size for block in same.get_matching_blocks()),
        "asked": len(asked),
        "silent": wrong(want, got),
        "late": list(_late(header, events, truth["events"], said)),
        "speed": truth["seconds"] / max(seen.took, 1e-6),
        "stands": standing(game, header, events) == standing(game, header, referee.written),
        "marked": [what for what, doubt in got if doubt],
    }


def _late(
    header: Header, events: list[Event], lines: list[dict[str, Any]], said: dict[str, float]
) -> Iterator[float]:
    """How long each event that was said took to be so, in seconds."""
    times = {str(sorted(line["cards"])): line["t"] for line in lines if "cards" in line}
    for k in range(len(events)):
        line = events[k].to_json()
        what = [each for each, _ in told(header, events[: k + 1])][-1:]
        cards = line.get("cards")
        if isinstance(cards, list) and what and what[0] in said:
            yield said[what[0]] - times[str(sorted(map(str, cards)))]


def main(arguments: list[str] | None = None) -> int:
    """The command line."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.bench_games", description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("names", nargs="*")
    parser.add_argument("--cache", type=Path, help="keep here what is seen of each film")
    options = parser.parse_args(arguments)
    films = [f for f in sorted(options.folder.glob("*.mp4")) if not options.names or f.stem in options.names]
    print(HEADING)
    for film in films:
        began = time.perf_counter()
        row = watched(film, options.cache)
        late = float(np.percentile(row["late"], 95)) if row["late"] else float("nan")
        right = f"{row['right']}/{row['events']}"
        print(
            f"{film.stem:<22}{right:>9}{row['asked']:>7}{len(row['silent']):>8}{late:>7.1f}{row['speed']:>7.1f}x"
            f"  {'yes' if row['stands'] else 'no'} ({time.perf_counter() - began:.0f} s)",
            flush=True,
        )
        for each in (*row["silent"], *(f"marked {each}" for each in row["marked"])):
            print("   ", each)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
