"""One match: facts go in, everything else follows; undo, redo, and corrections anywhere in the past."""

import pytest

from engine.cards import Card
from engine.events import Adjust, Event, IllegalPlay
from engine.porrazo.events import Play
from engine.porrazo.game import Match
from tests.rules.boards import begin, play, told


def adds(*events: Event) -> Match:
    """Return a match of two with these events entered."""
    match = begin()
    for event in events:
        match.add(event)
    return match


def plays(text: str) -> list[Event]:
    """Return plays by turns, seat 0 first."""
    return [Play(at % 2, Card.parse(word)) for at, word in enumerate(text.split())]


def same(one: Match, other: Match) -> bool:
    """Tell whether two matches are alike in everything that can be seen."""
    return (one.events, one.position, one.scores_made) == (other.events, other.position, other.scores_made)


def test_undo_and_redo_go_back_and_forth() -> None:
    match = adds(*plays("7h 7d A 9c"))
    trail = [match.position]
    while match.can_undo:
        match.undo()
        trail.append(match.position)
    assert (match.events, match.scores_made, len(trail)) == ((), (), 5)
    for position in trail[-2::-1]:
        match.redo()
        assert match.position is position
    assert not match.can_redo


def test_nothing_to_undo_or_redo() -> None:
    match = begin()
    with pytest.raises(IndexError, match="nothing to undo"):
        match.undo()
    with pytest.raises(IndexError, match="nothing to redo"):
        match.redo()


def test_a_new_event_ends_what_could_be_made_again() -> None:
    match = adds(*plays("7h 7d"))
    match.undo()
    play(match, "9c")
    assert not match.can_redo
    assert same(match, adds(*plays("7h 9c")))


def test_a_refused_event_changes_nothing() -> None:
    match = adds(*plays("7h 9d"))
    match.undo()
    with pytest.raises(IllegalPlay):
        match.add(Play(0, Card.parse("9c")))
    assert match.can_redo
    assert len(match.events) == 1


def test_correcting_is_as_if_it_had_been_entered_right() -> None:
    match = adds(*plays("7h 9d Jc 2h Ks 5d"))
    match.correct(2, Play(1, Card.parse("7d")))
    assert same(match, adds(*plays("7h 7d Jc 2h Ks 5d")))
    assert told(match.scores_made) == ["1 porrazo 1 7", "1 limpia 1 7", "1 in_place 2 2"]
    assert match.wrong == {}


def test_inserting_and_removing() -> None:
    match = adds(*plays("7h 7d Jc"))
    match.insert(1, Adjust(0, 5, "gift"))
    assert same(match, adds(Adjust(0, 5, "gift"), *plays("7h 7d Jc")))
    match.insert(5, Adjust(1, 5, "gift"))
    assert same(match, adds(Adjust(0, 5, "gift"), *plays("7h 7d Jc"), Adjust(1, 5, "gift")))
    match.remove(1)
    assert same(match, adds(*plays("7h 7d Jc"), Adjust(1, 5, "gift")))


def test_a_later_event_that_became_impossible_is_kept_and_marked() -> None:
    match = adds(*plays("7h 9d Jc 7d Ks 5d"))
    match.correct(1, Play(0, Card.parse("7d")))
    assert {line: str(wrong) for line, wrong in match.wrong.items()} == {
        4: "the 7 of diamonds is already on the table",
        5: "Beto plays next, not Ana",
    }
    assert len(match.events) == 6
    match.correct(4, Play(1, Card.parse("7h")))
    assert match.wrong == {}
    assert same(match, adds(*plays("7d 9d Jc 7h Ks 5d")))


def test_a_correction_can_be_undone_and_redone() -> None:
    match = adds(*plays("7h 9d Jc"))
    before = match.position
    match.remove(3)
    match.correct(1, Play(0, Card.parse("Th")))
    match.undo()
    match.undo()
    assert match.position is before
    match.redo()
    match.redo()
    assert same(match, adds(*plays("Th 9d")))


def test_an_impossible_correction_is_refused() -> None:
    match = adds(*plays("7h 9d Jc"))
    before = match.position
    with pytest.raises(IllegalPlay, match="Beto plays next"):
        match.correct(2, Play(0, Card.parse("5h")))
    assert match.position is before


@pytest.mark.parametrize("line", [0, 4, -1])
def test_there_is_no_such_event(line: int) -> None:
    match = adds(*plays("7h 9d Jc"))
    with pytest.raises(IndexError, match=f"there is no event {line}"):
        match.remove(line)


def test_an_event_may_be_inserted_at_the_end_only_once_beyond() -> None:
    match = adds(*plays("7h 9d Jc"))
    with pytest.raises(IndexError):
        match.insert(5, Adjust(0, 1, "gift"))


def test_events_after_a_won_match_are_marked() -> None:
    match = adds(*plays("7h 9d Jc"))
    match.insert(1, Adjust(0, 61, "gift"))
    assert [str(wrong) for wrong in match.wrong.values()] == ["the match is over: Ana won it"] * 3
    match.insert(2, Adjust(0, -1, "not quite"))
    assert match.wrong == {}
