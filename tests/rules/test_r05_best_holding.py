"""R5: after the batch only the best announced holding scores, and when that is settled."""

import pytest

from engine.cards import Card, parse_cards
from engine.events import Adjust
from engine.porrazo.events import Declare, Play, Tendido
from engine.porrazo.game import Match
from tests.rules.boards import begin, claim, declare, fill_batch, play, to_last_batch, told


def batch(kinds: dict[int, str], plays: str, players: int = 2) -> list[str]:
    """Announce, play a batch and return what its end brings."""
    match = begin(players)
    for seat, kind in kinds.items():
        declare(match, seat, kind)
    play(match, plays)
    return told(match.settled.made)


@pytest.mark.parametrize(
    ("kinds", "plays", "paid"),
    [
        ({0: "ronda"}, "Kh 9d Kd 8c 5h 7h", ["0 ronda 4 K"]),
        ({0: "ronda"}, "Qh 9d Qd 8c 5h 7h", ["0 ronda 3 Q"]),
        ({0: "ronda"}, "Jh 9d Jd 8c 5h 7h", ["0 ronda 2 J"]),
        ({0: "rondine"}, "Kh 9d Kd 8c Ks 7h", ["0 rondine 12 K"]),
        ({0: "rondine", 1: "ronda"}, "5h Kd 5d Kc 5s 7h", ["0 rondine 3 5"]),
        ({0: "ronda", 1: "ronda"}, "5h Kd 5d Kc 9s 7h", ["1 ronda 4 K"]),
        ({0: "rondine", 1: "rondine"}, "5h 6d 5d 6c 5s 6h", ["1 rondine 3 6"]),
        ({0: "ronda"}, "5h Kd 5d Kc 9s 7h", ["0 ronda 1 5"]),
        ({}, "5h Kd 5d Kc 9s 7h", []),
    ],
)
def test_the_best_announced_one_scores(kinds: dict[int, str], plays: str, paid: list[str]) -> None:
    assert batch(kinds, plays) == paid


def test_equal_ones_go_to_the_seat_nearest_the_dealers_left() -> None:
    assert batch({2: "ronda", 1: "ronda"}, "9h 5h 5d 8h 7h 7d Jh 5s 5c", 3) == ["1 ronda 1 5"]


@pytest.mark.parametrize("kind", ["ronda", "four"])
def test_it_must_name_exactly_the_best_that_was_held(kind: str) -> None:
    match = begin(3, leftover="dealt")
    to_last_batch(match)
    declare(match, 0, kind)
    play(match, "Kh 9d 8c Kd 7h Th Kc 6d Jh 5s 2c 3s")
    assert [line for line in told(match.settled.made) if "cards" not in line] == []


def test_a_pair_called_a_rondine_is_worth_nothing() -> None:
    assert batch({0: "rondine"}, "Kh 9d Kd 8c 5h 7h") == []


def test_nothing_held() -> None:
    assert batch({0: "ronda", 1: "ronda"}, "Kh 9d Qd 9c 5h 7h") == ["1 ronda 1 9"]


def test_four_beats_a_rondine() -> None:
    match = begin(3, leftover="dealt")
    to_last_batch(match)
    declare(match, 0, "rondine")
    declare(match, 1, "four")
    play(match, "Kh 2h 8c Kd 2d 6d Kc 2c Jh 5s 2s 3s")
    assert "1 four 6 2" in told(match.settled.made)


def complete() -> Match:
    """Return a match whose first batch is complete, a ronda of sixes announced."""
    match = begin()
    declare(match, 0)
    play(match, "6h 9d 6d 8c 5h 7h")
    return match


def test_settled_by_the_next_play_announcement_or_tendido() -> None:
    for event in (Play(0, Card.parse("Jh")), Declare(1, "ronda"), Tendido(parse_cards("Jh Qh Kh Th"))):
        match = complete()
        assert told(match.add(event))[:1] == ["0 ronda 1 6"]


def test_not_by_a_claim_or_a_correction() -> None:
    match = complete()
    assert claim(match, 0, 1) == []
    assert told(match.add(Adjust(1, 5, "why not"))) == ["1 adjust 5"]
    assert told(match.settled.made) == ["0 ronda 1 6"]


def test_it_carries_the_last_play_or_claim() -> None:
    match = complete()
    assert [score.event for score in match.settled.made] == [7]
    match.add(Adjust(1, 5, "why not"))
    assert [score.event for score in match.settled.made] == [7]
    claim(match, 0, 1)
    assert [score.event for score in match.settled.made] == [9]


def test_an_unfinished_batch_is_not_settled() -> None:
    match = begin()
    declare(match, 0)
    play(match, "6h 9d 6d 8c 5h")
    assert match.settled.made == ()
    fill_batch(match)
    assert told(match.settled.made) == ["0 ronda 1 6"]
