"""Pixels: cards look like themselves where the truth says they lie, arms come and go, the file can be read again."""

import json
from functools import cache
from pathlib import Path

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from companion.cli import main as porrazo
from datasets.decks import CARDS, Deck, rounded, save
from datasets.film import main as make_film
from datasets.films.arms import Arm, Lamp
from datasets.films.cameras import SIZE
from datasets.films.encode import write_film
from datasets.films.hands import person
from datasets.films.production import Film, Order, prepare, shoot
from datasets.films.view import Aim, View

Image = NDArray[np.uint8]


def plain_deck() -> Deck:
    """Cards with their names in large letters: enough to tell them apart."""
    faces = []
    for name in CARDS:
        face = np.full((448, 308, 3), 250, np.uint8)
        ink = (40, 30, 200) if name[1] in "dh" else (25, 25, 25)
        cv2.putText(face, name, (30, 250), cv2.FONT_HERSHEY_SIMPLEX, 5, ink, 24)
        faces.append(rounded(face))
    back = rounded(np.full((448, 308, 3), (150, 60, 30), np.uint8))
    return Deck("plain", "made here", "val", np.stack(faces), back[None])


@cache
def clip(seed: int, level: str) -> tuple[Film, dict[int, Image]]:
    """A film of three plays and a few of its frames: where each event's result lies, and amid each gesture."""
    film = prepare(Order(seed, level, 2, plays=3, table="felt"), [plain_deck()])
    times = [event.told["t"] for event in film.played.events if event.line["do"] == "play"]
    wanted = {int(float(str(t)) * 12) + 2 for t in times} | {int(float(str(t)) * 12) + 3 for t in times}
    wanted |= {int((g.keys[0].t + g.keys[-1].t) / 2 * 12) for g in film.played.timeline.gestures}
    numbers = sorted(k for k in wanted if k < film.frames)
    return film, dict(zip(numbers, shoot(film, numbers), strict=True))


def cut(film: Film, picture: Image, corners: NDArray[np.float64]) -> Image:
    pixels = film.view.seen_through_lens(film.view.project(corners)).astype(np.float32)
    flat = np.array([[0, 0], [154, 0], [154, 224], [0, 224]], np.float32)
    return np.asarray(
        cv2.warpPerspective(picture, cv2.getPerspectiveTransform(pixels, flat), (154, 224)), np.uint8
    )


def likeness(a: Image, b: Image) -> float:
    first, second = (
        cv2.cvtColor(each, cv2.COLOR_BGR2GRAY).astype(np.float64)[20:-20, 15:-15].ravel() for each in (a, b)
    )
    return float(np.corrcoef(first, second)[0, 1])


@pytest.mark.parametrize("level", ["easy", "normal", "hard"])
def test_cards_are_seen_where_the_truth_says(level: str) -> None:
    film, frames = clip(11, level)
    faces = plain_deck().faces[..., :3]
    small = {
        name: np.asarray(cv2.resize(face, (154, 224)), np.uint8)
        for name, face in zip(CARDS, faces, strict=True)
    }
    seen = 0
    for event in film.played.events:
        number = int(float(str(event.told["t"])) * 12) + 2
        for card in event.top.cards if number in frames else ():
            crop = cut(film, frames[number], card.pose.corners(film.room.width))
            best = max(CARDS, key=lambda name: likeness(crop, small[name]))
            assert best == card.what.name
            seen += 1
    assert seen >= 3


def test_frames_at_rest_differ_by_noise_only_and_gestures_show() -> None:
    film, frames = clip(11, "easy")
    timeline = film.played.timeline
    rest = [
        k
        for k in frames
        if k + 1 in frames and timeline.moving(k / 12) == timeline.moving((k + 1) / 12) == ([], [])
    ]
    assert rest
    for k in rest:
        assert np.abs(frames[k].astype(int) - frames[k + 1].astype(int)).mean() < 3
    amid = [k for k in frames if timeline.moving(k / 12) != ([], [])]
    changed = [np.abs(frames[k].astype(int) - frames[rest[0]].astype(int)).max(-1) > 40 for k in amid]
    assert max(float(mask.mean()) for mask in changed) > 0.02


def test_the_same_order_gives_the_same_pixels() -> None:
    film, frames = clip(11, "hard")
    again = prepare(film.order, [plain_deck()])
    first = min(frames)
    assert again.played == film.played
    assert np.array_equal(next(iter(shoot(again, [first]))), frames[first])


def test_left_and_right_hands_are_mirror_images() -> None:
    who = person(np.random.default_rng(3))
    overhead = Lamp(0.0, 89.9, 0.5)
    right, left = (Arm(who, None, hand).sprite(1.0, overhead, 0.0) for hand in (False, True))
    assert np.abs(right.astype(int) - left[::-1].astype(int)).mean() < 1
    assert Arm(who, None, True).tips(1.0) == pytest.approx(
        (Arm(who, None, False).tips(1.0)[0], -Arm(who, None, False).tips(1.0)[1])
    )


def test_fingers_cover_what_they_hold() -> None:
    from datasets.films.hands import ACROSS, ARM
    from datasets.films.relief import SCALE

    arm = Arm(person(np.random.default_rng(4)), None, False)
    for spread in (0.0, 1.0):
        u, v = arm.tips(spread)
        alpha = arm.sprite(spread, Lamp(90, 60, 0.5), 0.0)[..., 3]
        row, column = round((v - ACROSS[0]) * SCALE), round((u - ARM[0]) * SCALE)
        assert alpha[row - 24 : row + 24, column - 40 : column].mean() > 90


def test_camera_maps_table_to_pixels_and_back() -> None:
    view = View.of(Aim(24.0, -3.0, 55.0, 700.0, 5.0, -4.0, -0.03), SIZE)
    places = np.array([[0.0, 0.0], [200.0, 120.0], [-250.0, -140.0]])
    pixels = view.project(np.column_stack([places, np.zeros(3)]))
    assert view.to_table(pixels) == pytest.approx(places)
    across, down = view.lens_maps()
    bent = view.seen_through_lens(pixels)
    for (x, y), (px, py) in zip(bent, pixels, strict=True):
        assert across[round(y), round(x)] == pytest.approx(px, abs=1.2)
        assert down[round(y), round(x)] == pytest.approx(py, abs=1.2)


def test_written_film_has_every_frame(tmp_path: Path) -> None:
    frames = [np.full((72, 128, 3), 20 * k, np.uint8) for k in range(9)]
    write_film(tmp_path / "a.mp4", frames, (128, 72), 12)
    read = cv2.VideoCapture(str(tmp_path / "a.mp4"))
    levels = []
    while True:
        ok, frame = read.read()
        if not ok:
            break
        levels.append(float(frame.mean()))
    assert levels == pytest.approx([20 * k for k in range(9)], abs=6)


def test_command_writes_truth_and_a_record_that_scores(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    save(plain_deck(), tmp_path / "decks")
    arguments = [
        "--seed",
        "5",
        "--level",
        "easy",
        "--players",
        "2",
        "--dry",
        "--decks",
        str(tmp_path / "decks"),
    ]
    assert make_film([*arguments, "--out", str(tmp_path)]) == 0
    told = json.loads((tmp_path / "easy-5.truth.json").read_text())
    assert porrazo(["score", str(tmp_path / "easy-5.record.jsonl"), "--json"]) == 0
    last = json.loads(capsys.readouterr().out.strip().splitlines()[-1])
    assert last["hand"] == 2 or told["final"]["winner"] is not None


def test_command_names_what_is_missing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    save(plain_deck(), tmp_path / "decks")
    base = ["--seed", "5", "--out", str(tmp_path)]
    assert make_film([*base, "--decks", str(tmp_path / "none")]) == 2
    assert make_film([*base, "--decks", str(tmp_path / "decks"), "--deck", "tarot"]) == 2
    assert "no deck called 'tarot'" in capsys.readouterr().err
