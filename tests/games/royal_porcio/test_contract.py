"""R7, R13, R15 and R16: how an auction ends, without a mode too; the special suit, the exchange, who leads."""

import pytest

from engine.royal_porcio.events import Exchange
from tests.games.royal_porcio.tables import begin, do, last, refused

RED = "gallery:7d,Kh,2h,9d "
BOTH = "gallery:7d,Kh,2h,9c "
EARLY = BOTH + "bid:1bs Js yours down:Kh --- "


def test_three_passes_end_it_and_the_last_bidder_names_the_special_suit() -> None:
    match = begin(RED + "- bid:1b - bid:1g ---")
    assert last(match, "turn", "await", "special") == [3, "special", None]


@pytest.mark.parametrize(("level", "suits"), [("bronze", "cs"), ("gold", "dh")])
def test_it_lies_in_the_gallery_as_often_as_the_level_says(level: str, suits: str) -> None:
    match = begin(RED + f"bid:1{level[0]} ---")
    allowed = [suit for suit in "cdhs" if not refused(match, f"special:{suit}")]
    assert "".join(allowed) == suits
    do(match, f"special:{suits[0]}")
    assert last(match, "special", "await", "turn") == [suits[0], "play", 2]


def test_the_gallery_counts_as_it_was_dealt() -> None:
    match = begin(BOTH + "bid:1rs Js yours down:9c ---")
    assert [suit for suit in "cdhs" if not refused(match, f"special:{suit}")] == ["c", "d"]


def test_cards_that_lie_face_down_are_exchanged_all_of_them() -> None:
    match = begin("gallery:7d,Kh,2c,9c bid:1bs Js yours down:Kh bid:1bg 5s yours down:7d --- special:c")
    assert last(match, "await", "turn", "down") == ["exchange", 1, 2]
    for count in (0, 1, 3):
        assert "as many cards are exchanged as lie face down: 2" in refused(match, Exchange(count))
    do(match, "exchange:2")
    assert last(match, "await", "turn", "down", "gallery") == ["play", 3, 2, ["2c", "9c"]]


def test_none_are_where_none_lie_there() -> None:
    match = begin(RED + "bid:1g --- special:d")
    assert refused(match, Exchange(0)) == "it is for Carla to play a card"


def test_the_first_auction_without_a_mode_is_dealt_again_by_the_same_dealer() -> None:
    match = begin(EARLY)
    assert last(match, "hand", "dealer", "await", "early", "mode") == [2, 0, "gallery", 1, None]
    do(match, "gallery:4s,4h,9d,Jc ----")
    assert last(match, "hand", "dealer", "early") == [3, 1, 1]


def test_later_it_is_played_in_the_last_bids_colour_without_special_suit() -> None:
    match = begin(EARLY + "gallery:4s,4h,9d,Jc bid:1bs Js yours down:4h bid:1rs 8d 6d ---")
    assert last(match, "mode", "special", "await", "turn", "gallery", "down", "early") == [
        "red", None, "play", 3, [], 4, 2,
    ]  # fmt: skip
    assert last(match, "bid", "known") == [
        {"seat": 1, "colour": "red", "number": 1, "level": "silver"}, [["Js", "6d"], ["8d"], [], []],
    ]  # fmt: skip
    for card in ("4s", "4h", "9d", "Jc"):
        assert "lies in the gallery and is out of play" in refused(match, card)


def test_and_so_is_a_third() -> None:
    match = begin(EARLY + (BOTH + "bid:1bs Js yours down:Kh --- ") + "adjust:0=1")
    assert last(match, "mode", "early", "await") == ["black", 2, "play"]


def test_without_special_suit_black_is_won_by_the_suit_led() -> None:
    match = begin(EARLY + BOTH + "bid:1bs Js yours down:Kh --- 2s As Ad Ac")
    assert last(match, "turn", "await") == [3, "spoil"]
    do(match, ">2s")
    assert last(match, "stubs") == [[[], [], [], ["As"]]]


def test_in_red_it_is_lost_to_the_first_of_the_highest_others() -> None:
    match = begin(EARLY + BOTH + "bid:1rs Js 2s --- Ks Qc Qd As")
    assert last(match, "turn") == [2]  # Dino wins with the first queen; Carla, before him, takes the spoil
    assert refused(match, ">As") == "the ace of spades is the stub of this trick"
    do(match, ">Qd")
    assert last(match, "stubs", "turn") == [[[], [], [], ["As"]], 2]


def test_a_special_suit_is_lower_than_the_suit_led_in_red_and_higher_in_black() -> None:
    red = begin(RED + "bid:1b --- special:s 5c 2s Kc As")
    assert last(red, "turn") == [3]  # Ana wins with the king of clubs, her stub is the ace of spades
    do(red, ">5c")
    assert last(red, "stubs") == [[["As"], [], [], []]]
    black = begin("gallery:7s,Kc,2c,9s bid:1b --- special:h 5c 2h Ac 3h")
    assert last(black, "turn", "await") == [1, "spoil"]
