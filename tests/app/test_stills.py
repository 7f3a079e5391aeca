"""Stills: kept of plays that a camera saw, found again by what the record says, never in the way of a game."""

from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.archive import stills
from companion.archive.stills import STILLS_FOLDER, Stills, name_of, still_of
from companion.messages import Picture
from engine.cards import Card
from engine.events import Adjust
from engine.header import Header
from engine.porrazo.events import Declare, Play
from engine.porrazo.game import Match

HEADER = Header(("Ana", "Beto"), extra={"began": 1_700_000_000.0})
RED = (200, 30, 40, 255)


def seen(*cards: str, header: Header = HEADER, t: float = 3.25) -> Match:
    match = Match(header)
    for at, card in enumerate(cards):
        match.add(Play((at + 1) % 2, Card.parse(card), extra={"t": t + at}))
    return match


def picture() -> Picture:
    return Picture(3.0, np.full((36, 64, 4), RED, np.uint8), ())


def test_a_still_is_kept_of_the_last_play_and_found_again(tmp_path: Path) -> None:
    match = seen("7h", "5s")
    Stills(tmp_path).keep(match, picture())
    assert still_of(tmp_path, HEADER, match.events[0]) is None
    path = still_of(tmp_path, HEADER, match.events[1])
    assert path is not None
    shown = cv2.imread(str(path))
    assert shown is not None
    blue, green, red = shown[18, 32]
    assert abs(int(red) - 200) < 12
    assert int(green) < 60 > int(blue) - 20


def test_the_first_picture_of_a_play_stays_also_when_it_is_put_right(tmp_path: Path) -> None:
    match = seen("7h")
    Stills(tmp_path).keep(match, picture())
    path = still_of(tmp_path, HEADER, match.events[0])
    assert path is not None
    before = path.read_bytes()
    match.correct(match.entry(1), Play(1, Card.parse("8h"), extra={"t": 3.25, "revised": 9.0}))
    Stills(tmp_path).keep(match, Picture(9.0, np.zeros((36, 64, 4), np.uint8), ()))
    assert still_of(tmp_path, HEADER, match.events[0]) == path
    assert path.read_bytes() == before


def test_what_no_camera_saw_has_none(tmp_path: Path) -> None:
    match = Match(HEADER)
    match.add(Play(1, Card.parse("7h")))
    match.add(Adjust(0, 1, "x", extra={"t": 5.0}))
    Stills(tmp_path).keep(match, picture())
    Stills(tmp_path).keep(seen("7h"), None)
    assert not (tmp_path / STILLS_FOLDER).exists()
    assert name_of(HEADER, Declare(0, "ronda", extra={"t": 1.0})) is None
    assert name_of(Header(("A", "B")), seen("7h").events[0]) is None
    assert name_of(Header(("A", "B"), extra={"began": "../x"}), seen("7h").events[0]) is None


def test_a_folder_that_cannot_be_written_stops_nothing(tmp_path: Path) -> None:
    (tmp_path / STILLS_FOLDER).write_text("in the way")
    Stills(tmp_path).keep(seen("7h"), picture())
    Stills(tmp_path).prune()


def test_the_oldest_go(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stills, "MOST_STILLS", 2)
    for t in (1.0, 2.0, 3.0):
        Stills(tmp_path).keep(seen("7h", t=t), picture())
    Stills(tmp_path).prune()
    assert len(list((tmp_path / STILLS_FOLDER).iterdir())) == 2
