"""``porrazo evening PATH``: play an evening that was kept through the referee again, or make a test case of it."""

from __future__ import annotations

import argparse
import gzip
import json
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, assert_never

from companion.commands import BadInput
from companion.commands.headless import score_line, sentence
from engine.events import IllegalPlay

if TYPE_CHECKING:
    from companion.pipeline.following import FollowsMatch
    from companion.record.evening import Evening
    from companion.referee import Change
    from engine.events import Event
    from engine.game import Standing

Explain = Callable[["FollowsMatch", "list[Change]", float], None]
"""Called with the referee, the changes of the record that it has just made, and the time in seconds."""

ABOUT = """\
Plays what was seen on an evening (kept by the app, or by porrazo watch --keep-evening PATH) through the referee again,
without a camera, and prints the events as they are understood now, then the score. --explain says on standard error
why each event is believed, and names the film that shows it. What people put right at the table is told to the
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
    parser.add_argument(
        "path",
        metavar="PATH",
        help="the evening's folder, or the file that porrazo watch --keep-evening wrote",
    )
    parser.add_argument("--json", action="store_true", help="print each event as a line of JSON")
    parser.add_argument(
        "--explain",
        action="store_true",
        help="say of each event on standard error why it, and not the next best",
    )
    parser.add_argument("--alone", action="store_true", help="leave out what people put right at the table")
    parser.add_argument("--as-test", metavar="OUT", help="write a test case (OUT.jsonl.gz)")


def run(args: argparse.Namespace) -> int:
    """Replay the evening, or write the test case."""
    from companion.record.evening import MOST_BYTES, BadEvening, read_evening
    from companion.record.kept_evening import seen_file
    from vision.files import gate

    path = seen_file(Path(args.path))
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
        referee, record = replay(
            evening, told=not args.alone, explain=explained_in(Path(args.path)) if args.explain else None
        )
    except IllegalPlay as error:
        raise BadInput(f"{path}: the rules refuse its record: {error}") from None
    print_record(record, referee.settled(), as_json=args.json)
    return 0


def replay(
    evening: Evening, *, told: bool, explain: Explain | None = None
) -> tuple[FollowsMatch, tuple[Event, ...]]:
    """Give the referee after it was shown all of an evening, and ``told`` what people said; and the record then.

    ``explain`` is given every change of the record as it comes about.
    """
    from companion.pipeline.starting import referee_for
    from companion.record.evening import BlindTime, PutRight, WholeRecord
    from companion.referee.observation import Observation

    explain = explain or (lambda _referee, _changes, _t: None)
    referee, t = referee_for(evening.header, evening.events, evening.bottom, live=True), 0.0
    whole = WholeRecord()
    for line in evening.lines:
        match line:
            case Observation():
                t = line.t
                explain(referee, referee.look(line), t)
            case PutRight():
                if told:
                    referee.hear(line.record)
                    whole.told(line.record, referee.written)
            case BlindTime():
                referee.unseen(line.since, line.until)
            case _:
                assert_never(line)
    explain(referee, referee.end(t), t)
    return referee, whole.now(referee.written)


def explained_in(path: Path) -> Explain:
    """Give what prints on standard error why each event is believed (Porrazo only), and which films show that time."""
    from companion.record.clips import films_of
    from companion.referee import Referee
    from companion.referee.explain import why

    films = films_of(path) if path.is_dir() else []

    def explain(referee: FollowsMatch, changes: list[Change], t: float) -> None:
        for table in why(referee, changes) if isinstance(referee, Referee) else ():
            print(table, file=sys.stderr)
        for film, since, until in films if changes else ():
            if since <= t <= until:
                print(f"  see {film}", file=sys.stderr)

    return explain


def print_record(record: Sequence[Event], position: Standing, *, as_json: bool) -> None:
    """Print every event that is in the record now, and where the match stands."""
    for number, event in enumerate(record, 1):
        line = {"event": number, **event.to_json()}
        print(json.dumps(line) if as_json else sentence(line))
    print(json.dumps(position.to_json()) if as_json else score_line(position))


def write_test(evening: Evening, out: Path, source: Path) -> None:
    """Write the evening as a recorded test: what has to come out, then every look. BadInput where it cannot be."""
    from companion.record.evening import lines_of
    from companion.referee.observation import Observation

    head = expected_of(evening, source)
    looks = lines_of(line for line in evening.lines if isinstance(line, Observation))
    try:
        with out.open("xb") as file:
            file.write(gzip.compress("\n".join((json.dumps(head), *looks)).encode(), mtime=0))
    except FileExistsError:
        raise BadInput(f"{out}: is there already; name another file") from None


def expected_of(evening: Evening, source: Path) -> dict[str, object]:
    """Give what has to come out of an evening, from the record as people left it; BadInput where nobody knows."""
    from engine.games import game_called
    from engine.header import GAME

    before = [_what(event) for event in evening.events]
    if evening.record is None:
        raise BadInput(f"{source}: was cut off, so nobody knows how the match ended")
    events = [_what(event) for event in evening.record]
    if events[: len(before)] != before:
        raise BadInput(
            f"{source}: what had been written before it was kept was put right later; that makes no test"
        )
    game = game_called(evening.header.game)
    position = game.start(evening.header)
    for event in evening.record:
        position = game.after(position, event).position
    last = game.settled(position).position
    ends = {"scores": list(last.scores)} if game.name == GAME else {"last": last.to_json()}
    began = {"before": before} if before else {}
    return {"header": evening.header.to_json(), "bottom": evening.bottom, **began, **ends, "events": events}


def _what(event: Event) -> dict[str, object]:
    line = event.to_json()
    return {key: line[key] for key in TEST_CASE_KEYS if key in line}
