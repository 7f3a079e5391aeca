"""``porrazo evening FILE``: play an evening that was kept through the referee again, or make a test case of it."""

from __future__ import annotations

import argparse
import gzip
import json
from pathlib import Path
from typing import TYPE_CHECKING, Any, assert_never

from companion.commands import BadInput
from companion.commands.headless import score_line, sentence
from engine.events import IllegalPlay

if TYPE_CHECKING:
    from companion.record.evening import Evening
    from companion.referee import Referee
    from engine.events import Event

ABOUT = """\
Plays what was seen on an evening (porrazo watch --keep-evening FILE) through the referee again, without a camera,
and prints the events as they are understood now, then the score. What people put right at the table is told to the
referee again where they told it, unless --alone. --as-test OUT writes a test case: the evening as it was seen, and
the record as people left it, which the referee has to reach by itself.
"""
TEST_CASE_KEYS = ("do", "seat", "card", "cards", "in_place", "took", "points", "why", "kind", "against")
"""What a test case keeps of an event: what happened, and not when or how it was found."""


def add_parser(subparsers: Any) -> None:
    """Add the command to the command line."""
    parser: argparse.ArgumentParser = subparsers.add_parser(
        "evening",
        help="play an evening that was kept through the referee again",
        description=ABOUT,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("file", metavar="FILE", help="the evening, as porrazo watch --keep-evening wrote it")
    parser.add_argument("--json", action="store_true", help="print each event as a line of JSON")
    parser.add_argument("--alone", action="store_true", help="leave out what people put right at the table")
    parser.add_argument("--as-test", metavar="OUT", help="write a test case (OUT.jsonl.gz)")


def run(args: argparse.Namespace) -> int:
    """Replay the evening, or write the test case."""
    from companion.record.evening import MOST_BYTES, BadEvening, read_evening
    from vision.files import gate

    path = Path(args.file)
    try:
        gate.check(path, MOST_BYTES)
        evening = read_evening(path)
    except (gate.NotTaken, OSError) as error:
        raise BadInput(f"{path}: cannot be read: {error}") from None
    except BadEvening as error:
        raise BadInput(f"{path}: {error}") from None
    try:
        if args.as_test:
            write_test(evening, Path(args.as_test), path)
            return 0
        referee = replay(evening, told=not args.alone)
    except IllegalPlay as error:
        raise BadInput(f"{path}: the rules refuse its record: {error}") from None
    print_record(referee, as_json=args.json)
    return 0


def replay(evening: Evening, *, told: bool) -> Referee:
    """The referee after it was shown all of an evening, and ``told`` what people said."""
    from companion.record.evening import BlindTime, PutRight
    from companion.referee import Referee
    from companion.referee.observation import Observation

    referee, t = Referee(evening.header, evening.events, evening.bottom), 0.0
    for line in evening.lines:
        match line:
            case Observation():
                referee.look(line)
                t = line.t
            case PutRight():
                if told:
                    referee.hear(line.record)
            case BlindTime():
                referee.unseen(line.since, line.until)
            case _:
                assert_never(line)
    referee.end(t)
    return referee


def print_record(referee: Referee, *, as_json: bool) -> None:
    """Print every event that is in the record now, and where the match stands."""
    for number, event in enumerate(referee.written, 1):
        line = {"event": number, **event.to_json()}
        print(json.dumps(line) if as_json else sentence(line))
    position = referee.settled()
    print(json.dumps(position.to_json()) if as_json else score_line(position))


def write_test(evening: Evening, out: Path, source: Path) -> None:
    """Write the evening as a recorded test: what has to come out, then every look. BadInput where it cannot be."""
    from companion.record.evening import lines_of
    from companion.referee.observation import Observation
    from engine.porrazo.position import Position
    from engine.porrazo.rules import after, settled

    if evening.record is None:
        raise BadInput(f"{source}: was cut off, so nobody knows how the match ended")
    if evening.events:
        raise BadInput(f"{source}: went on with a match that had begun before; a test needs a whole one")
    position = Position.start(evening.header)
    for event in evening.record:
        position = after(position, event).position
    head = {
        "header": evening.header.to_json(),
        "bottom": evening.bottom,
        "scores": list(settled(position).position.scores),
        "events": [_what(event) for event in evening.record],
    }
    looks = lines_of(line for line in evening.lines if isinstance(line, Observation))
    try:
        with out.open("xb") as file:
            file.write(gzip.compress("\n".join((json.dumps(head), *looks)).encode(), mtime=0))
    except FileExistsError:
        raise BadInput(f"{out}: is there already; name another file") from None


def _what(event: Event) -> dict[str, object]:
    line = event.to_json()
    return {key: line[key] for key in TEST_CASE_KEYS if key in line}
