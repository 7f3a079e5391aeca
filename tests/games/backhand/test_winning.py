"""B15 to B17: the target, and points by hand, also after the end."""

from tests.games.backhand.tables import begin, do, refused


def test_the_first_at_the_target_wins_in_mid_round() -> None:
    match = begin(target=1)
    do(match, "deal 1 9c 4d", "deal 0 Kc 5d", "backhand 1 9h")
    at = match.position
    assert (at.winner, at.turn, at.may, at.round.number) == (1, None, (), 1)
    assert at.to_json()["results"] == [None, "won"]
    for text in ("backhand 0 9s", "shuffle", "deal 0 2c 3c", "bet 0 1", "push 0", "replace 0 2c"):
        assert refused(match, text) == "the match is over: Beto won it"


def test_the_bank_may_be_the_winner() -> None:
    match = begin(3, target=5, bets=True)
    do(match, "bet 1 5", "bet 2 5", "deal 1 Kc 5c", "deal 2 Kd 5d", "backhand 1 2c")
    assert (match.position.winner, match.position.scores) == (0, (5, -5, 0))


def test_the_last_line_after_a_win_is_as_it_stood() -> None:
    match = begin(target=1)
    do(match, "deal 1 9c 4d", "deal 0 Kc 5d", "backhand 1 2h", "backhand 0 9h")
    last = match.position.to_json()
    assert (last["winner"], last["hand"], last["hands"]) == (0, 1, [["Kc", "5d"], ["9c", "4d"]])
    assert (last["unseen"], last["results"]) == (46, ["won", "lost"])


def test_reopened_after_the_last_result_the_next_round_begins() -> None:
    match = begin(target=1)
    do(match, "deal 1 9c 4d", "deal 0 Kc 5d", "backhand 1 2h", "backhand 0 9h")
    assert do(match, "adjust 0 -1") == ["0 adjust -1"]
    at = match.position
    assert (at.winner, at.round.number, at.round.dealer, at.turn, at.unseen) == (None, 2, 1, 0, 52)


def test_an_adjust_wins_and_reopens_where_it_stood() -> None:
    match = begin()
    do(match, "deal 1 9c 4d", "adjust 0 5")
    assert (match.position.winner, match.position.turn) == (0, None)
    do(match, "adjust 0 -1")
    assert (match.position.winner, match.position.turn, match.position.may) == (None, 0, ("deal",))


def test_the_winner_stays_while_the_target_is_kept() -> None:
    match = begin(4)
    do(match, "adjust 2 5", "adjust 0 9", "adjust 1 7", "adjust 3 9")
    assert match.position.winner == 2
    do(match, "adjust 2 1", "adjust 2 -1")
    assert match.position.winner == 2
    do(match, "adjust 2 -1")
    assert match.position.winner == 0  # the highest, then the lowest seat
    do(match, "adjust 0 -9")
    assert match.position.winner == 3


def test_a_finished_round_is_left_behind_whenever_the_match_is_reopened() -> None:
    match = begin(target=1)
    do(match, "deal 1 9c 4d", "deal 0 Kc 5d", "backhand 1 2h", "backhand 0 9h", "adjust 1 2", "adjust 0 -1")
    assert (match.position.winner, match.position.round.number) == (1, 1)
    do(match, "adjust 1 -2")
    assert (match.position.winner, match.position.round.number) == (None, 2)
