"""The header of a record: which game, who plays, in which seats and sides, by which rules."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar, Self

from engine.fields import Fields, required, shown, text, whole
from engine.options import Choice, Option, chosen

VERSION = 1
MIN_PLAYERS = 2
MAX_PLAYERS = 8
GAME = "porrazo"
"""The game, rules and target of a record that does not name them (records of version 1)."""
RULES = "pagat"
TARGET = 61
HEADER_KEYS = frozenset({"porrazo", "rules", "players", "teams", "dealer", "target", "options"})


@dataclass(frozen=True, slots=True)
class Header:
    """Who plays, in which seats and sides, by which rules; ValueError, in a sentence, if that cannot be.

    ``players`` are the names by seat, in the order of play; ``rules`` is a preset of the game's, "" if it has
    none; ``teams`` are lists of seats, None if the record names none; ``options`` overrides single options;
    ``extra`` holds additional keys. What only one game refuses, that game refuses when it starts.
    """

    players: tuple[str, ...]
    rules: str = RULES
    teams: tuple[tuple[int, ...], ...] | None = None
    dealer: int = 0
    target: int = TARGET
    options: Mapping[str, Choice] = field(default_factory=dict, hash=False)
    extra: Fields = field(default_factory=dict, hash=False)
    game: str = GAME

    def __post_init__(self) -> None:
        seats = len(self.players)
        if not MIN_PLAYERS <= seats <= MAX_PLAYERS:
            raise ValueError(f"{MIN_PLAYERS} to {MAX_PLAYERS} can play, not {seats}")
        if not 0 <= self.dealer < seats:
            raise ValueError(f"the dealer must sit in one of the seats 0 to {seats - 1}")
        if self.target < 1:
            raise ValueError("the target must be at least 1")
        if self.teams is not None:
            check_teams(self.teams, seats)

    def to_json(self) -> dict[str, object]:
        """Return the object that a record's first line holds, every key written out."""
        line: dict[str, object] = {"porrazo": VERSION}
        if self.game != GAME:
            line["game"] = self.game
        if self.rules:
            line["rules"] = self.rules
        return {
            **line,
            "players": list(self.players),
            "teams": None if self.teams is None else [list(team) for team in self.teams],
            "dealer": self.dealer,
            "target": self.target,
            "options": dict(self.options),
            **self.extra,
        }


@dataclass(frozen=True, slots=True)
class GameSetting:
    """What stays the same throughout a match: the header, and every option with its value.

    A game's own setting adds a field for each of its ``options``.
    """

    options: ClassVar[tuple[Option, ...]] = ()
    header: Header

    @classmethod
    def of(cls, header: Header) -> Self:
        """Return a match's setting; ValueError for an option or a value that there is not."""
        values: dict[str, Any] = chosen(cls.options, header.options)
        return cls(header, **values)

    @property
    def seats(self) -> int:
        """How many play."""
        return len(self.header.players)

    def name(self, seat: int) -> str:
        """Return the name of the player in a seat."""
        return self.header.players[seat]


def game_named(line: Fields) -> str:
    """Return the name of the game in a record's first line; ValueError if it is not a header."""
    if "porrazo" not in line:
        raise ValueError('a record begins with its header: {"porrazo": 1, "players": [...]}')
    version = line["porrazo"]
    if type(version) is not int or version != VERSION:
        raise ValueError(f'"porrazo" must be {VERSION}, the version of records that this program reads')
    return text(line, "game", GAME)


def header_of(line: Fields, rules: str, target: int, options: Sequence[Option]) -> Header:
    """Return the header that a record's first line holds; ValueError, in a sentence, if it holds none.

    ``rules`` ("": the game has no presets) and ``target`` hold if the line does not name them; ``options``
    are the game's own.
    """
    game = game_named(line)
    own = HEADER_KEYS if rules else HEADER_KEYS - {"rules"}
    own = own if game == GAME else own | {"game"}
    return Header(
        players=read_names(required(line, "players")),
        rules=text(line, "rules", rules) if rules else "",
        teams=read_teams(line.get("teams")),
        dealer=whole(line, "dealer", 0),
        target=whole(line, "target", target),
        options=read_options(line.get("options", {}), options),
        extra={key: value for key, value in line.items() if key not in own},
        game=game,
    )


def check_teams(teams: tuple[tuple[int, ...], ...], seats: int) -> None:
    """Raise ValueError unless there are two or more teams of equal size that hold every seat once."""
    if len(teams) < 2:
        raise ValueError("there must be two teams or more")
    if len({len(team) for team in teams}) != 1:
        raise ValueError("the teams must be equally large")
    if sorted(seat for team in teams for seat in team) != list(range(seats)):
        raise ValueError(f"the teams must hold every seat from 0 to {seats - 1} once")


def read_names(value: object) -> tuple[str, ...]:
    """Return the players' names."""
    if not isinstance(value, list) or not all(isinstance(name, str) for name in value):
        raise ValueError('"players" must be a list of names')
    return tuple(value)


def read_teams(value: object) -> tuple[tuple[int, ...], ...] | None:
    """Return the teams, lists of seats, or None."""
    if value is None:
        return None
    if not isinstance(value, list) or not all(isinstance(team, list) for team in value):
        raise ValueError('"teams" must be null or a list of lists of seats')
    if not all(type(seat) is int for team in value for seat in team):
        raise ValueError('"teams" must hold seats, whole numbers from 0')
    return tuple(tuple(team) for team in value)


def read_options(value: object, options: Sequence[Option]) -> dict[str, Choice]:
    """Return the options; ValueError if a value has a type that no option of the game has."""
    kinds = {kind for option in options for kind in option.kinds}
    if not isinstance(value, dict):
        raise ValueError(f'"options" must be an object, not {shown(value)}')
    for name, choice in value.items():
        if type(choice) not in kinds:
            raise ValueError(f"the option {shown(name)} cannot be {shown(choice)}")
    return dict(value)
