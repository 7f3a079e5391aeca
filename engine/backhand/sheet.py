"""Backhand's score sheet: a column for each seat, a line for every point, round by round."""

from collections.abc import Iterable, Iterator

from engine.backhand.events import Backhand, Hit
from engine.backhand.position import Position, Round
from engine.cards import spell
from engine.events import Event
from engine.game import Step
from engine.header import Header
from engine.shared.scores import Made, plus
from engine.sheet import Row, Sheet, by_hand, correction, side_names, title_of

WORDS = {
    "backhand": "backhand",
    "five_cards": "five cards",
    "push": "played the push",
    "bust": "bust",
    "no_bust": "backhand, no bust",
}
"""How each result is said."""

TO_DO = {
    ("bet",): "bets",
    ("deal",): "is dealt two cards",
    ("replace",): "gets a card for an ace",
    ("hit",): "hits",
    ("hit", "push"): "hits or pushes",
    ("hit", "backhand"): "hits or calls backhand",
}
"""What the seat to act may do, said."""


def sheet_of(header: Header, steps: Iterable[Step[Position, Made]]) -> Sheet:
    """Return the sheet."""
    groups = by_hand(header, rows(header, steps), "Round")
    title = title_of("Backhand", header)
    return Sheet(title, names_of(header), groups)


def names_of(header: Header) -> list[str]:
    """Return what each column is called."""
    return side_names(header, [(seat,) for seat in range(len(header.players))])


def rows(header: Header, steps: Iterable[Step[Position, Made]]) -> Iterator[tuple[tuple[int, int], Row]]:
    """Give the sheet's lines, each with the number and the dealer of its round."""
    names = names_of(header)
    totals = (0,) * len(names)
    now = Position.start(header).round
    for event, outcome in steps:
        for made in outcome.made:
            totals = plus(totals, made.seat, made.points)
            words, cards = words_of(made, event, names), cards_of(made, event, now)
            yield (now.number, now.dealer), Row(names[made.seat], words, cards, made.points, totals)
        now = outcome.position.round


def words_of(made: Made, event: Event | None, names: list[str]) -> str:
    """Say what a line is for."""
    if made.why in WORDS:
        return f"{WORDS[made.why]}, {made.more['total']}"
    if made.why == "bank":
        against = made.more["against"]
        assert isinstance(against, int)
        return f"bank, {'from' if made.points > 0 else 'to'} {names[against]}"
    return correction(event)


def cards_of(made: Made, event: Event | None, before: Round) -> str:
    """Return the cards of a result, the one that decided it last."""
    if made.why not in WORDS or not isinstance(event, Hit | Backhand):
        return ""
    return spell((*before.hands[made.seat].cards, event.card))


def closing(at: Position) -> str:
    """Say how the match stands: who has won, or who is to do what."""
    names = names_of(at.setting.header)
    scores = ", ".join(f"{name} {points}" for name, points in zip(names, at.scores, strict=True))
    if at.winner is not None:
        return f"{scores}. {names[at.winner]} won."
    assert at.turn is not None
    return f"{scores}. Round {at.round.number}: {names[at.turn]} {TO_DO[at.may]}."
