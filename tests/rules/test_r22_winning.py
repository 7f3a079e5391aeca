"""R22: the first side at the target wins at that moment, and nothing later scores."""

from engine.cards import Card, parse_cards
from engine.events import Adjust
from engine.porrazo.events import Claim, Declare, Play, Recount, Tendido
from tests.rules.boards import (
    begin,
    declare,
    fill_batch,
    lay,
    now,
    play,
    refused,
    seen,
    tendido,
    to_last_batch,
    told,
)


def test_in_mid_batch() -> None:
    match = begin(target=3)
    lay(match, "9h Jh")
    assert play(match, "3c") == ["0 in_place 3 3"]
    at = match.position
    assert (at.winner, at.turn, seen(at)) == (0, 1, "9h Jh 3c")


def test_then_only_a_correction_is_accepted() -> None:
    match = begin(target=1)
    play(match, "A")
    for event in (
        Play(1, Card.parse("9h")),
        Declare(0, "ronda"),
        Tendido(parse_cards("9h 5h 6h 7h")),
        Claim(0, 1),
        Recount(()),
    ):
        assert refused(match, event) == "the match is over: Ana won it"
    assert refused(match, Adjust(1, 5, "late")) == ""


def test_with_the_tendidos_places_before_its_sets() -> None:
    match = begin(target=1)
    assert tendido(match, "A 9 9 5") == ["1 tendido_place 1"]


def test_before_announcements_are_paid() -> None:
    match = begin(target=1)
    declare(match, 0)
    assert play(match, "6h 9d 6d 8c Th Td") == ["1 porrazo 1 T"]
    assert match.settled.made == ()
    assert match.settled.position.scores == (0, 1)


def test_when_announcements_are_settled() -> None:
    match = begin(target=1)
    declare(match, 0)
    play(match, "6h 9d 6d 8c Th Jd")
    at = match.settled.position
    assert (at.winner, at.hand, at.batch) == (0, 1, 1)
    assert refused(match, Play(0, Card.parse("5h"))) == "the match is over: Ana won it"


def test_by_the_count_of_cards() -> None:
    match = begin(target=2)
    to_last_batch(match)
    play(match, "9c 5h 7h Jh Kh Th")
    at = match.settled.position
    assert told(match.settled.made) == ["1 cards 6"]
    assert (at.winner, at.hand, at.batch, at.dealer, at.captured, at.table) == (1, 1, 8, 1, (0, 6), ())


def test_a_team_wins() -> None:
    match = begin(4, teams=((0, 2), (1, 3)), target=1)
    play(match, "A")
    assert match.position.winner == 0
    assert refused(match, Play(1, Card.parse("9h"))) == "the match is over: Ana and Carla won it"


def test_points_may_go_beyond_the_target() -> None:
    match = begin(target=2)
    lay(match, "9h Jh Qh")
    play(match, "4c")
    assert match.position.scores == (4, 0)


def test_a_match_goes_on_over_many_hands() -> None:
    match = begin(target=1000)
    for hand in range(1, 4):
        assert now(match).hand == hand
        to_last_batch(match)
        fill_batch(match)
    assert now(match).winner is None
