"""A card known by its rank alone gets its suit when the three others have been seen."""

import random
from dataclasses import replace

from companion.referee.record_diff import named
from engine.cards import ANY_SUIT, Card, parse_cards
from engine.events import Event
from engine.porrazo.events import Play, Recount
from engine.porrazo.position import Position
from engine.porrazo.rules import after
from tests.games.dealt import random_events
from tests.referee.acting import SILENT
from tests.referee.drawn import header, told, watched, written

START = Position.start(header())


def plays(words: str) -> list[Event]:
    """Plays in turn; a rank alone is a card that nobody saw."""
    cards = (
        Card.parse(word) if len(word) == 2 else ANY_SUIT["A23456789TJQK".index(word)]
        for word in words.split()
    )
    return [Play(k % 2, card) for k, card in enumerate(cards)]


def test_the_last_suit_of_four_is_told_wherever_it_was_played() -> None:
    assert told(named(START, plays("7 Kc 7d 9h 7s Qd 7c"))) == "7h Kc 7d 9h 7s Qd 7c"
    assert told(named(START, plays("7d Kc 7s 9h 7c Qd 7"))) == "7d Kc 7s 9h 7c Qd 7h"


def test_as_long_as_two_are_open_nothing_is_told() -> None:
    for words in ("7 Kc 7d 9h 7s Qd", "7 Kc 7d 9h 7s Qd 7"):
        assert told(named(START, plays(words))) == words


def test_two_of_a_rank_are_not_both_the_suit_that_is_left() -> None:
    """The recount finds the seven of diamonds, and all that is certain of the first seven is that it may be that one:
    so a fifth play of a seven is legal. Were both called the seven of clubs, no program could read the record again.
    """
    events = [*plays("7 Kc 7h"), Recount(tuple(parse_cards("Kc 7d"))), Play(1, Card.parse("9s"))]
    events += plays("7s 7")
    found = named(START, events)
    assert told(found) == "7 Kc 7h table(Kc 7d) 9s 7s 7"
    position = START
    for event in found:
        position = after(position, event).position


def test_a_card_that_a_recount_took_off_is_the_suit_of_no_other() -> None:
    """The nine of hearts was supposed, and taken off again: once the other three are seen it is still in the record."""
    events = [*plays("9 Kc 9d Qs 9h"), Recount(tuple(parse_cards("Kc Qs"))), Play(1, Card.parse("9s"))]
    events += plays("Ts 2c 9c")
    found = named(START, events)
    assert told(found) == "9 Kc 9d Qs 9h table(Kc Qs) 9s Ts 2c 9c"
    position = START
    for event in found:
        position = after(position, event).position


def test_hands_have_a_pack_each() -> None:
    """Of a whole match any one card's suit is found again, and never from another hand's cards."""
    match = replace(header(), target=500)
    start = Position.start(match)
    events = [*random_events(match, random.Random(5), SILENT, 3)]
    told_apart = 0
    for k, event in enumerate(events):
        if isinstance(event, Play) and k % 7 == 0:
            unknown = [*events]
            unknown[k] = replace(event, card=ANY_SUIT[event.card.rank - 1])
            found = named(start, unknown)
            assert found in (events, unknown)
            told_apart += found == events
    assert told_apart > 15


def test_the_record_is_put_right_once_the_other_three_have_been_seen() -> None:
    drawn = (
        "0 |\n2.0 | 6d\n2.5 | 6d 2s\n3.0 | 6d 2s Jd\n3.5 | 6d 2s Jd Th\n5.2 | 6d 2s\n9 | 6d 2s Kc\n"
        "13 | 6d 2s Kc Td\n16 | 6d 2s Kc Td 8h\n19 | 6d 2s Kc 8h Ts~ Td\n19.6 | 6d 2s Kc 8h"
    )
    before, after = watched(drawn[: drawn.index("16 |") - 1]), watched(drawn + "\n24 | 6d 2s Kc 8h")
    assert written(before) == "tendido(6d 2s Jd Th) T Kc Td"
    assert written(after) == "tendido(6d 2s Jd Th) Tc Kc Td 8h Ts"
    said = [change.kind for change in after.said if change.line == 2]
    assert said == ["new", "revised"]
