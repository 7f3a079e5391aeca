"""What belongs to closed events is forgotten, however they were closed: an evening takes no more memory than a hand."""

from companion.referee.arms import Seating
from companion.referee.observation import Observation
from companion.referee.rates import MOST_KEPT
from engine.cards import PACK
from tests.referee.drawn import Watched, header, watched, written

ROUNDS = 12


def test_a_table_that_is_out_of_sight_again_and_again_leaves_no_tracks_behind() -> None:
    """Each time other cards lie there than before, so that all before is closed, and few events are open at once."""
    match, most = Watched(header()), 0
    names = [str(card) for card in PACK]
    for number in range(ROUNDS):
        one, two, three, four = names[4 * number : 4 * number + 4]
        t = 14 * number
        match.see(
            f"{t} | {one}\n{t + 3} | {one} {two}\n{t + 5} | unseen\n{t + 10} | {three} {four}", until=t + 14
        )
        most = max(most, len(match.referee._tracklets.by_track))
    assert len(match.referee.written) > ROUNDS
    assert most <= 16, "as many as in a few rounds"


def test_arms_that_are_seen_for_hours_while_nothing_happens_are_not_all_kept() -> None:
    seating = Seating(2)
    for look in range(2 * MOST_KEPT):
        seating.see(Observation(look / 12, (), False, (90.0,)))
    assert len(seating._arms) == len(seating._times) <= MOST_KEPT
    assert seating._times[-1] == (2 * MOST_KEPT - 1) / 12


def test_what_was_forgotten_is_not_missed_when_old_events_are_opened_again() -> None:
    """Usual 10024: while captured cards were counted, events of half a minute before were opened; their cards had been
    forgotten, so they counted as missing since then, 63 nats, and the last play was asked about.
    """
    match = watched("0 |\n2 | 7h\n4 | 7h 9d\n40 | 7h 9d Kc\n44 | 7h 9d Kc")
    referee = match.referee
    referee._forget_before(30.0)
    referee._forget_before(1.0)
    match.see("46 | 7h 9d Kc\n48 | 7h 9d Kc 2s", until=52.0)
    assert referee._horizon == 30.0
    assert written(match) == "7h 9d Kc 2s"
