"""The table of a game that a camera follows: what it saw is shown, what it is not sure of is asked before a fault."""

import pytest

from companion.messages import EventUnderstood, SourceEnded
from companion.window.games.game_table import GameTableScreen
from engine.cards import Card
from engine.header import Header
from engine.malilla.cards import Play, Trump
from tests.app.conftest import Open
from tests.app.driving import Driver
from tests.app.test_watching import Watcher, frame
from tests.record.test_every_game import RECORDS, record

HEADER = Header(("Ana", "Beto", "Caro", "Dani"), "", None, 3, 35, {"fouls": "report"}, game="malilla")


def seen(open_app: Open, *cards: str, size: tuple[int, int] = (800, 480)) -> tuple[Driver, Watcher]:
    """Open the app at a table where a camera saw the queen of diamonds turned, and these cards; "?" marks a doubt."""
    plays = [
        Play(k % 4, Card.parse(card.rstrip("?")), extra={"doubt": True} if card.endswith("?") else {})
        for k, card in enumerate(cards)
    ]
    events = (Trump(Card.parse("Qd")), *plays)
    watcher = Watcher(tuple(EventUnderstood(line, event) for line, event in enumerate(events, 1)))
    driver = open_app(None, size=size)
    assert driver.app.begin(HEADER)
    driver.app.watch(watcher)
    driver.app.go("table")
    driver.until(lambda: len(driver.session.match.events) == len(events))
    driver.idle()
    return driver, watcher


def test_what_the_camera_is_not_sure_of_is_asked(open_app: Open) -> None:
    driver, watcher = seen(open_app, "As", "2s?")
    driver.front(GameTableScreen)
    assert any("Was that right?" in text for text in driver.texts())
    driver.tap(driver.button("OK"))
    assert [told.what for told in watcher.told] == ["confirmed"]
    assert driver.session.doubt is None
    assert not driver.front(GameTableScreen).asks


def test_a_fault_that_the_camera_saw_is_shown_once(open_app: Open) -> None:
    driver, _ = seen(open_app, "As", "2s", "Ks", "5d")
    screen = driver.front(GameTableScreen)
    assert not screen.asks
    assert driver.session.producer is not None
    later = [(3, "7c"), (0, "2c"), (1, "3c"), (2, "4c"), (3, "6s")]
    for line, (seat, card) in enumerate(later, 6):
        driver.session.post(EventUnderstood(line, Play(seat, Card.parse(card))))
    driver.until(lambda: len(driver.session.match.events) == 10)
    driver.idle()
    assert screen.asks
    assert "Laid" in driver.texts()
    driver.tap(driver.button("OK"))
    driver.idle()
    assert not screen.asks


@pytest.mark.parametrize("size", [(1280, 800), (480, 800)])
def test_the_keys_make_room_for_what_the_camera_sees(open_app: Open, size: tuple[int, int]) -> None:
    """Half of a watched table was keys that nobody needed, and no picture told that the camera saw anything."""
    driver, watcher = seen(open_app, "As", "2s", size=size)
    screen = driver.front(GameTableScreen)
    assert screen.entry.parent is None
    told = [line.what for line in screen.watched.events.lines]
    assert ["2" in told[0], "A" in told[1], len(told)] == [True, True, 3], "newest first"
    assert watcher.post is not None
    watcher.post(frame())
    driver.until(lambda: screen.watched.picture.picture is not None)
    driver.idle()
    assert screen.watched.picture.texture is not None
    assert screen.ids.lying.height + screen.ids.scores.height * screen.upright > 0.5 * size[1]


def test_cards_are_tapped_under_a_camera_where_people_want_to_or_it_ends(open_app: Open) -> None:
    driver, watcher = seen(open_app, "As", "2s")
    screen = driver.front(GameTableScreen)
    for text, keys in (("Tap the cards", True), ("Leave the cards to the camera", False)):
        screen.open_menu()
        driver.idle()
        driver.tap(driver.button(text))
        driver.idle()
        assert (screen.entry.parent is not None) == keys
        assert (screen.watched.parent is not None) != keys
    assert watcher.post is not None
    watcher.post(SourceEnded("the film is over"))
    driver.until(lambda: screen.entry.parent is not None)
    assert screen.watched.parent is None


def test_what_shows_no_card_is_tapped_under_a_camera(open_app: Open) -> None:
    """A bid is spoken: no camera sees it."""
    header, events = record(next(path for path in RECORDS if path.parts[-3] == "royal_porcio"))
    driver = open_app(None)
    assert driver.app.begin(header)
    driver.app.watch(Watcher())
    driver.app.go("table")
    driver.idle()
    screen = driver.front(GameTableScreen)
    assert screen.entry.parent is None, "the gallery is laid out, and seen"
    driver.session.tap(events[0])
    driver.app.changed()
    driver.idle()
    first = screen.session.match.game.expected(screen.session.match.position)[0]
    assert (first.do, first.count) == ("pass", 0), "bids come next"
    assert screen.entry.parent is not None


def test_a_line_of_what_was_seen_is_put_right_by_a_tap(open_app: Open) -> None:
    driver, _ = seen(open_app, "As", "2s")
    screen = driver.front(GameTableScreen)
    screen.watched.events.dispatch("on_line", 0)
    driver.idle()
    driver.tap(driver.button("Delete this"))
    assert len([event for event in driver.session.match.events if isinstance(event, Play)]) == 1
