"""Films of Crash and Backhand: a hand is played by the rules, each of its events is in the timeline, and nothing covers
what has to be read.
"""

import numpy as np
import pytest

from datasets.films.acting import HandScript
from datasets.films.production import Film, Order, prepare
from datasets.films.rounds import write_round
from datasets.films.showdown import FAN, write_showdown
from tests.films.test_film_pixels import plain_deck

LEAST_SHOWN = 14.0
"""Millimetres of a card beside the next that its index needs."""


def filmed(game: str, seed: int, level: str = "normal", players: int | None = None) -> Film:
    return prepare(Order(seed, level, players, game=game), [plain_deck()])


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("write", [write_showdown, write_round])
def test_a_hand_is_played_to_its_end_by_the_rules(write: object, seed: int) -> None:
    assert callable(write)
    script = write(np.random.default_rng(seed))
    assert isinstance(script, HandScript)
    final = script.final()
    assert isinstance(final["last"], dict)
    assert final["last"]["hand"] == 2 or final["winner"] is not None
    assert not [score for score in script.match().scores_made if score.why == "foul"]


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("game", ["crash", "backhand"])
def test_every_event_is_filmed_in_order_and_lies_there(game: str, seed: int) -> None:
    film = filmed(game, seed)
    assert isinstance(film.script, HandScript)
    lines = [event.to_json() for event in film.script.events]
    assert sorted(map(str, (each.line for each in film.played.events))) == sorted(map(str, lines))
    if game == "backhand":
        assert [each.line for each in film.played.events] == lines
    times = [float(str(each.told["t"])) for each in film.played.events]
    assert times == sorted(times)
    for each in film.played.events:
        shown = each.line.get("cards", [each.line["card"]] if "card" in each.line else [])
        assert isinstance(shown, list)
        assert {*shown} <= {card.what.name for card in each.top.cards}
    assert film.played.timeline.top(film.played.timeline.seconds).cards == ()


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("level", ["easy", "normal", "hard"])
def test_all_cards_lie_in_the_picture_and_each_index_is_free(level: str, players: int) -> None:
    for seed in range(3):
        film = filmed("crash", seed, level, players)
        last = film.played.events[-1].top.cards
        assert len(last) >= players * 3
        assert all(film.room.fits(card.pose, 0.0) for card in last)
        places = np.array([[card.pose.x, card.pose.y] for card in last])
        apart = np.hypot(*(places[:, None] - places[None]).transpose(2, 0, 1))
        np.fill_diagonal(apart, np.inf)
        assert apart.min() > LEAST_SHOWN
        assert apart.min() < FAN + 6


@pytest.mark.parametrize("players", [3, 4])
def test_two_who_share_a_side_of_the_table_keep_apart(players: int) -> None:
    for seed in range(3):
        film = filmed("crash", seed, players=players)
        rows: dict[int, list[float]] = {}
        for event in film.played.events:
            for card in event.line.get("cards", []):  # type: ignore[attr-defined]
                pose = event.top.find(card).pose
                rows.setdefault(int(str(event.line["seat"])), []).append(pose.x)
        ends = {seat: (min(xs), max(xs)) for seat, xs in rows.items()}
        for one in range(players):
            for other in range(one):
                if film.habits.seats[one].edge == film.habits.seats[other].edge:
                    (a, b), (c, d) = ends[one], ends[other]
                    assert b + film.room.width < c or d + film.room.width < a
