"""Whole matches of Crash played at random, seeded: hands split by rank or by suit, in the right order or not."""

import random

from engine.cards import PACK, Card
from engine.crash.events import SetDown, Show, SixPairs, Straight
from engine.crash.game import GAME
from engine.crash.position import Position
from engine.crash.ranking import are_six_pairs, are_straight, strength
from engine.events import Adjust, Event
from engine.header import Header
from tests.games.crash.tables import NAMES


def random_header(rng: random.Random) -> Header:
    """Return a header with any seats, dealer, target and option."""
    seats, fouls = rng.choice((2, 3, 4)), rng.choice(("apply", "report"))
    target = rng.choice((7, 7, 3, 1))
    return Header(NAMES[:seats], "", None, rng.randrange(seats), target, {"fouls": fouls}, game="crash")


def split(hand: list[Card], rng: random.Random, careless: float) -> list[tuple[Card, ...]]:
    """Return four hands of thirteen cards, the best first unless the player is careless."""
    by_suit = rng.random() < 0.3
    hand = sorted(hand, key=lambda card: (str(card.suit) if by_suit else "", card.rank))
    cut = rng.randrange(13)
    hand = hand[:cut] + hand[cut + 1 :]
    hands = [tuple(rng.sample(hand[at : at + 3], 3)) for at in range(0, 12, 3)]
    hands.sort(key=strength, reverse=True)
    if rng.random() < careless:
        rng.shuffle(hands)
    return hands


def dealt(seats: int, rng: random.Random) -> list[list[Card]]:
    """Deal thirteen cards each; now and then one seat gets a straight or only pairs."""
    pack = rng.sample(PACK, len(PACK))
    luck = rng.random()
    if luck < 0.1:
        pack.sort(key=lambda card: card.rank)
    hands = [pack[13 * seat : 13 * seat + 13] for seat in range(seats)]
    if luck > 0.97:
        hands = [pack[seat::4] for seat in range(seats)]
        ranks = rng.sample(range(13), 13)
        hands[0] = [PACK[rank] for rank in ranks]
        rest = [card for card in pack if card not in hands[0]]
        hands[1:] = [rest[13 * at : 13 * at + 13] for at in range(seats - 1)]
    return hands


def possible(at: Position, held: list[list[Card]], down: list[list[tuple[Card, ...]]]) -> list[Event]:
    """Return what players with these cards may do next."""
    deal = at.deal
    events: list[Event] = [Show(seat, down[seat][deal.step - 1]) for _ in range(3) for seat in at.awaited]
    for seat in at.playing:
        if deal.sets[seat] is None:
            events += [SetDown(seat, n) for n in range(max(len(deal.shown[seat]), 1), 5)][-2:]
            if not deal.seen:
                events += [SixPairs(seat, tuple(held[seat]))] * are_six_pairs(held[seat])
                events += [Straight(seat, tuple(held[seat]))] * are_straight(held[seat])
    return events


def random_events(header: Header, rng: random.Random, careless: float = 0.1, most: int = 60) -> list[Event]:
    """Return a match's events until it is won, or so many."""
    at, events, number = GAME.start(header), list[Event](), 0
    held: list[list[Card]] = []
    down: list[list[tuple[Card, ...]]] = []
    while at.winner is None and len(events) < most:
        if at.deal.number != number:
            number, held = at.deal.number, dealt(len(header.players), rng)
            down = [split(hand, rng, careless) for hand in held]
        event = rng.choice(possible(at, held, down))
        if rng.random() < 0.03:
            event = Adjust(rng.randrange(len(header.players)), rng.choice((-2, -1, 1, 2)), "miscounted")
        at = GAME.after(at, event).position
        events.append(event)
    return events
