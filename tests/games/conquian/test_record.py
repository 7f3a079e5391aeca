"""Records of Conquian: the worked examples to the letter, headers, what is refused with its line, the sheet."""

from pathlib import Path

import pytest

from companion import cli
from engine.conquian.game import GAME
from engine.fields import Fields
from engine.header import Header
from tests.games.conquian.layings import NAMES, begin

RECORDS = Path(__file__).parent / "records"
HEADER = '{"porrazo": 1, "game": "conquian", "players": ["Ana", "Beto"]}'
TURN = '{"do": "turn", "seat": 1, "card": "5h"}'
LINE: Fields = {"porrazo": 1, "game": "conquian", "players": [*NAMES]}


def header(**changes: object) -> Header:
    """Read a header, and start a match with it."""
    read = GAME.header({**LINE, **changes})
    GAME.start(read)
    return read


def test_what_a_header_means_that_says_little() -> None:
    assert header() == Header(NAMES, rules="", target=5, game="conquian")
    assert header(teams=None, rules=3, note=1).extra == {"rules": 3, "note": 1}
    assert header(options={"cards": 9, "forcing": False}, dealer=1, target=1).dealer == 1


@pytest.mark.parametrize(
    "changes",
    [
        {"players": ["Ana"]}, {"players": ["Ana", "Beto", "Caro"]}, {"players": [1, 2]}, {"players": "two"},
        {"teams": [[0], [1]]}, {"teams": []}, {"teams": "none"}, {"dealer": 2}, {"dealer": -1}, {"dealer": True},
        {"dealer": None}, {"target": 0}, {"target": 5.0}, {"target": True}, {"target": None}, {"options": None},
        {"options": []}, {"options": {"cards": 7}}, {"options": {"cards": "10"}}, {"options": {"cards": True}},
        {"options": {"cards": 10.0}}, {"options": {"forcing": 1}}, {"options": {"forcing": None}},
        {"options": {"forcing": "true"}}, {"options": {"hand_cards": "any"}}, {"options": {"draws": True}},
        {"options": {"colour": "red"}}, {"porrazo": 2}, {"porrazo": True},
    ],
)  # fmt: skip
def test_headers_that_are_refused(changes: dict[str, object]) -> None:
    with pytest.raises(ValueError, match=r"\w \w"):
        header(**changes)


REFUSED = [
    ("[]", "a line must hold an object in braces"),
    ("{}", '"do" is missing'),
    ('{"do": "play", "seat": 1, "card": "As"}', "there is no event 'play'"),
    ('{"do": "pass"}', '"seat" is missing'),
    ('{"do": "pass", "seat": true}', '"seat" must be a whole number'),
    ('{"do": "pass", "seat": 1.0}', '"seat" must be a whole number'),
    ('{"do": "pass", "seat": 2}', "there is no seat 2, only 0 to 1"),
    ('{"do": "force", "seat": null}', '"seat" must be a whole number'),
    ('{"do": "turn", "seat": 1}', '"card" is missing'),
    ('{"do": "turn", "seat": 1, "card": "8h"}', "the 8 of hearts is not among the cards of this game"),
    ('{"do": "turn", "seat": 1, "card": "7"}', "'7' needs its suit here"),
    ('{"do": "turn", "seat": 1, "card": "7x"}', "'7x' is not a card"),
    ('{"do": "discard", "seat": 1, "card": ["7h"]}', "['7h'] is not a card"),
    ('{"do": "take", "seat": 1}', '"melds" is missing'),
    ('{"do": "take", "seat": 1, "melds": null}', '"melds" must be a list of melds'),
    ('{"do": "take", "seat": 1, "melds": []}', '"melds" must be a list of melds'),
    ('{"do": "take", "seat": 1, "melds": {"5h": 1}}', '"melds" must be a list of melds'),
    ('{"do": "take", "seat": 1, "melds": ["5h", "5c", "5d"]}', "a meld must be a list of cards"),
    ('{"do": "take", "seat": 1, "melds": [["5h", "5c", "5d"], []]}', "a meld must be a list of cards"),
    ('{"do": "take", "seat": 1, "melds": [["5h", "5c", 5]]}', "5 is not a card"),
    ('{"do": "take", "seat": 1, "melds": [["5h", "5c", "5"]]}', "'5' needs its suit here"),
    ('{"do": "take", "seat": 1, "melds": [["7h", "8h", "5h"]]}', "the 8 of hearts is not among"),
    ('{"do": "take", "seat": 1, "melds": [["5h", "5c"]]}', "this is neither a set nor a run: 5h 5c"),
    ('{"do": "adjust", "seat": 0, "points": 0}', "a correction of 0 points corrects nothing"),
    ('{"do": "adjust", "seat": 0, "points": true}', '"points" must be a whole number'),
    ('{"do": "adjust", "seat": 0, "points": 1.0}', '"points" must be a whole number'),
    ('{"do": "adjust", "seat": 0}', '"points" is missing'),
]


@pytest.mark.parametrize(("line", "says"), REFUSED)
def test_what_is_refused(line: str, says: str, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "match.jsonl"
    path.write_text(f"{HEADER}\n{TURN}\n{line}\n")
    assert cli.main(["score", str(path), "--json"]) == 2
    said = capsys.readouterr()
    assert said.err.startswith(f"porrazo: {path}:3: {says}")


def test_the_sheet_has_a_column_a_player(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["score", str(RECORDS / "eight-cards.jsonl")]) == 0
    assert (
        capsys.readouterr().out
        == """\
Conquian to 1: Ana, Beto

Hand 1, Ana deals                                          Ana  Beto
  Beto       out  5s                                  +1     0     1

Ana 0, Beto 1. Beto won.
"""
    )


def test_it_tells_a_drawn_hand_too(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["score", str(RECORDS / "a-drawn-hand.jsonl")]) == 0
    said = capsys.readouterr().out
    assert "  nobody     drawn, the stock is used up" in said
    assert said.endswith("Ana 0, Beto 0. Hand 2, 20 in the stock: Ana turns a card.\n")


def test_what_lies_where() -> None:
    match = begin("1 turn 5h; 1 take 5h 5c 5d; 1 discard Ks; 0 turn 6h")
    lies = [(str(each.card), each.seat, each.place) for each in GAME.lying(match.position) if each.face_up]
    melds = [(card, 1, "meld") for card in ("5h", "5c", "5d")]
    assert lies == [*melds, ("Ks", None, "discards"), ("6h", None, "turned")]
    assert sum(not each.face_up for each in GAME.lying(match.position)) == 18
