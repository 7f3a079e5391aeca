"""Whole matches of Malilla played at random, seeded: by players who keep the rules, or by some who do not."""

import random

from engine.cards import FORTY, Card, Suit
from engine.events import Adjust, Event
from engine.header import Header
from engine.malilla.cards import Misdeal, Play, Trump
from engine.malilla.game import GAME
from engine.malilla.position import Position

ORDER = "23456JQKA7"


def random_header(rng: random.Random, **options: str) -> Header:
    """Return a header with any dealer, target and options."""
    chosen = {
        "fouls": rng.choice(("apply", "report")),
        "turned_card": rng.choice(("bonus", "bonus", "none")),
        "sevens": rng.choice(("restricted", "free")),
        **options,
    }
    teams = rng.choice((None, ((0, 2), (1, 3))))
    target = rng.choice((35, 35, 10, 100))
    names = ("Ana", "Beto", "Caro", "Dani")
    return Header(names, "", teams, rng.randrange(4), target, chosen, game="malilla")


def random_events(header: Header, rng: random.Random, careless: float = 0.0, hands: int = 3) -> list[Event]:
    """Return a match's events until it is won, or so many hands are over; ``careless``: a chance of any card."""
    at, events = GAME.start(header), []

    def do(event: Event) -> None:
        nonlocal at
        at = GAME.after(at, event).position
        events.append(event)

    for _ in range(hands):
        if at.winner is not None:
            break
        dealt = rng.sample(FORTY, len(FORTY))
        held = [dealt[seat::4] for seat in range(4)]
        if rng.random() < 0.1:
            do(Misdeal())
        do(Trump(rng.choice(held[at.hand.dealer])))
        for _ in range(40):
            if at.turn is None:
                return events
            if rng.random() < 0.02:
                do(Adjust(rng.randrange(4), rng.choice((-5, -1, 1, 5, 20)), "miscounted"))
            if at.turn is None:
                return events
            do(Play(at.turn, chosen(at, held[at.turn], rng, careless)))
    return events


def chosen(at: Position, hand: list[Card], rng: random.Random, careless: float) -> Card:
    """Take a card from a hand: one that M10 to M12 allow, unless the player is careless."""
    card = rng.choice(hand if rng.random() < careless else allowed(at, hand))
    hand.remove(card)
    return card


def allowed(at: Position, hand: list[Card]) -> list[Card]:
    """Return the cards of a hand that may be laid, as the rules M9 to M12 say it to a player."""
    trick, trump = [laid.card for laid in at.hand.trick], at.hand.trump
    if not trick:
        return hand
    led = trick[0].suit
    best = max(trick, key=lambda card: power(card, led, trump))
    partner_wins = (len(trick) - trick.index(best)) % 2 == 0
    following = [card for card in hand if card.suit is led]
    choice = following or hand
    beating = [card for card in choice if power(card, led, trump) > power(best, led, trump)]
    if beating and not partner_wins:
        return beating
    if following or at.setting.sevens == "free":
        return choice
    open_suits = {*at.hand.led, trump}
    free = [card for card in hand if card.rank != 7 or card.suit in open_suits]
    return free or hand


def power(card: Card, led: Suit | None, trump: Suit) -> tuple[bool, bool, int]:
    """Say how high a card is in a trick: trumps first, then the suit led."""
    return card.suit is trump, card.suit is led, ORDER.index(card.rank.letter)
