"""What a game offers to come next, as a camera tells it: what shows cards, what shows none, what it comes to."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import TypeGuard

from companion.referee.tricks.history import Saying, Step
from engine.events import Event
from engine.game import Expected


def are_groups(value: object) -> TypeGuard[list[list[str]]]:
    """Whether a field holds cards in groups; how they are grouped makes no other event of it."""
    return isinstance(value, list) and bool(value) and all(isinstance(group, list) for group in value)


def fits(expected: Expected, step: Step) -> bool:
    """Whether a step may be this event."""
    if step.do and (step.do != expected.do or step.seat not in (None, expected.seat)):
        return False
    if not step.cards:
        return shows_none(expected)
    return len(step.cards) in sizes(expected) and all(card in expected.cards for card in step.cards)


def sizes(expected: Expected) -> range:
    """How many cards an event may show at once."""
    return range(expected.count if expected.least is None else expected.least, expected.count + 1)


def shows(expected: Expected) -> bool:
    """Whether cards are shown by it that did not lie there before, and nothing else need be said."""
    shown = bool(expected.count) and expected.groups is None
    return bool(expected.joined) or (shown and not (expected.asks or expected.taken))


def shows_none(expected: Expected) -> bool:
    """Whether it shows no new card, and is told from what is gone, or from what comes after it."""
    return expected.inferred or expected.joined is not None or (expected.taken and not expected.asks)


def sayings(expected: Expected) -> Iterator[Saying]:
    """All that an event's fields may hold, but for cards that it shows."""
    if expected.taken:
        yield from ((("card", str(card)),) for card in expected.cards)
        return
    for values in product(*(asked.values for asked in expected.asks)):
        yield tuple((asked.key, value) for asked, value in zip(expected.asks, values, strict=True))


def told(event: Event, suits: bool) -> str:
    """An event as far as the game counts it: the order of cards shown at once may not matter, nor ``suits``."""
    line = {key: value for key, value in event.to_json().items() if key not in event.extra}
    cards = line.get("cards", ())
    names = [str(line.get("card", "")), *(sorted(map(str, cards)) if isinstance(cards, list) else ())]
    for key in [*line]:
        if are_groups(groups := line[key]):
            names += sorted(card for group in groups for card in group)
            del line[key]
    if not suits:
        names = sorted(name[:1] for name in names)
    return str((line["do"], line.get("seat"), names, {key: line[key] for key in line if key[:4] != "card"}))
