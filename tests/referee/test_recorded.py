"""Filmed hands that once went wrong, as they were seen: every play and the score, exactly.

What was seen was rendered (``datasets.film``, decks never trained on), and seen by the networks of the time.
"""

from pathlib import Path

import pytest

from companion.referee import Referee
from engine.porrazo.events import event_from_json
from engine.porrazo.game import GAME
from tests.films.filmed import outcomes
from tests.referee.recorded import load

FILMS = sorted(Path(__file__).parent.glob("recorded/*.jsonl.gz"))


@pytest.mark.parametrize("film", FILMS, ids=lambda film: film.name.partition(".")[0])
def test_a_hand_that_once_went_wrong_comes_out_exact(film: Path) -> None:
    truth, looks = load(film)
    header = GAME.header(truth["header"])
    before = map(event_from_json, truth.get("before", ()))  # of an evening kept from the middle of a match on
    referee = Referee(header, before, truth["bottom"])
    t = 0.0
    for observation in looks:
        referee.look(observation)
        t = observation.t
    referee.end(t)
    want = outcomes(header, [event_from_json(event) for event in truth["events"]])
    got = outcomes(header, referee.written)
    assert [play[:4] for play in got] == [play[:4] for play in want]
    assert list(referee.settled().scores) == truth["scores"]
    assert not [event for event in referee.written if "doubt" in event.extra]
