"""R18: what everybody knows, and what a seat cannot have."""

from dataclasses import replace

import pytest

from engine.cards import PACK
from engine.events import IllegalPlay
from engine.royal_porcio.bids import Bid
from engine.royal_porcio.position import Contract
from engine.royal_porcio.refusals import check_originals, fit
from engine.shared.tricks import Play
from tests.games.royal_porcio.tables import begin, cards_of, do, example, last, refused

ONE = "gallery:7d,Kh,2h,9c bid:1bs Js Qs bid:1rs 5s yours down:9c bid:2g --- special:h exchange:1 "
"""The first worked example: Carla is the captain and has picked up the 9 of clubs, Ana is the Hand and leads."""
PLAIN = "gallery:4s,4h,9d,Jc bid:1bs Js yours down:4h --- " * 2
"""A black hand without special suit; the jack of spades is known to be Ana's."""
OPEN = "gallery:7d,Kh,2h,9d bid:1g --- special:h "
"""A red gold hand without duones: Ana is the captain, Carla the Hand."""


def test_duone_cards_and_spoils_are_known_these_last() -> None:
    match = begin(ONE + "9c 4c Kc 6c >9c")
    assert last(match, "known") == [[[], ["Qs", "5s", "9c"], [], []]]
    do(match, "5s 4s 8s Ts")
    assert last(match, "turn") == [3]
    do(match, ">5s")
    assert last(match, "known") == [[[], ["Qs", "9c"], [], ["5s"]]]


def test_before_the_exchange_those_of_captain_and_hand_too() -> None:
    match = begin(ONE.removesuffix("exchange:1 "))
    assert last(match, "await", "known") == ["exchange", [["Js"], ["Qs", "5s"], [], []]]


def test_without_one_they_stay_known() -> None:
    assert last(begin(PLAIN), "known") == [[["Js"], [], [], []]]


def test_the_hand_may_have_the_captains_duone_card_or_what_was_picked_up() -> None:
    match = begin(ONE)
    assert refused(match, "9c") == ""
    assert refused(match, "Js") == ""  # the Hand's own


def test_nor_an_opponents_duone_card() -> None:
    match = begin(ONE)
    assert refused(match, "Qs") == "Ana does not hold the queen of spades"
    assert refused(match, "5s") == "Ana does not hold the 5 of spades"


def test_but_no_more_of_them_than_were_passed() -> None:
    start = "gallery:7d,Kh,2h,9c bid:1rg 5s yours down:9c --- special:h exchange:1 "
    match = begin(start + "9c 4c Kc 6c >9c Kd 3d 4d")
    assert last(match, "turn") == [2]
    assert refused(match, "5s") == "Carla cannot hold the 5 of spades besides all that is known to be there"
    assert refused(match, "8d") == ""


def test_the_others_cannot_have_them() -> None:
    match = begin(ONE + "As")
    for card in ("Js", "9c"):
        assert (
            refused(match, card)
            == f"Beto does not hold the {'jack of spades' if card == 'Js' else '9 of clubs'}"
        )
    do(match, "4s")
    assert refused(match, "Qs") == "Carla does not hold the queen of spades"
    assert refused(match, "Js") == "Carla does not hold the jack of spades"
    assert refused(match, "9c") == ""


def test_cards_of_the_gallery_are_out_of_play() -> None:
    match = begin(ONE)
    for card in ("7d", "Kh", "2h"):
        assert "lies in the gallery and is out of play" in refused(match, card)


def test_a_card_that_was_played_is_in_no_hand_but_its_takers() -> None:
    match = begin(OPEN + "Qs Ks 3s 5s >Ks Kd")
    assert refused(match, "Ks") == "the king of spades has already been played in this hand"
    match = begin(OPEN + "Qs Ks 3s 5s >Ks")
    assert refused(match, "Ks") == ""
    for card in ("3s", "5s", "Qs"):
        assert "has already been played" in refused(match, card)


def test_a_seat_gives_twelve_originals_and_no_more() -> None:
    """At every point of some whole hands."""
    seen = 0
    for name in ("three-exchanged", "a-black-gold-hand", "without-special-suit", "fouls-applied", "pictures"):
        match, events = example(name)
        for event in events:
            hand, turn = match.position.hand, match.position.turn
            if hand.stage == "play" and turn is not None and len(hand.played.given[turn]) == 12:
                seen += 1
                taken = {card for card in PACK if not refused(match, Play(turn, card))}
                assert taken == set(hand.played.spoils[turn])
            match.add(event)
    assert seen > 0


def test_a_known_duone_card_has_its_place_among_the_twelve() -> None:
    """Eleven tricks of cards that nobody had seen; Ana still has the jack of spades, so nothing else but spoils."""
    match = begin(PLAIN)
    pool = [card for card in PACK if not refused(match, str(card)) and str(card) != "Js"]
    for _ in range(11):
        do(match, " ".join(str(pool.pop()) for _ in range(4)))
        won = match.position.hand.played.tricks.won
        assert won is not None
        do(match, f">{won.choice[0]}")
    while match.position.turn != 0:
        assert refused(match, "Js") != ""
        do(match, str(pool.pop()))
    assert refused(match, str(pool[0])).startswith("Ana cannot hold the ")
    assert refused(match, "Js") == ""


@pytest.mark.parametrize(
    ("seat", "fresh", "passed", "fits"),
    [
        (1, (0, 11, 0, 0), 0, True), (1, (0, 12, 0, 0), 0, False),
        (0, (10, 0, 0, 0), 0, True), (0, (11, 0, 0, 0), 0, False),
        (2, (0, 0, 14, 0), 0, True), (2, (0, 0, 15, 0), 0, False),
        (2, (0, 0, 12, 0), 2, True), (2, (0, 0, 13, 0), 2, False), (2, (0, 0, 1, 0), 3, False),
        (0, (9, 0, 13, 0), 0, True), (0, (10, 0, 13, 0), 0, False), (2, (10, 0, 13, 0), 0, False),
        (2, (8, 0, 14, 0), 0, True),
    ],
)  # fmt: skip
def test_which_numbers_of_new_cards_there_can_be(
    seat: int, fresh: tuple[int, ...], passed: int, fits: bool
) -> None:
    """Ana is the captain with two duone cards, Carla the Hand with none, Beto has laid one; two were exchanged."""
    made = Contract(Bid(0, "red", 1, "gold"), False, None, 2, frozenset(), frozenset(), {}, (2, 1, 0, 0))
    assert fit(made, seat, fresh, passed) == fits


def test_who_has_given_twelve_has_none_left_even_of_what_was_picked_up() -> None:
    at = begin(ONE + "As 4s").position
    playing = at.hand.played
    given = (playing.given[0], playing.given[1], PACK[-12:], playing.given[3])
    full = at.with_hand(replace(at.hand, playing=replace(playing, given=given, fresh=(1, 1, 10, 0))))
    check_originals(at, 2, cards_of("9c"))
    with pytest.raises(IllegalPlay, match="Carla cannot hold the 9 of clubs"):
        check_originals(full, 2, cards_of("9c"))
