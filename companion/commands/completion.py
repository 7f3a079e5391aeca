"""``porrazo completion SHELL``: what a shell needs to complete the command's words, made of the command line itself."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

SHELLS = ("bash", "zsh", "fish")


@dataclass(frozen=True)
class Level:
    """What may come after some words: commands and options, each with its help."""

    words: tuple[str, ...]
    commands: dict[str, str]
    options: dict[str, str]


def add_parser(subparsers: Any) -> None:
    """Add the command to the command line."""
    parser: argparse.ArgumentParser = subparsers.add_parser(
        "completion",
        help="let a shell complete the words of this command",
        description="Print what a shell needs to complete commands and options with the tab key.",
    )
    parser.add_argument("shell", choices=SHELLS, metavar="SHELL", help="bash, zsh or fish")


def run(args: argparse.Namespace) -> int:
    """Print the script."""
    from companion.cli import COMMANDS, parser_of

    levels = list(levels_of(parser_of(COMMANDS)[0]))
    print({"bash": bash, "zsh": zsh, "fish": fish}[args.shell](levels))
    return 0


def levels_of(parser: argparse.ArgumentParser, words: tuple[str, ...] = ("porrazo",)) -> Iterator[Level]:
    """Walk through a command line: first the command itself, then each of its subcommands."""
    options: dict[str, str] = {}
    below: argparse._SubParsersAction[argparse.ArgumentParser] | None = None
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            below = action
        options |= {flag: plain(action.help) for flag in action.option_strings}
    helps = {each.dest: plain(each.help) for each in below._choices_actions} if below is not None else {}
    choices = below.choices if below is not None else {}
    places = [action.choices for action in parser._actions if not action.option_strings and action.choices]
    yield Level(words, {name: helps.get(name, "") for each in places for name in each}, options)
    for name, one in choices.items():
        yield from levels_of(one, (*words, name))


def plain(text: str | None) -> str:
    """A help text that no shell takes for anything else."""
    kept = (text or "").replace("%%", "%").replace("'", "\N{RIGHT SINGLE QUOTATION MARK}").replace(":", " ")
    return "".join(sign for sign in kept if sign not in '\\"`$[]{}')


def walk(levels: list[Level]) -> str:
    """Cases of bash and zsh alike that find out which command the words so far name."""
    named = [f'"{" ".join(level.words)}"' for level in levels[1:]]
    return f'case "$at $word" in {"|".join(named)}) at="$at $word";; esac'


def bash(levels: list[Level]) -> str:
    """The script for bash 4 and later: files where neither a command nor an option fits."""
    cases = "\n".join(
        f'        "{" ".join(level.words)}") '
        f'commands="{" ".join(level.commands)}" options="{" ".join(level.options)}";;'
        for level in levels
    )
    return f"""_porrazo() {{
    local current=${{COMP_WORDS[COMP_CWORD]}} at=porrazo word commands= options=
    for word in "${{COMP_WORDS[@]:1:COMP_CWORD-1}}"; do
        {walk(levels)}
    done
    case "$at" in
{cases}
    esac
    case "$current" in -*) commands=$options;; esac
    COMPREPLY=($(compgen -W "$commands" -- "$current"))
}}
complete -o default -F _porrazo porrazo"""


def zsh(levels: list[Level]) -> str:
    """The script for zsh: what fits with its help, else files."""

    def listed(what: dict[str, str]) -> str:
        return " ".join(f"'{name}:{text}'" for name, text in what.items())

    cases = "\n".join(
        f'        "{" ".join(level.words)}") commands=({listed(level.commands)}) options=({listed(level.options)});;'
        for level in levels
    )
    return f"""#compdef porrazo
_porrazo() {{
    local at=porrazo word
    local -a commands options
    for word in "${{(@)words[2,CURRENT-1]}}"; do
        {walk(levels)}
    done
    case "$at" in
{cases}
    esac
    if [[ $PREFIX == -* ]]; then _describe option options
    elif (( $#commands )); then _describe command commands
    else _files; fi
}}
compdef _porrazo porrazo"""


def fish(levels: list[Level]) -> str:
    """The script for fish: each command and option where it may stand, with its help."""
    lines = []
    for level in levels:
        after = [f"__fish_seen_subcommand_from {word}" for word in level.words[1:]]
        if level.commands:
            after.append(f"not __fish_seen_subcommand_from {' '.join(level.commands)}")
        when = f"-n '{'; and '.join(after)}' " if after else ""
        lines += [
            f"complete -c porrazo {when}-f -a {name} -d '{text}'" for name, text in level.commands.items()
        ]
        for flag, text in level.options.items():
            kind = f"-l {flag[2:]}" if flag.startswith("--") else f"-s {flag[1:]}"
            lines.append(f"complete -c porrazo {when}{kind} -d '{text}'")
    return "\n".join(lines)
