"""Records of Malilla: the worked examples to the letter, what is refused with its line, and the sheet."""

import json
from pathlib import Path

import pytest

from companion import cli
from engine.malilla.game import GAME
from tests.games.histories import scored
from tests.games.malilla.tables import begin, play

RECORDS = Path(__file__).parent / "records"
HEADER = '{"porrazo": 1, "game": "malilla", "players": ["Ana", "Beto", "Caro", "Dani"], "dealer": 3}'
TRUMP = '{"do": "trump", "card": "Qd"}'
PLAY = '{"do": "play", "seat": 0, "card": "As"}'


REFUSED = [
    ([TRUMP, "[]"], "a line must hold an object in braces"),
    ([TRUMP, "{}"], '"do" is missing'),
    ([TRUMP, '{"do": "declare", "seat": 0}'], "there is no event 'declare'"),
    ([PLAY], "the trump card of this hand has not been turned up yet"),
    ([TRUMP, TRUMP], "the trump card of this hand has already been turned up"),
    (['{"do": "trump"}'], '"card" is missing'),
    (['{"do": "trump", "card": "7"}'], "'7' needs its suit here"),
    (['{"do": "trump", "card": "8h"}'], "the 8 of hearts is not among the cards of this game"),
    (['{"do": "trump", "card": ["7h"]}'], "['7h'] is not a card"),
    ([TRUMP, '{"do": "play", "card": "As"}'], '"seat" is missing'),
    ([TRUMP, '{"do": "play", "seat": 0}'], '"card" is missing'),
    ([TRUMP, '{"do": "play", "seat": false, "card": "As"}'], '"seat" must be a whole number'),
    ([TRUMP, '{"do": "play", "seat": 4, "card": "As"}'], "there is no seat 4, only 0 to 3"),
    ([TRUMP, '{"do": "play", "seat": 1, "card": "As"}'], "Ana plays next, not Beto"),
    (
        [TRUMP, '{"do": "play", "seat": 0, "card": "Ts"}'],
        "the 10 of spades is not among the cards of this game",
    ),
    (
        [TRUMP, '{"do": "play", "seat": 0, "card": "Qd"}'],
        "the queen of diamonds is the turned card: Dani holds it",
    ),
    ([TRUMP, PLAY, '{"do": "misdeal"}'], "it is too late for a misdeal: the hand is being played"),
    ([TRUMP, '{"do": "adjust", "seat": 0, "points": 0}'], "a correction of 0 points corrects nothing"),
    ([TRUMP, '{"do": "adjust", "seat": 0, "points": true}'], '"points" must be a whole number'),
    ([TRUMP, '{"do": "adjust", "seat": 0, "points": 1.0}'], '"points" must be a whole number'),
    ([TRUMP, '{"do": "adjust", "seat": 9, "points": 1}'], "there is no seat 9, only 0 to 3"),
    (['{"do": "adjust", "seat": 0, "points": 35}', TRUMP], "the match is over: Ana and Caro won it"),
    (['{"do": "adjust", "seat": 0, "points": 35}', '{"do": "misdeal"}'], "the match is over"),
]


@pytest.mark.parametrize(("lines", "says"), REFUSED)
def test_what_is_refused(
    lines: list[str], says: str, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    status, out, err = scored(capsys, tmp_path, HEADER, *lines)
    assert status == 2
    assert err.startswith(f"porrazo: FILE:{len(lines) + 1}: {says}")
    assert all("why" in line for line in map(json.loads, out.splitlines()))


def test_a_refused_header_says_nothing_else(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    status, out, err = scored(capsys, tmp_path, HEADER.replace(', "Dani"', "").replace("3", "0"))
    assert (status, out, err) == (2, "", "porrazo: FILE:1: four play this game, not 3\n")


def test_further_keys_and_a_reason_that_is_missing_or_odd_are_kept() -> None:
    for line in (
        {"do": "play", "seat": 1, "card": "7s", "t": 1.5, "seen": [1]},
        {"do": "adjust", "seat": 0, "points": 2, "why": "miscounted"},
        {"do": "adjust", "seat": 0, "points": 2, "why": None},
        {"do": "misdeal", "by": "tap"},
    ):
        assert GAME.event(line).to_json() == line
    assert GAME.event({"do": "adjust", "seat": 0, "points": 2}).to_json()["why"] == ""


def test_the_sheet_keeps_two_columns(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["score", str(RECORDS / "held-points.jsonl")]) == 0
    assert (
        capsys.readouterr().out
        == """\
Malilla to 35: Ana, Beto, Caro, Dani

Hand 1, Ana deals                                         Ana+Caro  Beto+Dani
  Ana+Caro   correction: earlier hands               +32        32          0
  Beto+Dani  hand, 51 to 19                          +16        32         16
  Ana+Caro   turned card  Kh                          +3        35         16

Ana and Caro 35, Beto and Dani 16. Ana and Caro won.
"""
    )


def test_it_shows_both_cards_of_a_fault(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["score", str(RECORDS / "fouls-reported.jsonl"), "--markdown"]) == 0
    said = capsys.readouterr().out
    assert "| Ana | did not beat | 3c, shown by 4h | +0 | 0 | 0 |" in said
    assert "| Dani | threw a 7 not yet led | 7d, shown by Kc | +0 | 0 | 0 |" in said


def test_what_lies_where_and_who_gathers_it() -> None:
    match = begin("Qd")
    lies = GAME.lying(match.position)
    assert [(str(each.card), each.seat, each.place) for each in lies] == [("Qd", 3, "turned")]
    play(match, "As 2s Ks")
    assert [str(each.card) for each in GAME.lying(match.position)] == ["As", "2s", "Ks"]
    play(match, "5d")
    assert GAME.lying(match.position) == ()
    (gathered,) = match.outcomes[-1].captures
    assert (gathered.seat, [str(card) for card in gathered.cards]) == (3, ["As", "2s", "Ks", "5d"])
