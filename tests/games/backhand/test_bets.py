"""B12 to B14: the dealer is the bank, all others bet against it."""

from engine.backhand.game import GAME
from tests.games.backhand.tables import begin, do, event, refused


def test_all_bet_before_the_first_card_in_any_order() -> None:
    match = begin(3, bets=True)
    assert (match.position.turn, match.position.may) == (1, ("bet",))
    assert refused(match, "deal 1 7c 8c") == "Beto has not bet yet"
    do(match, "bet 2 1000")
    assert (match.position.turn, match.position.may) == (1, ("bet",))
    assert refused(match, "deal 2 7c 8c") == "Beto has not bet yet"
    assert refused(match, "hit 2 7c") == "Beto has not bet yet"
    assert refused(match, "bet 2 1") == "Caro has already bet in this round"
    do(match, "bet 1 1")
    assert (match.position.turn, match.position.may) == (1, ("deal",))
    do(match, "deal 2 7c 8c")
    assert refused(match, "bet 1 1") == "Beto has already bet in this round"
    assert match.position.to_json()["stakes"] == [None, 1, 1000]


def test_the_bank_neither_bets_nor_has_a_hand() -> None:
    match = begin(bets=True)
    bank = "Ana is the bank of this round: no bet and no hand"
    assert refused(match, "bet 0 1") == bank
    do(match, "bet 1 1")
    for text in ("deal 0 7c 8c", "replace 0 7c"):
        assert refused(match, text) == bank
    do(match, "deal 1 7c 8c")
    assert refused(match, "hit 0 9c") == bank
    assert refused(match, "push 0") == bank


def test_stakes_keep_the_limits() -> None:
    match = begin(bets=True, min_bet=2, max_bet=4)
    assert refused(match, "bet 1 1") == "the lowest bet is 2, not 1"
    assert refused(match, "bet 1 -3") == "the lowest bet is 2, not -3"
    assert refused(match, "bet 1 5") == "the highest bet is 4, not 5"
    assert [refused(match, f"bet 1 {stake}") for stake in (2, 3, 4)] == ["", "", ""]
    assert refused(begin(bets=True), "bet 1 0") == "the lowest bet is 1, not 0"


def test_there_is_no_bet_without_bets() -> None:
    assert refused(begin(), "bet 1 1") == "this match is played without bets"
    assert refused(begin(min_bet=2, max_bet=3), "bet 0 2") == "this match is played without bets"


def test_the_payers_line_comes_first() -> None:
    match = begin(target=20, bets=True)
    do(match, "bet 1 3", "deal 1 Kc 5c")
    made = match.add(event("backhand 1 7d"))
    assert [each.to_json() for each in made] == [
        {"event": 3, "seat": 0, "points": -3, "why": "bank", "against": 1},
        {"event": 3, "seat": 1, "points": 3, "why": "backhand", "total": 22},
    ]
    assert match.position.scores == (-3, 3)
    do(match, "bet 0 2", "deal 0 Kc 5c")
    made = match.add(event("backhand 0 6d"))
    assert [each.to_json() for each in made] == [
        {"event": 6, "seat": 0, "points": -2, "why": "no_bust", "total": 21},
        {"event": 6, "seat": 1, "points": 2, "why": "bank", "against": 0},
    ]


def test_each_way_to_a_result_is_paid() -> None:
    match = begin(5, target=20, bets=True)
    do(match, *(f"bet {seat} {seat}" for seat in (1, 2, 3, 4)))
    do(match, "deal 1 Kc 7c", "deal 2 2c 3c", "deal 3 Kd 4d", "deal 4 Kh 2h")
    assert do(match, "hit 1 4s") == ["0 bank -1", "1 push 1"]
    assert do(match, "hit 2 2d", "hit 2 3d", "hit 2 4h") == ["0 bank -2", "2 five_cards 2"]
    assert do(match, "hit 3 8s") == ["3 bust -3", "0 bank 3"]
    assert do(match, "backhand 4 9s") == ["4 no_bust -4", "0 bank 4"]
    assert match.position.scores == (4, 1, 2, -3, -4)
    assert (match.position.round.dealer, match.position.round.playing) == (1, (2, 3, 4, 0))


def test_the_stake_stays_through_pushes() -> None:
    match = begin(bets=True, target=20)
    do(match, "bet 1 3", "deal 1 Kc 9c", "push 1")
    assert (match.position.may, match.position.to_json()["stakes"]) == (("deal",), [None, 3])
    do(match, "deal 1 9d 9h")
    assert do(match, "hit 1 5c") == ["1 bust -3", "0 bank 3"]
    assert match.position.to_json()["stakes"] == [None, None]


def test_every_small_stake_is_offered_and_the_highest() -> None:
    def offered(**options: int | bool) -> tuple[object, ...]:
        first = GAME.expected(begin(3, bets=True, **options).position)[0]
        return first.asks[0].values

    assert offered()[:12] == tuple(range(1, 13))
    assert offered()[-1] == 100
    assert offered(min_bet=2, max_bet=6) == (2, 3, 4, 5, 6)
    assert offered(min_bet=5, max_bet=5) == (5,)
    assert offered(min_bet=10, max_bet=60)[-4:] == (30, 40, 50, 60)
