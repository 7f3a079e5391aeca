"""C5 to C7, C11 and C12: what a meld is, what may be taken and how the melds may be rebuilt."""

import random
from itertools import combinations

import pytest

from engine.cards import FORTY, Card, parse_cards
from engine.conquian.melds import is_meld, layout
from tests.games.conquian.layings import begin, play, refused, state


@pytest.mark.parametrize(
    ("cards", "valid"),
    [
        ("5h 5c 5d", True), ("5h 5c 5d 5s", True), ("5h 5c", False), ("5h 5c 6d", False),
        ("As 2s 3s", True), ("3s As 2s", True), ("Qs Ks As", False), ("6s 7s Js", True), ("7s Js Qs Ks", True),
        ("As 2s 4s", False), ("As 2s 3h", False), ("As 2s 3s 4s 5s 6s 7s Js Qs Ks", True),
    ],
)  # fmt: skip
def test_sets_and_runs(cards: str, valid: bool) -> None:
    assert is_meld(parse_cards(cards)) == valid


def plainly(cards: frozenset[Card]) -> bool:
    """Tell, by trying every subset, whether cards fall into melds: a second reading."""
    if not cards:
        return True
    first, *others = sorted(cards, key=str)
    return any(
        is_meld((first, *more)) and plainly(cards - {first, *more})
        for size in range(2, len(others) + 1)
        for more in combinations(others, size)
    )


def nearly_melds(rng: random.Random) -> frozenset[Card]:
    """Return cards of random melds, in half of the cases one of them changed for another."""
    cards = set[Card]()
    while len(cards) < 6:
        more = set(rng.choice(MELDS))
        cards |= more if cards.isdisjoint(more) else set()
    if rng.random() < 0.5:
        cards.remove(rng.choice(sorted(cards, key=str)))
        cards.add(rng.choice([card for card in FORTY if card not in cards]))
    return frozenset(cards)


MELDS = [cards for size in (3, 4) for cards in combinations(FORTY, size) if is_meld(cards)]


def test_cards_that_fall_into_melds_are_found_exactly() -> None:
    rng, found = random.Random(3), 0
    for _ in range(400):
        cards = nearly_melds(rng)
        melds = layout(cards)
        assert (melds is not None) == plainly(cards)
        if melds is not None:
            found += 1
            assert sorted(map(str, cards)) == sorted(str(card) for meld in melds for card in meld)
            assert all(map(is_meld, melds))
    assert 150 < found < 350


def test_a_layout_may_have_to_break_up_the_first_set_seen() -> None:
    assert layout(parse_cards("3h 4h 5h 5c 5d 5s")) is not None
    assert layout(parse_cards("As 2s 3s 4s 4h 4c 4d 5s 6s 7s")) is not None
    assert layout(parse_cards("As Ks Qs")) is None


START = "1 turn 4h; 1 take 4h 4c 4d 4s; 1 discard Kc; 0 turn 3s; 0 pass"


def test_melds_are_rebuilt_around_the_card_taken() -> None:
    match = begin(START)
    play(match, "1 take 4h 4c 4d, 4s 3s 2s")
    assert state(match) == (1, "discard", None)
    assert match.position.hand.in_hand == (10, 5)


@pytest.mark.parametrize(
    ("melds", "says"),
    [
        ("4h 4c 4d 4s, As 2s 5s", "the 3 of spades is taken and must be in the melds"),
        ("4h 4c 4d, As 2s 3s", "the 4 of spades was melded before and must stay in the melds"),
        ("4h 4c 4d 4s, 2s 3s", "this is neither a set nor a run: 2s 3s"),
        ("4h 4c 4d 4s, 2s 3s 5s", "this is neither a set nor a run: 2s 3s 5s"),
        ("4h 4c 4d 4s, 2s 3s 4s", "the 4 of spades is named twice"),
        ("4h 4c 4d 4s, 3s 3c 3d, Kc Kd Kh", "the king of clubs has already been seen in this hand"),
        ("4h 4c 4d 4s, 3s 3c 3d, Qc Qd Qh", "a meld cannot come out of the hand alone: Qc Qd Qh"),
    ],
)
def test_takes_that_are_refused(melds: str, says: str) -> None:
    assert refused(begin(START), f"1 take {melds}") == says


def test_more_cards_than_the_hand_holds() -> None:
    match = begin("1 turn 4h; 1 take 4h 5h 6h 7h Jh Qh Kh; 1 discard Kc; 0 turn 3h; 0 pass")
    assert match.position.hand.in_hand == (10, 3)
    run = "3h 4h 5h 6h 7h Jh Qh Kh"
    assert refused(match, f"1 take {run} 2h Ah") == ""
    assert refused(match, f"1 take {run}, 4s 4c 4d") == "a meld cannot come out of the hand alone: 4s 4c 4d"
    four = "Ah 2h 3h, 4h 4c 4d, 5h 6h 7h Jh Qh Kh"
    assert refused(match, f"1 take {four}") == "Beto does not hold that many cards"


def test_cards_from_the_hand_may_join_any_own_meld_or_only_the_centre_cards() -> None:
    start = "1 turn 4h; 1 take 4h 4c 4d; 1 discard Kc; 0 turn 3s; 0 pass"
    take = "1 take 4h 4c 4d 4s, 3s 3c 3d"
    assert refused(begin(start), take) == ""
    strict = begin(start, hand_cards="with_centre")
    assert refused(strict, take) == (
        "cards from the hand go only into the meld of the card taken, not into 4h 4c 4d 4s"
    )
    assert refused(strict, "1 take 4h 4c 4d, 3s 3c 3d") == ""


def test_nobody_adds_to_the_others_melds() -> None:
    match = begin("1 turn 4h; 1 take 4h 4c 4d; 1 discard Kc; 0 turn 4s")
    assert "seen" in refused(match, "0 take 4s 4h 4c")
