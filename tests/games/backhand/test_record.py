"""Records of Backhand: the worked examples to the letter, what is refused with its line, and the sheet."""

import json
from pathlib import Path

import pytest

from companion import cli
from engine.backhand.game import GAME

RECORDS = Path(__file__).parent / "records"
HEADER = '{"porrazo": 1, "game": "backhand", "players": ["Ana", "Beto"]}'
BETS = HEADER[:-1] + ', "options": {"bets": true}}'
DEAL = '{"do": "deal", "seat": 1, "cards": ["7c", "6d"]}'
BOTH = [DEAL, '{"do": "deal", "seat": 0, "cards": ["Kc", "8d"]}']
NAMES = sorted(path.stem for path in RECORDS.glob("*.jsonl"))


def test_all_four_worked_examples_are_here() -> None:
    assert {"reopened", "the-bank", "two-aces", "two-rounds"} < {*NAMES}


def with_keys(do: str, **keys: object) -> str:
    """Write an event."""
    return json.dumps({"do": do, **keys})


REFUSED = [
    (["[]"], "a line must hold an object in braces"),
    (["{}"], '"do" is missing'),
    ([with_keys("play", seat=1, card="7c")], "there is no event 'play'"),
    ([with_keys("deal", cards=["7c", "6d"])], '"seat" is missing'),
    ([with_keys("deal", seat=1)], '"cards" is missing'),
    ([with_keys("deal", seat=1, cards="7c6d")], '"cards" must be a list of cards'),
    ([with_keys("deal", seat=1, cards=["7c", "1d"])], "'1d' is not a card"),
    ([with_keys("deal", seat=1, cards=["7c", None])], "None is not a card"),
    ([with_keys("deal", seat=1, cards=["7c"])], "two cards are dealt to a seat, not 1"),
    ([with_keys("deal", seat=1, cards=["7c", "7c"])], "no 7 of clubs can be left"),
    ([with_keys("deal", seat=True, cards=["7c", "6d"])], '"seat" must be a whole number, not True'),
    ([with_keys("deal", seat=1.0, cards=["7c", "6d"])], '"seat" must be a whole number, not 1.0'),
    ([with_keys("deal", seat=2, cards=["7c", "6d"])], "there is no seat 2, only 0 to 1"),
    ([with_keys("deal", seat=-1, cards=["7c", "6d"])], "there is no seat -1, only 0 to 1"),
    ([DEAL, DEAL], "Beto already has cards"),
    ([DEAL, with_keys("hit", seat=1, card="2c")], "Ana has no cards yet"),
    ([*BOTH, with_keys("hit", seat=1)], '"card" is missing'),
    ([*BOTH, with_keys("hit", card="2c")], '"seat" is missing'),
    ([*BOTH, with_keys("hit", seat=1, card=["2c"])], "['2c'] is not a card"),
    ([*BOTH, with_keys("hit", seat=1, card="7c")], "no 7 of clubs can be left"),
    ([*BOTH, with_keys("hit", seat=0, card="2c")], "Beto plays next, not Ana"),
    ([*BOTH, with_keys("backhand", seat=1)], '"card" is missing'),
    ([*BOTH, with_keys("backhand", seat=0, card="2c")], "Beto plays next, not Ana"),
    ([*BOTH, with_keys("push")], '"seat" is missing'),
    ([*BOTH, with_keys("push", seat=1)], "only two cards of 17 to 20"),
    ([*BOTH, with_keys("replace", seat=1, card="2c")], "Beto has no ace to replace"),
    ([with_keys("replace", seat=1, card="2c")], "Beto has no ace to replace"),
    ([with_keys("bet", seat=1, stake=1)], "this match is played without bets"),
    ([with_keys("bet", seat=1)], '"stake" is missing'),
    ([with_keys("bet", seat=1, stake=True)], '"stake" must be a whole number'),
    ([with_keys("bet", seat=1, stake=2.0)], '"stake" must be a whole number'),
    ([with_keys("adjust", seat=0, points=0)], "a correction of 0 points corrects nothing"),
    ([with_keys("adjust", seat=0, points=True)], '"points" must be a whole number'),
    ([with_keys("adjust", seat=0, points=1.0)], '"points" must be a whole number'),
    ([with_keys("adjust", seat=0)], '"points" is missing'),
    ([with_keys("adjust", seat=9, points=1)], "there is no seat 9, only 0 to 1"),
    ([with_keys("adjust", seat=0, points=5), DEAL], "the match is over: Ana won it"),
    ([with_keys("adjust", seat=0, points=5), with_keys("shuffle")], "the match is over: Ana won it"),
]
REFUSED_WITH_BETS = [
    ([DEAL], "Beto has not bet yet"),
    ([with_keys("bet", seat=0, stake=1)], "Ana is the bank of this round"),
    ([with_keys("bet", seat=1, stake=0)], "the lowest bet is 1, not 0"),
    ([with_keys("bet", seat=1, stake=1)] * 2, "Beto has already bet in this round"),
    ([with_keys("bet", seat=1, stake=1), DEAL, with_keys("bet", seat=1, stake=1)], "Beto has already bet"),
]


@pytest.mark.parametrize(
    ("header", "lines", "says"),
    [(HEADER, *each) for each in REFUSED] + [(BETS, *each) for each in REFUSED_WITH_BETS],
)
def test_what_is_refused(
    header: str, lines: list[str], says: str, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    path = tmp_path / "match.jsonl"
    path.write_text("\n".join([header, *lines]) + "\n")
    assert cli.main(["score", str(path), "--json"]) == 2
    said = capsys.readouterr()
    assert said.err.startswith(f"porrazo: {path}:{len(lines) + 1}: {says}")
    assert said.err.count("\n") == 1
    assert all("why" in line for line in map(json.loads, said.out.splitlines()))


def test_further_keys_and_a_reason_that_is_missing_or_odd_are_kept() -> None:
    for line in (
        {"do": "hit", "seat": 1, "card": "7", "t": 1.5},
        {"do": "shuffle", "by": "tap"},
        {"do": "adjust", "seat": 0, "points": 2, "why": None},
        {"do": "adjust", "seat": 0, "points": 2, "why": {"a": 1}},
    ):
        assert GAME.event(line).to_json() == line
    assert GAME.event({"do": "adjust", "seat": 0, "points": 2}).to_json()["why"] == ""


def test_the_sheet(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["score", str(RECORDS / "the-bank.jsonl")]) == 0
    assert (
        capsys.readouterr().out
        == """\
Backhand to 20: Ana, Beto, Caro

Round 1, Ana deals                                         Ana  Beto  Caro
  Beto       bust, 22  7c 5d Qd                       -3     0    -3     0
  Ana        bank, from Beto                          +3     3    -3     0
  Ana        bank, to Caro                            -4    -1    -3     0
  Caro       backhand, 22  7c 4d Tc Ah                +4    -1    -3     4

Ana -1, Beto -3, Caro 4. Round 2: Caro bets.
"""
    )


def test_the_sheet_of_two_rounds_and_of_a_correction(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["score", str(RECORDS / "two-aces.jsonl"), "--markdown"]) == 0
    assert "| Beto | five cards, 21 | Ah 2c 4 5d 9s | +1 | 0 | 1 |" in capsys.readouterr().out
    assert cli.main(["score", str(RECORDS / "reopened.jsonl"), "--markdown"]) == 0
    assert "| Beto | correction: it was a hit |  | -1 | 0 | 0 |" in capsys.readouterr().out
