"""Tricks of which all is taken in one movement: the referee must think of that before it gives up their cards."""

import random
from dataclasses import replace

from companion.referee.tricks import TrickReferee
from engine.cards import Card
from tests.referee.acted_spoils import act, hand_of
from tests.referee.acted_table import ActedHand, Table
from tests.referee.marking_hands import told

TRICK = 5
"""Events of a trick: four cards and the spoil."""


def acted(seed: int, first: int, last: int) -> tuple[ActedHand, int]:
    """Tricks of a hand from one to another, each swept in one movement as soon as it is whole; and how many events came
    before. The dealer takes the rest only long after.
    """
    header, played = hand_of(random.Random(seed))
    table, rows = Table(header, "none", str(seed)), list[list[Card]]([[], [], [], []])
    table.habits = replace(table.habits, at_once=1.0)
    before = 1 + TRICK * (first - 1) if first > 1 else 0
    for event in played[:before]:
        table.tell(event)
    for event in played[before : 1 + TRICK * last]:
        act(table, event, 0.8, rows)
    table.wait(5.0, 6.0)
    return table.done(), before


def followed(hand: ActedHand, before: int) -> list[str]:
    """What the referee wrote of it, event by event."""
    referee = TrickReferee(hand.header, hand.events[:before])
    for look in hand.stage.observations(hand.seconds):
        referee.look(look)
    referee.end(hand.seconds)
    return [what for what, _ in told(hand.header, referee.written)]


def plays(told: list[str]) -> list[str]:
    """The cards laid: which of two cards was taken, where both went at once, shows only later."""
    return [what for what in told if "spoil" not in what]


def test_no_card_of_a_trick_swept_at_once_is_given_up() -> None:
    hand, before = acted(19, 1, 2)
    right, written = [what for what, _ in told(hand.header, hand.events)], followed(hand, before)
    assert plays(written) == plays(right)
    assert len(written) == len(right)


def test_stubs_laid_aside_do_not_speak_against_the_end_of_the_hand() -> None:
    hand, before = acted(2, 8, 13)
    assert len(followed(hand, before)) == len(hand.events)
