"""A window with a camera's picture and nothing else: what comes, how fast, and which cards are seen in it."""

from __future__ import annotations

import threading
import time

from kivy.app import App
from kivy.clock import Clock
from kivy.core.window import Window
from kivy.uix.floatlayout import FloatLayout

from companion import theme
from companion.messages import FrameSeen, Picture, Progress, prepared
from companion.pipeline.observing import outlines
from companion.pipeline.starting import LOADING_ERRORS, LOADING_STEPS, seeing_table
from companion.pipeline.watcher import Losses
from companion.web.phone_camera import waiting_link
from companion.window.launch import left
from companion.window.table_parts.live_picture import LEARNING, LivePicture
from companion.window.widgets.qr_code import QrCode
from companion.window.widgets.text import language, plain
from vision.cameras.camera import Camera, CameraError, Frame, Rate, recovered
from vision.faults import CaughtFault, guarded

SHOWN_A_SECOND = 30
CODE_SHARE = 0.8
"""Of the window's shorter side that a code for a phone takes."""


class Viewer:
    """Looks through a camera in a thread of its own; ``said`` and ``picture`` are the newest there is to show."""

    def __init__(self, camera: Camera, losses: Losses) -> None:
        self.camera, self.said = camera, ""
        self.loading: Progress | None = Progress(0, LOADING_STEPS)
        self.picture: Picture | None = None
        losses.tell = self._lost
        self._thread = threading.Thread(target=self._work, name="watch", daemon=True)
        self._thread.start()

    def _lost(self, sentence: str) -> None:
        self.said = "" if recovered(sentence) else sentence

    def _report(self, progress: Progress) -> None:
        self.loading = progress

    def _work(self) -> None:
        try:
            table = seeing_table(self._report)
        except LOADING_ERRORS as error:
            self.said = str(error)
            return
        finally:
            self.loading = None
        rate, looked = Rate(), 0.0

        def look(frame: Frame) -> None:
            nonlocal looked
            began = time.monotonic()
            shown = outlines(table.look(frame.image, frame.t, frame.number))
            looked += 0.2 * (time.monotonic() - began - looked)
            self.picture = prepared(FrameSeen(frame.t, frame.image, shown))
            self.said = self._sentence(frame, rate(frame), looked, len(shown))

        try:
            while (frame := self.camera.read()) is not None:
                if isinstance(fault := guarded(lambda frame=frame: look(frame)), CaughtFault):  # type: ignore[misc]
                    self.said = fault.reason
        except CameraError as error:
            self.said = str(error)

    def _sentence(self, frame: Frame, rate: float, looked: float, cards: int) -> str:
        height, width = frame.image.shape[:2]
        seen = language.many("{count} card", "{count} cards", cards).format(count=cards)
        text: str = language.tr(
            "{width} x {height} pixels, {rate} pictures a second, {time} ms a look, {cards}"
        )
        return text.format(
            width=width, height=height, rate=f"{rate:.1f}", time=round(1000 * looked), cards=seen
        )


class PictureApp(App):
    """Shows what a `Viewer` sees, until the window is closed or Escape is pressed."""

    def __init__(self, viewer: Viewer) -> None:
        super().__init__()
        self.viewer = viewer

    def build(self) -> FloatLayout:
        """Make the window's content."""
        self.title = "Porrazo"
        Window.clearcolor = theme.FELT_BOTTOM
        self.shown, self.code = LivePicture(), QrCode(size_hint=(CODE_SHARE, CODE_SHARE))
        self.code.pos_hint = {"center_x": 0.5, "center_y": 0.5}
        content = FloatLayout()
        content.add_widget(self.shown)
        content.add_widget(self.code)
        Clock.schedule_interval(self._step, 1 / SHOWN_A_SECOND)
        Window.bind(on_key_down=self._key)
        return content

    def _step(self, _seconds: float) -> None:
        viewer, shown = self.viewer, self.shown
        shown.unit = theme.unit(*Window.size)
        if viewer.picture is not shown.picture:
            shown.picture = viewer.picture
        shown.loading = viewer.loading
        link = waiting_link()
        if link != self.code.text:
            self.code.text = link
        caption = plain(link) if link else viewer.said
        shown.caption = language.tr(LEARNING) if viewer.loading is not None else caption

    def _key(self, _window: object, key: int, *_: object) -> bool:
        if key == 27:
            self.stop()
        return key == 27

    def on_stop(self) -> None:
        """Let go of the camera."""
        self.viewer.camera.close()


def show(camera: Camera, losses: Losses) -> int:
    """Show a camera's picture until the window, which is open, is closed; the exit status."""
    PictureApp(Viewer(camera, losses)).run()
    return left()
