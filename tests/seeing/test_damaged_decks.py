"""Damaged deck files: whatever happened to one, it is one sentence, and the other decks are read as before.

The suite tries some hundreds of damages, always the same ones. The longer form, some minutes:
``PORRAZO_DAMAGES=20000 python -m pytest tests/seeing/test_damaged_decks.py``.
"""

import io
import os
import random
import zipfile
from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion import cli
from tests.seeing.enrolling import deck, knowing_nothing
from vision import photograph
from vision.detection.detections import Detections
from vision.detection.finder import Finder
from vision.enrolment.decks import FACES_FILE, BadDeck, keep, shelf
from vision.enrolment.enrolled_reader import EnrolledReader, with_decks
from vision.photograph import Recogniser

DAMAGES = int(os.environ.get("PORRAZO_DAMAGES", "400"))
SLICE = 100
"""Damages of one test: pytest says which hundred failed."""


@pytest.fixture(scope="module")
def sound(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """The file of a small deck."""
    return (
        keep("Red", deck(cards=range(3)), tmp_path_factory.mktemp("decks")).folder / FACES_FILE
    ).read_bytes()


def flipped(data: bytes, chance: random.Random) -> bytes:
    """Some bytes changed."""
    changed = bytearray(data)
    for _ in range(chance.choice((1, 1, 2, 5, 50))):
        changed[chance.randrange(len(changed))] = chance.randrange(256)
    return bytes(changed)


def cut(data: bytes, chance: random.Random) -> bytes:
    """Broken off, or with a piece taken out."""
    first, last = sorted(chance.sample(range(len(data)), 2))
    return chance.choice((data[:first], data[last:], data[:first] + data[last:]))


def blanked(data: bytes, chance: random.Random) -> bytes:
    """A block of zeros, as a disk leaves it."""
    first, last = sorted(chance.sample(range(len(data)), 2))
    return data[:first] + bytes(last - first) + data[last:]


def directory(data: bytes, chance: random.Random) -> bytes:
    """Changed where a zip tells what is in it, at its end."""
    return data[:-300] + flipped(data[-300:], chance)


def repacked(data: bytes, chance: random.Random) -> bytes:
    """An array's header changed, packed so that every checksum is right."""
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as old, zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as new:
        hurt = chance.choice(old.namelist())
        for name in old.namelist():
            inside = old.read(name)
            new.writestr(name, flipped(inside[:128], chance) + inside[128:] if name == hurt else inside)
    return out.getvalue()


DAMAGE: tuple[Callable[[bytes, random.Random], bytes], ...] = (flipped, cut, blanked, directory, repacked)


@pytest.mark.parametrize("first", range(0, DAMAGES, SLICE))
def test_no_damage_is_more_than_a_sentence(first: int, sound: bytes, tmp_path: Path) -> None:
    (tmp_path / "Red").mkdir()
    damaged = 0
    for seed in range(first, first + SLICE):
        chance = random.Random(seed)
        (tmp_path / "Red" / FACES_FILE).write_bytes(chance.choice(DAMAGE)(sound, chance))
        kept = shelf(tmp_path)
        assert len(kept.all) == 1
        for one in kept.damaged:
            damaged += 1
            assert "\n" not in str(one)
            assert one.name == "Red"
    assert damaged > 0.8 * SLICE, "what changes nothing that is read is no damage"


def archive(**members: bytes) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as packed:
        for name, data in members.items():
            packed.writestr(f"{name}.npy", data)
    return out.getvalue()


def as_npy(value: object, pickled: bool = False) -> bytes:
    out = io.BytesIO()
    np.save(out, np.asarray(value, object if pickled else None), allow_pickle=pickled)
    return out.getvalue()


def hollow(shape: str) -> bytes:
    """An array that announces this shape and has nothing in it."""
    header = f"{{'descr': '|u1', 'fortran_order': False, 'shape': {shape}, }}".encode().ljust(117) + b"\n"
    return b"\x93NUMPY\x01\x00" + len(header).to_bytes(2, "little") + header


@pytest.mark.parametrize(
    "data",
    [
        archive(name=as_npy("Red"), crops=hollow("(99999999999, 176, 128, 3)"), cards=as_npy([1])),
        archive(name=as_npy("Red"), crops=hollow("(0, 99999999999999999999999, 3, 3)"), cards=as_npy([1])),
        archive(name=as_npy("Red"), crops=hollow("(" * 3000), cards=as_npy([1])),
        archive(name=as_npy("Red"), crops=b"\0" * 300_000_000, cards=as_npy([1])),
        archive(name=as_npy({"a": 1}, pickled=True), crops=as_npy([1]), cards=as_npy([1])),
        archive(name=as_npy("\x1b[2J"), crops=as_npy(deck(cards=range(1)).crops), cards=as_npy([0])),
        archive(name=as_npy("Red"), crops=as_npy(deck(cards=range(1)).crops), cards=as_npy([0.5])),
    ],
    ids=["vast", "overflowing", "nested", "swelling", "pickled", "named badly", "half a card"],
)
def test_what_is_made_to_do_harm_does_none(data: bytes, tmp_path: Path) -> None:
    (tmp_path / "Bad").mkdir()
    (tmp_path / "Bad" / FACES_FILE).write_bytes(data)
    assert [one.name for one in shelf(tmp_path).damaged] == ["Bad"]


@pytest.fixture
def decks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Two decks that are sound and one that is not: the middle of its file is gone."""
    home = tmp_path / "decks"
    monkeypatch.setenv("PORRAZO_DECKS", str(home))
    for name in ("Blue", "Red", "White"):
        keep(name, deck(cards=range(3)))
    data = (home / "Red" / FACES_FILE).read_bytes()
    (home / "Red" / FACES_FILE).write_bytes(data[:200] + bytes(200) + data[400:])
    return home


def test_the_list_shows_it_and_it_can_be_forgotten(decks: Path, capfd: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["deck", "list"]) == 0
    said = capfd.readouterr()
    assert said.out.splitlines()[:2] == [
        "Blue: 3 cards, from 3 pictures",
        "White: 3 cards, from 3 pictures",
    ]
    assert said.out.splitlines()[2].startswith("Red: damaged, ")
    assert cli.main(["deck", "forget", "Red"]) == 0
    assert [one.name for one in shelf().all] == ["Blue", "White"]


def test_reading_goes_on_without_it_and_says_so(
    decks: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    class FindsNothing(Finder):
        def find(self, image: np.ndarray, long_side: int | None = None, stretch: float = 1.0) -> Detections:
            return Detections.none()

    reader = knowing_nothing()
    monkeypatch.setattr(
        photograph.Recogniser, "load", lambda **_: Recogniser(FindsNothing(reader.network), reader)
    )
    monkeypatch.setattr(photograph, "networks", lambda **_: (FindsNothing(reader.network), reader))
    frames = tmp_path / "frames"
    frames.mkdir()
    cv2.imwrite(str(frames / "1.png"), np.zeros((48, 64, 3), np.uint8))
    picture = tmp_path / "a.png"
    picture.write_bytes(b"no picture")
    assert cli.main(["recognise", str(picture)]) == 2
    (first, second) = capfd.readouterr().err.splitlines()
    assert first.startswith("porrazo: the deck 'Red' is damaged (")
    assert first.endswith("it goes on without it")
    assert "a.png: cannot be read" in second
    assert cli.main(["watch", str(frames), "--headless"]) == 0
    assert capfd.readouterr().err.startswith("porrazo: the deck 'Red' is damaged (")
    assert isinstance(with_decks(reader), EnrolledReader)


def test_a_deck_that_breaks_after_it_was_listed(decks: Path) -> None:
    blue = shelf().decks[0]
    (blue.folder / FACES_FILE).write_bytes(b"PK")
    with pytest.raises(BadDeck):
        blue.faces()
