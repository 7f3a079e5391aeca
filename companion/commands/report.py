"""What ``porrazo doctor --report FILE`` writes for whoever helps: findings and the log's end, without names of people.

There are no pictures in it, since neither findings nor the log hold any. Names of people who have played, of the user
and of the machine may stand in the log and in paths: each becomes NAME.
"""

from __future__ import annotations

import platform
import re
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path

INSTEAD = "NAME"
MOST_MATCHES = 200
"""So many of the latest matches are asked who played; the log reaches back less far."""


def write_report(file: Path, lines: Sequence[str]) -> None:
    """Write these lines to a file, without names; OSError where it cannot be written."""
    from vision.files.own_files import write_whole

    text = unnamed("\n".join(lines), [*people(), *own_names()])
    write_whole(file, f"{text}\n".encode())


def people() -> Iterator[str]:
    """Give the names of those who are remembered, and of those who played."""
    from companion.archive.archive import archive_in
    from companion.archive.kept_match import Kept
    from vision.files.own_files import data_folder

    with suppress(OSError), archive_in(data_folder()) as archive:
        yield from (person.name for person in archive.people())
        for number in archive.numbers()[:MOST_MATCHES]:
            found = archive.read(number)
            if isinstance(found, Kept):
                yield from found.header.players


def own_names() -> Iterator[str]:
    """Give the user's own name and the machine's, which stand in paths."""
    from vision.files.own_files import home

    yield platform.node()
    with suppress(OSError):
        yield home().name


def unnamed(text: str, names: Sequence[str]) -> str:
    """Put `INSTEAD` in the place of each of these names where it stands alone in a text; a single letter is no name."""
    words = sorted({re.escape(name) for name in names if len(name) > 1}, key=len, reverse=True)
    if not words:
        return text
    return re.sub(rf"(?<!\w)(?:{'|'.join(words)})(?!\w)", INSTEAD, text, flags=re.IGNORECASE)
