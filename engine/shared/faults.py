"""A fault as people are shown it: the act, the card that proves it, and a sentence. Every game with fouls uses it."""

from collections.abc import Sequence
from typing import Any

from engine.cards import Card
from engine.events import Event
from engine.game import Step
from engine.shared.scores import Made
from engine.shared.spoils import Tricks
from engine.words import FOLLOWED, Fault, Said

Steps = Sequence[Step[Any, Any]]
"""The event of each line and its outcome; line 0 is the header's."""


def cards_of(event: Event | None) -> tuple[Card, ...]:
    """Return the cards that an event shows."""
    card = getattr(event, "card", None)
    return getattr(event, "cards", ()) if card is None else (card,)


def line_at_fault(made: Made) -> int:
    """Return the line of the act at fault."""
    at = made.more["at"]
    assert isinstance(at, int)
    return at


def fault_of(made: Made, steps: Steps, sentence: str, held: Card | None = None, **facts: object) -> Fault:
    """Return a fault; ``held`` is the card that everybody knew of, for an act that proves itself.

    The sentence may name {player}, {laid} and {card}, the card that proves it, besides its own facts.
    """
    at = line_at_fault(made)
    header = steps[0][1].position.setting.header
    laid = cards_of(steps[at][0])
    shown = cards_of(steps[made.event][0]) if held is None else (held,)
    named = {"laid": laid[0]} if laid else {}
    known = {"player": header.players[made.seat], **named, **({"card": shown[0]} if shown else {})}
    return Fault(Said(sentence, {**known, **facts}), laid, shown, at, made.event)


def revoke(made: Made, steps: Steps, tricks: Tricks | None, known: Sequence[Card]) -> Fault:
    """Return a play that did not follow suit.

    ``tricks`` are those before the play; ``known`` the cards that everybody then knew to be in the hand: one of
    them may have proved the play at once.
    """
    assert tricks is not None
    held = None
    if line_at_fault(made) == made.event:
        held = next(card for card in known if card.suit is tricks.led)
    return fault_of(made, steps, FOLLOWED, held, trick=1 + sum(map(len, tricks.stubs)))
