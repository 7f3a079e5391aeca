"""What people put right in a session: everything after is scored anew, told once, and can be taken back."""

from pathlib import Path

import pytest

from companion.messages import EventUnderstood, Rescored, Told
from companion.record.session import Session
from engine.cards import Card
from engine.events import Adjust
from engine.header import Header
from engine.journal import Journal
from engine.porrazo.events import Play
from tests.app.test_session import HEADER, kept, play, plays, post


class Listener:
    """A watcher that only listens."""

    def __init__(self) -> None:
        self.told: list[Told] = []

    def run(self, post: object, stop: object) -> None:
        raise AssertionError("never started here")

    def hear(self, told: Told) -> None:
        self.told.append(told)


@pytest.fixture
def listener() -> Listener:
    return Listener()


@pytest.fixture
def session(tmp_path: Path, listener: Listener) -> Session:
    return Session(HEADER, Journal.begin(tmp_path / "m.jsonl", HEADER), producer=listener, clock=lambda: 7.0)


def spelt(folder: Path) -> str:
    """The record in short: ``1:7h 0:Ks``."""
    return " ".join(f"{e.seat}:{e.card}" if isinstance(e, Play) else e.do for e in kept(folder))


def tap(session: Session, text: str) -> None:
    """Tap these cards in turn."""
    for card in text.split():
        assert session.tap(Play(session.match.position.turn, Card.parse(card))), card


def test_another_card_is_scored_through_and_told_once(session: Session, tmp_path: Path) -> None:
    tap(session, "7h 7d 2c")  # a porrazo that stood, and the table cleared: 2 points
    assert session.match.position.scores == (2, 0)
    assert session.correct(session.ledger.entry_of(1), play(1, "8h"))
    assert session.match.position.scores == (0, 0)
    assert spelt(tmp_path) == "1:8h 0:7d 1:2c"
    assert session.notice is not None
    assert session.notice.values["changes"] == (Rescored(("Ana",), 2, 0),)


def test_a_correction_keeps_the_time_of_what_it_corrects(session: Session, tmp_path: Path) -> None:
    post(session, EventUnderstood(1, Play(1, Card.parse("7h"), extra={"t": 3.2, "doubt": True})))
    entry = session.entries[0]
    assert session.correct(entry, Play(1, Card.parse("8h"), extra=entry.event.extra))
    assert kept(tmp_path)[0].to_json() == {
        "do": "play", "seat": 1, "card": "8h", "t": 3.2, "corrected": 7.0
    }  # fmt: skip
    assert session.doubt is None


def test_an_impossible_correction_is_refused_with_a_sentence(session: Session, tmp_path: Path) -> None:
    tap(session, "7h 9d")
    assert not session.correct(session.ledger.entry_of(2), play(0, "7h"))
    assert session.notice is not None
    assert "already" in session.notice.text
    assert spelt(tmp_path) == "1:7h 0:9d"


def test_a_play_put_in_moves_everybodys_turn(session: Session, tmp_path: Path) -> None:
    tap(session, "7h 9d 2c")
    assert session.insert(session.ledger.entry_of(2), play(0, "Kd"))
    assert spelt(tmp_path) == "1:7h 0:Kd 1:9d 0:2c"
    session.undo()
    assert spelt(tmp_path) == "1:7h 0:9d 1:2c"
    session.redo()
    assert spelt(tmp_path) == "1:7h 0:Kd 1:9d 0:2c"


def test_a_play_taken_out_moves_everybodys_turn(session: Session, tmp_path: Path) -> None:
    tap(session, "7h 9d 2c Kd")
    assert session.remove(session.ledger.entry_of(2))
    assert spelt(tmp_path) == "1:7h 0:2c 1:Kd"
    session.undo()
    assert spelt(tmp_path) == "1:7h 0:9d 1:2c 0:Kd"


def test_a_capture_forgone_that_is_none_any_more_is_mended(session: Session, tmp_path: Path) -> None:
    tap(session, "5h 4c 9d")
    assert session.tap(Play(0, Card.parse("4d"), in_place=True))
    assert session.match.position.scores == (4, 0)
    assert session.remove(session.ledger.entry_of(1))
    assert spelt(tmp_path) == "1:4c 0:9d 1:4d"
    assert session.match.position.table == (Card.parse("9d"),)


def test_what_cannot_be_mended_is_left_out_and_comes_back(session: Session, tmp_path: Path) -> None:
    tap(session, "7h 9d")
    assert session.correct(session.ledger.entry_of(1), play(1, "9d"))
    assert spelt(tmp_path) == "1:9d"
    assert session.notice is not None
    assert session.notice.values["count"] == 1
    session.undo()
    assert spelt(tmp_path) == "1:7h 0:9d"


def test_undo_takes_back_corrections_and_events_in_turn(session: Session, tmp_path: Path) -> None:
    tap(session, "7h 9d")
    assert session.correct(session.ledger.entry_of(1), play(1, "8h"))
    tap(session, "2c")
    for expected in ("1:8h 0:9d", "1:7h 0:9d", "1:7h", ""):
        session.undo()
        assert spelt(tmp_path) == expected
    assert not session.can_undo
    for expected in ("1:7h", "1:7h 0:9d", "1:8h 0:9d", "1:8h 0:9d 1:2c"):
        session.redo()
        assert spelt(tmp_path) == expected
    assert not session.can_redo


def test_what_people_said_stays_whatever_the_watcher_thinks(session: Session, tmp_path: Path) -> None:
    plays(session, "7h 9d")
    assert session.correct(session.ledger.entry_of(1), play(1, "8h"))
    post(session, EventUnderstood(1, play(1, "7d"), revised=True))
    assert spelt(tmp_path) == "1:8h 0:9d"
    post(session, EventUnderstood(1, play(1, "7d"), withdrawn=True))
    post(session, EventUnderstood(1, play(0, "9s"), revised=True))
    assert spelt(tmp_path) == "1:8h 0:9s"


def test_what_people_took_out_stays_out_until_it_is_something_else(session: Session, tmp_path: Path) -> None:
    plays(session, "7h")
    assert session.remove(session.ledger.entry_of(1))
    post(session, EventUnderstood(1, Play(1, Card.parse("7h"), extra={"t": 1.0}), revised=True))
    assert spelt(tmp_path) == ""
    post(session, EventUnderstood(1, play(1, "9h"), revised=True))
    assert spelt(tmp_path) == "1:9h"


def test_a_play_that_was_tapped_first_and_then_seen_is_one(session: Session, tmp_path: Path) -> None:
    plays(session, "7h")
    tap(session, "9 2c")
    post(session, EventUnderstood(2, play(0, "9d")), EventUnderstood(3, play(1, "2c")))
    assert spelt(tmp_path) == "1:7h 0:9d 1:2c"
    assert session.notice is None
    post(session, EventUnderstood(4, play(0, "Kd")))
    assert spelt(tmp_path) == "1:7h 0:9d 1:2c 0:Kd"


def test_a_play_missed_tapped_in_between_and_then_found_by_the_watcher_is_one(
    session: Session, tmp_path: Path
) -> None:
    plays(session, "7h 9d")
    assert session.insert(session.ledger.entry_of(2), play(0, "Kd"))
    post(
        session,
        EventUnderstood(2, play(0, "Kd")),
        EventUnderstood(3, play(1, "9d"), revised=True),
    )
    assert spelt(tmp_path) == "1:7h 0:Kd 1:9d"


def test_the_watcher_hears_what_was_put_right(session: Session, listener: Listener) -> None:
    plays(session, "7h 9d")
    assert session.correct(session.ledger.entry_of(1), play(1, "8h"))
    assert session.insert(session.ledger.entry_of(2), play(0, "Kd"))
    assert session.remove(session.ledger.entry_of(2))
    session.undo()
    said = [(told.what, str(getattr(told.event, "card", "")), told.line_number) for told in listener.told]
    assert said == [
        ("corrected", "8h", 1), ("inserted", "Kd", 2), ("withdrawn", "Kd", None), ("restored", "Kd", None)
    ]  # fmt: skip
    assert listener.told[0].before == play(1, "7h")
    assert listener.told[-1].record == session.match.events


def test_points_by_hand_can_be_put_right_too(session: Session) -> None:
    session.tap(Adjust(0, 5, "miscounted"))
    tap(session, "7h")
    assert session.correct(session.ledger.entry_of(1), Adjust(0, 3, "miscounted"))
    assert session.match.position.scores == (3, 0)


def test_a_match_gone_on_with_is_put_right_as_well(tmp_path: Path) -> None:
    header = Header(("Ana", "Beto"))
    journal = Journal.begin(tmp_path / "m.jsonl", header)
    for event in (play(1, "7h"), play(0, "9d")):
        journal.append(event)
    session = Session(header, journal, (play(1, "7h"), play(0, "9d")))
    assert session.remove(session.ledger.entry_of(1))
    assert spelt(tmp_path) == "1:9d"
