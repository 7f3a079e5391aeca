"""Conquian's score sheet: a column a player, a line for each hand won or drawn."""

from collections.abc import Iterable, Iterator

from engine.conquian.cards import Pass, Take
from engine.conquian.position import Hand, Position
from engine.conquian.rules import HAND_POINTS
from engine.events import Event
from engine.game import Step
from engine.header import Header
from engine.shared.scores import Made, plus
from engine.sheet import Row, Sheet, by_hand, correction, one_line, title_of


def sheet_of(header: Header, steps: Iterable[Step[Position, Made]]) -> Sheet:
    """Return the sheet."""
    names = list(map(one_line, header.players))
    groups = by_hand(header, rows(names, steps))
    return Sheet(title_of("Conquian", header), names, groups)


def rows(names: list[str], steps: Iterable[Step[Position, Made]]) -> Iterator[tuple[tuple[int, int], Row]]:
    """Give the sheet's lines, each with the number and the dealer of its hand."""
    hand: Hand | None = None
    totals: tuple[int, ...] = (0, 0)
    for event, outcome in steps:
        after = outcome.position.hand
        where = after if hand is None else hand
        for made in outcome.made:
            totals = plus(totals, made.seat, made.points)
            row = Row(names[made.seat], words_of(made, event), taken(where, event), made.points, totals)
            yield (where.number, where.dealer), row
        if isinstance(event, Pass) and after.number != where.number:
            yield (where.number, where.dealer), Row("nobody", "drawn, the stock is used up", "", 0, totals)
        hand = after


def words_of(made: Made, event: Event | None) -> str:
    """Say what a line is for."""
    if made.why == "hand":
        return "out" if made.points == HAND_POINTS else f"out, and {made.points - HAND_POINTS} drawn before"
    return correction(event)


def taken(hand: Hand, event: Event | None) -> str:
    """Return the card with which a seat went out."""
    return str(hand.centre) if isinstance(event, Take) else ""


def closing(at: Position) -> str:
    """Say how the match stands: who has won, or who has to do what."""
    names = [one_line(name) for name in at.setting.header.players]
    scores = ", ".join(f"{name} {points}" for name, points in zip(names, at.scores, strict=True))
    if at.winner is not None:
        return f"{scores}. {names[at.winner]} won."
    hand = at.hand
    return f"{scores}. Hand {hand.number}, {hand.stock} in the stock: {names[hand.turn]} {has_to(hand)}."


def has_to(hand: Hand) -> str:
    """Say what the seat at turn has to do."""
    match hand.due:
        case "turn":
            return "turns a card"
        case "turned":
            return f"takes or passes the {hand.centre}"
        case "forced":
            return f"must take the {hand.centre}"
        case "discard":
            return "discards"
        case "offered":
            return f"takes the {hand.centre}, or {'turns a card' if hand.stock else 'passes it'}"
