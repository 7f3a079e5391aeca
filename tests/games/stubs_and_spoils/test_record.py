"""Records of Stubs & Spoils: the worked examples to the letter, what is refused with its line, and the sheet."""

import json
from pathlib import Path

import pytest

from companion import cli
from engine.stubs_and_spoils.game import GAME
from tests.games.histories import scored
from tests.games.stubs_and_spoils.tables import begin, play

RECORDS = Path(__file__).parent / "records"
HEADER = '{"porrazo": 1, "game": "stubs_and_spoils", "players": ["Ana", "Beto", "Carla", "Dino"]}'
COLOUR = '{"do": "colour", "card": "7h"}'
TRICK = [
    '{"do": "play", "seat": 0, "card": "5s"}',
    '{"do": "play", "seat": 1, "card": "9d"}',
    '{"do": "play", "seat": 2, "card": "2h"}',
    '{"do": "play", "seat": 3, "card": "9c"}',
]
"""Beto wins it with the 9 of diamonds, the 2 of hearts is the stub, Ana takes the spoil."""
WON = '{"do": "adjust", "seat": 0, "points": 21}'


def the_play(seat: object, card: object) -> str:
    """Write a play, good or bad."""
    return json.dumps({"do": "play", "seat": seat, "card": card})


def the_spoil(card: object) -> str:
    """Write a spoil, good or bad."""
    return json.dumps({"do": "spoil", "card": card})


REFUSED = [
    ([COLOUR, "[]"], "a line must hold an object in braces"),
    ([COLOUR, "{}"], '"do" is missing'),
    ([COLOUR, '{"do": 3}'], '"do" must be a text'),
    ([COLOUR, '{"do": "trump", "card": "7h"}'], "there is no event 'trump'"),
    (['{"do": "colour"}'], '"card" is missing'),
    (['{"do": "colour", "card": "7"}'], "'7' needs its suit here"),
    (['{"do": "colour", "card": "7x"}'], "'7x' is not a card"),
    (['{"do": "colour", "card": ["7h"]}'], "['7h'] is not a card"),
    (['{"do": "colour", "card": null}'], "None is not a card"),
    ([COLOUR, COLOUR], "the colour card of this hand has already been turned up"),
    ([COLOUR, *TRICK, COLOUR], "the colour card of this hand has already been turned up"),
    ([TRICK[0]], "the colour card of this hand has not been turned up yet"),
    ([the_spoil("5s")], "the colour card of this hand has not been turned up yet"),
    ([COLOUR, '{"do": "play", "card": "5s"}'], '"seat" is missing'),
    ([COLOUR, '{"do": "play", "seat": 0}'], '"card" is missing'),
    ([COLOUR, the_play(False, "5s")], '"seat" must be a whole number'),
    ([COLOUR, the_play(0.0, "5s")], '"seat" must be a whole number'),
    ([COLOUR, the_play(4, "5s")], "there is no seat 4, only 0 to 3"),
    ([COLOUR, the_play(-1, "5s")], "there is no seat -1, only 0 to 3"),
    ([COLOUR, the_play(1, "5s")], "Ana plays next, not Beto"),
    ([COLOUR, the_play(0, "1s")], "'1s' is not a card"),
    ([COLOUR, the_play(0, "s")], "'s' is not a card"),
    ([COLOUR, the_play(0, "7h")], "the 7 of hearts is the colour card: it is in nobody's hand"),
    ([COLOUR, *TRICK[:2], the_play(2, "5s")], "the 5 of spades has already been played in this hand"),
    ([COLOUR, *TRICK[:3], the_spoil("5s")], "the trick is not whole yet: Dino plays next"),
    ([COLOUR, *TRICK, the_play(0, "Ks")], "the trick is whole: Ana first takes a spoil"),
    ([COLOUR, *TRICK, the_spoil("2h")], "the 2 of hearts is the stub of this trick"),
    ([COLOUR, *TRICK, the_spoil("5s")], "Ana cannot take back their own card, the 5 of spades"),
    ([COLOUR, *TRICK, the_spoil("Ks")], "the king of spades is not in this trick"),
    ([COLOUR, *TRICK, the_spoil("7h")], "the 7 of hearts is not in this trick"),
    ([COLOUR, *TRICK, the_spoil("9")], "'9' needs its suit here"),
    ([COLOUR, *TRICK, '{"do": "spoil"}'], '"card" is missing'),
    ([COLOUR, '{"do": "adjust", "seat": 0, "points": 0}'], "a correction of 0 points corrects nothing"),
    ([COLOUR, '{"do": "adjust", "seat": 0, "points": true}'], '"points" must be a whole number'),
    ([COLOUR, '{"do": "adjust", "seat": 0, "points": 1.0}'], '"points" must be a whole number'),
    ([COLOUR, '{"do": "adjust", "seat": 0}'], '"points" is missing'),
    ([COLOUR, '{"do": "adjust", "points": 1}'], '"seat" is missing'),
    ([COLOUR, '{"do": "adjust", "seat": 4, "points": 1}'], "there is no seat 4, only 0 to 3"),
    ([WON, COLOUR], "the match is over: Ana and Carla won it"),
    ([COLOUR, WON, TRICK[0]], "the match is over"),
    ([COLOUR, *TRICK, WON, the_spoil("9c")], "the match is over"),
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
    status, out, err = scored(capsys, tmp_path, HEADER.replace(', "Dino"', ""))
    assert (status, out, err) == (2, "", "porrazo: FILE:1: four play this game, not 3\n")


def test_further_keys_and_a_reason_that_is_missing_or_odd_are_kept() -> None:
    for line in (
        {"do": "colour", "card": "7h", "seat": 3},
        {"do": "play", "seat": 1, "card": "7s", "t": 1.5, "seen": [1]},
        {"do": "spoil", "card": "Ks", "seat": 9, "doubt": True},
        {"do": "adjust", "seat": 0, "points": 2, "why": "miscounted"},
        {"do": "adjust", "seat": 0, "points": 2, "why": None},
    ):
        assert GAME.event(line).to_json() == line
    assert GAME.event({"do": "adjust", "seat": 0, "points": 2}).to_json()["why"] == ""


def test_before_the_colour_card_the_last_line_holds_little(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    status, out, _ = scored(capsys, tmp_path, HEADER)
    assert (status, json.loads(out)) == (
        0,
        {
            "game": "stubs_and_spoils", "scores": [0, 0], "winner": None, "hand": 1, "dealer": 0, "turn": 0,
            "await": "colour", "mode": None, "special": None, "trick": [], "stubs": [[], [], [], []],
            "hands": [12, 12, 12, 12], "known": [[], [], [], []],
        },
    )  # fmt: skip


def test_the_sheet_keeps_two_columns(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["score", str(RECORDS / "a-whole-red-hand.jsonl")]) == 0
    assert (
        capsys.readouterr().out
        == """\
Stubs & Spoils to 2: Ana, Beto, Carla, Dino

Hand 1, Ana deals                                         Ana+Carla  Beto+Dino
  Ana+Carla  stubs, 5 to 7  3h                        +2          2          0
  Ana+Carla  correction: a stub counted twice         -1          1          0

Ana and Carla 1, Beto and Dino 0. Hand 2: Beto turns up the colour card.
"""
    )


def test_it_shows_a_revoke_and_what_proves_it(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["score", str(RECORDS / "two-revokes.jsonl"), "--markdown"]) == 0
    said = capsys.readouterr().out
    assert "| Dino | did not follow suit | 2c, holding Kh | +0 | 0 | 0 |" in said
    assert "| Ana | did not follow suit | 5d, shown by 9s | +0 | 0 | 0 |" in said


def test_what_lies_where_and_who_takes_it() -> None:
    match = begin("")
    assert GAME.lying(match.position) == ()
    match = begin("7h", dealer=1)
    assert [(str(each.card), each.seat, each.place) for each in GAME.lying(match.position)] == [
        ("7h", 1, "colour")
    ]
    play(match, "9d 2h 9c 5s")
    assert [str(each.card) for each in GAME.lying(match.position)] == ["7h", "9d", "2h", "9c", "5s"]
    play(match, ">9c")
    assert [(str(each.card), each.seat, each.place) for each in GAME.lying(match.position)] == [
        ("7h", 1, "colour"), ("2h", 3, "stubs"), ("None", None, "discards"), ("None", None, "discards"),
    ]  # fmt: skip
    (taken,) = match.outcomes[-1].captures
    assert (taken.seat, [str(card) for card in taken.cards]) == (2, ["9c"])
