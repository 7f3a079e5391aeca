"""Who moves what when: the table lies as the events say, in the picture, and nothing moves after a result."""

from functools import cache
from itertools import pairwise

import numpy as np
import pytest

from datasets.decks import Deck
from datasets.films.cameras import SIZE
from datasets.films.production import Film, Order, prepare
from datasets.films.script import Laid, Script
from datasets.films.timeline import Hold, Key, Pose, Top, placed, seen_from
from datasets.films.truth import truth
from engine.porrazo.game import Match

QUIET = 0.36


def blank_deck() -> Deck:
    faces = np.full((52, 448, 308, 4), 255, np.uint8)
    return Deck("blank", "none", "val", faces, faces[:1])


@cache
def film(seed: int, level: str, players: int, porrazo: str = "stands") -> Film:
    return prepare(Order(seed, level, players, porrazo=porrazo), [blank_deck()])


FILMS = [(1, "easy", 2), (2, "normal", 3), (3, "normal", 4), (4, "hard", 5), (5, "hard", 2)]


@pytest.mark.parametrize(("seed", "level", "players"), FILMS)
def test_nothing_moves_after_a_result(seed: int, level: str, players: int) -> None:
    made = film(seed, level, players)
    timeline = made.played.timeline
    for event in made.played.events:
        t = event.told["t"]
        assert isinstance(t, float)
        for later in np.arange(t + 0.002, t + QUIET, 0.02):
            assert timeline.moving(float(later)) == ([], []), event.line
            assert timeline.top(float(later)) == event.top


@pytest.mark.parametrize("porrazo", ["stands", "taken at once"])
@pytest.mark.parametrize("seed", range(1, 7))
def test_table_is_the_engines_but_for_waiting_porrazos(seed: int, porrazo: str) -> None:
    made = film(seed, "normal", 2, porrazo)
    match = Match(made.script.header)
    for event, filmed in zip(made.script.events, made.played.events, strict=True):
        match.add(event)
        lies = {str(card.what.name) for card in filmed.top.cards}
        waiting = match.position.waiting
        held = {str(match.position.table[k]) for k in waiting.places} if waiting else set()
        expected = {str(card) for card in match.position.table}
        assert lies == (expected if porrazo == "stands" else expected - held)


def test_captured_cards_end_in_their_players_pile() -> None:
    made = film(6, "normal", 2)
    match = Match(made.script.header)
    for event, filmed in zip(made.script.events, made.played.events, strict=True):
        match.add(event)
        piles = tuple(sum(packet.what.count for packet in pile) for pile in filmed.top.piles)
        assert piles == match.position.captured


def test_counter_porrazo_fetches_the_cards_from_the_other_pile() -> None:
    films = (film(seed, "easy", 2, "taken at once") for seed in range(60))
    made = next(
        f
        for f in films
        if isinstance(f.script, Script)
        and any(isinstance(h, Laid) and h.undone and h.taken for h in f.script.happenings)
    )
    match = Match(made.script.header)
    for event, filmed in zip(made.script.events, made.played.events, strict=True):
        match.add(event)
        waiting = match.position.waiting
        ahead = {waiting.seat: len(waiting.places)} if waiting else {}
        piles = [sum(packet.what.count for packet in pile) for pile in filmed.top.piles]
        assert piles == [n + ahead.get(seat, 0) for seat, n in enumerate(match.position.captured)]


@pytest.mark.parametrize(("seed", "level", "players"), FILMS)
def test_every_card_lies_whole_in_the_picture(seed: int, level: str, players: int) -> None:
    made = film(seed, level, players)
    for event in made.played.events:
        for card in event.top.cards:
            corners = made.view.project(card.pose.corners(made.room.width))
            assert (corners > 0).all()
            assert (corners < SIZE).all()


@pytest.mark.parametrize(("seed", "level", "players"), FILMS)
def test_arms_start_and_end_out_of_the_picture(seed: int, level: str, players: int) -> None:
    made = film(seed, level, players)
    for gesture in made.played.timeline.gestures:
        for key in (gesture.keys[0], gesture.keys[-1]):
            x, y = made.view.project(np.array([[key.x, key.y, 0.0]]))[0]
            assert not (0 <= x <= SIZE[0] and 0 <= y <= SIZE[1])


def test_gestures_of_one_film_do_not_overlap_in_time() -> None:
    gestures = film(2, "normal", 3).played.timeline.gestures
    for before, after in pairwise(gestures):
        assert before.keys[-1].t <= after.keys[0].t


def test_a_carried_card_arrives_where_it_is_laid() -> None:
    timeline = film(1, "easy", 2).played.timeline
    checked = 0
    for gesture in timeline.gestures:
        for held in gesture.held:
            end = held.holds[-1].t
            after = [c.pose for c in timeline.top(end + 1e-4).cards if c.what == held.what]
            if not after or held.what.name is None:
                continue
            hand = gesture.hand(end)
            pose = placed(hand, gesture.bearing(hand), held.holds[-1])
            assert np.hypot(pose.x - after[0].x, pose.y - after[0].y) < 1.0
            checked += 1
    assert checked > 40


def test_holding_is_the_inverse_of_placing() -> None:
    hand = Key(0.0, 12.0, -30.0, 9.0, 0.4)
    hold = seen_from(hand, 37.0, Pose(50.0, 8.0, 20.0))
    pose = placed(hand, 37.0, hold)
    assert isinstance(hold, Hold)
    assert (pose.x, pose.y, pose.turn) == pytest.approx((50.0, 8.0, 20.0))


def test_truth_has_the_shared_form() -> None:
    made = truth(film(3, "normal", 4))
    assert {"header", "events", "final", "fps", "size", "seconds", "habits", "camera", "also"} <= set(made)
    events = made["events"]
    assert isinstance(events, list)
    plays = [event for event in events if event["do"] == "play"]
    assert all(
        {"seat", "card", "t", "t_start", "t_laid", "laid", "manner", "table_after", "table_px"} <= set(p)
        for p in plays
    )
    assert all(p["t_start"] < p["t_laid"] < p["t"] for p in plays)
    assert {p["laid"] for p in plays} <= {"free", "beside", "overlap", "apart"}
    assert all(set(event["table_after"]) == set(event["table_px"]) for event in events)


def test_the_row_reads_left_to_right_for_the_dealer() -> None:
    for seed, level, players in FILMS:
        made = film(seed, level, players)
        row = next(e for e in made.played.events if e.line["do"] == "tendido")
        side = made.room.sides[made.script.header.dealer]
        names = row.line["cards"]
        assert isinstance(names, list)
        at = [row.top.find(str(name)).pose for name in names]
        rightwards = [pose.x * side.right[0] + pose.y * side.right[1] for pose in at]
        assert rightwards == sorted(rightwards)


@pytest.mark.parametrize("players", [2, 3, 5])
def test_between_two_hands_every_card_goes_to_the_next_dealer_and_back_into_the_stock(players: int) -> None:
    made = prepare(Order(7, "normal", players, hands=2), [blank_deck()])
    timeline = made.played.timeline
    told = {str(each["do"]): each for each in made.played.also if each["do"] in ("gather", "shuffle")}
    assert told["gather"]["dealer"] == (made.script.header.dealer + 1) % players

    def top_after(what: str) -> Top:
        times = told[what]["t"]
        assert isinstance(times, list)
        return timeline.top(times[1])

    heap = top_after("gather")
    owners = [seat for seat, pile in enumerate(heap.piles) if pile]
    assert owners == [told["gather"]["dealer"]]
    assert sum(packet.what.count for packet in heap.piles[owners[0]]) == 52
    shuffled = top_after("shuffle")
    assert shuffled.stock is not None
    assert (shuffled.stock.what.count, shuffled.cards) == (52, ())
    assert not any(shuffled.piles)
