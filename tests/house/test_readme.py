"""The README says what is so: its example is run, its commands exist."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from companion import cli

ROOT = Path(cli.__file__).parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")


@pytest.fixture
def example(tmp_path: Path) -> tuple[str, str]:
    """The record of the example, written where it is read, and what the README says comes out."""
    shown = r"\$ cat evening\.jsonl\n(.*?)\$ porrazo score evening\.jsonl --json\n(.*?)```"
    found = re.search(shown, README, re.DOTALL)
    assert found
    (tmp_path / "evening.jsonl").write_text(found[1])
    return found[1], found[2]


def score(folder: Path) -> subprocess.CompletedProcess[str]:
    code = f"import sys; sys.path.insert(0, {str(ROOT)!r}); from companion.cli import main; sys.exit(main())"
    return subprocess.run(
        [sys.executable, "-c", code, "score", "evening.jsonl", "--json"],
        cwd=folder, capture_output=True, text=True, check=False, timeout=60,
    )  # fmt: skip


def test_the_example_comes_out_as_shown(example: tuple[str, str], tmp_path: Path) -> None:
    done = score(tmp_path)
    assert (done.returncode, done.stdout, done.stderr) == (0, example[1], "")


def test_the_refusal_is_worded_as_shown(example: tuple[str, str], tmp_path: Path) -> None:
    out_of_turn = '{"do": "play", "seat": 0, "card": "4c"}\n'
    (tmp_path / "evening.jsonl").write_text(example[0] + out_of_turn)
    done = score(tmp_path)
    assert done.returncode == 2
    assert f"`{done.stderr.strip()}`" in README


def test_the_table_lists_the_commands() -> None:
    listed = re.findall(r"^\| `porrazo (\w+)", README, re.MULTILINE)
    assert tuple(listed) == cli.COMMANDS
