"""Seconds in which nobody can see the table: nothing is made up from them. The first plays of the bundled clip, with
what a hand on the lens, a lamp or a broken stream make of a film.
"""

import threading
from collections import OrderedDict
from collections.abc import Callable, Iterator
from functools import cache
from hashlib import blake2b
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.commands import headless
from companion.messages import Message, ViewBack, ViewLost
from companion.pipeline.watcher import Watcher
from companion.referee import Referee
from engine.header import Header
from tests.referee.drawn import told
from vision.cameras.camera import Frame
from vision.cameras.films import Film
from vision.detection.finder import Finder
from vision.photograph import networks
from vision.reading.reader import Reader
from vision.runtime.inference import Network
from vision.tracking.table import Table

CLIP = Path(__file__).with_name("clip.mp4")
FPS = 12
BEGINS, STILL_AT, COVERED_FOR, ENDS = 3.5, 9.0, 6.0, 13.6
"""Seconds of the clip: two tens lie there and nobody moves; then they are swept and a nine is laid."""
MOST_ANSWERS = 300
"""Of each network: a third of a megabyte each, and two hundred of a film."""
SKIN = (120, 150, 205)
HEADER = Header(("A", "B"), options={"declarations": "automatic"})
Change = Callable[[np.ndarray, int], np.ndarray]


def noisy(image: np.ndarray, number: int) -> np.ndarray:
    return np.asarray(cv2.add(image, grains(image.shape)[number % 4], dtype=cv2.CV_8U), np.uint8)


@cache
def grains(shape: tuple[int, ...]) -> list[np.ndarray]:
    rng = np.random.default_rng(1)
    return [rng.normal(0, 3, shape).astype(np.float32) for _ in range(4)]


def half_covered(image: np.ndarray, number: int) -> np.ndarray:
    high, wide = image.shape[:2]
    image = noisy(image, number)
    cv2.ellipse(
        image, (wide // 2, int(high * 0.8)), (int(wide * 0.42), int(high * 0.62)), 0, 0, 360, SKIN, -1
    )
    return image


CHANGES: dict[str, Change] = {
    "black": lambda image, k: noisy(np.full_like(image, 3), k),
    "white": lambda image, k: noisy(np.full_like(image, 253), k),
    "a hand on the lens": lambda image, k: noisy(np.full_like(image, SKIN), k),
    "grey": lambda image, k: noisy(np.full_like(image, 128), k),
    "blurred": lambda image, k: cv2.GaussianBlur(noisy(image, k), (0, 0), 14).astype(np.uint8),
    "half covered": half_covered,
    "frozen": lambda image, k: image,
    "exposure gone": lambda image, k: np.clip(image * (1 + min(k, 36) / 3), 0, 255).astype(np.uint8),
}


def clip() -> Iterator[np.ndarray]:
    """The first seconds of the clip, frame by frame."""
    film = Film(CLIP)
    while (frame := film.read()) is not None and frame.t < ENDS:
        if frame.t >= BEGINS:
            yield frame.image
    film.close()


def with_table_still(change: Change) -> Iterator[np.ndarray]:
    """The clip stopped for six seconds in which something is wrong with the picture."""
    for number, image in enumerate(clip()):
        if number == round((STILL_AT - BEGINS) * FPS):
            yield from (change(image, k) for k in range(round(COVERED_FOR * FPS)))
        yield image


class Frames:
    """A camera that gives these pictures."""

    live = False

    def __init__(self, pictures: Iterator[np.ndarray]) -> None:
        self._pictures = enumerate(pictures)

    def read(self) -> Frame | None:
        number, image = next(self._pictures, (0, None))
        return None if image is None else Frame(image, number / FPS, number)

    def close(self) -> None:
        pass


def watcher_of(pictures: Iterator[np.ndarray]) -> Watcher:
    return Watcher(Frames(pictures), Table(*loaded()), Referee(HEADER))


class Remembered:
    """A network that is asked of the same picture once: the films here share most of theirs."""

    def __init__(self, network: Network) -> None:
        self._network = network
        self._answers: OrderedDict[bytes, np.ndarray] = OrderedDict()

    def run(self, batch: np.ndarray) -> np.ndarray:
        key = blake2b(batch.tobytes(), person=str(batch.shape).encode()[:16]).digest()
        if key not in self._answers:
            self._answers[key] = self._network.run(batch)
        self._answers.move_to_end(key)
        while len(self._answers) > MOST_ANSWERS:
            self._answers.popitem(last=False)
        return self._answers[key].copy()


@cache
def loaded() -> tuple[Finder, Reader]:
    finder, reader = networks()
    finder.network, reader.network = Remembered(finder.network), Remembered(reader.network)
    return finder, reader


def record(watcher: Watcher) -> str:
    return told(watcher.referee.written)


UNDISTURBED = "Th Td 9s"


def test_the_clip_is_understood_as_far_as_this() -> None:
    watcher = watcher_of(clip())
    headless.follow(watcher, None, as_json=True)
    assert record(watcher) == UNDISTURBED


@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES)
def test_seconds_in_which_the_table_cannot_be_seen_make_up_nothing(change: Change) -> None:
    posted: list[Message] = []
    watcher = watcher_of(with_table_still(change))
    watcher.run(posted.append, threading.Event())
    assert record(watcher) == UNDISTURBED
    views = [type(message) for message in posted if isinstance(message, ViewLost | ViewBack)]
    assert views == [ViewLost, ViewBack]


def test_it_is_said_once_and_in_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    watcher = watcher_of(with_table_still(CHANGES["black"]))
    headless.follow(watcher, None, as_json=True)
    said = capsys.readouterr().err
    assert said.count("\n") == 1
    assert said.startswith("porrazo: 0:06.")
    assert "too dark" in said


def test_a_play_behind_a_hand_is_doubted() -> None:
    """The nine is laid, and the tens are swept, while nothing can be seen."""
    covered = (
        image if k < 76 or k >= 108 else noisy(np.full_like(image, SKIN), k) for k, image in enumerate(clip())
    )
    watcher = watcher_of(covered)
    headless.follow(watcher, None, as_json=True)
    assert record(watcher) == "Th Td 9s?"


@pytest.mark.parametrize("before", [0.5, 1.0], ids=["larger", "smaller"])
def test_pictures_of_another_size_from_the_middle_on_lose_no_play(before: float) -> None:
    after = 1.5 - before
    sizes = ((before if k < (STILL_AT - BEGINS) * FPS else after, image) for k, image in enumerate(clip()))
    pictures = (cv2.resize(image, None, fx=f, fy=f, interpolation=cv2.INTER_AREA) for f, image in sizes)
    watcher = watcher_of(np.asarray(picture, np.uint8) for picture in pictures)
    headless.follow(watcher, None, as_json=True)
    assert record(watcher).replace("?", "") == UNDISTURBED
