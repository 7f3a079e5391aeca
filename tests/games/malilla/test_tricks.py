"""M6, M8, M14 and M15: who leads, who wins a trick, what tricks bring, and the end of a hand."""

import pytest

from engine.cards import Card
from engine.malilla.cards import Play
from tests.games.malilla.tables import WHOLE_HAND, begin, play, refused, turn_up


@pytest.mark.parametrize(
    ("cards", "winner"),
    [
        ("As 2s Ks 5s", 0),
        ("Ks As 2s 7s", 3),  # the 7 is the highest
        ("6s Js Qs Ks", 3),
        ("2s 7h 7c 3s", 3),  # other suits never win
        ("As 2d 7s 3s", 1),  # a trump does
        ("As 2d 7d 3s", 2),
        ("As 6d 2d Jd", 3),
    ],
)
def test_who_wins_a_trick_and_leads_the_next(cards: str, winner: int) -> None:
    match = begin(fouls="report")
    play(match, cards)
    assert match.position.turn == winner
    assert match.position.hand.tricks == ((1, 0) if winner in (0, 2) else (0, 1))


def test_the_seat_after_the_dealer_leads() -> None:
    assert begin(dealer=1).position.turn == 2
    match = begin()
    play(match, "As")
    assert match.position.turn == 1


def test_out_of_turn_and_twice() -> None:
    match = begin()
    play(match, "As")
    assert refused(match, Play(2, Card.parse("Ks"))) == "Beto plays next, not Caro"
    assert refused(match, Play(4, Card.parse("Ks"))) == "there is no seat 4, only 0 to 3"
    assert refused(match, "As") == "the ace of spades has already been played in this hand"


def test_a_trick_is_worth_its_cards_and_one() -> None:
    match = begin()
    play(match, "As 2s Ks 5d")
    assert match.position.hand.collected == (0, 8)


def test_the_excess_over_35_is_scored_and_the_next_hand_begins() -> None:
    match = begin("Kh", dealer=0, target=100)
    assert play(match, WHOLE_HAND) == ["1 hand 16"]
    assert match.scores_made[-1].to_json() == {
        "event": 41, "seat": 1, "points": 16, "why": "hand", "collected": [19, 51],
    }  # fmt: skip
    at = match.position
    assert (at.scores, at.hand.number, at.hand.dealer, at.turn) == ((3, 16), 2, 1, None)
    assert (at.hand.tricks, at.hand.collected, at.hand.trick) == ((0, 0), (0, 0), ())
    turn_up(match, "2c")
    assert match.position.turn == 2


def test_capote() -> None:
    match = begin("6d", target=100, fouls="report")
    cards = "7d 2d 3d 4d  Ad 5d Jd 6d  Kd 2s Qd 3s  7s 4s 5s 6s  As Js Qs Ks  7h 2h 3h 4h  Ah 5h 6h Jh  Kh 2c Qh 3c"
    assert play(match, cards + " 7c 4c 5c 6c") == []
    assert play(match, "Ac Jc Qc Kc") == ["0 capote 35"]
    assert match.scores_made[-1].more == {"collected": [70, 0]}


def test_35_each_brings_nothing() -> None:
    """Ana and Caro take the spades, hearts and one trick more: five tricks and thirty points in cards."""
    match = begin("6d", target=100, fouls="report")
    play(match, "7s 2s 3s 4s  As 5s 6s Js  7h 2h 3h 4h  Ah 5h 6h Jh  Ks Kh Qh Qs")
    assert match.position.hand.collected == (35, 0)
    play(match, "5c 7d 6c 2d  Ad Jc 3d Qc  Kd 4d Kc Jd  Qd 3c 5d 2c")
    assert match.position.hand.collected == (35, 25)
    assert not [line for line in play(match, "7c 4c 6d Ac") if "follow" not in line]
    assert (match.position.scores, match.position.hand.number) == ((0, 0), 2)
