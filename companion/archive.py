"""Every match the app keeps, in one folder: the one being played, and those before it."""

import time
from collections.abc import Callable
from pathlib import Path

from companion import match_file
from companion.match_file import Opened
from engine.record import Header


class Archive:
    """The matches of one folder. No Kivy here; nothing is held open but the journal of an opened match."""

    def __init__(self, folder: Path, clock: Callable[[], float] = time.time) -> None:
        self.folder, self.clock = folder, clock

    def begin(self, header: Header) -> Opened:
        """Begin a match; the one being played is put by. OSError where no file can be written."""
        self.folder.mkdir(parents=True, exist_ok=True)
        return match_file.begin(self.folder, header, self.clock)

    def begin_apart(self, header: Header) -> Opened:
        """Begin a match beside the one that may be unfinished. OSError where no file can be written."""
        return match_file.begin_apart(self.folder, header, self.clock)

    def resume_or_begin(self, header: Header) -> Opened:
        """Go on with the match that is not finished, or begin one. OSError where no file can be written."""
        return match_file.resume_or_begin(self.folder, header, self.clock)

    def resume(self) -> Opened | None:
        """Go on with the match that is not finished, None where there is none that can be read."""
        if not (self.folder / match_file.CURRENT).exists():
            return None
        return self.resume_or_begin(Header(("", "")))
