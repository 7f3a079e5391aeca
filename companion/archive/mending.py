"""A record folded into its match; lines that make no sense cost themselves, and the match is what the others make."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass

from engine.events import Event, IllegalPlay
from engine.header import Header
from engine.match import AnyMatch, Match
from engine.record import WHITE_SPACE, BadRecord, parse, read

MOST_HURT = 500
"""A match with more lines than this that make no sense cannot be read; one of many hands has some hundreds in all."""


@dataclass(frozen=True)
class Folded:
    """A match, and the numbers of the lines that make no sense and were left out or put right (the header's is 1)."""

    match: AnyMatch
    hurt: tuple[int, ...] = ()


def folded(lines: Sequence[bytes]) -> Folded:
    """Fold a record. BadRecord where nothing but a header can be read; no bad line of it is guessed."""
    try:
        header, events = _items(lines)
        return Folded(replayed(header, events))
    except BadRecord as bad:
        mended = _without_bad_lines(lines) if bad.line > 1 else None
        if mended is None or not mended.match.events:
            raise
        return mended


def replayed(header: Header, events: Sequence[Event]) -> AnyMatch:
    """Fold a record; BadRecord where the rules refuse it."""
    try:
        match: AnyMatch = Match(header)
    except ValueError as wrong:
        raise BadRecord(1, str(wrong)) from None
    for number, event in enumerate(events, start=2):
        try:
            match.add(event)
        except IllegalPlay as refusal:
            raise BadRecord(number, str(refusal)) from None
    return match


def _items(lines: Sequence[bytes]) -> tuple[Header, list[Event]]:
    items = [item for _, item in read(lines)]
    header = items[0]
    assert isinstance(header, Header)
    return header, [item for item in items if not isinstance(item, Header)]


def _without_bad_lines(lines: Sequence[bytes]) -> Folded | None:
    """Fold the lines that can be read; None where this is no match that the app keeps.

    A play that the rules refuse is put right if that is possible, as after a play that people take out; else it is left
    out too.
    """
    begins = next((at for at, line in enumerate(lines) if line.strip(WHITE_SPACE)), 0)
    try:
        match: AnyMatch = Match(_items(lines[: begins + 1])[0])
    except ValueError:
        return None
    hurt = []
    for number, line in enumerate(lines[begins + 1 :], start=begins + 2):
        if not line.strip(WHITE_SPACE):
            continue
        try:
            event = match.game.event(parse(line))
            if _added(match, event) is not event:
                hurt.append(number)
        except (ValueError, RecursionError):
            hurt.append(number)
        if len(hurt) > MOST_HURT:
            return None
    return Folded(match, tuple(hurt))


def _added(match: AnyMatch, event: Event) -> Event | None:
    """Add an event, put right if need be, and return it as it was added; None where it is impossible."""
    for each in (event, *match.game.otherwise(match.position, event)):
        with suppress(IllegalPlay):
            match.add(each)
            return each
    return None
