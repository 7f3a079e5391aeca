"""B5, B6 and B10: the first two cards, aces replaced, a push hand thrown away."""

from engine.backhand.game import GAME
from tests.games.backhand.tables import begin, do, lie, refused


def test_first_cards_come_in_any_order_and_all_before_the_first_act() -> None:
    match = begin(3)
    assert (match.position.turn, match.position.may) == (1, ("deal",))
    do(match, "deal 0 Tc 2c", "deal 1 9c 9d")
    assert (match.position.turn, match.position.may) == (2, ("deal",))
    for act in ("hit 1 5c", "push 1", "hit 0 5c", "backhand 2 5c"):
        assert refused(match, act) == "Caro has no cards yet"
    assert refused(match, "deal 1 5c 6c") == "Beto already has cards"
    do(match, "deal 2 5c 6c")
    assert (match.position.turn, match.position.may) == (1, ("hit", "push"))


def test_a_deal_is_two_cards() -> None:
    for cards, count in (("", 0), ("7c", 1), ("7c 8c 9c", 3)):
        assert refused(begin(), f"deal 1 {cards}") == f"two cards are dealt to a seat, not {count}"


def test_an_aces_replacement_takes_its_place_and_stays() -> None:
    match = begin()
    do(match, "deal 1 7c Ad", "deal 0 Ac Ah")
    assert (match.position.turn, match.position.may) == (1, ("replace",))
    assert refused(match, "hit 1 5c") == "Beto has an ace to replace first"
    assert refused(match, "backhand 1 5c") == "Beto has an ace to replace first"
    assert match.position.to_json()["totals"] == [2, 8]
    do(match, "replace 0 As", "replace 0 9c")
    assert lie(match, 0) == "As 9c"
    assert refused(match, "replace 0 2c") == "Ana has no ace to replace"
    do(match, "replace 1 3c")
    assert lie(match, 1) == "7c 3c"
    assert match.position.may == ("hit",)
    assert match.position.unseen == 52 - 7


def test_aces_may_be_replaced_before_others_are_dealt_and_while_they_act() -> None:
    match = begin(3)
    do(match, "deal 2 Ac Ad", "replace 2 5c", "deal 1 Td 4d", "deal 0 8d 7d", "hit 1 2c", "replace 2 6c")
    assert lie(match, 2) == "5c 6c"
    assert refused(match, "replace 1 5d") == "Beto has no ace to replace"


def test_an_ace_that_is_hit_stays() -> None:
    match = begin()
    do(match, "deal 1 5c 6d", "deal 0 8d 8c", "hit 1 Ac")
    assert lie(match, 1) == "5c 6d Ac"
    assert match.position.may == ("hit", "backhand")


def test_pushing_again_and_again() -> None:
    match = begin()
    do(match, "deal 1 9c 9d", "deal 0 Tc 2d", "push 1")
    assert (match.position.turn, match.position.may, lie(match, 1)) == (1, ("deal",), "")
    assert refused(match, "hit 0 5c") == "Beto has no cards yet"
    assert refused(match, "deal 0 5c 6c") == "Ana already has cards"
    assert refused(match, "hit 1 5c") == "Beto has no cards yet"
    do(match, "deal 1 Kc Kd", "push 1", "deal 1 Ac 9h")
    assert match.position.may == ("replace",)
    do(match, "replace 1 8h")
    assert refused(match, "push 1") == ""
    assert do(match, "hit 1 4h") == ["1 push 1"]


def test_what_lies_and_what_may_come() -> None:
    match = begin()
    do(match, "deal 0 Ac 9c")
    coming = [(each.do, each.seat, each.count) for each in GAME.expected(match.position)]
    assert coming == [("deal", 1, 2), ("replace", 0, 1), ("shuffle", None, 0)]
    assert [(str(each.card), each.seat) for each in GAME.lying(match.position)] == [("Ac", 0), ("9c", 0)]
    do(match, "deal 1 8c 7c", "backhand 1 8d")
    assert [each.seat for each in GAME.lying(match.position)] == [0, 0]
