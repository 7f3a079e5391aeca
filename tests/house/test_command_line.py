"""The command ``porrazo`` as a person or a program meets it: help, versions, complaints, pipes."""

import json
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from companion import __version__, cli
from companion.commands import deck, headless, recognise
from engine.header import Header
from engine.porrazo.position import Position
from vision.enrolment.decks import DamagedDeck, Shelf

ROOT = Path(cli.__file__).parents[1]
HEAVY = ("numpy", "cv2", "kivy", "onnxruntime", "openvino", "torch", "ultralytics")


def porrazo(*words: str, **options: str) -> subprocess.CompletedProcess[str]:
    """Run the command in a process of its own, from this checkout."""
    return subprocess.run(
        [sys.executable, "-m", "companion.cli", *words],
        cwd=ROOT, env={**os.environ, **options}, capture_output=True, text=True, timeout=60, check=False,
    )  # fmt: skip


def dispatching(act: str, stdout: int = subprocess.PIPE) -> subprocess.CompletedProcess[str]:
    """Run the command with a stand-in that does ``act`` in place of every subcommand."""
    code = f"""
import sys
from companion import cli
from companion.commands import BadInput
def dispatch(words):
    {act}
    return 0
cli.dispatch = dispatch
sys.exit(cli.main(["score"]))
"""
    return subprocess.run(
        [sys.executable, "-c", code],
        cwd=ROOT, stdout=stdout, stderr=subprocess.PIPE, text=True, timeout=60, check=False,
    )  # fmt: skip


def test_the_version_is_told_on_one_line() -> None:
    done = porrazo("--version")
    assert (done.returncode, done.stdout, done.stderr) == (0, f"porrazo {__version__}\n", "")


def test_help_names_every_command_that_is_there() -> None:
    done = porrazo("--help")
    assert done.returncode == 0
    for name in cli.COMMANDS:
        assert re.search(rf"\n    {name}\s", done.stdout)


@pytest.mark.parametrize("words", [("scor",), ("--scores",), ("scor", "--json"), ("",)])
def test_what_it_does_not_know_it_says_in_one_line(words: tuple[str, ...]) -> None:
    done = porrazo(*words)
    assert done.returncode == 2
    assert done.stdout == ""
    assert done.stderr.startswith("porrazo: ")
    assert done.stderr.count("\n") == 1


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--headless",), "there is no option '--headless'; see porrazo --help"),
        (("watch", "0", "--players", "two"), "--players: 'two' is no whole number"),
    ],
)
def test_what_is_wrong_is_said_in_plain_words(words: tuple[str, ...], said: str) -> None:
    done = porrazo(*words)
    assert (done.returncode, done.stdout, done.stderr) == (2, "", f"porrazo: {said}\n")


@pytest.mark.parametrize("name", cli.COMMANDS)
def test_a_command_without_what_it_needs_says_so_in_one_line(name: str) -> None:
    done = porrazo(name, "--no-such-option")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("porrazo: ")
    assert done.stderr.count("\n") == 1


@pytest.mark.parametrize("name", cli.COMMANDS)
def test_a_command_costs_next_to_nothing_to_import(name: str) -> None:
    code = f"import sys, json, companion.cli, companion.commands.{name}; print(json.dumps(list(sys.modules)))"
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert not set(json.loads(done.stdout)) & set(HEAVY)


def test_help_brings_nothing_heavy_along() -> None:
    code = (
        "import sys, json, companion.cli\n"
        "try: companion.cli.main(['--help'])\n"
        "except SystemExit: pass\n"
        "print(json.dumps(list(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    shown, _, loaded = done.stdout.rstrip().rpartition("\n")
    assert "porrazo" in shown
    assert not set(json.loads(loaded)) & set(HEAVY)


def test_bad_input_becomes_one_sentence() -> None:
    done = dispatching("raise BadInput('two  spaces.jsonl:3: the table\\nis on fire')")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "porrazo: two  spaces.jsonl:3: the table is on fire\n"


def test_a_file_that_cannot_be_opened_becomes_one_sentence(tmp_path: Path) -> None:
    gone = str(tmp_path / "gone")
    done = dispatching(f"open({gone!r})")
    assert (done.returncode, done.stderr) == (2, f"porrazo: {gone}: No such file or directory\n")


def test_control_c_leaves_without_a_traceback() -> None:
    done = dispatching("raise KeyboardInterrupt")
    assert (done.returncode, done.stdout, done.stderr) == (cli.INTERRUPTED, "", "")


def test_a_reader_that_stops_reading_is_no_fault() -> None:
    reader, writer = os.pipe()
    os.close(reader)
    done = dispatching("print('7h')", stdout=writer)
    os.close(writer)
    assert (done.returncode, done.stderr) == (cli.READER_GONE, "")


def test_a_full_disk_is_said_once() -> None:
    with Path("/dev/full").open("w") as full:
        done = dispatching("print('7h')", stdout=full.fileno())
    assert (done.returncode, done.stderr) == (2, "porrazo: output: No space left on device\n")


def test_a_name_that_the_terminal_cannot_show_is_no_fault() -> None:
    done = porrazo("\N{BLACK HEART SUIT}", PYTHONIOENCODING="ascii:strict", PYTHONUTF8="0")
    assert done.returncode == 2
    assert "\\u2665" in done.stderr


@pytest.mark.parametrize("closed", ["<&-", ">&-", "2>&-", "<&- >&- 2>&-"])
def test_a_stream_that_the_caller_closed_is_no_fault(closed: str) -> None:
    done = subprocess.run(
        ["sh", "-c", f"{shlex.quote(sys.executable)} -m companion.cli score - {closed}"],
        cwd=ROOT, input="", capture_output=True, text=True, timeout=60, check=False,
    )  # fmt: skip
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.count("\n") == (0 if "2>" in closed else 1)


def test_kivy_and_opencv_are_told_before_they_start() -> None:
    code = "import os; from companion import cli; cli.main(['--version']); print(os.environ['KIVY_NO_ARGS'])"
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout.endswith("\n1\n")


EVIL = "\x1b[2J\x1b]0;mine\x07\u202ecod.exe\x9b\u200bz"
"""Clears a terminal, renames its window, and turns round the letters that follow; one of them has no width."""
WRITTEN_OUT = r"\x1b[2J\x1b]0;mine\x07\u202ecod.exe\x9b\u200bz"


def acts_on_a_terminal(text: str) -> bool:
    return not all(letter.isprintable() or letter == "\n" for letter in text)


def test_a_terminal_is_not_told_what_to_do_by_a_record(tmp_path: Path) -> None:
    header = {"porrazo": 1, "players": [EVIL, "Beto"]}
    adjust = {"do": "adjust", "seat": 0, "points": 2, "why": f"{EVIL}\nBeto +90"}
    (tmp_path / "a.jsonl").write_text(json.dumps(header) + "\n" + json.dumps(adjust) + "\n")
    for form in ([], ["--markdown"]):
        done = porrazo("score", str(tmp_path / "a.jsonl"), *form)
        assert done.returncode == 0
        assert not acts_on_a_terminal(done.stdout)
        assert done.stdout.replace("\\\\", "\\").count(WRITTEN_OUT) >= 3
        assert "\nBeto +90" not in done.stdout
    as_json = porrazo("score", str(tmp_path / "a.jsonl"), "--json")
    assert json.loads(as_json.stdout.splitlines()[0]) == {"event": 1, "seat": 0, "points": 2, "why": "adjust"}


@pytest.mark.parametrize(
    "words",
    [
        ("score", f"{EVIL}.jsonl"),
        ("watch", EVIL, "--headless"),
        ("watch", "gone.mp4", "--option", EVIL),
        ("watch", "tests/films/clip.mp4", "--headless", "--record", f"gone/{EVIL}"),
        ("recognise", f"{EVIL}.jpg"),
        ("deck", "learn", f"{EVIL}.jpg"),
        ("deck", "forget", EVIL),
        (EVIL,),
    ],
)
def test_a_terminal_is_not_told_what_to_do_by_a_name(words: tuple[str, ...], tmp_path: Path) -> None:
    done = porrazo(*words)
    assert (done.returncode, done.stdout) == (2, "")
    assert WRITTEN_OUT in done.stderr
    assert not acts_on_a_terminal(done.stderr)


def test_a_terminal_is_not_told_what_to_do_by_a_table_or_a_score(tmp_path: Path) -> None:
    texts = (
        recognise.table(recognise.Seen(EVIL, (2, 2))),
        headless.score_line(Position.start(Header((EVIL, "Beto")))),
        deck.listing(Shelf((), (DamagedDeck(EVIL, EVIL, tmp_path),))),
    )
    for text in texts:
        assert WRITTEN_OUT in text
        assert not acts_on_a_terminal(text)
