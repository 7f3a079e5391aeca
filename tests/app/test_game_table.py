"""Every golden record of every game is told by taps at the game's table, and scored as the engine scores it."""

from pathlib import Path

import pytest

from companion.window.games.game_table import GameTableScreen
from engine.events import Adjust
from engine.match import AnyMatch
from tests.app.conftest import Open
from tests.app.driving import Driver
from tests.app.tapping_games import Teller
from tests.record.test_every_game import RECORDS, record, told

BY_GAME = {path.parts[-3]: [each for each in RECORDS if each.parts[-3] == path.parts[-3]] for path in RECORDS}
"""The golden records by game."""


def sat_down(driver: Driver, path: Path) -> Driver:
    """Begin a match as a record's header says, and sit down at its table."""
    header, _ = record(path)
    assert driver.app.begin(header)
    driver.app.go("table")
    driver.idle()
    return driver


def scored(match: AnyMatch) -> list[tuple[int, int, str]]:
    """What was scored, but for points by hand, which may take several taps."""
    made = [*match.scores_made, *match.settled.made]
    return [(score.seat, score.points, score.why) for score in made if score.why != "adjust"]


LONGEST = [max(paths, key=lambda path: len(record(path)[1])) for paths in BY_GAME.values()]
"""A record of each game: the longest."""


@pytest.mark.parametrize("path", LONGEST, ids=lambda path: f"{path.parts[-3]}-{path.stem}")
def test_a_record_is_told_by_taps(path: Path, open_app: Open) -> None:
    header, events = record(path)
    driver = sat_down(open_app(None), path)
    teller = Teller(driver)
    for event in events:
        teller.tell(event)
    match, right = driver.session.match, told(header, events)
    assert isinstance(driver.app.screen, GameTableScreen)
    assert scored(match) == scored(right)
    assert match.settled.position.scores == right.settled.position.scores
    assert match.position.winner == right.position.winner
    if match.game.suits:
        assert unordered(match.settled.position.to_json()) == unordered(right.settled.position.to_json())
    kept = driver.app.archive.row(driver.app.archive.current)
    assert kept is not None
    assert len(kept.events) == len(match.events)


def unordered(value: object) -> object:
    """Give a last line with every list sorted: the order in which melds and their cards are tapped is free."""
    if isinstance(value, dict):
        return {key: unordered(each) for key, each in value.items()}
    return sorted(map(unordered, value), key=str) if isinstance(value, list) else value


@pytest.mark.parametrize("size", [(1280, 800), (800, 480), (480, 800)])
def test_a_match_goes_back_and_on_again(size: tuple[int, int], open_app: Open) -> None:
    path = next(path for path in RECORDS if path.stem == "a-trick")
    driver = sat_down(open_app(None, size=size), path)
    teller = Teller(driver)
    _, events = record(path)
    assert [teller.tell(event) for event in events] == [1] * len(events)
    end = driver.session.match.position
    for _ in events:
        driver.tap(teller.table.ids.undo)
    assert driver.session.match.position.count == 0
    for _ in events:
        driver.tap(teller.table.ids.redo)
    assert driver.session.match.position == end
    assert not any(isinstance(event, Adjust) for event in events)
