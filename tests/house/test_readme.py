"""The READMEs say what is so: the example is run, commands, labels and files exist, the Spanish one says the same."""

import argparse
import re
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest

from companion import cli
from companion.commands.watch import add_match
from companion.locales import LANGUAGES, po
from engine.games import NAMES, game_called

ROOT = Path(cli.__file__).parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")
SPANISH = (ROOT / "README.es.md").read_text(encoding="utf-8")
BOTH = pytest.mark.parametrize("text", [README, SPANISH], ids=["en", "es"])


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


@BOTH
def test_the_table_lists_the_commands(text: str) -> None:
    listed = re.findall(r"^\| `porrazo (\w+)", text, re.MULTILINE)
    assert tuple(listed) == cli.COMMANDS


def to_type(text: str) -> list[list[str]]:
    """What a reader copies: each block of code, line by line, without what is said beside it."""
    blocks = re.findall(r"^```\w*\n(.*?)^```", text, re.MULTILINE | re.DOTALL)
    return [[re.sub(r"\s+#.*", "", line) for line in block.splitlines()] for block in blocks]


def test_both_languages_have_the_same_sections_and_commands() -> None:
    headings = [re.findall("^(#+) ", text, re.MULTILINE) for text in (README, SPANISH)]
    assert headings[0] == headings[1]
    assert to_type(README) == to_type(SPANISH)
    named = [
        {
            words
            for words in re.findall("`([^`]+)`", text)
            if words.startswith(("make ", "porrazo", "--", "scripts/"))
        }
        for text in (README, SPANISH)
    ]
    assert named[0] == named[1]


def test_what_make_is_asked_for_can_be_made() -> None:
    targets = re.findall("^([a-z]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE)
    asked = set(re.findall(r"(?:^|`)make ([a-z]+)", README, re.MULTILINE))
    assert {"demo", "wheel", "menu"} <= asked <= set(targets)


@BOTH
def test_pictures_and_pages_that_are_named_are_there(text: str) -> None:
    linked = re.findall(r"\]\(([^)#]+)\)", text)
    pages = re.findall(r"`((?:docs|models|scripts|tests)/[\w./-]+|[A-Z]+\.md)`", text)
    assert len(linked) >= 4
    assert len(pages) >= 8
    assert [name for name in (*linked, *pages) if not (ROOT / name).exists()] == []


def labels(text: str) -> list[str]:
    """What the steps of a first match, the first numbered list, say is on the screen."""
    steps = re.search(r"^1\. .*?\n\n", text, re.MULTILINE | re.DOTALL)
    assert steps
    return [" ".join(label.split()) for label in re.findall(r"\*([^*]+)\*", steps[0])]


def test_the_steps_of_a_first_match_name_what_is_on_the_screen() -> None:
    catalogue = po.messages((ROOT / "companion" / "locales" / "es.po").read_text(encoding="utf-8"))
    assert len(labels(README)) >= 7
    in_spanish = [label for label in labels(SPANISH) if label not in LANGUAGES.values()]
    assert in_spanish == [catalogue[label] for label in labels(README)]


def test_the_page_to_print_is_one_page_in_both_languages() -> None:
    page = ElementTree.parse(ROOT / "docs" / "camera-place.svg").getroot()
    assert (page.get("width"), page.get("height"), page.get("viewBox")) == ("210mm", "297mm", "0 0 210 297")
    said = " ".join("".join(node.itertext()) for node in page.iter() if node.tag.endswith("}text"))
    assert "Where the camera goes" in said
    assert "Dónde va la cámara" in said
    assert "80–120 cm" in said
    assert "80 to 120 cm" in README
    assert "80 a 120 cm" in SPANISH


@BOTH
def test_the_games_that_a_camera_follows_are_named_everywhere(text: str) -> None:
    """The help named one more, and the README one less."""
    followed = {name for name in NAMES if game_called(name).watched}
    parser = argparse.ArgumentParser()
    add_match(parser)
    helped = next(action.help for action in parser._actions if action.dest == "game")
    rows = dict(re.findall(r"^\| .+ \| `(\w+)` \| \[docs/\w+\.md\].+ \| (.+) \|$", text, re.MULTILINE))
    assert set(rows) == set(NAMES)
    for name in NAMES:
        assert (name in str(helped)) == (name in followed), name
        assert (rows[name] in ("yes", "sí")) == (name in followed), name
