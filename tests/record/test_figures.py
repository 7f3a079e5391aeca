"""What players have done: kept for each match, owed when it changes, a team's points are each player's."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.archive import figures
from companion.archive.figures import MOST_POINTS, Figures, added_up, figures_of, owed, reckon
from companion.archive.kept_match import read_match
from companion.archive.stored_match import StoredMatch
from companion.store.store import PLAYING, Store
from engine.cards import Card
from engine.events import Adjust, Event
from engine.header import Header
from engine.porrazo.events import Play
from engine.porrazo.game import Match
from engine.record import line_of
from tests.app.test_statistics import played, recorded

PAIR = Header(("Ana", "Beto"))
TEAMS = Header(("Ana", "Beto", "Carla", "Diego"), teams=((0, 2), (1, 3)))


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with Store(tmp_path) as store:
        yield store


def put(store: Store, header: Header, *events: Event) -> int:
    """Put a match into the store, and keep its figures."""
    number = store.add(line_of(header), [line_of(event) for event in events], 5.0)
    reckon(store, number)
    return number


def of(store: Store, name: str) -> Figures:
    """What is kept of a player."""
    return next(each for each in added_up(store) if each.name == name)


def plays(*cards: str) -> list[Event]:
    """Cards laid by the seats in turn, seat 1 first."""
    return [Play((at + 1) % 4, Card.parse(card)) for at, card in enumerate(cards)]


def test_figures_are_added_up_over_matches(store: Store) -> None:
    match = played("Kh", "Ks", "2d")
    put(store, match.header, *match.events)
    put(store, Header(("Beto", "Ana"), target=5), Adjust(0, 5, "x"))
    ana = of(store, "Ana")
    assert (ana.matches, ana.finished, ana.won, ana.points, ana.plays, ana.best) == (2, 1, 0, 8, 1, 4)
    assert (ana.of("porrazos"), ana.of("limpias"), ana.of("tendidos")) == (4, 4, 0)
    assert (of(store, "Beto").won, of(store, "Beto").points) == (1, 5)


@pytest.mark.parametrize("name", ["to-the-end", "to-the-end-in-teams"])
def test_a_sides_points_are_its_players_own_and_the_teams(name: str) -> None:
    match = recorded(name)
    position = match.settled.position
    sides = match.header.teams or tuple((seat,) for seat in range(len(match.header.players)))
    for side, seats in enumerate(sides):
        each = [figures_of(match, seat) for seat in seats]
        shared = each[0].of("cards") + each[0].of("by_hand")
        assert all(one.of("cards") + one.of("by_hand") == shared for one in each)
        assert sum(one.points for one in each) - shared * (len(seats) - 1) == position.scores[side]
        assert {one.won for one in each} == {int(position.winner == side)}


def test_what_a_seat_made_is_that_seats_and_what_nobody_made_is_the_teams(store: Store) -> None:
    put(store, TEAMS, *plays("Kh", "2d", "2s", "9h"), Adjust(0, 3, "x"))
    ana, beto, carla, diego = (of(store, name) for name in TEAMS.players)
    assert diego.of("porrazos") > 0, "Diego's two took Carla's"
    assert beto.of("porrazos") == 0, "and his partner has nothing of that"
    assert (ana.of("by_hand"), carla.of("by_hand")) == (3, 3), "points put on the board are the team's"
    assert (ana.points, carla.points) == (3, 3 + carla.of("in_place"))
    assert carla.of("in_place") == 2, "which are hers alone"
    assert beto.of("by_hand") == 0


def test_a_match_that_changes_owes_its_figures(store: Store) -> None:
    number = put(store, PAIR, Adjust(0, 5, "x"))
    assert owed(store) == ()
    lines = [line_of(PAIR), line_of(Adjust(0, 5, "x"))]
    with StoredMatch(store, number, lines) as match:
        match.append(Adjust(0, 60, "x"))
    assert owed(store) == (number,)
    assert of(store, "Ana").points == 5
    reckon(store, number)
    assert (of(store, "Ana").points, of(store, "Ana").won) == (65, 1)
    assert store.ask("SELECT winner FROM match") == [(0,)]


def test_a_match_that_changes_while_it_is_reckoned_goes_on_owing(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    number = store.add(line_of(PAIR), [line_of(Adjust(0, 5, "x"))], 5.0)

    def slow(row: object, which: int) -> object:
        store.rewrite(number, [line_of(PAIR), line_of(Adjust(0, 9, "x"))], kept=0)
        return read_match(row, which)  # type: ignore[arg-type]

    with monkeypatch.context() as patched:
        patched.setattr("companion.archive.figures.read_match", slow)
        reckon(store, number)
    assert owed(store) == (number,)
    assert added_up(store) == []


def test_figures_reckoned_otherwise_are_owed_anew(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    number = put(store, PAIR, Adjust(0, 5, "x"))
    monkeypatch.setattr(figures, "RECKONING_VERSION", figures.RECKONING_VERSION + 1)
    assert owed(store) == (number,)


def test_a_match_that_cannot_be_read_has_none_and_owes_none(store: Store) -> None:
    number = store.add("nonsense", ["{}"], 5.0)
    reckon(store, number)
    assert owed(store) == ()
    assert added_up(store) == []


def test_a_deleted_match_counts_no_more(store: Store) -> None:
    number = put(store, PAIR, Adjust(0, 5, "x"))
    store.delete(number)
    assert added_up(store) == []


def test_one_player_in_two_spellings_is_one(store: Store) -> None:
    put(store, Header(("ana", "Beto")), Adjust(0, 1, "x"))
    store.begin(line_of(Header(("Ana ", "Eva"))), 5.0, PLAYING)
    reckon(store, store.playing()[0])
    assert (of(store, "Ana ").matches, of(store, "Ana ").points) == (2, 1)


@pytest.mark.parametrize("points", [10**30, -(10**30), 10**3000])
def test_numbers_beyond_any_game_are_cut(store: Store, points: int) -> None:
    for _ in range(3):
        put(store, PAIR, Adjust(0, points, "x"))
    assert of(store, "Ana").points == 3 * (MOST_POINTS if points > 0 else -MOST_POINTS)


def test_a_match_without_events_has_figures() -> None:
    assert figures_of(Match(PAIR), 0) == Figures("Ana", matches=1)
