"""M9 to M13: what a card proves to have been against the rules, when, and what becomes of it."""

from tests.games.malilla.tables import begin, give, play, refused

# Ana (0), Beto (1), Caro (2), Dani (3, who deals and holds the queen of diamonds, a trump).


def test_a_card_of_the_suit_led_shown_later_proves_a_revoke() -> None:
    match = begin(fouls="report")
    assert play(match, "As 2s Ks 5d  7c 2c 3c 4c") == []
    assert play(match, "6s") == ["3 follow 5"]
    assert match.scores_made[-1].to_json() == {
        "event": 10, "seat": 3, "points": 0, "why": "foul", "foul": "follow", "at": 5,
    }  # fmt: skip


def test_an_opponents_card_must_be_beaten_by_who_can() -> None:
    match = begin(fouls="report")
    assert play(match, "Ks 2s 3s 4s  2c 3c 4c 5c  2h 3h") == []
    assert play(match, "As") == ["1 beat 3"]


def test_a_leader_may_lead_anything_also_a_7() -> None:
    match = begin(fouls="report")
    assert play(match, "2c 3c 4c 5c  2h Ah 3h 4h  7c 6c") == []


def test_a_partners_winning_card_need_not_be_beaten() -> None:
    match = begin(fouls="report")
    assert play(match, "Ks 2s 3s 4s  5c 2c 6c 3c") == []
    assert play(match, "2h 3h") == []
    assert play(match, "As") == []  # Caro laid the 3 under Ana's king


def test_nor_an_opponents_card_with_the_suit_led_once_it_has_been_trumped() -> None:
    match = begin(fouls="report")
    assert play(match, "Js 2d 3s 5s  2c 3c 4c Jc") == []
    assert play(match, "Ks") == []  # Dani followed with the 5 under Beto's trump; the king could not beat it


def test_who_has_none_of_the_suit_must_trump() -> None:
    match = begin(fouls="report")
    assert play(match, "Ks 2c 3s 4s  Qh 2h Ah 3h") == []
    assert play(match, "5c 6c Jc 5d") == ["1 beat 3"]


def test_and_overtrump_an_opponents_trump() -> None:
    match = begin(fouls="report")
    assert play(match, "Ks 2d 3s 4s  Qc 5s Ac 2c") == []
    match = begin(fouls="report")
    assert play(match, "Ks 5d 2d 4s  Qc 2c Jc 6c") == []
    assert play(match, "3d") == []  # lower than the 5
    match = begin(fouls="report")
    assert play(match, "Ks 5d 2d 4s  Qc Kc Jc 6c  7d") == ["2 beat 4"]


def test_a_7_may_not_be_thrown_before_its_suit_was_led() -> None:
    match = begin("4h", dealer=0, fouls="report")
    assert play(match, "Ks 5s 7d 3s  2c As") == ["2 beat 3"]
    assert play(match, "Kc") == ["3 seven 4"]


def test_one_of_a_suit_led_before_may() -> None:
    match = begin("4h", dealer=0, fouls="report")
    assert play(match, "2d 3d 4d 5d  6s Ks 2s 7d  Jc 2c 3c Qc 3s") == []


def test_another_such_7_proves_nothing() -> None:
    match = begin("4h", dealer=0, fouls="report")
    assert play(match, "Ks 2s 7d 3s  Qc 3c 7c") == []
    assert match.position.hand.found == frozenset()


def test_not_with_sevens_free() -> None:
    match = begin("4h", dealer=0, fouls="report", sevens="free")
    assert play(match, "Ks 2s 7d 3s  Qc 3c Kc") == []


def test_the_turned_card_proves_the_dealers_fault_at_once() -> None:
    match = begin("4h", dealer=0, fouls="report")
    assert play(match, "Ks 5s 6s") == []
    assert play(match, "3c") == ["0 beat 5"]
    match = begin("4h", dealer=0, fouls="report")
    assert play(match, "Kh 2h 3h 5c") == ["0 follow 5"]


def test_once_it_has_been_played_it_proves_nothing_of_later_plays() -> None:
    match = begin("4h", dealer=0, fouls="report")
    assert play(match, "Kh 2h 3h 4h  Js 2s 3s 5c") == []


def test_several_are_told_in_the_order_in_which_they_were_played_the_play_itself_last() -> None:
    match = begin("2h", dealer=0, fouls="report")
    assert play(match, "2s Ks 3s Jc  As 4s Qc 5s  3h 4h") == []
    assert play(match, "6s") == ["0 follow 5", "0 follow 8", "0 follow 12"]


def test_each_play_is_found_at_fault_once() -> None:
    match = begin(fouls="report")
    play(match, "As 2s Ks 5d  7c 2c 3c 4c")
    assert play(match, "6s 3s 4s 5s") == ["3 follow 5"]
    assert match.position.turn == 3
    assert play(match, "Js") == []


def test_under_apply_the_side_at_fault_has_lost_and_the_trick_lies_as_it_was() -> None:
    match = begin()
    give(match, 3, 20)
    assert play(match, "As 2s Ks 5d  7c 2c 3c 4c 6s") == ["3 follow 6"]
    at = match.position
    assert (at.winner, at.turn, at.scores) == (0, None, (0, 22))
    assert at.to_json()["trick"] == ["6s"]
    assert refused(match, "2h") == "the match is over: Ana and Caro won it"


def test_even_with_four_cards() -> None:
    match = begin("4h", dealer=0)
    assert play(match, "Ks 5s 6s 3c") == ["0 beat 5"]
    assert match.position.to_json() | {"scores": []} == {
        "game": "malilla", "scores": [], "winner": 1, "hand": 1, "dealer": 0, "turn": None, "turned": "4h", "held": 0,
        "trick": ["Ks", "5s", "6s", "3c"], "tricks": [0, 0], "collected": [0, 0],
    }  # fmt: skip
