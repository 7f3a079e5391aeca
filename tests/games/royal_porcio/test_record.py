"""Records of Royal Porcio: the worked examples to the letter, what is refused with its line, and the sheet."""

import json
from pathlib import Path

import pytest

from companion import cli
from engine.royal_porcio.game import GAME
from tests.games.histories import scored
from tests.games.royal_porcio.tables import RECORDS, begin, do

HEADER = '{"porrazo": 1, "game": "royal_porcio", "players": ["Ana", "Beto", "Carla", "Dino"]}'
GALLERY = '{"do": "gallery", "cards": ["7d", "Kh", "2h", "9c"]}'
BID = '{"do": "bid", "seat": 0, "colour": "black", "number": 1, "level": "silver"}'
DUONE = '{"do": "duone", "seat": 0, "card": "Js"}'
REPLY = '{"do": "reply", "seat": 1, "yours": true}'
DOWN = '{"do": "turn_down", "card": "Kh"}'
RED = [
    '{"do": "gallery", "cards": ["7d", "Kh", "2h", "9d"]}',
    BID.replace("black", "red").replace("silver", "gold"),
]
PASSES = ['{"do": "pass", "seat": 1}', '{"do": "pass", "seat": 2}', '{"do": "pass", "seat": 3}']
SPECIAL = '{"do": "special", "suit": "h"}'
PLAYING = [*RED, *PASSES, SPECIAL]
TRICK = [
    '{"do": "play", "seat": 2, "card": "Qs"}',
    '{"do": "play", "seat": 3, "card": "Ks"}',
    '{"do": "play", "seat": 0, "card": "3s"}',
    '{"do": "play", "seat": 1, "card": "5s"}',
]


REFUSED = [
    (["[]"], "a line must hold an object in braces"),
    (["{}"], '"do" is missing'),
    (['{"do": "declare", "seat": 0}'], "there is no event 'declare'"),
    ([BID], "the gallery of this hand has not been dealt yet"),
    ([PASSES[0]], "the gallery of this hand has not been dealt yet"),
    (['{"do": "gallery"}'], '"cards" is missing'),
    (['{"do": "gallery", "cards": "7d"}'], '"cards" must be a list of cards'),
    (['{"do": "gallery", "cards": ["7d", "Kh", "2h"]}'], "the gallery is four cards, not 3"),
    (['{"do": "gallery", "cards": ["7d", "Kh", "2h", "9c", "8c"]}'], "the gallery is four cards, not 5"),
    (['{"do": "gallery", "cards": ["7d", "Kh", "2h", "7d"]}'], "the 7 of diamonds is named twice"),
    (['{"do": "gallery", "cards": ["7d", "Kh", "2h", "9"]}'], "'9' needs its suit here"),
    (['{"do": "gallery", "cards": ["7d", "Kh", "2h", 9]}'], "9 is not a card"),
    ([GALLERY, GALLERY], "it is for Ana to bid or to pass"),
    ([GALLERY, '{"do": "pass"}'], '"seat" is missing'),
    ([GALLERY, '{"do": "pass", "seat": 4}'], "there is no seat 4, only 0 to 3"),
    ([GALLERY, '{"do": "pass", "seat": -1}'], "there is no seat -1, only 0 to 3"),
    ([GALLERY, '{"do": "pass", "seat": 1}'], "Ana plays next, not Beto"),
    ([GALLERY, BID.replace("0", "1", 1)], "Ana plays next, not Beto"),
    ([GALLERY, BID.replace('"black"', '"blue"')], "\"colour\" must be black or red, not 'blue'"),
    ([GALLERY, BID.replace('"black"', "null")], '"colour" must be a text, not None'),
    ([GALLERY, BID.replace('"colour": "black", ', "")], "the bid needs its colour"),
    ([GALLERY, BID.replace('"silver"', '"tin"')], '"level" must be bronze or silver or gold'),
    ([GALLERY, BID.replace(', "level": "silver"', "")], '"level" is missing'),
    ([GALLERY, BID.replace("1,", "true,")], '"number" must be a whole number'),
    ([GALLERY, BID.replace("1,", "1.0,")], '"number" must be a whole number'),
    ([GALLERY, BID.replace("1,", "2,")], "the number of the first bid is 1, not 2"),
    ([GALLERY, BID.replace("1,", "0,")], "the number of the first bid is 1, not 0"),
    ([RED[0], RED[1].replace("red", "black")], "the gallery has settled the colour"),
    ([GALLERY, BID, BID.replace("0", "1", 1)], "Ana must first lay a card for the duone"),
    ([GALLERY, BID, DUONE.replace("0", "1", 1)], "Ana plays next, not Beto"),
    ([GALLERY, BID, DUONE.replace("Js", "J")], "'J' needs its suit here"),
    ([GALLERY, BID, DUONE.replace("Js", "Kh")], "the king of hearts has already been seen in this hand"),
    ([GALLERY, BID, DUONE, DUONE], "Beto must first reply to the duone"),
    ([GALLERY, BID, DUONE, REPLY.replace("1", "3", 1)], "Beto plays next, not Dino"),
    ([GALLERY, BID, DUONE, REPLY.replace("true", "false")], '"yours" must be true, not False'),
    ([GALLERY, BID, DUONE, REPLY.replace("true", "1")], '"yours" must be true, not 1'),
    ([GALLERY, BID, DUONE, REPLY.replace("}", ', "card": "Qs"}')], 'a reply holds either "card" or "yours"'),
    (
        [GALLERY, BID, DUONE, '{"do": "reply", "seat": 1, "card": "Qs", "yours": false}'],
        'a reply holds either "card" or "yours"',
    ),
    ([GALLERY, BID, DUONE, '{"do": "reply", "seat": 1}'], 'a reply holds either "card" or "yours"'),
    ([GALLERY, BID, DUONE, '{"do": "reply", "seat": 1, "card": null}'], "None is not a card"),
    ([GALLERY, BID, DUONE, '{"do": "reply", "seat": 1, "card": "Js"}'], "the jack of spades has already been seen"),
    ([GALLERY, BID, DUONE, REPLY, PASSES[0]], "Ana must first turn a card of the gallery face down"),
    ([GALLERY, BID, DUONE, REPLY, DOWN.replace("Kh", "9c")], "the card turned down is not of the bid's colour"),
    ([GALLERY, BID, DUONE, REPLY, DOWN.replace("Kh", "8h")], "the 8 of hearts does not lie face up"),
    ([*RED, *PASSES, PASSES[0]], "Ana must first name the special suit"),
    ([*RED, *PASSES, '{"do": "special", "suit": "H"}'], '"suit" must be c or d or h or s'),
    ([*RED, *PASSES, '{"do": "special", "suit": "c"}'], "the gallery does not hold this suit as often"),
    ([*PLAYING, '{"do": "exchange", "count": 0}'], "it is for Carla to play a card"),
    ([*PLAYING, '{"do": "exchange"}'], '"count" is missing'),
    ([*PLAYING, TRICK[1]], "Carla plays next, not Dino"),
    ([*PLAYING, TRICK[0].replace("Qs", "2h")], "the 2 of hearts lies in the gallery and is out of play"),
    ([*PLAYING, *TRICK[:2], TRICK[2].replace("3s", "Qs")], "the queen of spades has already been played"),
    ([*PLAYING, *TRICK[:3], '{"do": "spoil", "card": "Ks"}'], "it is for Beto to play a card"),
    ([*PLAYING, *TRICK, '{"do": "spoil", "card": "3s"}'], "the 3 of spades is the stub of this trick"),
    ([*PLAYING, *TRICK, '{"do": "spoil", "card": "Qs"}'], "Carla cannot take back their own card"),
    ([*PLAYING, *TRICK, '{"do": "spoil", "card": "7s"}'], "the 7 of spades is not in this trick"),
    ([*PLAYING, *TRICK, '{"do": "spoil", "card": "Ks", "void": 1}'], '"void" must be true or false'),
    ([*PLAYING, *TRICK, TRICK[0]], "the trick is whole: Carla first takes a spoil"),
    ([*PLAYING, '{"do": "show", "seat": 0, "cards": ["As"]}'], "it is for Carla to play a card"),
    (['{"do": "adjust", "seat": 0, "points": 0}'], "a correction of 0 points corrects nothing"),
    (['{"do": "adjust", "seat": 0, "points": true}'], '"points" must be a whole number'),
    (['{"do": "adjust", "seat": 9, "points": 1}'], "there is no seat 9, only 0 to 3"),
    (['{"do": "adjust", "seat": 0, "points": 250}', GALLERY], "the match is over: Ana and Carla won it"),
]  # fmt: skip


@pytest.mark.parametrize(("lines", "says"), REFUSED)
def test_what_is_refused(
    lines: list[str], says: str, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    status, out, err = scored(capsys, tmp_path, HEADER, *lines)
    assert err.startswith(f"porrazo: FILE:{len(lines) + 1}: {says}")
    assert status == 2
    assert all("why" in line for line in map(json.loads, out.splitlines()))


def test_a_refused_header_says_nothing_else(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    status, out, err = scored(capsys, tmp_path, HEADER.replace(', "Dino"', ""))
    assert (status, out, err) == (2, "", "porrazo: FILE:1: four play this game, not 3\n")


def test_further_keys_and_a_reason_that_is_missing_or_odd_are_kept() -> None:
    for line in (
        {"do": "play", "seat": 1, "card": "7s", "t": 1.5, "seen": [1]},
        {"do": "bid", "seat": 1, "number": 2, "level": "gold", "colour": "red", "by": "tap"},
        {"do": "bid", "seat": 1, "number": 2, "level": "gold"},
        {"do": "reply", "seat": 1, "yours": True},
        {"do": "reply", "seat": 1, "card": "7s"},
        {"do": "special", "suit": "h"},
        {"do": "spoil", "card": "7s", "void": True},
        {"do": "adjust", "seat": 0, "points": 2, "why": None},
    ):
        assert GAME.event(line).to_json() == line
    assert GAME.event({"do": "spoil", "card": "7s", "void": False}).to_json() == {"do": "spoil", "card": "7s"}


def test_the_sheet_keeps_two_columns(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["score", str(RECORDS / "a-run-shown.jsonl")]) == 0
    assert (
        capsys.readouterr().out
        == """\
Royal Porcio to 250: Ana, Beto, Carla, Dino

Hand 1, Ana deals                                         Ana+Carla  Beto+Dino
  Ana+Carla  bid of 1 made, balance 1                +12         12          0
  Ana        run  8c 7c                               +6         18          0

Ana and Carla 18, Beto and Dino 0. Hand 2: Beto deals the gallery.
"""
    )


def test_it_says_what_was_thrown_in_and_shows_both_sides_of_a_foul(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert cli.main(["score", str(RECORDS / "two-early-ends.jsonl")]) == 0
    assert "  nobody     thrown in  " in capsys.readouterr().out
    assert cli.main(["score", str(RECORDS / "wrong-replies.jsonl"), "--markdown"]) == 0
    said = capsys.readouterr().out
    assert "| Ana | wrong reply | Ks, shown by Td | +0 | 0 | 0 |" in said
    assert "| Ana | did not follow suit | Td, holding 2c | +0 | 0 | 0 |" in said
    assert "| Beto | wrong reply | yours, shown by Qc | +0 | 0 | 0 |" in said


@pytest.mark.parametrize(
    ("events", "says"),
    [
        ("", "Ana and Carla 0, Beto and Dino 0. Hand 1: Ana deals the gallery."),
        ("gallery:7d,Kh,2h,9c", "Ana bids or passes."),
        ("gallery:7d,Kh,2h,9c bid:1bs", "Hand 1, 1 black silver: Ana lays a card for the duone."),
        ("gallery:7d,Kh,2h,9c bid:1bs Js", "Beto replies to the duone."),
        ("gallery:7d,Kh,2h,9c bid:1bs Js yours", "Ana turns a card down."),
        (
            "gallery:7d,Kh,2h,9c bid:1rs Js yours down:9c ---",
            "Hand 1, 1 red silver: Ana names the special suit.",
        ),
        ("gallery:7d,Kh,2h,9c bid:1rs Js yours down:9c --- special:d", "Ana exchanges cards."),
        ("gallery:7d,Kh,2h,9d bid:1g --- special:h Qs", "1 red gold, hearts, stubs 0 to 0: Dino plays next."),
        ("gallery:7d,Kh,2h,9d bid:1g --- special:h Qs Ks 3s 5s", "Carla takes a spoil."),
        ("adjust:1=250", "Beto and Dino won."),
    ],
)
def test_how_a_match_stands(events: str, says: str) -> None:
    assert GAME.closing(begin(events).position).endswith(says)


def test_what_lies_where_and_who_takes_the_spoil() -> None:
    def lying() -> list[str]:
        return [f"{each.place} {each.seat} {each.card}" for each in GAME.lying(match.position)]

    match = begin()
    assert lying() == []
    do(match, "gallery:7d,Kh,2h,9c bid:1rs Js yours down:9c")
    gallery = ["gallery None 7d", "gallery None Kh", "gallery None 2h", "gallery None None"]
    assert lying() == [*gallery, "duone 0 Js"]
    do(match, "--- special:d exchange:1 Qs Ks")
    assert lying() == [*gallery, "trick None Qs", "trick None Ks"]
    do(match, "3s 5s >Ks")
    assert lying() == [*gallery, "stubs 3 3s", "discards None None", "discards None None"]
    (taken,) = match.outcomes[-1].captures
    assert (taken.seat, [str(card) for card in taken.cards]) == (2, ["Ks"])
