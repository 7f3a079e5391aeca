"""K9 to K14: steps, stick-ups, a crash, four of a kind, the next deal."""

import pytest

from engine.crash.events import SetDown
from tests.games.crash.tables import begin, give, put, refused, show


def test_any_order_within_a_step_and_nobody_ahead() -> None:
    match = begin(3, dealer=1)
    assert match.position.awaited == (2, 0, 1)
    show(match, "0 7c 7d Kh")
    assert match.position.turn == 2
    assert refused(match, "0 6c 6d Kc") == "Ana has already shown hand 1: the others show theirs first"
    show(match, "2 8c 8d Kc")
    assert show(match, "1 2c 2d Kd") == ["2 showdown 1 1 pair"]


def test_who_has_set_fewer_shows_no_more() -> None:
    match = begin()
    put(match, 1)
    show(match, "0 7c 7d Kh", "1 6c 6d Kc")
    assert refused(match, "0 5c 5d 2h") == "Ana has no hand 2"


def test_a_stick_up_gives_nobody_anything() -> None:
    match = begin(3)
    assert show(match, "0 Kc 9c 7c", "1 Kd 9d 7d", "2 4c 4d 2h") == []
    assert (match.position.deal.step, match.position.deal.scored) == (2, (None,))


def test_less_than_a_pair_does_not_compete() -> None:
    match = begin()
    assert show(match, "0 Ac Kc Jd", "1 2c 2d 3h") == ["1 showdown 1 1 pair"]
    match = begin()
    assert show(match, "0 Ac Kc Jd", "1 2c 4d 6h") == []
    match = begin()
    put(match, 0)
    assert show(match, "1 Ac Kc Jd") == []


@pytest.mark.parametrize(
    ("hand", "says"),
    [
        ("1 7c 6d 6h", "the 7 of clubs has already been shown in this deal"),
        ("1 6c 6c 6h", "the 6 of clubs is named twice"),
        ("1 6c 6d", "a hand is three cards, not 2"),
        ("1 6c 6d 6h 6s", "a hand is three cards, not 4"),
    ],
)
def test_three_cards_not_yet_seen(hand: str, says: str) -> None:
    match = begin()
    show(match, "0 7c 7d Kh")
    assert refused(match, hand) == says


def test_cards_come_back_with_the_next_deal() -> None:
    match = begin()
    put(match, 1, 1)
    show(match, "0 7c 7d Kh", "1 6c 6d Kc")
    assert show(match, "1 7c 7d Kh") == []
    assert match.position.deal.dealer == 1


CRASH = (
    "0 3c 3d 3h", "1 2c 2d 2h", "0 Ac Kc Qc", "1 4c 5c 6c",
    "0 As Kd Qd", "1 4d 5h 6d", "0 Td Th 9c", "1 8c 8d 7d",
)  # fmt: skip


def test_a_crash_wins_whatever_the_scores() -> None:
    match = begin()
    give(match, 1, 6)
    assert show(match, *CRASH)[-2:] == ["0 showdown 1 4 pair", "0 crash 0"]
    at = match.position
    assert (at.winner, at.final, at.scores, at.turn, at.deal.step) == (0, True, (4, 6), None, 4)


def test_a_crash_is_told_too_when_its_last_point_reaches_the_target() -> None:
    assert show(begin(target=4), *CRASH)[-2:] == ["0 showdown 1 4 pair", "0 crash 0"]


def test_three_points_and_a_stick_up_are_no_crash() -> None:
    match = begin()
    made = show(match, *CRASH[:6], "0 Td Th 9c", "1 Tc Ts 9d")
    assert [each.split()[1] for each in made] == ["showdown"] * 3
    assert match.position.deal.number == 2


def test_a_lone_seat_can_crash() -> None:
    match = begin()
    match.add(SetDown(1, 0))
    assert show(match, *CRASH[::2])[-1] == "0 crash 0"


FOURS = ("0 4c 4d Kh", "1 5c 5d Ah", "0 4h 4s 2c", "1 5h 5s 2d")


def test_only_the_highest_four_of_a_kind_scores() -> None:
    match = begin()
    put(match, 2, 2)
    made = show(match, *FOURS)
    assert made == ["1 showdown 1 1 pair", "1 showdown 1 2 pair", "0 four_of_a_kind 1 4"]
    assert (match.position.deal.number, match.position.scores) == (2, (1, 2))


def test_four_of_a_kind_needs_hands_of_a_pair_or_more() -> None:
    match = begin()
    put(match, 2, 0)
    assert show(match, "0 4c 4d 4h", "0 4s Kd 2c") == ["0 showdown 1 1 prial"]


def test_four_of_a_kind_counts_after_three_hands_of_runs_and_flushes() -> None:
    match = begin()
    put(match, 4, 0)
    made = show(match, "0 9c 8c 7c", "0 9d 8d 7h", "0 9h 5h 2h", "0 9s 5s 2s")
    assert made == [
        "0 showdown 1 1 running_flush", "0 showdown 1 2 run", "0 showdown 1 3 flush", "0 showdown 1 4 flush",
        "0 crash 0",
    ]  # fmt: skip


def test_nothing_for_four_of_a_kind_if_the_match_was_won_before() -> None:
    match = begin(target=2)
    put(match, 2, 2)
    assert show(match, *FOURS)[-1] == "1 showdown 1 2 pair"
    assert (match.position.winner, match.position.deal.stage) == (1, "settled")


def test_four_of_a_kind_can_win() -> None:
    match = begin()
    give(match, 0, 6)
    put(match, 2, 2)
    show(match, *FOURS)
    at = match.position
    assert (at.winner, at.final, at.deal.number, at.deal.step) == (0, False, 1, 2)
