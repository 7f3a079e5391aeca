"""S11, S14 and S15: the end of a hand, the balance of the stubs, and what revokes do to it."""

import pytest

from engine.shared.spoils import balance
from tests.games.stubs_and_spoils.tables import BLACK, EQUAL, RED, begin, play


def test_the_hand_ends_when_a_seat_has_no_card() -> None:
    match = begin("5s", target=100)
    assert play(match, BLACK.rsplit(">", maxsplit=1)[0]) == []
    assert match.position.hand.hands == (5, 0, 4, 2)
    assert play(match, ">4h") == ["0 stubs 8"]
    assert match.scores_made[-1].to_json() == {
        "event": 61, "seat": 0, "points": 8, "why": "stubs", "stubs": [10, 2],
    }  # fmt: skip
    line = match.position.to_json()
    assert (line["hand"], line["dealer"], line["turn"], line["await"]) == (2, 1, 1, "colour")
    assert (line["mode"], line["special"], line["stubs"], line["trick"]) == (None, None, [[]] * 4, [])


def test_who_takes_a_spoil_after_the_last_card_plays_on() -> None:
    match = begin("7c", target=100)
    play(match, "Ks As Qs Js >Ks  9s Ts 8s 7s >9s  5s 4s 3s 6s >5s  Kh Ah Qh Jh >Kh  Kc Ac Qc Jc >Kc")
    play(match, "9h Th 8h 7h >9h  6h 5h 4h 3h >5h  Ad Kd Qd Jd >Kd  Td 9d 8d 7d >9d  6d 5d 4d 3d >5d")
    play(match, "Tc 9c 8c 6c >9c  5c 4c 3c 2c >4c  9h 5s Kh Kc")
    assert (match.position.turn, match.position.hand.hands) == (3, (6, 1, 1, 0))
    play(match, ">9h")
    assert (match.position.turn, match.position.hand.hands) == (3, (6, 1, 1, 1))
    assert (match.position.hand.number, match.position.hand.due) == (1, "play")


def test_in_red_the_side_with_fewer_is_paid() -> None:
    match = begin("4d", target=100)
    assert play(match, RED) == ["3 revoke 39", "1 stubs 3"]
    assert match.scores_made[-1].more == {"stubs": [9, 6]}
    assert match.position.scores == (0, 3)


def test_equal_brings_nobody_anything_and_no_line() -> None:
    match = begin("As")
    assert play(match, EQUAL) == []
    assert (match.position.scores, match.position.hand.number) == ((0, 0), 2)


def test_a_revoke_moves_the_balance_by_two_the_stubs_lie_as_they_are() -> None:
    match = begin("4d", target=100, fouls="apply")
    assert play(match, RED) == ["3 revoke 39", "1 stubs 1"]
    assert match.scores_made[-1].more == {"stubs": [9, 6]}


LEVELLED = """
6s 3s Js 6c >6s  9d Tc Kd Td >Kd  Qc 9c 8c Jc >Jc  Ts 8s 9s Qs >Ts  3d Qd 2d Kh >3d  7c 7h 4c 3c >4c
5c Qh Ad Ts >Ts  Ks As 6h 2s >2s  Ah 4h Th 3h >4h  4s 5d 6s 5s >5d  7s Ts 2s 8h >2s  Kd 8d Jh 5d >Jh
"""


@pytest.mark.parametrize(("fouls", "scores"), [("report", (2, 0)), ("apply", (0, 0))])
def test_it_may_level_it(fouls: str, scores: tuple[int, int]) -> None:
    match = begin("Kc", fouls=fouls)
    made = play(match, LEVELLED)
    assert made[:3] == ["3 revoke 5", "0 revoke 8", "2 revoke 25"]
    assert (match.position.scores, match.position.hand.number) == (scores, 2)


def test_revokes_of_the_hand_before_are_forgotten() -> None:
    match = begin("Kc", fouls="apply")
    play(match, LEVELLED)
    assert match.position.hand.suspects.proved == (0, 0)


@pytest.mark.parametrize(
    ("stubs", "fouls", "ahead"),
    [
        ((7, 5), (0, 0), 2), ((5, 7), (0, 0), -2), ((6, 6), (0, 0), 0), ((7, 5), (1, 0), 0), ((7, 5), (2, 0), -2),
        ((7, 5), (0, 1), 4), ((7, 5), (3, 3), 2), ((6, 6), (1, 4), 6), ((11, 1), (0, 2), 12), ((12, 0), (0, 1), 12),
        ((1, 11), (9, 0), -12), ((6, 6), (0, 6), 12), ((6, 6), (0, 7), 12), ((6, 6), (8, 1), -12),
        ((12, 1), (0, 9), 12), ((13, 0), (0, 0), 13), ((13, 0), (0, 1), 12), ((13, 0), (4, 4), 13),
        ((13, 0), (1, 0), 11), ((0, 14), (1, 0), -12), ((0, 14), (0, 1), -12),
    ],
)  # fmt: skip
def test_the_balance(stubs: tuple[int, int], fouls: tuple[int, int], ahead: int) -> None:
    assert balance("black", stubs, fouls) == ahead
    assert balance("red", stubs[::-1], fouls) == ahead
    assert balance("black", stubs[::-1], fouls[::-1]) == -ahead
