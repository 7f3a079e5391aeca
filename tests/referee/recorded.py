"""What was seen of a filmed hand, kept: a film that once went wrong becomes a test without its pixels.

``python -m tests.referee.recorded FILM CACHE OUT`` writes one (``FILM.mp4`` with ``FILM.truth.json`` beside it; CACHE
as in tests/films/filmed.py). The file is gzipped JSON lines: first the truth (header, events, scores, who
sits below), then a line for each look: seconds, whether still, arms, and of the cards those that changed since the look
before, ``[track, x, y, since, steady, hidden, {code: odds}]``, or a track alone where it is gone.
"""

import gzip
import json
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from companion.pipeline.watcher import Watcher
from companion.referee import Change, Referee
from companion.referee.observation import Observation, ObservedCard
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

WORTH_KEEPING = 0.004
"""Odds below this are left out."""


def kept(observed_card: ObservedCard) -> list[Any]:
    """One card as it is written."""
    odds = {
        str(code): round(share, 3) for code, share in enumerate(observed_card.odds) if share > WORTH_KEEPING
    }
    place = [round(observed_card.x, 2), round(observed_card.y, 2), round(observed_card.since, 3)]
    return [observed_card.track, *place, int(observed_card.steady), int(observed_card.hidden), odds]


def read(row: list[Any]) -> ObservedCard:
    """One card as it was seen, but for rounding."""
    track, x, y, since, steady, hidden, shares = row
    total = sum(shares.values()) or 1.0
    odds = tuple(shares.get(str(code), 0.0) / total for code in range(52))
    return ObservedCard(track, odds, x, y, since, bool(steady), bool(hidden))


def written(looks: Iterable[Observation]) -> Iterator[str]:
    """A line for each look."""
    before: dict[int, list[Any]] = {}
    for observation in looks:
        now = {observed_card.track: kept(observed_card) for observed_card in observation.observed_cards}
        changed: list[Any] = [row for track, row in now.items() if before.get(track) != row]
        changed += [track for track in before if track not in now]
        yield json.dumps(
            [
                round(observation.t, 3),
                int(observation.still),
                [round(arm) for arm in observation.arms],
                changed,
            ]
        )
        before = now


def load(path: Path) -> tuple[dict[str, Any], Iterator[Observation]]:
    """The truth, and the looks in order."""
    lines = gzip.decompress(path.read_bytes()).decode().splitlines()
    return json.loads(lines[0]), looks_of(lines[1:])


def looks_of(lines: list[str]) -> Iterator[Observation]:
    """The looks of a file's lines."""
    lying: dict[int, ObservedCard] = {}
    for line in lines:
        t, still, arms, changed = json.loads(line)
        for row in changed:
            if isinstance(row, int):
                del lying[row]
            else:
                lying[row[0]] = read(row)
        yield Observation(t, tuple(lying.values()), bool(still), tuple(map(float, arms)))


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
    lines = [json.dumps(head), *written(seen(Path(film), Path(cache)))]
    Path(out).write_bytes(gzip.compress("\n".join(lines).encode(), mtime=0))


if __name__ == "__main__":
    main(*sys.argv[1:])
