"""What must hold of every game's matches, whatever is played: used by each game's properties."""

import random
from collections.abc import Sequence
from typing import Any

from engine.events import Adjust, Event, IllegalPlay
from engine.game import AnyGame
from engine.header import Header
from engine.match import Match
from engine.record import line_of, read


def entered(game: AnyGame, header: Header, events: Sequence[Event]) -> Match[Any, Any]:
    """Enter events one after the other."""
    match: Match[Any, Any] = Match(game, header)
    for event in events:
        match.add(event)
    return match


def folded(game: AnyGame, header: Header, events: Sequence[Event]) -> tuple[Any, dict[int, str], list[Any]]:
    """Fold events without a match: where they lead, what is refused on the way, and the scores."""
    position, wrong = game.start(header), {}
    made: list[Any] = []
    for line, event in enumerate(events, start=1):
        try:
            outcome = game.after(position, event)
        except IllegalPlay as refusal:
            wrong[line] = str(refusal)
            position = position.passed_over()
        else:
            position = outcome.position
            made += outcome.made
    return position, wrong, made


def check(match: Match[Any, Any], events: Sequence[Event]) -> None:
    """Refuse a match that is not as if these events had been entered from the start."""
    position, wrong, made = folded(match.game, match.header, events)
    assert list(match.events) == list(events)
    assert match.position == position
    assert {line: str(refusal) for line, refusal in match.wrong.items()} == wrong
    assert list(match.scores_made) == made


def check_undo_and_redo(game: AnyGame, header: Header, events: Sequence[Event]) -> None:
    """Take back and make again every event."""
    match: Match[Any, Any] = Match(game, header)
    for at, event in enumerate(events):
        before = match.position
        match.add(event)
        after = match.position
        match.undo()
        assert match.position is before
        assert len(match.events) == at
        match.redo()
        assert match.position is after
    while match.can_undo:
        match.undo()
    assert match.position == game.start(header)


def check_corrections(game: AnyGame, header: Header, events: Sequence[Event], rng: random.Random) -> None:
    """Change, put in and take out an event at every point; each is as if entered so, and can be taken back."""
    match = entered(game, header, events)
    end = match.position
    known = list(events)
    for at in range(len(events)):
        other = rng.choice(known)
        gift = Adjust(rng.randrange(len(header.players)), rng.choice((-3, 2, 100)), "gift")
        match.insert(at + 1, gift)
        check(match, [*known[:at], gift, *known[at:]])
        match.remove(at + 1)
        check(match, known)
        match.remove(at + 1)
        check(match, known[:at] + known[at + 1 :])
        match.undo()
        try:
            match.correct(at + 1, other)
        except IllegalPlay:
            assert match.position == end
        else:
            check(match, [*known[:at], other, *known[at + 1 :]])
            match.undo()
        assert match.position == end


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
            due = next(each for each in expected if each.do == event.do)
            assert card in due.cards
            assert due.seat == getattr(event, "seat", due.seat)
        position = game.after(position, event).position
        pack = game.pack(header)
        assert all(lies.card is None or lies.card in pack for lies in game.lying(position))
        assert game.closing(position)
    if position.winner is not None:
        assert game.expected(position) == ()
