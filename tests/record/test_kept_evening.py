"""An evening kept in a folder: what is in it, and that nothing which goes wrong with it disturbs the watching."""

import queue
from pathlib import Path

import numpy as np
import pytest

from companion.messages import Told
from companion.pipeline.watcher import Watcher
from companion.record import clips
from companion.record.evening import PutRight, read_evening
from companion.record.kept_evening import SEEN_FILE, EveningKeeper, KeptEvening, seen_file
from companion.referee import Change, Referee
from engine.cards import Card
from engine.header import Header
from engine.porrazo.events import Play, Recount
from tests.films.filmed import NoCamera
from vision.arrays import Image
from vision.cameras.camera import Frame
from vision.tracking.table import TableView

HEADER = Header(("Ana", "Beto"))
PLAY = Play(1, Card.parse("7h"), extra={"t": 3.0})
PICTURE = np.full((180, 320, 3), 90, np.uint8)


class Empty:
    """A table on which nothing ever lies."""

    def look(self, image: Image, t: float, number: int) -> TableView:
        return TableView(t, number, (), (), True)


def watching() -> Watcher:
    return Watcher(NoCamera(), Empty(), Referee(HEADER), queue.SimpleQueue())


def watched(watcher: Watcher, since: float, until: float) -> None:
    for number in range(round(since * 5), round(until * 5)):
        watcher.step(Frame(PICTURE, number / 5, number))


def films(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir() if path.name != SEEN_FILE)


def test_a_folder_holds_what_was_seen_and_told_and_a_film_of_the_correction(tmp_path: Path) -> None:
    watcher = watching()
    watcher.keep_evening(lambda: tmp_path / "one", lambda: True)
    watched(watcher, 0, 10)
    watcher.hear(Told("corrected", PLAY, 1, PLAY, (PLAY,)))
    watched(watcher, 10, 12)
    assert watcher.keeping() == tmp_path / "one"
    watcher.close()
    assert films(tmp_path / "one") == ["000003.0-correction.mp4"]
    evening = read_evening(seen_file(tmp_path / "one"))
    assert len(evening.lines) == 61
    assert PutRight((PLAY,)) in evening.lines


def test_a_doubt_and_a_recount_are_filmed_and_what_is_clear_is_not(tmp_path: Path) -> None:
    kept = KeptEvening(tmp_path / "one", HEADER, 0, ())
    for number in range(300):
        kept.picture(PICTURE, number / 5)
    doubtful = Play(1, Card.parse("7h"), extra={"t": 20.0, "doubt": True})
    kept.changed([Change(1, PLAY, "new"), Change(2, doubtful, "revised")], 60.0)
    kept.changed([Change(3, Recount((Card.parse("7h"),), extra={"t": 50.0}), "new")], 60.0)
    kept.close(())
    assert films(tmp_path / "one") == ["000020.0-doubt.mp4", "000050.0-recount.mp4"]


def test_one_file_holds_no_pictures(tmp_path: Path) -> None:
    kept = KeptEvening(tmp_path / "evening.gz", HEADER, 0, ())
    kept.picture(PICTURE, 1.0)
    kept.told(Told("corrected", PLAY, 1, PLAY, ()), 2.0)
    kept.close(())
    assert [path.name for path in tmp_path.iterdir()] == ["evening.gz"]
    assert read_evening(seen_file(tmp_path / "evening.gz")).lines == (PutRight(()),)


def test_nothing_is_kept_that_is_not_wanted(tmp_path: Path) -> None:
    watcher, wanted = watching(), False
    watcher.keep_evening(lambda: tmp_path / "one", lambda: wanted)
    watched(watcher, 0, 5)
    assert watcher.keeping() is None
    assert [*tmp_path.iterdir()] == []
    wanted = True
    watched(watcher, 5, 10)
    assert watcher.keeping() == tmp_path / "one"
    wanted = False
    watched(watcher, 10, 15)
    assert watcher.keeping() is None
    evening = read_evening(seen_file(tmp_path / "one"))
    assert (len(evening.lines), evening.record) == (25, ())


def test_a_folder_that_cannot_be_made_is_one_sentence_and_the_match_goes_on(tmp_path: Path) -> None:
    (tmp_path / "evenings").write_text("in the way")
    watcher = watching()
    watcher.keep_evening(lambda: tmp_path / "evenings" / "one", lambda: True)
    watched(watcher, 0, 3)
    assert watcher.keeper is not None
    assert watcher.keeper.trouble() == "Not a directory"
    watched(watcher, 3, 6)
    assert watcher.keeper.trouble() is None, "it is said once"
    watcher.close()


def test_a_disk_that_fills_up_ends_the_keeping_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    watcher = watching()
    watcher.keep_evening(lambda: tmp_path / "one", lambda: True)
    watched(watcher, 0, 2)
    assert watcher.keeper is not None
    assert watcher.keeper.kept is not None

    def full(_: object) -> int:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(watcher.keeper.kept._writer._file, "write", full)
    watched(watcher, 2, 6)
    assert watcher.keeper.trouble() == "No space left on device"
    assert watcher.keeping() is None
    watcher.close()
    assert watcher.keeper.trouble() is None


def test_a_fault_in_the_films_ends_the_keeping_and_not_the_watching(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object) -> None:
        raise IndexError("broken")

    monkeypatch.setattr(clips.Ring, "take", broken)
    watcher = watching()
    watcher.keep_evening(lambda: tmp_path / "one", lambda: True)
    watched(watcher, 0, 2)
    assert watcher.keeper is not None
    assert watcher.keeper.trouble() == "IndexError: broken"
    assert seen_file(tmp_path / "one").exists(), "what was kept until then stays"


def test_after_a_fault_it_is_kept_again_when_it_is_wanted_anew(tmp_path: Path) -> None:
    made, wanted = 0, True

    def begin() -> KeptEvening:
        nonlocal made
        made += 1
        if made == 1:
            raise OSError(30, "Read-only file system")
        return KeptEvening(tmp_path / "one", HEADER, 0, ())

    keeper = EveningKeeper(begin, lambda: (), lambda: wanted)
    for each in (True, True, False, True):
        wanted = each
        keeper.picture(PICTURE, 1.0)
    assert (made, keeper.trouble(), keeper.path) == (2, "Read-only file system", tmp_path / "one")
    keeper.close()
