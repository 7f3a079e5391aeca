"""R1: two to eight players, alone or in equal teams; suits never matter to the score."""

import pytest

from engine.header import Header
from engine.porrazo.position import Position
from tests.rules.boards import NAMES, begin, lay, play, refused


@pytest.mark.parametrize("players", range(2, 9))
def test_two_to_eight_play_each_for_himself(players: int) -> None:
    assert begin(players).position.scores == (0,) * players


@pytest.mark.parametrize("players", [0, 1, 9])
def test_fewer_or_more_do_not(players: int) -> None:
    with pytest.raises(ValueError, match="2 to 8 can play"):
        Header(("Ana",) * players)


@pytest.mark.parametrize(
    ("players", "teams"),
    [
        (2, ((0,), (1,))),
        (4, ((0, 2), (1, 3))),
        (6, ((0, 3), (1, 4), (2, 5))),
        (6, ((0, 2, 4), (1, 3, 5))),
        (8, ((0, 4), (1, 5), (2, 6), (3, 7))),
    ],
)
def test_even_numbers_play_as_teams(players: int, teams: tuple[tuple[int, ...], ...]) -> None:
    match = begin(players, teams=teams)
    assert len(match.position.scores) == len(teams)
    assert play(match, "A") == ["0 in_place 1 A"]
    assert match.position.scores == (1, *(0,) * (len(teams) - 1))


def test_a_teams_points_and_cards_are_its_sides() -> None:
    match = begin(4, teams=((1, 3), (0, 2)))
    lay(match, "9h 8d")
    assert play(match, "9c 2d!") == ["1 in_place 2 2"]
    assert (match.position.scores, match.position.captured) == ((2, 0), (0, 2))


@pytest.mark.parametrize(
    ("teams", "wrong"),
    [
        (((0, 1, 2, 3),), "two teams or more"),
        (((0, 1, 2), (3,)), "equally large"),
        (((0, 2), (1, 1)), "every seat from 0 to 3 once"),
        (((0, 2), (1, 4)), "every seat from 0 to 3 once"),
        (((), ()), "every seat from 0 to 3 once"),
    ],
)
def test_teams_hold_every_seat_once(teams: tuple[tuple[int, ...], ...], wrong: str) -> None:
    with pytest.raises(ValueError, match=wrong):
        Header(NAMES[:4], teams=teams)


def test_a_pack_has_each_card_once() -> None:
    match = begin()
    play(match, "7h")
    assert refused(match, "7h") == "the 7 of hearts is already on the table"
    play(match, "7d 9c")
    assert refused(match, "7h") == "the 7 of hearts has already been played in this hand"


def test_a_rank_alone_counts_against_its_four() -> None:
    match = begin()
    lay(match, "7 7h 7")
    assert refused(match, "7") == ""
    play(match, "7")
    assert refused(match, "7s") == "all four cards of that rank (7) have been seen"
    assert refused(match, "7") == "all four cards of that rank (7) have been seen"


def test_suits_change_nothing() -> None:
    full, ranks = begin(), begin()
    for match, plays in ((full, "2h 3d 2c 3c 4h 4d"), (ranks, "2 3 2 3 4 4")):
        play(match, plays)
    assert full.settled.position.scores == ranks.settled.position.scores


def test_nobody_sits_in_a_seat_that_there_is_not() -> None:
    header = Header(("Ana", "Beto"))
    with pytest.raises(ValueError, match="the dealer must sit in one of the seats 0 to 1"):
        Header(header.players, dealer=2)
    assert Position.start(header).turn == 1
