"""What happens in an evening that is not orderly, one incident after the other: it is in the film as it is told."""

from itertools import pairwise

import numpy as np
import pytest

from datasets.films.cameras import SIZE
from datasets.films.production import Order, prepare
from datasets.films.timeline import Cloth
from tests.films.evenings import blank_deck, film, incidents, names, where


@pytest.mark.parametrize(
    ("do", "level", "players"), [("takeback", "takeback", 2), ("out of turn", "out_of_turn", 3)]
)
def test_a_card_taken_back_lies_until_then_and_is_played_later(do: str, level: str, players: int) -> None:
    made = film(level, players)
    plays = [event for event in made.played.events if event.line["do"] == "play"]
    found = incidents(made, do)
    assert len(found) >= 5
    for each in found:
        laid, taken = each["t_laid"], each["t_taken"]
        assert 0.5 <= taken - laid < 4.5
        lies = [
            each["card"] in names(made, t) for t in (laid - 0.05, laid + 0.05, taken - 0.05, taken + 0.05)
        ]
        assert lies == [False, True, True, False]
        later = [play for play in plays if play.told["t_laid"] > laid]
        of_card = [play.line["seat"] for play in later if play.line["card"] == each["card"]]
        assert of_card == [each["seat"]]
        assert (later[0].line["seat"] == each["seat"]) == (do == "takeback")


def test_forgotten_cards_lie_after_the_others_are_gone() -> None:
    made = film("late", 4)
    late = [event for event in made.played.events if "late" in event.told]
    assert len(late) == len(incidents(made, "late")) >= 2
    for event, told in zip(late, incidents(made, "late"), strict=True):
        assert event.told["late"] == told["cards"]
        swept = event.told["swept"]
        assert isinstance(swept, list)
        assert names(made, told["t"][0]) & set(swept) == set(told["cards"])
        assert not names(made, told["t"][1]) & set(swept)


def test_captures_are_left_lying() -> None:
    for told in incidents(film("lying", 5), "lying"):
        assert 2 <= told["t"][1] - told["t"][0] <= 8
        assert set(told["cards"]) <= names(film("lying", 5), told["t"][1])


@pytest.mark.parametrize(
    ("level", "players", "share"), [("quick", 2, 0.4), ("together", 3, 0.2), ("overtaken", 4, 0.25)]
)
def test_the_next_arm_comes_before_the_last_has_gone(level: str, players: int, share: float) -> None:
    events = film(level, players).played.events
    early = [b for a, b in pairwise(events) if b.told["t_start"] < a.told["t"]]  # type: ignore[operator]
    assert len(early) >= share * len(events)
    laid = [event.told["t_laid"] for event in events if event.line["do"] == "play"]
    assert all(a < b for a, b in pairwise(laid))  # type: ignore[operator]


def test_a_card_may_be_laid_before_the_last_capture_is_touched() -> None:
    made = film("overtaken", 4)
    waited = 0
    for before, after in pairwise(made.played.events):
        swept = before.told.get("swept")
        laid = after.told.get("t_laid")
        if isinstance(swept, list) and isinstance(laid, float):
            waited += set(swept) <= names(made, laid + 0.01)
    assert waited >= 2


def test_tidied_cards_move_by_two_to_twenty_five_centimetres_and_peeked_ones_hardly() -> None:
    tidied = [far for told in incidents(film("tidy", 5), "tidy") for far in told["moved_mm"].values()]
    assert min(tidied) >= 20
    assert max(tidied) <= 250
    peeks = incidents(film("peek", 4), "peek")
    assert peeks
    for told in peeks:
        was, then = (where(film("peek", 4), told["card"], t) for t in told["t"])
        assert np.hypot(was.x - then.x, was.y - then.y) < 30


def test_a_dropped_card_lies_face_down_until_it_is_turned() -> None:
    made = film("dropped", 2)
    assert len(incidents(made, "dropped")) >= 5
    for told in incidents(made, "dropped"):
        fell, turned = told["t"]
        assert where(made, told["card"], fell + 0.05).roll == 180
        assert where(made, told["card"], turned + 0.05).roll == 0
        play = next(event for event in made.played.events if event.line.get("card") == told["card"])
        assert play.told["t_laid"] == turned


def test_a_card_taken_wrongly_comes_back_before_the_play_is_done() -> None:
    made = film("wrong_capture", 3)
    assert len(incidents(made, "wrong capture")) >= 4
    for told in incidents(made, "wrong capture"):
        gone, back = told["t_taken"], told["t_laid"]
        lies = [told["card"] in names(made, t) for t in (gone - 0.05, gone + 0.05, back - 0.05, back + 0.05)]
        assert lies == [True, False, False, True]
        event = next(event for event in made.played.events if float(str(event.told["t"])) > back)
        assert event.line["seat"] == told["seat"]
        assert told["card"] not in str(event.told.get("swept"))


def test_a_card_shown_in_the_deal_goes_to_its_owner() -> None:
    made = film("exposed", 3)
    assert incidents(made, "exposed")
    for told in incidents(made, "exposed"):
        lies = [told["card"] in names(made, told[key] + 0.05) for key in ("t_laid", "t_taken")]
        assert lies == [True, False]
        play = next(event for event in made.played.events if event.line.get("card") == told["card"])
        assert play.line["seat"] == told["seat"]


def test_a_misdeal_gives_all_cards_back() -> None:
    made = film("misdeal", 2)
    assert incidents(made, "misdeal")
    for told in incidents(made, "misdeal"):
        before, then = (made.played.timeline.top(t).stock for t in told["t"])
        assert before is not None
        assert then is not None
        assert before.what.count == then.what.count


def test_everybody_counts_what_he_captured_face_up() -> None:
    made = film("counting", 3)
    told = incidents(made, "counting")
    assert [each["seat"] for each in told] == [0, 1, 2]
    shown: set[str | None] = set()
    for each in told:
        start, end = each["t"]
        for t in np.arange(start, end, 0.2):
            shown |= names(made, float(t))
    assert len(shown) == 52


def test_things_are_brought_and_taken_away_by_hands() -> None:
    made = film("objects", 3)
    told = incidents(made, "objects")
    assert len(told) == len(made.played.articles) >= 3
    for each, article in zip(told, made.played.articles, strict=True):
        down, lifted = each["t"]
        times = (down - 0.01, down + 0.01, lifted - 0.01, lifted + 0.01)
        assert [article.rests(t) for t in times] == [False, True, True, False]
        assert article.place(down + 1) == article.place(lifted - 0.01)
        start, end = article.comes.keys[0].t, article.goes.keys[-1].t
        assert article.place(start - 0.1) is article.place(end + 0.1) is None
        for t in (start, end):
            place = article.place(t)
            assert place is not None
            x, y = made.view.project(np.array([[*place, 0.0]]))[0]
            assert not (0 <= x <= SIZE[0] and 0 <= y <= SIZE[1])


def test_a_pulled_cloth_takes_everything_along() -> None:
    made = film("cloth", 3)
    (told,) = incidents(made, "cloth")
    before, after = (made.played.timeline.top(t) for t in told["t"])
    assert before.cards
    whole = made.played.cloth[-1][1]
    assert 8 <= np.hypot(whole.x, whole.y) <= 32
    assert told["mm"] == [round(whole.x, 1), round(whole.y, 1)]
    assert [card.pose for card in after.cards] == [whole.moved(card.pose) for card in before.cards]
    parts = [whole.moved(part.pose) for pile in before.piles for part in pile]
    assert [part.pose for pile in after.piles for part in pile] == parts
    assert made.played.cloth_at(told["t"][0]) == Cloth()


def test_cards_come_to_lie_in_a_heap() -> None:
    made = film("heap", 4)
    heaped = [event for event in made.played.events if event.told.get("laid") == "heap"]
    assert len(heaped) == len(incidents(made, "heap")) >= 5
    over = 0
    for event in heaped:
        lying = made.played.timeline.top(float(str(event.told["t_laid"])) + 0.01).cards
        mine = next(card.pose for card in lying if card.what.name == event.line["card"])
        over += any(0 < np.hypot(card.pose.x - mine.x, card.pose.y - mine.y) < 60 for card in lying)
    assert over >= 0.8 * len(heaped)


def test_people_take_other_seats_between_two_hands() -> None:
    made = prepare(Order(33, "seats", 3, hands=2), [blank_deck()])
    (told,) = incidents(made, "seats")
    was = {seat.seat: seat.edge for seat in made.habits.seats}
    now = {each["seat"]: each["edge"] for each in told["seats"]}
    assert now == {seat: was[(seat + 1) % 3] for seat in was}
    for gesture in made.played.timeline.gestures:
        edges = was if gesture.keys[0].t < told["t"] else now
        axis, way = {"near": (1, -1), "far": (1, 1), "left": (0, -1), "right": (0, 1)}[edges[gesture.seat]]
        assert gesture.root[axis] * way > 300


def test_each_hand_of_a_match_is_counted_by_itself() -> None:
    made = prepare(Order(33, "counting", 2, hands=2), [blank_deck()])
    told = incidents(made, "counting")
    assert [each["seat"] for each in told] == [0, 1, 0, 1]
    for first, second in (told[:2], told[2:]):
        shown = {
            name for t in np.arange(first["t"][0], second["t"][1], 0.2) for name in names(made, float(t))
        }
        assert len(shown) == 52


def test_hands_that_play_no_card_hold_nobody_up() -> None:
    for level, players in (("resting", 4), ("pointing", 2)):
        made = film(level, players)
        seats, told = len(made.habits.seats), incidents(made, level)
        others = [g for g in made.played.timeline.gestures if g.seat >= seats]
        assert len(others) == len(told) >= 3
        assert not any(gesture.held for gesture in others)
        plays = [event.told for event in made.played.events if event.line["do"] == "play"]
        assert any(each["t"][0] < play["t_laid"] < each["t"][1] for each in told for play in plays)
