"""The statistics of a match: its curve, where the points came from, the best plays, what the lead did."""

from pathlib import Path

import pytest

from companion.archive.mending import replayed
from companion.record.statistics import curve_of, leads, statistics_of
from engine.cards import Card
from engine.events import Adjust, Event
from engine.header import Header
from engine.porrazo.events import Play, Recount
from engine.porrazo.game import Match
from engine.porrazo.scoring import Why
from engine.porrazo.words import WORDS
from engine.record import read

RECORDS = Path(__file__).parents[1] / "games" / "records"


def recorded(name: str) -> Match:
    with (RECORDS / f"{name}.jsonl").open("rb") as lines:
        header, *events = (item for _, item in read(lines))
    assert isinstance(header, Header)
    return replayed(header, [event for event in events if not isinstance(event, Header)])


def played(*cards: str, extra: tuple[Event, ...] = ()) -> Match:
    """Cards played in turn by Ana, who deals, and Beto, who begins."""
    match = Match(Header(("Ana", "Beto")))
    for at, card in enumerate(cards):
        match.add(Play((at + 1) % 2, Card.parse(card)))
    for event in extra:
        match.add(event)
    return match


@pytest.mark.parametrize("name", ["to-the-end", "to-the-end-in-teams"])
def test_the_statistics_of_a_whole_match_add_up(name: str) -> None:
    match = recorded(name)
    statistics, position = statistics_of(match), match.settled.position
    assert statistics.curve.totals[0] == (0,) * len(position.scores)
    assert statistics.curve.totals[-1] == position.scores
    assert len(statistics.curve.totals) == len(match.events) + 1
    for side, points in enumerate(position.scores):
        assert sum(by_side[side] for by_side in statistics.sources.values()) == points
    assert [move.points for move in statistics.best] == sorted(
        (move.points for move in statistics.best), reverse=True
    )
    assert len(statistics.curve.hands) == position.hand - 1


def test_a_match_without_events_has_statistics() -> None:
    statistics = statistics_of(Match(Header(("Ana", "Beto"))))
    assert (statistics.curve.totals, statistics.best, dict(statistics.sources), statistics.leads) == (
        ((0, 0),),
        (),
        {},
        0,
    )


def test_where_points_come_from() -> None:
    match = played("Kh", "Ks", "2d", extra=(Adjust(1, 3, "x"),))
    sources = dict(statistics_of(match).sources)
    assert sources == {"porrazos": (4, 0), "limpias": (4, 0), "by_hand": (0, 3)}


def test_every_reason_belongs_to_one_kind() -> None:
    assert sorted(why for source in WORDS.sources.values() for why in source.whys) == sorted(Why)
    assert WORDS.source("counter_porrazo") == "porrazos"


def test_the_lead_changes_when_another_side_leads_alone() -> None:
    assert leads([(0, 0), (1, 0), (1, 1), (1, 2), (2, 2), (3, 2)]) == 2
    assert leads([(0, 0, 0)]) == 0


def test_what_cannot_have_happened_is_passed_over() -> None:
    match = played("Kh", "Ks", "2d", "5h")
    match.insert(match.entry(1), Recount((Card.parse("5h"),)))
    assert match.left_out == 1
    assert len(curve_of(match).totals) == len(match.events) + 1
