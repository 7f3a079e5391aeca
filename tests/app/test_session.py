"""The session behind the screen: what producer and taps post ends in one match and one record."""

import re
import threading
from pathlib import Path

import numpy as np
import pytest

from companion.messages import (
    SHOWN_WIDTH,
    EventUnderstood,
    FrameSeen,
    Message,
    SourceLost,
    ViewBack,
    ViewLost,
    prepared,
)
from companion.record.session import Session
from companion.window.wording.phrases import notice
from engine.cards import Card
from engine.events import Adjust, Event
from engine.header import Header
from engine.journal import Journal
from engine.porrazo.events import Declare, Play, Recount
from engine.record import read
from vision.view.view_lost import Loss

HEADER = Header(("Ana", "Beto"))


@pytest.fixture
def session(tmp_path: Path) -> Session:
    return Session(HEADER, Journal.begin(tmp_path / "m.jsonl", HEADER), clock=lambda: 7.0)


def kept(folder: Path) -> list[Event]:
    with (folder / "m.jsonl").open("rb") as lines:
        return [item for _, item in read(lines) if not isinstance(item, Header)]


def play(seat: int, card: str) -> Play:
    return Play(seat, Card.parse(card))


def post(session: Session, *messages: Message) -> None:
    for message in messages:
        session.post(message)
    session.drain()


def cards(events: tuple[Event, ...] | list[Event]) -> str:
    return " ".join(str(event.card) if isinstance(event, Play) else event.do for event in events)


def plays(session: Session, text: str) -> None:
    """Post these plays in turn, the first by seat 1."""
    for number, card in enumerate(text.split(), start=1):
        post(session, EventUnderstood(number, play(number % 2, card)))


def test_events_of_the_watcher_are_written_down(session: Session, tmp_path: Path) -> None:
    plays(session, "7h Ks 2d")
    assert cards(kept(tmp_path)) == "7h Ks 2d"
    assert session.match.events == tuple(kept(tmp_path))


def test_a_revised_event_replaces_the_first_understanding(session: Session, tmp_path: Path) -> None:
    plays(session, "7h Ks 2d")
    post(session, EventUnderstood(2, play(0, "Kc"), revised=True))
    assert cards(kept(tmp_path)) == "7h Kc 2d"
    assert [str(card) for card in session.match.position.table] == ["7h", "Kc", "2d"]


def test_a_withdrawn_event_is_gone_and_later_ones_move_up(session: Session, tmp_path: Path) -> None:
    plays(session, "7h Ks")
    post(session, EventUnderstood(2, play(0, "Ks"), withdrawn=True), EventUnderstood(2, play(0, "5c")))
    assert cards(kept(tmp_path)) == "7h 5c"


def test_a_play_noticed_late_is_put_where_it_happened(session: Session, tmp_path: Path) -> None:
    plays(session, "7h")
    post(session, EventUnderstood(2, play(0, "Ks")), EventUnderstood(3, play(1, "2d")))
    post(session, EventUnderstood(1, Declare(1, "ronda")))
    assert cards(kept(tmp_path)) == "declare 7h Ks 2d"
    post(session, EventUnderstood(4, play(1, "3d"), revised=True))
    assert cards(kept(tmp_path)) == "declare 7h Ks 3d"


def test_taps_lie_between_the_watchers_events_without_shifting_its_numbers(
    session: Session, tmp_path: Path
) -> None:
    plays(session, "7h")
    assert session.tap(Adjust(0, 2, "miscounted"))
    post(session, EventUnderstood(2, play(0, "Ks")))
    post(session, EventUnderstood(1, play(1, "8h"), revised=True))
    assert cards(kept(tmp_path)) == "8h adjust Ks"
    assert session.match.position.scores == (2, 0)


def test_an_event_that_the_rules_refuse_is_said_and_not_written(session: Session, tmp_path: Path) -> None:
    post(session, EventUnderstood(1, play(0, "7h")))
    assert kept(tmp_path) == []
    assert session.notice is not None
    post(session, EventUnderstood(1, play(1, "7h"), revised=True))
    assert cards(kept(tmp_path)) == "7h"


def test_a_revision_leaves_out_what_no_longer_fits(session: Session, tmp_path: Path) -> None:
    plays(session, "7h Ks 2d")
    post(session, EventUnderstood(1, play(1, "Ks"), revised=True))
    assert cards(kept(tmp_path)) == "Ks"
    assert session.notice is not None
    assert session.notice.values == {"count": 2}


def test_what_did_not_fit_for_a_while_is_back_when_it_fits_again(session: Session, tmp_path: Path) -> None:
    plays(session, "7h Ks 2d")
    assert session.tap(Adjust(0, 2, "miscounted"))
    post(session, EventUnderstood(1, play(1, "2d"), revised=True))
    assert cards(kept(tmp_path)) == "2d Ks adjust"
    post(session, EventUnderstood(3, play(1, "7h"), revised=True))
    assert cards(kept(tmp_path)) == "2d Ks 7h adjust"


def test_a_burst_of_revisions_is_scored_once_when_it_is_whole(session: Session, tmp_path: Path) -> None:
    plays(session, "7h Ks 2d")
    post(
        session,
        EventUnderstood(1, play(1, "2d"), revised=True),
        EventUnderstood(3, play(1, "7h"), revised=True),
        EventUnderstood(4, play(0, "9c")),
    )
    assert cards(kept(tmp_path)) == "2d Ks 7h 9c"
    assert session.notice is None


def test_undo_and_redo_are_in_the_record(session: Session, tmp_path: Path) -> None:
    plays(session, "7h Ks")
    session.undo()
    assert cards(kept(tmp_path)) == "7h"
    session.undo()
    assert kept(tmp_path) == []
    session.redo()
    session.redo()
    assert cards(kept(tmp_path)) == "7h Ks"
    assert not session.can_redo


def test_something_new_ends_what_could_be_redone(session: Session, tmp_path: Path) -> None:
    session.tap(Adjust(0, 1, "x"))
    session.undo()
    session.tap(Adjust(1, 5, "x"))
    assert not session.can_redo
    session.redo()
    assert session.match.position.scores == (0, 5)
    assert len(kept(tmp_path)) == 1


def test_an_undone_event_of_the_watcher_keeps_its_number(session: Session, tmp_path: Path) -> None:
    plays(session, "7h Ks")
    session.undo()
    post(session, EventUnderstood(3, play(0, "5c")))
    post(session, EventUnderstood(3, play(0, "6c"), revised=True))
    assert cards(kept(tmp_path)) == "7h 6c"


def test_a_doubtful_play_that_was_none_moves_everybodys_turn(session: Session, tmp_path: Path) -> None:
    post(session, EventUnderstood(1, Play(1, Card.parse("7h"), extra={"doubt": True})))
    post(session, EventUnderstood(2, play(0, "Ks")))
    doubt = session.doubt
    assert doubt is not None
    assert session.remove(doubt)
    (event,) = kept(tmp_path)
    assert isinstance(event, Play)
    assert (event.seat, str(event.card)) == (1, "Ks")
    assert session.doubt is None


def test_a_match_gone_on_with_keeps_its_numbers(tmp_path: Path) -> None:
    journal = Journal.begin(tmp_path / "m.jsonl", HEADER)
    journal.append(play(1, "7h"))
    session = Session(HEADER, journal, (play(1, "7h"),))
    post(session, EventUnderstood(2, play(0, "Ks")), EventUnderstood(1, play(1, "8h"), revised=True))
    assert cards(kept(tmp_path)) == "8h Ks"


def test_a_full_disk_is_said_and_the_match_goes_on(session: Session) -> None:
    class FullDisk:
        def append(self, event: Event) -> None:
            raise OSError(28, "No space left on device")

        def rewrite(self, header: Header, events: list[Event]) -> None:
            raise OSError(28, "No space left on device")

    session.written.keeper = FullDisk()
    assert session.tap(Adjust(0, 1, "x"))
    assert session.match.position.scores == (1, 0)
    assert session.notice is not None
    assert session.notice.values == {"reason": "No space left on device"}


def test_only_the_newest_frame_is_kept(session: Session) -> None:
    image = np.zeros((4, 6, 3), np.uint8)
    for t in (1.0, 2.0, 3.0):
        session.post(FrameSeen(t, image))
    assert not session.drain(), "a frame is no change of the match"
    assert session.picture is not None
    assert session.picture.t == 3.0


def test_a_frame_is_made_ready_for_the_screen() -> None:
    image = np.zeros((600, 2 * SHOWN_WIDTH, 3), np.uint8)
    image[:, :, 0] = 200
    corners = np.array([[0, 0], [SHOWN_WIDTH, 0], [SHOWN_WIDTH, 600], [0, 600]], np.float32)
    picture = prepared(FrameSeen(0.0, image, ((corners, "7h", 0.9),)))
    assert picture.rgba.shape == (300, SHOWN_WIDTH, 4)
    assert tuple(picture.rgba[0, 0]) == (0, 0, 200, 255)
    assert picture.outlines[0].corners == ((0, 0), (0.5, 0), (0.5, 1), (0, 1))


def test_a_watcher_runs_in_a_thread_of_its_own_until_stopped(tmp_path: Path) -> None:
    threads: list[threading.Thread] = []
    begun = threading.Event()

    class Watcher:
        def run(self, post: object, stop: threading.Event) -> None:
            threads.append(threading.current_thread())
            begun.set()
            stop.wait(30)

    session = Session(HEADER, Journal.begin(tmp_path / "m.jsonl", HEADER), producer=Watcher())
    session.start()
    assert begun.wait(30), "stopped sooner, it need not begin at all"
    session.stop()
    assert threads[0] is not threading.main_thread()
    assert not threads[0].is_alive()


def test_a_lost_source_that_is_heard_again_is_live(session: Session) -> None:
    post(session, SourceLost("unplugged"))
    assert session.source.startswith("lost")
    session.post(FrameSeen(1.0, np.zeros((2, 2, 3), np.uint8)))
    assert session.drain(), "the screen must hear that the camera is back"
    assert session.source == "live"


def test_a_picture_from_before_the_loss_is_no_sign_of_life(session: Session) -> None:
    class Late:
        """A slot that seems empty at the first look: the frame and the loss arrive just after it."""

        def __init__(self) -> None:
            self.looks = [None, prepared(FrameSeen(1.0, np.zeros((2, 2, 3), np.uint8))), None]

        def put(self, picture: object) -> None:
            raise AssertionError("nothing more is posted")

        def take(self) -> object:
            return self.looks.pop(0)

    session._worker.__dict__["frame"] = Late()
    post(session, SourceLost("unplugged"))
    session.drain()
    assert session.source == "lost"


def test_a_table_that_cannot_be_seen_is_said_as_long_as_that_lasts(session: Session) -> None:
    post(session, ViewLost("covered"))
    assert session.notice is not None
    assert "something covers it" in session.notice.text
    session.post(FrameSeen(1.0, np.zeros((2, 2, 3), np.uint8)))
    session.drain()
    assert session.unseen, "pictures go on coming meanwhile"
    post(session, ViewBack())
    assert not session.unseen
    assert session.notice is None


def test_what_else_was_said_meanwhile_is_not_taken_back_when_the_table_is_seen_again(
    session: Session,
) -> None:
    post(session, ViewLost("dark"), SourceLost("unplugged"), ViewBack())
    assert session.notice is not None
    assert session.notice.text.startswith("The camera is lost")


@pytest.mark.parametrize("why", [loss.value for loss in Loss if loss is not Loss.RESIZED])
def test_every_reason_for_that_has_its_sentence(session: Session, why: str) -> None:
    post(session, ViewLost(why))
    assert session.notice is not None


@pytest.mark.parametrize(
    ("there", "said"),
    [
        ("7h Kd", ""),
        ("7h Kd 2c", "The table was counted again: 2♣ more than the record says"),
        ("7h", "The table was counted again, missing: K♦"),
        ("7h 2c", "The table was counted again: 2♣ more than the record says, missing: K♦"),
    ],
)
def test_what_a_recount_by_the_camera_finds_is_said(session: Session, there: str, said: str) -> None:
    plays(session, "7h Kd")
    post(session, EventUnderstood(3, Recount(tuple(map(Card.parse, there.split())))))
    assert re.sub(r"\[[^]]*\]", "", notice(session.notice, str) if session.notice else "") == said


def test_cards_that_lay_there_at_first_are_no_difference(session: Session) -> None:
    post(session, EventUnderstood(1, Recount((Card.parse("7h"),))))
    assert session.notice is None
