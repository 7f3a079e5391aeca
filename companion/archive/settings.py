"""What people chose in the settings: kept in the store, and never in the way of a game.

A single value that makes no sense is its default.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, fields, replace
from typing import Any

from companion.locales import LANGUAGES, N_
from companion.messages import Notice
from companion.record.match_summary import ENTRY
from companion.store.store import Store
from engine.header import Header

SETTINGS_UNREAD = Notice(N_("The settings could not be read; everything is as at first"))
LONGEST_SOURCE = 500
"""Letters of a camera's name or a stream's URL."""
MOST_MASKS = 12

AREA_CORNERS = 4
FARTHEST = 10.0
"""Pictures' widths or heights away from its corner: no corner of a table seen at a slant lies so far out."""

Point = tuple[float, float]
"""Across and down, as fractions of the picture, from its upper left corner."""
Region = tuple[float, float, float, float]
"""Left, upper, right and lower edge as fractions of the picture, from its upper left corner."""

AS_THE_SYSTEM = -1.0
"""In place of a factor of motion: nobody has chosen, so the system's own setting counts."""

CHOICES: Mapping[str, tuple[object, ...]] = {
    "language": ("", *LANGUAGES),
    "look": ("dark", "light", "contrast"),
    "text_size": (1.0, 1.15, 1.3),
    "animation": (AS_THE_SYSTEM, 0.0, 1.0, 2.0),
    "faces": (0, 90, 180, 270),
}
"""What each of these settings may be, the default of a setting not always first."""


@dataclass(frozen=True)
class CameraChoice:
    """Which camera looks at the table, and how its picture is to be taken.

    ``source`` as ``porrazo watch`` takes it, empty for no camera. ``mirrored``: it shows left and right exchanged.
    ``masks``: regions to leave out, the players' piles. ``bottom``: the seat at the picture's lower edge. ``area``: the
    corners of the table, as fractions of the picture; what lies outside is no card of the game. Empty: not found yet.
    """

    source: str = ""
    mirrored: bool = False
    masks: tuple[Region, ...] = ()
    bottom: int = 0
    area: tuple[Point, ...] = ()


@dataclass(frozen=True)
class Settings:
    """Everything that can be set. ``language`` empty: the machine's. ``text_size`` and ``animation`` are factors of
    the usual size and duration. ``faces``: degrees by which the screen is turned, to face one side of the table.
    ``lying``: the screen lies on the table, and everybody has their keys at their own edge of it. ``left_handed``: what
    is tapped most lies at the left.
    ``phones``: the address at which phones may follow, empty for none. ``evening``: until when the evening is kept, in
    seconds since the epoch, 0 for not at all (`companion.archive.evenings`). ``spanish``: games of forty cards are
    shown with a Spanish pack.
    """

    language: str = ""
    look: str = "dark"
    text_size: float = 1.0
    animation: float = AS_THE_SYSTEM
    faces: int = 0
    lying: bool = False
    left_handed: bool = False
    voice: bool = False
    sounds: bool = False
    stills: bool = False
    evening: float = 0.0
    kiosk: bool = False
    spanish: bool = False
    phones: str = ""
    camera: CameraChoice = field(default_factory=CameraChoice)


@dataclass(frozen=True)
class Loaded:
    """Settings as they were found; ``notice`` says what was wrong with them, if anything was."""

    settings: Settings
    notice: Notice | None = None


def load(store: Store) -> Loaded:
    """Read the settings of a store; the defaults where there are none yet. OSError where it cannot be read."""
    found: dict[str, Any] = {}
    notice = None
    for name, value in store.ask("SELECT name, value FROM setting"):
        try:
            found[str(name)] = json.loads(str(value))
        except (ValueError, RecursionError):
            notice = SETTINGS_UNREAD
    return Loaded(_sensible(found), notice)


def save(store: Store, settings: Settings) -> None:
    """Write the settings, all or none. OSError if they cannot be."""
    with store.change() as within:
        write(within, asdict(settings))


def write(within: sqlite3.Connection, values: Mapping[str, object]) -> None:
    """Write settings by their names, within a transaction."""
    within.executemany(
        "INSERT OR REPLACE INTO setting (name, value) VALUES (?, ?)",
        [(name, json.dumps(value)) for name, value in values.items()],
    )


def from_json(content: bytes) -> Mapping[str, object]:
    """Read the values of a file as they were kept before the store; ValueError where it cannot be read."""
    try:
        found = json.loads(content)
    except RecursionError:
        found = None
    if not isinstance(found, dict):
        raise ValueError("it holds no settings")
    return {each.name: found[each.name] for each in fields(Settings) if each.name in found}


def _sensible(found: dict[str, Any]) -> Settings:
    """Take over every value that makes sense."""
    first = Settings()
    known = {field.name: getattr(first, field.name) for field in fields(Settings)}
    chosen = {name: _value(name, found[name], default) for name, default in known.items() if name in found}
    return Settings(**{**known, **chosen})


def _value(name: str, value: object, default: Any) -> Any:
    if name == "camera":
        return camera_from(value)
    if name in CHOICES:
        number = type(default) is not str
        right = type(value) in (int, float) if number else type(value) is str
        return next((choice for choice in CHOICES[name] if right and choice == value), default)
    return value if type(value) is type(default) else default


WATCHED_SOURCE = "camera"
"""In the header of a match that ``porrazo watch`` began in its window: what it watched."""


def watching(header: Header, source: str, bottom: int) -> Header:
    """The header of a match that this source watches, so that it is watched again when it is gone on with."""
    return replace(
        header, extra={**header.extra, ENTRY: "camera", WATCHED_SOURCE: {"source": source, "bottom": bottom}}
    )


def watched_by(header: Header) -> CameraChoice:
    """What watches a match, as its header says; without a source where it says nothing."""
    return camera_from(header.extra.get(WATCHED_SOURCE))


def camera_from(found: object) -> CameraChoice:
    """Read what was kept of a camera; without a source where that makes no sense."""
    if not isinstance(found, dict):
        return CameraChoice()
    source, mirrored, bottom = (found.get(name) for name in ("source", "mirrored", "bottom"))
    masks = found.get("masks")
    return CameraChoice(
        source[:LONGEST_SOURCE] if isinstance(source, str) else "",
        mirrored is True,
        tuple(map(tuple, filter(_is_region, masks)))[:MOST_MASKS] if isinstance(masks, list) else (),
        bottom if type(bottom) is int and 0 <= bottom < 8 else 0,
        _area_from(found.get("area")),
    )


def _area_from(found: object) -> tuple[Point, ...]:
    """Read the corners of a table; none where they make no sense. They may lie a little beyond the picture."""
    if not isinstance(found, list) or len(found) != AREA_CORNERS:
        return ()
    points = [tuple(each) for each in found if isinstance(each, list) and len(each) == 2]
    sound = all(type(part) in (int, float) and abs(part) < FARTHEST for each in points for part in each)
    return tuple(points) if sound and len(points) == AREA_CORNERS else ()


def _is_region(found: object) -> bool:
    """Whether this is a left, upper, right and lower edge within the picture."""
    if not isinstance(found, list) or len(found) != 4 or not all(type(x) in (int, float) for x in found):
        return False
    left, upper, right, lower = found
    return bool(0 <= left < right <= 1 and 0 <= upper < lower <= 1)
