"""S1 to S5: four players in two sides, the colour card, twelve cards each, who leads."""

import pytest

from engine.fields import Fields
from engine.header import Header
from engine.stubs_and_spoils.game import GAME
from tests.games.stubs_and_spoils.tables import EQUAL, NAMES, begin, play, refused, turn_up

LINE: Fields = {"porrazo": 1, "game": "stubs_and_spoils", "players": [*NAMES]}


def header(**changes: object) -> Header:
    """Read a header, and start a match with it."""
    read = GAME.header({**LINE, **changes})
    GAME.start(read)
    return read


def test_what_a_header_means_that_says_little() -> None:
    assert header() == Header(NAMES, rules="", target=21, game="stubs_and_spoils")
    assert header(teams=[[0, 2], [1, 3]], rules="any", note=1).extra == {"rules": "any", "note": 1}
    assert header(players=["", "", "", ""], target=1, dealer=3, options={"fouls": "apply"}).dealer == 3


@pytest.mark.parametrize(
    ("changes", "says"),
    [
        ({"players": ["Ana", "Beto"]}, "four play this game, not 2"),
        ({"players": ["Ana"] * 5}, "four play this game, not 5"),
        ({"players": ["Ana"] * 9}, "can play, not 9"),
        ({"players": []}, "can play, not 0"),
        ({"players": [1, 2, 3, 4]}, "must be a list of names"),
        ({"players": "Anas"}, "must be a list of names"),
        ({"players": None}, "must be a list of names"),
        ({"teams": [[0, 1], [2, 3]]}, "partners sit opposite"),
        ({"teams": [[1, 3], [0, 2]]}, "partners sit opposite"),
        ({"teams": [[2, 0], [1, 3]]}, "partners sit opposite"),
        ({"teams": [[0, 1, 2, 3]]}, "two teams or more"),
        ({"teams": [[0], [1], [2], [3]]}, "partners sit opposite"),
        ({"teams": []}, "two teams or more"),
        ({"teams": False}, "must be null or a list"),
        ({"dealer": 4}, "one of the seats 0 to 3"),
        ({"dealer": -1}, "one of the seats 0 to 3"),
        ({"dealer": True}, "must be a whole number"),
        ({"dealer": None}, "must be a whole number"),
        ({"target": 0}, "at least 1"),
        ({"target": -21}, "at least 1"),
        ({"target": 21.0}, "must be a whole number"),
        ({"target": "21"}, "must be a whole number"),
        ({"options": None}, '"options" must be an object'),
        ({"options": []}, '"options" must be an object'),
        ({"options": {"fouls": "ignore"}}, "fouls must be report or apply, not ignore"),
        ({"options": {"fouls": None}}, "cannot be None"),
        ({"options": {"fouls": True}}, "cannot be True"),
        ({"options": {"sevens": "free"}}, "there is no option 'sevens', only fouls"),
        ({"porrazo": 2}, '"porrazo" must be 1'),
        ({"game": None}, '"game" must be a text'),
    ],
)
def test_headers_that_are_refused(changes: dict[str, object], says: str) -> None:
    with pytest.raises(ValueError, match=says.replace("[", r"\[").replace("(", r"\(")):
        header(**changes)


@pytest.mark.parametrize(
    ("card", "mode", "special"),
    [("7h", "red", "h"), ("Ad", "red", "d"), ("Ks", "black", "s"), ("2c", "black", "c")],
)
def test_the_colour_card_says_what_is_played(card: str, mode: str, special: str) -> None:
    line = begin(card).position.to_json()
    assert (line["mode"], line["special"], line["hands"]) == (mode, special, [12, 12, 12, 12])


def test_it_comes_first_and_once() -> None:
    match = begin("", dealer=2)
    assert (match.position.turn, match.position.hand.due) == (2, "colour")
    assert refused(match, "5d") == "the colour card of this hand has not been turned up yet"
    turn_up(match, "Qd")
    assert (match.position.turn, match.position.hand.due) == (2, "play")
    assert refused(match, "Qd") == "the queen of diamonds is the colour card: it is in nobody's hand"


def test_the_dealer_leads_and_the_deal_moves_on_clockwise() -> None:
    match = begin("As", dealer=3)
    assert match.position.turn == 3
    play(match, EQUAL)
    at = match.position
    assert (at.hand.number, at.hand.dealer, at.turn, at.hand.due) == (2, 0, 0, "colour")
    turn_up(match, "Kh")
    assert match.position.turn == 0
