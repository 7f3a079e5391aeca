"""A deal is taken back by people: what lies there still is not played again, and the new one is read from its start."""

from engine.cards import Card
from engine.events import Event
from engine.porrazo.events import Play
from tests.referee.drawn import Watched, header, told

FIRST = "0 |\n2 | Jh\n4 | Jh 5d\n6 | Jh 5d 9c\n8 | Jh 5d 9c Ks\n10 | Jh 5d 9c Ks 2h\n12 | Jh 5d 9c Ks 2h 7d"
"""A batch of two players in which nothing is captured."""


def plays(cards: str) -> list[Event]:
    return [Play(at % 2, Card.parse(card)) for at, card in enumerate(cards.split())]


def again(before: str, record: str, then: str) -> str:
    """What is written after people said that only this record counts."""
    match = Watched(header()).see(before, until=float(then.split()[0]))
    match.referee.hear(plays(record))
    own = len(match.referee.written)
    match.see(then)
    assert match.referee.before == own, "what was written before stands fast"
    return told(match.referee.written[own:])


def test_a_hand_dealt_again_does_not_play_what_still_lies_there() -> None:
    lying = "2 | 7h\n4 | 7h 9d\n6 | 7h 9d Kc\n"
    new = "9 | 7h 9d Kc\n14 | moving 9d\n14.6 | moving\n15 |\n27 | 9d'\n30 | 9d' 5c\n33 | 9d' 5c Kc'\n36 | 9d' 5c Kc'"
    assert again("0 |\n" + lying, "", new) == "9d 5c Kc"


def test_a_card_laid_just_before_it_was_said_is_not_the_new_deals_first() -> None:
    lying = "2 | 7h\n4 | 7h 9d\n6 | 7h 9d Kc\n"
    new = "6.2 | 7h 9d Kc\n14 | moving 9d\n14.6 | moving\n15 |\n27 | 5c\n30 | 5c 9d'\n33 | 5c 9d'"
    assert again("0 |\n" + lying, "", new) == "5c 9d"


def test_cards_turned_over_while_they_are_gathered_are_no_plays() -> None:
    lying = "2 | 7h\n4 | 7h 9d\n6 | 7h 9d Kc\n"
    new = "9 | 7h 9d Kc\n14 | moving 9d 4s\n14.6 | moving 8d 4s\n15.3 |\n27 | 5c\n30 | 5c 9d'\n33 | 5c 9d'"
    assert again("0 |\n" + lying, "", new) == "5c 9d"


def test_a_batch_dealt_again_keeps_the_table_before_it() -> None:
    later = FIRST + "\n17 | Jh 5d 9c Ks 2h 7d 4c\n19 | Jh 5d 9c Ks 2h 7d 4c 8s"
    new = (
        "22 | Jh 5d 9c Ks 2h 7d 4c 8s\n26 | moving Jh 5d 9c Ks 2h 7d\n27 | Jh 5d 9c Ks 2h 7d\n"
        "38 | Jh 5d 9c Ks 2h 7d Tc\n41 | Jh 5d 9c Ks 2h 7d Tc 4c'\n44 | Jh 5d 9c Ks 2h 7d Tc 4c'"
    )
    assert again(later, "Jh 5d 9c Ks 2h 7d", new) == "Tc 4c"


def test_a_card_taken_in_the_batch_that_is_dealt_again_is_put_back() -> None:
    later = FIRST + "\n17 | Jh 5d 9c Ks 2h 7d 5c\n17.6 | moving Jh 9c Ks 2h 7d\n18 | Jh 9c Ks 2h 7d"
    new = (
        "22 | Jh 9c Ks 2h 7d\n30 | moving Jh 9c Ks 2h 7d 5d'\n31 | Jh 9c Ks 2h 7d 5d'\n"
        "42 | Jh 9c Ks 2h 7d 5d' Tc\n45 | Jh 9c Ks 2h 7d 5d' Tc 4c\n48 | Jh 9c Ks 2h 7d 5d' Tc 4c"
    )
    assert again(later, "Jh 5d 9c Ks 2h 7d", new) == "Tc 4c"


def test_taken_back_by_mistake_and_undone_at_once_the_hand_goes_on() -> None:
    match = Watched(header()).see("0 |\n2 | 7h\n4 | 7h 9d\n6 | 7h 9d Kc", until=9.0)
    match.referee.hear(())
    match.see("9 | 7h 9d Kc", until=11.0)
    match.referee.hear(plays("7h 9d Kc"))
    match.see("11 | 7h 9d Kc\n13 | 7h 9d Kc 2s\n16 | 7h 9d Kc 2s")
    assert told(match.referee.written[3:]) == "2s"
    assert [str(card) for card in match.referee.position.table] == ["7h", "9d", "Kc", "2s"]
