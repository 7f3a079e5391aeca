"""Teaching the program a deck from pictures: what ``porrazo deck learn`` does, with its progress.

1. The pictures are read, and made smaller if there are many. A file that is no picture is left out and
   reported.
2. The networks look at each picture. One that is of no use is left out and reported, and the lesson goes on.
3. What was learnt is stored together with what was known of the deck. Until then nothing on disk has changed.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

import cv2
import numpy as np

from companion.messages import Progress
from companion.pipeline.starting import LOADING_ERRORS, less_urgent
from engine.cards import PACK, Card
from vision.arrays import Image
from vision.detection.detections import Detections
from vision.detection.looks import SECOND_LOOK
from vision.enrolment import decks, lesson
from vision.enrolment.decks import BadDeck, EnrolledDeck
from vision.enrolment.learning import OfNoUse, Why
from vision.enrolment.lesson import Learnt, LessonPhoto, card_of
from vision.files.pictures import UnreadablePicture, read_picture
from vision.photograph import Recogniser
from vision.runtime.inference import CannotRun

Stage = Literal["loading", "looking", "measuring", "done", "failed", "stopped"]
What = Literal["blind", "disk", "memory", "unreadable", "deck"] | Why
"""What is wrong.
- "blind": the networks cannot be loaded.
- "disk": the deck cannot be stored.
- "memory": the pictures are too large.
- "unreadable": a picture cannot be read.
- "deck": the deck's name or file is bad.
- `Why`: why pictures are of no use.
"""

MOST_PICTURES = 160
"""The most pictures in one lesson; only three of each card are stored."""
MOST_PIXELS = 100_000_000
"""The most pixels of all pictures of a lesson together, since they are held in memory: 300 MB."""
TOO_LARGE = "the pictures are too large for the memory here"
LOADING, MEASURING = 1, 1
"""The steps of a lesson besides the two for each picture (reading it and looking at it)."""


@dataclass(frozen=True)
class LessonFault:
    """Why a lesson failed or a picture was left out.

    ``reason`` is in English; ``found`` is the number of cards found in the picture.
    """

    what: What
    reason: str
    found: int = 0


@dataclass(frozen=True)
class LeftOut:
    """A picture that could not be used: its file name, and why."""

    name: str
    fault: LessonFault


@dataclass(frozen=True, eq=False)
class Taught:
    """The result of a lesson.

    ``deck``: the deck as it is stored now. ``missing``: the cards that the deck still lacks. ``left_out``:
    the pictures that could not be used.
    """

    deck: EnrolledDeck
    learnt: Learnt
    missing: tuple[Card, ...]
    left_out: tuple[LeftOut, ...]


class _Stopped(Exception):
    """Somebody stopped the lesson."""


class _Looking(Recogniser):
    """A recogniser that calls ``looked`` before it finds cards; ``looked`` may raise."""

    def __init__(self, recogniser: Recogniser, looked: Callable[[], None]) -> None:
        super().__init__(recogniser.finder, recogniser.reader)
        self._looked = looked

    def find(self, image: Image, second: int = SECOND_LOOK) -> Detections:
        """See Recogniser."""
        self._looked()
        return super().find(image, second)


class Lesson:
    """Learns the deck ``name`` from the picture ``files``, beginning with `start`.

    ``stage`` and ``progress`` say how far it is. When ``stage`` is "done", ``taught`` is set; when it is
    "failed", ``fault`` is. ``left_out``: the pictures that could not be used. After a fault of the disk,
    `again` tries once more to store what was learnt.
    """

    def __init__(
        self, name: str, files: Sequence[Path], load: Callable[[], Recogniser] = lambda: Recogniser.load()
    ) -> None:
        self.name, self.files = name, tuple(dict.fromkeys(files))
        self.stage: Stage = "loading"
        self.fault: LessonFault | None = None
        self.taught: Taught | None = None
        self._load = load
        self._done = 0
        self.left_out: list[LeftOut] = []
        self._learnt: Learnt | None = None
        self._stop = threading.Event()
        self._thread: threading.Thread | None = None

    # -- for whoever shows it ----------------------------------------------------------------------------

    @property
    def running(self) -> bool:
        """Whether the lesson is still running."""
        return self.stage in ("loading", "looking", "measuring")

    @property
    def progress(self) -> Progress | None:
        """The progress of the lesson; None when it is over."""
        of = LOADING + 2 * len(self.files) + MEASURING
        return Progress(min(self._done, of - 1), of) if self.running else None

    def start(self) -> None:
        """Start the lesson's thread."""
        self._thread = threading.Thread(target=self._work, name="learn", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """Stop as soon as possible; what is not stored by then is lost."""
        self._stop.set()

    @property
    def can_try_again(self) -> bool:
        """Whether the deck was learnt but could not be stored."""
        return self._learnt is not None and self.fault is not None and self.fault.what == "disk"

    def again(self) -> None:
        """Try once more to store what was learnt."""
        self.stage, self.fault = "measuring", None
        self.start()

    # -- the thread --------------------------------------------------------------------------------------

    def _work(self) -> None:
        try:
            if self._learnt is None:
                self._learnt = self._learn()
            self._go_on()
            deck = keep_learnt(self.name, self._learnt)
            shown = set(deck.faces().cards.tolist())
        except _Stopped:
            self.stage = "stopped"
        except CannotRun as error:
            self._fail("blind", str(error))
        except OfNoUse as error:
            self._fail(error.why, str(error))
        except BadDeck as error:
            self._fail("deck", str(error))
        except (MemoryError, cv2.error):
            self._fail("memory", TOO_LARGE)
        except OSError as error:
            self._fail("disk", error.strerror or str(error))
        else:
            missing = tuple(card for at, card in enumerate(PACK) if at not in shown)
            self.taught = Taught(deck, self._learnt, missing, tuple(self.left_out))
            self.stage = "done"
        finally:
            if self.running:  # after an unexpected exception nobody must wait for ever
                self.stage = "stopped"

    def _fail(self, what: What, reason: str) -> None:
        self.fault = LessonFault(what, reason)
        self.stage = "failed"

    def _learn(self) -> Learnt:
        try:
            recogniser = _Looking(less_urgent(self._load), self._looked)
        except LOADING_ERRORS as error:
            raise CannotRun(str(error)) from None
        self._step()
        shown = self._shown()
        self.stage = "looking"
        return lesson.learn(recogniser, shown, self._leave_out)

    def _shown(self) -> list[LessonPhoto]:
        """Read the pictures that can be read, named by their paths."""
        shown = []
        for file in self.files:
            self._step()
            try:
                image = shrunk(read_picture(file), MOST_PIXELS // len(self.files))
            except UnreadablePicture as error:
                self.left_out.append(LeftOut(file.name, LessonFault("unreadable", str(error))))
                self._done += 1  # also count the step of looking at it, which is left out
            else:
                shown.append(LessonPhoto(str(file), image, card_of(file.stem)))
        return shown

    def _leave_out(self, one: LessonPhoto, error: OfNoUse) -> None:
        self.left_out.append(LeftOut(Path(one.name).name, LessonFault(error.why, str(error), error.found)))

    def _looked(self) -> None:
        self._step()
        if self._done >= LOADING + 2 * len(self.files):
            self.stage = "measuring"

    def _step(self) -> None:
        self._go_on()
        self._done += 1

    def _go_on(self) -> None:
        if self._stop.is_set():
            raise _Stopped


def keep_learnt(name: str, learnt: Learnt) -> EnrolledDeck:
    """Store what was learnt with what is known of this deck; OSError if it cannot be written."""
    known = {deck.name: deck for deck in decks.enrolled_decks()}
    faces = known[name].faces().joined(learnt.faces) if name in known else learnt.faces
    return decks.keep(name, faces)


def shrunk(image: Image, most: int) -> Image:
    """The picture, made smaller if it has more than ``most`` pixels."""
    height, width = image.shape[:2]
    if height * width <= most:
        return image
    by = (most / (height * width)) ** 0.5
    size = max(1, int(width * by)), max(1, int(height * by))
    return np.asarray(cv2.resize(image, size, interpolation=cv2.INTER_AREA), np.uint8)
