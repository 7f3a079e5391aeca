"""The toy game of docs/adding-a-game.md in the app: statistics, headline, story, New match, a camera's lines."""

from collections.abc import Iterator

import pytest

from companion.archive.figures import figures_of
from companion.messages import EventUnderstood
from companion.record.match_summary import moves
from companion.record.session import Session
from companion.record.statistics import statistics_of
from companion.setup.draft import Draft
from companion.window.history.history import columns_of
from companion.window.history.replay import NoJournal
from companion.window.phones import bare
from companion.window.tables import headline, story, table_of
from companion.window.wording.phrases import scored, source_name
from engine.game import AnyGame
from engine.match import Match
from tests.games.toy import HEADER, SHOWN, in_the_house, played


@pytest.fixture
def toy() -> Iterator[AnyGame]:
    """The page's game."""
    with in_the_house() as game:
        yield game


def test_it_has_statistics_and_figures(toy: AnyGame) -> None:
    statistics = statistics_of(played())
    assert statistics.sources == {"by_hand": (0, 2), "high": (1, 0)}
    assert [(move.seat, move.points, move.why) for move in statistics.best] == [(0, 1, "high")]
    assert statistics.curve.totals[-1] == (1, 2)
    assert [source_name(played().header, kind) for kind in statistics.sources] == ["Adjustment", "High"]
    ana = figures_of(played(), 0)
    assert (ana.points, ana.plays, ana.best, ana.won) == (1, 2, 1, 0)
    assert list(columns_of("toy", few=False)) == ["matches", "won", "average", "best"]


def test_its_headline_and_its_story_are_told(toy: AnyGame) -> None:
    match = played(HEADER + SHOWN)
    assert bare(headline(match, str, playing=True)) == "Ana  5♥"
    assert table_of(match.header) == "game_table"
    assert bare(headline(played(), str, playing=True)) == "Beto wins!"
    session = Session(match.header, NoJournal(), match.events)
    assert [(bare(line.what), bare(line.points)) for line in story(session, str)] == [
        ("Ana  5♥", ""), ("Beto  5♣", ""), ("Ana  K♦", "high +1"), ("Beto  7♥", "")
    ]  # fmt: skip
    assert [bare(scored(move, match.header, str)) for move in moves(played())] == [
        "Ana +1, high", "Beto +2, adjustment"
    ]  # fmt: skip


def test_a_new_match_of_it_is_put_together(toy: AnyGame) -> None:
    draft = Draft().with_game("toy").with_count(4)
    assert draft.ways == ("cards",)
    assert list(draft.asked) == ["target"]
    header = draft.with_option("target", draft.targets[-1]).header(["A", "B", "C", "D"], 0.0)
    assert (header.game, header.target, header.options) == ("toy", 6, {})
    assert Match(header).position.scores == (0, 0, 0, 0)


def test_what_a_camera_sees_of_it_joins_what_is_tapped(toy: AnyGame) -> None:
    session = Session(played().header, NoJournal())
    show = toy.event({"do": "show", "seat": 1, "card": "7h"})
    assert session.tap(show)
    session.post(EventUnderstood(1, show))
    session.drain()
    assert [entry.line for entry in session.entries] == [1]
