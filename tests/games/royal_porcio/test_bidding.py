"""R5 to R7 and R12: which bid is higher, the levels that a gallery has, the end of an auction, the colour settled."""

import pytest

from engine.royal_porcio.auction import levels
from engine.royal_porcio.events import Pass
from tests.games.royal_porcio.tables import NAMES, begin, cards_of, do, last, refused

RED = "gallery:7d,Kh,2h,9d "
BOTH = "gallery:7d,Kh,2h,9c "


@pytest.mark.parametrize(
    ("gallery", "there"),
    [
        ("7c,7d,7h,7s", "silver"),
        ("7c,8c,7h,8h", "bronze gold"),
        ("7c,8c,9c,Tc", "bronze gold"),
        ("7c,8c,9c,7h", "bronze gold silver"),
        ("7c,8c,7d,7h", "bronze gold silver"),
    ],
)
def test_levels_that_a_gallery_has(gallery: str, there: str) -> None:
    assert " ".join(sorted(levels(cards_of(gallery)))) == there


def test_a_level_that_no_suit_has_cannot_be_bid() -> None:
    match = begin("gallery:7c,7d,7h,7s")
    assert refused(match, "bid:1rg") == "no suit lies in the gallery as often as this level says"
    assert refused(match, "bid:1bb") == "no suit lies in the gallery as often as this level says"
    assert refused(match, "bid:1bs") == ""


ORDER = ["1bb", "1bs", "1bg", "1rb", "1rs", "1rg", "2bb", "2rg", "3bb", "12rs", "12rg"]


@pytest.mark.parametrize(("first", "higher"), [(0, n) for n in range(1, 11)])
def test_higher_is_the_number_then_red_then_the_level(first: int, higher: int) -> None:
    match = begin(BOTH + "bid:1bb Js Qs")
    for lower in range(1, higher):
        assert refused(match, f"bid:{ORDER[lower]}") == ""
    do(match, f"bid:{ORDER[higher]}")
    neighbour = 0 if "r" in ORDER[higher] else 2
    assert match.position.hand.opened.highest.neighbour == neighbour
    do(match, "5s yours" if ORDER[higher][-2] == "b" else "5s As")
    if match.position.hand.stage == "turn_down":
        do(match, "down:Kh")
    for each in ORDER[first : higher + 1]:
        assert refused(match, f"bid:{each}") == "the bid is not higher than the last one"


def test_the_first_number_is_1_and_none_is_beyond_12() -> None:
    match = begin(RED)
    assert refused(match, "bid:2rg") == "the number of the first bid is 1, not 2"
    assert refused(match, "bid:13rg") == "the highest number that can be bid is 12"
    do(match, "- bid:1rg")
    assert refused(match, "bid:13rg") == "the highest number that can be bid is 12"
    do(match, "bid:12rg")
    assert refused(match, "bid:12rg") == "the bid is not higher than the last one"
    do(match, "---")
    assert last(match, "turn", "await") == [2, "special"]


def test_also_after_a_pass_the_first_bid_is_1() -> None:
    assert refused(begin(RED + "---"), "bid:2rg") == "the number of the first bid is 1, not 2"


def test_once_settled_the_colour_need_not_be_said_and_is_no_other() -> None:
    match = begin(RED)
    assert last(match, "mode", "down") == ["red", 0]
    assert refused(match, "bid:1bg") == "the gallery has settled the colour: all further bids are in it"
    do(match, "bid:1b bid:1rg")
    assert last(match, "bid", "await", "turn") == [
        {"seat": 1, "colour": "red", "number": 1, "level": "gold"}, "bid", 2,
    ]  # fmt: skip


def test_before_it_must_be_said() -> None:
    says = "the bid needs its colour: both colours lie open in the gallery"
    assert refused(begin(BOTH), "bid:1s") == says


def test_the_last_card_of_a_colour_settles_the_other_and_turns_its_cards_up_again() -> None:
    match = begin(BOTH + "bid:1bs Js yours down:Kh")
    assert last(match, "gallery", "down", "mode") == [["7d", "2h", "9c"], 1, None]
    do(match, "bid:1rs 5s yours down:9c")
    assert last(match, "gallery", "down", "mode", "await", "turn") == [["7d", "Kh", "2h"], 1, "red", "bid", 2]


def test_black_is_settled_once_no_red_card_lies_open() -> None:
    match = begin("gallery:7d,Kh,2c,9c bid:1bs Js yours down:Kh bid:1bg 5s yours down:7d")
    assert last(match, "gallery", "down", "mode") == [["2c", "9c"], 2, "black"]


def test_bids_and_passes_go_round() -> None:
    match = begin(BOTH)
    for turn in (0, 1, 2, 3):
        assert last(match, "turn", "await") == [turn, "bid"]
        assert refused(match, Pass((turn + 1) % 4)).endswith(f"not {NAMES[(turn + 1) % 4]}")
        do(match, ["bid:1bs Js Qs", "-", "bid:2bs 5s 6s", "bid:3bs 7s 8s"][turn])
    assert last(match, "turn", "await") == [0, "bid"]
