"""A position in one line: written, and read again, it is the same position."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.header import Header
from engine.porrazo import notation as notation_module
from engine.porrazo.notation import notation, position_of
from engine.porrazo.position import Position
from engine.porrazo.rules import after, settled
from tests.games.dealt import Habits, random_events, random_header
from tests.rules.boards import begin, declare, lay, play


@settings(max_examples=30, deadline=None)
@given(st.integers(0, 10**6))
def test_every_position_of_a_match_is_read_as_it_was_written(seed: int) -> None:
    rng = random.Random(seed)
    header = random_header(rng)
    at = Position.start(header)
    for event in random_events(header, rng, Habits(recounts=0.05, corrections=0.05), hands=2):
        again = position_of(header, notation(at))
        assert again == at
        assert after(again, event) == after(at, event)
        at = after(at, event).position
    for end in (at, settled(at).position):
        assert position_of(header, notation(end)) == end


def test_what_a_line_says() -> None:
    match = begin()
    declare(match, 1)
    lay(match, "8h 9c")
    play(match, "7h 7d")
    assert notation(match.position) == (
        "4 0,0 1d1 1:7h7d@4 1:ronda 8h9c7h7d 1:porrazo:7:1:2.0.1.3:9:1 -/- "
        f"{match.position.hand_so_far.seen:x}"
    )
    play(match, "Kc")
    assert notation(match.position).split(" ")[1:3] == ["0,2", "1d1x1"]
    assert notation(match.position).split(" ")[5:8] == ["Kc'", "-", "-/7h8h9c7d"]


@pytest.mark.parametrize(
    ("place", "bad"),
    [
        (0, "x"),
        (1, "1"),
        (1, "1;2"),
        (2, "1"),
        (3, "1:7x"),
        (4, "1:full"),
        (5, "1h"),
        (6, "1:porrazo"),
        (8, "g"),
        (2, "1d2"),
        (3, "9:-"),
        (6, "0:porrazo:7:1:0.1:7:1"),
    ],
)
def test_a_line_that_tells_no_position_is_refused(place: int, bad: str) -> None:
    fields = notation(begin().position).split(" ")
    fields[place] = bad
    with pytest.raises(ValueError, match=r"position|not a card"):
        position_of(Header(("Ana", "Beto")), " ".join(fields))


@settings(max_examples=300, deadline=None)
@given(st.text("0123456789dtxl:@<>*,-/'.7hKcAronda portecu_", max_size=80))
def test_nor_does_any_other_text_do_worse(text: str) -> None:
    try:
        at = position_of(Header(("Ana", "Beto")), text)
    except ValueError:
        return
    assert position_of(Header(("Ana", "Beto")), notation(at)) == at


def test_the_line_of_its_description_is_a_position() -> None:
    described = notation_module.__doc__
    assert described is not None
    line = next(
        line.strip() for line in described.splitlines() if line.count(" ") == 12 and line[4].isdigit()
    )
    assert notation(position_of(Header(("Ana", "Beto")), line)) == line
