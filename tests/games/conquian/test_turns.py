"""C3, C4, C8 to C10, C13: whose turn it is, what is due, and what may not be done then."""

import pytest

from tests.games.conquian.layings import begin, refused, run_out, state

DUE = {
    "turn": ("", (1, "turn", None)),
    "turned": ("1 turn 5h", (1, "turned", "5h")),
    "offered": ("1 turn 5h; 1 pass", (0, "offered", "5h")),
    "discard": ("1 turn 5h; 1 take 5h 5c 5d", (1, "discard", None)),
    "a discard offered": ("1 turn 5h; 1 take 5h 5c 5d; 1 discard 2s", (0, "offered", "2s")),
    "forced": ("1 turn 5h; 1 take 5h 5c 5d; 1 discard 2s; 0 turn 5s; 0 pass; 0 force", (1, "forced", "5s")),
}


@pytest.mark.parametrize("due", DUE)
def test_what_is_due(due: str) -> None:
    events, expected = DUE[due]
    assert state(begin(events)) == expected


@pytest.mark.parametrize(
    ("due", "event", "says"),
    [
        ("turn", "0 turn 5h", "Beto plays next, not Ana"),
        ("turn", "2 turn 5h", "there is no seat 2, only 0 to 1"),
        ("turn", "-1 pass", "there is no seat -1, only 0 to 1"),
        ("turn", "1 pass", "nothing is offered yet: Beto turns a card"),
        ("turn", "1 take 5h 5c 5d", "nothing is offered yet"),
        ("turn", "1 discard 5h", "nothing is offered yet"),
        ("turn", "0 force", "there is no card to force on anybody"),
        ("turned", "1 turn 6h", "Beto must first take or pass the 5 of hearts"),
        ("turned", "1 discard 6h", "Beto must first take or pass the 5 of hearts"),
        ("turned", "0 take 5h 5c 5d", "Beto plays next, not Ana"),
        ("offered", "0 pass", "Ana takes the 5 of hearts, or turns a card"),
        ("offered", "0 discard 6h", "Ana takes the 5 of hearts, or turns a card"),
        ("offered", "0 turn 5h", "the 5 of hearts has already been seen in this hand"),
        ("discard", "1 turn 6h", "Beto must first discard a card from the hand"),
        ("discard", "1 pass", "Beto must first discard"),
        ("discard", "1 take 5h 5c 5d 5s", "Beto must first discard"),
        ("discard", "1 discard 5c", "the 5 of clubs has already been seen in this hand"),
        ("discard", "0 force", "there is no card to force on anybody"),
        ("forced", "1 turn 6h", "Beto has been forced to take the 5 of spades"),
        ("forced", "1 pass", "Beto has been forced"),
        ("forced", "1 discard 6h", "Beto has been forced"),
        ("forced", "0 force", "Beto has been forced"),
    ],
)
def test_what_is_not_due_is_refused(due: str, event: str, says: str) -> None:
    assert refused(begin(DUE[due][0]), event).startswith(says)


@pytest.mark.parametrize(("cards", "stock"), [(10, 20), (9, 22), (8, 24)])
def test_cards_dealt_and_the_stock(cards: int, stock: int) -> None:
    hand = begin(cards=cards).position.hand
    assert (hand.in_hand, hand.stock) == ((cards, cards), stock)


def test_the_seat_that_does_not_deal_begins() -> None:
    assert state(begin(dealer=1)) == (0, "turn", None)


def test_a_declined_card_is_dead() -> None:
    match = begin("1 turn 5h; 1 pass; 0 turn 6h")
    assert refused(match, "0 take 5h 5c 5d") == "the 6 of hearts is taken and must be in the melds"
    assert "seen" in refused(match, "0 take 6h 5h 7h")
    assert match.position.hand.stock == 18


def test_with_no_stock_a_card_is_taken_or_passed() -> None:
    match = begin()
    run_out(match)
    seat = match.position.hand.turn
    assert refused(match, f"{seat} turn Ks").startswith("the stock is used up: Beto takes the")
    assert refused(match, f"{seat} discard Ks").startswith("the stock is used up")
