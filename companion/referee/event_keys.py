"""Events as they are compared: whole, or by what matters to the score, which is never a suit."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

from engine.cards import Card
from engine.events import Event
from engine.porrazo.events import Leftover, Play, Recount, Tendido


def identity_key(event: Event) -> tuple[object, ...]:
    """An event without its further keys, to compare and to hash."""
    match event:
        case Play():
            took = tuple(card.code for card in event.took)
            return ("play", event.seat, event.card.code, event.in_place, took)
        case Tendido() | Leftover() | Recount():
            return (event.do, *[card.code for card in event.cards])
        case _:
            return (event.do, str(replace(event, extra={}).to_json()))


def scoring_key(event: Event) -> tuple[object, ...]:
    """What of an event matters: its kind, seat, ranks and in_place."""
    match event:
        case Play():
            return ("play", event.seat, event.card.rank, event.in_place)
        case Tendido():
            return (event.do, *[card.rank for card in event.cards])
        case Leftover() | Recount():  # they lie in no order
            return (event.do, *sorted(card.rank for card in event.cards))
        case _:
            return identity_key(event)


def cards_of(event: Event) -> tuple[Card, ...]:
    """The cards that an event brings."""
    match event:
        case Play():
            return (event.card,)
        case Tendido() | Leftover() | Recount():
            return event.cards
        case _:
            return ()


def brings(event: Event, card: Card) -> bool:
    """Whether this event brought the card to the table."""
    match event:
        case Play():
            return event.card == card
        case Tendido() | Leftover() | Recount():
            return card in event.cards
        case _:
            return False


def with_card(event: Event, was: Card, now: Card) -> Event:
    """The event with one of the cards that it brought being another."""
    if isinstance(event, Play):
        return replace(event, card=now, took=())
    return substituted(event, {was: now})


def substituted(event: Event, instead: Mapping[Card, Card]) -> Event:
    """An event that names cards, where those really were others, all at once; any other event as it is."""
    match event:
        case Play() if not instead.keys().isdisjoint(event.took):
            return replace(event, took=_others(event.took, instead))
        case Tendido() | Leftover() | Recount() if not instead.keys().isdisjoint(event.cards):
            return replace(event, cards=_others(event.cards, instead))
        case _:
            return event


def _others(cards: Iterable[Card], instead: Mapping[Card, Card]) -> tuple[Card, ...]:
    return tuple(instead.get(card, card) for card in cards)
