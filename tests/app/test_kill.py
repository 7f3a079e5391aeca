"""A match is gone on with after the app was killed in the middle of it: a real process, a real kill."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from companion.window.start import StartScreen
from companion.window.table.table import TableScreen
from tests.app.conftest import Open

ROOT = Path(__file__).parents[2]
PLAYING = """
import sys
from pathlib import Path
from tests.app import conftest
from tests.app.driving import Driver
from engine.cards import Card
from engine.header import Header

header = Header(("Ana", "Beto"), extra={"entry": "cards"})
app = Driver(Path(sys.argv[1]), header, None, (800, 480))
for letter in "KK27":
    app.tap(app.screen.keys.keys.keys[Card.parse(letter)])
print(app.screen.panels[0].numeral.text, flush=True)
"""
DEALT_AGAIN = """
app.tap(app.screen.menu)
app.tap(app.button("Deal hand 1 again"))
print(app.screen.panels[0].numeral.text, flush=True)
"""
ON = """
while True:
    app.idle()
"""


def killed(program: str, folder: Path, *said: str) -> None:
    """Run a program that plays, hear what it says, and kill it."""
    words = [sys.executable, "-c", program + ON, str(folder)]
    with subprocess.Popen(words, cwd=ROOT, stdout=subprocess.PIPE, text=True) as playing:
        assert playing.stdout is not None
        assert [playing.stdout.readline() for _ in said] == [f"{line}\n" for line in said]
        playing.send_signal(signal.SIGKILL)
    assert playing.returncode == -signal.SIGKILL


def test_a_killed_match_is_gone_on_with_in_one_tap(open_app: Open, tmp_path: Path) -> None:
    killed(PLAYING, tmp_path, "8")
    app = open_app(None)
    assert {"Ana", "8", "Continue"} <= set(app.texts())
    app.tap(app.front(StartScreen).go_on)
    assert isinstance(app.app.screen, TableScreen)
    assert [str(card) for card in app.screen.cards.cards] == ["2", "7"]
    assert app.screen.panels[1].playing
    app.tap(app.screen.undo)
    assert [str(card) for card in app.screen.cards.cards] == ["2"], "and what was played can be taken back"


def test_a_hand_dealt_again_stays_taken_back_when_the_app_is_killed(open_app: Open, tmp_path: Path) -> None:
    killed(PLAYING + DEALT_AGAIN, tmp_path, "8", "0")
    app = open_app(None)
    app.tap(app.front(StartScreen).go_on)
    assert app.screen.cards.cards == []
    assert [panel.numeral.text for panel in app.screen.panels] == ["0", "0"]


WATCHING = """
import signal, sys, threading, time
signal.signal(signal.SIGINT, signal.default_int_handler)  # a test that runs in the background has it ignored

def say_when_ready():
    while not callable(signal.getsignal(signal.SIGTERM)):
        time.sleep(0.02)
    print("ready", flush=True)

threading.Thread(target=say_when_ready, daemon=True).start()
from companion.cli import main
sys.exit(main(["watch", "tests/films/clip.mp4"]))
"""


@pytest.mark.parametrize(("number", "status"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
def test_a_signal_closes_the_window_as_a_finger_does(tmp_path: Path, number: int, status: int) -> None:
    """After Ctrl-C the networks' threads brought the process down, and the store was left open."""
    own = {"XDG_DATA_HOME": tmp_path, "SDL_VIDEODRIVER": "offscreen"}
    environment = {**os.environ, **{name: str(value) for name, value in own.items()}}
    words = [sys.executable, "-c", WATCHING]
    pipe = subprocess.PIPE
    with subprocess.Popen(words, cwd=ROOT, env=environment, stdout=pipe, stderr=pipe, text=True) as watching:
        assert watching.stdout is not None
        assert watching.stdout.readline() == "ready\n"
        time.sleep(1.0)  # its threads are at work
        watching.send_signal(number)
        _, complaints = watching.communicate(timeout=60)
    assert (watching.returncode, complaints) == (status, "")
    assert [path.name for path in (tmp_path / "porrazo").glob("porrazo.db*")] == ["porrazo.db"]
