"""The record: what its lines may hold, and that they are written as they were read."""

import json

import pytest

from engine.cards import ANY_SUIT, PACK, Card, parse_cards
from engine.events import Adjust, Event
from engine.header import Header
from engine.porrazo.events import Claim, Declare, Leftover, Play, Recount, Tendido
from engine.record import BadRecord, line_of, read

HEADER = b'{"porrazo": 1, "players": ["Ana", "Beto"]}\n'

EVENTS: list[Event] = [
    Declare(1, "ronda", extra={"t": 1.5}),
    Tendido(parse_cards("4c 2d 3h 7s")),
    Leftover(parse_cards("9c 9d Kh")),
    Play(1, Card.parse("7h")),
    Play(0, Card.parse("3"), in_place=True),
    Play(0, Card.parse("7c"), took=parse_cards("8d 9"), extra={"by": "café", "seen": [1, {"x": None}]}),
    Claim(0, 1),
    Adjust(0, -2, "miscounted"),
    Recount(()),
    Recount(parse_cards("7s Kd")),
]


def items(*lines: bytes) -> list[Header | Event]:
    """Read a record."""
    return [item for _, item in read(lines)]


def wrong(*lines: bytes) -> tuple[int, str]:
    """Return the line at which a record is bad, and why."""
    with pytest.raises(BadRecord) as bad:
        items(*lines)
    return bad.value.line, str(bad.value)


@pytest.mark.parametrize("event", EVENTS)
def test_an_event_is_read_as_it_was_written(event: Event) -> None:
    line = line_of(event).encode()
    assert items(HEADER, line) == [Header(("Ana", "Beto")), event]
    assert line_of(items(HEADER, line)[1]).encode() == line


def test_a_header_is_read_as_it_was_written() -> None:
    header = Header(
        ("Ana", "Beto", "C", "D"), "uspcc", ((0, 2), (1, 3)), 3, 31, {"leftover": "dealt"}, {"place": "home"}
    )
    line = line_of(header).encode()
    assert items(line) == [header]
    assert json.loads(line)["place"] == "home"


def test_a_headers_defaults() -> None:
    assert items(HEADER) == [Header(("Ana", "Beto"), "pagat", None, 0, 61, {})]


def test_blank_lines_are_skipped_but_counted_as_lines() -> None:
    lines = [b"\n", HEADER, b" \t\r\n", b'{"do": "claim", "seat": 0, "against": 1}\r\n', b"\n"]
    assert [number for number, _ in read(lines)] == [2, 4]


def test_a_byte_order_mark_is_no_harm() -> None:
    assert len(items(b"\xef\xbb\xbf" + HEADER)) == 1


@pytest.mark.parametrize("lines", [(), (b"",), (b"\n", b"  \n")])
def test_an_empty_record_is_bad_at_line_1(lines: tuple[bytes, ...]) -> None:
    assert wrong(*lines) == (1, "the record is empty: it must begin with its header")


@pytest.mark.parametrize(
    ("header", "says"),
    [
        (b"[]", "a line must hold an object in braces, not []"),
        (b'{"players": ["a", "b"]}', "a record begins with its header"),
        (b'{"porrazo": 2, "players": ["a", "b"]}', '"porrazo" must be 1'),
        (b'{"porrazo": true, "players": ["a", "b"]}', '"porrazo" must be 1'),
        (b'{"porrazo": 1.0, "players": ["a", "b"]}', '"porrazo" must be 1'),
        (b'{"porrazo": 1}', '"players" is missing'),
        (b'{"porrazo": 1, "players": "ab"}', '"players" must be a list of names'),
        (b'{"porrazo": 1, "players": ["a", 2]}', '"players" must be a list of names'),
        (b'{"porrazo": 1, "players": ["a"]}', "2 to 8 can play, not 1"),
        (b'{"porrazo": 1, "players": ["a", "b"], "rules": null}', '"rules" must be a text, not None'),
        (b'{"porrazo": 1, "players": ["a", "b"], "dealer": 2}', "the dealer must sit in"),
        (b'{"porrazo": 1, "players": ["a", "b"], "dealer": -1}', "the dealer must sit in"),
        (b'{"porrazo": 1, "players": ["a", "b"], "dealer": true}', '"dealer" must be a whole number'),
        (b'{"porrazo": 1, "players": ["a", "b"], "target": 0}', "the target must be at least 1"),
        (b'{"porrazo": 1, "players": ["a", "b"], "target": 61.0}', '"target" must be a whole number'),
        (b'{"porrazo": 1, "players": ["a", "b"], "teams": 7}', '"teams" must be null or a list'),
        (b'{"porrazo": 1, "players": ["a", "b"], "teams": [0, 1]}', '"teams" must be null or a list'),
        (b'{"porrazo": 1, "players": ["a", "b"], "teams": [[0], [true]]}', '"teams" must hold seats'),
        (b'{"porrazo": 1, "players": ["a", "b"], "teams": []}', "two teams or more"),
        (b'{"porrazo": 1, "players": ["a", "b"], "options": []}', '"options" must be an object'),
        (b'{"porrazo": 1, "players": ["a", "b"], "options": {"tendido": 3}}', "'tendido' cannot be 3"),
    ],
)
def test_a_bad_header(header: bytes, says: str) -> None:
    line, said = wrong(header)
    assert line == 1
    assert says in said


@pytest.mark.parametrize(
    ("event", "says"),
    [
        (b"{", "the line is not JSON"),
        (b"nonsense", "the line is not JSON"),
        (b'"text"', "a line must hold an object in braces, not 'text'"),
        (b"\xff\xfe", "the line is not UTF-8"),
        (b"[" * 100_000, "nested too deeply"),
        (b'{"do": "claim", "seat": 0, "against": 1, "t": NaN}', "NaN is not a number that JSON knows"),
        (b'{"do": "claim", "seat": 0, "against": 1, "t": -Infinity}', "-Infinity is not a number"),
        (b'{"do": "claim", "seat": 0, "against": 1, "t": 1e999}', "'1e999' is too large"),
        (b'{"do": "adjust", "seat": 0, "points": ' + b"9" * 5000 + b"}", "a number is 5000 digits long"),
        (b'{"do": "claim", "seat": 0, "seat": 0, "against": 1}', "'seat' is there twice"),
        (b'{"do": "claim", "seat": 0, "against": 1, "by": "\\ud800"}', "half a character"),
        (b'{"seat": 0}', '"do" is missing'),
        (b'{"do": "dance"}', "there is no event 'dance'"),
        (b'{"do": 7}', '"do" must be a text, not 7'),
        (b'{"do": "play", "card": "7h"}', '"seat" is missing'),
        (b'{"do": "play", "seat": "0", "card": "7h"}', "\"seat\" must be a whole number, not '0'"),
        (b'{"do": "play", "seat": false, "card": "7h"}', '"seat" must be a whole number, not False'),
        (b'{"do": "play", "seat": null, "card": "7h"}', '"seat" must be a whole number, not None'),
        (b'{"do": "play", "seat": 0}', '"card" is missing'),
        (b'{"do": "play", "seat": 0, "card": "1h"}', "'1h' is not a card"),
        (b'{"do": "play", "seat": 0, "card": "7H"}', "'7H' is not a card"),
        (b'{"do": "play", "seat": 0, "card": ["7h"]}', "['7h'] is not a card"),
        (b'{"do": "play", "seat": 0, "card": "7h", "in_place": 1}', '"in_place" must be true or false'),
        (b'{"do": "play", "seat": 0, "card": "7h", "took": "8h"}', '"took" must be a list of cards'),
        (b'{"do": "play", "seat": 0, "card": "7h", "took": [8]}', "8 is not a card"),
        (b'{"do": "declare", "seat": 0, "kind": "pair"}', "'pair' cannot be announced"),
        (b'{"do": "declare", "seat": 0}', '"kind" is missing'),
        (b'{"do": "tendido", "cards": ["7h"]}', "a tendido has four cards, a pair and a pair, not 1"),
        (b'{"do": "tendido"}', '"cards" is missing'),
        (b'{"do": "leftover", "cards": {}}', '"cards" must be a list of cards'),
        (b'{"do": "claim", "seat": 0}', '"against" is missing'),
        (b'{"do": "adjust", "seat": 0, "points": 0, "why": "?"}', "a correction of 0 points"),
        (b'{"do": "adjust", "seat": 0, "points": 1.5, "why": "?"}', '"points" must be a whole number'),
        (b'{"do": "adjust", "seat": 0, "points": 1}', '"why" is missing'),
        (b'{"do": "table", "cards": [null]}', "None is not a card"),
    ],
)
def test_a_bad_event(event: bytes, says: str) -> None:
    line, said = wrong(HEADER, b"\n", event)
    assert line == 3
    assert says in said


def test_every_card_is_read_as_it_is_written() -> None:
    assert len(set(PACK + ANY_SUIT)) == 65
    for card in PACK + ANY_SUIT:
        assert Card.parse(str(card)) == card
    assert [str(card) for card in PACK[:14]] == [*"Ac 2c 3c 4c 5c 6c 7c 8c 9c Tc Jc Qc Kc Ad".split()]
    with pytest.raises(ValueError, match="'0h' is not a card"):
        Card.parse("0h")


def test_cards_are_equal_by_rank_and_suit() -> None:
    seven = Card.parse("7h")
    assert (Card(seven.rank, seven.suit), Card(seven.rank)) == (seven, Card.parse("7"))
    assert seven != Card.parse("7")
    assert seven != "7h"
    assert seven.name == "7 of hearts"
    assert seven.suit is not None
    assert seven.suit.symbol == "♥"
