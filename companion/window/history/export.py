"""Saves a match for people: its record, the score sheet and a picture of the curve, where they look for files."""

from __future__ import annotations

import re
from pathlib import Path

from companion import theme
from companion.archive.archive import Kept
from companion.archive.match_file import stamp
from companion.record.statistics import curve_of
from companion.window.history.charts import ScoreCurve
from companion.window.widgets.plates import Plate
from companion.window.widgets.standing import Standing
from companion.window.widgets.text import language
from companion.window.wording import phrases
from engine.match import AnyMatch
from engine.record import line_of
from engine.sheet import plain
from vision.files.own_files import documents_folder

PICTURE_SIZE = (1600, 900)
"""Width and height of the picture of the curve, in pixels."""
EXPORT_FOLDER = "Porrazo"
"""The folder's name, in the user's documents."""
MOST_LETTERS = 60


def saved(match: AnyMatch, now: float, kept: Kept | None, folder: Path | None = None) -> tuple[bool, str]:
    """Write ``.jsonl``, ``.txt`` and ``.png`` beside each other; give whether that went well, and a sentence that says
    where they lie, or why they do not.
    """
    stem = f"{stamp(kept.when if kept is not None else now)}-{names_in(match)}"
    try:
        where = folder or documents_folder() / EXPORT_FOLDER
        where.mkdir(parents=True, exist_ok=True)
        (where / f"{stem}.jsonl").write_text(record_of(match), encoding="utf-8")
        (where / f"{stem}.txt").write_text(sheet_of(match), encoding="utf-8")
        draw(match, where / f"{stem}.png")
    except OSError as error:
        return False, str(language.tr("It cannot be saved: {reason}").format(reason=error.strerror or error))
    done = language.tr("Saved in {folder}: {name}, as .jsonl, .txt and .png")
    return True, str(done.format(folder=where, name=stem))


def names_in(match: AnyMatch) -> str:
    """Give the players' names as a file's name takes them."""
    words = re.sub(r"[^\w]+", "-", "-".join(match.header.players), flags=re.UNICODE).strip("-")
    return words[:MOST_LETTERS] or "match"


def record_of(match: AnyMatch) -> str:
    """Write the record as ``porrazo score`` reads it."""
    return "".join(f"{line}\n" for line in (line_of(match.header), *map(line_of, match.events)))


def sheet_of(match: AnyMatch) -> str:
    """Write the score sheet for people."""
    sheet = match.game.sheet(match.header, match.steps())
    return plain(sheet) + "\n" + match.game.closing(match.settled.position) + "\n"


def draw(match: AnyMatch, path: Path) -> None:
    """Draw the curve with names and points beneath it. OSError where the file cannot be written."""
    unit = PICTURE_SIZE[1] / 100
    plate = Plate(orientation="vertical", unit=unit, size=PICTURE_SIZE, padding=3 * unit, spacing=2 * unit)
    standing = Standing(unit=unit, ideal_size=theme.BODY * unit, size_hint_y=None)
    standing.sides = phrases.sides(match, language.tr)
    standing.height = standing.rows_shown * 1.5 * theme.BODY * unit
    curve = ScoreCurve(unit=unit, curve=curve_of(match), hand_text=language.tr("Hand {n}"))
    plate.add_widget(curve)
    plate.add_widget(standing)
    plate.do_layout()
    standing.do_layout()
    for chip in standing.children:
        chip.do_layout()
    picture = plate.export_as_image()
    if not picture.save(str(path), flipped=False):
        raise OSError(None, "the picture cannot be written", str(path))
