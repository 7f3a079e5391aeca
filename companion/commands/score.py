"""``porrazo score FILE``: scores a record, as a sheet for people or as JSON lines for programs."""

import argparse
import json
import sys
from collections.abc import Iterable, Iterator
from typing import Any, BinaryIO

from companion.commands import BadInput
from engine.events import Event
from engine.game import AnyGame, Outcome, Step
from engine.games import game_called
from engine.header import Header
from engine.record import BadRecord, lines_of, read
from engine.sheet import markdown, plain
from vision.files import gate

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
        record = Scored(args.file, lines_of(source))
        if args.json:
            print_json(record)
        else:
            print_sheet(record, args.markdown)
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


class Scored:
    """A record being scored, whatever game it is of: its game and header once begun, and its steps."""

    def __init__(self, name: str, lines: Iterable[bytes]) -> None:
        self.name = name
        self.items = numbered(name, lines)
        number, header = next(self.items)
        assert isinstance(header, Header)  # what a record gives first
        self.header = header
        self.game: AnyGame = game_called(header.game)
        try:
            self.before: Outcome[Any, Any] = Outcome(self.game.start(header))
        except ValueError as wrong:
            raise BadInput(f"{name}:{number}: {wrong}") from None

    def steps(self) -> Iterator[Step[Any, Any]]:
        """Give what came of the header, of each event, and (no event) of the record's end.

        Before BadInput for a bad line comes all that was scored before it: also what the refused event settled
        or let stand by arriving.
        """
        yield None, self.before
        for number, event in self.items:
            assert isinstance(event, Event)
            position = self.before.position
            try:
                self.before = self.game.after(position, event)
            except ValueError as wrong:
                yield event, self.game.arriving(position, event)
                raise BadInput(f"{self.name}:{number}: {wrong}") from None
            yield event, self.before
        self.before = self.game.settled(self.before.position)
        yield None, self.before


def numbered(name: str, lines: Iterable[bytes]) -> Iterator[tuple[int, Header | Event]]:
    """Read the record; BadInput for a line that cannot be read."""
    try:
        yield from read(lines)
    except BadRecord as bad:
        raise BadInput(f"{name}:{bad.line}: {bad}") from None


def print_json(record: Scored) -> None:
    """Print one line per score as it falls due, and at the end where the match stands."""
    for _, outcome in record.steps():
        for score in outcome.made:
            print(json.dumps(score.to_json()))
    print(json.dumps(record.before.position.to_json()))


def print_sheet(record: Scored, as_markdown: bool) -> None:
    """Print the score sheet and how the match stands; of a bad record only so much as had been scored."""
    known: list[Step[Any, Any]] = []
    try:
        known.extend(record.steps())  # keeps what came before a bad line
    finally:
        if known:
            write = markdown if as_markdown else plain
            print(write(record.game.sheet(record.header, known)))
    print(record.game.closing(record.before.position))
