"""M1 to M4: four players in two sides, forty cards, the turned card, what cards are worth."""

import pytest

from engine.cards import FORTY
from engine.events import IllegalPlay
from engine.fields import Fields
from engine.header import Header
from engine.malilla.cards import worth
from engine.malilla.game import GAME
from tests.games.malilla.tables import NAMES, begin, play, refused, turn_up

LINE: Fields = {"porrazo": 1, "game": "malilla", "players": [*NAMES]}


def header(**changes: object) -> Header:
    """Read a header, and start a match with it."""
    read = GAME.header({**LINE, **changes})
    GAME.start(read)
    return read


def test_what_a_header_means_that_says_little() -> None:
    assert header() == Header(NAMES, rules="", target=35, game="malilla")
    assert header(teams=[[0, 2], [1, 3]], rules="any", note=1).extra == {"rules": "any", "note": 1}


@pytest.mark.parametrize(
    ("changes", "says"),
    [
        ({"players": ["Ana", "Beto"]}, "four play this game, not 2"),
        ({"players": ["Ana"] * 5}, "four play"),
        ({"players": [1, 2, 3, 4]}, "must be a list of names"),
        ({"players": "four"}, "must be a list of names"),
        ({"teams": [[0, 1], [2, 3]]}, "partners sit opposite"),
        ({"teams": [[1, 3], [0, 2]]}, "partners sit opposite"),
        ({"teams": [[0, 1, 2, 3]]}, "two teams or more"),
        ({"dealer": 4}, "one of the seats 0 to 3"),
        ({"dealer": True}, "must be a whole number"),
        ({"dealer": None}, "must be a whole number"),
        ({"target": 0}, "at least 1"),
        ({"target": 35.0}, "must be a whole number"),
        ({"options": None}, '"options" must be an object'),
        ({"options": []}, '"options" must be an object'),
        ({"options": {"fouls": "ignore"}}, "fouls must be apply or report, not ignore"),
        ({"options": {"fouls": True}}, "cannot be True"),
        ({"options": {"colour": "red"}}, "there is no option 'colour', only fouls, turned_card, sevens"),
        ({"porrazo": 2}, '"porrazo" must be 1'),
    ],
)
def test_headers_that_are_refused(changes: dict[str, object], says: str) -> None:
    with pytest.raises(ValueError, match=says.replace("[", r"\[").replace("(", r"\(")):
        header(**changes)


def test_forty_cards_worth_sixty() -> None:
    assert len(FORTY) == 40
    assert not {card.rank.letter for card in FORTY} & set("89T")
    assert sum(map(worth, FORTY)) == 60
    assert [worth(card) for card in FORTY if card.suit is FORTY[0].suit] == [4, 0, 0, 0, 0, 0, 5, 1, 2, 3]


def test_the_turned_card_comes_first_and_once() -> None:
    match = begin("")
    assert match.position.turn is None
    assert refused(match, "5d") == "the trump card of this hand has not been turned up yet"
    turn_up(match, "Qd")
    assert match.position.turn == 0
    with pytest.raises(IllegalPlay, match="already been turned up"):
        turn_up(match, "Kd")


def test_it_is_the_dealers_and_nobody_elses() -> None:
    match = begin("Qd")
    assert refused(match, "Qd") == "the queen of diamonds is the turned card: Dani holds it"
    play(match, "2c 3c 4c")
    assert refused(match, "Qd") == ""


def test_the_dealers_tenth_card_is_the_turned_one_if_it_was_not_played() -> None:
    match = begin("Qd", fouls="report")
    for cards in "Ac 2c 3c 4c|As 2s 3s 4s|Ah 2h 3h 4h|Kc 5c 6c Jc|Ks 5s 6s Js|Kh 5h 6h Jh|Qc 2d Qs 3d".split(
        "|"
    ):
        play(match, cards)
    play(match, "Qh 7c 7s 5d  7d 4d 6d Jd  7h")
    assert sum(match.position.hand.tricks) == 9
    assert match.position.turn == 3
    assert refused(match, "Kd") == "Dani has only the queen of diamonds left"
    assert refused(match, "Qd") == ""
