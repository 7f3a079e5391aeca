"""Whole matches of Stubs & Spoils played at random, seeded: by players who follow suit, or by some who do not."""

import random

from engine.cards import PACK, Card
from engine.events import Adjust, Event
from engine.header import Header
from engine.shared.tricks import Play
from engine.stubs_and_spoils.events import Colour, Spoil
from engine.stubs_and_spoils.game import GAME
from engine.stubs_and_spoils.position import Position


def random_header(rng: random.Random, **options: str) -> Header:
    """Return a header with any dealer, target and options."""
    chosen = {"fouls": rng.choice(("report", "apply")), **options}
    teams = rng.choice((None, ((0, 2), (1, 3))))
    target = rng.choice((21, 21, 1, 5, 100))
    names = ("Ana", "Beto", "Carla", "Dino")
    return Header(names, "", teams, rng.randrange(4), target, chosen, game="stubs_and_spoils")


def random_events(header: Header, rng: random.Random, careless: float = 0.0, hands: int = 3) -> list[Event]:
    """Return a match's events until it is won, or so many hands are over; ``careless``: a chance of any card."""
    at, events = GAME.start(header), list[Event]()
    held: list[list[Card]] = []
    while at.winner is None and at.hand.number <= hands:
        if rng.random() < 0.01:
            event: Event = Adjust(rng.randrange(4), rng.choice((-5, -1, 1, 5, 20)), "miscounted")
        elif at.hand.tricks is None:
            event, held = dealt(at.hand.dealer, rng)
        else:
            event = chosen(at, held[at.hand.turn], rng, careless)
        at = GAME.after(at, event).position
        events.append(event)
    return events


def dealt(dealer: int, rng: random.Random) -> tuple[Colour, list[list[Card]]]:
    """Deal thirteen cards to each: the dealer's last is turned up, each of the others lays one aside (S3, S4)."""
    pack = rng.sample(PACK, len(PACK))
    held = [pack[seat::4] for seat in range(4)]
    colour = held[dealer].pop()
    for seat in range(4):
        if seat != dealer:
            held[seat].pop(rng.randrange(13))
    return Colour(colour), held


def chosen(at: Position, hand: list[Card], rng: random.Random, careless: float) -> Event:
    """Return what the seat at turn does: a spoil out of the trick, or a card out of its hand (S6, S8, S9)."""
    tricks = at.hand.tricks
    assert tricks is not None
    if tricks.won is not None:
        spoil = rng.choice(tricks.won.choice)
        hand.append(spoil)
        return Spoil(spoil)
    following = [card for card in hand if card.suit is tricks.led]
    card = rng.choice(hand if rng.random() < careless else following or hand)
    hand.remove(card)
    return Play(at.hand.turn, card)
