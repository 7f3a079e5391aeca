"""``porrazo backup FILE``: everything the app keeps, in one file."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from companion.commands import BadInput

ABOUT = """\
All matches with their events, the players, the settings and the figures go into one file. Decks that were learnt and
stills are files of their own in the data folder."""


def add_parser(subparsers: Any) -> None:
    """Add the command to the command line."""
    parser: argparse.ArgumentParser = subparsers.add_parser(
        "backup", help="write everything kept into one file", description=ABOUT
    )
    parser.add_argument("file", metavar="FILE", help="a file that is not there yet")


def run(args: argparse.Namespace) -> int:
    """Write the backup; BadInput where the file is there already or there is nothing to write."""
    from companion.archive.archive import archive_in
    from companion.store import backup
    from vision.files.own_files import data_folder

    try:
        with archive_in(data_folder()) as archive:
            archive.numbers()  # so that what older versions left in files is in it too
            matches = backup.back_up(archive.folder, Path(args.file))
    except (FileExistsError, FileNotFoundError) as error:
        raise BadInput(f"{error.filename}: {error.strerror}") from None
    print(f"{matches} {'match' if matches == 1 else 'matches'} backed up in {args.file}")
    return 0
