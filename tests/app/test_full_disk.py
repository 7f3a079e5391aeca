"""A disk that takes nothing is told once, in a sentence; what happened is written as soon as it can be."""

import errno
from pathlib import Path

import pytest

from companion.store.store import Store
from engine.events import Adjust
from engine.header import Header
from tests.app.conftest import HEADER, Open
from tests.app.kept import events, others, record

SAID = "The record cannot be written: No space left on device"


@pytest.fixture
def full(monkeypatch: pytest.MonkeyPatch) -> pytest.MonkeyPatch:
    """A disk that is full until this is undone."""

    def refused(*_: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(Store, "rewrite", refused)
    return monkeypatch


def points(folder: Path) -> list[int]:
    return [event.points for event in events(folder) if isinstance(event, Adjust)]


def test_it_is_told_once_and_tried_again_on_leaving(
    open_app: Open, tmp_path: Path, full: pytest.MonkeyPatch
) -> None:
    app = open_app(HEADER)
    app.session.tap(Adjust(0, 5, "x"))
    app.app.changed()
    app.idle()
    assert SAID in app.texts()
    app.tap(app.screen.banner.button)
    app.app._mend(1)
    app.app._mend(1)
    app.idle()
    assert app.texts().count(SAID) <= 1
    assert points(tmp_path) == []
    full.undo()
    app.close()
    assert points(tmp_path) == [5]


def test_the_match_before_is_kept_when_another_begins(
    open_app: Open, tmp_path: Path, full: pytest.MonkeyPatch
) -> None:
    app = open_app(HEADER)
    app.session.tap(Adjust(0, 5, "x"))
    full.undo()
    assert app.app.begin(Header(("Carla", "Diego")))
    (before,) = others(tmp_path)
    app.session.tap(Adjust(0, 9, "x"))
    assert record(tmp_path, before)[1:] == [app.app.archive.read(before).match.events[0]]  # type: ignore[union-attr]
    assert points(tmp_path) == [9]
