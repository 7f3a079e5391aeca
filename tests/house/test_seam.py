"""What all games share knows none of them: neither imports one nor has one's name. The few places that may say why."""

import ast
from collections.abc import Iterator

import pytest

from engine.games import NAMES
from tests.house.test_circles import HOME, imported

SHARED = ("engine", "vision", "companion")
OWN_PLACES = {
    "companion/window/table/": "Porrazo's own table, opened by its name in tables.py alone",
    "companion/referee/": "the referee of captures, which are Porrazo's",
}
"""Folders, beside those of the engine, that belong to one game, and may import it."""
SHARED_WITHIN = ("companion/referee/tricks/",)
"""Folders within those that belong to no game."""
NAMED = {
    "engine/games.py": "the list of games",
    "engine/header.py": "the game of a record that names none",
    "companion/window/tables.py": "which game has a table of its own",
    "companion/pipeline/starting.py": "which game has a referee of its own",
    "companion/cli.py": "the program's own name",
    "companion/commands/completion.py": "the program's own name",
    "companion/logs.py": "the program's own name",
    "vision/faults.py": "the program's own name",
    "vision/files/own_files.py": "the program's own name",
}
"""Files in which a game's name stands as a word of its own. "porrazo" is a key of every record's header, too."""


def shared_files() -> Iterator[tuple[str, str]]:
    """Give every file that belongs to no game but has a game's name in it: its path from the root, and its text."""
    own = (*(f"engine/{name}/" for name in NAMES), *OWN_PLACES)
    for room in SHARED:
        for path in sorted((HOME / room).rglob("*.py")):
            name = path.relative_to(HOME).as_posix()
            source = path.read_text("utf-8")
            shared = not name.startswith(own) or name.startswith(SHARED_WITHIN)
            if shared and any(game in source for game in NAMES):
                yield name, source


def games_imported(source: str) -> set[str]:
    """Return the games of which a module imports something."""
    found = (name.split(".") for name in imported(source))
    return {parts[1] for parts in found if parts[0] == "engine" and len(parts) > 1} & {*NAMES}


def games_named(source: str) -> set[str]:
    """Return the games whose names are words of a module's own."""
    words = {node.value for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Constant)}
    return {word for word in words if isinstance(word, str)} & {*NAMES}


def test_nothing_that_is_shared_imports_a_game() -> None:
    assert {name: found for name, source in shared_files() if (found := games_imported(source))} == {}


def test_nothing_that_is_shared_names_a_game() -> None:
    named = {name for name, source in shared_files() if games_named(source)}
    assert named == {*NAMED}


@pytest.mark.parametrize("place", OWN_PLACES)
def test_a_place_of_its_own_is_one_games(place: str) -> None:
    sources = [path.read_text("utf-8") for path in sorted((HOME / place).glob("*.py"))]
    assert set().union(*map(games_imported, sources)) == {"porrazo"}


def test_an_import_and_a_name_would_be_found() -> None:
    assert games_imported("def f():\n    from engine.malilla import rules\n") == {"malilla"}
    assert games_imported("from engine import crash") == {"crash"}
    assert games_imported("from engine.match import Match") == set()
    assert games_named('GAMES = {"crash": 1}') == {"crash"}
    assert games_named('"""A crash."""') == set()
