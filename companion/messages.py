"""What a watcher's thread and the main thread tell each other. Values only."""

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal, assert_never

import numpy as np

from companion.locales import N_
from engine.events import Event
from vision.arrays import Floats, Image

SHOWN_WIDTH = 960
"""Frames are shown at most this wide, in pixels: no screen at a table shows more of them."""


@dataclass(frozen=True, eq=False)
class FrameSeen:
    """A frame, ``t`` seconds into the source, and the cards recognised in it.

    ``image_bgr``: uint8, (height, width, 3), not written to after posting. ``outlines``: for each card its
    corners (float, (4, 2), pixels of the image), its name (``7h``, ``7``, or what else should be written
    there) and the confidence, 0 to 1.
    """

    t: float
    image_bgr: Image
    outlines: tuple[tuple[Floats, str, float], ...] = ()


@dataclass(frozen=True)
class EventUnderstood:
    """An event of the match as the watcher understands it.

    ``line_number`` counts the watcher's own events from 1, those of a record that it goes on with included,
    taps not. A new number is a new event; a known one with ``revised`` replaces that event, with
    ``withdrawn`` takes it away (later ones move up by one), with neither is put before it (later ones move
    down by one).
    """

    line_number: int
    event: Event
    revised: bool = False
    withdrawn: bool = False


@dataclass(frozen=True)
class SourceEnded:
    """The source has come to its end (a film); ``reason`` is a short text for people."""

    reason: str


@dataclass(frozen=True)
class SourceLost:
    """The source has failed (a camera unplugged); ``reason`` is a short text for people."""

    reason: str


@dataclass(frozen=True)
class CannotSee:
    """The networks cannot be loaded, so no card will be seen; ``reason`` is a short text for people."""

    reason: str


@dataclass(frozen=True)
class ViewLost:
    """Pictures come, but the table cannot be seen in them; ``why`` is a word of ``vision.view.view_lost.Loss``."""

    why: str


UNSEEN = {
    "dark": N_("The table cannot be seen, it is too dark: nothing is counted until it is"),
    "bright": N_("The table cannot be seen, it is too bright: nothing is counted until it is"),
    "covered": N_("The table cannot be seen, something covers it: nothing is counted until it is"),
    "blurred": N_("The table cannot be seen, the picture is blurred: nothing is counted until it is"),
    "frozen": N_("The table cannot be seen, the picture stands still: nothing is counted until it is"),
    "confused": N_("This tablecloth confuses me: a plain one helps"),
}
"""What is said while the table cannot be seen, by the word for why."""
WATCHING_AGAIN = N_("Watching failed and begins again: check the score ({reason})")
WATCHING_IS_OFF = N_("Watching failed three times in a minute and is off: tap the cards ({reason})")
"""What is said of a fault in the program."""
KEEPING_ENDED = N_("The evening is not kept any more ({reason}); the match goes on")
"""What is said where the disk takes no more of the evening."""
LOOKS_RARE = N_("This machine sees the table only every {seconds} s: more will be asked")
"""What is said once where the machine is too slow to see every play; whole seconds."""
STRAINED = {
    "hot": N_("This machine is too hot and slows down: give it air"),
    "weak power": N_("This machine gets too little power and may stop"),
}
"""What is said when something begins to slow the machine down, by a word of ``companion.pipeline.strain``."""


@dataclass(frozen=True)
class ViewBack:
    """The table is to be seen again."""


@dataclass(frozen=True)
class Stumbled:
    """A fault in the program while it watched; ``reason`` names it. It looks again, unless that is ``over``."""

    reason: str
    over: bool


@dataclass(frozen=True)
class KeepingEnded:
    """The evening is not kept any more; ``reason`` is a short text for people. Watching goes on."""

    reason: str


@dataclass(frozen=True)
class LooksRare:
    """The machine is too slow to see every play: it looks only every so many seconds, while things move."""

    every: float


@dataclass(frozen=True)
class MachineStrained:
    """Something has begun to slow the machine down; ``why`` is a word of ``companion.pipeline.strain``."""

    why: str


Warned = KeepingEnded | LooksRare | MachineStrained
"""What does not stop the watching."""

Message = (
    FrameSeen
    | EventUnderstood
    | SourceEnded
    | SourceLost
    | CannotSee
    | ViewLost
    | ViewBack
    | Stumbled
    | Warned
)


@dataclass(frozen=True)
class Progress:
    """How far something has come that takes a while: ``done`` of ``of`` steps."""

    done: int
    of: int


@dataclass(frozen=True)
class Told:
    """What people tapped, for the watcher; ``event`` is what it was about.

    ``line_number`` is the watcher's own number of that event, None of one that was tapped.

    - ``tapped``: a new event at the end; ``inserted``: a new one before the watcher's event ``line_number``
      (None: after all of its own). The watcher counts neither among its own.
    - ``corrected``: it stands in the place of ``before``, which is how a tapped event is told apart.
    - ``withdrawn``: it did not happen; ``restored``: it did after all; ``confirmed``: a doubtful one was right.

    ``record`` is the whole match after that, taps included: whoever cannot do with less goes on from there.
    """

    what: Literal["tapped", "inserted", "corrected", "withdrawn", "restored", "confirmed"]
    event: Event
    line_number: int | None
    before: Event | None = None
    record: tuple[Event, ...] = ()


@dataclass(frozen=True)
class Rescored:
    """What a correction did to a side's points; ``names`` are those of its players."""

    names: tuple[str, ...]
    before: int
    now: int


@dataclass(frozen=True)
class Notice:
    """A sentence for the screen: English with ``{names}``, and what stands for the names.

    A value may be a tuple of `Rescored`: the screen says those in its own words.
    """

    text: str
    values: Mapping[str, object] = field(default_factory=dict)


def notice_of(message: SourceEnded | SourceLost | CannotSee | ViewLost | Stumbled | Warned) -> Notice:
    """What is said of a message that is worth a sentence."""
    match message:
        case SourceEnded(reason):
            return Notice(N_("Nothing more to watch: {reason}"), {"reason": reason})
        case SourceLost(reason):
            return Notice(N_("The camera is lost: {reason}"), {"reason": reason})
        case CannotSee(reason):
            return Notice(N_("The cards cannot be seen: {reason}"), {"reason": reason})
        case ViewLost(why):
            return Notice(UNSEEN[why])
        case Stumbled(reason, over):
            return Notice(WATCHING_IS_OFF if over else WATCHING_AGAIN, {"reason": reason})
        case KeepingEnded(reason):
            return Notice(KEEPING_ENDED, {"reason": reason})
        case LooksRare(every):
            return Notice(LOOKS_RARE, {"seconds": math.ceil(every)})
        case MachineStrained(why):
            return Notice(STRAINED[why])
        case _:
            assert_never(message)


SURE = 0.6
"""From this confidence on a card counts as read; below it is outlined as one that is not sure."""

READS_ONLY = Notice(N_("Porrazo is open already and plays there: here you can only look"))
"""Said where another program holds what is to be written."""


@dataclass(frozen=True)
class Outline:
    """A card in the picture: corners as fractions of its width and height from its upper left corner."""

    corners: tuple[tuple[float, float], ...]
    name: str
    confidence: float


@dataclass(frozen=True, eq=False)
class Picture:
    """A frame ready for the screen: ``rgba`` is uint8, (height, width, 4), contiguous, upper row first."""

    t: float
    rgba: Image
    outlines: tuple[Outline, ...]


def prepared(frame: FrameSeen) -> Picture:
    """Make a frame ready for the screen; it runs in the watcher's thread."""
    import cv2

    height, width = frame.image_bgr.shape[:2]
    size = np.array([width, height], dtype=np.float64)
    image: Image = frame.image_bgr
    if width > SHOWN_WIDTH:
        # averaging areas is slow where it is not needed: below twice the size nothing is skipped anyway
        how = cv2.INTER_AREA if width >= 2 * SHOWN_WIDTH else cv2.INTER_LINEAR
        image = np.asarray(
            cv2.resize(image, (SHOWN_WIDTH, round(height * SHOWN_WIDTH / width)), interpolation=how), np.uint8
        )
    rgba = np.ascontiguousarray(cv2.cvtColor(image, cv2.COLOR_BGR2RGBA), np.uint8)
    outlines = tuple(
        Outline(tuple((float(x), float(y)) for x, y in corners / size), name, confidence)
        for corners, name, confidence in frame.outlines
    )
    return Picture(frame.t, rgba, outlines)
