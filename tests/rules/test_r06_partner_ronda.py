"""R6: the partners of the best holder score their own announced holdings too."""

from tests.rules.boards import begin, claim, declare, play, told

SIXES_KINGS_FIVES = "6h Kh 5h 9c 6d Kd 5d Jc 8c 7c Tc Qc"
"""Four players: seat 0 holds two sixes, 1 two kings, 2 two fives, 3 nothing."""


def paid(
    *announced: int,
    claims: tuple[tuple[int, int], ...] = (),
    partner_ronda: bool = True,
    partners: bool = True,
) -> list[str]:
    """Announce rondas in partnership, play a batch, claim; return what its end brings."""
    match = begin(4, teams=((2, 0), (1, 3)) if partners else None, partner_ronda=partner_ronda)
    for seat in announced:
        declare(match, seat)
    play(match, SIXES_KINGS_FIVES)
    for seat, against in claims:
        claim(match, seat, against)
    return told(match.settled.made)


def test_the_best_first_then_the_partner_even_with_a_lower_one() -> None:
    assert paid(0, 2) == ["0 ronda 1 6", "2 ronda 1 5"]


def test_opponents_in_between_score_nothing() -> None:
    assert paid(0, 1, 2) == ["1 ronda 4 K"]


def test_a_silent_partner_scores_nothing() -> None:
    assert paid(0) == ["0 ronda 1 6"]


def test_not_without_the_option() -> None:
    assert paid(0, 2, partner_ronda=False) == ["0 ronda 1 6"]


def test_not_without_partners() -> None:
    assert paid(0, 2, partners=False) == ["0 ronda 1 6"]


def test_not_when_the_best_was_paid_to_a_claimant() -> None:
    assert paid(0, 2, claims=((2, 1),)) == ["2 ronda 4 K"]


def test_a_claimed_holding_of_a_partner_is_not_his_own() -> None:
    assert paid(0, claims=((1, 2),)) == ["0 ronda 1 6"]


def test_three_partners_are_paid_in_the_order_of_the_teams_list() -> None:
    match = begin(6, teams=((4, 2, 0), (1, 3, 5)))
    for seat in (0, 2, 4):
        declare(match, seat)
    play(match, "6h Kh 7h Qh 8h Jh 6d Ks 7d Qd 8d Js Ah 2h 3h Ad 2d 3d")
    paid = [line for line in told(match.settled.made) if "ronda" in line]
    assert paid == ["4 ronda 1 8", "2 ronda 1 7", "0 ronda 1 6"]
