"""R8: with ``declarations: automatic`` every holding counts, whatever was said."""

import pytest

from engine.porrazo.events import Claim, Declare
from tests.rules.boards import begin, claim, declare, play, refused, told

KINGS_AND_SIXES = "Kh 6h Kd 6d 9c 8c"


def test_nobody_need_announce() -> None:
    match = begin(declarations="automatic")
    play(match, KINGS_AND_SIXES)
    assert told(match.settled.made) == ["0 ronda 4 K"]


@pytest.mark.parametrize("missed", ["lost", "claimable"])
def test_announcements_and_claims_change_nothing(missed: str) -> None:
    match = begin(declarations="automatic", missed_declaration=missed)
    declare(match, 1, "rondine")
    play(match, KINGS_AND_SIXES)
    claim(match, 1, 0)
    assert told(match.settled.made) == ["0 ronda 4 K"]


def test_but_only_at_their_times() -> None:
    match = begin(declarations="automatic", missed_declaration="lost")
    play(match, "Kh")
    assert "too late" in refused(match, Declare(0, "ronda"))
    assert "between a batch's last play" in refused(match, Claim(0, 1))


def test_partners_are_paid_too() -> None:
    match = begin(4, teams=((0, 2), (1, 3)), declarations="automatic")
    play(match, "Kh 9h 6h 9d Kd Jc 6d Qc Tc 7c 8c 5c")
    assert told(match.settled.made)[-2:] == ["0 ronda 4 K", "2 ronda 1 6"]
