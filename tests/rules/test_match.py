"""One match: facts go in, everything else follows; undo, redo, and corrections anywhere in the past."""

from dataclasses import replace

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
        assert match.position == position
    assert not match.can_redo


def test_nothing_to_undo_or_redo() -> None:
    match = begin()
    assert match.undo() is None
    assert match.redo() is None


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
    match.correct(match.entry(2), Play(1, Card.parse("7d")))
    assert same(match, adds(*plays("7h 7d Jc 2h Ks 5d")))
    assert told(match.scores_made) == ["1 porrazo 1 7", "1 limpia 1 7", "1 in_place 2 2"]
    assert match.left_out == 0


def test_inserting_and_removing() -> None:
    match = adds(*plays("7h 7d Jc"))
    gift = match.insert(match.entry(1), Adjust(0, 5, "gift"))
    assert same(match, adds(Adjust(0, 5, "gift"), *plays("7h 7d Jc")))
    match.insert(None, Adjust(1, 5, "gift"))
    assert same(match, adds(Adjust(0, 5, "gift"), *plays("7h 7d Jc"), Adjust(1, 5, "gift")))
    match.remove(gift)
    assert same(match, adds(*plays("7h 7d Jc"), Adjust(1, 5, "gift")))


def test_a_later_event_that_became_impossible_is_left_out_and_comes_back() -> None:
    match = adds(*plays("7h 9d Jc 7d"))
    match.correct(match.entry(1), Play(0, Card.parse("7d")))
    assert (match.left_out, [entry.fits for entry in match.entries]) == (1, [True, True, True, False])
    assert same(match, adds(*plays("7d 9d Jc")))
    match.correct(match.entries[3], Play(1, Card.parse("7h")))
    assert match.left_out == 0
    assert same(match, adds(*plays("7d 9d Jc 7h")))
    match.undo()
    match.undo()
    assert same(match, adds(*plays("7h 9d Jc 7d")))


def test_a_play_too_many_moves_everybodys_turn_and_undo_moves_it_back() -> None:
    match = adds(*plays("7h 9d Jc"))
    match.insert(match.entry(2), Play(1, Card.parse("Kd")))
    assert same(match, adds(*plays("7h Kd 9d Jc")))
    match.undo()
    assert same(match, adds(*plays("7h 9d Jc")))


def test_a_correction_can_be_undone_and_redone() -> None:
    match = adds(*plays("7h 9d Jc"))
    before = match.position
    match.remove(match.entry(3))
    match.correct(match.entry(1), Play(0, Card.parse("Th")))
    match.undo()
    match.undo()
    assert match.position == before
    match.redo()
    match.redo()
    assert same(match, adds(*plays("Th 9d")))


def test_an_impossible_correction_is_refused() -> None:
    match = adds(*plays("7h 9d Jc"))
    before = match.position
    with pytest.raises(IllegalPlay, match="Beto plays next"):
        match.correct(match.entry(2), Play(0, Card.parse("5h")))
    with pytest.raises(IllegalPlay, match="already on the table"):
        match.insert(None, Play(1, Card.parse("7h")))
    assert match.position is before


@pytest.mark.parametrize("line", [0, 4, -1])
def test_there_is_no_such_event(line: int) -> None:
    match = adds(*plays("7h 9d Jc"))
    with pytest.raises(IndexError, match=f"there is no event {line}"):
        match.entry(line)


def test_an_event_of_another_match_is_none_of_this_one() -> None:
    other = adds(*plays("7h")).entry(1)
    with pytest.raises(IndexError, match="no such event"):
        adds(*plays("7h 9d")).remove(other)


def test_events_after_a_won_match_are_left_out() -> None:
    match = adds(*plays("7h 9d Jc"))
    first = match.entry(1)
    match.insert(first, Adjust(0, 61, "gift"))
    assert (match.left_out, len(match.events)) == (3, 1)
    match.insert(first, Adjust(0, -1, "not quite"))
    assert match.left_out == 0


def test_what_a_watcher_tells_and_the_rules_refuse_is_kept_until_it_fits() -> None:
    match = adds(*plays("7h"))
    with pytest.raises(IllegalPlay):
        match.add(Play(1, Card.parse("7h")), line=1)
    assert match.left_out == 1
    match.correct(match.entry(1), Play(0, Card.parse("7d")))
    assert same(match, adds(*plays("7d 7h")))


def test_what_a_watcher_tells_anew_is_scored_through_and_undo_goes_past_it() -> None:
    match = adds(*plays("7h"))
    match.add(Play(1, Card.parse("7d")), line=1)
    first, second = match.entries
    match.retell([first, replace(second, event=Play(1, Card.parse("9d")))])
    assert same(match, adds(*plays("7h 9d")))
    match.undo()
    match.undo()
    match.redo()
    assert same(match, adds(*plays("7h")))
