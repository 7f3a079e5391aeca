"""Damaged records: never a traceback, no other status than 0 or 2, always one sentence with file and line.

``PORRAZO_FUZZ`` says how many files (default 600; the full run is 20,000). A seed damages the same way.
"""

import json
import os
import random
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from companion import cli
from tests.games.dealt import Habits, random_events, random_header, record

FILES = int(os.environ.get("PORRAZO_FUZZ", "600"))
THROUGH_THE_SHELL = 5
SEED = 61
ROOT = Path(__file__).parents[2]
SENTENCE = re.compile(r"porrazo: [^\n]*:\d+: [^\n]+\n")

VALUES = rb"""
"\u0000"
"\ud800"
true
false
-1
0
1
7
8
1.0
1e999
NaN
-Infinity
""
"7h"
"ronda"
"pagat"
[]
{}
[[]]
{"a": {"a": 1}}
["7h", "7h"]
["7", "7", "7", "7", "7"]
null"""
NASTY = [
    *VALUES.split(b"\n"),
    *(b"9" * 5000, b"-" + b"9" * 400, b"[" * 5000, b"\xff", b"\xf0\x9f\x82\xa1", b"\r", b"\x00"),
]

STRANGE = rb"""
{}
[]
null
// no
{"do": "play"}
{"do": []}
{"do": "claim", "seat": 0, "against": 1}
{"do": "table", "cards": []}
{"do": "table", "cards": ["7h", "7", "7"]}
{"do": "adjust", "seat": 1, "points": -61, "why": ""}
{"do": "adjust", "seat": 0, "points": 61, "why": "w"}
{"do": "tendido", "cards": ["7h", "7d", "7c", "7s"]}
{"porrazo": 1, "players": ["a", "b"]}"""
LINES = [*STRANGE.split(b"\n"), b" ", b"\xef\xbb\xbf", b"\x85", b"{" * 3000]

VALUE = re.compile(rb"(?<=: )(\[[^\]]*\]|\"[^\"]*\"|[^,}\s]+)")


def swap_value(lines: list[bytes], rng: random.Random) -> None:
    """Put something nasty in the place of a value."""
    at = rng.randrange(len(lines))
    values = list(VALUE.finditer(lines[at]))
    if values:
        value = rng.choice(values)
        lines[at] = lines[at][: value.start()] + rng.choice(NASTY) + lines[at][value.end() :]


def swap_card(lines: list[bytes], rng: random.Random) -> None:
    """Change a card, or the seat that plays it."""
    at = rng.randrange(len(lines))
    card = rng.choice(["7h", "Kd", "A", "3", "Ts", "2c", "x", "10h"]).encode()
    lines[at] = re.sub(rb'"[A2-9TJQK][cdhs]?"', b'"' + card + b'"', lines[at], count=1)


def flip_byte(lines: list[bytes], rng: random.Random) -> None:
    """Change one byte."""
    at = rng.randrange(len(lines))
    if lines[at]:
        place = rng.randrange(len(lines[at]))
        lines[at] = lines[at][:place] + bytes([rng.randrange(256)]) + lines[at][place + 1 :]


def drop_line(lines: list[bytes], rng: random.Random) -> None:
    """Leave a line out."""
    if len(lines) > 1:
        del lines[rng.randrange(len(lines))]


def double_line(lines: list[bytes], rng: random.Random) -> None:
    """Write a line twice, or move it."""
    lines.insert(rng.randrange(len(lines)), rng.choice(lines))


def add_line(lines: list[bytes], rng: random.Random) -> None:
    """Put a strange line between."""
    lines.insert(rng.randrange(len(lines) + 1), rng.choice(LINES))


def cut_off(lines: list[bytes], rng: random.Random) -> None:
    """End in the middle of a line."""
    del lines[rng.randrange(len(lines)) + 1 :]
    lines[-1] = lines[-1][: rng.randrange(len(lines[-1]) + 1)]


def double_key(lines: list[bytes], rng: random.Random) -> None:
    """Write a key of a line twice."""
    at = rng.randrange(len(lines))
    lines[at] = lines[at].replace(b"{", b'{"seat": 1, "do": "play", ', 1)


DAMAGE: list[Callable[[list[bytes], random.Random], None]] = [
    swap_value, swap_value, swap_card, flip_byte, drop_line, double_line, add_line, cut_off, double_key
]  # fmt: skip


def whole_records(rng: random.Random, count: int) -> list[bytes]:
    """Return short matches of any kind."""
    records = []
    for _ in range(count):
        header = random_header(rng)
        events = random_events(header, rng, Habits(recounts=0.02), hands=1)
        records.append(record(header, events[: rng.choice((5, 10, 20, 60))]))
    return records


def damaged(whole: bytes, rng: random.Random) -> bytes:
    """Return a record with one to three things wrong with it."""
    lines = whole.split(b"\n")
    for _ in range(rng.randint(1, 3)):
        rng.choice(DAMAGE)(lines, rng)
    return b"\n".join(lines)


def damaged_files(count: int) -> list[bytes]:
    """Return so many damaged records, always the same."""
    rng = random.Random(SEED)
    whole = whole_records(rng, 100)
    return [damaged(rng.choice(whole), rng) for _ in range(count)]


def check(status: int, out: str, err: str) -> None:
    """Refuse an answer that the contract does not allow."""
    lines = [json.loads(line) for line in out.splitlines()]
    assert status in (0, 2)
    if status == 0:
        assert err == ""
        assert "winner" in lines.pop()
    else:
        assert SENTENCE.fullmatch(err)
    assert all("why" in line for line in lines)


def test_no_damage_brings_a_traceback(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "damaged.jsonl"
    refused = 0
    for number, content in enumerate(damaged_files(FILES)):
        path.write_bytes(content)
        try:
            status = cli.main(["score", str(path), "--json"])
            said = capsys.readouterr()
            check(status, said.out, said.err)
        except BaseException:
            print(f"damaged file {number}: {content!r}", file=sys.stderr)
            raise
        refused += status == 2
    assert 0.5 * FILES < refused < FILES  # some damage is harmless


def test_nor_does_the_sheet(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "damaged.jsonl"
    for content in damaged_files(FILES // 10):
        path.write_bytes(content)
        assert cli.main(["score", str(path)]) in (0, 2)
        assert "Traceback" not in capsys.readouterr().err


def test_the_real_command_says_the_same(tmp_path: Path) -> None:
    for content in damaged_files(THROUGH_THE_SHELL):
        done = subprocess.run(
            [sys.executable, "-m", "companion.cli", "score", "-", "--json"],
            cwd=ROOT, input=content, capture_output=True, timeout=60, check=False,
        )  # fmt: skip
        check(done.returncode, done.stdout.decode(), done.stderr.decode())
