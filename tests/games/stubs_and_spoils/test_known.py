"""S12: what everybody knows of a hand, and what can be played out of it."""

from engine.cards import Card
from tests.games.stubs_and_spoils.tables import BLACK, begin, play, refused


def test_a_spoil_is_in_its_takers_hand_and_in_no_other() -> None:
    match = begin()
    play(match, "Kh 2h 9h Ah >Kh")
    assert match.position.hand.known[3] == (Card.parse("Kh"),)
    play(match, "4s")
    assert refused(match, "Kh") == "Dino took the king of hearts as a spoil"
    play(match, "5s 6s 7s >5s 8h")
    assert refused(match, "Kh") == ""


def test_cards_that_lie_face_down_are_out_of_the_hand() -> None:
    match = begin()
    play(match, "Kh 2h 9h Ah >Kh")
    for card in ("2h", "9h", "Ah"):
        assert refused(match, card).endswith("has already been played in this hand")


def test_spoils_are_known_in_the_order_taken() -> None:
    match = begin()
    play(match, "Ah Kh Qh Jh >Qh  As Ks Qs Js >Ks  Ad Kd Qd Jd >Jd")
    assert match.position.to_json()["known"] == [["Qh", "Ks", "Jd"], [], [], []]
    play(match, "Ks Ts 9s 8s >8s")
    assert match.position.to_json()["known"] == [["Qh", "Jd", "8s"], [], [], []]


HOARDED = """
Ks As Qs Js >Ks  9s Ts 8s 7s >9s  5s 6s 4s 3s >5s  Kh Ah Qh Jh >Kh  Th 9h 8h 7h >9h  6h 5h 4h 3h >5h
Ad Kd Qd Jd >Kd  Td 9d 8d 7d >9d  6d 5d 4d 3d >5d  Ac Kc Qc Jc >Kc  Tc 9c 8c 6c >9c  5c 4c 3c 2c >4c
"""
"""Twelve tricks of twelve cards that nobody had seen, after the 7c: each of the others has a spoil, Ana nine."""


def test_after_twelve_cards_that_nobody_had_seen_a_hand_is_known() -> None:
    match = begin("7c")
    play(match, HOARDED)
    assert match.position.hand.given == (12, 12, 12, 12)
    assert match.position.hand.hands == (9, 1, 1, 1)
    for card in ("2s", "2h", "2d"):
        assert refused(match, card) == "Ana has only these cards left: Kh 9h 5h Kd 9d 5d Kc 9c 4c"
    assert refused(match, "Ks") == "Beto took the king of spades as a spoil"
    play(match, "Kh")
    assert refused(match, "2h") == "Beto has only these cards left: Ks"
    assert play(match, "Ks 9s 5s >9s") == ["0 stubs 9"]


def test_everything_is_forgotten_with_the_next_hand() -> None:
    match = begin("5s")
    play(match, BLACK)
    assert match.position.to_json()["known"] == [[], [], [], []]
    assert match.position.hand.number == 2
