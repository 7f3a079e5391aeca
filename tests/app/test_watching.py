"""The window while something watches the table: frames drawn, events pegged, doubts asked, sources lost."""

import re
import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

import cv2
import numpy as np
import pytest
from kivy.graphics import Line, RoundedRectangle

from companion.messages import (
    EventUnderstood,
    FrameSeen,
    Message,
    Outline,
    Picture,
    SourceEnded,
    SourceLost,
    Told,
)
from companion.window.table_parts.live_picture import LivePicture
from companion.window.widgets.text import language
from engine.cards import Card
from engine.events import Event
from engine.header import Header
from engine.porrazo.events import Declare, Play, Recount
from tests.app.conftest import Open
from vision.cameras.camera import CameraError

Post = Callable[[Message], None]
RED = (40, 40, 220)
"""Of the fake camera's pictures, in BGR."""


@dataclass
class Watcher:
    """A watcher that posts what it is given, then waits to be stopped."""

    messages: tuple[Message, ...] = ()
    told: list[Told] = field(default_factory=list)
    post: Post | None = None
    stopped: bool = False

    def run(self, post: Post, stop: threading.Event) -> None:
        for message in self.messages:
            post(message)
        self.post = post
        stop.wait(30)
        self.stopped = True

    def hear(self, told: Told) -> None:
        self.told.append(told)


class Unplugged:
    """A watcher whose camera fails at once."""

    def run(self, post: Post, stop: threading.Event) -> None:
        raise CameraError("there is no camera 3")


def frame(t: float = 1.0) -> FrameSeen:
    """A red picture with two cards in it, one of them not readable for certain."""
    image = np.full((360, 640, 3), RED, np.uint8)
    corners = np.array([[100, 100], [160, 100], [160, 184], [100, 184]], np.float32)
    return FrameSeen(t, image, ((corners, "Th", 0.97), (corners + 200, "", 0.3)))


BATCH = ("7h", "9c", "Jd", "2h", "Kc", "4d")
"""The cards of a whole batch of two players."""


def understood(*cards: str, start: int = 1, first: int = 1, **extra: object) -> tuple[EventUnderstood, ...]:
    """Plays of these cards in turn, from this seat on, as a watcher would post them."""
    plays = [Play((first + at) % 2, Card.parse(card), extra=extra) for at, card in enumerate(cards)]
    return tuple(EventUnderstood(number, play) for number, play in enumerate(plays, start=start))


def test_frames_are_drawn_with_their_cards_outlined_and_named(open_app: Open) -> None:
    app = open_app(producer=Watcher((frame(),)))
    assert app.screen.picture.parent is app.screen
    app.until(lambda: app.screen.picture.picture is not None)
    app.idle()
    picture = app.screen.picture
    assert picture.named == ("10♥", "")
    pixels = app.pixels()
    x, y, width, height = picture.frame
    middle = pixels[len(pixels) - int(y + height * 0.9), int(x + width * 0.9)]
    assert tuple(middle[:3]) == RED[::-1]
    card_edge = pixels[len(pixels) - int(y + height * (1 - 100 / 360)) - 2 :, int(x + width * 130 / 640)][:4]
    assert (card_edge[:, 1] > 150).any(), "a bright line runs along the card's upper edge"


@pytest.mark.parametrize(("size", "written"), [((119, 67), 0), ((640, 360), 1)])
def test_names_lie_on_the_cards_only_where_these_are_large_enough(
    size: tuple[int, int], written: int
) -> None:
    """In the small picture of an upright window they lay on each other and none could be read."""
    outlines = tuple(
        Outline(tuple((x / 640, y / 360) for x, y in corners.tolist()), name, sure)
        for corners, name, sure in frame().outlines[:1]
    )
    picture = LivePicture(size=size)
    picture.picture = Picture(1.0, np.zeros((360, 640, 4), np.uint8), outlines)
    drawn = picture._outlines.children
    dark, bright = (each for each in drawn if isinstance(each, Line))
    assert dark.points == bright.points
    assert dark.width > bright.width, "white shows on a white card too"
    assert sum(isinstance(each, RoundedRectangle) for each in drawn) == written


def test_one_texture_is_kept_for_all_frames(open_app: Open) -> None:
    watcher = Watcher((frame(1.0),))
    app = open_app(producer=watcher)
    app.until(lambda: app.screen.picture.picture is not None and watcher.post is not None)
    texture = app.screen.picture.texture
    assert watcher.post is not None
    watcher.post(frame(2.0))
    app.until(lambda: app.screen.picture.picture.t == 2.0)
    assert app.screen.picture.texture is texture


def test_events_are_pegged_and_told(open_app: Open) -> None:
    app = open_app(producer=Watcher(understood("Kh", "Ks", "2d")))
    app.until(lambda: len(app.session.match.events) == 3)
    app.idle()
    assert [panel.numeral.text for panel in app.screen.panels] == ["8", "0"]
    assert app.screen.board.pegs[0].front == 8
    assert "limpia" in app.screen.banner.text
    assert any("porrazo" in line.points for line in app.screen.event_list.lines)
    assert [str(card) for card in app.screen.cards.cards] == ["2d"]
    assert [panel.playing for panel in app.screen.panels] == [True, False]
    assert "Hand 1, batch 1. Ana deals" in app.texts()


def test_what_waits_is_said(open_app: Open) -> None:
    app = open_app(producer=Watcher(understood("7h", "7s")))
    app.until(lambda: len(app.session.match.events) == 2)
    app.idle()
    assert app.screen.banner.text == "Ana: porrazo, 2 if it stands"
    assert [panel.numeral.text for panel in app.screen.panels] == ["0", "0"]


def test_a_doubtful_play_is_asked_and_confirmed(open_app: Open) -> None:
    watcher = Watcher((*understood("7h"), *understood("5s", start=2, first=0, doubt=True)))
    app = open_app(producer=watcher)
    app.until(lambda: len(app.session.match.events) == 2)
    app.idle()
    assert app.screen.question.text.startswith("Did Ana play 5")
    app.tap(app.button("Yes"))
    assert app.screen.question.text == ""
    assert "doubt" not in app.session.match.events[1].extra
    assert [told.what for told in watcher.told] == ["confirmed"]


LOST = (
    *understood("7h", "3c"),
    *understood("5s", "9d", "Kc", start=3, doubt=True),
    EventUnderstood(6, Recount((Card.parse("Kc"), Card.parse("2d")), extra={"doubt": True})),
    *understood("4h", start=7, first=0),
)
"""The thread is lost after two plays, and taken up again before the last."""


def test_a_lost_thread_is_one_question_and_one_yes(open_app: Open) -> None:
    watcher = Watcher(LOST)
    app = open_app(producer=watcher)
    app.until(lambda: len(app.session.match.events) == 7)
    app.idle()
    asked = re.sub(r"\[.*?\]", "", app.screen.question.text)
    assert asked == "I did not see it all from Beto's 5♠ to Beto's K♣. Are the points right?"
    app.tap(app.button("Yes"))
    assert app.screen.question.text == ""
    assert not [event for event in app.session.match.events if "doubt" in event.extra]
    assert [told.what for told in watcher.told] == ["confirmed"] * 4


def test_the_lines_of_a_lost_thread_are_asked_about_one_by_one_if_wished(open_app: Open) -> None:
    app = open_app(producer=Watcher(LOST))
    app.until(lambda: len(app.session.match.events) == 7)
    app.idle()
    app.tap(app.button("Line by line"))
    assert app.screen.question.text.startswith("I lost the thread there")
    app.tap(app.button("Yes"))
    assert app.screen.question.text.startswith("Did Beto play")
    app.tap(app.button("Yes"))
    assert app.screen.question.text.startswith("Did Ana play")
    assert [k for k, event in enumerate(app.session.match.events) if "doubt" in event.extra] == [2, 3]


@pytest.mark.parametrize(
    ("before", "later", "asked"),
    [
        (("7h",), 3.0, "Beto plays twice. Does 5♠ count as Ana's?"),
        ((), 3.0, "Ana laid 5♠ in Beto's turn. Does it count?"),
        (("7h", "9c", "Jd", "2h", "Kc"), 3.0, "Was Ana dealt one card too few? Beto laid 5♠. Does it count?"),
        (BATCH, 3.0, "Was Ana dealt one card too many? Does 5♠ count as Beto's?"),
        (BATCH, 9.0, "Ana plays twice. Does 5♠ count as Beto's?"),
    ],
)
def test_a_play_out_of_turn_is_asked_about_by_what_people_did(
    open_app: Open, before: tuple[str, ...], later: float, asked: str
) -> None:
    """``later``: seconds after the play before; dealing takes longer than four."""
    first = (1 - len(before)) % 2
    doubtful = understood("5s", start=1 + len(before), first=first, doubt=True, arm=1 - first, t=10.0 + later)
    app = open_app(producer=Watcher((*understood(*before, t=10.0), *doubtful)))
    app.until(lambda: len(app.session.match.events) == 1 + len(before))
    app.idle()
    assert re.sub(r"\[.*?\]", "", app.screen.question.text) == asked
    app.tap(app.button("Yes"))
    assert not {"doubt", "arm"}.intersection(app.session.match.events[-1].extra)


def test_a_doubtful_play_that_was_none_is_taken_back(open_app: Open) -> None:
    watcher = Watcher((*understood("7h"), *understood("5s", start=2, first=0, doubt=True)))
    app = open_app(producer=watcher)
    app.until(lambda: len(app.session.match.events) == 2)
    app.idle()
    app.tap(app.button("No"))
    assert len(app.session.match.events) == 1
    assert [(told.what, told.line_number) for told in watcher.told] == [("withdrawn", 2)]
    assert [str(card) for card in app.screen.cards.cards] == ["7h"]


def test_a_tap_beside_the_camera_reaches_the_watcher(open_app: Open) -> None:
    watcher = Watcher()
    app = open_app(producer=watcher)
    app.tap(app.screen.seats[0].buttons[0])
    assert len(watcher.told) == 1
    event: Event = watcher.told[0].event
    assert isinstance(event, Declare)
    assert watcher.told[0].line_number is None


def test_the_camera_lost_is_said_and_the_board_goes_on(open_app: Open) -> None:
    app = open_app(producer=Unplugged())
    app.until(lambda: app.session.source == "lost")
    app.idle()
    assert "The camera is lost: there is no camera 3" in app.texts()
    app.tap(app.screen.keys.keys.keys[Card.parse("7")])
    assert [str(card) for card in app.screen.cards.cards] == ["7"], "cards are tapped meanwhile"


@dataclass
class Faulty(Watcher):
    """A watcher that ends so often in a fault before it watches."""

    faults: list[Exception] = field(default_factory=list)
    closed: bool = False

    def run(self, post: Post, stop: threading.Event) -> None:
        if self.faults:
            raise self.faults.pop(0)
        super().run(post, stop)

    def close(self) -> None:
        self.closed = True


FAULTS = [
    IndexError("list index out of range"),
    KeyError(3),
    AssertionError(),
    MemoryError(),
    cv2.error("size"),
]


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: type(fault).__name__)
def test_any_fault_is_said_and_logged_and_watching_begins_again(
    open_app: Open, caplog: pytest.LogCaptureFixture, fault: Exception
) -> None:
    app = open_app(producer=Faulty((frame(),), faults=[fault]))
    app.until(lambda: app.session.picture is not None)
    app.idle()
    assert app.session.source == "live"
    assert "Watching failed and begins again: check the score" in app.screen.banner.notice
    assert type(fault).__name__ in app.screen.banner.notice
    language.code = "es"
    app.idle()
    assert app.screen.banner.notice.startswith("La vista falló y empieza de nuevo")
    logged = [record for record in caplog.records if record.name == "porrazo"]
    assert [record.exc_info[1] for record in logged if record.exc_info] == [fault]


def test_the_third_fault_in_a_minute_turns_sight_off_and_leaves_the_board(open_app: Open) -> None:
    watcher = Faulty((frame(),), faults=[IndexError("here"), KeyError("there"), IndexError("here")])
    app = open_app(producer=watcher)
    app.until(lambda: app.session.source == "blind" and watcher.closed)
    app.idle()
    assert app.screen.banner.notice.startswith(
        "Watching failed three times in a minute and is off: tap the cards"
    )
    assert app.screen.picture.caption == "No camera sees the cards: tap them"
    assert app.session.picture is None, "it was not run a fourth time"
    app.tap(app.screen.keys.keys.keys[Card.parse("7")])
    assert [str(card) for card in app.screen.cards.cards] == ["7"]


def test_a_camera_that_comes_back_is_shown_again(open_app: Open) -> None:
    watcher = Watcher((frame(1.0), SourceLost("unplugged")))
    app = open_app(producer=watcher)
    app.until(lambda: app.session.source == "lost" and watcher.post is not None)
    assert watcher.post is not None
    watcher.post(frame(2.0))
    app.until(lambda: app.session.source == "live")
    app.idle()
    assert app.screen.picture.caption == ""


def test_the_end_of_a_film_is_said(open_app: Open) -> None:
    app = open_app(producer=Watcher((frame(), SourceEnded("the film is over"))))
    app.until(lambda: app.session.source == "ended")
    app.idle()
    assert "Nothing more to watch: the film is over" in app.texts()


def test_closing_the_window_stops_the_watcher(open_app: Open) -> None:
    watcher = Watcher()
    app = open_app(Header(("Ana", "Beto")), producer=watcher)
    app.until(lambda: watcher.post is not None)
    app.close()
    assert watcher.stopped


def test_what_the_rules_refuse_is_said_in_the_language_on_screen(open_app: Open) -> None:
    app = open_app(producer=Watcher(understood("7h", "7h")))
    language.code = "es"
    app.until(lambda: app.session.notice is not None)
    app.idle()
    assert app.screen.banner.notice.startswith("La carta 7")
    assert app.screen.banner.notice.endswith("ya está en la mesa")


def test_a_still_of_a_play_is_kept_where_people_want_it(open_app: Open, tmp_path: Path) -> None:
    watcher = Watcher((frame(),))
    app = open_app(Header(("Ana", "Beto"), extra={"began": 5.0}), producer=watcher)
    app.app.preferences.change(stills=True)
    app.until(lambda: app.session.picture is not None and watcher.post is not None)
    assert watcher.post is not None
    for message in understood("7h", t=1.5):
        watcher.post(message)
    app.until(lambda: len(app.session.match.events) == 1)
    app.idle()
    assert [path.name for path in (tmp_path / "stills").iterdir()] == ["5.0-1.50.jpg"]
