"""Makes the short film of the window that the READMEs show: ``python -m scripts.film`` writes docs/screens/film-*.gif.

The bundled clip is watched first, as `porrazo watch` would; then the real app, in a window that nobody sees, is shown
every frame and every event at its time, on a clock of the film's own, so that a slow machine makes the same film.
"""

from __future__ import annotations

import os
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from companion.locales import LANGUAGES
from companion.messages import FrameSeen, Message
from companion.pipeline.observing import outlines
from companion.pipeline.starting import referee_for, seeing_table
from companion.pipeline.watcher import Watcher, tell
from engine.header import Header
from scripts.scenes import ROOT, Scene
from scripts.screens import CLIP, meant, opened, pixels, set_up
from vision.cameras.camera import frames
from vision.cameras.opening import open_camera

if TYPE_CHECKING:
    from PIL.Image import Image

    from companion.window.porrazo_app import PorrazoApp

FOLDER = ROOT / "docs" / "screens"
WINDOW, SHOWN = (1280, 800), (720, 450)
"""Pixels: of the window, and of the film."""
RATE = 10
"""Pictures a second."""
HASTE = 2.5
"""The clip passes so much faster than it was taken; pegs and cards move as they do in the app."""
STAYS_S = 3.0
"""Seconds for which the last picture stays."""
COLOURS = 96
"""Of the palette that all pictures share: a film of one palette changes only where something moves."""
LEAST_CHANGE = 10
"""Of a pixel's 255 steps: less is no change, but the rounding of a shadow or the noise of the clip."""
HEADER = Header(("Ana", "Beto"), options={"declarations": "automatic"}, extra={"entry": "camera"})


@dataclass(frozen=True)
class Seen:
    """What the watcher had to say at one moment of the clip."""

    t: float
    messages: tuple[Message, ...]


def main() -> int:
    """Make the film, in every language."""
    set_up(os.environ)
    seen = watched()
    for code in LANGUAGES:
        path = FOLDER / f"film-{code}.gif"
        save(film(seen, code), path)
        print(f"{path.relative_to(ROOT)}  {path.stat().st_size // 1024} kB", flush=True)
    return 0


def watched() -> list[Seen]:
    """Watch the clip to its end."""
    camera = open_camera(str(CLIP))
    watcher = Watcher(camera, seeing_table(), referee_for(HEADER, (), 0, live=False))
    seen = []
    for frame in frames(camera):
        view, changes = watcher.step(frame)
        messages: list[Message] = [FrameSeen(frame.t, frame.image, outlines(view))]
        tell(messages.append, changes)
        seen.append(Seen(frame.t, tuple(messages)))
    last: list[Message] = []
    tell(last.append, watcher.finish())
    return [*seen, Seen(seen[-1].t, tuple(last))]


def film(seen: list[Seen], code: str) -> list[NDArray[np.uint8]]:
    """Show the app all of it and take its pictures, (height, width, 3) RGB."""
    from kivy.base import EventLoop
    from kivy.clock import Clock
    from kivy.core.window import Window

    now, most = Clock.time(), Clock._max_fps
    Clock.time, Clock._max_fps = (
        lambda: now,
        0,
    )  # with a rate to keep to it would wait for a time that stands still
    taken = []
    with tempfile.TemporaryDirectory() as folder, opened(Path(folder), Scene("start")) as app:
        app.preferences.change(language=code)
        Window.size = WINDOW
        begin(app)
        upcoming, t = list(seen), 0.0
        while upcoming:
            t += HASTE / RATE
            show(app, [each for each in upcoming if each.t <= t])
            upcoming = [each for each in upcoming if each.t > t]
            now += 1 / RATE
            app.tick(1 / RATE)
            for _ in range(3):  # layouts take a few
                EventLoop.idle()
            taken.append(pixels())
    del Clock.time
    Clock._max_fps = most
    return taken


def begin(app: PorrazoApp) -> None:
    """Sit down at a new match that the film's producer watches."""
    from kivy.base import EventLoop

    app.begin(HEADER)
    app.watch(Nothing())
    app.go("table")
    for _ in range(8):
        EventLoop.idle()


class Nothing:
    """A producer that posts nothing: the film posts in its place."""

    live = False

    def run(self, post: Any, stop: Any) -> None:
        """See Producer."""
        stop.wait()

    def close(self) -> None:
        """See Producer."""


def show(app: PorrazoApp, due: list[Seen]) -> None:
    """Post what is due: all events, and the newest frame."""
    assert app.session is not None
    messages = [message for each in due for message in each.messages]
    newest = [message for message in messages if isinstance(message, FrameSeen)][-1:]
    for message in [*newest, *(each for each in messages if not isinstance(each, FrameSeen))]:
        app.session.post(message)


def save(pictures: list[NDArray[np.uint8]], path: Path) -> None:
    """Write them as a GIF that begins anew at its end."""
    from PIL import Image

    small = [np.asarray(Image.fromarray(each).resize(SHOWN, Image.Resampling.LANCZOS)) for each in pictures]
    palette = _palette(small)
    quiet = small[:1]
    for each in small[1:]:
        same = np.abs(each.astype(int) - quiet[-1]).max(-1, keepdims=True) < LEAST_CHANGE
        quiet.append(np.where(same, quiet[-1], each))
    written = [Image.fromarray(each).quantize(palette=palette, dither=Image.Dither.NONE) for each in quiet]
    each_ms = 1000 // RATE
    lasting = [each_ms] * (len(written) - 1) + [round(1000 * STAYS_S)]
    written[0].save(path, save_all=True, append_images=written[1:], duration=lasting, loop=0, optimize=False)


def _palette(pictures: list[NDArray[np.uint8]]) -> Image:
    """The colours of some pictures from all parts of the film, those that mean something among them."""
    from PIL import Image

    some = np.concatenate([*pictures[:: max(1, len(pictures) // 6)], meant(SHOWN[0], 6 * SHOWN[1])])
    return Image.fromarray(some).quantize(COLOURS, Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE)


if __name__ == "__main__":
    sys.exit(main())
