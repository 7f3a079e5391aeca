"""R19, R21 to R23: revokes and wrong replies, what proves them and when, and what they cost."""

from engine.shared.spoils import balance
from tests.games.royal_porcio.tables import begin, do, last

OPEN = "gallery:7d,Kh,2h,9d bid:1g --- special:h "
"""A red gold hand without duones: Ana is the captain, Carla the Hand and leads; hearts are trojans."""
BOTH = "gallery:7d,Kh,2h,9c "
SETTLED = "down:9c --- special:d exchange:1 "
"""After a red silver bid: the mode is settled, diamonds are trojans."""


def test_a_revoke_is_proved_by_a_card_of_the_suit_given_later() -> None:
    match = begin(OPEN)
    assert do(match, "Qs Ks 3h 5s >Ks 4d Kd") == []
    assert do(match, "4s") == ["0 foul 0 revoke 9"]
    assert match.scores_made[-1].to_json() == {
        "event": 14, "seat": 0, "points": 0, "why": "foul", "foul": "revoke", "at": 9,
    }  # fmt: skip


def test_at_once_by_one_that_is_known() -> None:
    match = begin(OPEN)
    assert do(match, "Qs Ks 3s 5s >Ks 4d 6d Jd 8d >8d Ts 6s 7s") == []
    assert last(match, "known") == [[[], [], ["Ks"], ["8d"]]]
    assert do(match, "Ad") == ["2 foul 0 revoke 20"]


def test_a_spoil_taken_later_proves_nothing_a_card_of_the_hand_several() -> None:
    match = begin(OPEN)
    assert do(match, "Qs Ks 3h 5s >Ks Ks 2s 4d Kd >Ks") == []
    assert do(match, "Ks Tc As 9s >Tc") == []
    assert do(match, "7s") == ["0 foul 0 revoke 9", "0 foul 0 revoke 14"]


def test_a_turned_card_proves_nothing() -> None:
    match = begin("gallery:7d,Kd,2h,9h bid:1b --- special:c Qs Ks 3s 5s >>Ks 4d 6d Jd 8d >8d")
    assert do(match, "Ts 6s 7s Ad") == []


def test_a_known_duone_card_proves_it_at_once_and_only_once() -> None:
    plain = BOTH + "bid:1bs Js yours down:Kh --- "
    match = begin(plain + plain + "Qs Ks")
    assert do(match, "5d") == ["0 foul 0 revoke 19"]
    assert do(match, "6s >5d 5d Js") == []


def test_after_an_exchange_only_once_it_is_given() -> None:
    match = begin(BOTH + "bid:1rg Js yours down:9c --- special:h exchange:1")
    assert do(match, "Qs Ks 5d 6s >5d 4d") == []
    assert do(match, "Js") == ["0 foul 0 revoke 13"]


def test_a_revoke_that_proves_others_is_told_last() -> None:
    match = begin(OPEN)
    assert do(match, "Qs Ks 3h 5s >Ks 4d 6d 8d Jd >6d") == []
    assert last(match, "turn", "known") == [0, [["6d"], [], ["Ks"], []]]
    assert do(match, "Kc Jc 5c 4c >Jc") == []
    assert last(match, "turn") == [3]
    assert do(match, "Td 9s") == ["0 foul 0 revoke 9", "0 foul 0 revoke 23"]


def test_a_reply_in_another_suit_is_proved_by_the_next_duone() -> None:
    match = begin(BOTH + "bid:1bs Js Qc down:Kh bid:1rs")
    assert do(match, "4s") == ["1 foul 0 duone 4"]
    assert do(match, "5s") == []


def test_and_by_a_card_played() -> None:
    match = begin(BOTH + "bid:1rs Js Qc " + SETTLED)
    assert do(match, "3d 4s") == ["3 foul 0 duone 4"]


def test_a_reply_in_the_suit_laid_is_right_though_it_does_not_block() -> None:
    match = begin(BOTH + "bid:1rs Js Qs " + SETTLED)
    assert do(match, "3s 4s") == []


def test_what_the_hand_gives_after_an_exchange_may_have_been_the_captains() -> None:
    match = begin(BOTH + "- bid:1bs 5s Qc down:Kh -- bid:1rs 8d yours " + SETTLED)
    assert last(match, "turn") == [2]
    assert do(match, "3s") == []


def test_but_not_what_the_captain_gives() -> None:
    match = begin(BOTH + "- bid:1bs 5s Qc down:Kh bid:1rs 8d yours down:9c --- special:d exchange:1")
    assert last(match, "turn", "bid") == [0, {"seat": 2, "colour": "red", "number": 1, "level": "silver"}]
    assert do(match, "As 2s") == []
    assert do(match, "3s") == ["2 foul 0 duone 5"]


YOURS = BOTH + "bid:1bs 4c yours down:Kh bid:1rs 8d Ad -- bid:2rs 5h yours " + SETTLED
"""Beto says yours to the 4 of clubs: the 2 and the 3 would not have blocked. Ana is the captain, Carla leads."""


def test_yours_is_wrong_once_all_that_would_not_have_blocked_is_seen_elsewhere() -> None:
    match = begin(YOURS)
    assert do(match, "2c 3c Ac") == []
    assert do(match, "Kc") == ["1 foul 0 yours 4"]


def test_the_last_of_them_may_complete_the_proof_whoever_plays_it() -> None:
    match = begin(YOURS)
    assert do(match, "5c Tc Ac Kc >Kc 6h 7h 3c") == []
    assert do(match, "2c") == ["1 foul 0 yours 4"]


def test_one_of_them_in_the_own_hand_makes_it_right() -> None:
    match = begin(YOURS)
    assert do(match, "2c 5c Ac 3c") == []


def test_what_the_hand_gives_may_have_been_kept_back_by_the_captain() -> None:
    match = begin(BOTH + "- bid:1bs 4c yours down:Kh bid:1rs 8d yours " + SETTLED)
    assert last(match, "turn", "bid") == [0, {"seat": 2, "colour": "red", "number": 1, "level": "silver"}]
    assert do(match, "2c 3c Kc") == []
    match = begin(BOTH + "- bid:1bs 3c yours down:Kh bid:1rs 8d 2c down:9c --- special:d exchange:1")
    assert do(match, "5c 6c Kc") == ["2 foul 0 yours 5"]


def test_cards_of_the_gallery_were_in_no_hand() -> None:
    match = begin("gallery:7d,Kh,2c,9s bid:1bs 3c yours down:Kh bid:1rs")
    assert do(match, "Tc") == ["1 foul 0 yours 4"]


def test_without_a_card_of_the_suit_it_was_right() -> None:
    match = begin(YOURS)
    assert do(match, "2c 3c Ac 6d") == []


def test_cards_that_lay_in_duones_do_not_count() -> None:
    match = begin(
        "gallery:7d,Kh,2c,9c bid:1bs Js Qc down:Kh - bid:1rs 5d yours down:9c - bid:2bs 4c yours down:7d ---"
    )
    assert do(match, "special:d exchange:2 3c 5c 6c Qc") == []


def test_a_card_laid_in_a_duone_proves_it_too() -> None:
    match = begin(BOTH + "bid:1bs 2c yours down:Kh bid:1rs")
    assert do(match, "Tc") == ["1 foul 0 yours 4"]


def test_several_at_one_event_are_told_in_the_order_of_the_acts() -> None:
    match = begin("gallery:7d,Kh,2s,9s bid:1bs 2c yours down:Kh - bid:1rs Kc Qd down:9s -- bid:2bs")
    assert do(match, "5c") == ["1 foul 0 yours 4", "1 foul 0 duone 9"]


def test_under_apply_each_foul_moves_the_balance_by_two_never_beyond_12() -> None:
    assert balance("red", [1, 12], (0, 0)) == 11
    assert balance("red", [1, 12], (0, 1)) == 12
    assert balance("red", [1, 12], (1, 3)) == 12
    assert balance("black", [1, 12], (1, 0)) == -12
    assert balance("black", [6, 7], (2, 1)) == -3
