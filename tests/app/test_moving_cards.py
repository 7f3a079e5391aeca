"""Cards that move: laid from their player, swept to who takes them; a tendido counted place by place."""

from collections.abc import Sequence

import pytest

from companion.record.pegging import Point
from companion.window.table.newest import counted_out, in_places
from companion.window.table_parts.cribbage_board import Peg
from companion.window.widgets.playing_card import PlayingCard
from engine.cards import Card, parse_cards
from engine.header import Header
from engine.porrazo.events import Tendido
from engine.porrazo.game import Match
from tests.app.conftest import Open
from tests.app.driving import Driver

CARDS = Header(("Ana", "Beto"), extra={"entry": "cards"})


def slowly(open_app: Open) -> Driver:
    """The app, with cards that take their time: a test decides when they have arrived."""
    app = open_app(CARDS)
    app.screen.flight.seconds = 1000.0
    app.tap(app.screen.keys.keys.keys[Card.parse("2")])
    return app


def moving(app: Driver) -> list[PlayingCard]:
    return [each for each in app.screen.flight.children if isinstance(each, PlayingCard)]


def test_a_card_is_laid_from_its_players_panel_and_any_touch_lets_it_lie(open_app: Open) -> None:
    app = slowly(open_app)
    (card,) = moving(app)
    (lies,) = app.screen.cards.row.shown
    assert str(card.card) == "2"
    assert app.screen.panels[1].collide_point(*card.center), "Beto plays first"
    assert lies.opacity == 0
    assert app.screen.panels[0].playing, "nothing waits for it: it is Ana's turn already"
    app.tap(app.screen.keys.keys.keys[Card.parse("9")])
    assert lies.opacity == 1
    assert len(app.session.match.events) == 2, "the touch that ended it was a tap as well"


def test_a_capture_is_swept_to_the_side_that_took_it(open_app: Open) -> None:
    app = slowly(open_app)
    app.tap(app.screen.keys.keys.keys[Card.parse("9")])
    app.screen.flight.seconds = 1.0
    app.tap(app.screen.keys.keys.keys[Card.parse("2")])
    taken, played = sorted(moving(app), key=lambda card: card.y, reverse=True)
    assert [str(each.card) for each in (taken, played)] == ["2", "2"]
    seen: list[Point] = []
    played.bind(pos=lambda card, _: seen.append(card.center))
    app.until(lambda: not moving(app))
    assert app.screen.panels[1].collide_point(*seen[-1])
    assert [card.opacity for card in app.screen.cards.row.shown] == [1]


def test_what_is_undone_or_comes_back_to_does_not_fly(open_app: Open) -> None:
    app = slowly(open_app)
    app.tap(app.screen.undo)
    assert not moving(app)
    app.tap(app.screen.redo)
    app.app.go("start")
    app.app.go("table")
    app.idle()
    assert not moving(app)
    assert [card.opacity for card in app.screen.cards.row.shown] == [1]


def test_without_animations_nothing_flies(open_app: Open) -> None:
    app = open_app(CARDS)
    app.app.preferences.change(animation=0.0)
    app.idle()
    app.tap(app.screen.keys.keys.keys[Card.parse("2")])
    assert not moving(app)
    assert [card.opacity for card in app.screen.cards.row.shown] == [1]


def test_a_tendido_is_counted_place_by_place() -> None:
    match = Match(Header(("Ana", "Beto")))
    match.add(Tendido(parse_cards("Ac 7c 3c 3d")))
    assert counted_out(match) == {0: (1, 4, 5)}, "ace and three in place, then the pair"
    assert in_places(parse_cards("4d 9h 2s Ac"), best=False) == [1, 2, 4], "from the better end"


def test_the_peg_stops_at_each_of_them(open_app: Open, monkeypatch: pytest.MonkeyPatch) -> None:
    app = open_app(CARDS)
    ways: list[Sequence[Point]] = []
    board, went = app.screen.board, Peg.go
    board.flight = 0.01

    def go(peg: Peg, way: Sequence[Point], seconds: float) -> None:
        ways.append(way)
        went(peg, way, seconds)

    monkeypatch.setattr(Peg, "go", go)
    app.session.tap(Tendido(parse_cards("Ac 7c 3c 3d")))
    app.app.changed()
    stops = [(board.x + x, board.y + y) for x, y in (board.plan.at(0, place) for place in (1, 4, 5))]
    assert stops in ways
    peg = next(peg for peg, place in board._standing[0].items() if place == 5)
    app.until(lambda: abs(peg.center_x - stops[-1][0]) < 0.5 and abs(peg.center_y - stops[-1][1]) < 0.5)
