"""Films of Malilla: the hand is played by the rules, and each of its events and tricks is in the timeline."""

import numpy as np
import pytest

from datasets.films.acting import HandScript
from datasets.films.production import Order, prepare
from datasets.films.tricks import PLACES, write_tricks
from tests.films.test_film_pixels import plain_deck


@pytest.mark.parametrize("seed", range(8))
def test_a_hand_is_played_whole_and_without_a_fault(seed: int) -> None:
    script = write_tricks(np.random.default_rng(seed))
    made = script.match().scores_made
    assert len(script.events) == 41
    assert not [score for score in made if score.why == "foul"]
    assert script.final()["last"] == script.match().settled.position.to_json()


@pytest.mark.parametrize("place", PLACES)
def test_every_event_and_trick_is_filmed_in_order(place: str) -> None:
    film = prepare(Order(5, "easy", game="malilla", trick=place, plays=8), [plain_deck()])
    assert isinstance(film.script, HandScript)
    assert [each.line for each in film.played.events] == [event.to_json() for event in film.script.events]
    times = [float(str(each.told["t"])) for each in film.played.events]
    assert times == sorted(times)
    assert sum(told["do"] == "trick" for told in film.played.also) == 2
    lying = [len(each.top.cards) for each in film.played.events]
    assert lying == [1, *[1, 2, 3, 4] * 2]
