"""Completion as a shell does it, and the examples that ``--help`` gives: each is a command line that can be read."""

import re
import shlex
import shutil
import subprocess
import sys

import pytest

from companion import cli
from companion.commands import completion
from companion.commands.examples import EXAMPLES


def script(shell: str) -> str:
    done = subprocess.run(
        [sys.executable, "-m", "companion.cli", "completion", shell],
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


def needs(shell: str) -> pytest.MarkDecorator:
    return pytest.mark.skipif(shutil.which(shell) is None, reason=f"there is no {shell} here")


@needs("bash")
@pytest.mark.parametrize(
    ("line", "offered"),
    [
        ("porrazo wat", ["watch"]),
        ("porrazo deck ", ["learn", "list", "forget"]),
        ("porrazo watch 0 --key --re", ["--record"]),
        ("porrazo deck learn --n", ["--name"]),
        ("porrazo completion f", ["fish"]),
        ("porrazo score ", []),
    ],
)
def test_bash_completes(line: str, offered: list[str]) -> None:
    words = line.split(" ")
    named = " ".join(map(shlex.quote, words))
    asked = f"COMP_WORDS=({named}); COMP_CWORD={len(words) - 1}; _porrazo; echo ${{COMPREPLY[@]}}"
    done = subprocess.run(["bash", "-c", f"{script('bash')}\n{asked}"], capture_output=True, text=True)
    assert (done.stdout.split(), done.stderr) == (offered, "")


@needs("fish")
@pytest.mark.parametrize(
    ("line", "offered"),
    [("porrazo wat", "watch"), ("porrazo deck fo", "forget"), ("porrazo watch 0 --rec", "--record")],
)
def test_fish_completes(line: str, offered: str) -> None:
    asked = f"{script('fish')}\ncomplete -C {shlex.quote(line)}"
    done = subprocess.run(["fish", "-N", "-c", asked], capture_output=True, text=True)
    assert [each.split("\t")[0] for each in done.stdout.splitlines()] == [offered], done.stderr


@needs("zsh")
def test_zsh_takes_the_script() -> None:
    asked = 'autoload -U compinit; compinit -D -u; eval "$(cat)"; print $_comps[porrazo]'
    done = subprocess.run(["zsh", "-f", "-c", asked], input=script("zsh"), capture_output=True, text=True)
    assert (done.stdout.strip(), done.stderr) == ("_porrazo", "")


def test_every_command_and_option_is_offered() -> None:
    levels = list(completion.levels_of(cli.parser_of(cli.COMMANDS)[0]))
    assert tuple(levels[0].commands) == cli.COMMANDS
    named = {" ".join(level.words): level for level in levels}
    assert "--headless" in named["porrazo watch"].options
    assert set(named["porrazo match"].commands) == {"list", "export", "import", "delete"}
    for level in levels:
        for text in (*level.commands.values(), *level.options.values()):
            assert not re.search(r"['\"`$\\\[\]{}:]", text)


@pytest.mark.parametrize("name", cli.COMMANDS)
def test_every_example_is_a_line_that_can_be_read(name: str) -> None:
    lines = [line for line, _ in EXAMPLES[name]]
    assert lines
    for line in lines:
        inner = re.search(r"\$\((.*?)\)", line)
        words = shlex.split((inner[1] if inner else line).partition(" > ")[0])
        assert words[0] == "porrazo"
        assert cli.parse(words[1:])[0].command in (name, "watch")


def test_help_shows_the_examples(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["camera", "--help"]) == 0
    assert "  porrazo camera 0 --still seen.png\n" in capsys.readouterr().out
