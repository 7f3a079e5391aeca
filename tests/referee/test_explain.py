"""Why the referee thinks so: the score by term of what the record holds and of the next best."""

import math

import pytest

from companion.referee import Change
from companion.referee.explain import explained, table, why, words
from engine.cards import Card
from engine.porrazo.events import Play, Recount
from tests.referee.drawn import Watched, header, watched

CLEAR = "0 |\n2 | 7h\n5 | 7h 9d\n8 | 7h 9d Kc\n11 | 7h 9d Kc"
TORN = "0 |\n2 | 7h/8h\n5 | 7h/8h 9d\n8 | 7h/8h 9d"


def test_a_clear_play_is_nearly_certain_and_its_rival_dearer() -> None:
    found = explained(watched(CLEAR).referee, 3)
    assert found is not None
    assert found.event == watched(CLEAR).referee.written[2]
    assert found.probability > 0.95
    if found.rival is not None:
        assert sum(found.rival) > sum(found.best) + 3


def test_a_card_read_as_two_is_explained_by_its_identity() -> None:
    match = watched(TORN)
    found = explained(match.referee, 1)
    assert found is not None
    assert found.rival is not None
    assert isinstance(found.instead, Play)
    assert {str(match.referee.written[0].to_json()["card"]), str(found.instead.card)} == {"7h", "8h"}
    more = sum(found.rival) - sum(found.best)
    assert found.rival.identity - found.best.identity == pytest.approx(more, abs=0.05)
    assert 0.5 < found.probability < 0.6
    assert found.probability == pytest.approx(1 / (1 + math.exp(-more)), abs=0.05)


def test_the_table_has_a_line_for_each_term_that_differs_and_the_sum() -> None:
    found = explained(watched(TORN).referee, 1)
    assert found is not None
    first, *rows = table(found).splitlines()
    assert first.startswith(f"event 1: {words(found.event)}: probability 0.")
    assert words(Play(0, Card.parse("8h"))) in first or words(Play(0, Card.parse("7h"))) in first
    names = [row.split()[0] for row in rows]
    assert names == ["nats", "identity", "sum"]


def test_what_people_said_has_no_explanation_and_no_line_beyond_the_record() -> None:
    match = Watched(header()).see("0 |\n2 | 7h\n4 | 7h 9d\n6 | 7h 9d")
    match.referee.hear([Play(0, Card.parse("7h")), Play(1, Card.parse("9h"))])
    match.see("6 | 7h 9d\n8 | 7h 9d Kc\n11 | 7h 9d Kc")
    assert [explained(match.referee, line) for line in (0, 1, 2, 4)] == [None, None, None, None]
    found = explained(match.referee, 3)
    assert found is not None
    assert words(found.event) == "seat 0 plays Kc"


def test_all_that_is_new_is_explained_and_nothing_that_is_withdrawn() -> None:
    match = watched(CLEAR)
    assert len(why(match.referee, [change for change in match.said if change.kind == "new"])) == 3
    assert why(match.referee, [Change(3, match.referee.written[2], "withdrawn")]) == []


def test_words_name_what_lies_there() -> None:
    assert words(Recount((Card.parse("7h"), Card.parse("2c")))) == "table 7h 2c"
    assert words(Play(1, Card.parse("2c"), in_place=True)) == "seat 1 plays 2c in place"
