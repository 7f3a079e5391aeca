"""K1 to K5: which hand beats which; and four of a kind, six pairs and a straight in a list of cards."""

from itertools import combinations, pairwise

import pytest

from engine.cards import PACK, parse_cards
from engine.crash.ranking import LESS_THAN_A_PAIR, are_six_pairs, are_straight, four_alike, kind_of, strength
from tests.games.crash.tables import PAIRS, STRAIGHT

FROM_THE_BEST = """
3c 3d 3h | Ac Ad Ah | Kc Kd Kh | 4c 4d 4h | 2c 2d 2h
Ac 2c 3c | Ac Kc Qc | Kc Qc Jc | 4c 3c 2c
Ac 2d 3c | Ac Kc Qd | Kc Qc Jd | 5c 4c 3d | 4c 3d 2c
Ac Kc Jc | Ac Kc 2c | Ac Qc Jc | Kc Qc Tc | 9c 8c 6c | 9c 8c 5c | 9c 7c 6c | 5c 3c 2c
Ac Ad Kh | Ac Ad 2h | Kc Kd Ah | Kc Kd Qh | 4c 4d 2h | 3c 3d Ah | 2c 2d Ah | 2c 2d 3h
Ac Kd Jh
"""
"""Hands from the best to the worst, a line a kind."""


def hands(text: str) -> list[tuple[int, ...]]:
    return [strength(parse_cards(hand)) for line in text.strip().splitlines() for hand in line.split("|")]


def test_the_order_of_hands() -> None:
    assert all(better > worse for better, worse in pairwise(hands(FROM_THE_BEST)))


def test_each_kind_by_its_word() -> None:
    kinds = [kind_of(strength(parse_cards(line.split("|")[0]))) for line in FROM_THE_BEST.split("\n")[1:-1]]
    assert kinds == ["prial", "running_flush", "run", "flush", "pair", ""]


@pytest.mark.parametrize("cards", ["Kc Ac 2d", "Ac Kd Jh", "2c 4d 5h", "Qc Ad 2h"])
def test_less_than_a_pair_is_worth_nothing_and_all_are_equal(cards: str) -> None:
    assert strength(parse_cards(cards)) == LESS_THAN_A_PAIR


def test_king_ace_two_in_one_suit_is_a_flush() -> None:
    assert kind_of(strength(parse_cards("Kc Ac 2c"))) == "flush"


@pytest.mark.parametrize(
    ("one", "other"),
    [("Kc 9c 7c", "7d Kd 9d"), ("Ac 2d 3h", "3c Ah 2s"), ("6c 6d Th", "Tc 6h 6s"), ("4c 3c 2c", "2d 4d 3d")],
)
def test_suits_and_the_order_of_cards_never_break_a_tie(one: str, other: str) -> None:
    assert strength(parse_cards(one)) == strength(parse_cards(other))


def test_all_hands_are_as_many_of_each_kind_as_there_are() -> None:
    kinds = [kind_of(strength(cards)) for cards in combinations(PACK, 3)]
    counts = {kind: kinds.count(kind) for kind in set(kinds)}
    assert counts == {
        "prial": 52, "running_flush": 48, "run": 720, "flush": 1096, "pair": 3744, "": 16440
    }  # fmt: skip


@pytest.mark.parametrize(
    ("cards", "rank"),
    [("4c 4d 4h 4s Ac Ad Ah As", "4"), ("Kc Kd Kh Ks Ac Ad Ah As", "A"), ("3c 3d 3h 3s Qc Qd Qh Qs", "Q")],
)
def test_the_best_four_of_a_kind(cards: str, rank: str) -> None:
    found = four_alike(parse_cards(cards))
    assert found is not None
    assert found.letter == rank


def test_three_alike_are_no_four() -> None:
    assert four_alike(parse_cards("4c 4d 4h Ac Ad Ah")) is None


def test_four_alike_are_two_pairs_and_three_alike_one() -> None:
    assert are_six_pairs(parse_cards(PAIRS))
    assert not are_six_pairs(parse_cards("9c 9d 9h 2s 2c 2d 5h 5s 5d Jc Jd Ah As"))
    assert not are_six_pairs(parse_cards(STRAIGHT))


def test_a_straight_is_thirteen_ranks() -> None:
    assert are_straight(parse_cards(STRAIGHT))
    assert not are_straight(parse_cards(STRAIGHT.replace("Kd", "Ad")))
