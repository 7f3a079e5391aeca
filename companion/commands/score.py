"""``porrazo score FILE``: scores a record, as a sheet for people or as JSON lines for programs."""

import argparse
import json
import sys
from collections.abc import Iterable, Iterator
from typing import Any, BinaryIO

from companion.commands import BadInput
from engine.header import Header
from engine.porrazo.position import Position
from engine.record import BadRecord, Event, read

STANDARD_INPUT = "-"


def add_parser(subparsers: Any) -> None:
    """Add the command to the command line."""
    parser: argparse.ArgumentParser = subparsers.add_parser(
        "score", help="score a record", description="Score a record of a match (JSON Lines)."
    )
    parser.add_argument("file", metavar="FILE", help="the record; - is standard input")
    parser.add_argument("--json", action="store_true", help="one line per score, and where the match stands")


def run(args: argparse.Namespace) -> int:
    """Score the record and print it; BadInput names the file and the line that is wrong."""
    with opened(args.file) as lines:
        if args.json:
            print_json(positions(args.file, lines))
        else:
            print_sheet(positions(args.file, lines))
    return 0


def opened(name: str) -> BinaryIO:
    """Open the record; BadInput if that cannot be done."""
    if name == STANDARD_INPUT:
        return sys.stdin.buffer
    try:
        return open(name, "rb")
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else "there is no such name"
        raise BadInput(f"{name}: cannot be read: {reason}") from None


def positions(name: str, lines: Iterable[bytes]) -> Iterator[Position]:
    """Give the position before the first event, after each of them, and when the record ends.

    Before BadInput for a bad line comes all that was scored before it: also what the refused event settled or
    let stand by arriving.
    """
    position: Position | None = None
    for number, item in numbered(name, lines):
        try:
            position = Position.start(item) if isinstance(item, Header) else after(position, item)
        except ValueError as wrong:  # unknown rules, or an IllegalPlay
            if position is not None and not isinstance(item, Header):
                yield position.arriving(item)
            raise BadInput(f"{name}:{number}: {wrong}") from None
        yield position
    if position is not None:
        yield position.settled()


def numbered(name: str, lines: Iterable[bytes]) -> Iterator[tuple[int, Header | Event]]:
    """Read the record; BadInput for a line that cannot be read."""
    try:
        yield from read(lines)
    except BadRecord as bad:
        raise BadInput(f"{name}:{bad.line}: {bad}") from None


def after(position: Position | None, event: Event) -> Position:
    """Return the position after an event; a record gives its header first."""
    assert position is not None
    return position.after(event)


def print_json(positions: Iterator[Position]) -> None:
    """Print one line per score as it falls due, and at the end where the match stands."""
    last = None
    for last in positions:
        for score in last.made:
            print(json.dumps(score.to_json()))
    if last is not None:
        print(json.dumps(last.to_json()))


def print_sheet(positions: Iterator[Position]) -> None:
    """Print the score sheet; of a bad record so much as had been scored."""
    last = None
    try:
        for last in positions:
            for score in last.made:
                print(f"{last.setting.name(score.seat)}: {score.points} {score.why}")
    finally:
        pass
    if last is not None:
        print(last.scores)
