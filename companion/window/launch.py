"""Opens the window: ``porrazo`` alone, or ``porrazo watch`` with something to watch."""

import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator, MutableMapping
from contextlib import contextmanager
from pathlib import Path
from types import FrameType

from companion import theme
from companion.archive import match_file
from companion.archive.archive import Archive
from companion.archive.match_file import Opened
from companion.commands import BadInput
from companion.locales import preferred
from companion.record.session import Producer
from companion.system_libraries import what_to_type
from engine.header import Header
from engine.record import BadRecord
from vision.files.own_files import FOLDER_NAME, cache_folder, data_folder

SDL_DRIVERS = "x11,wayland,kmsdrm"
"""SDL's drivers that show a window on Linux. Left to itself SDL ends with one that nobody can see."""

LOOKING_THREADS = ("watch", "aim", "learn")
"""The names of the threads that look at cards."""
CLOSE_WAIT_S = 10.0
"""Seconds that they may take to end after the window was closed."""
FIRST_OF_SIGNALS = 128
"""A shell gives 128 and a signal's number as the exit status of what it ended."""

NO_WINDOW = "no window can be opened: there is no display here"


def main() -> int:
    """Open the app at its first screen."""
    return run_app()


def run_app(
    producer: Producer | None = None, header: Header | None = None, record: Path | None = None
) -> int:
    """Open the window, stay until it is closed, and return the exit status.

    With nothing given the app opens at Start. Else it opens at the table: ``producer`` watches it, in a thread
    of its own; ``header`` is the match to play and ``record`` the file to keep it in, gone on with if it is
    there. Without ``record`` a watched match is a new file in the user's data folder, and without a producer the
    unfinished match there is resumed. BadInput where no window can be opened or the record is not one of this
    match; OSError where no file can be written.
    """
    open_window()
    from companion.window.porrazo_app import PorrazoApp, fresh_header

    archive = Archive(data_folder())
    archive.claim()
    opened = None
    if producer is not None or header is not None or record is not None:
        opened = _opened(archive, header or fresh_header(), record, watching=producer is not None)
    app = PorrazoApp(archive, opened, producer)
    app.introduces = opened is None and not archive.numbers()
    with closed_by_signals(app.stop) as heard:
        app.run()
        return left(FIRST_OF_SIGNALS + heard[0] if heard else 0)


@contextmanager
def closed_by_signals(close: Callable[[], object]) -> Iterator[list[int]]:
    """Meanwhile Ctrl-C, and a system that shuts down, close the window as a finger does; yields the numbers of
    the signals that came.

    The second time the process is ended at once: the window may hang. What is ignored, as by nohup, stays ignored.
    """
    from kivy.clock import Clock

    heard: list[int] = []

    def hear(number: int, _frame: FrameType | None) -> None:
        heard.append(number)
        signal.signal(number, signal.SIG_DFL)
        Clock.schedule_once(lambda _: close())

    wanted = [each for each in (signal.SIGINT, signal.SIGTERM) if signal.getsignal(each) != signal.SIG_IGN]
    before = {number: signal.signal(number, hear) for number in wanted}
    try:
        yield heard
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def left(status: int = 0) -> int:
    """Give this exit status once the threads that look at the table have ended.

    One that is still inside a network or a camera when Python ends would bring the process down with a complaint;
    one that does not come back (a camera that hangs) must not keep it: the record is on disk, line by line.
    """
    looking = [each for each in threading.enumerate() if each.name in LOOKING_THREADS]
    for each in looking:
        each.join(CLOSE_WAIT_S / len(looking))
    if any(each.is_alive() for each in looking):
        sys.stdout.flush()
        os._exit(status)
    return status


def drawn_by_software(devices: Path = Path("/dev/dri")) -> bool:
    """Whether this is a Linux without a graphics processor: there, smooth edges take most of a frame's time."""
    return sys.platform.startswith("linux") and not any(devices.glob("render*"))


def _opened(archive: Archive, header: Header, record: Path | None, *, watching: bool) -> Opened:
    if record is None and watching:
        return archive.begin_apart(header)
    if record is None:
        return archive.resume_or_begin(header)
    try:
        return match_file.open_record(record, header)
    except BadRecord as wrong:
        raise BadInput(f"{record}:{wrong.line}: {wrong}") from None
    except ValueError as wrong:
        raise BadInput(f"{record}: {wrong}") from None


def prepare(environment: MutableMapping[str, str]) -> None:
    """Set what Kivy reads from the environment when it is imported; what the user has set stays."""
    defaults = {
        "KIVY_NO_ARGS": "1",
        "KIVY_LOG_MODE": "MIXED",  # else Kivy takes standard error for its own log
        "KIVY_NO_CONSOLELOG": "1",
        "KIVY_NO_FILELOG": "1",
        "KIVY_NO_CONFIG": "1",
        "KIVY_HOME": str(cache_folder()),
    }
    if sys.platform.startswith("linux") and not hasattr(sys, "getandroidapilevel"):
        defaults["SDL_VIDEODRIVER"] = SDL_DRIVERS
        # Desktops join a window with its icon and its entry in the menu by this name; without, by Python's.
        defaults["SDL_VIDEO_X11_WMCLASS"] = defaults["SDL_VIDEO_WAYLAND_WMCLASS"] = FOLDER_NAME
        defaults["KIVY_WINDOW"] = "sdl2"  # Kivy's own X11 window ends the process where there is no X server
        # pictures and letters come by SDL as well; Kivy would load Pillow for more kinds of them, 5 MB
        defaults["KIVY_IMAGE"] = defaults["KIVY_TEXT"] = "sdl2"
    for name, value in defaults.items():
        environment.setdefault(name, value)
    Path(environment["KIVY_HOME"]).mkdir(parents=True, exist_ok=True)


def open_window() -> None:
    """Open the window, empty as yet; BadInput if there is nowhere to open it."""
    prepare(os.environ)
    from kivy.config import Config

    Config.set("kivy", "exit_on_escape", "0")
    Config.set("input", "mouse", "mouse,disable_multitouch")
    if drawn_by_software():
        Config.set("graphics", "multisamples", "0")
    for name, value in zip(("width", "height"), theme.WINDOW, strict=True):
        Config.set("graphics", name, str(value))
    for name, value in zip(("minimum_width", "minimum_height"), theme.WINDOW_LEAST, strict=True):
        Config.set("graphics", name, str(value))
    from kivy.core.window import Window

    if Window is None:
        raise BadInput(what_to_type() or NO_WINDOW)
    from companion.window.widgets.text import language

    language.code = preferred(os.environ)
