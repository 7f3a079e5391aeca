"""What was seen of a filmed hand, kept: a film that once went wrong becomes a test without its pixels.

``python -m tests.referee.recorded FILM CACHE OUT`` writes one (``FILM.mp4`` with ``FILM.truth.json`` beside it; CACHE
as in tests/films/filmed.py). The file is gzipped JSON lines: first the truth (header, events, scores, who
sits below), then a line for each look as ``companion.record.evening`` writes them; ``porrazo evening --as-test`` makes
the same of an evening that people kept.
"""

import gzip
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from companion.pipeline.watcher import Watcher
from companion.record.evening import lines_of, observations_of
from companion.referee import Change, Referee
from companion.referee.observation import Observation
from engine.header import Header
from tests.films.filmed import (
    NO_PICTURE,
    SILENT,
    NoCamera,
    Replay,
    bottom_of,
    header_of,
    observations,
)
from vision.cameras.camera import Frame


def load(path: Path) -> tuple[dict[str, Any], Iterator[Observation]]:
    """The truth, and the looks in order."""
    lines = gzip.decompress(path.read_bytes()).decode().splitlines()
    return json.loads(lines[0]), observations_of(lines[1:])


class Listener(Referee):
    """Notes what it is shown, and says nothing."""

    def __init__(self, header: Header) -> None:
        super().__init__(header)
        self.shown: list[Observation] = []

    def look(self, observation: Observation) -> list[Change]:
        """Note one look."""
        self.shown.append(observation)
        return []


def seen(film: Path, cache: Path) -> list[Observation]:
    """What a watcher tells the referee, look by look."""
    views = observations(film, cache).views
    listener = Listener(header_of(facts(film)))
    watcher = Watcher(NoCamera(), Replay(views), listener)
    for view in views:
        watcher.step(Frame(NO_PICTURE, view.t, view.number))
    return listener.shown


def facts(film: Path) -> dict[str, Any]:
    """The truth of a film."""
    truth: dict[str, Any] = json.loads(film.with_suffix(".truth.json").read_text(encoding="utf-8"))
    return truth


def main(film: str, cache: str, out: str) -> None:
    """Write one."""
    truth = facts(Path(film))
    keys = ("do", "seat", "card", "cards", "in_place", "took")
    laid = [event for event in truth["events"] if event["do"] not in SILENT]
    head = {
        "header": header_of(truth).to_json(),
        "bottom": bottom_of(truth),
        "scores": truth["final"]["scores"],
        "events": [{key: event[key] for key in keys if key in event} for event in laid],
    }
    lines = [json.dumps(head), *lines_of(seen(Path(film), Path(cache)))]
    Path(out).write_bytes(gzip.compress("\n".join(lines).encode(), mtime=0))


if __name__ == "__main__":
    main(*sys.argv[1:])
