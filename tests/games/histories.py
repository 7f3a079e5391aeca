"""What must hold of every game's matches, whatever is played: used by each game's properties."""

import random
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from companion import cli
from engine.events import Adjust, Event, IllegalPlay
from engine.game import AnyGame
from engine.header import Header
from engine.match import Match
from engine.record import line_of, read


def entered(game: AnyGame, header: Header, events: Sequence[Event]) -> Match[Any, Any]:
    """Enter events one after the other."""
    match: Match[Any, Any] = Match(header)
    for event in events:
        match.add(event)
    return match


def check(match: Match[Any, Any]) -> None:
    """Refuse a match that is not as if its events had been entered from the start, and the others refused."""
    again = entered(match.game, match.header, match.events)
    assert match.position == again.position
    assert match.scores_made == again.scores_made
    assert match.outcomes == again.outcomes
    for at, entry in enumerate(match.entries):
        if entry.standing and not entry.fits:
            with pytest.raises(IllegalPlay):
                match.game.after(match.before(at), entry.event)


def check_undo_and_redo(game: AnyGame, header: Header, events: Sequence[Event]) -> None:
    """Take back and make again every event."""
    match: Match[Any, Any] = Match(header)
    for at, event in enumerate(events):
        before = match.position
        match.add(event)
        after = match.position
        match.undo()
        assert match.position == before
        assert match.events == tuple(events[:at])
        match.redo()
        assert match.position == after
    while match.can_undo:
        match.undo()
    assert match.position == game.start(header)
    while match.can_redo:
        match.redo()
    assert match.outcomes == entered(game, header, events).outcomes


def check_corrections(game: AnyGame, header: Header, events: Sequence[Event], rng: random.Random) -> None:
    """Change, put in and take out an event at every point; each is scored through, and can be taken back."""
    match = entered(game, header, events)
    right = match.outcomes

    def taken_back() -> None:
        check(match)
        match.undo()
        assert (match.events, match.outcomes) == (tuple(events), right)
        match.redo()
        check(match)
        match.undo()

    for line in range(1, len(events) + 1):
        entry, other = match.entry(line), rng.choice(events)
        gift = Adjust(rng.randrange(len(header.players)), rng.choice((-3, 2, 100)), "gift")
        match.insert(entry, gift)
        assert match.events[line - 1] == gift
        taken_back()
        match.remove(entry)
        taken_back()
        try:
            match.correct(entry, other)
        except IllegalPlay:
            assert match.outcomes == right
        else:
            assert match.events[line - 1] == other
            taken_back()


def check_record(game: AnyGame, header: Header, events: Sequence[Event]) -> bytes:
    """Write a record and read it again; returns it."""
    text = "".join(f"{line}\n" for line in (line_of(header), *map(line_of, events))).encode()
    items = [item for _, item in read(text.splitlines(keepends=True))]
    assert items == [header, *events]
    assert game.header(header.to_json()) == header
    return text


def check_views(game: AnyGame, header: Header, events: Sequence[Event]) -> None:
    """What a game says for people and cameras holds at every point: what came next was expected."""
    position = game.start(header)
    for event in events:
        expected = game.expected(position)
        assert isinstance(event, Adjust) or event.do in {each.do for each in expected}
        card = getattr(event, "card", None)
        if card is not None:
            due = [each for each in expected if each.do == event.do]
            assert any(card in each.cards and each.seat == getattr(event, "seat", each.seat) for each in due)
        position = game.after(position, event).position
        pack = game.pack(header)
        assert all(lies.card is None or lies.card in pack for lies in game.lying(position))
        assert game.closing(position)
    if position.winner is not None:
        assert game.expected(position) == ()


def scored(capsys: pytest.CaptureFixture[str], folder: Path, *lines: str) -> tuple[int, str, str]:
    """Score a record; returns the status, what was printed, and what was wrong (the record's path as FILE)."""
    path = folder / "match.jsonl"
    path.write_text("\n".join(lines) + "\n")
    status = cli.main(["score", str(path), "--json"])
    said = capsys.readouterr()
    return status, said.out, said.err.replace(str(path), "FILE")
