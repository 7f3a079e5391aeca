"""The toy game of docs/adding-a-game.md, put into the house as any game is: its module, and one word in the list."""

import re
import sys
import types
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from engine import games
from engine.game import AnyGame
from engine.header import Header
from engine.match import Match
from engine.record import read

PAGE = Path(__file__).parents[2] / "docs" / "adding-a-game.md"
HEADER = b'{"porrazo": 1, "game": "toy", "players": ["Ana", "Beto"], "target": 2}\n'
SHOWN = b"".join(
    b'{"do": "show", "seat": %d, "card": "%s"}\n' % (at % 2, card)
    for at, card in [(1, b"7h"), (0, b"Kd"), (1, b"5c"), (0, b"5h")]
)
ADJUST = b'{"do": "adjust", "seat": 1, "points": 2}\n'


@contextmanager
def in_the_house() -> Iterator[AnyGame]:
    """Have the page's game among the others for a while."""
    block = re.search(r"```python\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    assert block is not None
    module = types.ModuleType("engine.toy.game")
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(sys.modules, module.__name__, module)
        exec(compile(block[1], str(PAGE), "exec"), module.__dict__)
        patch.setattr(games, "NAMES", (*games.NAMES, "toy"))
        yield games.game_called("toy")
        games.game_called.cache_clear()


def played(record: bytes = HEADER + SHOWN + ADJUST) -> Match[Any, Any]:
    """Play a record's match."""
    match: Match[Any, Any] | None = None
    for _, item in read(record.splitlines(keepends=True)):
        if isinstance(item, Header):
            match = Match(item)
        elif match is not None:
            match.add(item)
    assert match is not None
    return match
