"""R1 to R4: four players, the gallery, who bids first, hands thrown in; and the header."""

import pytest

from engine.fields import Fields
from engine.header import Header
from engine.royal_porcio.game import GAME
from tests.games.royal_porcio.tables import NAMES, begin, do, last, refused

LINE: Fields = {"porrazo": 1, "game": "royal_porcio", "players": [*NAMES]}


def header(**changes: object) -> Header:
    """Read a header, and start a match with it."""
    read = GAME.header({**LINE, **changes})
    GAME.start(read)
    return read


def test_what_a_header_means_that_says_little() -> None:
    assert header() == Header(NAMES, rules="", target=250, game="royal_porcio")
    assert header(teams=[[0, 2], [1, 3]], rules="any", note=1).extra == {"rules": "any", "note": 1}
    assert header(options={"lead": 1, "first_bidder": "left"}).options == {"lead": 1, "first_bidder": "left"}


@pytest.mark.parametrize(
    ("changes", "says"),
    [
        ({"players": ["Ana", "Beto"]}, "four play this game, not 2"),
        ({"players": ["Ana"] * 5}, "four play this game, not 5"),
        ({"players": [1, 2, 3, 4]}, "must be a list of names"),
        ({"teams": [[0, 1], [2, 3]]}, "partners sit opposite"),
        ({"teams": [[0, 2]]}, "two teams or more"),
        ({"dealer": 4}, "one of the seats 0 to 3"),
        ({"dealer": True}, "must be a whole number"),
        ({"target": 0}, "at least 1"),
        ({"target": 250.0}, "must be a whole number"),
        ({"options": None}, '"options" must be an object'),
        ({"options": {"fouls": "ignore"}}, "fouls must be report or apply, not ignore"),
        ({"options": {"first_bidder": "right"}}, "first_bidder must be dealer or left, not right"),
        ({"options": {"all_pass": ""}}, "all_pass must be next_dealer or same_dealer"),
        ({"options": {"lead": 0}}, "lead must be a whole number from 1, not 0"),
        ({"options": {"lead": "50"}}, "lead must be a whole number from 1, not 50"),
        ({"options": {"lead": True}}, "the option 'lead' cannot be True"),
        ({"options": {"lead": None}}, "the option 'lead' cannot be None"),
        ({"options": {"duones": 1}}, "there is no option 'duones'"),
    ],
)
def test_headers_that_are_refused(changes: dict[str, object], says: str) -> None:
    with pytest.raises(ValueError, match=says):
        header(**changes)


def test_before_a_gallery_the_dealer_is_awaited_and_all_have_twelve_cards() -> None:
    match = begin(dealer=2)
    assert last(match, "turn", "await", "hands", "mode", "bid", "down") == [
        2, "gallery", [12, 12, 12, 12], None, None, 0,
    ]  # fmt: skip
    assert last(match, "known", "stubs", "gallery") == [[[]] * 4, [[]] * 4, []]


@pytest.mark.parametrize(("option", "first"), [("dealer", 2), ("left", 3)])
def test_who_bids_first(option: str, first: int) -> None:
    match = begin("gallery:7d,Kh,2h,9c", dealer=2, first_bidder=option)
    assert last(match, "turn", "await") == [first, "bid"]
    do(match, "---")
    assert last(match, "turn", "hand") == [(first + 3) % 4, 1]


@pytest.mark.parametrize(("option", "dealer"), [("next_dealer", 0), ("same_dealer", 3)])
def test_four_passes_throw_the_cards_in_and_that_was_a_hand(option: str, dealer: int) -> None:
    match = begin("gallery:7d,Kh,2h,9c ----", dealer=3, all_pass=option)
    assert last(match, "hand", "dealer", "turn", "await", "early") == [2, dealer, dealer, "gallery", 0]
    assert last(match, "gallery", "bid") == [[], None]


def test_also_with_a_gallery_of_one_colour() -> None:
    assert last(begin("gallery:7d,Kh,2h,9d ----"), "hand", "dealer", "mode") == [2, 1, None]


def test_a_bid_begins_the_counting_of_passes_anew() -> None:
    match = begin("gallery:7d,Kh,2h,9d --- bid:1g --")
    assert last(match, "turn", "await") == [2, "bid"]
    do(match, "-")
    assert last(match, "turn", "await") == [3, "special"]


def test_who_has_passed_may_bid_again() -> None:
    match = begin("gallery:7d,Kh,2h,9d - bid:1g -- bid:2g")
    assert last(match, "turn", "bid") == [1, {"seat": 0, "colour": "red", "number": 2, "level": "gold"}]


def test_the_gallery_lies_in_the_order_dealt() -> None:
    assert last(begin("gallery:7d,Kh,2h,9c"), "gallery") == [["7d", "Kh", "2h", "9c"]]
    assert refused(begin("gallery:7d,Kh,2h,9c"), "gallery:As,Ks,Qs,Js") == "it is for Ana to bid or to pass"
