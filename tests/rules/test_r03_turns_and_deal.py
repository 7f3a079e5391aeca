"""R3: play and deal go clockwise; the seat after the dealer begins every batch; the deal moves on."""

import pytest

from engine.cards import Card
from engine.porrazo.events import Play
from tests.rules.boards import begin, fill_batch, now, play, refused


@pytest.mark.parametrize(("players", "dealer"), [(2, 0), (2, 1), (3, 1), (4, 3), (5, 4)])
def test_the_seat_after_the_dealer_begins_every_batch(players: int, dealer: int) -> None:
    match = begin(players, dealer=dealer, target=1000)
    for _ in range(match.position.setting.batches):
        assert now(match).turn == (dealer + 1) % players
        fill_batch(match)
    assert (now(match).dealer, now(match).turn) == ((dealer + 1) % players, (dealer + 2) % players)


def test_turns_go_clockwise() -> None:
    match = begin(3)
    turns = []
    for card in "5h 7h 9h Jh".split():
        turns.append(match.position.turn)
        play(match, card)
    assert turns == [0, 1, 2, 0]


def test_out_of_turn() -> None:
    match = begin()
    play(match, "9h")
    assert refused(match, Play(0, Card.parse("7h"))) == "Beto plays next, not Ana"
    assert refused(match, Play(5, Card.parse("7h"))) == "there is no seat 5, only 0 to 1"
