"""R17 and R20: the first void, who may have it and when; cards that are turned; one that was wrong."""

from tests.games.royal_porcio.tables import begin, do, last, refused

HAND = "gallery:7d,Kd,2h,9h bid:1b --- special:c "
"""A red bronze hand: Ana is the captain, Carla the Hand; clubs are trojans."""
TRICK = HAND + "Qs Ks 3s 5s "
"""Dino wins with the king, so Carla takes the spoil: the king or the five."""
AGAIN = "4d Js 6d 8d "
"""Carla leads; Dino wins with the jack of spades, so Carla takes the spoil: anything but the four, the stub."""


def test_a_turned_card_is_no_part_of_the_hand() -> None:
    match = begin(TRICK + ">>Ks")
    assert last(match, "void", "hands", "known", "turn") == [[2, "s"], [11, 11, 11, 11], [[], [], [], []], 2]
    assert refused(match, "Ks") == "the king of spades has already been played in this hand"


def test_without_it_it_is() -> None:
    match = begin(TRICK + ">Ks")
    assert last(match, "void", "hands", "known") == [None, [11, 11, 12, 11], [[], [], ["Ks"], []]]
    assert refused(match, "Ks") == ""


def test_later_spoils_of_that_suit_are_turned_without_a_word() -> None:
    match = begin(TRICK + ">>Ks " + AGAIN + ">Js")
    assert last(match, "void", "hands", "known") == [[2, "s"], [10, 10, 10, 10], [[], [], [], []]]
    assert refused(match, "Js") == "the jack of spades has already been played in this hand"


def test_others_are_not() -> None:
    match = begin(TRICK + ">>Ks " + AGAIN + ">8d")
    assert last(match, "hands", "known") == [[10, 10, 11, 10], [[], [], ["8d"], []]]


def test_nor_the_partners() -> None:
    match = begin(TRICK + ">>Ks Ah 4h 5h Ts")
    assert last(match, "turn") == [0]  # Beto wins with the ten
    do(match, ">Ts")
    assert last(match, "hands", "known") == [[11, 10, 10, 10], [["Ts"], [], [], []]]


def test_it_is_for_the_captain_and_the_hand_alone() -> None:
    match = begin(HAND + "Qs 3s Ks 5s")
    assert last(match, "turn") == [3]
    assert refused(match, ">>Qs") == "Dino is neither the captain nor the Hand"
    assert refused(match, ">Qs") == ""


def test_once_in_a_hand_whoever_of_them_had_it() -> None:
    match = begin(TRICK + ">>Ks Td 4d 8d Jd")
    assert last(match, "turn") == [0]  # Beto wins with the jack
    assert refused(match, ">>Td") == "there has already been a first void in this hand"
    assert refused(match, ">Td") == ""


def test_not_with_a_known_card_of_a_suit_that_could_be_taken() -> None:
    match = begin(TRICK + ">Ks " + AGAIN)
    for spoil in ("Js", "6d", "8d"):
        assert refused(match, f">>{spoil}") == "it is no first void: Carla holds the king of spades"
        assert refused(match, f">{spoil}") == ""


def test_another_known_card_does_not_matter() -> None:
    match = begin(TRICK + ">Ks 4d Jh 6d 8d")
    assert refused(match, ">>Jh") == refused(match, ">>6d") == ""


def test_a_known_duone_card_counts() -> None:
    plain = "gallery:4s,4h,9d,Jc bid:1bs Js yours down:4h --- "
    match = begin(plain + plain + "Qs Ks As 5s")
    assert last(match, "turn", "known") == [0, [["Js"], [], [], []]]
    assert refused(match, ">>Qs") == "it is no first void: Ana holds the jack of spades"


def test_after_an_exchange_it_does_not_and_may_prove_it_wrong() -> None:
    match = begin("gallery:7d,Kh,2h,9c bid:1rg Js yours down:9c --- special:h exchange:1 Qs 5s 8s Ks")
    assert last(match, "turn", "known") == [0, [[], [], [], []]]
    do(match, ">>Ks")
    assert do(match, "Js") == ["0 foul 0 void 15"]


def test_wrong_with_a_card_of_its_suit() -> None:
    match = begin(TRICK + ">>Ks Jd 4d 5d 8d >Jd 7s")
    assert do(match, "9s") == ["2 foul 0 void 11"]
    assert last(match, "void") == [[2, "s"]]


def test_wrong_with_a_card_of_a_suit_that_could_be_taken_instead() -> None:
    match = begin(TRICK + ">Ks 4d Jh 6d 8d >>6d")
    assert last(match, "void") == [[2, "d"]]
    assert do(match, "Th") == ["2 foul 0 void 16"]


def test_one_that_could_not_proves_nothing_nor_do_spoils() -> None:
    match = begin(TRICK + ">>Ks 4d Jh 6d 8d >Jh")
    assert do(match, "Jh 6h Qh Th") == []


def test_it_is_told_once_and_the_suit_stays_turned() -> None:
    match = begin(TRICK + ">>Ks")
    assert do(match, "9s") == ["2 foul 0 void 11"]
    assert do(match, "Ts 4s 6s >Ts") == []
    assert last(match, "known", "hands") == [[[], [], [], []], [10, 10, 10, 10]]
    assert do(match, "7s") == []
