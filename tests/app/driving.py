"""A finger and an eye for the app under test: taps are real touch events, texts are read off the widgets."""

import time
from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path
from typing import TypeVar

import numpy as np
from kivy.base import EventLoop, runTouchApp
from kivy.core.window import Window
from kivy.input.motionevent import MotionEvent
from kivy.uix.label import Label
from kivy.uix.widget import Widget
from numpy.typing import NDArray

from companion.archive.archive import Archive
from companion.record.session import Producer, Session
from companion.window.porrazo_app import PorrazoApp
from companion.window.screen import Screen
from companion.window.table.table import TableScreen
from companion.window.widgets.text import language
from engine.header import Header

FINGERS = count()
PAUSE = 0.004
"""Seconds between two frames while something is waited for: whoever works in another thread gets on with it."""
Kind = TypeVar("Kind", bound=Screen)


class Finger(MotionEvent):
    """A touch at a place given as fractions of the window's size."""

    def __init__(self, x: float, y: float) -> None:
        super().__init__("test", next(FINGERS), {"x": x, "y": y}, is_touch=True, type_id="touch")
        self.profile = ["pos"]

    def depack(self, args: dict[str, float]) -> None:
        """Take the place over."""
        self.sx, self.sy = args["x"], args["y"]
        super().depack(args)


class Driver:
    """The running app, at the table with a match of ``header``, or at Start where that is None.

    Its clock is set by hand, so that no test depends on how fast it runs.
    """

    def __init__(
        self, folder: Path, header: Header | None, producer: Producer | None, size: tuple[int, int]
    ) -> None:
        language.code = "en"
        self.now = 1000.0
        self.folder = folder
        archive = Archive(folder, lambda: self.now)
        opened = None if header is None else archive.resume_or_begin(header)
        self.app = PorrazoApp(archive, opened, producer)
        self.app._run_prepare()
        if EventLoop.status != "started":
            runTouchApp(embedded=True)
        Window.size = size
        if opened is not None:
            self.sit_down()
        self.idle()

    def sit_down(self) -> None:
        """Take the clock of the match at the table in hand, and let its pegs and cards fly in no time."""
        self.session.clock = lambda: self.now
        self.screen.board.flight = self.screen.flight.seconds = 0

    @property
    def session(self) -> Session:
        """The match being played."""
        assert self.app.session is not None
        return self.app.session

    def front(self, kind: type[Kind]) -> Kind:
        """The screen in front, which is one of this kind."""
        screen = self.app.screen
        assert isinstance(screen, kind)
        return screen

    @property
    def screen(self) -> TableScreen:
        """The table, while it is in front."""
        screen = self.app.screen
        assert isinstance(screen, TableScreen)
        return screen

    def close(self) -> None:
        """Take the app off the window."""
        self.app.dispatch("on_stop")
        for child in list(Window.children):
            Window.remove_widget(child)
        language.code = "en"

    def idle(self, frames: int = 4) -> None:
        """Let the main loop run for some frames."""
        for _ in range(frames):
            EventLoop.idle()

    def until(self, done: Callable[[], bool], seconds: float = 60.0) -> None:
        """Let the main loop run until this holds; an assertion fails if it takes too long."""
        end = time.monotonic() + seconds
        while not done():
            assert time.monotonic() < end, "it never came about"
            EventLoop.idle()
            time.sleep(PAUSE)

    def tap(self, widget: Widget) -> None:
        """Touch a widget's middle and let go."""
        x, y = widget.to_window(*widget.center)
        finger = Finger(x / Window.width, y / Window.height)
        EventLoop.post_dispatch_input("begin", finger)
        EventLoop.post_dispatch_input("end", finger)
        self.idle()

    def widgets(self) -> Iterator[Widget]:
        """Yield every widget in the window."""
        for child in Window.children:
            yield from child.walk()

    def texts(self) -> list[str]:
        """Read every text on the window."""
        return [w.text for w in self.widgets() if isinstance(w, Label) and w.text and w.opacity]

    def button(self, text: str) -> Widget:
        """Find the widget with exactly this text, or this text and what it is marked up with."""
        return next(w for w in self.widgets() if isinstance(w, Label) and w.text == text and w.opacity)

    def pixels(self) -> NDArray[np.uint8]:
        """Take a picture of the screen: uint8, (height, width, 4), first row uppermost."""
        texture = self.app.root.export_as_image().texture
        width, height = texture.size
        return np.frombuffer(texture.pixels, np.uint8).reshape(height, width, 4)
