"""What comes from outside and is no file of a sensible size: one sentence, status 2, no waiting, nothing read."""

import os
import struct
import subprocess
import sys
import zlib
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion import cli
from vision.files import gate
from vision.runtime import weights

ROOT = Path(cli.__file__).parents[1]
CLIP = str(ROOT / "tests" / "films" / "clip.mp4")
SECONDS = 20
"""So long a command may take that reads nothing: importing what is heavy takes some of them on a slow machine."""


def refused(folder: Path, *words: str, given: int = subprocess.DEVNULL) -> str:
    """What the command says of input that it does not take, the home folder being none."""
    done = subprocess.run(
        [sys.executable, "-m", "companion.cli", *words],
        cwd=folder, env={**os.environ, "PYTHONPATH": str(ROOT)}, stdin=given, capture_output=True, text=True,
        timeout=SECONDS, check=False,
    )  # fmt: skip
    assert done.returncode == 2
    assert done.stdout.count("\n") <= ("--json" in words), "but for where the match stood"
    assert done.stderr.count("\n") == 1, done.stderr
    return done.stderr.removeprefix("porrazo: ").rstrip("\n")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    os.mkfifo(tmp_path / "pipe")
    return tmp_path


@pytest.mark.parametrize(
    "words",
    [
        ("score", "{}"),
        ("recognise", "{}"),
        ("watch", "{}", "--headless"),
        ("watch", CLIP, "--headless", "--record", "{}"),
        ("deck", "learn", "a.png", "--labels", "{}"),
    ],
)
@pytest.mark.parametrize(("name", "said"), [("pipe", "it is a pipe"), ("/dev/full", "it is a device")])
def test_pipes_and_devices_are_not_waited_for(
    words: tuple[str, ...], name: str, said: str, folder: Path
) -> None:
    sentence = refused(folder, *(word.format(name) for word in words))
    assert sentence.startswith(name)
    assert said in sentence


def test_a_line_that_fills_the_memory_is_not_read(folder: Path) -> None:
    long = folder / "long.jsonl"
    long.touch()
    os.truncate(long, 8 << 30)  # takes no room on the disk
    assert refused(folder, "score", "long.jsonl") == "long.jsonl:1: the line is longer than 1000000 bytes"
    with Path("/dev/zero").open("rb") as endless:
        assert refused(folder, "score", "-", given=endless.fileno()).startswith("-:1: the line is longer")
    assert "larger than 64 MB" in refused(folder, "watch", CLIP, "--headless", "--record", "long.jsonl")


def test_a_record_that_never_ends_is_read_no_further_than_a_record_goes(folder: Path) -> None:
    (folder / "blank.jsonl").write_bytes((b" " * 999_998 + b"\n") * 65)
    assert (
        refused(folder, "score", "blank.jsonl") == "blank.jsonl:65: the record is larger than 64000000 bytes"
    )


def vast_png(side: int) -> bytes:
    """A black picture of so many pixels a side, in a hundred thousand bytes or so."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    packing = zlib.compressobj(9)
    row = bytes(1 + side // 8)
    packed = b"".join(packing.compress(row) for _ in range(side)) + packing.flush()
    header = struct.pack(">IIBBBBB", side, side, 1, 0, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", packed) + chunk(b"IEND", b"")


def test_a_small_file_with_a_vast_picture_is_not_unpacked(folder: Path) -> None:
    (folder / "vast.png").write_bytes(vast_png(30_000))
    assert (folder / "vast.png").stat().st_size < 200_000
    said = "vast.png: cannot be read: it has more than 128 million pixels"
    assert refused(folder, "recognise", "vast.png") == said
    assert refused(folder, "deck", "learn", "vast.png") == said
    (folder / "frames").mkdir()
    (folder / "vast.png").rename(folder / "frames" / "vast.png")
    assert refused(folder, "watch", "frames", "--headless", "--json").endswith(said)


@pytest.mark.parametrize("number", ["100", "123456789012345678901234567890", "9" * 5000])
def test_a_camera_of_no_such_number(number: str, folder: Path) -> None:
    assert "there is no camera of so high a number" in refused(folder, "watch", number, "--headless")


def test_only_regular_files_come_in(tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes(b"12345")
    (tmp_path / "link").symlink_to(tmp_path / "a")
    assert gate.read(tmp_path / "link", 5) == b"12345"
    for name, most, said in (
        ("a", 4, "larger than 0 MB"),
        (".", 9, "Is a directory"),
        ("gone", 9, "No such file"),
        ("no\0name", 9, "no such name"),
    ):
        with pytest.raises(gate.NotTaken, match=said):
            gate.read(tmp_path / name, most)


WITHOUT_A_HOME = """
import os, sys
from pathlib import Path
from companion import cli
def nobody(user): raise KeyError(user)
import pwd
pwd.getpwuid = nobody  # as in a container that runs as a number that nobody has
for name in ("HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME", "PORRAZO_DECKS"):
    os.environ.pop(name, None)
sys.exit(cli.main(sys.argv[1:]))
"""


def without_a_home(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """Run the command as a user who has no home folder."""
    return subprocess.run(
        [sys.executable, "-c", WITHOUT_A_HOME, *words],
        cwd=folder, env={**os.environ, "PYTHONPATH": str(ROOT), "SDL_VIDEODRIVER": "offscreen"},
        capture_output=True, text=True, timeout=SECONDS, check=False,
    )  # fmt: skip


@pytest.mark.parametrize("words", [("deck", "list"), ("deck", "forget", "red"), ()])
def test_a_user_without_a_home_folder_is_told_what_to_set(words: tuple[str, ...], tmp_path: Path) -> None:
    done = without_a_home(tmp_path, *words)
    said = "porrazo: home folder: there is none for this user: set HOME to a folder\n"
    assert (done.returncode, done.stdout, done.stderr) == (2, "", said)


def test_what_needs_no_home_folder_does_without(tmp_path: Path) -> None:
    cv2.imwrite(str(tmp_path / "a.png"), np.zeros((60, 80, 3), np.uint8))
    done = without_a_home(tmp_path, "recognise", "a.png")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("a.png: no cards")


@pytest.mark.parametrize("backend", ["onnxruntime", "opencv"])
def test_networks_that_changed_places_are_one_sentence(
    backend: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    names = ["reader.onnx", "index_reader.onnx", "letter_reader.onnx", "index_finder.onnx", "finder.onnx"]
    swapped = tmp_path / "swapped"
    swapped.mkdir()
    for name, other in (*zip(names, reversed(names), strict=True), ("table_finder.onnx", "reader.onnx")):
        (swapped / name).symlink_to(weights.CHECKOUT_FOLDER / other)
    monkeypatch.setenv(weights.WEIGHTS_VARIABLE, str(swapped))
    monkeypatch.setenv("PORRAZO_BACKEND", backend)
    cv2.imwrite(str(tmp_path / "a.png"), np.full((60, 80, 3), 200, np.uint8))
    assert "network" in refused(tmp_path, "recognise", "a.png")
    (tmp_path / "frames").mkdir()
    (tmp_path / "a.png").rename(tmp_path / "frames" / "a.png")
    refused(tmp_path, "watch", "frames", "--headless", "--json")
