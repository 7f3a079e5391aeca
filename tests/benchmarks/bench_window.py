"""How long the window takes to its first frame, and what it needs of memory and time while it watches.

Run it as ``python tests/benchmarks/bench_window.py`` (``--offscreen`` for SDL's offscreen driver and
software OpenGL, where there is no display). It starts the app as ``porrazo`` does, each time in a process and
with a data folder of its own, and prints a line of JSON for each run. ``cpu_s`` is what of the
time to the first frame the process itself needed: on a busy machine the rest was waiting.
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

HOUSE = Path(__file__).resolve().parents[2]
RUNS = 3
WATCHED_SECONDS = 4.0
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


def child(started: float, watching: bool) -> None:
    """Run the app; at its first frame (or, watching, some seconds later) print what it took, and leave."""
    from companion import app

    app.open_window()
    from kivy.app import App
    from kivy.clock import Clock
    from kivy.core.window import Window

    from engine.record import Adjust, Header

    found: dict[str, float] = {}

    def first_frame(*_: object) -> None:
        if not found:
            found["first_frame_s"] = round(time.time() - started, 2)
            found["cpu_s"] = round(time.process_time(), 2)
            Clock.schedule_once(lambda _: finish(), WATCHED_SECONDS if watching else 0.5)

    def finish() -> None:
        running = App.get_running_app()
        begun = time.perf_counter()
        running.session.tap(Adjust(0, 1, "bench"))
        running.screen.refresh()
        Window.dispatch("on_draw")
        found["tap_to_drawn_ms"] = round(1000 * (time.perf_counter() - begun), 1)
        found["frames_a_second"] = round(Clock.get_rfps(), 1)
        found.update(memory())
        print(json.dumps({"window": list(Window.size), "watching": watching, **found}), flush=True)
        running.stop()

    Window.fbind("on_flip", first_frame)
    app.run_app(Camera() if watching else None, Header(("Ana", "Beto", "Carla")))


def main() -> int:
    """Measure a plain board and a watched table, each some times."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--offscreen", action="store_true", help="draw where nobody looks, in software")
    parser.add_argument("--child", nargs=2, help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.child:
        child(float(args.child[0]), args.child[1] == "watching")
        return 0
    environment = {**os.environ, "PYTHONPATH": str(HOUSE)}
    if args.offscreen:
        environment["SDL_VIDEODRIVER"] = "offscreen"
    for kind in ("plain", "watching"):
        for _ in range(RUNS):
            with tempfile.TemporaryDirectory() as home:
                words = [sys.executable, __file__, "--child", str(time.time()), kind]
                subprocess.run(words, env={**environment, "XDG_DATA_HOME": home}, check=True, timeout=120)
    return 0


if __name__ == "__main__":
    sys.exit(main())
