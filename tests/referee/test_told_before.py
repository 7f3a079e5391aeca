"""What people say before anything has moved stands: the table is not recounted over their heads."""

import random
from collections.abc import Iterable

import pytest

from companion.messages import EventUnderstood, Told
from companion.record.ledger import Ledger
from companion.referee.event_keys import identity_key
from engine.cards import ANY_SUIT, Card, parse_cards
from engine.events import Adjust, Event, IllegalPlay
from engine.porrazo.events import Declare, Play, Recount
from engine.porrazo.position import Position
from engine.porrazo.rules import after as following
from engine.porrazo.rules import settled
from tests.referee.drawn import Watched, header, told, written

LYING = "0 | moving 7h 9d\n0.3 | 7h 9d"
MORE = "2.3 | 7h 9d\n4 | moving 7h 9d\n5 | 7h 9d Kc\n8 | 7h 9d Kc"


def tapped(seat: int, card: str) -> Play:
    return Play(seat, Card.parse(card), extra={"by": "tap"})


def table(cards: str) -> Recount:
    return Recount(parse_cards(cards))


def after(match: Watched, *record: Event, then: str = MORE) -> Watched:
    """The match gone on with after people have said that this is the record."""
    match.referee.hear(record)
    return match.see(then)


def stands(match: Watched) -> str:
    return " ".join(map(str, match.referee.settled().table))


def test_a_table_put_right_by_people_is_not_recounted() -> None:
    match = after(Watched(header()).see(LYING), table("7h 8d"))
    assert written(match) == "table(7h 9d) Kc"
    assert stands(match) == "7h 8d Kc"


def test_a_first_recount_taken_back_does_not_come_back() -> None:
    match = after(Watched(header()).see(LYING))
    assert written(match) == "table(7h 9d) Kc"
    assert stands(match) == "Kc"


def test_a_first_recount_taken_back_and_made_again_holds_after_a_movement_too() -> None:
    match = after(Watched(header()).see(LYING), then="2.3 | 7h 9d\n4 | moving 7h 9d\n5 | 7h 9d")
    match = after(match, table("7h 9d"), then="7 | 7h 9d\n8 | 7h 9d Kc\n11 | 7h 9d Kc")
    assert written(match) == "table(7h 9d) Kc"
    assert stands(match) == "7h 9d Kc"


@pytest.mark.parametrize("first", ["announcement", "recount"])
def test_an_announcement_stays_before_and_after_the_first_recount(first: str) -> None:
    said = Declare(0, "ronda")
    match = Watched(header(declarations="required"))
    if first == "recount":
        match = after(match.see(LYING), table("7h 9d"), said)
    else:
        match = after(match, said, then=LYING).see(MORE)
    assert written(match) == "table(7h 9d) Kc"
    assert match.referee.position.batch_so_far.declared == ((0, "ronda"),)
    assert stands(match) == "7h 9d Kc"


def test_a_play_tapped_before_it_is_laid_is_one_play() -> None:
    match = after(Watched(header()), tapped(0, "K"), then=LYING)
    match.see("2.3 | 7h 9d\n4 | moving 7h 9d\n5 | 7h 9d Kh\n9 | 7h 9d Kh 2c\n15 | 7h 9d Kh 2c")
    assert written(match).replace("?", "") == "table(K 7h 9d) 2c"
    assert match.referee.settled().turn == 0


def test_a_play_tapped_when_it_lies_there_is_one_play() -> None:
    match = after(Watched(header()), tapped(0, "7"), then="0 | moving 7h\n0.3 | 7h\n4 | moving 7h\n5 | 7h Kc")
    match.see("7 | 7h Kc")
    assert written(match) == "Kc"
    assert match.referee.settled().turn == 0


def test_a_rank_tapped_in_the_middle_is_no_porrazo_when_its_card_is_seen() -> None:
    match = Watched(header()).see("0 | moving\n1 |\n1.5 | moving\n2 |")
    match = after(match, tapped(0, "7"), then="4 | moving\n5 | 7h\n7 | 7h Kc\n9 | 7h Kc\n11 | 7h Kc")
    assert written(match).replace("?", "") == "Kc"


def test_a_play_taken_out_is_not_said_again_while_its_card_lies_there() -> None:
    match = Watched(header()).see("0 | moving\n1 |\n1.5 | moving\n2 |\n3 | 7h\n5 | 7h")
    match = after(match, then="7 | 7h\n9 | 7h Kc\n12 | 7h Kc")
    assert written(match) == "7h Kc"
    assert stands(match) == "Kc"


def test_two_cards_put_right_between_two_looks_both_stay_on_the_table() -> None:
    match = Watched(header()).see("0 |\n2 | 7h\n5 | 7h 9d\n8 | 7h 9d")
    match.referee.hear([tapped(0, "7c"), tapped(1, "9d")])
    match = after(match, tapped(0, "7c"), tapped(1, "9s"), then="10 | 7h 9d Kc\n14 | 7h 9d Kc")
    assert stands(match) == "7c 9s Kc"


def test_corrections_in_a_row_leave_the_last_word() -> None:
    match = Watched(header()).see(LYING)
    for cards in ("7h 8d", "7h 8d 2c", "7h 6d"):
        match = after(match, table(cards), then="2.3 | 7h 9d")
    match.see("4.3 | 7h 9d\n5 | moving 7h 9d\n6 | 7h 9d Kc\n9 | 7h 9d Kc")
    assert written(match) == "table(7h 9d) Kc"
    assert stands(match) == "7h 6d Kc"


# -- any order -------------------------------------------------------------------------------------------


class AtTheTable:
    """A ledger and a referee, each told what the other says."""

    def __init__(self, seed: int) -> None:
        self.rng = random.Random(seed)
        self.match = Watched(header(declarations="required"))
        self.ledger = Ledger(self.match.referee.header)
        self._read = 0

    def see(self, drawn: str) -> None:
        self.match.see(drawn)
        for change in self.match.said[self._read :]:
            message = EventUnderstood(change.line, change.event, change.kind == "revised")
            self.ledger.understood(message)
        self.ledger.take_stale()
        self._read = len(self.match.said)

    def say(self) -> str:
        """Somebody taps something; what it was."""
        what = self.rng.choice(("undo", "redo", "declare", "adjust", "play", "recount", "correct", "remove"))
        try:
            heard = self._said(what)
        except IllegalPlay:
            return f"{what}, refused"
        if heard is not None:
            self.match.referee.hear(heard.record)
        return what

    def _said(self, what: str) -> Told | None:
        rng, entries = self.rng, [entry for entry in self.ledger.entries if entry.counts]
        if what == "undo":
            return self.ledger.undo()
        if what == "redo":
            return self.ledger.redo()
        if what in ("correct", "remove"):
            recounts = [entry for entry in entries if isinstance(entry.event, Recount)]
            if not recounts:
                return None
            entry = rng.choice(recounts)
            return (
                self.ledger.remove(entry) if what == "remove" else self.ledger.correct(entry, self._table())
            )
        return self.ledger.add(self._event(what))

    def _event(self, what: str) -> Event:
        if what == "play":
            return Play(self.ledger.match.position.turn, self.rng.choice((*ANY_SUIT[9:], *ANY_SUIT[:5])))
        if what == "recount":
            return self._table()
        return Declare(self.rng.randrange(2), "ronda") if what == "declare" else Adjust(0, 1, "a miscount")

    def _table(self) -> Recount:
        return Recount(parse_cards(self.rng.choice(("7h 8d", "7h", "7h 9d", "7h 9d 2s", ""))))


def same(one: Iterable[Event], other: Iterable[Event]) -> bool:
    return [*map(identity_key, one)] == [*map(identity_key, other)]


@pytest.mark.parametrize("seed", range(40))
def test_whatever_people_say_the_referee_and_the_ledger_hold_the_same_match(seed: int) -> None:
    """The last word is theirs: nothing that they said is undone, and nothing is added but one first recount, and that
    only where none has been made: one that they took out or put right is not made again.
    """
    at = AtTheTable(seed)
    said = [at.say() for _ in range(at.rng.randrange(3))]
    at.see(LYING)
    said += [at.say() for _ in range(at.rng.randint(1, 5))]
    people, recounted = at.ledger.match.events, bool(at.match.said)
    at.see("2.3 | 7h 9d")
    added = at.ledger.match.events[len(people) :]
    assert same(at.ledger.match.events[: len(people)], people), said
    assert len(added) <= (0 if recounted else 1), (said, told(added))
    assert all(isinstance(event, Recount) for event in added), (said, told(added))
    position = Position.start(at.match.referee.header)
    for event in at.ledger.match.events:
        position = following(position, event).position
    assert at.match.referee.settled() == settled(position).position, said
