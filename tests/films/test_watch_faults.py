"""Faults while a table is watched: a look or a referee that fails, a camera that is lost, a disk that is full."""

import errno
import json
import os
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from companion.cli import main
from companion.commands import BadInput, headless
from companion.pipeline.watcher import Watcher
from companion.referee import Referee
from engine.events import Event
from engine.journal import Journal
from engine.porrazo.events import Play
from tests.films.scripted import HEADER, SCRIPT, ScriptedCamera, ScriptedTable, watched
from tests.rules.test_journal import full_at
from vision.tracking.table import TableView


def test_a_lost_camera_keeps_what_had_happened(tmp_path: Path) -> None:
    watcher, path = watched(tmp_path, "the camera was unplugged")
    with Journal.begin(path, HEADER) as journal, pytest.raises(BadInput, match="unplugged"):
        headless.follow(watcher, journal, as_json=True)
    assert len(path.read_text().splitlines()) == 5


class Stumbling(ScriptedTable):
    """One that ends in a fault at these frames; ``new`` makes another, as a restart does."""

    def __init__(self, script: dict[str, tuple[float, float]], faults: dict[int, Exception]) -> None:
        super().__init__(script)
        self.faults, self.made = faults, 1

    def look(self, image: np.ndarray, t: float, number: int) -> TableView:
        if number in self.faults:
            raise self.faults[number]
        return super().look(image, t, number)

    def new(self) -> "Stumbling":
        self.made += 1
        return self


def test_a_fault_is_said_and_watching_begins_again(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    table = Stumbling(SCRIPT, {60: IndexError("list index out of range"), 100: KeyError("x")})
    path = tmp_path / "out.jsonl"
    with Journal.begin(path, HEADER) as journal:
        watcher = Watcher(ScriptedCamera(12), table, Referee(HEADER), anew=table.new)
        headless.follow(watcher, journal, as_json=True)
    lines = [json.loads(line) for line in path.read_text().splitlines()]
    assert [line.get("card") for line in lines[1:]] == ["7h", "7c", "Ks", "4d"]
    said = capsys.readouterr().err.splitlines()
    assert said == [
        f"porrazo: watching failed and begins again: check the score ({reason})"
        for reason in ("IndexError: list index out of range", "KeyError: 'x'")
    ]
    assert table.made == 3


class FoundAgain(Stumbling):
    """Once made anew it finds every card again, as another track, a moment later."""

    begun: float | None = None

    def look(self, image: np.ndarray, t: float, number: int) -> TableView:
        view = super().look(image, t, number)
        if self.made == 1:
            return view
        self.begun = t if self.begun is None else self.begun
        cards = [(card, max(card.since, self.begun + 0.15)) for card in view.cards]
        again = [
            replace(card, track=20 - card.track, since=since, steady=t - since > 0.3)
            for card, since in cards
            if t >= since
        ]
        return replace(view, cards=tuple(again))


@pytest.mark.parametrize("number", range(0, 140, 10))
def test_whenever_a_fault_comes_no_play_is_invented_or_lost(number: int) -> None:
    table, referee = FoundAgain(SCRIPT, {number: IndexError()}), Referee(HEADER)
    headless.follow(Watcher(ScriptedCamera(12), table, referee, anew=table.new), None, as_json=True)
    assert table.made == 2
    plays = [str(event.card) if isinstance(event, Play) else event.do for event in referee.written]
    assert plays == ["7h", "7c", "Ks", "4d"]


def test_a_fault_of_the_referee_loses_nothing_that_was_written(tmp_path: Path) -> None:
    """It has just taken in a play, of which nobody has been told, when it fails."""

    class Failing(Referee):
        failed = False

        def _forget(self) -> None:
            if len(self.written) == 3 and not self.failed:
                self.failed = True
                raise AssertionError
            super()._forget()

    path, referee = tmp_path / "out.jsonl", Failing(HEADER)
    with Journal.begin(path, HEADER) as journal:
        table = ScriptedTable(SCRIPT)
        headless.follow(Watcher(ScriptedCamera(12), table, referee), journal, as_json=True)
    lines = [json.loads(line) for line in path.read_text().splitlines()]
    assert referee.failed
    assert [line.get("card") for line in lines[1:]] == ["7h", "7c", "Ks", "4d"]


def test_the_third_fault_in_a_minute_ends_it_with_a_sentence_and_the_record_whole(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "out.jsonl"
    table = Stumbling(SCRIPT, {number: MemoryError() for number in range(60, 99)})
    with Journal.begin(path, HEADER) as journal, pytest.raises(BadInput) as caught:
        headless.follow(Watcher(ScriptedCamera(12), table, Referee(HEADER), anew=table.new), journal, True)
    assert str(caught.value) == "watching failed three times in a minute and stops (MemoryError)"
    lines = [json.loads(line) for line in path.read_text().splitlines()]
    assert [line.get("card") for line in lines[1:]] == ["7h", "7c"]
    out, err = capsys.readouterr()
    assert len(err.splitlines()) == 2
    assert json.loads(out.splitlines()[-1])["table"] == ["7h", "7c"]


class FullFor(Journal):
    """A record on a disk that takes nothing from its event ``first`` to ``last``."""

    first, last, tried = 2, 3, 0

    def append(self, event: Event) -> int:
        self.tried += 1
        if not self.first <= self.tried <= self.last:
            return super().append(event)
        with full_at(10):
            return super().append(event)

    def restore(self) -> None:
        if self.tried <= self.last:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        super().restore()


def test_a_disk_that_is_full_for_a_while_is_said_and_loses_nothing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    watcher, path = watched(tmp_path)
    with FullFor.begin(path, HEADER) as journal:
        headless.follow(watcher, journal, as_json=True)
    assert [json.loads(line).get("card") for line in path.read_text().splitlines()[1:]] == [
        "7h",
        "7c",
        "Ks",
        "4d",
    ]
    said = capsys.readouterr().err.splitlines()
    assert len(said) == 2
    assert "cannot be written: File too large" in said[0]
    assert said[1].endswith("is whole again")


def test_a_disk_that_stays_full_is_said_at_the_end_and_what_is_there_can_be_scored(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    watcher, path = watched(tmp_path)
    journal = FullFor.begin(path, HEADER)
    journal.last = 99
    with pytest.raises(BadInput, match="lacks what happened last: No space left"):
        headless.follow(watcher, journal, as_json=True)
    assert json.loads(capsys.readouterr().out.splitlines()[-1])["scores"] == [2, 0]
    assert main(["score", str(path)]) == 0
