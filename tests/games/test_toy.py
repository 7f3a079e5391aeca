"""The toy game of docs/adding-a-game.md is a game like any other: scored, undone and refused by what knows none."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from companion import cli
from companion.record.asking import Asking
from engine.cards import Card
from engine.game import AnyGame
from engine.header import Header
from engine.match import Match
from tests.games.toy import ADJUST, HEADER, SHOWN, in_the_house, played


@pytest.fixture
def toy() -> Iterator[AnyGame]:
    """The page's game."""
    with in_the_house() as game:
        yield game


def test_it_is_scored_by_the_command(
    toy: AnyGame, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "toy.jsonl"
    path.write_bytes(HEADER + SHOWN + ADJUST)
    assert cli.main(["score", str(path), "--json"]) == 0
    assert [json.loads(line) for line in capsys.readouterr().out.splitlines()] == [
        {"event": 2, "seat": 0, "points": 1, "why": "high"},
        {"event": 5, "seat": 1, "points": 2, "why": "adjust"},
        {"game": "toy", "scores": [1, 2], "winner": 1, "turn": 1},
    ]
    assert cli.main(["score", str(path)]) == 0
    assert "High card to 2" in capsys.readouterr().out


def test_what_it_refuses_is_named_with_its_line(
    toy: AnyGame, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "toy.jsonl"
    path.write_bytes(HEADER + SHOWN + SHOWN[: SHOWN.index(b"\n") + 1] * 2)
    assert cli.main(["score", str(path), "--json"]) == 2
    assert capsys.readouterr().err == f"porrazo: {path}:7: the 7 of hearts cannot be shown now\n"


def test_it_is_tapped(toy: AnyGame) -> None:
    match: Match[Any, Any] = Match(Header(("Ana", "Beto"), "", target=2, game="toy"))
    asking = Asking.of(match)
    seven = Card.parse("7h")
    assert seven in asking.possible
    event = asking.card(seven).told
    assert event is not None
    match.add(event)
    assert seven not in Asking.of(match).possible
    assert match.events == (toy.event({"do": "show", "seat": 1, "card": "7h"}),)


def test_it_is_undone_and_corrected(toy: AnyGame) -> None:
    match = played()
    end = match.position
    match.remove(match.entry(5))
    assert match.position.winner is None
    match.undo()
    assert match.position == end


def test_a_game_that_there_is_not(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "chess.jsonl"
    for game in ("chess", "../porrazo", "", "games"):
        path.write_text(f'{{"porrazo": 1, "game": {json.dumps(game)}, "players": ["Ana", "Beto"]}}\n')
        assert cli.main(["score", str(path)]) == 2
        said = capsys.readouterr()
        assert said.out == ""
        assert f":1: there is no game '{game}', only porrazo" in said.err
