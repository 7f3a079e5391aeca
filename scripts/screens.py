"""Makes a picture of every screen, in every language, at the two sizes that matter most, into docs/screens.

``python -m scripts.screens`` makes all of them, ``python -m scripts.screens settings`` those of one screen. With
``--into FOLDER`` they are made to be looked at and not kept: also the further ones, in any size, look and size of text.
The app is the real one, in a window that nobody sees; the match is one of the tests' records, the camera shows the
bundled clip.
"""

from __future__ import annotations

import argparse
import io
import os
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from companion import theme
from companion.archive.archive import Archive
from companion.archive.settings import CHOICES, CameraChoice
from companion.locales import LANGUAGES
from companion.messages import FrameSeen, Message
from companion.pipeline.observing import outlines
from companion.pipeline.starting import seeing_table
from companion.window.launch import prepare
from scripts.scenes import FURTHER, NOW, ROOT, SCENES, Scene, open_match
from vision.arrays import Region
from vision.cameras.camera import Frame, frames
from vision.cameras.opening import open_camera
from vision.tracking.table import TableView

if TYPE_CHECKING:
    from companion.window.porrazo_app import PorrazoApp

FOLDER = ROOT / "docs" / "screens"
CLIP = ROOT / "tests" / "films" / "clip.mp4"
CLIP_FRAMES = range(184, 345, 8)
"""In these, cards come to lie on the table."""
SIZES = ((800, 480), (1280, 800))
COLOURS = 112
"""In a picture's palette: enough for felt, wood and a camera's picture, and a fraction of the bytes."""
ROUNDS = 2
"""So often a palette's colours are drawn to the middle of the pixels that have them; more changes nothing."""
AT_ONCE = 4096
"""Colours compared with a palette at once: some 10 MB."""
PILE: Region = (0.13, 0.6, 0.3, 0.99)
"""On the camera's screen one of the piles is left out."""
SWATCHES = 0.3
"""How much of a picture the colours that mean something count for, beside what is on it, when a palette is chosen."""
FRAMES = 8
"""The main loop runs so many times before a picture: layouts take a few."""
PAUSE = 0.005
"""Seconds between two of them while a camera's thread works: without it that thread has half of the time."""


def main() -> int:
    """Make the pictures whose screens are named, or all."""
    asked = parser().parse_args()
    scenes = {**SCENES, **FURTHER} if asked.into else SCENES
    unknown = [name for name in asked.names if name not in scenes]
    if unknown:
        print(f"screens: there is no picture '{unknown[0]}'; there are: {', '.join(scenes)}", file=sys.stderr)
        return 2
    set_up(os.environ)
    folder: Path = asked.into or FOLDER
    folder.mkdir(parents=True, exist_ok=True)
    for name in asked.names or scenes:
        scene = scenes[name]
        if asked.into:
            scene = replace(scene, settings={**scene.settings, **chosen(asked)})
        for path, image in pictures(name, scene, asked.size if asked.into else SIZES, asked.language):
            path = folder / path.name
            path.write_bytes(png(image, kept=not asked.into))
            print(f"{os.path.relpath(path)}  {path.stat().st_size // 1024} kB", flush=True)
    return 0


def parser() -> argparse.ArgumentParser:
    """What can be asked for on the command line."""
    made = argparse.ArgumentParser(prog="screens", description="Make pictures of the screens.")
    made.add_argument("names", nargs="*", metavar="PICTURE", help="which; all if none is named")
    made.add_argument("--into", type=Path, metavar="FOLDER", help="to be looked at, not kept in docs/screens")
    only = made.add_argument_group("only with --into")
    only.add_argument("--size", type=size_said, nargs="+", default=SIZES, metavar="WIDTHxHEIGHT")
    only.add_argument("--language", nargs="+", default=list(LANGUAGES), choices=list(LANGUAGES))
    only.add_argument("--look", choices=CHOICES["look"])
    only.add_argument("--text-size", type=float, choices=CHOICES["text_size"])
    return made


def size_said(text: str) -> tuple[int, int]:
    """Read a window's size, as 1280x800."""
    width, _, height = text.partition("x")
    return int(width), int(height)


def chosen(asked: argparse.Namespace) -> dict[str, Any]:
    """The settings that were asked for."""
    return {name: value for name in ("look", "text_size") if (value := getattr(asked, name)) is not None}


def file_name(scene: str, code: str, size: tuple[int, int]) -> str:
    """What a picture's file is called."""
    return f"{scene}-{code}-{size[0]}x{size[1]}.png"


OWN = tempfile.TemporaryDirectory(prefix="porrazo-screens-")
"""Where Kivy keeps its settings and its log, until all pictures are taken."""


def set_up(environment: Any) -> None:
    """Prepare for a window that nobody sees; Kivy must not have been imported yet."""
    environment.setdefault("SDL_VIDEODRIVER", "offscreen")
    environment.setdefault("KIVY_HOME", OWN.name)
    environment["PORRAZO_DECKS"] = str(Path(environment["KIVY_HOME"]) / "decks")
    prepare(environment)
    theme.NAP = 0.0  # a palette makes blocks of a rough felt


def pictures(
    name: str,
    scene: Scene,
    sizes: Sequence[tuple[int, int]] = SIZES,
    languages: Sequence[str] = tuple(LANGUAGES),
) -> Iterator[tuple[Path, NDArray[np.uint8]]]:
    """Take a scene's pictures, (height, width, 3) RGB, each with the path of its file."""
    from kivy.core.window import Window

    with tempfile.TemporaryDirectory() as folder, opened(Path(folder), scene) as app:
        app.preferences.change(animation=0.0, **scene.settings)
        if scene.look:
            look(app, scene)
        for size in sizes:
            Window.size = size
            for code in languages:
                app.preferences.change(language=code)
                app.go(scene.screen)
                settle(app, lambda: True)
                scene.act(app)
                settle(app, lambda: ready(app, scene))
                yield FOLDER / file_name(name, code, size), pixels()


@contextmanager
def opened(folder: Path, scene: Scene) -> Iterator[PorrazoApp]:
    """The app at the match of a scene, closed again afterwards."""
    from kivy.base import EventLoop, runTouchApp
    from kivy.core.window import Window

    from companion.window.porrazo_app import PorrazoApp

    archive = Archive(folder, lambda: NOW)
    app = PorrazoApp(archive, open_match(archive, scene))
    app._run_prepare()
    if EventLoop.status != "started":
        runTouchApp(embedded=True)
    try:
        yield app
    finally:
        app.dispatch("on_stop")
        for child in list(Window.children):
            Window.remove_widget(child)


@cache
def seen() -> dict[int, tuple[Frame, TableView]]:
    """Some frames of the bundled clip by their numbers, and what the networks see in them."""
    table = seeing_table()
    return {
        frame.number: (frame, table.look(frame.image, frame.t, frame.number))
        for frame in frames(open_camera(str(CLIP)))
        if frame.number in CLIP_FRAMES
    }


class Clip:
    """One frame of the clip again and again: a camera, what looks through it, and a producer of it."""

    live = True

    def __init__(self, number: int) -> None:
        self.frame, view = seen()[number]
        backs = tuple(back for back in view.backs if not _masked(back, self.frame))
        self.view = replace(view, backs=backs)
        self.closed = False

    def read(self) -> Frame | None:
        """See Camera."""
        time.sleep(0.03)
        return None if self.closed else self.frame

    def close(self) -> None:
        """See Camera."""
        self.closed = True

    def look(self, image: NDArray[np.uint8], t: float, number: int) -> TableView:
        """See Looks."""
        return self.view

    def run(self, post: Callable[[Message], None], stop: threading.Event) -> None:
        """See Producer."""
        post(FrameSeen(self.frame.t, self.frame.image, outlines(self.view)))
        stop.wait()


def _masked(back: NDArray[np.float32], frame: Frame) -> bool:
    """Whether a card face down lies in the pile that is left out."""
    height, width = frame.image.shape[:2]
    x, y = back.mean(0) / (width, height)
    return bool(PILE[0] < x < PILE[2] and PILE[1] < y < PILE[3])


def look(app: PorrazoApp, scene: Scene) -> None:
    """Let the clip be what the camera sees."""
    from companion.setup.camera_setup import Aim
    from companion.window.camera.camera import CameraScreen

    clip = Clip(scene.look)
    CameraScreen.make_aim = staticmethod(
        lambda choice: Aim(choice, lambda _: clip, lambda _source, _tell: Clip(scene.look))
    )
    app.preferences.change(camera=CameraChoice("0", masks=(PILE,)))
    if scene.screen != "camera":
        app.watch(clip)


def ready(app: PorrazoApp, scene: Scene) -> bool:
    """Whether the camera shows what it is to show, where there is one."""
    screen: Any = app.screen
    if scene.screen == "camera" and scene.look:
        return bool(screen.overlay.area and screen.sentences)
    return not scene.look or (app.session is not None and app.session.picture is not None)


def settle(app: PorrazoApp, done: Callable[[], bool]) -> None:
    """Let the main loop run until this holds and the layouts have settled."""
    from kivy.base import EventLoop

    end = time.monotonic() + 30
    while not done() and time.monotonic() < end:
        EventLoop.idle()
        time.sleep(PAUSE)
    for _ in range(FRAMES):
        EventLoop.idle()


def pixels() -> NDArray[np.uint8]:
    """The window as it is, with all that lies over the screen, (height, width, 3) RGB."""
    from kivy.core.window import Window
    from kivy.graphics import ClearBuffers, ClearColor, Fbo

    width, height = Window.size
    drawn = [child.canvas for child in reversed(Window.children)]
    film = Fbo(size=(width, height), with_stencilbuffer=True)
    with film:
        ClearColor(*Window.clearcolor)
        ClearBuffers()
    for canvas in drawn:
        Window.canvas.remove(canvas)
        film.add(canvas)
    film.draw()
    taken = np.frombuffer(film.texture.pixels, np.uint8).reshape(height, width, 4)[::-1, :, :3].copy()
    for canvas in drawn:
        film.remove(canvas)
        Window.canvas.add(canvas)
    return taken


def png(image: NDArray[np.uint8], *, kept: bool) -> bytes:
    """A PNG as it is, to be looked at; one that is kept has at most `COLOURS` colours, and keeps those that mean
    something however small they are.
    """
    from PIL import Image

    file = io.BytesIO()
    if not kept:
        Image.fromarray(image).save(file, "PNG")
        return file.getvalue()
    swatches = meant(image.shape[1], image.shape[0])
    together = Image.fromarray(np.concatenate([image, swatches]))
    chosen = together.quantize(COLOURS, Image.Quantize.MEDIANCUT, kmeans=ROUNDS, dither=Image.Dither.NONE)
    palette = np.array(chosen.getpalette(), np.uint8).reshape(-1, 3)[:COLOURS]
    painted = Image.fromarray(nearest(image, palette))
    painted.putpalette(palette.tobytes())
    painted.save(file, "PNG", optimize=True)
    return file.getvalue()


def nearest(image: NDArray[np.uint8], palette: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Give for every pixel the colour of the palette that is nearest to it. Pillow only comes near to that, and draws
    rings into a felt that grows dark.
    """
    colours, where = np.unique(image.reshape(-1, 3), axis=0, return_inverse=True)
    found = [
        ((some[:, None].astype(np.int32) - palette) ** 2).sum(2).argmin(1)
        for some in np.array_split(colours, -(-len(colours) // AT_ONCE))
    ]
    return np.concatenate(found)[where].reshape(image.shape[:2]).astype(np.uint8)


def meant(width: int, height: int) -> NDArray[np.uint8]:
    """The colours that mean something, in stripes: `SWATCHES` of a picture of this size in pixels."""
    named = [theme.POINTS, theme.GOLD, theme.BRASS, theme.WRONG, theme.CARD, theme.CARD_RED, theme.INK]
    colours = (np.array([*named, *theme.SIDE_COLOURS[:5]])[:, :3] * 255).round().astype(np.uint8)
    high = max(1, round(SWATCHES * height / len(colours)))
    return np.asarray(np.broadcast_to(np.repeat(colours, high, 0)[:, None], (high * len(colours), width, 3)))


if __name__ == "__main__":
    sys.exit(main())
