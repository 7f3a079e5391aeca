"""Evenings that are not orderly: each incident is in the film, is told, and moves every card by somebody's hand."""

from collections import Counter, defaultdict
from functools import cache
from itertools import pairwise
from typing import Any

import numpy as np
import pytest

from datasets.decks import Deck
from datasets.films.cameras import KINDS, SIZE, frame_rate
from datasets.films.evenings import CAMERA, EVENINGS, PEOPLE, TABLE
from datasets.films.production import Film, Order, prepare
from datasets.films.tables import COVERS
from datasets.films.timeline import Cloth, Lying, Pose, Thing, Top, in_time
from datasets.films.troubles import Trouble, Troubles
from datasets.films.truth import truth

WHOLE = [("evening", 2, None), ("evening", 5, "tablet"), ("evening", 4, "webcam"), ("evening", 3, "phone")]
FILMS = [*WHOLE, *((name, 2 + k % 4, None) for k, name in enumerate(PEOPLE))]
RARE = ("counting", "pause", "toppled", "objects", "cloth", "seats", *TABLE)
"""Need not happen in the beginning of a hand, or are no incidents."""


def blank_deck() -> Deck:
    faces = np.full((52, 448, 308, 4), 255, np.uint8)
    return Deck("blank", "none", "val", faces, faces[:1])


@cache
def film(
    level: str, players: int, camera: str | None = None, seed: int = 31, plays: int | None = None
) -> Film:
    order = Order(seed, level, players, plays=plays, camera=camera, fps=frame_rate(camera, seed))
    return prepare(order, [blank_deck()])


def part(level: str, players: int, camera: str | None) -> Film:
    """A whole evening, or the beginning of a hand with one ingredient."""
    return film(level, players, camera, plays=None if level == "evening" else 12)


def incidents(made: Film, do: str) -> list[dict[str, Any]]:
    return [each for each in made.played.also if each["do"] == do]


@pytest.mark.parametrize(("level", "players", "camera"), FILMS)
def test_a_card_is_in_one_place_and_goes_there_by_hand(level: str, players: int, camera: str | None) -> None:
    timeline = part(level, players, camera).played.timeline
    before: dict[str | None, tuple[float, float]] = {}
    for t in np.arange(0, timeline.seconds, 0.1):
        lying = [(card.what.name, card.pose) for card in timeline.top(float(t)).cards]
        carried = [each for arm in timeline.moving(float(t))[0] for each in arm.carried(float(t))]
        places = lying + [(thing.name, pose) for thing, pose in carried if thing.name is not None]
        assert max(Counter(name for name, _ in places).values(), default=1) == 1, t
        now = {name: (pose.x, pose.y) for name, pose in places}
        far = [np.hypot(*np.subtract(place, before[name])) for name, place in now.items() if name in before]
        assert max(far, default=0) < 250, t
        before = now


@pytest.mark.parametrize(("level", "players", "camera"), FILMS)
def test_everybody_plays_with_one_arm(level: str, players: int, camera: str | None) -> None:
    arms = defaultdict(list)
    for gesture in part(level, players, camera).played.timeline.gestures:
        arms[gesture.seat].append((gesture.keys[0].t, gesture.keys[-1].t))
        assert all(a.t <= b.t for a, b in pairwise(gesture.keys))
    for times in arms.values():
        assert all(a[1] <= b[0] for a, b in pairwise(sorted(times)))


@pytest.mark.parametrize(("level", "players", "camera"), FILMS)
def test_cards_lie_whole_in_the_picture(level: str, players: int, camera: str | None) -> None:
    made = part(level, players, camera)
    for _, top in made.played.timeline.tops:
        for card in top.cards:
            corners = made.view.project(card.pose.corners(made.room.width))
            assert (corners > 0).all()
            assert (corners < made.view.size).all()


@pytest.mark.parametrize(
    ("level", "players", "camera"), [*WHOLE, ("counting", 3, None), ("toppled", 2, None)]
)
def test_the_whole_pack_is_captured(level: str, players: int, camera: str | None) -> None:
    piles = film(level, players, camera).played.timeline.tops[-1][1].piles
    assert sum(packet.what.count for pile in piles for packet in pile) == 52


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


def names(made: Film, t: float) -> set[str | None]:
    return {card.what.name for card in made.played.timeline.top(t).cards}


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


def where(made: Film, name: str, t: float) -> Pose:
    return made.played.timeline.top(t).find(name).pose


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


def test_evenings_may_have_a_printed_table_worn_cards_and_a_second_pack_in_sight() -> None:
    plain = film("easy", 2, plays=1)
    assert film("printed", 2, plays=1).habits.table in COVERS
    assert film("worn", 2, plays=1).habits.wear >= 0.3
    assert film("second_pack", 2, plays=1).props[-1][0] == "pack"
    assert (plain.habits.table in COVERS, plain.habits.wear) == (False, 0)
    assert "wear" not in str(truth(plain))


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


@pytest.mark.parametrize("level", EVENINGS[1:])
def test_an_ingredient_alone_has_the_evenings_table_and_nothing_else_amiss(level: str) -> None:
    alone, whole = film(level, 2, plays=18), film("evening", 2, plays=18)
    assert (alone.view.aim, alone.habits.seats, alone.script) == (
        whole.view.aim,
        whole.habits.seats,
        whole.script,
    )
    orderly = {"deal", "reach", "nudge", "last cards", "point"}
    told = {each["do"] for each in (*alone.played.also, *alone.troubles.told())} - orderly
    assert told <= {level.replace("_", " ")}
    assert told or level in CAMERA or level in RARE


def test_a_low_camera_is_low_and_a_webcam_is_small_and_slow() -> None:
    for seed in range(31, 37):
        low = film("easy", 2, "tablet", seed, 1)
        assert 44 <= low.view.aim.tilt <= 60
        assert low.view.size == SIZE
        upright = film("easy", 2, "phone", seed, 1).view.size
        assert upright == SIZE[::-1]
        small = film("easy", 2, "webcam", seed, 1)
        assert small.view.size == KINDS["webcam"].size
        assert small.view.aim.tilt <= 10
        assert 8 <= small.order.fps <= 15


def test_troubles_do_what_they_say_when_they_say() -> None:
    how = (1.0, 1.0, 1.0)
    focus, flash, freeze = (Trouble(do, 10.0, 2.0, how) for do in ("focus", "flash", "freeze"))
    knock, drift = Trouble("knock", 10.0, 0.0, how), Trouble("drift", 10.0, 60.0, how)
    off, on = (Trouble("lamp", t, 0.0, how) for t in (10.0, 20.0))
    flicker = Trouble("flicker", 10.0, 5.0, how)
    assert [Troubles((focus,)).blur(t) > 1 for t in (9.9, 10.5, 12.1)] == [False, True, False]
    assert [float(Troubles((flash,)).light(t)[0]) > 1.2 for t in (9.9, 11, 12.1)] == [False, True, False]
    assert [Troubles((freeze,)).frozen(t) for t in (9.9, 10, 11.9, 12.1)] == [False, True, True, False]
    assert [Troubles((knock,)).moved(t)[0] for t in (9.9, 15.0)] == pytest.approx([0, 22])
    assert [Troubles((drift,)).moved(t)[1] for t in (10, 40, 90)] == pytest.approx([0, 20, 40])
    lamps = [float(Troubles((off, on)).light(t).mean()) for t in (9, 10.1, 19, 20.1, 40)]
    assert lamps[1] < lamps[2] < lamps[0] == 1 < lamps[3]
    assert lamps[4] == pytest.approx(1, abs=0.01)
    assert Troubles((flicker,)).bands(9, 100) is None
    hand = Troubles((Trouble("covered", 10.0, 2.0, (0.0, 1.0, 0.0)),))
    assert hand.covered(9.9, 64, 36) is None
    covered = hand.covered(11.0, 64, 36)
    assert covered is not None
    assert covered.mean() > 0.3
    grease = Troubles((Trouble("smear", 10.0, 60.0, (0.0, 0.0, 0.0)),))
    assert grease.smeared(9.9, 64, 36) is None
    smeared = grease.smeared(30.0, 64, 36)
    assert smeared is not None
    assert smeared[18, 32] > 0.5 > smeared[1, 1]
    bands = Troubles((flicker,)).bands(11, 100)
    assert bands is not None
    assert np.ptp(bands) > 0.2


def test_two_arms_at_once_change_only_what_they_touch() -> None:
    def lies(name: str) -> Lying:
        return Lying(Thing(name), Pose(0, 0, 0))

    bare = Top(None, ((), ()))
    acts = [(0.0, bare)]
    for t, name in ((1.0, "Ah"), (2.0, "2h")):
        acts.append((t, acts[-1][1].with_card(name, Pose(0, 0, 0))))
    acts.append((5.0, acts[-1][1].without("Ah")))  # one arm takes it late
    acts.append((4.0, acts[-1][1].with_card("3h", Pose(0, 0, 0))))  # another has laid this before
    assert [(t, top.cards) for t, top in in_time(acts)] == [
        (0.0, ()),
        (1.0, (lies("Ah"),)),
        (2.0, (lies("Ah"), lies("2h"))),
        (4.0, (lies("Ah"), lies("2h"), lies("3h"))),
        (5.0, (lies("2h"), lies("3h"))),
    ]


@pytest.mark.parametrize(
    ("level", "players", "first", "seconds"),
    [
        ("easy", 2, [4.284, 6.808, 9.148, 11.252, 13.248, 15.471], 200.46),
        ("normal", 3, [8.214, 10.288, 13.192, 20.834, 23.252, 25.936], 203.133),
        ("hard", 5, [11.4, 18.8, 21.669, 23.878, 26.185, 30.224], 230.979),
    ],
)
def test_orderly_films_are_what_they_were_before_evenings_came(
    level: str, players: int, first: list[float], seconds: float
) -> None:
    made = film(level, players, None, 4)
    laid = [event.told["t_laid"] for event in made.played.events if event.line["do"] == "play"]
    assert laid[:6] == pytest.approx(first, abs=0.01)
    assert made.played.timeline.seconds == pytest.approx(seconds, abs=0.01)
