"""R13: matching the card that the seat just before laid scores its value, if it is let stand."""

import pytest

from tests.rules.boards import begin, lay, play, seen


@pytest.mark.parametrize(("rank", "points"), [("7", 1), ("J", 2), ("Q", 3), ("K", 4)])
def test_it_scores_the_ranks_value(rank: str, points: int) -> None:
    match = begin()
    lay(match, "5h")
    assert play(match, f"{rank}h {rank}d 9c") == [f"1 porrazo {points} {rank}"]


def test_while_it_waits_nothing_is_scored_or_captured() -> None:
    match = begin()
    lay(match, "5h 8c")
    assert play(match, "7h 7d") == []
    at = match.position
    assert (seen(at), at.captured, at.scores) == ("5h 8c 7h 7d", (0, 0), (0, 0))
    assert at.waiting is not None
    assert at.waiting.to_json() == {"seat": 1, "why": "porrazo", "points": 1}


def test_it_takes_the_run_too() -> None:
    match = begin()
    lay(match, "5h 8c")
    play(match, "7h 7d Kc")
    assert (seen(match.position), match.position.captured) == ("5h Kc", (0, 3))


def test_taking_the_card_in_a_run_is_no_porrazo() -> None:
    match = begin()
    lay(match, "6c 5h")
    assert play(match, "7h 6d Kc") == []
    assert match.position.captured == (0, 3)


def test_a_card_laid_earlier_gives_none() -> None:
    match = begin(3)
    assert play(match, "7h 9h 7d Kc") == []


def test_a_card_that_captured_gives_none() -> None:
    match = begin()
    lay(match, "7c 7s")
    assert play(match, "7h 7d Kc") == ["1 limpia 1 7"]


def test_a_card_laid_in_place_gives_one() -> None:
    match = begin()
    assert play(match, "Ah Ad Kc") == ["0 in_place 1 A", "1 porrazo 1 A", "1 limpia 1 A"]


def test_not_across_batches() -> None:
    match = begin()
    play(match, "5h 6h 8h 9h Jh 2h")
    assert play(match, "2d Kc") == []
    assert match.position.captured == (2, 0)


def test_with_the_batchs_last_play_it_stands_at_once() -> None:
    match = begin()
    assert play(match, "5h 6h 8h 9h Jh Jd") == ["1 porrazo 2 J"]
    assert match.position.waiting is None


def test_all_that_it_would_score_is_told() -> None:
    match = begin()
    play(match, "Kh Kd")
    waiting = match.position.waiting
    assert waiting is not None
    assert waiting.to_json() == {"seat": 1, "why": "porrazo", "points": 8}
