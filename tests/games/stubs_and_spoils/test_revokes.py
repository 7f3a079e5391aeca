"""S13: what proves that a seat did not follow suit, and when."""

from tests.games.stubs_and_spoils.tables import EQUAL, begin, play, turn_up

# Ana (0) leads; clubs are trumps in the 7c's hand, hearts trojans in the 7h's.


def test_a_card_of_the_suit_led_shown_later_proves_it() -> None:
    match = begin()
    assert play(match, "As 2s Ks 5d >2s") == []
    assert play(match, "Ac 2c 3c 4c >2c  Ad Kd Qd 6s") == ["3 revoke 5"]
    assert match.scores_made[-1].to_json() == {
        "event": 15, "seat": 3, "points": 0, "why": "foul", "foul": "revoke", "at": 5,
    }  # fmt: skip


def test_a_spoil_taken_meanwhile_proves_nothing() -> None:
    match = begin()
    assert play(match, "Qs 2s 3s 5d >2s  Ks 4s 5s 3c >Ks  Ks") == []
    assert [each.line for each in match.position.hand.suspects.open] == [5, 10]
    assert play(match, "6s 7s 8s >8s  9s") == ["3 revoke 5", "3 revoke 10"]


def test_nor_does_a_card_of_another_seat() -> None:
    match = begin()
    assert play(match, "As 2s Ks 5d >2s  Qs Js Ts") == []


def test_a_spoil_known_to_be_held_proves_it_at_once() -> None:
    match = begin()
    play(match, "Kh 2h 9h Ah >Kh  4s 5s 6s 7s >5s")
    assert play(match, "Qh 3c") == ["3 revoke 13"]
    assert match.position.hand.suspects.open == ()


def test_a_known_card_of_the_suit_proves_nothing_if_it_is_the_one_laid() -> None:
    match = begin()
    assert play(match, "Kh 2h 9h Ah >Kh  4s 5s 6s 7s >5s  Qh Kh") == []


def test_a_spoil_thrown_off_while_another_of_the_suit_led_is_held() -> None:
    match = begin()
    play(match, "Kh 2h 9h Ah >Kh  Ad Kd 2d 3d >2d  4s 5s 6s 7s >5s")
    assert play(match, "Qh 2d") == ["3 revoke 18"]


def test_one_card_proves_several_in_their_order() -> None:
    match = begin()
    assert play(match, "As 2s 3s 5d >2s  Ks 4s 5s 6d >4s  Qs 6s 7s 8d >6s  Ad Kd Qd") == []
    assert play(match, "8s") == ["3 revoke 5", "3 revoke 10", "3 revoke 15"]


def test_and_the_play_itself_last() -> None:
    """Dino takes the Kh, throws a diamond on a spade, and then a spade on a heart."""
    match = begin()
    assert play(match, "Kh 2h 9h Ah >Kh  4s 5s 6s 8s >5s  As 5d 9s Ts >9s  Qh") == []
    assert play(match, "Js") == ["3 revoke 13", "3 revoke 18"]


def test_each_faulty_play_is_told_once() -> None:
    match = begin()
    play(match, "As 2s Ks 5d >2s  Qs Js Ts")
    assert play(match, "9s") == ["3 revoke 5"]
    assert play(match, ">9s 8s 7s 6s 4s") == []


def test_a_lead_is_free() -> None:
    match = begin()
    play(match, "Kh 2h 9h Ah >Kh")
    assert play(match, "4s 5s 6s 7s >6s") == []


def test_special_cards_are_followed_like_any_other_suit() -> None:
    match = begin("7h")
    assert play(match, "5h 9h 2s 3h >5h  4c 2h") == ["2 revoke 4"]


def test_what_is_unproved_when_the_hand_ends_stays_so() -> None:
    match = begin("As")
    play(match, "Td Jd 7d 5d >7d  Ts 2s 2c")
    assert [each.seat for each in match.position.hand.suspects.open] == [3]
    match = begin("As")
    play(match, EQUAL)
    assert match.position.hand.suspects.open == ()
    turn_up(match, "7c")
    assert play(match, "2h 3h 4h 5h >4h") == []
