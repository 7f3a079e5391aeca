"""What every player has done, kept in the store for each match and seat, and added up when somebody asks.

A match is reckoned once; it owes its figures again when it changes. Points that a seat made with a card or an
announcement are that seat's. Points that no single seat made (most cards, and those put on the board by hand) are the
team's: each of its players has them in full, since no part of them is more one's than the other's.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from companion.archive.kept_match import Kept, read_match
from companion.archive.players import key
from companion.record import match_summary
from companion.record.match_summary import Move
from companion.store.store import Store
from engine.events import Event
from engine.header import GAME
from engine.match import AnyMatch
from engine.words import Words

RECKONING_VERSION = 1
"""Grows when figures are reckoned otherwise than before: every match owes them then."""
MOST_POINTS = 10**12
"""Figures are cut there, beyond anything that is played: a record may hold any number, and SQLite adds up to 2**63."""
POINT_KINDS = ("announcements", "porrazos", "limpias", "in_place", "tendidos", "cards", "by_hand")
"""The kinds of points that the store has columns for: of a game's sources, those of these names."""
FIGURE_COLUMNS = ("finished", "won", "points", "plays", "best", *POINT_KINDS)


@dataclass(frozen=True)
class Figures:
    """What a player has done in so many matches: ``scored[kind]`` are points, ``plays`` the cards laid."""

    name: str
    matches: int = 0
    finished: int = 0
    won: int = 0
    points: int = 0
    plays: int = 0
    best: int = 0
    """The most points in one move."""
    scored: tuple[int, ...] = (0,) * len(POINT_KINDS)
    """Points by kind, in the order of `POINT_KINDS`."""

    def of(self, kind: str) -> int:
        """Points of a kind."""
        return self.scored[POINT_KINDS.index(kind)]


def figures_of(match: AnyMatch, seat: int) -> Figures:
    """Reckon what the player of a seat did in one match."""
    side, header, words = match_summary.side_of(match.header, seat), match.header, match.game.words
    moves = [move for move in match_summary.moves(match) if _counts_for(move, seat, side, words)]
    winner = match_summary.as_it_stands(match).winner
    scored: Counter[str] = Counter()
    for move in moves:
        scored[words.source(move.why)] += move.points
    return Figures(
        header.players[seat],
        matches=1,
        finished=int(winner is not None),
        won=int(winner == side),
        points=_cut(sum(move.points for move in moves)),
        plays=sum(_plays(event, seat) for event in match.events),
        best=_cut(max((move.points for move in moves if move.why not in words.no_play), default=0)),
        scored=tuple([_cut(scored[kind]) for kind in POINT_KINDS]),
    )


def _plays(event: Event, seat: int) -> bool:
    return getattr(event, "card", None) is not None and getattr(event, "seat", None) == seat


def _counts_for(move: Move, seat: int, side: int, words: Words) -> bool:
    return move.side == side if move.why in words.no_play else move.seat == seat


def _cut(points: int) -> int:
    return max(-MOST_POINTS, min(points, MOST_POINTS))


# -- keeping them ------------------------------------------------------------------------------------------


def owed(store: Store) -> tuple[int, ...]:
    """List the matches whose figures are not kept, or not as they would be reckoned now."""
    rows = store.ask("SELECT number FROM match WHERE reckoned != ? ORDER BY place DESC", RECKONING_VERSION)
    return tuple([int(str(number)) for (number,) in rows])


def reckon(store: Store, number: int) -> None:
    """Reckon a match and keep its figures, unless it changes meanwhile; one that cannot be read has none."""
    row = store.row(number)
    if row is None:
        return
    found = read_match(row, number)
    rows = list(_rows(found)) if isinstance(found, Kept) else []
    winner = found.winner if isinstance(found, Kept) else None
    columns = ("match", "seat", "person", "name", *FIGURE_COLUMNS)
    with store.change() as within:
        if store.row(number) != row:
            return
        within.execute("DELETE FROM figures WHERE match = ?", (number,))
        marks = ", ".join("?" * len(columns))
        within.executemany(f"INSERT INTO figures ({', '.join(columns)}) VALUES ({marks})", rows)
        within.execute(
            "UPDATE match SET reckoned = ?, winner = ? WHERE number = ?", (RECKONING_VERSION, winner, number)
        )


def _rows(kept: Kept) -> Iterator[Sequence[int | str]]:
    for seat, name in enumerate(kept.header.players):
        each = figures_of(kept.match, seat)
        sums = (each.finished, each.won, each.points, each.plays, each.best, *each.scored)
        yield (kept.number, seat, key(name), name, *sums)


def added_up(store: Store, game: str = GAME) -> list[Figures]:
    """Add up everybody's figures in one game; a player's name is spelt as in the match that was played last."""
    sums = ", ".join(f"sum({column})" for column in ("finished", "won", "points", "plays"))
    kinds = ", ".join(f"sum({kind})" for kind in POINT_KINDS)
    question = f"SELECT person, count(*), {sums}, max(best), {kinds} FROM {OF_GAME} GROUP BY person"
    names = {person: str(name) for person, name in store.ask(LAST_NAMES)}
    found = store.ask(question, GAME, game)
    return [_figures(names[row[0]], [int(str(value)) for value in row[1:]]) for row in found]


OF_GAME = """figures JOIN match ON match.number = figures.match
    WHERE coalesce(CASE WHEN json_valid(header) THEN json_extract(header, '$.game') END, ?) = ?"""
"""The figures of one game; a header that names no game is one of the game that records had first."""


LAST_NAMES = """SELECT person, name FROM (SELECT person, name, max(place)
    FROM figures JOIN match ON match.number = figures.match GROUP BY person)"""
"""Beside a max() SQLite gives the other columns of the row that has it."""


def _figures(name: str, numbers: Sequence[int]) -> Figures:
    matches, finished, won, points, plays, best, *scored = numbers
    return Figures(name, matches, finished, won, points, plays, best, tuple(scored))
