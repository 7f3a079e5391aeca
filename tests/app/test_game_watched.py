"""The table of a game that a camera follows: what it saw is shown, what it is not sure of is asked before a fault."""

from companion.messages import EventUnderstood
from companion.window.games.game_table import GameTableScreen
from engine.cards import Card
from engine.header import Header
from engine.malilla.cards import Play, Trump
from tests.app.conftest import Open
from tests.app.driving import Driver
from tests.app.test_watching import Watcher

HEADER = Header(("Ana", "Beto", "Caro", "Dani"), "", None, 3, 35, {"fouls": "report"}, game="malilla")


def seen(open_app: Open, *cards: str) -> tuple[Driver, Watcher]:
    """Open the app at a table where a camera saw the queen of diamonds turned, and these cards; "?" marks a doubt."""
    plays = [
        Play(k % 4, Card.parse(card.rstrip("?")), extra={"doubt": True} if card.endswith("?") else {})
        for k, card in enumerate(cards)
    ]
    events = (Trump(Card.parse("Qd")), *plays)
    watcher = Watcher(tuple(EventUnderstood(line, event) for line, event in enumerate(events, 1)))
    driver = open_app(None)
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
