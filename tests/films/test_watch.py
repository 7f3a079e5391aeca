"""``porrazo watch`` around its eyes: options, the record as it grows, what is printed, what is refused.

The table is scripted here; films watched with the real networks are in test_clip.py.
"""

import json
import threading
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from companion.cli import main
from companion.commands import headless, watch
from companion.messages import STRAINED, MachineStrained, Message
from companion.pipeline.strain import HOT, WEAK_POWER, Strain, StrainWatch
from companion.pipeline.watcher import Watcher
from companion.referee import Referee
from engine.cards import PACK, Card
from engine.header import Header
from engine.journal import Journal
from engine.porrazo.events import Tendido
from tests.films.scripted import HEADER, ScriptedCamera, ScriptedTable, watched
from vision.cameras.camera import Frame
from vision.tracking.placement import Placement
from vision.tracking.table import TableView
from vision.tracking.track import TrackView


class EveryNth:
    """A camera of whose frames a slow machine takes one in so many."""

    live = False

    def __init__(self, camera: ScriptedCamera, n: int) -> None:
        self.camera, self.n = camera, n

    def read(self) -> Frame | None:
        frame = self.camera.read()
        return replace(frame, t=frame.t * self.n) if frame is not None else None

    def close(self) -> None:
        self.camera.close()


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


def test_a_machine_too_slow_to_see_every_play_says_so_once(capsys: pytest.CaptureFixture[str]) -> None:
    """A film whose pictures come 1.5 s apart is what such a machine sees of a live table."""
    for camera in (EveryNth(ScriptedCamera(3.5), 18), ScriptedCamera(60)):
        watcher = Watcher(camera, ScriptedTable({}), Referee(HEADER))
        headless.follow(watcher, None, as_json=False)
    said = capsys.readouterr().err.splitlines()
    assert said == ["porrazo: This machine sees the table only every 2 s: more will be asked"]


class Live(ScriptedCamera):
    """A camera that shows nothing, live."""

    live = True


def test_a_machine_that_is_slowed_down_says_so_once(capsys: pytest.CaptureFixture[str]) -> None:
    said = []
    for camera in (Live(2), ScriptedCamera(2)):
        watcher = Watcher(camera, ScriptedTable({}), Referee(HEADER))
        watcher.strain = StrainWatch(lambda: Strain(now=WEAK_POWER))
        headless.follow(watcher, None, as_json=False)
        said.append(capsys.readouterr().err)
    assert said == [f"porrazo: {STRAINED[WEAK_POWER]}\n", ""], "a film can wait"


def test_a_machine_that_is_slowed_down_is_told_to_the_window() -> None:
    watcher = Watcher(Live(2), ScriptedTable({}), Referee(HEADER))
    watcher.strain = StrainWatch(lambda: Strain(now=HOT))
    posted: list[Message] = []
    watcher.run(posted.append, threading.Event())
    assert [message for message in posted if isinstance(message, MachineStrained)] == [MachineStrained(HOT)]


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
        return TableView(t, number, self.placement.placed(cards, (640, 480)), (), True)


def test_a_row_is_read_in_its_order_whichever_card_came_first() -> None:
    referee = Referee(Header(("Ana", "Beto"), options={"declarations": "automatic"}))
    watcher = Watcher(ScriptedCamera(8), Row(), referee)
    while (frame := watcher.camera.read()) is not None:
        watcher.step(frame)
    (laid,) = referee.written
    assert isinstance(laid, Tendido)
    names = tuple(map(str, laid.cards))
    assert names in (Row.NAMES, Row.NAMES[::-1])


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


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--game", "conquian"], "Conquian cannot be watched yet, only Porrazo, Malilla"),
        (["--game", "royal_porcio", "--players", "4"], "Royal Porcio cannot be watched yet"),
        (["--game", "royal_porcio", "--names", "Ana,Beto"], "Royal Porcio cannot be watched yet"),
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
