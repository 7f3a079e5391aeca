"""``porrazo watch`` around its eyes: options, the record as it grows, what is printed, what is refused.

The table is scripted here; films watched with the real networks are in test_clip.py.
"""

import errno
import json
import os
import threading
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from companion.cli import main
from companion.commands import BadInput, headless, watch
from companion.messages import FrameSeen, Message, ViewBack, ViewLost
from companion.pipeline.watcher import Watcher
from companion.referee import Referee
from engine.cards import PACK, Card
from engine.events import Event
from engine.header import Header
from engine.journal import Journal
from engine.porrazo.events import Play, Tendido
from tests.referee.drawn import told
from tests.rules.test_journal import full_at
from vision.cameras.camera import CameraError, Frame
from vision.tracking.placement import Placement
from vision.tracking.table import TableView
from vision.tracking.track import TrackView
from vision.view.view_lost import FROZEN, Loss

FPS = 12


class ScriptedTable:
    """Cards that lie on the table from one second on, until another: name -> (from, to)."""

    def __init__(self, script: dict[str, tuple[float, float]]) -> None:
        self.script = script
        self.placement = Placement()

    def look(self, image: np.ndarray, t: float, number: int) -> TableView:
        cards = []
        for track, (name, (since, until)) in enumerate(self.script.items()):
            if since <= t < until:
                odds = np.zeros(52, np.float32)
                odds[PACK.index(Card.parse(name))] = 1
                x = 60 * track
                corners = np.array([[x, 0], [x + 40, 0], [x + 40, 56], [x, 56]], np.float32)
                cards.append(TrackView(track, corners, odds, since, t - since > 0.2, False))
        return TableView(t, number, self.placement.placed(cards), (), True)


class ScriptedCamera:
    """So many seconds of empty pictures, and then the end, or an error."""

    live = False

    def __init__(self, seconds: float, error: str | None = None) -> None:
        self.count, self.error, self.number = int(seconds * FPS), error, 0

    def read(self) -> Frame | None:
        if self.number == self.count:
            if self.error:
                raise CameraError(self.error)
            return None
        self.number += 1
        return Frame(np.zeros((64, 64, 3), np.uint8), (self.number - 1) / FPS, self.number - 1)

    def close(self) -> None:
        pass


HEADER = Header(("Ana", "Beto"), options={"declarations": "automatic"})
# Beto lays the 7 of hearts, Ana hits it with the 7 of clubs, they lie until Beto's king, then go.
SCRIPT = {"7h": (1.0, 7.0), "7c": (3.0, 7.0), "Ks": (6.0, 99.0), "4d": (9.0, 99.0)}


def watched(tmp_path: Path, error: str | None = None) -> tuple[Watcher, Path]:
    watcher = Watcher(ScriptedCamera(12, error), ScriptedTable(SCRIPT), Referee(HEADER))
    return watcher, tmp_path / "out.jsonl"


def test_what_happened_is_in_the_record_with_its_time(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    watcher, path = watched(tmp_path)
    with Journal.begin(path, HEADER) as journal:
        headless.follow(watcher, journal, as_json=True)
    lines = [json.loads(line) for line in path.read_text().splitlines()]
    assert [line.get("card") for line in lines[1:]] == ["7h", "7c", "Ks", "4d"]
    assert all(0 <= line["t"] - laid < 3 for line, laid in zip(lines[1:], (1, 3, 6, 9), strict=True))
    printed = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [line["event"] for line in printed[:-1] if "revised" not in line] == [1, 2, 3, 4]
    assert printed[-1]["scores"] == [2, 0]  # porrazo 1 and limpia 1
    assert printed[-1]["table"] == ["Ks", "4d"]


def test_score_reads_what_watch_writes(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    watcher, path = watched(tmp_path)
    with Journal.begin(path, HEADER) as journal:
        headless.follow(watcher, journal, as_json=True)
    last = capsys.readouterr().out.splitlines()[-1]
    assert main(["score", str(path), "--json"]) == 0
    assert capsys.readouterr().out.splitlines()[-1] == last


def test_people_are_told_in_words(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    watcher, _ = watched(tmp_path)
    headless.follow(watcher, None, as_json=False)
    told = capsys.readouterr().out
    assert "7h" in told
    assert told.splitlines()[-1] == "Ana 2, Beto 0"


def test_each_event_is_explained_beside_what_programs_read(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    printed = []
    for explains in (None, watch.explain):
        watcher, _ = watched(tmp_path)
        watcher.explains = explains
        headless.follow(watcher, None, as_json=True)
        printed.append(capsys.readouterr())
    assert printed[0].out == printed[1].out
    assert printed[0].err == ""
    assert [f"event {line}: " in printed[1].err for line in (1, 2, 3, 4, 5)] == [True] * 4 + [False]


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


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["nothing.mp4"], "nothing.mp4"),
        (["nothing.mp4", "--players", "9"], "play"),
        (["nothing.mp4", "--players", "two"], "--players"),
        (["nothing.mp4", "--rules", "bridge"], "bridge"),
        (["nothing.mp4", "--option", "speed"], "speed"),
        (["nothing.mp4", "--option", "speed=3"], "speed"),
        (["nothing.mp4", "--teams", "0,2"], "team"),
        (["nothing.mp4", "--teams", "x/y"], "--teams"),
        (["nothing.mp4", "--dealer", "7"], "dealer"),
        (["nothing.mp4", "--bottom", "7"], "--bottom"),
        (["nothing.mp4", "--names", "A,B", "--players", "2"], "--players"),
        ([], "SOURCE"),
    ],
)
def test_bad_options_get_one_sentence(
    words: list[str], says: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["watch", "--headless", *words]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("porrazo: ")
    assert err.count("\n") == 1
    assert says in err


def test_a_record_of_another_match_is_left_alone(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "out.jsonl"
    Journal.begin(path, Header(("A", "B", "C"))).close()
    before = path.read_bytes()
    assert main(["watch", "nothing.mp4", "--headless", "--record", str(path)]) == 2
    assert str(path) in capsys.readouterr().err
    assert path.read_bytes() == before


def test_a_broken_record_is_named_with_its_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "out.jsonl"
    path.write_text('{"porrazo": 1, "players": ["A", "B"]}\nnonsense\n')
    assert main(["watch", "nothing.mp4", "--headless", "--record", str(path)]) == 2
    assert f"porrazo: {path}:2: " in capsys.readouterr().err


def test_a_match_is_gone_on_with(tmp_path: Path) -> None:
    watcher, path = watched(tmp_path)
    with Journal.begin(path, HEADER) as journal:
        headless.follow(watcher, journal, as_json=True)
    opened = watch.open_record(path, Header(("Player 1", "Player 2"), options={"declarations": "automatic"}))
    referee = Referee(opened.header, opened.events)
    script = {"Ks": (0.0, 99.0), "4d": (0.0, 99.0), "9c": (3.0, 99.0)}
    headless.follow(Watcher(ScriptedCamera(6), ScriptedTable(script), referee), opened.journal, as_json=True)
    opened.journal.close()
    cards = [json.loads(line).get("card") for line in path.read_text().splitlines()[1:]]
    assert cards == ["7h", "7c", "Ks", "4d", "9c"]


class Row:
    """A table on which four cards are laid in a row from the right, each believed before the next comes; every one is
    handed over with another end first.
    """

    NAMES = ("As", "3c", "8d", "8h")

    def __init__(self) -> None:
        self.placement = Placement()

    def look(self, image: np.ndarray, t: float, number: int) -> TableView:
        cards = []
        for track, name in enumerate(self.NAMES):
            since = 1.0 + 0.5 * track
            if since <= t:
                odds = np.zeros(52, np.float32)
                odds[PACK.index(Card.parse(name))] = 1
                x = 500 - 60 * track
                corners = np.array([[x, 90], [x + 40, 90], [x + 40, 146], [x, 146]], np.float32)
                corners = np.roll(corners, 2 * track, 0)
                cards.append(TrackView(track, corners, odds, since, t - since > 0.2, False))
        return TableView(t, number, self.placement.placed(cards), (), True)


def test_a_row_is_read_in_its_order_whichever_card_came_first() -> None:
    referee = Referee(Header(("Ana", "Beto"), options={"declarations": "automatic"}))
    watcher = Watcher(ScriptedCamera(8), Row(), referee)
    while (frame := watcher.camera.read()) is not None:
        watcher.step(frame)
    (laid,) = referee.written
    assert isinstance(laid, Tendido)
    names = tuple(map(str, laid.cards))
    assert names in (Row.NAMES, Row.NAMES[::-1])


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


def test_a_second_watch_onto_the_same_record_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "out.jsonl"
    with Journal.begin(path, Header(("A", "B"))):
        before = path.read_bytes()
        assert main(["watch", "nothing.mp4", "--headless", "--record", str(path)]) == 2
    assert capsys.readouterr().err == f"porrazo: {path}: another porrazo is writing it\n"
    assert path.read_bytes() == before


def test_a_line_that_was_cut_off_is_left_out_and_that_is_said(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "out.jsonl"
    Journal.begin(path, Header(("A", "B"))).close()
    whole = path.read_bytes()
    path.write_bytes(whole + b'{"do": "pl')
    assert main(["score", str(path)]) == 2, "whoever only reads is not told a line that was never whole"
    capsys.readouterr()
    assert main(["watch", "nothing.mp4", "--headless", "--record", str(path)]) == 2
    assert "Line 2 of the record was cut off" in capsys.readouterr().err
    assert path.read_bytes() == whole


def test_an_empty_file_is_begun_as_a_record(tmp_path: Path) -> None:
    path = tmp_path / "out.jsonl"
    path.touch()
    watch.open_record(path, HEADER).journal.close()
    assert len(path.read_text().splitlines()) == 1


class Covered(ScriptedTable):
    """The same table with a hand on the lens from one second to another: it seems bare, and that is no evidence."""

    def __init__(self, script: dict[str, tuple[float, float]], since: float, until: float) -> None:
        super().__init__(script)
        self.since, self.until = since, until

    def look(self, image: np.ndarray, t: float, number: int) -> TableView:
        if not self.since <= t < self.until:
            return super().look(image, t, number)
        return TableView(t, number, (), (), True, lost=Loss.COVERED)


LYING = {"7h": (1.0, 99.0), "9c": (3.0, 99.0), "Ks": (14.0, 99.0)}


def seen_by(table: ScriptedTable, seconds: float = 18) -> tuple[str, list[Message]]:
    posted: list[Message] = []
    watcher = Watcher(ScriptedCamera(seconds), table, Referee(HEADER))
    watcher.run(posted.append, threading.Event())
    return told(watcher.referee.written), posted


def test_a_table_that_empties_at_once_and_returns_has_not_been_swept() -> None:
    assert seen_by(Covered(LYING, 6.0, 12.0))[0] == "7h 9c Ks"


def test_it_is_said_within_two_seconds_that_the_table_cannot_be_seen() -> None:
    _, posted = seen_by(Covered(LYING, 6.0, 12.0))
    last, views = 0.0, []
    for message in posted:
        if isinstance(message, FrameSeen):
            last = message.t
            if 6.0 <= last < 12.0:
                assert message.outlines == (), "no card is shown where none can be seen"
        elif isinstance(message, ViewLost | ViewBack):
            views.append((message, last))
    assert [message for message, _ in views] == [ViewLost("covered"), ViewBack()]
    assert 6.0 < views[0][1] < 8.0
    assert views[1][1] == pytest.approx(12.0)


def test_a_picture_that_stands_still_is_said_within_two_seconds_of_when_it_began() -> None:
    class StandsStill(ScriptedTable):
        """Its pictures are the same from 6 s on, which is known once it has lasted."""

        def look(self, image: np.ndarray, t: float, number: int) -> TableView:
            lost = Loss.FROZEN if t >= 6.0 + FROZEN else None
            return replace(super().look(image, min(t, 6.0), number), t=t, lost=lost)

    _, posted = seen_by(StandsStill(LYING), 9)
    said = posted.index(ViewLost("frozen"))
    assert next(each.t for each in reversed(posted[:said]) if isinstance(each, FrameSeen)) < 8.0


def test_a_blink_is_not_worth_a_word() -> None:
    written, posted = seen_by(Covered(LYING, 6.0, 6.4))
    assert written == "7h 9c Ks"
    assert not any(isinstance(message, ViewLost) for message in posted)


def test_a_card_laid_while_the_camera_was_silent_is_doubted() -> None:
    class Silent(ScriptedCamera):
        def read(self) -> Frame | None:
            frame = super().read()
            later = 20.0 if frame is not None and frame.t >= 6.0 else 0.0
            return None if frame is None else Frame(frame.image, frame.t + later, frame.number)

    watcher = Watcher(
        Silent(18), ScriptedTable({**LYING, "Ks": (20.0, 99.0), "2d": (32.0, 99.0)}), Referee(HEADER)
    )
    watcher.run(lambda _: None, threading.Event())
    assert told(watcher.referee.written) == "7h 9c Ks? 2d"


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--game", "crash"], "Crash cannot be watched yet"),
        (["--game", "whist"], "there is no game 'whist'"),
        (["--game", "malilla", "--players", "3"], "four play this game, not 3"),
        (["--game", "malilla", "--rules", "pagat"], "--rules is for games that have several"),
        (["--game", "malilla", "--explain"], "--explain is for Porrazo only"),
    ],
)
def test_a_game_that_cannot_be_watched_in_this_way_is_refused_in_one_sentence(
    words: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["watch", "gone.mp4", "--headless", *words]) == 2
    told = capsys.readouterr()
    assert said in told.err
    assert told.err.count("\n") == 1
    assert told.out == ""
