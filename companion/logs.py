"""What the program logs of itself: to standard error where ``--verbose`` asks for it, and to a file while it plays.

Standard ``logging``: each module has its own logger, and they all stay quiet unless one of these is called. No pictures
are logged. The file lies in the user's cache folder, is at most `LARGEST` bytes, and has `OLDER` older ones beside it.
"""

from __future__ import annotations

import logging
import platform
from logging.handlers import RotatingFileHandler
from pathlib import Path

from companion import __version__
from engine.fields import visible
from vision.files.own_files import cache_folder

OWN_LOGGERS = ("companion", "vision", "porrazo")
"""The loggers of the house; what the libraries log stays unsaid."""
LINE_FORMAT = "%(asctime)s %(levelname)-7s %(name)s: %(message)s"
LOG_FILE = "porrazo.log"
LARGEST, OLDER = 256_000, 2
"""Bytes of a file: some 2,500 lines. Files that are kept beside the newest."""

log = logging.getLogger("companion.cli")  # where every run begins


class LogLines(logging.Formatter):
    """Names and texts from outside must not act on the terminal."""

    def format(self, record: logging.LogRecord) -> str:
        """See logging.Formatter."""
        return "\n".join(visible(line) for line in super().format(record).splitlines())


class QuietFile(RotatingFileHandler):
    """A log file whose disk may be full: the game goes on, and nothing is said of it."""

    def handleError(self, record: logging.LogRecord) -> None:  # noqa: N802 - logging's name
        """See logging.Handler."""


def be_quiet() -> None:
    """Nothing is shown by itself: Python shows warnings on standard error where nobody takes them."""
    for name in OWN_LOGGERS:
        logging.getLogger(name).addHandler(logging.NullHandler())


def log_to_stderr() -> None:
    """Show on standard error what the program logs of itself: what it opened, mended, met and went on with."""
    _add(logging.StreamHandler(), logging.DEBUG)


def log_to_file() -> None:
    """Log to `log_file` from now on; where no file can be written, nowhere."""
    try:
        path = log_file()
        path.parent.mkdir(parents=True, exist_ok=True)
        _add(QuietFile(path, maxBytes=LARGEST, backupCount=OLDER, encoding="utf-8"), logging.INFO)
    except OSError:
        return


def log_file() -> Path:
    """Where the log lies. FileNotFoundError where this user has no home."""
    return cache_folder() / LOG_FILE


def _add(handler: logging.Handler, level: int) -> None:
    handler.setLevel(level)
    handler.setFormatter(LogLines(LINE_FORMAT))
    for name in OWN_LOGGERS:
        logger = logging.getLogger(name)
        logger.addHandler(handler)
        logger.setLevel(min(level, logger.level or level))
    # to this handler alone: another one has said it already
    versions = __version__, platform.python_version(), platform.platform()
    handler.handle(
        log.makeRecord(log.name, logging.INFO, __file__, 0, "porrazo %s, Python %s, %s", versions, None)
    )
