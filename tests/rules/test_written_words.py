"""What README and docs/rules.md say is what the program does: their examples run, their tables are compared."""

import doctest
import re
from dataclasses import asdict
from pathlib import Path

import pytest

from companion import cli
from engine.options import said
from engine.porrazo.setting import CHOICES, PRESETS, Setting
from tests.rules.boards import begin

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")
RULES = (ROOT / "docs" / "rules.md").read_text(encoding="utf-8")


def test_the_readmes_record_is_scored_as_it_says(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    shown = re.search(r"\$ cat (\S+)\n(.*?)\$ porrazo (score \S+ --json)\n(.*?)```", README, re.DOTALL)
    assert shown is not None
    name, record, command, answer = shown.groups()
    (tmp_path / name).write_text(record)
    monkeypatch.chdir(tmp_path)
    assert cli.main(command.split()) == 0
    assert capsys.readouterr().out == answer


def test_the_readmes_sessions_run_as_they_are_shown() -> None:
    for block in re.findall(r"```python\n(>>>.*?)```", README, re.DOTALL):
        session = doctest.DocTestParser().get_doctest(block, {}, "README", "README.md", 0)
        assert doctest.DocTestRunner(verbose=False).run(session).failed == 0


def table_rows(first_cell: str) -> dict[str, list[str]]:
    """Return the rows of the table in docs/rules.md whose head begins with this cell, by their first cell."""
    lines = RULES.splitlines()
    start = next(at for at, line in enumerate(lines) if line.startswith(f"| {first_cell} |"))
    rows = {}
    for line in lines[start:]:
        if not line.startswith("|"):
            break
        cells = [cell.strip().strip("`") for cell in line.strip("|").split("|")]
        rows[cells[0].split("`")[0]] = cells[1:]
    return rows


def test_the_presets_are_as_the_table_says() -> None:
    rows = table_rows("option")
    assert rows.pop("option")[:3] == [*PRESETS]
    rows.pop("---")
    assert set(rows) == set(CHOICES)
    for option, cells in rows.items():
        assert cells[:3] == [said(asdict(options)[option]) for options in PRESETS.values()]
        assert {*cells} - {""} == {*map(said, CHOICES[option])}


def test_the_pack_divides_as_the_table_says() -> None:
    rows = table_rows("players")
    for players, batches, leftover in zip(
        rows["players"], rows["batches a hand"], rows["leftover"], strict=True
    ):
        setting: Setting = begin(int(players)).position.setting
        assert (setting.batches, setting.leftover) == (int(batches), int(leftover))


@pytest.mark.parametrize("number", range(1, 24))
def test_every_rule_is_described_and_has_its_tests(number: int) -> None:
    assert f"**R{number} " in RULES
    assert len([*(ROOT / "tests" / "rules").glob(f"test_r{number:02}_*.py")]) == 1
