"""C14, C16 to C18: going out, a drawn hand, the target, points by hand."""

from tests.games.conquian.layings import OUT, begin, play, refused, run_out, state


def test_going_out_wins_at_once_and_the_next_hand_begins() -> None:
    match = begin(cards=8)
    assert play(match, OUT) == ["1 hand 1"]
    assert match.position.scores == (0, 1)
    assert (match.position.hand.number, match.position.hand.dealer) == (2, 1)
    assert state(match) == (0, "turn", None)
    assert match.position.hand.melds == ((), ())


def test_an_empty_hand_after_a_discard_has_not_won_yet() -> None:
    start = "1 turn Ah; 1 take Ah 2h 3h 4h 5h 6h 7h Jh; 1 discard Ks"
    match = begin(start, cards=8)
    assert (match.position.hand.in_hand, state(match)) == ((8, 0), (0, "offered", "Ks"))
    assert play(match, "0 turn Qh; 0 pass; 1 take Ah 2h 3h 4h 5h 6h 7h Jh Qh") == ["1 hand 1"]


def test_a_drawn_hand_scores_nothing() -> None:
    match = begin()
    run_out(match)
    assert play(match, f"{match.position.hand.turn} pass") == []
    assert (match.position.hand.number, match.position.hand.dealer, match.position.carried) == (2, 1, 0)


def test_a_drawn_hand_waits_for_the_next_winner() -> None:
    match = begin(cards=8, draws="carry")
    for hands in (1, 2):
        run_out(match)
        play(match, f"{match.position.hand.turn} pass")
        assert match.position.carried == hands
    assert play(match, OUT) == ["1 hand 3"]
    assert (match.position.scores, match.position.carried) == ((0, 3), 0)


def test_the_card_offered_last_can_still_be_taken_and_a_discard_after_it() -> None:
    match = begin()
    run_out(match)
    seat, centre = match.position.hand.turn, match.position.hand.centre
    assert centre is not None
    unseen = [card for card in match.game.pack(match.header) if card not in match.position.hand.seen]
    assert (seat, str(centre), [str(card) for card in unseen[-4:]]) == (1, "Kd", ["7s", "Js", "Qs", "Ks"])
    play(match, "1 take Kd Kh Ks; 1 discard Qs")
    assert (state(match), match.position.hand.stock) == ((0, "offered", "Qs"), 0)
    play(match, "0 take Qs Js 7s; 0 discard 2h; 1 pass")
    assert match.position.hand.number == 2


def test_the_target_ends_the_match_on_the_winning_table() -> None:
    match = begin(OUT, cards=8, target=1)
    assert (match.position.winner, state(match)) == (1, (None, None, None))
    assert match.position.hand.in_hand == (8, 0)
    for event in ("0 turn 2h", "1 discard 2h", "0 force", "0 pass"):
        assert refused(match, event) == "the match is over: Beto won it"


def test_reopening_after_a_won_hand_begins_the_next() -> None:
    match = begin(OUT, cards=8, target=1)
    assert play(match, "1 adjust -1") == ["1 adjust -1"]
    assert (match.position.winner, match.position.hand.number, state(match)) == (None, 2, (0, "turn", None))


def test_an_adjust_wins_in_mid_hand_and_another_lets_it_go_on() -> None:
    match = begin("1 turn 5h; 0 adjust 5")
    assert (match.position.winner, state(match)) == (0, (None, None, "5h"))
    play(match, "0 adjust -1")
    assert (match.position.winner, state(match)) == (None, (1, "turned", "5h"))


def test_the_other_seat_wins_if_it_is_then_at_the_target() -> None:
    match = begin("0 adjust 5; 1 adjust 9")
    assert match.position.winner == 0
    play(match, "0 adjust -1")
    assert match.position.winner == 1
    assert refused(match, "2 adjust 1") == "there is no seat 2, only 0 to 1"


def test_a_hand_that_was_won_is_left_behind_whoever_the_winner_was_since() -> None:
    match = begin(OUT + "; 0 adjust 3; 1 adjust -1", cards=8, target=1)
    assert (match.position.winner, match.position.hand.number) == (0, 1)
    play(match, "0 adjust -3")
    assert (match.position.winner, match.position.hand.number) == (None, 2)
