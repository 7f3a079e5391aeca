"""An evening that people chose to keep: what the referee was shown and told, without a single picture.

A gzipped file of JSON lines, about a megabyte an hour. The first line says which match it was::

    {"evening": 1, "header": {...}, "bottom": 0, "events": [...]}

``events`` are those that the record already held. Then there is a line for each observation: the time in
seconds, whether nothing moved, where arms reached in, and the cards that changed since the observation
before, each as ``[track, x, y, since, steady, hidden, {code: odds}, [laid_by...], turn]``. A card that is gone is its
track number alone. Where it became known when cards were taken, and from where arms reached there, that follows, each
as ``[track, at, [arms...]]``. Between these lines stand ``{"told": [...]}``, the whole record after people corrected
it, and ``{"unseen": [since, until]}``, times in seconds between which nobody saw the table. The last line is
``{"record": [...]}``, what was written in the end; a file that was cut off lacks it.
"""

from __future__ import annotations

import gzip
import json
import zlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from companion.referee.observation import Observation, ObservedCard, Taken
from engine.cards import PACK
from engine.events import Event
from engine.game import AnyGame
from engine.games import game_called
from engine.header import GAME, Header

EVENING_VERSION = 1
WORTH_KEEPING = 0.004
"""Odds below this are left out: even all together they change no reading."""
LOOKS_PER_FLUSH = 50
"""The file is flushed to disk after this many looks: at ten looks a second, at most five seconds are lost."""
MOST_BYTES = 200_000_000
"""The largest unpacked evening, in bytes: about a hundred hours. A larger file is refused."""


LONGEST_LINE = 1_000_000
"""The most bytes of a line; a look takes a few hundred, a record of many hands tens of thousands."""
LATEST, FARTHEST = 1e7, 1e4
"""No time in an evening is later, in seconds (a hundred days), and no place farther away, in heights of a card."""


class BadEvening(ValueError):
    """The file holds no evening; the message is one sentence for people."""


@dataclass(frozen=True)
class PutRight:
    """People corrected the record: ``record`` is all of it after the correction."""

    record: tuple[Event, ...]


@dataclass(frozen=True)
class BlindTime:
    """Nobody saw the table between these times, in seconds."""

    since: float
    until: float


Line = Observation | PutRight | BlindTime


@dataclass(frozen=True)
class Evening:
    """One evening as it was kept.

    ``events``: what the record held before the evening. ``record``: the record at the end; None if the file
    was cut off.
    """

    header: Header
    bottom: int
    events: tuple[Event, ...]
    lines: tuple[Line, ...]
    record: tuple[Event, ...] | None


class WholeRecord:
    """The record as people left it. A referee that was told something goes on counting its own lines: its ``written``
    still has what it had understood.
    """

    def __init__(self) -> None:
        self._told: tuple[Event, ...] = ()
        self._own = 0

    def told(self, record: Iterable[Event], written: Sequence[Event]) -> None:
        """People said that this is the record; ``written`` are the referee's own lines at that time."""
        self._told, self._own = tuple(record), len(written)

    def now(self, written: Sequence[Event]) -> tuple[Event, ...]:
        """Give what people said last and what the referee has written since; ``written`` are all its lines."""
        return (*self._told, *written[self._own :])


class EveningWriter:
    """Writes an evening as it happens; closing it writes the record.

    OSError if the file cannot be made; FileExistsError if it is there already. If the disk fails later,
    writing stops and the match goes on; ``trouble`` then holds the error.
    """

    def __init__(self, path: Path, header: Header, bottom: int, events: Iterable[Event]) -> None:
        self._file = gzip.open(path, "xb", compresslevel=6)  # noqa: SIM115 - closed by close
        self._before: dict[int, list[Any]] = {}
        self._looks = 0
        self.trouble: OSError | None = None
        head = {"evening": EVENING_VERSION, "header": header.to_json(), "bottom": bottom}
        self._write({**head, "events": [event.to_json() for event in events]})

    def observed(self, observation: Observation) -> None:
        """Keep one look."""
        line, self._before = _written(observation, self._before)
        self._write(line)
        self._looks += 1
        if self._looks % LOOKS_PER_FLUSH == 0:
            self._try(self._file.flush)

    def told(self, record: Iterable[Event]) -> None:
        """Keep the record after people corrected it."""
        self._write({"told": [event.to_json() for event in record]})

    def unseen(self, since: float, until: float) -> None:
        """Keep that nobody saw the table between these times, in seconds."""
        self._write({"unseen": [round(since, 3), round(until, 3)]})

    def close(self, record: Iterable[Event]) -> None:
        """Write the final record as the last line and close the file."""
        self._write({"record": [event.to_json() for event in record]})
        self._try(self._file.close)

    def _write(self, line: object) -> None:
        text = json.dumps(line, separators=(",", ":")).encode() + b"\n"
        self._try(lambda: self._file.write(text))

    def _try(self, act: Callable[[], object]) -> None:
        if self.trouble is None:
            try:
                act()
            except OSError as error:
                self.trouble = error


def read_evening(path: Path) -> Evening:
    """Read an evening; of a file that was cut off, what there is. BadEvening if the file holds none."""
    try:
        lines = list(_whole_lines(path))
        head = json.loads(lines[0])
        if head["evening"] != EVENING_VERSION:
            raise BadEvening(f"this evening is of another version ({head['evening']})")
        game = game_called(head["header"].get("game", GAME))
        if not game.watched:
            raise BadEvening(f"no camera can follow {game.title} yet")
        header = game.header(head["header"])
        game.start(header)
        bottom = int(_number(head["bottom"], 0, len(header.players) - 1))
        kept, record = _read_lines(lines[1:], game)
        return Evening(header, bottom, _events(head["events"], game), tuple(kept), record)
    except BadEvening:
        raise
    except (ValueError, KeyError, TypeError, IndexError, AttributeError, RecursionError) as error:
        raise BadEvening("this file holds no evening") from error


def observations_of(lines: Iterable[str]) -> Iterator[Observation]:
    """Read the observations from the lines of an evening or of a recorded test."""
    lying: dict[int, ObservedCard] = {}
    for line in lines:
        yield _look(json.loads(line), lying)


def lines_of(looks: Iterable[Observation]) -> Iterator[str]:
    """Write each observation as one line."""
    before: dict[int, list[Any]] = {}
    for observation in looks:
        line, before = _written(observation, before)
        yield json.dumps(line)


def _whole_lines(path: Path) -> Iterator[str]:
    """Read the file's lines, without a last line that was cut off."""
    size = 0
    try:
        with gzip.open(path, "rb") as file:
            while line := file.readline(LONGEST_LINE + 1):
                size += len(line)
                if size > MOST_BYTES or len(line) > LONGEST_LINE:
                    raise BadEvening("this file is too large for an evening")
                if line.endswith(b"\n"):
                    yield line.decode()
    except (EOFError, zlib.error):
        return  # the program was stopped while it wrote
    except gzip.BadGzipFile as error:
        raise BadEvening("this file holds no evening") from error


def _read_lines(lines: Iterable[str], game: AnyGame) -> tuple[list[Line], tuple[Event, ...] | None]:
    lying: dict[int, ObservedCard] = {}
    kept: list[Line] = []
    for text in lines:
        line = json.loads(text)
        if isinstance(line, list):
            kept.append(_look(line, lying))
        elif "told" in line:
            kept.append(PutRight(_events(line["told"], game)))
        elif "unseen" in line:
            since, until = line["unseen"]
            kept.append(BlindTime(_number(since, 0, LATEST), _number(until, 0, LATEST)))
        else:
            return kept, _events(line["record"], game)
    return kept, None


def _events(lines: list[dict[str, Any]], game: AnyGame) -> tuple[Event, ...]:
    return tuple(map(game.event, lines))


def _written(
    observation: Observation, before: dict[int, list[Any]]
) -> tuple[list[Any], dict[int, list[Any]]]:
    """Write an observation as a line, given the rows of the one before; also return its own rows."""
    now = {card.track: _row(card) for card in observation.observed_cards}
    changed: list[Any] = [row for track, row in now.items() if before.get(track) != row]
    changed += [track for track in before if track not in now]
    arms = [round(arm) for arm in observation.arms]
    taken = [[each.track, round(each.at, 3), [*map(round, each.arms)]] for each in observation.taken]
    line = [round(observation.t, 3), int(observation.still), arms, changed]
    return [*line, taken] if taken else line, now


def _row(card: ObservedCard) -> list[Any]:
    odds = {str(code): round(share, 3) for code, share in enumerate(card.odds) if share > WORTH_KEEPING}
    place = [round(card.x, 2), round(card.y, 2), round(card.since, 3)]
    arms = [round(arm) for arm in card.laid_by]
    turned = [round(card.turn)] if card.turn is not None else []
    return [card.track, *place, int(card.steady), int(card.hidden), odds, arms, *turned]


def _look(line: list[Any], lying: dict[int, ObservedCard]) -> Observation:
    """Read an observation from a line; ``lying`` holds the cards of the one before and is updated."""
    t, still, arms, changed, *more = line  # most looks have no more
    for row in changed:
        if isinstance(row, int):
            del lying[row]
        else:
            card = _card(row)
            lying[card.track] = card
    reaching = tuple(_number(arm, -FARTHEST, FARTHEST) for arm in arms)
    taken = tuple(map(_taken, more[0])) if more else ()
    return Observation(_number(t, 0, LATEST), tuple(lying.values()), bool(still), reaching, taken)


def _taken(row: list[Any]) -> Taken:
    """Read when a card was taken, and from where arms reached there."""
    track, at, arms = row
    if type(track) is not int:
        raise ValueError("a track is a whole number")
    return Taken(track, _number(at, 0, LATEST), tuple(_number(arm, 0, 360) for arm in arms))


def _card(row: list[Any]) -> ObservedCard:
    """Read one card from its row; its odds are scaled to sum to 1, since they were rounded."""
    track, x, y, since, steady, hidden, shares, *more = row  # evenings kept by earlier versions have no more
    if type(track) is not int:
        raise ValueError("a track is a whole number")
    found = [_number(shares.get(str(code), 0.0), 0, 1) for code in range(len(PACK))]
    total = sum(found) or 1.0
    odds = tuple(share / total for share in found)
    place = (_number(x, -FARTHEST, FARTHEST), _number(y, -FARTHEST, FARTHEST))
    laid_by = tuple(_number(arm, 0, 360) for arm in (more[0] if more else ()))
    turn = _number(more[1], 0, 180) if len(more) > 1 else None
    since = _number(since, 0, LATEST)
    return ObservedCard(track, odds, *place, since, bool(steady), bool(hidden), laid_by, turn)


def _number(value: object, least: float, most: float) -> float:
    """Give a number between these two; ValueError for anything else."""
    if isinstance(value, bool) or not isinstance(value, int | float) or not least <= value <= most:
        raise ValueError(f"expected a number from {least} to {most}")
    return value
