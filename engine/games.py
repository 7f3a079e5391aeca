"""The list of games. A game is looked up by its word in a record's header, and imported only then."""

from functools import cache
from importlib import import_module

from engine.fields import shown
from engine.game import AnyGame, Game
from engine.header import GAME

NAMES = ("porrazo", "malilla", "backhand", "crash", "conquian", "stubs_and_spoils", "royal_porcio")
"""The games, each a folder beside this file; to add a game, add its word here."""


@cache
def game_called(name: str = GAME) -> AnyGame:
    """Return the game of this name; ValueError, in a sentence, if there is none."""
    if name not in NAMES:
        raise ValueError(f"there is no game {shown(name)}, only {', '.join(NAMES)}")
    game = import_module(f"engine.{name}.game").GAME
    assert isinstance(game, Game)
    return game
