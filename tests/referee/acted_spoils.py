"""A hand of Stubs & Spoils, acted without pixels: tricks in the middle, stubs in rows, spoils taken up.

Mostly people do as they are asked: first the spoil, then the stub, then the rest is turned down. How often they sweep
all up in one movement (the level's ``at_once``) or turn the rest down first (``parts``) is the level's; times and
places are chosen.
"""

import random
from collections.abc import Sequence

from engine.cards import Card
from engine.events import Event
from engine.header import Header
from engine.shared.spoils import Won
from engine.stubs_and_spoils.position import Position
from tests.games.stubs_and_spoils.dealt import random_events
from tests.referee.acted_table import NAMES, ActedHand, Table, acted_out

ROW, PITCH = 2.7, 0.45
"""Heights of a card from the middle to a row of stubs, and from stub to stub: chosen."""
CORNER = 1.8
"""Heights of a card to the dealer's right at which the colour card lies: chosen."""
SIDES = ((0, 2), (1, 3))


def spoils(seed: str, level: str) -> ActedHand:
    """One hand, from the colour card to the last spoil."""
    rng = random.Random(seed)
    header, played = hand_of(rng)
    return acted_out(Table(header, level, seed), played, rng.choice((0.8, 1.2)), act)


def hand_of(rng: random.Random) -> tuple[Header, list[Event]]:
    """The header and the events of a hand in which nobody gives points by hand."""
    header = Header(NAMES, "", SIDES, rng.randrange(4), 21, {}, game="stubs_and_spoils")
    played: list[Event] = []
    while not played or any(event.do == "adjust" for event in played):
        played = random_events(header, rng, hands=1)
    return header, played


def act(table: Table, event: Event, far: float, rows: list[list[Card]]) -> None:
    """People do what the event says."""
    at = table.at
    assert isinstance(at, Position)
    card: Card = event.card  # type: ignore[attr-defined]
    if event.do == "spoil":
        assert at.hand.tricks is not None
        assert at.hand.tricks.won is not None
        clear(table, card, [laid.card for laid in at.hand.tricks.trick], at.hand.tricks.won, rows)
    else:
        seat = at.hand.turn
        table.wait(1.2, 2.6)
        place = table.place(seat, ROW, CORNER) if event.do == "colour" else table.place(seat, far, 0.0)
        table.lay([card], seat, [place], seat, table.upright(seat))
    table.tell(event)


def clear(table: Table, spoil: Card, trick: Sequence[Card], won: Won, rows: list[list[Card]]) -> None:
    """The spoil goes into a hand, the stub before the winner, the rest is turned down."""
    rng, habits = table.rng, table.habits
    rest = [card for card in trick if card not in (spoil, won.stub)]
    table.wait(0.6, 2.0)
    if rng.random() < habits.at_once:
        table.take(rng.sample([spoil, *rest], 3), won.taker)
        table.wait(0.6, 1.2)
        set_aside(table, won, rows)
        return
    first, last = ([spoil], rest) if rng.random() >= habits.parts else (rest, [spoil])
    table.take(first, won.taker)
    table.wait(0.8, 1.8)
    set_aside(table, won, rows)
    table.take(last, won.taker)
    table.wait(0.8, 1.8)


def set_aside(table: Table, won: Won, rows: list[list[Card]]) -> None:
    """The stub is laid before the winner; in black it is who takes the spoil that does it."""
    row = rows[won.winner]
    table.take([won.stub], won.winner)
    table.wait(0.8, 1.4)
    place = table.place(won.winner, ROW, PITCH * (len(row) - 6))
    table.lay([won.stub], won.winner, [place], won.winner, table.upright(won.winner))
    row.append(won.stub)
    table.wait(0.5, 1.0)
