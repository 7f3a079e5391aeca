"""R7: what nobody announced may be claimed by an opponent, where the rules say so."""

from engine.porrazo.events import Claim
from engine.porrazo.game import Match
from tests.rules.boards import begin, claim, declare, fill_batch, play, refused, told

KINGS_AND_SIXES = "Kh 6h Kd 6d 9c 8c"
TIME = "a claim is made between a batch's last play and whatever comes next"


def played(*announced: int, missed_declaration: str = "claimable") -> Match:
    """Announce rondas and play a batch: seat 0 holds two kings, seat 1 two sixes."""
    match = begin(missed_declaration=missed_declaration)
    for seat in announced:
        declare(match, seat)
    play(match, KINGS_AND_SIXES)
    return match


def paid(match: Match) -> list[str]:
    """Return what the batch's end brings."""
    return told(match.settled.made)


def test_the_claimant_is_paid() -> None:
    match = played()
    claim(match, 1, 0)
    assert paid(match) == ["1 ronda 4 K"]


def test_it_competes_like_any_holding() -> None:
    match = played(0)
    claim(match, 0, 1)
    assert paid(match) == ["0 ronda 4 K"]


def test_one_who_announced_cannot_be_claimed_against() -> None:
    match = begin()
    declare(match, 0, "rondine")
    play(match, KINGS_AND_SIXES)
    claim(match, 1, 0)
    assert paid(match) == []


def test_nor_one_who_holds_nothing() -> None:
    match = begin()
    play(match, "Kh 6h 9d 6d Jc 8c")
    claim(match, 1, 0)
    assert paid(match) == []


def test_the_first_claim_against_a_seat_counts() -> None:
    match = begin(3)
    play(match, "Kh 6h 7h Kd 8d 9d Tc Jc Qc")
    claim(match, 2, 0)
    claim(match, 1, 0)
    assert paid(match) == ["2 ronda 4 K"]


def test_ties_go_by_the_holders_seat() -> None:
    match = begin(3)
    play(match, "6h 9h 6d 6c 9d 6s Tc Jc Qc")
    claim(match, 1, 2)
    claim(match, 2, 0)
    assert paid(match)[-1:] == ["2 ronda 1 6"]


def test_only_between_the_batches() -> None:
    match = begin()
    assert refused(match, Claim(1, 0)) == TIME
    play(match, "Kh 6h Kd 6d 9c")
    assert refused(match, Claim(1, 0)) == TIME
    play(match, "8c")
    assert refused(match, Claim(1, 0)) == ""
    play(match, "Jh")
    assert refused(match, Claim(1, 0)) == TIME


def test_still_after_a_hands_last_batch() -> None:
    match = begin(8, target=1000)
    fill_batch(match)
    fill_batch(match)
    assert refused(match, Claim(1, 0)) == ""


def test_only_against_an_opponent() -> None:
    match = begin(4, teams=((0, 2), (1, 3)))
    fill_batch(match)
    assert refused(match, Claim(1, 1)) == "Beto can only claim against an opponent"
    assert refused(match, Claim(1, 3)) == "Beto can only claim against an opponent"
    assert refused(match, Claim(1, 2)) == ""
    assert refused(match, Claim(1, 4)) == "there is no seat 4, only 0 to 3"


def test_never_where_it_is_lost() -> None:
    match = played(missed_declaration="lost")
    assert refused(match, Claim(1, 0)) == "by these rules nobody can claim what was not announced"
    assert paid(match) == []
