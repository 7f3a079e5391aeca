"""Records of Crash: the worked examples to the letter, what is refused with its line, and the sheet."""

import json
from pathlib import Path

import pytest

from companion import cli
from engine.crash.game import GAME
from tests.games.crash.tables import PAIRS, STRAIGHT, begin, show
from tests.games.histories import scored

RECORDS = Path(__file__).parent / "records"
HEADER = '{"porrazo": 1, "game": "crash", "players": ["Ana", "Beto", "Caro"]}'
TWO = '{"porrazo": 1, "game": "crash", "players": ["Ana", "Beto"]'
SHOW = '{"do": "show", "seat": 0, "cards": ["7h", "7c", "Kd"]}'
SET = '{"do": "set", "seat": 0, "hands": 1}'
WON = '{"do": "adjust", "seat": 0, "points": 7}'


def shows(cards: str, seat: str = "1") -> str:
    """Write a show."""
    return f'{{"do": "show", "seat": {seat}, "cards": {cards}}}'


def laid(do: str, cards: str) -> str:
    """Write thirteen cards laid by seat 0."""
    return json.dumps({"do": do, "seat": 0, "cards": cards.split()})


HEADERS = [
    ('{"game": "crash", "players": ["Ana", "Beto"]}', "a record begins with its header"),
    (TWO.replace("1,", "true,", 1) + "}", '"porrazo" must be 1'),
    (TWO.replace("crash", "bang") + "}", "there is no game 'bang'"),
    (TWO.replace('["Ana", "Beto"]', '["Ana"]') + "}", "2 to 8 can play, not 1"),
    (TWO.replace('"Ana"', '"A", "B", "C", "D"') + "}", "two to four play this game, not 5"),
    (TWO.replace('"Ana"', "1") + "}", '"players" must be a list of names'),
    (TWO + ', "teams": [[0], [1]]}', '"teams" must be null: everybody plays alone'),
    (TWO + ', "dealer": 2}', "the dealer must sit in one of the seats 0 to 1"),
    (TWO + ', "dealer": false}', '"dealer" must be a whole number'),
    (TWO + ', "target": 0}', "the target must be at least 1"),
    (TWO + ', "target": 7.0}', '"target" must be a whole number'),
    (TWO + ', "options": {"stakes": "apply"}}', "there is no option 'stakes', only fouls"),
    (TWO + ', "options": {"fouls": "ignore"}}', "fouls must be apply or report, not ignore"),
    (TWO + ', "options": {"fouls": true}}', "the option 'fouls' cannot be True"),
    (TWO + ', "options": []}', '"options" must be an object'),
]

REFUSED = [
    (["[]"], "a line must hold an object in braces"),
    (["{}"], '"do" is missing'),
    (['{"do": "play", "seat": 0, "card": "7h"}'], "there is no event 'play'"),
    (['{"do": "show", "cards": ["7h", "7c", "Kd"]}'], '"seat" is missing'),
    (['{"do": "show", "seat": 0}'], '"cards" is missing'),
    (['{"do": "set", "hands": 1}'], '"seat" is missing'),
    (['{"do": "set", "seat": 0}'], '"hands" is missing'),
    (['{"do": "set", "seat": 0, "hands": true}'], '"hands" must be a whole number'),
    (['{"do": "set", "seat": 0, "hands": 2.0}'], '"hands" must be a whole number'),
    (['{"do": "set", "seat": 0, "hands": 5}'], "Ana can set 0 to 4 hands, not 5"),
    (['{"do": "set", "seat": -1, "hands": 1}'], "there is no seat -1, only 0 to 2"),
    ([SET, SET], "Ana has already set in this deal"),
    ([SHOW, SET.replace("1}", "0}")], "Ana can set 1 to 4 hands, not 0"),
    ([shows('["7h", "7c", "Kd"]', "3")], "there is no seat 3, only 0 to 2"),
    ([shows('["7h", "7c", "Kd"]', "true")], '"seat" must be a whole number'),
    ([SHOW, SHOW], "Ana has already shown hand 1"),
    ([SET.replace("1}", "0}"), SHOW], "Ana has no hand 1"),
    ([shows('["7h", "7c"]')], "a hand is three cards, not 2"),
    ([shows('["7h", "7c", "K"]')], "'K' needs its suit here"),
    ([shows('["7h", "7c", "10h"]')], "'10h' is not a card"),
    ([shows('["7h", "7c", null]')], "None is not a card"),
    ([shows('"7h 7c Kd"')], '"cards" must be a list of cards'),
    ([shows('["7h", "7h", "Kd"]')], "the 7 of hearts is named twice"),
    ([SHOW, shows('["7h", "8c", "Qd"]')], "the 7 of hearts has already been shown in this deal"),
    ([SHOW, laid("six_pairs", PAIRS)], "it is too late: a hand of this deal has been shown"),
    ([SHOW, laid("straight", STRAIGHT)], "it is too late: a hand of this deal has been shown"),
    ([SET, laid("six_pairs", PAIRS)], "Ana has already set in this deal"),
    ([SET, laid("straight", STRAIGHT)], "Ana has already set in this deal"),
    ([laid("six_pairs", PAIRS[:-3])], "a player has thirteen cards, not 12"),
    ([laid("straight", STRAIGHT[:-3])], "a player has thirteen cards, not 12"),
    ([laid("six_pairs", STRAIGHT)], "these cards are not six pairs"),
    ([laid("straight", PAIRS)], "these cards are not of thirteen different ranks"),
    ([laid("straight", STRAIGHT.replace("Kd", "K"))], "'K' needs its suit here"),
    ([WON, SHOW], "the match is over: Ana won it"),
    ([WON, SET], "the match is over: Ana won it"),
    ([WON, laid("six_pairs", PAIRS)], "the match is over: Ana won it"),
    ([WON, laid("straight", STRAIGHT)], "the match is over: Ana won it"),
    (['{"do": "adjust", "seat": 0, "points": 0}'], "a correction of 0 points corrects nothing"),
    (['{"do": "adjust", "seat": 0, "points": true}'], '"points" must be a whole number'),
    (['{"do": "adjust", "seat": 0, "points": 1.0}'], '"points" must be a whole number'),
    (['{"do": "adjust", "seat": 0}'], '"points" is missing'),
    (['{"do": "adjust", "points": 1}'], '"seat" is missing'),
    (['{"do": "adjust", "seat": 3, "points": 1}'], "there is no seat 3, only 0 to 2"),
]


@pytest.mark.parametrize(("header", "says"), HEADERS)
def test_headers_refused(header: str, says: str, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    status, out, err = scored(capsys, tmp_path, header)
    assert (status, out) == (2, "")
    assert err.startswith(f"porrazo: FILE:1: {says}")


@pytest.mark.parametrize(("lines", "says"), REFUSED)
def test_what_is_refused(
    lines: list[str], says: str, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    status, out, err = scored(capsys, tmp_path, HEADER, *lines)
    assert status == 2
    assert err.startswith(f"porrazo: FILE:{len(lines) + 1}: {says}")
    assert all("why" in line for line in map(json.loads, out.splitlines()))


def test_a_seat_that_is_out_is_refused(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    gone = (RECORDS / "a-wrong-order.jsonl").read_text().splitlines()
    status, _, err = scored(capsys, tmp_path, *gone, '{"do": "set", "seat": 1, "hands": 2}')
    assert (status, err) == (2, f"porrazo: FILE:{len(gone) + 1}: Beto is out of the match\n")


def test_null_teams_and_options_and_unknown_keys(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    header = TWO + ', "teams": null, "options": null, "rules": 3, "x": []}'
    status, out, _ = scored(capsys, tmp_path, header)
    assert (status, json.loads(out)["turn"]) == (0, 1)


def test_further_keys_and_a_reason_that_is_missing_or_odd_are_kept() -> None:
    for line in (
        {"do": "show", "seat": 1, "cards": ["7h", "7c", "Kd"], "t": 1.5},
        {"do": "set", "seat": 1, "hands": 0, "by": "tap"},
        {"do": "adjust", "seat": 0, "points": 2, "why": [3]},
        {"do": "six_pairs", "seat": 1, "cards": PAIRS.split()},
    ):
        assert GAME.event(line).to_json() == line


SHEET = """\
Crash to 7: Ana, Beto, Caro

Deal 1, Ana deals                                          Ana  Beto  Caro
  Beto       hand 1, flush  Kc 9c 7c                  +1     0     1     0
  Beto       wrong order  4s 2h 3d after Kc 9c 7c     +0     0     1     0

Ana 0, Beto 1, Caro 0. Beto is out. Deal 2, hand 1: to be shown by Ana and Caro.
"""


def test_the_sheet_has_a_column_for_each(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["score", str(RECORDS / "a-wrong-order.jsonl")]) == 0
    assert capsys.readouterr().out == SHEET


@pytest.mark.parametrize(
    ("name", "line"),
    [
        ("a-crash", "| Ana | crash: all four hands |  | +0 | 4 | 0 |"),
        ("a-whole-deal", "| Caro | four of a kind | 4c 4d 4h 4s | +1 | 2 | 1 | 1 |"),
        ("six-pairs-and-a-straight", "| Beto | straight: all thirteen ranks |  | +0 | 0 | 0 |"),
        ("reported-and-reopened", "| Beto | correction: friendly |  | -1 | 0 | 0 |"),
    ],
)
def test_the_sheet_says_what_each_line_is_for(
    name: str, line: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main(["score", str(RECORDS / f"{name}.jsonl"), "--markdown"]) == 0
    assert line in capsys.readouterr().out.splitlines()


def test_each_hand_lies_before_its_seat() -> None:
    match = begin()
    show(match, "0 7c 7d Kh", "1 6c 6d Kc", "1 5c 5d Kd")
    lies = [(str(each.card), each.seat, each.place) for each in GAME.lying(match.position)]
    assert lies[:4] == [("7c", 0, "hand 1"), ("7d", 0, "hand 1"), ("Kh", 0, "hand 1"), ("6c", 1, "hand 1")]
    assert lies[-1] == ("Kd", 1, "hand 2")
