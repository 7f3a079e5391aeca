"""Putting right on screen, in two taps from the table: a card, a line of the list, a score, the whole table."""

from pathlib import Path

from companion import theme
from companion.messages import EventUnderstood
from companion.window.table_parts.card_keys import CardKeys
from companion.window.table_parts.event_list import EventRow
from companion.window.widgets.dialogs import Sheet
from engine.cards import Card
from engine.events import Adjust
from engine.header import Header
from engine.porrazo.events import Declare, Play, Recount
from tests.app.conftest import Open
from tests.app.driving import Driver
from tests.app.kept import events
from tests.app.test_watching import Watcher, understood

CARDS = Header(("Ana", "Beto"), extra={"entry": "cards"})


def spelt(folder: Path) -> str:
    return " ".join(f"{e.seat}:{e.card}" if isinstance(e, Play) else e.do for e in events(folder))


def rank(app: Driver, *letters: str) -> None:
    for letter in letters:
        app.tap(app.screen.keys.keys.keys[Card.parse(letter)])


def key(app: Driver, card: str) -> None:
    """Tap a card on the sheet with the whole pack."""
    keys = next(w for w in app.widgets() if isinstance(w, CardKeys) and len(w.cards) == 65)
    app.tap(keys.keys[Card.parse(card)])


def row(app: Driver, at: int) -> None:
    """Tap a line of the list, the newest being 0; the list waits a moment whether it is to be scrolled."""
    found = next(w for w in app.screen.event_list.walk() if isinstance(w, EventRow) and w.at == at)
    assert app.screen.event_list.collide_point(*found.to_window(*found.center)), "it is in sight"
    before = app.screen.dialogue
    app.tap(found)
    app.until(lambda: app.screen.dialogue is not before)
    app.idle()


def test_a_card_is_changed_by_two_taps_and_the_change_told_once(open_app: Open, tmp_path: Path) -> None:
    app = open_app(CARDS, size=(1280, 800))
    rank(app, "K", "K", "2", "9")
    assert app.screen.panels[0].numeral.text == "8"
    row(app, 2)
    key(app, "Qh")
    assert spelt(tmp_path) == "1:K 0:Qh 1:2 0:9"
    assert app.screen.panels[0].numeral.text == "0"
    assert app.screen.banner.notice == "Scored anew: Ana 0 instead of 8"
    app.tap(app.button("OK"))
    assert app.screen.banner.notice == ""


def test_a_card_on_the_table_is_changed_by_tapping_it(open_app: Open, tmp_path: Path) -> None:
    app = open_app(CARDS)
    rank(app, "7", "9", "J")
    app.tap(app.screen.cards.row.shown[1])
    key(app, "8d")
    assert spelt(tmp_path) == "1:7 0:8d 1:J"
    assert [str(card) for card in app.screen.cards.cards] == ["7", "8d", "J"]


def test_of_two_equal_cards_the_one_that_was_tapped_is_changed(open_app: Open, tmp_path: Path) -> None:
    app = open_app(CARDS)
    app.session.tap(Recount((Card.parse("7"), Card.parse("7"))))
    app.app.changed()
    app.idle()
    app.tap(app.screen.cards.row.shown[0])
    key(app, "9c")
    (event,) = events(tmp_path)
    assert isinstance(event, Recount)
    assert sorted(map(str, event.cards)) == ["7", "9c"]


def test_a_play_is_removed_by_two_taps(open_app: Open, tmp_path: Path) -> None:
    app = open_app(CARDS)
    rank(app, "7", "9", "J")
    row(app, 1)
    app.tap(app.button("Delete this play"))
    assert spelt(tmp_path) == "1:7 0:J"
    app.tap(app.screen.undo)
    assert spelt(tmp_path) == "1:7 0:9 1:J"
    app.tap(app.screen.redo)
    assert spelt(tmp_path) == "1:7 0:J"


def test_a_missing_play_is_put_in(open_app: Open, tmp_path: Path) -> None:
    app = open_app(CARDS)
    rank(app, "7", "9", "J")
    row(app, 1)
    app.tap(app.button("Add a play before this"))
    key(app, "3s")
    assert spelt(tmp_path) == "1:7 0:3s 1:9 0:J"


def test_a_missing_play_is_put_in_by_two_taps(open_app: Open, tmp_path: Path) -> None:
    app = open_app(CARDS)
    rank(app, "7", "9", "J")
    plus = next(row.plus for row in app.widgets() if isinstance(row, EventRow) and row.at == 1)
    assert min(plus.size) >= theme.TOUCH
    app.tap(plus)
    app.until(lambda: app.screen.dialogue is not None)
    app.idle()
    key(app, "3s")
    assert spelt(tmp_path) == "1:7 0:3s 1:9 0:J"
    app.tap(app.screen.undo)
    assert spelt(tmp_path) == "1:7 0:9 1:J"


def test_a_capture_that_was_in_place_is_put_right(open_app: Open) -> None:
    app = open_app(CARDS)
    rank(app, "4", "9", "7", "4")
    app.tap(app.screen.question.buttons[0])
    assert app.screen.panels[0].numeral.text == "0"
    row(app, 0)
    app.tap(app.button("It stayed, in place"))
    assert app.screen.panels[0].numeral.text == "4"


def test_a_score_is_changed_with_a_reason(open_app: Open, tmp_path: Path) -> None:
    app = open_app(CARDS)
    app.tap(app.screen.panels[1].score)
    app.tap(app.button("+7"))
    app.tap(app.screen.panels[1].score)
    app.tap(app.button("Penalty"))
    app.tap(app.button("\N{MINUS SIGN}2"))
    assert app.screen.panels[1].numeral.text == "5"
    given = [(e.seat, e.points, e.why) for e in events(tmp_path) if isinstance(e, Adjust)]
    assert given == [(1, 7, "miscounted"), (1, -2, "penalty")]
    row(app, 0)
    app.tap(app.button("Delete these points"))
    assert app.screen.panels[1].numeral.text == "7"


def test_the_table_is_recounted(open_app: Open, tmp_path: Path) -> None:
    app = open_app(CARDS)
    rank(app, "7", "9")
    app.tap(app.screen.cards.button)
    app.tap(app.button("The table is empty"))
    key(app, "Kd")
    app.tap(app.button("Done"))
    event = events(tmp_path)[-1]
    assert isinstance(event, Recount)
    assert [str(card) for card in app.screen.cards.cards] == ["Kd"]


def test_an_announcement_is_another_or_none(open_app: Open, tmp_path: Path) -> None:
    app = open_app(CARDS)
    app.tap(app.screen.seats[0].buttons[0])
    row(app, 0)
    assert isinstance(app.screen.dialogue, Sheet)
    app.tap(app.screen.dialogue.buttons["Rondine"])
    event = events(tmp_path)[0]
    assert isinstance(event, Declare)
    assert event.kind == "rondine"
    row(app, 0)
    app.tap(app.button("Delete this"))
    assert events(tmp_path) == []


def test_closing_a_sheet_changes_nothing(open_app: Open, tmp_path: Path) -> None:
    app = open_app(CARDS)
    rank(app, "7")
    row(app, 0)
    app.tap(app.button("\N{MULTIPLICATION SIGN}"))
    assert spelt(tmp_path) == "1:7"
    assert app.session.notice is None


def doubtful(open_app: Open) -> tuple[Driver, Watcher]:
    """Open the app on a watcher that is not sure of the second play."""
    event = Play(0, Card.parse("5s"), extra={"doubt": True, "instead": ["5c", "6s", "9s"]})
    watcher = Watcher((*understood("7h"), EventUnderstood(2, event)))
    app = open_app(producer=watcher)
    app.until(lambda: len(app.session.match.events) == 2)
    app.idle()
    return app, watcher


def test_a_doubt_is_answered_by_one_of_three_cards(open_app: Open) -> None:
    app, watcher = doubtful(open_app)
    assert app.screen.question.text == "What did Ana play?"
    assert [str(card) for card in app.screen.question.cards] == ["5s", "5c", "6s"]
    app.tap(app.screen.question.row.shown[2])
    assert str(app.session.match.position.table[1]) == "6s"
    assert [(told.what, told.line_number) for told in watcher.told] == [("corrected", 2)]
    assert app.screen.question.parent is None


def test_the_likeliest_card_confirms(open_app: Open) -> None:
    app, watcher = doubtful(open_app)
    app.tap(app.screen.question.row.shown[0])
    assert [told.what for told in watcher.told] == ["confirmed"]
    assert app.session.notice is None, "nothing was put right"


def test_a_doubt_is_answered_from_the_keyboard(open_app: Open) -> None:
    app, watcher = doubtful(open_app)
    app.tap(app.button("Another card"))
    key(app, "T")
    assert str(app.session.match.position.table[1]) == "T"
    assert [told.what for told in watcher.told] == ["corrected"]


def test_no_card_was_played_at_all(open_app: Open) -> None:
    app, watcher = doubtful(open_app)
    app.tap(app.button("No card"))
    assert len(app.session.match.events) == 1
    assert [told.what for told in watcher.told] == ["withdrawn"]


def test_a_camera_watching_a_card_is_corrected_and_the_watcher_told(open_app: Open) -> None:
    watcher = Watcher(understood("7h", "Ks"))
    app = open_app(producer=watcher)
    app.until(lambda: len(app.session.match.events) == 2)
    app.idle()
    app.tap(app.screen.cards.row.shown[0])
    key(app, "8h")
    assert [(told.what, told.line_number) for told in watcher.told] == [("corrected", 1)]
    assert watcher.post is not None
    watcher.post(EventUnderstood(3, Play(1, Card.parse("2d"))))
    app.until(lambda: len(app.session.match.events) == 3)
    assert [str(card) for card in app.session.match.position.table] == ["8h", "Ks", "2d"]
