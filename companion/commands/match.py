"""``porrazo match list``, ``export NUMBER FILE``, ``import FILE...``, ``delete NUMBER``: the matches the app keeps."""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

from companion.commands import BadInput
from engine.fields import visible
from engine.header import GAME

if TYPE_CHECKING:
    from companion.archive.archive import Archive
    from companion.archive.kept_match import Kept, Unreadable
    from companion.store.store import Row, Store

AT_FIRST = 20
"""So many matches are listed where nothing else is asked for."""
STANDARD_OUTPUT = "-"


def add_parser(subparsers: Any) -> None:
    """Add the command to the command line."""
    parser: argparse.ArgumentParser = subparsers.add_parser(
        "match",
        help="list the matches kept, export, import or delete one",
        description="The matches that the app keeps, each by its number.",
    )
    acts = parser.add_subparsers(dest="act", metavar="list|export|import|delete", required=True)
    listing = acts.add_parser("list", help="list the matches, that played last first")
    listing.add_argument(
        "--last", type=int, default=AT_FIRST, metavar="N", help=f"so many (default {AT_FIRST})"
    )
    exporting = acts.add_parser("export", help="write a match as a record (JSON Lines)")
    exporting.add_argument("number", type=int, metavar="NUMBER")
    exporting.add_argument("file", metavar="FILE", help="a file that is not there yet; - is standard output")
    importing = acts.add_parser("import", help="add records (JSON Lines) to the matches")
    importing.add_argument("files", metavar="FILE", nargs="+")
    deleting = acts.add_parser("delete", help="delete a match for good")
    deleting.add_argument("number", type=int, metavar="NUMBER")


def run(args: argparse.Namespace) -> int:
    """Do what is asked; BadInput where it cannot be done."""
    if args.act == "list":
        for line in listed(args.last):
            print(line, flush=True)
    elif args.act == "export":
        export(args.number, args.file)
    elif args.act == "import":
        for name in args.files:
            print(f"{name}: match {added(name)}", flush=True)
    else:
        delete(args.number)
        print(f"match {args.number} deleted")
    return 0


def listed(most: int) -> list[str]:
    """Say of each match its number, its day, who played, and how it stands."""
    from companion.archive.archive import archive_in
    from vision.files.own_files import data_folder

    with archive_in(data_folder()) as archive:
        found = [archive.read(number) for number in archive.numbers()[: max(0, most)]]
        in_files = [f"{_told(each)}  in {visible(str(each.named.path))}" for each in archive.in_files()]
    return [*in_files[: max(0, most)], *map(_told, found)] or ["No match has been played yet."]


def _told(found: Kept | Unreadable) -> str:
    from companion.archive.kept_match import Unreadable

    if isinstance(found, Unreadable):
        return f"{found.number:>6}  {visible(found.notice.text.format(**found.notice.values))}"
    day = time.strftime("%Y-%m-%d %H:%M", time.localtime(found.when))
    header, game = found.header, found.match.game
    sides = (" and ".join(visible(header.players[seat]) for seat in side) for side in game.sides(header))
    scores = ", ".join(f"{side} {points}" for side, points in zip(sides, found.scores, strict=True))
    which = "" if header.game == GAME else f"{game.title}: "
    unfinished = "" if found.winner is not None else "  (not finished)"
    if found.hurt:
        unfinished += f"  ({len(found.hurt)} of its lines make no sense)"
    return f"{found.number or '-':>6}  {day}  {which}{scores}{unfinished}"


def export(number: int, name: str) -> None:
    """Write a match's lines as they are kept; BadInput where there is none, or the file is there already."""
    from companion.archive.archive import archive_in
    from companion.archive.stored_match import joined
    from vision.files.own_files import data_folder, write_whole

    with archive_in(data_folder()) as archive:
        row = _row(archive, number)
    content = joined(row.lines)
    if name == STANDARD_OUTPUT:
        sys.stdout.flush()
        sys.stdout.buffer.write(content)
        return
    if Path(name).exists():
        raise BadInput(f"{name}: it is there already; name another file")
    write_whole(Path(name), content)


def added(name: str) -> int:
    """Add a record to the matches and return its number; BadInput where it is none.

    Its lines are kept as they stand, also one that cannot be read: that one costs itself and not the match.
    """
    from companion.archive.archive import archive_in, hurt_lines
    from companion.archive.kept_match import Unreadable, read_match
    from companion.archive.older_files import lines_of
    from companion.cli import say
    from companion.store.store import PUT_BY, Row
    from engine.record import MOST_BYTES
    from vision.files import gate
    from vision.files.own_files import data_folder

    try:
        lines = lines_of(gate.read(name, MOST_BYTES))
    except gate.NotTaken as error:
        raise BadInput(f"{name}: cannot be read: {error}") from None
    row = Row(0, lines[0] if lines else "", tuple(lines[1:]), time.time(), PUT_BY, Path(name).name)
    found = read_match(row, 0)
    if isinstance(found, Unreadable):
        raise BadInput(f"{name}:{found.notice.values['line']}: {found.wrong}")
    if found.hurt:
        say(f"{name}: {hurt_lines(found).text.format(**hurt_lines(found).values)}")
    with archive_in(data_folder()) as archive:
        return _writing(archive).add(row.header, row.events, found.when, source=row.source)


def delete(number: int) -> None:
    """Delete a match; BadInput where there is none."""
    from companion.archive.archive import archive_in
    from vision.files.own_files import data_folder

    with archive_in(data_folder()) as archive:
        _row(archive, number)
        _writing(archive).delete(number)


def _writing(archive: Archive) -> Store:
    """BadInput where the app is open."""
    if archive.reads_only:
        raise BadInput("porrazo is open: close it first")
    return archive.writing()


def _row(archive: Archive, number: int) -> Row:
    row = archive.row(number) if 0 < number < 2**63 else None
    if row is None:
        raise BadInput(f"there is no match {number}; porrazo match list says which there are")
    return row
