"""Whole matches of Conquian played at random, seeded, with real hands and a real stock."""

import random
from itertools import combinations

from engine.cards import FORTY, Card
from engine.conquian.cards import Discard, Force, Pass, Take, Turn
from engine.conquian.game import GAME
from engine.conquian.melds import layout
from engine.conquian.position import Position
from engine.conquian.refusals import may_force
from engine.events import Adjust, Event, IllegalPlay
from engine.header import Header


def random_header(rng: random.Random) -> Header:
    """Return a header with any dealer, target and options."""
    options = {
        "cards": rng.choice((10, 9, 8)),
        "forcing": rng.choice((True, True, False)),
        "hand_cards": rng.choice(("own_melds", "with_centre")),
        "draws": rng.choice(("nothing", "carry")),
    }
    return Header(
        ("Ana", "Beto"), "", None, rng.randrange(2), rng.choice((1, 2, 5)), options, game="conquian"
    )


def random_events(header: Header, rng: random.Random, most: int = 120) -> list[Event]:
    """Return a match's events until it is won, or there are so many."""
    at, events, number = GAME.start(header), list[Event](), 0
    stock, held = list[Card](), [list[Card](), list[Card]()]
    while at.winner is None and len(events) < most:
        if at.hand.number != number:
            number, stock = at.hand.number, rng.sample(FORTY, len(FORTY))
            size = at.setting.cards
            held = [[stock.pop() for _ in range(size)] for _ in range(2)]
        gift = Adjust(rng.randrange(2), rng.choice((-1, 1)), "")
        event = gift if rng.random() < 0.02 else chosen(at, rng, stock, held)
        if isinstance(event, Take):
            used = {card for meld in event.melds for card in meld}
            held[event.seat] = [card for card in held[event.seat] if card not in used]
        at = GAME.after(at, event).position
        events.append(event)
    return events


def chosen(at: Position, rng: random.Random, stock: list[Card], held: list[list[Card]]) -> Event:
    """Return an event that the rules allow."""
    hand, seat = at.hand, at.hand.turn
    forces = [by for by in range(2) if may_force(at, by)]
    if forces and rng.random() < 0.5:
        return Force(rng.choice(forces))
    if hand.due == "discard":
        return Discard(seat, held[seat].pop(rng.randrange(len(held[seat]))))
    take = None if hand.centre is None else take_of(at, held[seat], rng)
    if take is not None and (hand.due == "forced" or rng.random() < 0.9):
        return take
    assert hand.due != "forced", "whoever is forced can take"
    if hand.due == "turned" or (hand.due == "offered" and not hand.stock):
        return Pass(seat)
    return Turn(seat, stock.pop())


def take_of(at: Position, held: list[Card], rng: random.Random) -> Take | None:
    """Return a take with at most three cards of the hand, the more the better; None if there is none."""
    hand, seat = at.hand, at.hand.turn
    assert hand.centre is not None
    table = [*hand.melded(seat), hand.centre]
    for count in sorted(range(min(3, len(held)) + 1), reverse=rng.random() < 0.8):
        for more in combinations(held, count):
            melds = layout([*table, *more])
            if melds:
                take = Take(seat, melds)
                try:
                    GAME.after(at, take)
                except IllegalPlay:
                    continue
                return take
    return None
