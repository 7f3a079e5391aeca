"""Evenings that are not orderly: each incident is told, moves every card by a hand, and comes with its own camera."""

from collections import Counter, defaultdict
from itertools import pairwise

import numpy as np
import pytest

from datasets.films.cameras import KINDS, SIZE
from datasets.films.evenings import CAMERA, EVENINGS
from datasets.films.tables import COVERS
from datasets.films.timeline import Lying, Pose, Thing, Top, in_time
from datasets.films.troubles import Trouble, Troubles
from datasets.films.truth import truth
from tests.films.evenings import FILMS, RARE, WHOLE, film, incidents, part


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


def test_evenings_may_have_a_printed_table_worn_cards_and_a_second_pack_in_sight() -> None:
    plain = film("easy", 2, plays=1)
    assert film("printed", 2, plays=1).habits.table in COVERS
    assert film("worn", 2, plays=1).habits.wear >= 0.3
    assert film("second_pack", 2, plays=1).props[-1][0] == "pack"
    assert (plain.habits.table in COVERS, plain.habits.wear) == (False, 0)
    assert "wear" not in str(truth(plain))


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


def test_five_around_a_narrow_picture_find_places_for_their_piles() -> None:
    """Where no place tried lay wholly in the picture there was none at all, and the film was refused."""
    made = film("evening", 4, "webcam", seed=9205, plays=3)
    assert incidents(made, "deal")
