"""A hand of Conquian, acted without pixels: cards turned from the stock, passed on, taken into melds, discarded.

The discards lie on one pile of which the top is seen; a forced card is said, and tapped.
"""

import random

from engine.cards import Card
from engine.conquian.game import GAME
from engine.conquian.position import Position
from engine.events import Event
from engine.header import Header
from tests.games.conquian.dealt import random_events
from tests.referee.acted_table import NAMES, ActedHand, Table

STOCK, PILE = (6.0, 4.0), (4.2, 4.0)
"""Where a card is turned and where the discards lie, in heights of a card: chosen."""
FIELD, MELD, CARD = 2.4, 1.7, 0.35
"""Heights of a card from the middle to a player's melds, from meld to meld, and from card to card: chosen."""


def melds(seed: str, level: str) -> ActedHand:
    """One hand, until somebody is out or the stock is used up."""
    rng = random.Random(seed)
    header = Header(NAMES[:2], "", None, rng.randrange(2), 5, {}, game="conquian")
    played: list[Event] = []
    while not played or any(event.do == "adjust" for event in played):
        played = first_hand(header, random_events(header, rng))
    table, pile = Table(header, level, seed), list[Card]()
    lying: dict[Card, tuple[int, int, int]] = {}
    for event in played:
        act(table, event, pile, lying)
    table.wait(3.0, 6.0)
    table.take([*table.stage.on], header.dealer)
    return table.done()


def first_hand(header: Header, events: list[Event]) -> list[Event]:
    """The events of the first hand."""
    at = GAME.start(header)
    for k, event in enumerate(events):
        if at.hand.number > 1 or at.winner is not None:
            return events[:k]
        at = GAME.after(at, event).position
    return events


def act(table: Table, event: Event, pile: list[Card], lying: dict[Card, tuple[int, int, int]]) -> None:
    """People do what the event says."""
    at = table.at
    assert isinstance(at, Position)
    seat, centre = at.hand.turn, at.hand.centre
    table.wait(1.0, 2.4)
    if event.do == "force":
        table.tap(event)
        return
    if event.do == "turn":
        put(table, event.card, STOCK, seat)  # type: ignore[attr-defined]
    elif event.do == "discard":
        onto(table, event.card, pile, seat)  # type: ignore[attr-defined]
    elif event.do == "pass" and at.hand.due == "turned" and centre is not None:
        table.take([centre], seat)
        table.wait(0.7, 1.0)
        onto(table, centre, pile, seat)
    elif event.do == "take" and centre is not None:
        if centre in pile:
            pile.remove(centre)
        table.take([centre], seat)
        if pile:
            put(table, pile[-1], PILE, seat, show_arm=False)
        table.wait(0.7, 1.0)
        lay_melds(table, event, lying, seat)
    table.tell(event)


def put(table: Table, card: Card, place: tuple[float, float], seat: int, show_arm: bool = True) -> None:
    """A card is laid in the middle, or comes to light there."""
    x, y = (value + table.rng.gauss(0, 0.06) for value in place)
    if show_arm:
        table.lay([card], seat, [(x, y)], seat, table.upright(seat))
    else:
        table.stage.lay(card, table.t, x, y)


def onto(table: Table, card: Card, pile: list[Card], seat: int) -> None:
    """A card is laid on the discards, and covers the one before."""
    put(table, card, PILE, seat)
    for below in pile:
        table.stage.take(below, table.t + 0.2)
    pile.append(card)


def lay_melds(table: Table, event: Event, lying: dict[Card, tuple[int, int, int]], seat: int) -> None:
    """The melds lie as the event says, each where it lay before as far as it can; what is elsewhere is moved."""
    taken = set[int]()
    for meld in event.melds:  # type: ignore[attr-defined]
        homes = [lying[card][1] for card in meld if card in lying and lying[card][1] not in taken]
        free = (k for k in range(9) if k not in taken and k not in {at for _, at, _ in lying.values()})
        home = homes[0] if homes else next(free)
        taken.add(home)
        for k, card in enumerate(meld):
            if lying.get(card) == (seat, home, k):
                continue
            if card in table.stage.on:
                table.take([card], seat)
                table.wait(0.7, 0.9)
            lying[card] = (seat, home, k)
            place = table.place(seat, FIELD, MELD * (home - 1.5) + CARD * k)
            table.lay([card], seat, [place], seat, table.upright(seat))
            table.wait(0.3, 0.7)
