"""Whatever is shown: nothing is raised, what is written can be replayed, times go forwards."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.referee import Referee
from companion.referee.event_keys import scoring_key
from companion.referee.observation import Observation, ObservedCard
from engine.cards import PACK
from engine.events import Event
from tests.referee.acting import acted
from tests.referee.drawn import header
from tests.referee.habits import sure_of
from tests.referee.kept_stage import lines, match_of
from tests.referee.marking import Marks, mark, scores


def check(referee: Referee, record: list[Event]) -> None:
    """The record, kept as it was told, is the one that the referee has, legal, and in the order of time."""
    assert record == referee.written
    scores(referee.header, record)
    times = [float(str(event.extra["t"])) for event in record if "revised" not in event.extra]
    assert times == sorted(times)


def kept(referee: Referee, record: list[Event], observation: Observation) -> None:
    """Show a sight and keep the record as a journal does."""
    for change in referee.look(observation):
        if change.kind == "new":
            assert change.line == len(record) + 1
            record.append(change.event)
        elif change.kind == "revised":
            record[change.line - 1] = change.event
        else:
            assert record.pop(change.line - 1) is not None


@settings(max_examples=3, deadline=None)
@given(st.integers(0, 10**6))
def test_any_stream_at_all(seed: int) -> None:
    rng = random.Random(seed)
    referee, record = Referee(header(rng.choice((2, 3, 4)))), list[Event]()
    lying: list[ObservedCard] = []
    for frame in range(80):
        t = frame / 4
        if rng.random() < 0.3:
            lying.append(
                ObservedCard(frame, sure_of(rng.choice(PACK), rng.uniform(0.1, 0.99)), rng.random(), 0.0, t)
            )
        lying = [each for each in lying if rng.random() > 0.03]
        kept(referee, record, Observation(t, tuple(lying), still=rng.random() < 0.8))
    check(referee, record)


@pytest.mark.parametrize(("level", "seed"), [("easy", 0), ("normal", 10), ("hard", 2), ("hard", 3)])
def test_a_match_seen_badly_is_told_in_order(level: str, seed: int) -> None:
    match = acted(seed, level, players=2)
    referee, record = Referee(match.header), list[Event]()
    for observation in match.stage.observations(min(match.seconds, 70)):
        kept(referee, record, observation)
    check(referee, record)


@pytest.mark.parametrize("seed", range(4))
def test_a_match_seen_well_comes_out_exact(seed: int) -> None:
    marks = Marks()
    assert mark(acted(seed, "none", players=2 + seed), str(seed), marks) == []
    assert (marks.right, marks.suits, marks.exact, marks.asked) == (marks.plays, marks.plays, 1, 0)


@pytest.mark.parametrize(("level", "seed"), [("easy-film", 2), ("normal-film", 1), ("hard-film", 2)])
def test_a_match_seen_as_films_are_is_never_told_wrongly_without_a_doubt(level: str, seed: int) -> None:
    """One hand a level; `bench_referee` follows as many as one likes."""
    assert mark(acted(seed, level), f"{level} {seed}", Marks()) == []


ONLY_RIGHT = ("normal 6029", "normal 6035")
"""Kept matches in which somebody is asked."""


def test_the_kept_matches_are_all_there() -> None:
    assert len(lines()) == 20
    assert set(ONLY_RIGHT) < set(lines())


@pytest.mark.parametrize("name", [name for name in lines() if name not in ONLY_RIGHT])
def test_a_match_that_once_went_wrong_comes_out_exact(name: str) -> None:
    """5008: a choice that made no difference was asked about; 5006: a misread card won the match, and all that was
    played after it was lost; 5012: a card misread twice, once nudged, counted as two witnesses; 5014:
    a tendido's first cards passed for the leftover; 5004: a tendido's card seen in another place for a moment changed
    its order. 6059: of two cards read alike the wrong one changed when it was nudged, for the first misreading counted
    twice; 6099: a queen surely seen passed for an unseen jack; 6146: a card read as another that lay there was taken
    for that one, in two places at once; 6027: and a card for its own reflection; 6036, 6076, 8037, 8039: what was
    left was never tried, for the likelier ones had all been seen; 6068: the right hypothesis was dropped because nobody
    told it of the next card; 9004: a four read as the one just swept up passed for that one, in another place; 9031:
    a tendido's card passed for the one nobody saw that took it as well; 9012: a counter-porrazo that left no trace is
    told by whose arms came after; 9113: six cards swept by one seen for two frames: the right hypothesis,
    short of being told, was dropped for those it missed.
    """
    marks = Marks()
    assert mark(match_of(lines()[name]), name, marks) == []
    assert (marks.right, marks.exact, marks.asked) == (marks.plays, 1, 0)


@pytest.mark.parametrize("name", ONLY_RIGHT)
def test_what_once_was_wrong_and_silent_is_right_or_asked_about(name: str) -> None:
    """6029: a ten read as the nine beside it passed for that nine; 6035: an unseen queen made the king before it one,
    and what was long unexplained counted less while a tendido could come."""
    marks = Marks()
    assert mark(match_of(lines()[name]), name, marks) == []
    assert marks.right == marks.plays


def test_the_next_hand_follows_the_last_sweep() -> None:
    match = acted(1, "none", players=4, hands=2)
    referee = Referee(match.header)
    for observation in match.stage.observations(match.seconds):
        referee.look(observation)
    assert [*map(scoring_key, referee.written)] == [scoring_key(event) for _, event in match.events]
    assert referee.position.hand == 2
