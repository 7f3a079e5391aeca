"""B7 to B9, B11: what a hand may do, and what decides it."""

import pytest

from tests.games.backhand.tables import Table, begin, do, event, lie, refused

ONLY_PUSH = "only two cards of 17 to 20 together can be thrown away"


def holding(cards: str, *hits: str) -> Table:
    """Return a match in which seat 1 holds these cards, and acts."""
    match = begin()
    do(match, f"deal 1 {cards}", "deal 0 8s 8h", *(f"hit 1 {card}" for card in hits))
    return match


@pytest.mark.parametrize(
    ("cards", "hits", "may"),
    [
        ("2c 2d", [], ("hit",)),
        ("5c 6d", [], ("hit",)),
        ("5c 7d", [], ("hit", "backhand")),
        ("Kc 6d", [], ("hit", "backhand")),
        ("Kc 7d", [], ("hit", "push")),
        ("Kc Qd", [], ("hit", "push")),
        ("5c 2d", ["4c"], ("hit",)),
        ("5c 2d", ["5d"], ("hit", "backhand")),
        ("5c 7d", ["5d"], ("hit", "backhand")),
        ("5c 7d", ["9d"], ("hit", "backhand")),
        ("2c 2d", ["3c", "4c"], ("hit",)),
    ],
)
def test_what_a_hand_may_do(cards: str, hits: list[str], may: tuple[str, ...]) -> None:
    match = holding(cards, *hits)
    assert match.position.may == may
    said = {
        act: refused(match, f"{act} 1" + (" 4s" if act != "push" else ""))
        for act in ("hit", "push", "backhand")
    }
    assert tuple(act for act in ("hit", "push", "backhand") if not said[act]) == may


def test_how_it_is_refused() -> None:
    assert refused(holding("5c 6d"), "backhand 1 Tc") == "up to 11 no card can bust: Beto hits"
    assert (
        refused(holding("9c 9d"), "backhand 1 Tc") == "on two cards of 17 to 20 together Beto hits or pushes"
    )
    assert refused(holding("5c 6d"), "push 1") == ONLY_PUSH
    assert refused(holding("5c 7d", "5d"), "push 1") == ONLY_PUSH
    assert refused(holding("5c 7d"), "hit 0 2c") == "Beto plays next, not Ana"
    assert refused(holding("5c 7d"), "push 0") == "Beto plays next, not Ana"
    for act in (
        "hit 2 5c",
        "push -1",
        "backhand 8 5c",
        "deal 2 5c 6c",
        "replace 2 5c",
        "bet 2 1",
        "adjust 2 1",
    ):
        assert refused(holding("5c 7d"), act).startswith("there is no seat ")


@pytest.mark.parametrize(
    ("cards", "hits", "brings", "result"),
    [
        ("Kc 5d", ["7c"], [], "lost"),  # 22
        ("Kc 5d", ["6c"], [], None),  # 21 goes on
        ("Kc 7d", ["4c"], ["1 push 1"], "won"),  # 21
        ("Kc 7d", ["5c"], [], "lost"),
        ("Kc Qd", ["Ac"], ["1 push 1"], "won"),
        ("2c 3d", ["4c", "5c", "7c"], ["1 five_cards 1"], "won"),  # 21
        ("2c 3d", ["4c", "5c", "8c"], [], "lost"),  # 22, the fifth
        ("2c 3d", ["2s", "2h", "3c"], ["1 five_cards 1"], "won"),  # 12
    ],
)
def test_hits(cards: str, hits: list[str], brings: list[str], result: str | None) -> None:
    match = begin()
    do(match, f"deal 1 {cards}", "deal 0 8s 8h")
    assert do(match, *(f"hit 1 {card}" for card in hits)) == brings
    assert match.position.round.hands[1].result == result
    assert lie(match, 1) == " ".join([cards, *hits])
    assert match.position.turn == (1 if result is None else 0)


@pytest.mark.parametrize(
    ("cards", "hits", "turned", "result"),
    [
        ("5c 7d", [], "Kc", "won"),  # 22
        ("5c 7d", [], "9c", "lost"),  # 21
        ("Kc 2d", ["9c"], "Ac", "won"),  # at 21 every card busts
        ("5c 7d", ["5d"], "4s", "lost"),
        ("2c 3d", ["4c", "5c"], "8c", "won"),  # the fifth card counts for nothing
        ("2c 3d", ["4c", "5c"], "7c", "lost"),
    ],
)
def test_backhand(cards: str, hits: list[str], turned: str, result: str) -> None:
    match = holding(cards, *hits)
    assert do(match, f"backhand 1 {turned}") == (["1 backhand 1"] if result == "won" else [])
    assert match.position.round.hands[1].result == result
    assert lie(match, 1) == " ".join([cards, *hits])
    assert refused(match, "hit 1 2h") == "Ana plays next, not Beto"


def test_the_lines_total_is_with_the_card_that_decided() -> None:
    match = holding("5c 7d")
    (made,) = match.add(event("backhand 1 Kc"))
    assert made.to_json() == {"event": 3, "seat": 1, "points": 1, "why": "backhand", "total": 22}


def test_the_next_round_follows_the_last_result() -> None:
    match = holding("5c 7d")
    do(match, "backhand 1 Kc", "hit 0 2c")
    assert match.position.round.number == 1
    do(match, "backhand 0 2d")
    at = match.position
    assert (at.round.number, at.round.dealer, at.turn, at.may, at.unseen) == (2, 1, 0, ("deal",), 52)
    assert at.to_json()["results"] == [None, None]
