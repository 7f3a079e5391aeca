"""Count what the acted tables draw from: ``python -m tests.benchmarks.count_sight --films FOLDER --cache FOLDER``.

Photographs (with their labels) and films (with their truth, and what was seen of them kept by ``bench_films``) are the
only sources; no number of the referee goes in. Written to ``tests/referee/counted_sight.json``:

``photographs`` and ``films``: how many cards were read by the reader alone, as watching reads them, and which were held
possible for which others, to one in twenty or more, or taken for them: ``"As as Ac": 3``. Wrong readings alone are too
few to draw from (`taken`). ``whole``: cards that lie free, in photographs that no network was trained on (of these the
wrong readings only), and single cards already flattened. ``small``: those single cards shrunk until they are so many
pixels wide (`SMALL`). ``part``: cards in photographs of which others hide a part, fanned hands (wrong readings only),
and the single cards half covered. ``tracks``: cards of films, while they were believed.

``arms``: for each play of a film, where the largest arm shows from the moment when the hand begins to move until its
card lies: the median over the looks, in degrees from the middle of the player's own edge, in bins of ten degrees, for
a seat alone at a ``long`` or ``short`` edge of the picture, and the ``first`` and ``second``, clockwise, of two at one
edge; ``elsewhere``: more than 60 degrees off. ``none``: plays at which no arm shows. ``second``: plays at which most
looks with an arm show a second one; how many of those come from the same edge.
"""

from __future__ import annotations

import argparse
import json
import os
import pickle
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from engine.cards import PACK
from models.evaluate import MEASURED, Evaluation
from models.measuring.fans import compared as compared_fan
from models.measuring.labels import Picture, pictures
from models.measuring.labels import crops as crop_labels
from models.measuring.labels import fans as fan_labels
from tests.benchmarks.bench_sight import calm, lies_here
from vision.photograph import Recogniser, networks
from vision.reading.reader import HEIGHT, WIDTH, Reader, reading
from vision.tracking.table import TableView

COUNTED = Path(__file__).parents[1] / "referee" / "counted_sight.json"
SMALL = (32, 24, 20)
"""Pixels that a single card is wide before it is read."""
POSSIBLE = 0.05
"""The least probability by the reader at which a card is held possible."""
BIN = 10
"""Degrees of a bin of directions."""
ELSEWHERE = 60.0
"""Degrees from the middle of the player's edge beyond which an arm is not the player's."""
EDGES = {"near": 90.0, "left": 180.0, "far": 270.0, "right": 0.0}
"""Where each edge of the picture lies, in degrees round its middle: 0 right, 90 below."""
LONG = ("near", "far")
PLACES = ("long", "short", "first", "second")


def of_photographs(folder: Path) -> dict[str, Doubts]:
    """What of the cards in photographs was doubted, by how much of them is seen."""
    evaluation = Evaluation(folder, Recogniser(*networks()))
    outcomes = [one for name in MEASURED for one in evaluation.measure(pictures(folder, name))]
    for name, cards in fan_labels(folder).items():
        picture = Picture(name, (), folder / name)
        outcomes += compared_fan(picture, cards, evaluation.see(picture.image()))
    whole, small, part = Doubts(), Doubts(), Doubts()
    for one in outcomes:
        if one.face and one.named:
            (part if one.covered else whole).add(str(one.true), [str(one.said)], taken=not one.right)
    reader = evaluation.recogniser.reader
    for picture in crop_labels(folder):
        image, name = picture.image(), picture.labels[0].card
        whole.read(name, reader, image)
        for wide in SMALL:
            small.read(name, reader, cv2.resize(image, (wide, wide * 7 // 5), interpolation=cv2.INTER_AREA))
    for name, image in half_covered(folder):
        part.read(name, reader, image)
    return {"whole": whole, "small": small, "part": part}


class Doubts:
    """How many cards were read, which others each was held possible for, and how many were taken for others."""

    def __init__(self) -> None:
        self.cards = self.taken = 0
        self.pairs: Counter[str] = Counter()

    def add(self, name: str, possible: Iterable[str], taken: bool) -> None:
        """Count a card; the card itself among the possible ones counts for nothing."""
        self.cards += 1
        self.taken += taken
        self.pairs.update(f"{name} as {other}" for other in set(possible) - {name})

    def read(self, name: str, reader: Reader, image: Any) -> None:
        """Have a flattened card read; one that cannot be read is not counted."""
        flat = cv2.resize(image, (WIDTH, HEIGHT), interpolation=cv2.INTER_LINEAR)
        posterior = reader.read_crops(np.asarray(flat, np.uint8)[None])[0]
        said = reading(posterior).card
        if said is not None:
            possible = [str(card) for card, share in zip(PACK, posterior, strict=False) if share >= POSSIBLE]
            self.add(name, possible, taken=str(said) != name)

    def to_json(self) -> dict[str, Any]:
        """The counts."""
        return {"read": self.cards, "taken": self.taken, "as": dict(sorted(self.pairs.items()))}


def half_covered(folder: Path) -> Iterator[tuple[str, Any]]:
    """Single cards already flattened, half of each under the middle of another, where no index is."""
    labelled = crop_labels(folder)
    for k, picture in enumerate(labelled):
        image, other = (one.image() for one in (picture, labelled[k - 1]))
        under = image.copy()
        height, width = under.shape[:2]
        rows, columns = other.shape[0] // 4, other.shape[1] // 4
        over = cv2.resize(
            other[rows:-rows, columns:-columns], (width, height), interpolation=cv2.INTER_LINEAR
        )
        halves = (np.s_[:, : width // 2], np.s_[:, width // 2 :], np.s_[: height // 2], np.s_[height // 2 :])
        for half in halves[k % 2 :: 2]:
            covered = under.copy()
            covered[half] = over[half]
            yield picture.labels[0].card, covered


def of_film(views: list[TableView], truth: dict[str, Any], found: Doubts) -> None:
    """Add the tracks of a film's true cards: which other cards each was held possible for while it was believed."""
    lay: defaultdict[int, Counter[str]] = defaultdict(Counter)
    possible: defaultdict[int, set[str]] = defaultdict(set)
    last: dict[int, str] = {}
    times = iter(calm(truth))
    now = next(times, None)
    for view in views:
        while now is not None and now[1] < view.t:
            now = next(times, None)
        there = now[2] if now is not None and now[0] <= view.t else {}
        for each in view.cards:
            if each.steady:
                possible[each.track].update(str(PACK[k]) for k in np.flatnonzero(each.posterior >= POSSIBLE))
                last[each.track] = str(PACK[int(each.posterior.argmax())])
                name = lies_here(each, there) if there else None
                lay[each.track].update([name] if name else [])
    for track, names in lay.items():
        name, often = names.most_common(1)[0] if names else ("", 0)
        if often >= 3 and often >= 0.9 * sum(names.values()):
            found.add(name, possible[track], taken=last[track] != name)


class Arms:
    """Where arms show at plays, relative to the middle of the player's own edge."""

    def __init__(self) -> None:
        self.plays = self.none = self.elsewhere = self.second = self.second_own = 0
        self.off: dict[str, Counter[int]] = {place: Counter() for place in PLACES}

    def add(self, views: list[TableView], truth: dict[str, Any]) -> None:
        """Count the plays of a film."""
        edges = {each["seat"]: each["edge"] for each in truth["habits"]["seats"]}
        for event in truth["events"]:
            if event["do"] == "play":
                looks = [view for view in views if event["t_start"] <= view.t <= event["t_laid"]]
                place = place_of(event["seat"], edges)
                self._play(EDGES[edges[event["seat"]]], place, [view.arms for view in looks if view.arms])

    def _play(self, middle: float, place: str, shown: list[tuple[float, ...]]) -> None:
        self.plays += 1
        if not shown:
            self.none += 1
            return
        off = float(np.median([_turned(arms[0] - middle) for arms in shown]))
        if abs(off) > ELSEWHERE:
            self.elsewhere += 1
            return
        self.off[place][round(off / BIN) * BIN] += 1
        both = [arms for arms in shown if len(arms) > 1]
        if 2 * len(both) > len(shown):
            self.second += 1
            self.second_own += (
                abs(float(np.median([_turned(arms[1] - middle) for arms in both]))) <= ELSEWHERE
            )

    def to_json(self) -> dict[str, Any]:
        """The counts."""
        return {
            "plays": self.plays,
            "none": self.none,
            "elsewhere": self.elsewhere,
            "off": {
                edges: {str(at): n for at, n in sorted(bins.items())} for edges, bins in self.off.items()
            },
            "second": self.second,
            "second at the same edge": self.second_own,
        }


def place_of(seat: int, edges: dict[int, str]) -> str:
    """Where a seat sits at its edge: alone at a long or short one, or the first or second, clockwise, of two."""
    if [*edges.values()].count(edges[seat]) == 1:
        return "long" if edges[seat] in LONG else "short"
    return "first" if edges[(seat + 1) % len(edges)] == edges[seat] else "second"


def _turned(degrees: float) -> float:
    """The same direction, from -180 to 180."""
    return (degrees + 180.0) % 360.0 - 180.0


def main(arguments: list[str] | None = None) -> int:
    """The command line."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.count_sight", description=__doc__)
    parser.add_argument("--photographs", type=Path, help="without one the counts of the last time stay")
    parser.add_argument("--films", type=Path, default=os.environ.get("PORRAZO_FILMS"))
    parser.add_argument("--cache", type=Path, required=True, help="where what was seen of each film is kept")
    options = parser.parse_args(arguments)
    if options.films is None:
        print("porrazo: name a folder of films with their truth, or set PORRAZO_FILMS")
        return 2
    counts = json.loads(COUNTED.read_text(encoding="utf-8")) if COUNTED.exists() else {}
    if options.photographs is not None:
        counts["photographs"] = {
            name: found.to_json() for name, found in of_photographs(options.photographs).items()
        }
    counts |= of_films(Path(options.films), options.cache)
    COUNTED.write_text(json.dumps(counts, indent=1) + "\n", encoding="utf-8")
    print(json.dumps(counts, indent=1))
    return 0


def of_films(folder: Path, cache: Path) -> dict[str, Any]:
    """The counts of all films of which views are kept."""
    arms, names, found = Arms(), [], Doubts()
    for film in sorted(folder.glob("*.mp4")):
        truth = json.loads(film.with_suffix(".truth.json").read_text(encoding="utf-8"))
        kept = sorted(cache.glob(f"{film.stem}-*.pickle"), key=lambda path: path.stat().st_mtime)
        if kept and any("t_laid" in event for event in truth["events"]):
            views = pickle.loads(kept[-1].read_bytes())[0]
            of_film(views, truth, found)
            arms.add(views, truth)
            names.append(film.stem)
    return {"films": {"names": names, "tracks": found.to_json()}, "arms": arms.to_json()}


if __name__ == "__main__":
    raise SystemExit(main())
