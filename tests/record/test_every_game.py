"""The app's match is any game's: tapped into a session, kept event by event, put right, gone on with, listed."""

from pathlib import Path

import pytest

from companion.archive.archive import Archive, Kept
from companion.cli import main
from companion.record.session import Session
from companion.record.statistics import statistics_of
from engine.events import Adjust, Event
from engine.games import NAMES, game_called
from engine.header import Header
from engine.match import AnyMatch, Match
from engine.record import read

RECORDS = sorted(Path(__file__).parents[1].glob("games/*/records/*.jsonl"))
"""Golden records of every game but the first, which the other tests of the app play."""


def record(path: Path) -> tuple[Header, list[Event]]:
    """Read a record: its header and its events."""
    items = [item for _, item in read(path.read_bytes().splitlines(keepends=True))]
    assert isinstance(items[0], Header)
    return items[0], [item for item in items[1:] if not isinstance(item, Header)]


def told(header: Header, events: list[Event]) -> AnyMatch:
    match: AnyMatch = Match(header)
    for event in events:
        match.add(event)
    return match


def test_each_game_has_a_record() -> None:
    assert {record(path)[0].game for path in RECORDS} == set(NAMES[1:])


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: f"{path.parts[-3]}-{path.stem}")
def test_a_record_is_tapped_kept_and_gone_on_with(path: Path, tmp_path: Path) -> None:
    header, events = record(path)
    right = told(header, events)
    archive = Archive(tmp_path, lambda: 1_700_000_000.0)
    opened = archive.begin(header)
    session = Session(header, opened.journal, clock=lambda: 7.0)
    for line, event in enumerate(events, start=1):
        assert session.allows(event)
        assert session.tap(event)
        row = archive.row(archive.current)
        assert row is not None
        assert len(row.events) == line
    while session.can_undo:
        session.undo()
    assert session.match.position == game_called(header.game).start(header)
    while session.can_redo:
        session.redo()
    assert session.match.position == right.position
    session.insert(None, Adjust(0, 1, "gift"))
    session.undo()
    session.close()
    found = archive.read(archive.current)
    assert isinstance(found, Kept)
    assert found.match.position == right.position
    assert found.match.scores_made == right.scores_made
    again = archive.resume()
    assert (again is None) == (found.winner is not None)
    if again is not None:
        assert Session(again.header, again.journal, again.events).match.position == right.position
        again.journal.close()
    archive.let_go()


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: f"{path.parts[-3]}-{path.stem}")
def test_its_points_add_up_for_each_side(path: Path) -> None:
    match = told(*record(path))
    statistics = statistics_of(match)
    scores = match.settled.position.scores
    assert statistics.curve.totals[-1] == scores
    sums = [sum(points) for points in zip(*statistics.sources.values(), strict=True)] or [0] * len(scores)
    assert tuple(sums) == scores


def test_corrections_reach_the_record(tmp_path: Path) -> None:
    header, events = record(next(path for path in RECORDS if path.stem == "a-trick"))
    archive = Archive(tmp_path)
    session = Session(header, archive.begin(header).journal, clock=lambda: 7.0)
    for event in events:
        session.tap(event)
    turned = session.entries[0]
    seven = game_called(header.game).event({"do": "trump", "card": "7d"})
    assert session.correct(turned, seven)
    assert session.notice is not None
    row = archive.row(archive.current)
    assert row is not None
    assert '"7d"' in str(row.events[0])
    assert session.match.position.scores == (0, 5)
    archive.let_go()


def test_it_is_listed_exported_and_imported_by_its_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    source = next(path for path in RECORDS if path.stem == "held-points")
    assert main(["match", "import", str(source)]) == 0
    capsys.readouterr()
    assert main(["match", "list"]) == 0
    assert capsys.readouterr().out.rstrip().endswith("Malilla: Ana and Caro 35, Beto and Dani 16")
    assert main(["match", "export", "1", str(tmp_path / "out.jsonl")]) == 0
    assert record(tmp_path / "out.jsonl") == record(source)


def test_figures_are_added_up_for_each_game_apart(tmp_path: Path) -> None:
    source = next(path for path in RECORDS if path.stem == "held-points")
    header, events = record(source)
    archive = Archive(tmp_path)
    for which, played in ((Header(("Ana", "Beto")), [Adjust(0, 7, "x")]), (header, events)):
        opened = archive.begin(which)
        for event in played:
            opened.journal.append(event)
        opened.journal.close()
    for number in archive.owed():
        archive.reckon(number)
    assert {person.name: person.points for person in archive.figures()} == {"Ana": 7, "Beto": 0}
    cards = {person.name: (person.matches, person.won, person.plays) for person in archive.figures("malilla")}
    assert cards == {"Ana": (1, 1, 10), "Beto": (1, 0, 10), "Caro": (1, 1, 10), "Dani": (1, 0, 10)}
    archive.let_go()
