"""R14: a third card of the rank takes the porrazo away and scores three times the value."""

import pytest

from tests.rules.boards import begin, lay, play, refused, seen


@pytest.mark.parametrize(("rank", "points"), [("7", 3), ("J", 6), ("Q", 9), ("K", 12)])
def test_it_scores_three_times_the_value(rank: str, points: int) -> None:
    match = begin()
    lay(match, "5h")
    assert play(match, f"{rank}h {rank}d {rank}c 9c") == [f"0 counter_porrazo {points} {rank}"]


def test_it_captures_both_cards_and_the_run() -> None:
    match = begin()
    lay(match, "5h 8c 9s")
    play(match, "7h 7d 7c")
    assert (seen(match.position), match.position.captured) == ("5h 8c 9s 7h 7d 7c", (0, 0))
    play(match, "Kc")
    assert (seen(match.position), match.position.captured) == ("5h Kc", (5, 0))


def test_it_waits_and_tells_all_that_it_would_score() -> None:
    match = begin()
    play(match, "7h 7d 7c")
    waiting = match.position.waiting
    assert waiting is not None
    assert waiting.to_json() == {"seat": 0, "why": "counter_porrazo", "points": 4}
    assert play(match, "Kc") == ["0 counter_porrazo 3 7", "0 limpia 1 7"]


def test_a_card_of_that_rank_is_never_in_place() -> None:
    match = begin()
    lay(match, "9h")
    play(match, "2h 2d")
    match.undo()
    match.undo()
    lay(match, "")
    play(match, "3h 3d")
    assert refused(match, "3c!") == "the 3 of clubs counters, it cannot be in place"


def test_with_the_batchs_last_play_it_stands_at_once() -> None:
    match = begin()
    assert play(match, "5h 6h 8h Jh Jd Jc") == ["1 counter_porrazo 6 J"]


def test_its_player_may_choose_the_run() -> None:
    match = begin()
    lay(match, "5h 8c 8d")
    play(match, "7h 7d 7c(8d,7d) Kc")
    assert seen(match.position) == "5h 8c Kc"


def test_else_it_is_the_run_that_the_porrazo_chose() -> None:
    match = begin()
    lay(match, "5h 8c 8d")
    play(match, "7h 7d(8d) 7c Kc")
    assert seen(match.position) == "5h 8c Kc"


def test_it_cannot_choose_what_it_does_not_take() -> None:
    match = begin()
    lay(match, "5h 8c 8d")
    play(match, "7h 7d")
    assert refused(match, "7c(5h)") == "the 5 of hearts was not captured"
