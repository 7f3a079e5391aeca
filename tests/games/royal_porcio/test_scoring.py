"""R24 to R27: what bids, pictures and runs pay; the page's points without a record."""

import pytest

from engine.royal_porcio.bids import Bid
from engine.royal_porcio.events import Level
from engine.royal_porcio.position import Contract
from engine.royal_porcio.scoring import bid_paid, pictures, runs, worth
from engine.shared.spoils import Mode
from tests.games.royal_porcio.tables import cards_of


def contract(number: int, seat: int = 0, level: Level = "gold") -> Contract:
    """Return a contract for so many."""
    bid = Bid(seat, "black", number, level)
    return Contract(bid, False, None, 0, frozenset(), frozenset(), {}, (0, 0, 0, 0))


@pytest.mark.parametrize(
    ("bid", "balance", "points", "why"),
    [
        (3, 5, 53, "made"), (3, 1, 78, "set"), (1, 0, 78, "set"), (5, -4, 108, "set"), (12, 12, 144, "made"),
        (1, 1, 12, "made"), (7, 7, 84, "made"), (1, 12, 78, "made"), (12, 11, 12, "set"), (12, -12, 288, "set"),
        (2, 1, 77, "set"), (2, -12, 103, "set"),
    ],
)  # fmt: skip
def test_what_a_bid_pays(bid: int, balance: int, points: int, why: str) -> None:
    assert bid_paid(contract(bid), balance)[:3] == (0 if why == "made" else 1, points, why)
    assert bid_paid(contract(bid, seat=3), balance)[0] == (1 if why == "made" else 0)
    assert bid_paid(contract(bid), balance)[3] == {"bid": bid, "balance": balance}


def test_a_bid_that_is_just_made_pays_twelve_times_its_number() -> None:
    assert [bid_paid(contract(number), number)[1] for number in range(1, 13)] == list(range(12, 145, 12))


@pytest.mark.parametrize(
    ("mode", "row", "ranks"),
    [
        ("black", "Kc,Ks,Kh,Kd", "K"),
        ("black", "2c,Js,Jc,Jh,Jd,3c", "J"),
        ("black", "Ks,Kc,2c,Kh,Kd", ""),
        ("black", "Qs,Qc,Qh", ""),
        ("black", "As,Ac,Ah,Ad", ""),
        ("black", "Js,Jc,Jh,Jd,Ks,Kc,Kh,Kd,Qs,Qc,Qd,Qh", "KQJ"),
        ("red", "Ks,2c,Kc,3c,Kh,4c,Kd", "K"),
        ("red", "Qs,Qc,Qh,Jd", ""),
        ("red", "As,Ac,Ah,Ad", ""),
        ("black", "", ""),
    ],
)
def test_pictures_are_neighbours_in_black_and_anywhere_in_red(mode: Mode, row: str, ranks: str) -> None:
    assert "".join(rank.letter for rank in pictures(cards_of(row), mode)) == ranks


@pytest.mark.parametrize(
    ("mode", "row", "told"),
    [
        ("black", "Ks,Kd,Qs,Kc,Js,Ts", "12 KsQsJsTs"),
        ("black", "As,Ks,Qs,Js,Ts,9s,8s,7s", "40 AsKsQsJsTs9s8s7s"),
        ("red", "Kh,Qh,8h,7h,Ah", "6 KhQh 6 8h7h"),
        ("black", "Kh,Ah,Qh", "9 AhKhQh"),
        ("red", "Kh,Ah,Qh", "6 KhQh"),
        ("black", "8c,7c,6c,5c,4c,3c,2c,Ac", "21 8c7c6c5c4c3c2c"),
        ("red", "8c,7c,6c,5c,4c,3c,2c,Ac", "24 8c7c6c5c4c3c2cAc"),
        ("red", "Ks,Qs,Js,Ts,9s,8s", "18 KsQsJsTs9s8s"),
        ("black", "Ts,9s,8s,7s", "12 Ts9s8s7s"),
        ("black", "Ks,Js,8s,6s,Qd,7d", ""),
        ("black", "Jc,Tc,9c", ""),
        ("red", "7s,8s,Qh,Kh,8d,7d,7c,8c,Kc,Qc", "6 KcQc 6 8c7c 6 8d7d 6 KhQh 6 8s7s"),
        ("red", "", ""),
    ],
)
def test_runs_with_king_and_queen_or_with_8_and_7(mode: Mode, row: str, told: str) -> None:
    found = [f"{worth(run)} {''.join(map(str, run))}" for run in runs(cards_of(row), mode)]
    assert " ".join(found) == told
