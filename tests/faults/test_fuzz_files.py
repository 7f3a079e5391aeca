"""Damaged and hostile files of every kind, the short form: ``tests/faults/fuzz.py`` says what the long one is."""

import json
import os
import random
import subprocess
import sys
from pathlib import Path

import pytest

from tests.faults import fuzz, mutations
from tests.faults.kinds import KINDS, Heard, Kind, porrazo, rows

SHORT = 500
"""Files in all."""


@pytest.mark.parametrize("kind", [kind.name for kind in KINDS])
def test_a_damaged_file_is_taken_or_refused_with_one_sentence(kind: str) -> None:
    """In a process of its own: what other tests have loaded into this one would count as the reader's memory."""
    share = next(each.share for each in KINDS if each.name == kind)
    count = max(4, SHORT * share // sum(each.share for each in KINDS))
    words = [
        sys.executable,
        "-m",
        "tests.faults.fuzz",
        "--inputs",
        str(count),
        "--seed",
        "7000",
        "--kind",
        kind,
    ]
    done = subprocess.run(words, cwd=Path(__file__).parents[2], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.startswith(f"{kind}: {count} inputs")


def broken(what: str) -> Kind:
    """A kind whose reader does what must not be done."""

    def read(_folder: Path, _content: bytes) -> list[Heard]:
        if what == "ends":
            os.abort()
        if what == "raises":
            raise KeyError("x")
        answers = {
            "speaks twice": Heard(2, "", "porrazo: one\nporrazo: two\n"),
            "acts": Heard(0, "\x1b[2J", ""),
        }
        return [answers[what]]

    return Kind(what, 1, rows, read)


@pytest.mark.parametrize("what", ["ends", "raises", "speaks twice", "acts"])
def test_a_fault_is_found_and_said_with_its_seed(what: str) -> None:
    found = fuzz.fuzzed(broken(what), (3, 4))
    assert [fault.split(":")[0] for fault in found.faults] == [f"{what} 3", f"{what} 4"]


def test_a_reader_that_never_answers_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fuzz, "PATIENCE", 0.3)

    def read(_folder: Path, _content: bytes) -> list[Heard]:
        while True:
            pass

    found = fuzz.fuzzed(Kind("hangs", 1, rows, read), (3,))
    assert found.faults == ["hangs 3: no answer in 0 s"]


def test_a_seed_makes_the_same_file_again() -> None:
    (kind,) = (kind for kind in KINDS if kind.name == "record")
    assert fuzz.input_of(kind, 5) == fuzz.input_of(kind, 5) != fuzz.input_of(kind, 6)


@pytest.mark.parametrize("damage", list(dict.fromkeys(mutations.DAMAGES)))
def test_every_damage_changes_something(damage: mutations.Damage) -> None:
    content = rows()[0]
    assert any(damage(content, random.Random(seed)) != content for seed in range(9))


@pytest.mark.parametrize("name", mutations.NAMES[:-1])
def test_a_name_is_shown_as_text_and_moves_nothing_on_the_terminal(name: str, tmp_path: Path) -> None:
    text = name.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    header = json.dumps({"porrazo": 1, "players": [text, "Beto"]})
    file = tmp_path / "m.jsonl"
    file.write_text(f'{header}\n{{"do": "adjust", "seat": 0, "points": 7, "why": {json.dumps(text)}}}\n')
    answers = [porrazo(tmp_path, *words) for words in
               (("score", str(file)), ("match", "import", str(file)), ("match", "list"))]  # fmt: skip
    for heard in answers:
        assert list(fuzz.faults_of(heard)) == []
    assert "7" in answers[2].out


def test_a_files_own_name_moves_nothing_on_the_terminal(tmp_path: Path) -> None:
    for name in ("\x1b[31m.jsonl", "\u202egnp.jsonl", "a\nb.jsonl", "\x9b2J"):
        for words in (("score", name), ("recognise", name), ("evening", name), ("match", "import", name)):
            (tmp_path / name).write_text("nonsense\n")
            heard = porrazo(tmp_path, *words[:-1], str(tmp_path / name))
            assert heard.status == 2
            assert not any(map(fuzz.acts_on_a_terminal, heard.out + heard.err)), words


def test_the_long_form_is_one_command() -> None:
    words = [sys.executable, "-m", "tests.faults.fuzz", "--inputs", "12", "--kind", "list"]
    done = subprocess.run(words, cwd=Path(__file__).parents[2], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("list: 12 inputs, {")
