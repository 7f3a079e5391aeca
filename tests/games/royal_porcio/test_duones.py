"""R8 to R11 and R14: who duels with whom, what blocks, which card is turned down, cards that lie on the table."""

import pytest

from engine.cards import PACK
from engine.royal_porcio.events import Duone, Reply
from tests.games.royal_porcio.tables import begin, do, last, refused

BOTH = "gallery:7d,Kh,2h,9c "


@pytest.mark.parametrize(("bid", "replies"), [("1bs", 2), ("1rs", 0)])
def test_black_duels_with_the_next_seat_red_with_the_one_before(bid: str, replies: int) -> None:
    match = begin(BOTH + f"- bid:{bid}")
    assert last(match, "turn", "await") == [1, "duone"]
    assert refused(match, Duone(0, PACK[0])) == "Beto plays next, not Ana"
    do(match, "Js")
    assert last(match, "turn", "await") == [replies, "reply"]
    assert refused(match, Reply(1, yours=True)).endswith("plays next, not Beto")


@pytest.mark.parametrize(
    ("bid", "laid", "reply", "blocks"),
    [
        ("1bs", "Js", "Qs", True), ("1bs", "Js", "Ts", False), ("1bs", "Ks", "As", True), ("1bs", "As", "Ks", False),
        ("1bs", "2s", "3s", True), ("1bs", "Js", "Qc", False), ("1bs", "Js", "yours", False),
        ("1rs", "Js", "Ts", True), ("1rs", "Js", "Qs", False), ("1rs", "2s", "As", True), ("1rs", "As", "2s", False),
        ("1rs", "As", "Ks", False), ("1rs", "Js", "Tc", False), ("1rs", "Js", "yours", False),
    ],
)  # fmt: skip
def test_what_blocks(bid: str, laid: str, reply: str, blocks: bool) -> None:
    match = begin(BOTH + f"bid:{bid} {laid} {reply}")
    assert last(match, "await", "turn") == (["bid", 1] if blocks else ["turn_down", 0])
    assert last(match, "down") == [0]


def test_a_card_of_the_other_colour_is_turned_down_any_that_lies_open() -> None:
    match = begin(BOTH + "bid:1bs Js yours")
    assert refused(match, "down:9c").startswith("the card turned down is not of the bid's colour")
    assert refused(match, "down:Qd") == "the queen of diamonds does not lie face up in the gallery"
    assert refused(match, "down:7d") == refused(match, "down:2h") == ""
    do(match, "down:2h bid:2bs 5s yours")
    assert refused(match, "down:2h") == "the 2 of hearts does not lie face up in the gallery"


def test_cards_seen_in_this_hand_are_not_laid_again() -> None:
    match = begin(BOTH + "bid:1bs Js Qs bid:1rs")
    for seen in ("Js", "Qs", "7d", "9c"):
        assert "has already been seen in this hand" in refused(match, seen)
    do(match, "5s")
    for seen in ("Js", "5s", "Kh"):
        assert "has already been seen in this hand" in refused(match, seen)
    assert refused(match, "4s") == ""


def test_one_that_was_turned_down_was_seen_too() -> None:
    match = begin(BOTH + "bid:1bs Js yours down:Kh bid:2bs")
    assert refused(match, "Kh") == "the king of hearts has already been seen in this hand"


def test_they_lie_in_the_order_laid_and_are_known_by_seat() -> None:
    match = begin(BOTH + "bid:1bs Js Qs bid:1rs 5s 6s down:9c")
    assert last(match, "known", "hands") == [[["Js", "6s"], ["Qs", "5s"], [], []], [12, 12, 12, 12]]
    do(match, "---")
    assert last(match, "known") == [[["Js", "6s"], ["Qs", "5s"], [], []]]


def test_without_duones_once_the_colour_is_settled() -> None:
    match = begin("gallery:7d,Kh,2h,9d bid:1b bid:1g")
    assert last(match, "await", "turn", "known") == ["bid", 2, [[], [], [], []]]
    assert refused(match, Duone(1, PACK[0])) == "it is for Carla to bid or to pass"


BLACK = ["2s 3s", "4s 5s", "6s 7s", "8s 9s", "Ts Js", "Qs Ks"]
RED = ["3d 2d", "5d 4d", "9d 8d", "Jd Td", "Kd Qd", "3h 2h"]
LONG = "gallery:7d,Kh,2c,9c " + " -- ".join(
    f"bid:{number}bb {black} bid:{number}rb {red}"
    for number, (black, red) in enumerate(zip(BLACK, RED, strict=True), start=1)
)
"""Twelve duones, all blocked: Ana and Beto have no card left."""


def test_who_has_twelve_cards_on_the_table_can_neither_bid_nor_reply_with_one() -> None:
    match = begin(LONG)
    assert [len(row) for row in match.position.hand.opened.duones] == [12, 12, 0, 0]
    do(match, "bid:7rb Kc")
    assert refused(match, "Qc") == "Beto has no card left for a duone"
    do(match, "yours down:9c -")
    assert refused(match, "bid:8bb") == "Ana has no card left for a duone"
    do(match, "-")
    assert refused(match, "bid:8bb") == "Beto has no card left for a duone"
    assert refused(match, "-") == ""


def test_who_has_none_left_may_bid_where_no_duone_follows() -> None:
    match = begin(LONG + " bid:7rb Kc yours down:9c bid:8rb Qc yours down:2c")
    assert last(match, "mode", "turn") == ["red", 0]
    assert refused(match, "bid:9b") == ""


def test_they_come_back_to_their_hands_when_the_auction_ends() -> None:
    match = begin(BOTH + "bid:1rs Js Qs down:9c ---")
    assert [each.place for each in match.game.lying(match.position)] == ["gallery"] * 4
    assert last(match, "hands", "known") == [[12, 12, 12, 12], [["Js"], [], [], ["Qs"]]]
