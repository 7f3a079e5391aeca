"""Who opens the app for the first time sees three pictures, can skip them, and can see the clip being played."""

import threading
from collections.abc import Callable

import pytest

from companion.messages import Message
from companion.window.introduction.introduction import PAGES, IntroductionScreen
from companion.window.new_match.new_match import NewMatchScreen
from companion.window.start import StartScreen
from engine.header import Header
from tests.app.conftest import Open


class Watched:
    """What watches the clip, without networks."""

    def __init__(self, *_what: object) -> None:
        """Remember nothing."""

    def run(self, post: Callable[[Message], None], stop: threading.Event) -> None:
        """See nothing until stopped."""
        stop.wait()


def test_three_pictures_lead_to_a_match(open_app: Open) -> None:
    app = open_app(None)
    app.tap(app.button("See how it works"))
    screen = app.front(IntroductionScreen)
    for sentence in PAGES:
        assert sentence in app.texts()
        assert ("Skip" in app.texts()) == (sentence != PAGES[-1]), (
            "nothing is left to be skipped on the last page"
        )
        app.tap(screen.ids.next)
    app.front(NewMatchScreen)
    app.app.go("introduction")
    app.idle()
    left, *_ = sorted(screen.ids.ways.children, key=lambda button: button.x)
    assert left.text == "Skip"


def test_it_can_be_skipped(open_app: Open) -> None:
    app = open_app(None)
    app.app.go("introduction")
    app.idle()
    app.tap(app.button("Skip"))
    app.front(StartScreen)


def test_the_clip_is_seen_at_the_table_and_nothing_of_it_is_kept(
    open_app: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("companion.pipeline.table_watch.TableWatch", Watched)
    app = open_app(None)
    app.app.go("introduction")
    app.front(IntroductionScreen).clip = "clip.mp4"
    app.idle()
    app.tap(app.button("See it play"))
    assert app.app.showing == "table"
    assert isinstance(app.session.producer, Watched)
    app.app.go("start")
    app.idle()
    assert app.app.session is None
    assert "Continue" not in app.texts()
    assert not app.app.archive.numbers()


def test_after_the_clip_the_match_that_was_open_is_still_there(
    open_app: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("companion.pipeline.table_watch.TableWatch", Watched)
    app = open_app(Header(("Carla", "Diego"), extra={"entry": "points"}))
    app.tap(app.screen.panels[0].steps[2])
    app.app.demonstrate("clip.mp4")
    app.idle()
    app.app.go("start")
    app.idle()
    assert {"Carla", "Diego", "2", "Continue"} <= set(app.texts())
