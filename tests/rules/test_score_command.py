"""``porrazo score``: what it prints, where, and with which exit status."""

import io
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from companion import cli

ROOT = Path(__file__).parents[2]
HEADER = '{"porrazo": 1, "players": ["Ana", "Beto"]}\n'


def play(seat: int, card: str, more: str = "") -> str:
    """Write a play's line."""
    return f'{{"do": "play", "seat": {seat}, "card": "{card}"{more}}}\n'


BATCH = "".join(play(1 - at % 2, card) for at, card in enumerate("6h 9d 6d 8c Th Jd".split()))
"""Six plays, Beto's first, who holds two sixes."""
DECLARED = HEADER + '{"do": "declare", "seat": 1, "kind": "ronda"}\n' + BATCH


class Scored:
    """What the command did with a record."""

    def __init__(self, capsys: pytest.CaptureFixture[str], folder: Path, record: str, *more: str) -> None:
        path = folder / "match.jsonl"
        path.write_text(record)
        self.status = cli.main(["score", str(path), *more])
        said = capsys.readouterr()
        self.out, self.err = said.out, said.err.replace(str(path), "FILE")
        self.lines = [json.loads(line) for line in self.out.splitlines()] if "--json" in more else []


def test_one_line_per_score_and_the_last_line(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    done = Scored(capsys, tmp_path, HEADER + play(1, "7s") + play(0, "7d") + play(1, "Kd"), "--json")
    assert (done.status, done.err) == (0, "")
    assert done.lines == [
        {"event": 3, "seat": 0, "points": 1, "why": "porrazo", "rank": "7"},
        {"event": 3, "seat": 0, "points": 1, "why": "limpia", "rank": "7"},
        {
            "scores": [2, 0], "winner": None, "hand": 1, "batch": 1, "dealer": 0, "turn": 0, "table": ["Kd"],
            "captured": [2, 0], "waiting": None,
        },
    ]  # fmt: skip


def test_a_batch_that_is_complete_when_the_file_ends_is_settled(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    done = Scored(capsys, tmp_path, DECLARED, "--json")
    assert done.lines[0] == {"event": 7, "seat": 1, "points": 1, "why": "ronda", "rank": "6"}
    assert (done.lines[1]["batch"], done.lines[1]["turn"]) == (2, 1)


def test_blank_lines_count_as_lines_but_not_as_events(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    done = Scored(capsys, tmp_path, HEADER + "\n\n" + play(1, "A") + "\n" + play(1, "9h"), "--json")
    assert [line["event"] for line in done.lines] == [1]
    assert (done.status, done.err) == (2, "porrazo: FILE:6: Ana plays next, not Beto\n")


@pytest.mark.parametrize(
    ("bad", "says"),
    [
        (play(0, "7h"), "Beto plays next, not Ana"),
        (play(2, "7h"), "there is no seat 2, only 0 to 1"),
        (play(1, "9d"), "the 9 of diamonds is already on the table"),
        (play(1, "7h", ', "in_place": true'), "the 7 of hearts is not in place as card 5 on the table"),
        ('{"do": "leftover", "cards": ["7h"]}', "with 2 players no cards are left over"),
    ],
)
def test_a_refused_event_that_begins_the_next_batch_settles_the_one_before(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, bad: str, says: str
) -> None:
    done = Scored(capsys, tmp_path, DECLARED + bad, "--json")
    assert (done.status, done.err) == (2, f"porrazo: FILE:9: {says}\n")
    settled = [] if "no seat" in says else ["ronda"]
    assert [line.get("why") for line in done.lines] == settled


@pytest.mark.parametrize(
    "bad",
    [
        "{",
        '{"do": "claim", "seat": 0, "against": 0}',
        '{"do": "table", "cards": ["7h", "7h"]}',
        play(1, "7x"),
        '{"do": "tendido", "cards": []}',
    ],
)
def test_any_other_bad_line_settles_nothing(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, bad: str
) -> None:
    done = Scored(capsys, tmp_path, DECLARED + bad, "--json")
    assert (done.status, done.out) == (2, "")
    assert done.err.startswith("porrazo: FILE:9: ")
    assert done.err.count("\n") == 1


def test_what_the_refused_play_let_stand_had_been_scored(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    record = HEADER + play(1, "7s") + play(0, "7d") + play(1, "Kd", ', "in_place": true')
    done = Scored(capsys, tmp_path, record, "--json")
    assert [line["why"] for line in done.lines] == ["porrazo", "limpia"]


def test_nothing_after_the_end(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    gift = '{"do": "adjust", "seat": 0, "points": 61, "why": "gift"}\n'
    done = Scored(capsys, tmp_path, HEADER + gift + play(1, "7h"), "--json")
    assert (done.status, done.err) == (2, "porrazo: FILE:3: the match is over: Ana won it\n")
    assert len(done.lines) == 1


@pytest.mark.parametrize(
    ("option", "says"),
    [
        ('"rules": "poker"', "there are no rules called 'poker', only denexa, pagat, uspcc"),
        ('"options": {"tendido": "twice"}', "tendido must be optional or required or last_four, not twice"),
        ('"options": {"partner_ronda": "true"}', "partner_ronda must be true or false, not true"),
        ('"options": {"leftover": true}', "leftover must be table or dealt, not true"),
        ('"options": {"colour": "red"}', "there is no option 'colour', only ace_over_king"),
    ],
)
def test_unknown_rules_and_options(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, option: str, says: str
) -> None:
    done = Scored(capsys, tmp_path, f'{{"porrazo": 1, "players": ["A", "B"], {option}}}', "--json")
    assert (done.status, done.out) == (2, "")
    assert done.err.startswith(f"porrazo: FILE:1: {says}")


def test_every_option_can_be_overridden(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    options = '"ace_over_king": false, "last_cards": "dealer", "declarations": "automatic"'
    header = f'{{"porrazo": 1, "players": ["A", "B"], "rules": "uspcc", "options": {{{options}}}}}\n'
    done = Scored(capsys, tmp_path, header + BATCH, "--json")
    assert [line["why"] for line in done.lines[:-1]] == ["ronda"]


def test_the_sheet_says_what_was_scored_and_how_it_stands(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    done = Scored(capsys, tmp_path, DECLARED)
    assert "ronda  6h 6d" in done.out
    assert done.out.endswith("Ana 0, Beto 1. Hand 1, batch 2: Beto plays next; on the table: 9d 8c Th Jd.\n")


def test_the_sheet_of_a_bad_record_ends_where_it_went_wrong(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    done = Scored(capsys, tmp_path, DECLARED + play(0, "7h"))
    assert done.status == 2
    assert "ronda  6h 6d" in done.out
    assert "plays next" not in done.out


def test_no_such_file(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["score", "nowhere.jsonl", "--json"]) == 2
    said = capsys.readouterr()
    assert (said.out, said.err) == ("", "porrazo: nowhere.jsonl: cannot be read: No such file or directory\n")


def test_a_folder(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert cli.main(["score", str(tmp_path)]) == 2
    assert capsys.readouterr().err.endswith("cannot be read: Is a directory\n")


def test_an_empty_file(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    done = Scored(capsys, tmp_path, "", "--json")
    assert (done.status, done.out) == (2, "")
    assert done.err == "porrazo: FILE:1: the record is empty: it must begin with its header\n"


def test_standard_input(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO((HEADER + play(0, "7h")).encode())))
    assert cli.main(["score", "-", "--json"]) == 2
    assert capsys.readouterr().err == "porrazo: -:2: Beto plays next, not Ana\n"


def porrazo(record: bytes, *words: str, **environment: str) -> subprocess.CompletedProcess[bytes]:
    """Run the real command on a record given on standard input."""
    return subprocess.run(
        [sys.executable, "-m", "companion.cli", "score", "-", *words],
        cwd=ROOT,
        input=record,
        env={**os.environ, **environment},
        capture_output=True,
        timeout=60,
        check=False,
    )


def test_the_real_command() -> None:
    done = porrazo(DECLARED.encode(), "--json")
    assert (done.returncode, done.stderr) == (0, b"")
    assert json.loads(done.stdout.splitlines()[-1])["scores"] == [0, 1]


def test_names_that_the_terminal_cannot_show() -> None:
    header = '{"porrazo": 1, "players": ["Zoë", "日本"]}\n'
    done = porrazo((header + BATCH).encode(), PYTHONIOENCODING="ascii", PYTHONUTF8="0")
    assert (done.returncode, done.stderr) == (0, b"")
    assert rb"Zo\xeb" in done.stdout


@pytest.mark.parametrize("bad", [b"\xff\xfe\x00", b"[" * 100_000, b'{"a": NaN}', b"\x00"])
def test_rubbish_is_never_a_traceback(bad: bytes) -> None:
    done = porrazo(HEADER.encode() + bad, "--json")
    assert (done.returncode, done.stdout) == (2, b"")
    assert done.stderr.startswith(b"porrazo: -:2: ")
    assert done.stderr.count(b"\n") == 1
