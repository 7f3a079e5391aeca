"""B3 and B4: which cards may still come, and what a shuffle does."""

from tests.games.backhand.tables import begin, do, refused


def test_a_card_comes_once_for_each_pack() -> None:
    one, two = begin(), begin(packs=2)
    assert refused(one, "deal 1 7c 7c") == "no 7 of clubs can be left: shuffle first"
    assert refused(two, "deal 1 7c 7c") == ""
    for match in (one, two):
        do(match, "deal 1 7c 6d")
    assert refused(one, "deal 0 7c 2d") == "no 7 of clubs can be left: shuffle first"
    assert refused(two, "deal 0 7c 7c") == "no 7 of clubs can be left: shuffle first"
    assert refused(one, "deal 0 7 2d") == ""


def test_a_rank_comes_four_times_for_each_pack_with_suits_or_without() -> None:
    match = begin()
    do(match, "deal 1 2 2", "deal 0 2 2c")
    assert refused(match, "hit 1 2d") == "no 2 of diamonds can be left: shuffle first"
    assert refused(match, "hit 1 2") == "no 2 can be left: shuffle first"
    assert refused(match, "hit 1 3") == ""


def test_all_that_was_turned_up_is_seen() -> None:
    match = begin()
    do(match, "deal 1 Ac 9d", "deal 0 8c 2d", "replace 1 Td", "push 1", "deal 1 5c 9c", "backhand 1 2s")
    assert match.position.unseen == 52 - 8
    for card in ("Ac", "9d", "Td", "2s", "8c"):
        assert refused(match, f"hit 0 {card}").startswith("no ")
    assert refused(match, "hit 0 2h") == ""


def test_each_round_begins_with_all_cards_unless_a_shuffle_is_called() -> None:
    for shuffle, unseen in (("round", 52), ("called", 46)):
        match = begin(shuffle=shuffle)
        do(match, "deal 1 8c 8d", "deal 0 8h 8s", "backhand 1 2c", "backhand 0 2d")
        assert match.position.round.number == 2
        assert match.position.unseen == unseen
        assert bool(refused(match, "deal 0 8c 5d")) == (shuffle == "called")
        do(match, "shuffle")
        assert match.position.unseen == 52
        assert refused(match, "deal 0 8c 5d") == ""


def test_a_shuffle_leaves_out_the_hands_without_a_result_whatever_the_option() -> None:
    for shuffle in ("round", "called"):
        match = begin(3, packs=1, shuffle=shuffle)
        do(match, "shuffle", "deal 1 8c 8d", "deal 2 Ac 7d", "deal 0 9h 9s", "backhand 1 Tc", "shuffle")
        assert match.position.unseen == 52 - 4
        assert refused(match, "replace 2 8c") == ""
        assert refused(match, "replace 2 Ac") != ""
        assert refused(match, "replace 2 9h") != ""
        do(match, "replace 2 2c", "shuffle")
        assert match.position.unseen == 52 - 4
        assert refused(match, "hit 2 Ac") == ""


def test_what_was_pushed_away_comes_back_with_a_shuffle() -> None:
    match = begin()
    do(match, "deal 1 9c 9d", "deal 0 Th 9s", "push 1")
    assert refused(match, "deal 1 9c 2d") != ""
    do(match, "shuffle")
    assert match.position.unseen == 50
    assert refused(match, "deal 1 9c 2d") == ""
