"""``porrazo score FILE``: scores a record, as a sheet for people or as JSON lines for programs."""

import argparse
import json
import sys
from collections.abc import Iterable, Iterator
from typing import Any, BinaryIO

from companion.commands import BadInput
from engine.header import Header
from engine.porrazo.position import Position
from engine.record import BadRecord, Event, lines_of, read
from engine.sheet import Step, closing, markdown, plain, rows
from vision import gate

STANDARD_INPUT = "-"


def add_parser(subparsers: Any) -> None:
    """Add the command to the command line."""
    parser: argparse.ArgumentParser = subparsers.add_parser(
        "score", help="score a record", description="Score a record of a match (JSON Lines)."
    )
    parser.add_argument("file", metavar="FILE", help="the record; - is standard input")
    form = parser.add_mutually_exclusive_group()
    form.add_argument("--json", action="store_true", help="one line per score, and where the match stands")
    form.add_argument("--markdown", action="store_true", help="the score sheet as Markdown")


def run(args: argparse.Namespace) -> int:
    """Score the record and print it; BadInput names the file and the line that is wrong."""
    with opened(args.file) as source:
        taken = steps(args.file, lines_of(source))
        if args.json:
            print_json(taken)
        else:
            print_sheet(taken, args.markdown)
    return 0


def opened(name: str) -> BinaryIO:
    """Open the record; BadInput if that cannot be done."""
    if name == STANDARD_INPUT:
        if sys.stdin is None:
            raise BadInput("-: there is no standard input")
        return sys.stdin.buffer
    try:
        return gate.opened(name)
    except gate.NotTaken as error:
        raise BadInput(f"{name}: cannot be read: {error}") from None


def steps(name: str, lines: Iterable[bytes]) -> Iterator[Step]:
    """Give the position before the first event, after each of them, and (no event) when the record ends.

    Before BadInput for a bad line comes all that was scored before it: also what the refused event settled or
    let stand by arriving.
    """
    position: Position | None = None
    for number, item in numbered(name, lines):
        try:
            position = started(item) if position is None else after(position, item)
        except ValueError as wrong:  # unknown rules, or an IllegalPlay
            if position is not None and not isinstance(item, Header):
                yield item, position.arriving(item)
            raise BadInput(f"{name}:{number}: {wrong}") from None
        yield (None if isinstance(item, Header) else item), position
    if position is not None:
        yield None, position.settled()


def numbered(name: str, lines: Iterable[bytes]) -> Iterator[tuple[int, Header | Event]]:
    """Read the record; BadInput for a line that cannot be read."""
    try:
        yield from read(lines)
    except BadRecord as bad:
        raise BadInput(f"{name}:{bad.line}: {bad}") from None


def started(item: Header | Event) -> Position:
    """Return the position before the first event; what a record gives first is its header."""
    assert isinstance(item, Header)
    return Position.start(item)


def after(position: Position, item: Header | Event) -> Position:
    """Return the position after an event; all that a record gives after its header are events."""
    assert not isinstance(item, Header)
    return position.after(item)


def print_json(steps: Iterator[Step]) -> None:
    """Print one line per score as it falls due, and at the end where the match stands."""
    last = None
    for _, last in steps:
        for score in last.made:
            print(json.dumps(score.to_json()))
    if last is not None:
        print(json.dumps(last.to_json()))


def print_sheet(steps: Iterator[Step], as_markdown: bool) -> None:
    """Print the score sheet and how the match stands; of a bad record only so much as had been scored."""
    known: list[Step] = []
    try:
        known.extend(steps)  # keeps what came before a bad line
    finally:
        if known:
            write = markdown if as_markdown else plain
            print(write(known[0][1].setting.header, rows(known)))
    print(closing(known[-1][1]))
