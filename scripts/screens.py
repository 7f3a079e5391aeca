"""Makes a picture of every screen, in every language, at the two sizes that matter most, into docs/screens.

``python -m scripts.screens`` makes all of them, ``python -m scripts.screens settings`` those of one screen. The app is
the real one, in a window that nobody sees; the match is one of the tests' records, the camera shows the bundled clip.
"""

from __future__ import annotations

import os
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from companion.app import prepare
from companion.archive import Archive
from companion.locales import LANGUAGES
from companion.messages import FrameSeen, Message
from companion.settings import CameraChoice
from companion.watcher import outlines
from companion.watching import seeing_table
from engine.record import Event, Header, read
from vision.camera import Frame, frames, open_camera
from vision.framing import Region
from vision.table import TableView

if TYPE_CHECKING:
    from companion.screens.porrazo_app import PorrazoApp

ROOT = Path(__file__).parents[1]
FOLDER = ROOT / "docs" / "screens"
RECORDS = ROOT / "tests" / "games" / "records"
CLIP = ROOT / "tests" / "films" / "clip.mp4"
CLIP_FRAMES = range(60, 300, 8)
"""In these there are cards on the table."""
SIZES = ((800, 480), (1280, 800))
COLOURS = 160
"""In a picture's palette: enough for felt, wood and a camera's picture, and a tenth of the bytes."""
NOW = 1_795_000_000.0
"""When all this happens, in seconds since 1970: the pictures do not change with the day."""
PILE: Region = (0.13, 0.66, 0.28, 0.97)
FRAMES = 8
"""The main loop runs so many times before a picture: layouts take a few."""


@dataclass(frozen=True)
class Scene:
    """One picture: the screen's name, what is played, what is set, and what is done before it is taken."""

    screen: str
    record: str = ""
    events: int = 0
    target: int = 61
    extra: Mapping[str, object] = field(default_factory=dict)
    settings: Mapping[str, Any] = field(default_factory=dict)
    camera: bool = False


SCENES = {
    "start": Scene("start", "pagat-3", 34),
    "new_match": Scene("new_match"),
    "table": Scene("table", "pagat-3", 34, extra={"entry": "camera"}, camera=True),
    "table-cards": Scene("table", "denexa-teams", 30, extra={"entry": "cards"}),
    "table-points": Scene("table", "eight-in-teams", 20, extra={"entry": "points"}),
    "table-light": Scene("table", "pagat-4", 30, extra={"entry": "cards"}, settings={"look": "light"}),
    "camera": Scene("camera", "pagat-3", 34, extra={"entry": "camera"}, camera=True),
    "end": Scene("end", "pagat-2", 200, target=15),
    "replay": Scene("replay", "pagat-2", 200, target=15),
    "history": Scene("history", "pagat-4", 40),
    "decks": Scene("decks"),
    "settings": Scene("settings"),
    "settings-contrast": Scene("settings", settings={"look": "contrast", "text_size": 1.3}),
}
"""Every picture by the name of its file."""


def main() -> int:
    """Make the pictures whose screens are named, or all."""
    wanted = sys.argv[1:] or list(SCENES)
    unknown = [name for name in wanted if name not in SCENES]
    if unknown:
        print(f"screens: there is no picture '{unknown[0]}'; there are: {', '.join(SCENES)}", file=sys.stderr)
        return 2
    set_up(os.environ)
    FOLDER.mkdir(parents=True, exist_ok=True)
    for name in wanted:
        for path, image in pictures(name, SCENES[name]):
            path.write_bytes(png(image))
            print(f"{path.relative_to(ROOT)}  {path.stat().st_size // 1024} kB", flush=True)
    return 0


def file_name(scene: str, code: str, size: tuple[int, int]) -> str:
    """What a picture's file is called."""
    return f"{scene}-{code}-{size[0]}x{size[1]}.png"


def set_up(environment: Any) -> None:
    """Prepare for a window that nobody sees; Kivy must not have been imported yet."""
    environment.setdefault("SDL_VIDEODRIVER", "offscreen")
    environment.setdefault("KIVY_HOME", tempfile.mkdtemp(prefix="porrazo-screens-"))
    environment["PORRAZO_DECKS"] = str(Path(environment["KIVY_HOME"]) / "decks")
    prepare(environment)


def pictures(name: str, scene: Scene) -> Iterator[tuple[Path, NDArray[np.uint8]]]:
    """Take a scene's pictures, (height, width, 3) RGB, each with the path of its file."""
    from kivy.core.window import Window

    with tempfile.TemporaryDirectory() as folder, opened(Path(folder), scene) as app:
        app.preferences.change(animation=0.0, **scene.settings)
        if scene.camera:
            look(app, scene)
        app.go(scene.screen)
        if scene.screen == "camera" and app.screen is not None:
            app.screen.find()
        for size in SIZES:
            Window.size = size
            for code in LANGUAGES:
                app.preferences.change(language=code)
                settle(app, scene)
                yield FOLDER / file_name(name, code, size), pixels(app)


@contextmanager
def opened(folder: Path, scene: Scene) -> Iterator[PorrazoApp]:
    """The app at a match of the scene's record, closed again afterwards."""
    from kivy.base import EventLoop, runTouchApp
    from kivy.core.window import Window

    from companion.screens.porrazo_app import PorrazoApp

    archive = Archive(folder, lambda: NOW)
    app = PorrazoApp(archive, archive.resume_or_begin(played(archive, scene)) if scene.record else None)
    app._run_prepare()
    if EventLoop.status != "started":
        runTouchApp(embedded=True)
    try:
        yield app
    finally:
        app.dispatch("on_stop")
        for child in list(Window.children):
            Window.remove_widget(child)


def played(archive: Archive, scene: Scene) -> Header:
    """Write down a match before this one, and the scene's own as far as it goes; its header."""
    for record, count in (("denexa-2", 40), (scene.record, scene.events)):
        header, events = of_record(record)
        header = replace(
            header, target=scene.target, extra={**header.extra, **scene.extra, "began": NOW - 3000}
        )
        journal = archive.begin(header).journal
        for event in until_won(header, events[:count]):
            journal.append(event)
        journal.close()
    return header


def of_record(name: str) -> tuple[Header, list[Event]]:
    """Read one of the tests' records."""
    with (RECORDS / f"{name}.jsonl").open("rb") as lines:
        (_, header), *rest = read(lines)
    assert isinstance(header, Header)
    return header, [event for _, event in rest if not isinstance(event, Header)]


def until_won(header: Header, events: list[Event]) -> Iterator[Event]:
    """The events up to that which wins the match."""
    from engine.match import Match

    match = Match(header)
    for event in events:
        if match.position.winner is not None:
            return
        match.add(event)
        yield event


@cache
def seen() -> tuple[Frame, TableView]:
    """The frame of the bundled clip with most cards and no arm over them, and what the networks see in it."""
    table = seeing_table()
    looks = [
        (frame, table.look(frame.image, frame.t, frame.number))
        for frame in frames(open_camera(str(CLIP)))
        if frame.number in CLIP_FRAMES
    ]
    return max(looks, key=lambda one: sum(not card.hidden for card in one[1].cards) - len(one[1].arms))


class Clip:
    """One frame of the clip again and again: a camera, what looks through it, and a producer of it."""

    live = True

    def __init__(self) -> None:
        self.frame, self.view = seen()
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


def look(app: PorrazoApp, scene: Scene) -> None:
    """Let the clip be what the camera sees."""
    from companion.aiming import Aim
    from companion.screens.camera import CameraScreen

    clip = Clip()
    CameraScreen.make_aim = staticmethod(
        lambda choice: Aim(choice, lambda: clip, lambda _source, _tell: clip)
    )
    app.preferences.change(camera=CameraChoice("0", masks=(PILE,) if scene.screen == "camera" else ()))
    if scene.screen != "camera":
        app.watch(clip)


def settle(app: PorrazoApp, scene: Scene) -> None:
    """Let the main loop run until the screen shows what it is to show."""
    from kivy.base import EventLoop

    def done() -> bool:
        if scene.screen == "camera":
            return bool(app.screen is not None and app.screen.overlay.area)
        return not scene.camera or (app.session is not None and app.session.picture is not None)

    end = time.monotonic() + 30
    while not done() and time.monotonic() < end:
        EventLoop.idle()
    for _ in range(FRAMES):
        EventLoop.idle()


def pixels(app: PorrazoApp) -> NDArray[np.uint8]:
    """The window as it is, (height, width, 3) RGB."""
    texture = app.root.export_as_image().texture
    width, height = texture.size
    return np.frombuffer(texture.pixels, np.uint8).reshape(height, width, 4)[..., :3].copy()


def png(image: NDArray[np.uint8]) -> bytes:
    """A PNG of at most `COLOURS` colours."""
    import io

    from PIL import Image

    file = io.BytesIO()
    palette = Image.fromarray(image).quantize(COLOURS, Image.Quantize.MAXCOVERAGE, dither=Image.Dither.NONE)
    palette.save(file, "PNG", optimize=True)
    return file.getvalue()


if __name__ == "__main__":
    sys.exit(main())
