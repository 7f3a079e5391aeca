"""B1, B2, B15 and the header: who can play, how many packs, and what each option may be."""

import re

import pytest

from engine.backhand.game import GAME
from engine.backhand.position import Position
from engine.fields import Fields
from engine.header import Header
from tests.games.backhand.tables import NAMES, begin, do

LINE: Fields = {"porrazo": 1, "game": "backhand", "players": ["Ana", "Beto"]}


def start(**changes: object) -> Position:
    """Read a header, and start a match with it."""
    return GAME.start(GAME.header({**LINE, **changes}))


def test_what_a_header_means_that_says_little() -> None:
    header = GAME.header(LINE)
    assert header == Header(("Ana", "Beto"), rules="", target=5, game="backhand")
    assert GAME.header({**LINE, "teams": None, "options": None}) == header
    assert GAME.header({**LINE, "rules": "any", "note": 1}).extra == {"rules": "any", "note": 1}


def test_with_bets_it_is_to_twenty_unless_the_header_says_otherwise() -> None:
    bets = {"options": {"bets": True}}
    assert GAME.header({**LINE, **bets}).target == 20
    assert GAME.header({**LINE, **bets, "target": 5}).target == 5
    assert GAME.header({**LINE, "options": {"bets": False}}).target == 5


@pytest.mark.parametrize(("players", "packs"), [(2, 1), (3, 2), (4, 2), (5, 3), (7, 4), (8, 4)])
def test_one_pack_for_every_two_players(players: int, packs: int) -> None:
    at = begin(players).position
    assert (at.setting.packs, at.unseen) == (packs, 52 * packs)
    assert begin(players, packs=8).position.unseen == 416
    assert begin(players, packs=None).position.unseen == 52 * packs
    assert len(GAME.pack(at.setting.header)) == 52 * packs


@pytest.mark.parametrize(
    ("changes", "says"),
    [
        ({"porrazo": 2}, '"porrazo" must be 1'),
        ({"porrazo": True}, '"porrazo" must be 1'),
        ({"players": ["Ana"]}, "2 to 8 can play, not 1"),
        ({"players": [*NAMES, "Ines"]}, "2 to 8 can play, not 9"),
        ({"players": [1, 2]}, "must be a list of names"),
        ({"teams": [[0], [1]]}, '"teams" must be null: each seat plays for itself'),
        ({"teams": []}, "two teams or more"),
        ({"teams": False}, '"teams" must be null'),
        ({"dealer": 2}, "one of the seats 0 to 1"),
        ({"dealer": -1}, "one of the seats 0 to 1"),
        ({"dealer": None}, "must be a whole number"),
        ({"target": 0}, "at least 1"),
        ({"target": None}, "must be a whole number"),
        ({"target": True}, "must be a whole number"),
        ({"target": 5.0}, "must be a whole number"),
        ({"options": []}, '"options" must be an object'),
        ({"options": False}, '"options" must be an object'),
        ({"options": {"fouls": "report"}}, "there is no option 'fouls'"),
        ({"options": {"bets": 1}}, "bets must be false or true, not 1"),
        ({"options": {"bets": None}}, "bets must be false or true, not null"),
        ({"options": {"min_bet": 0}}, "min_bet must be a whole number from 1, not 0"),
        ({"options": {"min_bet": None}}, "min_bet must be a whole number from 1, not null"),
        ({"options": {"min_bet": True}}, "min_bet must be a whole number from 1, not true"),
        ({"options": {"min_bet": 2.0}}, "the option 'min_bet' cannot be 2.0"),
        ({"options": {"max_bet": 0}}, "max_bet must be null or a whole number from 1, not 0"),
        ({"options": {"max_bet": True}}, "max_bet must be null or a whole number from 1, not true"),
        ({"options": {"min_bet": 3, "max_bet": 2}}, "max_bet must not be below min_bet"),
        ({"options": {"packs": 0}}, "packs must be null or a whole number from 1 to 8, not 0"),
        ({"options": {"packs": 9}}, "packs must be null or a whole number from 1 to 8, not 9"),
        ({"options": {"packs": True}}, "packs must be null or a whole number from 1 to 8, not true"),
        ({"options": {"shuffle": "never"}}, "shuffle must be round or called, not never"),
        ({"options": {"shuffle": None}}, "shuffle must be round or called, not null"),
    ],
)
def test_headers_that_are_refused(changes: dict[str, object], says: str) -> None:
    with pytest.raises(ValueError, match=re.escape(says)):
        start(**changes)


def test_limits_may_be_equal() -> None:
    assert start(options={"min_bet": 3, "max_bet": 3, "bets": True}).may == ("bet",)


def test_the_dealer_plays_last_and_the_deal_moves_on() -> None:
    match = begin(3, dealer=1)
    assert match.position.round.playing == (2, 0, 1)
    do(match, "deal 2 Tc 5c", "deal 0 Td 5d", "deal 1 Th 5h")
    do(match, "backhand 2 2c", "backhand 0 2d", "backhand 1 2h")
    at = match.position
    assert (at.round.number, at.round.dealer, at.turn, at.scores) == (2, 2, 0, (0, 0, 0))
