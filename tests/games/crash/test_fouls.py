"""K15 to K17: hands laid in a wrong order."""

from engine.crash.events import SetDown
from tests.games.crash.tables import begin, give, pairs, put, refused, show, straight


def test_a_better_third_card_is_enough_and_equal_is_right() -> None:
    match = begin(fouls="report")
    show(match, "0 6c 6d Th", "1 8c 8d 2h")
    assert show(match, "0 6h 6s Tc") == []
    match.undo()
    assert show(match, "0 6h 6s Jc") == ["0 foul 0 order 1"]


def test_only_the_hand_just_before_is_compared() -> None:
    match = begin(fouls="report")
    match.add(SetDown(1, 0))
    assert show(match, "0 Kc Kd 4h", "0 Ac Qd Jh")[1:] == []
    assert show(match, "0 2c 2d 3h") == ["0 foul 0 order 3", "0 showdown 1 3 pair"]
    assert show(match, "0 5c 5d 3c")[0] == "0 foul 0 order 4"


def test_who_is_at_fault_is_out_and_the_hand_does_not_compete() -> None:
    match = begin(3)
    show(match, "0 6c 6d Th", "1 8c 8d 2h", "2 4c 4d Kh")
    show(match, "1 7c 7d 2c", "2 3c 3d Kc")
    assert show(match, "0 Ac Ad Ah") == ["0 foul 0 order 1", "1 showdown 1 2 pair"]
    at = match.position
    assert (at.out, at.awaited, at.scores, len(at.deal.shown[0])) == ((0,), (1, 2), (0, 2, 0), 2)
    for event in ("0 2d 2s 5h", SetDown(0, 4)):
        assert refused(match, event) == "Ana is out of the match"
    assert give(match, 0, 3) == ["0 adjust 3"]


def test_its_points_and_settled_steps_stand() -> None:
    match = begin(3)
    assert show(match, "0 6c 6d Th", "1 5c 5d 2h", "2 4c 4d Kh") == ["0 showdown 1 1 pair"]
    show(match, "0 Ac Ad Ah")
    assert match.position.scores == (1, 0, 0)
    assert match.position.awaited == (1, 2)


def test_the_deal_passes_over_it_and_it_holds_no_four_of_a_kind() -> None:
    match = begin(3)
    put(match, 2, 3, 2)
    show(match, "0 8c 8d Kh", "1 4c 4d Kc", "2 9c 9d 2c", "0 7c 7d 2d", "2 5c 5d 2s")
    assert show(match, "1 4h 4s Ah") == ["1 foul 0 order 5", "0 showdown 1 2 pair"]
    at = match.position
    assert (at.deal.number, at.deal.dealer, at.turn) == (2, 2, 0)
    assert refused(match, pairs(1)) == refused(match, straight(1)) == "Beto is out of the match"
    put(match, 0)
    match.add(SetDown(2, 0))
    assert match.position.deal.dealer == 0


def test_a_dealer_who_goes_out_hands_the_deal_on() -> None:
    match = begin(3, dealer=1)
    put(match, 1, 2, 1)
    show(match, "0 8c 8d Kh", "1 4c 4d Kc", "2 9c 9d 2c")
    assert show(match, "1 5c 5d 2s") == ["1 foul 0 order 5"]
    assert (match.position.deal.number, match.position.deal.dealer) == (2, 2)


def test_the_last_seat_wins_at_once_and_nothing_more_is_settled() -> None:
    match = begin()
    show(match, "0 6c 6d Th", "1 5c 5d 2h", "1 4c 4d 2c")
    assert show(match, "0 Ac Ad Ah") == ["0 foul 0 order 1"]
    at = match.position
    assert (at.winner, at.final, at.scores, at.deal.step, at.turn) == (1, True, (1, 0), 2, None)
    give(match, 0, 100)
    assert (match.position.winner, match.position.deal.step) == (1, 2)


def test_reported_the_hand_competes_and_nobody_is_out() -> None:
    match = begin(fouls="report")
    show(match, "0 6c 6d Th", "1 5c 5d 2h", "1 4c 4d 2c")
    assert show(match, "0 Ac Ad Ah") == ["0 foul 0 order 1", "0 showdown 1 2 prial"]
    assert match.position.out == ()
