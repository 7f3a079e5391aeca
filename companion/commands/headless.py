"""A table followed without a window: each event goes into the record as it is understood, and is printed."""

from __future__ import annotations

import json
import math
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from companion.commands import BadInput
from engine.fields import visible

if TYPE_CHECKING:
    from companion.pipeline.watcher import Watcher
    from companion.referee import Change
    from engine.header import Header
    from engine.journal import Journal
    from vision.view.view_lost import Loss


def follow(watcher: Watcher, journal: Journal | None, as_json: bool) -> None:
    """Work through the source without a window, writing and printing each event as it is understood.

    BadInput where the source is lost on the way, or the record could not be written: what happened is printed by then.
    """
    from vision.faults import CaughtFault, UserFacingError, guarded

    lost = None
    try:
        for changes in looked(watcher):
            write(changes, watcher, journal, as_json)
    except UserFacingError as error:
        lost = str(error)
    last = guarded(watcher.finish)
    if isinstance(last, CaughtFault):
        lost = lost or f"watching failed at the end ({last.reason})"
    else:
        write(last, watcher, journal, as_json)
    if journal is not None and lost is None:
        lost = unwritten(journal)
    position = watcher.referee.settled()
    print(
        json.dumps(position.to_json()) if as_json else score_line(position),
        flush=True,
    )
    if lost is not None:
        raise BadInput(lost)


def looked(watcher: Watcher) -> Iterator[list[Change]]:
    """What comes of each frame. A fault is said and looking begun anew; CameraError at the third in a minute."""
    from companion.cli import say
    from vision.cameras.camera import CameraError
    from vision.faults import CaughtFault, FaultCount, guarded

    def look() -> list[Change] | None:
        frame = watcher.camera.read()
        if frame is None:
            return None
        seen = watcher.lost is None
        changes = watcher.step(frame)[1]
        if seen and watcher.lost is not None:
            say(unseen(frame.t, watcher.lost))
        say_keeping_ended(watcher)
        say_looks_rare(watcher)
        say_strained(watcher)
        return changes

    mishaps = FaultCount()
    try:
        while (outcome := guarded(look)) is not None:
            if not isinstance(outcome, CaughtFault):
                yield outcome
            elif mishaps.too_many():
                raise CameraError(f"watching failed three times in a minute and stops ({outcome.reason})")
            else:
                say(f"watching failed and begins again: check the score ({outcome.reason})")
    finally:
        watcher.camera.close()


def write(changes: list[Change], watcher: Watcher, journal: Journal | None, as_json: bool) -> None:
    """Put changes into the record, then print them. A disk that takes no more is said, and tried with each event."""
    from companion.cli import say

    for change in changes:
        if journal is not None:
            before = journal.trouble
            try:
                keep(change, watcher, journal)
            except OSError as error:
                if before is None:
                    say(
                        f"{journal.path}: cannot be written: {error.strerror or error}; each event tries it again"
                    )
            else:
                if before is not None:
                    say(f"{journal.path}: is whole again")
        if change.kind == "new":
            tell_difference(change, watcher)
        withdrawn = {"withdrawn": True} if change.kind == "withdrawn" else {}
        line = {"event": change.line, **change.event.to_json(), **withdrawn}
        print(json.dumps(line) if as_json else sentence(line), flush=True)


def tell_difference(change: Change, watcher: Watcher) -> None:
    """Say in what a new event differs from the record before it."""
    from companion.archive.mending import replayed
    from companion.cli import say
    from companion.record.match_summary import differing

    header = watcher.referee.header
    before = replayed(header, [*watcher.referee.written[: change.line - 1]])
    if (notice := differing(header, before.position, change.event)) is not None:
        rows = {name: row for name, row in notice.values.items() if isinstance(row, tuple)}
        say(notice.text.format(**{name: " ".join(map(str, row)) for name, row in rows.items()}))


def say_keeping_ended(watcher: Watcher) -> None:
    """Say that the evening is not kept any more, where that has just come about."""
    from companion.cli import say
    from companion.messages import KEEPING_ENDED

    if watcher.keeper is not None and (reason := watcher.keeper.trouble()) is not None:
        say(KEEPING_ENDED.format(reason=reason))


def say_looks_rare(watcher: Watcher) -> None:
    """Say that the machine is too slow to see every play, where that has just been found out."""
    from companion.cli import say
    from companion.messages import LOOKS_RARE

    if watcher.rare is not None:
        say(LOOKS_RARE.format(seconds=math.ceil(watcher.rare)))


def say_strained(watcher: Watcher) -> None:
    """Say that something slows the machine down, where that has just begun; a film can wait."""
    from companion.cli import say
    from companion.messages import STRAINED

    if watcher.camera.live and (why := watcher.strain.begun()) is not None:
        say(STRAINED[why])


def unseen(t: float, loss: Loss) -> str:
    """What people are told whose table cannot be seen any more."""
    from companion.messages import UNSEEN

    return f"{int(t // 60)}:{t % 60:04.1f}  {UNSEEN[loss.value]}"


def keep(change: Change, watcher: Watcher, journal: Journal) -> None:
    """Put a change into the record; OSError where the disk does not take it."""
    if change.kind == "new":
        journal.append(change.event)
    elif change.kind == "revised":
        journal.revise(change.line, change.event)
    else:
        journal.rewrite(watcher.referee.header, watcher.referee.written)


def unwritten(journal: Journal) -> str | None:
    """Try once more to write what the record lacks; the sentence that says so where it lacks it still."""
    try:
        journal.restore()
    except OSError as error:
        return f"{journal.path}: lacks what happened last: {error.strerror or error}"
    return None


def sentence(line: dict[str, Any]) -> str:
    """An event for people: when, who, what."""
    t = float(line.get("t", 0.0))
    what = line["card"] if "card" in line else " ".join(line.get("cards", []))
    who = f"seat {line['seat']}" if "seat" in line else "dealer"
    marks = "".join(
        f" ({mark.replace('_', ' ')})"
        for mark in ("in_place", "doubt", "revised", "withdrawn")
        if line.get(mark)
    )
    return f"{int(t // 60)}:{t % 60:04.1f}  {who}: {line['do']} {what}{marks}"


def score_line(position: Any) -> str:
    """The score of a game's position, side by side, for people."""
    from engine.games import game_called

    header: Header = position.setting.header
    sides = game_called(header.game).sides(header)
    names = (" and ".join(visible(header.players[seat]) for seat in side) for side in sides)
    return ", ".join(f"{name} {points}" for name, points in zip(names, position.scores, strict=True))
