"""How long the window takes to its first frame, and what it needs of memory and time while it watches.

Run it as ``python tests/benchmarks/bench_window.py`` (``--offscreen`` for SDL's offscreen driver and
software OpenGL, where there is no display). It starts the app as ``porrazo`` does, each time in a process and
with a data folder of its own, and prints a line of JSON for each run: a plain board, a table watched by a camera of
grey pictures, and one where the networks watch the bundled clip. ``cpu_s`` is what of the time to the first frame the
process itself needed: on a busy machine the rest was waiting. ``tap_ms`` is from a tap to the board drawn with its
point: the median of some taps, and the slowest.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from companion.messages import Message
    from companion.record.session import Producer
    from engine.header import Header

HOUSE = Path(__file__).resolve().parents[2]
RUNS = 3
WATCHED_SECONDS = {"plain": 0.5, "watching": 4.0, "film": 20.0}
TAPS = 12
CLIP = HOUSE / "tests" / "films" / "clip.mp4"
PICTURES_A_SECOND = 30
PICTURE = (720, 1280)


def memory() -> dict[str, float]:
    """Read this process's memory now and at its highest, in MB."""
    fields = dict(line.split(":", 1) for line in Path("/proc/self/status").read_text().splitlines())
    kilobytes = {
        name: float(fields[key].split()[0]) for name, key in (("mb", "VmRSS"), ("highest_mb", "VmHWM"))
    }
    return {name: round(value / 1000, 1) for name, value in kilobytes.items()}


class Camera:
    """A camera of grey pictures in which a card wanders about."""

    def run(self, post: "Callable[[Message], None]", stop: threading.Event) -> None:
        """Post pictures until stopped."""
        import numpy as np

        from companion.messages import FrameSeen

        rng = np.random.default_rng(1)
        pictures = [rng.integers(60, 200, (*PICTURE, 3), dtype=np.uint8) for _ in range(4)]
        number = 0
        while not stop.wait(1 / PICTURES_A_SECOND):
            corners = np.array([[0, 0], [90, 0], [90, 126], [0, 126]], np.float32) + 5.0 * (number % 100)
            post(FrameSeen(number / PICTURES_A_SECOND, pictures[number % 4], ((corners, "7h", 0.9),)))
            number += 1


def producer(kind: str, header: "Header") -> "Producer | None":
    """Give what watches the table."""
    if kind == "film":
        from companion.archive.settings import CameraChoice
        from companion.pipeline.table_watch import TableWatch

        return TableWatch(CameraChoice(str(CLIP)), header)
    return Camera() if kind == "watching" else None


def child(started: float, kind: str) -> None:
    """Run the app; some seconds after its first frame tap, print what all that took, and leave."""
    from companion.window import launch

    launch.open_window()
    from kivy.app import App
    from kivy.clock import Clock
    from kivy.core.window import Window
    from kivy.graphics.opengl import glFinish

    from engine.events import Adjust
    from engine.header import Header

    found: dict[str, float] = {}
    taps: list[float] = []
    waiting: list[float] = []
    done = threading.Event()
    header = Header(("Ana", "Beto", "Carla")[: 2 if kind == "film" else 3])

    def flipped(*_: object) -> None:
        """A frame is on the screen: SDL's offscreen driver does not wait for that, as a display does."""
        glFinish()
        first_frame()
        if waiting:
            taps.append(round(1000 * (time.perf_counter() - waiting.pop()), 1))
            done.set()

    def first_frame() -> None:
        if not found:
            found["first_frame_s"] = round(time.time() - started, 2)
            found["cpu_s"] = round(time.process_time(), 2)
            threading.Thread(target=tapping, daemon=True).start()

    def tapping() -> None:
        """Tap now and then, as somebody who knows nothing of frames."""
        time.sleep(WATCHED_SECONDS[kind])
        for _ in range(TAPS):
            begun = time.perf_counter()
            Clock.schedule_once(lambda _, begun=begun: tap(begun))
            done.wait(10)
            done.clear()
            time.sleep(0.37)
        Clock.schedule_once(lambda _: finish())

    def tap(begun: float) -> None:
        running = App.get_running_app()
        running.session.tap(Adjust(0, 1, "bench"))
        running.changed()
        waiting.append(begun)

    def finish() -> None:
        found["frames_a_second"] = round(Clock.get_rfps(), 1)
        found.update(memory())
        taps.sort()
        times = {"tap_ms": [taps[len(taps) // 2], taps[-1]]}
        print(json.dumps({"window": list(Window.size), "kind": kind, **found, **times}), flush=True)
        App.get_running_app().stop()

    Window.fbind("on_flip", flipped)
    launch.run_app(producer(kind, header), header)


def main() -> int:
    """Measure each kind some times."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--offscreen", action="store_true", help="draw where nobody looks, in software")
    parser.add_argument("--kind", action="append", choices=[*WATCHED_SECONDS], help="may be given again; all")
    parser.add_argument("--runs", type=int, default=RUNS, help="of each kind")
    parser.add_argument("--child", nargs=2, help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.child:
        child(float(args.child[0]), args.child[1])
        return 0
    environment = {**os.environ, "PYTHONPATH": str(HOUSE)}
    if args.offscreen:
        environment["SDL_VIDEODRIVER"] = "offscreen"
    for kind in args.kind or WATCHED_SECONDS:
        for _ in range(args.runs):
            with tempfile.TemporaryDirectory() as home:
                words = [sys.executable, __file__, "--child", str(time.time()), kind]
                subprocess.run(words, env={**environment, "XDG_DATA_HOME": home}, check=True, timeout=120)
    return 0


if __name__ == "__main__":
    sys.exit(main())
