"""Keeping an evening, from the settings: off at first, said what is kept, listed, deleted by one tap."""

import threading
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from companion.archive import evenings
from companion.archive.evenings import (
    EVENINGS_FOLDER,
    HOURS,
    StoredEvening,
    free_folder,
    is_wanted,
    until_when,
)
from companion.messages import STRAINED, KeepingEnded, LooksRare, MachineStrained, Message
from companion.window.settings.evenings import EveningsScreen
from companion.window.settings.settings import SettingsScreen
from companion.window.widgets.text import language
from tests.app.conftest import Open
from tests.app.driving import Driver
from tests.app.kept import chosen
from tests.app.test_settings import at_settings, choose, plate_of

NIGHT = 1_700_000_000.0


@dataclass
class Keeping:
    """A watcher that keeps the evening into a folder while that is wanted, as far as the app can tell."""

    path: Callable[[], Path] | None = None
    wanted: Callable[[], bool] = lambda: False
    folder: Path | None = None
    post: Callable[[Message], None] | None = None

    def run(self, post: Callable[[Message], None], stop: threading.Event) -> None:
        self.post = post
        stop.wait(30)

    def keep_evening(self, path: Callable[[], Path], wanted: Callable[[], bool]) -> None:
        self.path, self.wanted = path, wanted

    def keeping(self) -> Path | None:
        return self.folder


def leave(data: Path, name: str, size: int) -> Path:
    """Leave an evening of this size behind."""
    folder = data / EVENINGS_FOLDER / name
    folder.mkdir(parents=True)
    (folder / "seen.gz").write_bytes(bytes(size))
    return folder


def at_evenings(app: Driver) -> EveningsScreen:
    app.app.go("evenings")
    app.idle()
    return app.front(EveningsScreen)


def test_it_is_off_at_first_and_says_what_is_kept_and_where(open_app: Open, tmp_path: Path) -> None:
    watcher = Keeping()
    app = open_app(producer=watcher)
    at_settings(app)
    plate = plate_of(app, "evening")
    assert plate.choices.at == 0
    assert not watcher.wanted()
    assert "on this device: see Kept evenings" in plate.ids.detail.text
    assert "ten-second clip" in plate.ids.detail.text
    assert not (tmp_path / EVENINGS_FOLDER).exists()


def test_a_tap_turns_it_on_for_what_watches_and_another_off(open_app: Open, tmp_path: Path) -> None:
    watcher = Keeping()
    app = open_app(producer=watcher)
    at_settings(app)
    choose(app, "evening", 1)
    assert watcher.wanted()
    assert watcher.path is not None
    assert watcher.path().parent == tmp_path / EVENINGS_FOLDER
    assert chosen(tmp_path).evening == until_when(app.now)
    choose(app, "evening", 0)
    assert not watcher.wanted()
    assert chosen(tmp_path).evening == 0


def test_it_is_off_again_after_half_a_day(open_app: Open) -> None:
    watcher = Keeping()
    app = open_app(producer=watcher)
    app.app.preferences.keep_evening(True)
    app.now += HOURS * 3600 - 1
    assert watcher.wanted()
    app.now += 2
    assert not watcher.wanted()
    screen = at_settings(app)
    assert isinstance(screen, SettingsScreen)
    assert plate_of(app, "evening").choices.at == 0


def test_a_clock_put_back_does_not_make_it_last() -> None:
    assert is_wanted(until_when(NIGHT), NIGHT)
    assert not is_wanted(until_when(NIGHT), NIGHT - 60)
    assert not is_wanted(0.0, NIGHT)


def test_evenings_are_listed_with_their_size_and_one_tap_deletes_one(open_app: Open, tmp_path: Path) -> None:
    old, new = leave(tmp_path, "2026-11-20 21.05", 2_340_000), leave(tmp_path, "2026-11-22 20.00", 10)
    app = open_app()
    screen = at_evenings(app)
    assert [plate.ids.began.text for plate in screen.plates] == ["2026-11-22 20:00", "2026-11-20 21:05"]
    assert [plate.ids.size.text for plate in screen.plates] == ["0.1 MB", "2.3 MB"]
    app.tap(screen.plates[0].delete)
    assert [plate.evening.folder for plate in screen.plates] == [old]
    assert not new.exists()


def test_one_tap_deletes_all(open_app: Open, tmp_path: Path) -> None:
    for day in ("20", "21", "22"):
        leave(tmp_path, f"2026-11-{day} 20.00", 1000)
    app = open_app()
    screen = at_evenings(app)
    app.tap(screen.ids.all)
    assert [*(tmp_path / EVENINGS_FOLDER).iterdir()] == []
    assert screen.plates == []
    assert screen.ids.all.disabled
    assert "No evening is kept yet" in app.texts()


def test_without_an_evening_it_says_what_one_is_for_and_one_tap_keeps_it(
    open_app: Open, tmp_path: Path
) -> None:
    """The screen said where else to go, in one sentence on nothing."""
    app = open_app()
    screen = at_evenings(app)
    assert any("what was read wrongly" in text for text in app.texts())
    assert "Delete all" not in app.texts()
    app.tap(app.button("Keep this evening"))
    assert app.app.preferences.keeps_evening
    assert chosen(tmp_path).evening == until_when(app.now)
    assert "This evening is kept" in app.texts()
    app.tap(screen.empty.act)
    assert app.app.showing == "camera"


@pytest.mark.parametrize("size", [(800, 480), (480, 800), (800, 1280)])
@pytest.mark.parametrize("code", ["en", "es"])
def test_the_words_of_an_empty_screen_lie_beside_its_picture(
    open_app: Open, size: tuple[int, int], code: str
) -> None:
    """In an upright window with the largest letters they would have lain over it."""
    app = open_app(None, size=size)
    app.app.preferences.change(language=code, text_size=1.3)
    empty = at_evenings(app).empty
    app.idle(8)
    stage, words = empty.ids.stage, empty.act.parent
    assert words.x >= stage.right or words.top <= stage.y
    for word in words.children:
        assert words.y - 1 <= word.y
        assert word.top <= words.top + 1


def test_deleting_the_evening_of_now_ends_its_keeping(open_app: Open, tmp_path: Path) -> None:
    watcher = Keeping(folder=leave(tmp_path, "2026-11-22 20.00", 1000))
    app = open_app(producer=watcher)
    app.app.preferences.keep_evening(True)
    screen = at_evenings(app)
    assert screen.plates[0].ids.size.text == "0.1 MB, is being kept now"
    app.tap(screen.plates[0].delete)
    assert not watcher.wanted()
    assert screen.plates == []


def test_an_evening_that_cannot_be_deleted_is_one_sentence(
    open_app: Open, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    leave(tmp_path, "2026-11-22 20.00", 1000)
    app = open_app()
    screen = at_evenings(app)

    def refused(_: StoredEvening) -> None:
        raise OSError(30, "Read-only file system")

    monkeypatch.setattr(evenings, "delete", refused)
    app.tap(screen.plates[0].delete)
    assert screen.ids.notice.text == "The evening cannot be deleted: Read-only file system"
    assert len(screen.plates) == 1


def test_all_of_it_is_said_in_spanish_too(open_app: Open, tmp_path: Path) -> None:
    leave(tmp_path, "2026-11-22 20.00", 1000)
    app = open_app()
    language.code = "es"
    at_evenings(app)
    assert {"Veladas guardadas", "Borrar todas", "Borrar"} <= set(app.texts())
    at_settings(app)
    assert "Guardar esta velada" in app.texts()


def test_a_disk_that_takes_no_more_is_said_and_the_match_goes_on(open_app: Open) -> None:
    watcher = Keeping()
    app = open_app(producer=watcher)
    app.until(lambda: watcher.post is not None)
    assert watcher.post is not None
    watcher.post(KeepingEnded("No space left on device"))
    app.until(lambda: app.session.notice is not None)
    app.idle()
    assert app.session.source == "live"
    assert app.screen.banner.notice == (
        "The evening is not kept any more (No space left on device); the match goes on"
    )


def test_a_machine_too_slow_to_see_every_play_is_said_on_screen(open_app: Open) -> None:
    watcher = Keeping()
    app = open_app(producer=watcher)
    app.until(lambda: watcher.post is not None)
    assert watcher.post is not None
    watcher.post(LooksRare(1.6))
    app.until(lambda: app.session.notice is not None)
    app.idle()
    assert app.screen.banner.notice == "This machine sees the table only every 2 s: more will be asked"


def test_a_machine_that_is_slowed_down_is_said_on_screen(open_app: Open) -> None:
    watcher = Keeping()
    app = open_app(producer=watcher)
    app.until(lambda: watcher.post is not None)
    assert watcher.post is not None
    watcher.post(MachineStrained("hot"))
    app.until(lambda: app.session.notice is not None)
    app.idle()
    assert app.screen.banner.notice == STRAINED["hot"]


def test_two_evenings_of_one_minute_have_two_folders(tmp_path: Path) -> None:
    first = free_folder(tmp_path, NIGHT)
    first.mkdir(parents=True)
    assert free_folder(tmp_path, NIGHT) == first.with_name(f"{first.name} (2)")
