"""Films with their truth: what is seen of one, look by look, and what each event of its record amounts to.

Of tests and benchmarks alike.
"""

from __future__ import annotations

import hashlib
import pickle
import time
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from engine.events import Event
from engine.header import Header
from engine.porrazo.events import Leftover, Play, Recount, Tendido
from engine.porrazo.game import GAME
from engine.porrazo.position import Position
from engine.porrazo.rules import after
from vision.cameras.camera import Frame, frames
from vision.cameras.opening import open_camera
from vision.photograph import closely, networks
from vision.runtime import weights
from vision.tracking.table import Table, TableView

SILENT = ("declare", "claim")
"""Spoken, so not in the picture."""
NO_PICTURE = np.zeros((1, 1, 3), np.uint8)
Outcome = tuple[Any, ...]


@dataclass(frozen=True)
class Sights:
    """What was seen of a film, look by look, and the seconds that it took."""

    views: list[TableView]
    took: float


class Replay:
    """Stands in for a table: gives the views that were kept."""

    def __init__(self, views: Iterable[TableView]) -> None:
        self._views = iter(views)

    def look(self, image: Any, t: float, number: int) -> TableView:
        """The next view."""
        return next(self._views)


class NoCamera:
    """Stands in for the camera of a replay."""

    live = False

    def read(self) -> Frame | None:
        """Nothing."""
        return None

    def close(self) -> None:
        """Nothing to close."""


def sight_key(film: Path, fanned: bool = False) -> str:
    """Changes with the film, the networks and the code that sees; ``fanned``: with near looks."""
    facts = hashlib.sha256(f"{film.name} {film.stat().st_size}".encode())
    code = Path(weights.__file__).parents[1]
    networks_of_sight = ["table_finder", "table_finder.int8", "reader", "index_reader", "letter_reader"]
    networks_of_sight += ["index_finder"] if fanned else []
    files = [weights.weights_file(f"{name}.onnx") for name in networks_of_sight]
    for file in (*files, *sorted(code.rglob("*.py"))):
        facts.update(file.read_bytes())
    return facts.hexdigest()[:16]


def kept_at(film: Path, cache: Path, fanned: bool = False) -> Path:
    """Where what is seen of a film is kept."""
    return cache / f"{film.stem}-{sight_key(film, fanned)}.pickle"


def observations(film: Path, cache: Path | None, fanned: bool = False) -> Sights:
    """What is seen of a film: kept from an earlier run, or worked out now; ``fanned``: cards lie over one another."""
    kept = kept_at(film, cache, fanned) if cache else None
    if kept is not None and kept.exists():
        return Sights(*pickle.loads(kept.read_bytes()))
    finder, reader = networks()
    table, began = Table(finder, reader, closely(finder, reader) if fanned else None), time.perf_counter()
    views = [table.look(frame.image, frame.t, frame.number) for frame in frames(open_camera(str(film)))]
    made = Sights(views, time.perf_counter() - began)
    if kept is not None:
        kept.parent.mkdir(parents=True, exist_ok=True)
        kept.write_bytes(pickle.dumps((made.views, made.took)))
    return made


def header_of(truth: dict[str, Any]) -> Header:
    """The film's header, announcements automatic."""
    options = {**truth["header"].get("options", {}), "declarations": "automatic"}
    return GAME.header({**truth["header"], "options": options})


def bottom_of(truth: dict[str, Any]) -> int:
    """The seat at the picture's lower edge."""
    habits = truth["habits"]
    near = next(each["seat"] for each in habits["seats"] if each["edge"] == "near")
    return int(habits.get("bottom", near))


def outcomes(header: Header, events: list[Event]) -> list[Outcome]:
    """What each seen event amounts to: (kind, seat, rank, captured how many, card)."""
    position, found = Position.start(header), []
    for event in events:
        before = position
        position = after(position, event).position
        if isinstance(event, Play):
            waits = len(position.waiting.places) if position.waiting else 0
            captured = len(before.table) + 1 - len(position.table) + waits
            found.append(("play", event.seat, event.card.rank.letter, captured, str(event.card)))
        elif isinstance(event, Tendido | Leftover):
            cards = sorted(map(str, event.cards))
            found.append((event.do, position.dealer, "", len(cards), " ".join(cards)))
        elif isinstance(event, Recount):
            found.append(("table", 0, "", 0, " ".join(map(str, event.cards))))
    return found
