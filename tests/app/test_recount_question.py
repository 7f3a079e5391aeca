"""A doubtful recount is asked about in words that say what people did, as far as it can be told."""

import pytest

from companion.window.table.questions import recount_question
from engine.cards import Card
from engine.events import Event
from engine.header import Header
from engine.porrazo.events import Play, Recount
from engine.porrazo.game import Match

HEADER = Header(("Ana", "Beto"), dealer=1, options={"declarations": "automatic"})


def asked(plays: str, *table: str) -> str:
    """What is asked about a recount after these plays, in English."""
    match = Match(HEADER)
    events: list[Event] = [Play(k % 2, Card.parse(card)) for k, card in enumerate(plays.split())]
    for event in (*events, Recount(tuple(map(Card.parse, table)), extra={"doubt": True})):
        match.add(event)
    return recount_question(match.entry(len(match.events)), match, str)


@pytest.mark.parametrize(
    ("plays", "table", "words"),
    [
        ("7h 2d Kc 7s", ("Kc",), "Beto's capture does not include"),
        ("7h 8d Kc 7s", ("Kc", "8d"), "Beto's capture includes"),
        ("7h 2d", (), "Was the table empty then?"),
        ("7h 2d", ("9c", "Ad"), "Were these on the table"),
        ("7h 2d Kc 7s", ("9c",), "I lost the thread there"),
    ],
)
def test_the_question_says_what_people_did(plays: str, table: tuple[str, ...], words: str) -> None:
    assert words in asked(plays, *table)
