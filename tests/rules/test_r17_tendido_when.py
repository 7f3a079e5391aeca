"""R17: the dealer lays the tendido once a hand, before a batch's first play."""

from engine.cards import parse_cards
from engine.porrazo.events import Tendido
from tests.rules.boards import (
    begin,
    declare,
    fill_batch,
    leftover,
    now,
    play,
    refused,
    seen,
    tendido,
    to_last_batch,
)

ROW = Tendido(parse_cards("9h Jd Qc 5s"))


def test_with_any_batch_before_its_first_play() -> None:
    match = begin()
    assert refused(match, ROW) == ""
    play(match, "8h")
    assert refused(match, ROW) == "the tendido comes before the batch's first play"
    fill_batch(match)
    assert refused(match, ROW) == ""


def test_before_or_after_announcements() -> None:
    match = begin()
    declare(match, 0)
    assert refused(match, ROW) == ""


def test_once_a_hand() -> None:
    match = begin(target=1000)
    tendido(match, "9h Jd Qc 5s")
    assert refused(match, ROW) == "the tendido has already been laid in this hand"
    to_last_batch(match)
    fill_batch(match)
    assert now(match).hand == 2
    assert refused(match, ROW) == ""


def test_it_lies_on_the_table_as_it_is_written() -> None:
    match = begin()
    tendido(match, "2h Jd Ac 5s")
    assert seen(match.position) == "2h Jd Ac 5s"


def test_the_last_four_come_with_the_last_batch() -> None:
    match = begin(rules="uspcc")
    assert refused(match, ROW) == "the tendido is the last four cards: it comes with the last batch"
    to_last_batch(match)
    assert refused(match, ROW) == ""


def test_one_that_is_missing_is_not_refused() -> None:
    match = begin(tendido="required", target=1000)
    to_last_batch(match)
    fill_batch(match)
    assert now(match).hand == 2


def test_before_the_leftover() -> None:
    match = begin(3)
    to_last_batch(match)
    leftover(match, "9c Tc Jc")
    assert refused(match, ROW) == "the tendido comes before the leftover"


def test_its_cards_are_new() -> None:
    match = begin()
    play(match, "9h 9d")
    fill_batch(match)
    assert refused(match, ROW) == "the 9 of hearts has already been played in this hand"
    assert refused(match, Tendido(parse_cards("5h 6h 5h 7h"))) == "the 5 of hearts is named twice"
    assert refused(match, Tendido(parse_cards("5h 6h"))) == "a tendido has four cards, not 2"
