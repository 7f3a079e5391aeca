"""``porrazo restore FILE``: put what a backup holds in the place of everything the app keeps."""

from __future__ import annotations

import argparse
import time
from pathlib import Path
from typing import Any

from companion.commands import BadInput

ABOUT = """\
What the backup holds takes the place of everything that is kept now. That is not lost: it is put aside in the data
folder, and can be restored in its turn. The app must not be open."""


def add_parser(subparsers: Any) -> None:
    """Add the command to the command line."""
    parser: argparse.ArgumentParser = subparsers.add_parser(
        "restore", help="put back what a backup holds", description=ABOUT
    )
    parser.add_argument("file", metavar="FILE", help="a file that porrazo backup has written")


def run(args: argparse.Namespace) -> int:
    """Restore; BadInput where the file is no whole backup or the app is open, and nothing is changed then."""
    from companion.archive.archive import archive_in
    from companion.store import backup
    from vision.files.own_files import data_folder

    folder = data_folder()
    with archive_in(folder) as archive:
        if archive.reads_only:
            raise BadInput("porrazo is open: close it first")
        try:
            matches, aside = backup.restore(folder, Path(args.file), time.time())
        except backup.NoBackup as error:
            raise BadInput(f"{args.file}: {error}") from None
    before = f"; what was there before is in {aside}" if aside is not None else ""
    print(f"{matches} {'match' if matches == 1 else 'matches'} restored{before}")
    return 0
