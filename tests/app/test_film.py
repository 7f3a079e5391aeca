"""A film watched in the window through the real networks, while people answer a doubt and put a card right."""

import threading
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from companion.archive.settings import CameraChoice
from companion.messages import EventUnderstood, Message
from companion.pipeline.table_watch import TableWatch
from companion.window.table_parts.card_keys import CardKeys
from engine.cards import Card
from engine.header import Header
from engine.porrazo.events import Play
from tests.app.conftest import Open
from tests.app.driving import Driver
from tests.app.kept import events
from vision.cameras.camera import Camera, Frame
from vision.cameras.opening import open_camera
from vision.faults import Tell

CLIP = Path(__file__).parents[1] / "films" / "clip.mp4"
HEADER = Header(("Ana", "Beto"), options={"declarations": "automatic"}, extra={"entry": "camera"})
BEGIN_AT, END_AT = 3.0, 24.5
"""Seconds into the clip, with six plays in between."""
WAIT = 200.0
"""Seconds that the networks may take on a machine that is busy with other things."""
DOUBTFUL = Card.parse("6c")
"""The fourth play is made doubtful (the networks are sure of every card in the clip), and the film stopped there."""


class Reel:
    """Every other frame of the clip to `END_AT`; it stands still while ``go_on`` is not set."""

    live = False

    def __init__(self, tell: Tell) -> None:
        self.film: Camera = open_camera(str(CLIP), tell)
        self.go_on = threading.Event()
        self.go_on.set()

    def read(self) -> Frame | None:
        frame = self.film.read()
        while frame is not None and (frame.t < BEGIN_AT or frame.number % 2):
            frame = self.film.read()
        if frame is None or frame.t > END_AT:
            return None
        self.go_on.wait(WAIT)
        return frame

    def close(self) -> None:
        self.go_on.set()
        self.film.close()


class Unsure(TableWatch):
    """Watches as the app does, but is not sure of one card."""

    asked: Callable[[], None]

    def run(self, post: Callable[[Message], None], stop: threading.Event) -> None:
        def posted(message: Message) -> None:
            event = message.event if isinstance(message, EventUnderstood) else None
            if isinstance(message, EventUnderstood) and isinstance(event, Play) and event.card == DOUBTFUL:
                extra = {**event.extra, "doubt": True, "instead": ["6s", "9c"]}
                message = replace(message, event=replace(event, extra=extra))
                self.asked()
            post(message)

        super().run(posted, stop)


def plays(app: Driver) -> list[str]:
    return [f"{e.seat}:{e.card}" for e in app.session.match.events if isinstance(e, Play)]


def test_a_film_is_watched_while_a_doubt_is_answered_and_a_card_corrected(
    open_app: Open, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    reels: list[Reel] = []

    def opened(_source: str, tell: Tell) -> Camera:
        reels.append(Reel(tell))
        return reels[-1]

    monkeypatch.setattr("companion.pipeline.table_watch.open_camera", opened)
    app = open_app(HEADER)
    watch = Unsure(CameraChoice(str(CLIP)), HEADER)
    watch.asked = lambda: reels[0].go_on.clear()
    app.app.watch(watch)
    app.until(lambda: len(plays(app)) == 4, WAIT)
    app.idle()
    assert plays(app) == ["1:Th", "0:Td", "1:9s", "0:6c"]
    assert [panel.numeral.text for panel in app.screen.panels] == ["2", "0"], "porrazo and limpia"
    assert app.session.source == "live"
    assert app.screen.picture.picture is not None

    assert [str(card) for card in app.screen.question.cards] == ["6c", "6s", "9c"]
    app.tap(app.screen.question.row.shown[1])
    assert app.screen.question.parent is None
    assert [str(card) for card in app.screen.cards.cards] == ["9s", "6s"]

    app.tap(app.screen.cards.row.shown[0])
    keys = next(w for w in app.widgets() if isinstance(w, CardKeys) and len(w.cards) == 65)
    app.tap(keys.keys[Card.parse("9d")])
    assert [str(card) for card in app.screen.cards.cards] == ["9d", "6s"]

    reels[0].go_on.set()
    app.until(lambda: app.session.source == "ended", WAIT)
    app.idle()
    expected = ["1:Th", "0:Td", "1:9d", "0:6s", "1:7s", "0:Qh"]
    assert plays(app) == expected, "what people said stands, and the watching went on from there"
    assert [f"{e.seat}:{e.card}" for e in events(tmp_path) if isinstance(e, Play)] == expected
