"""Malilla's score sheet: two columns, a line for what each hand brought, and what proved a foul."""

from collections.abc import Iterable, Iterator

from engine.cards import Card
from engine.events import Event
from engine.game import Step
from engine.header import Header
from engine.malilla.cards import Play
from engine.malilla.position import Hand, Position
from engine.shared.faults import line_at_fault
from engine.shared.scores import Made
from engine.shared.tricks import SIDES, scores_told, side_name, side_of
from engine.sheet import Heading, Row, Sheet, by_hand, correction, one_line, side_names, title_of

FOULS = {
    "follow": "did not follow suit",
    "beat": "did not beat",
    "seven": "threw a 7 not yet led",
}
"""How each foul is said."""


def sheet_of(header: Header, steps: Iterable[Step[Position, Made]]) -> Sheet:
    """Return the sheet."""
    groups = by_hand(header, rows(header, steps))
    title = title_of("Malilla", header)
    return Sheet(title, side_names(header, SIDES), groups)


def rows(header: Header, steps: Iterable[Step[Position, Made]]) -> Iterator[tuple[Heading, Row]]:
    """Give the sheet's lines, each with the hand to which it belongs."""
    sides = side_names(header, SIDES)
    totals = [0, 0]
    laid: dict[int, Card] = {}
    hand = Hand.dealt(1, header.dealer)
    for event, outcome in steps:
        after = outcome.position
        if isinstance(event, Play):
            laid[after.count] = event.card
        if after.hand.turned is not None and hand.turned is None:
            hand = after.hand
        for made in outcome.made:
            side = side_of(made.seat)
            totals[side] += made.points
            who = one_line(header.players[made.seat]) if made.why == "foul" else sides[side]
            row = Row(
                who, words_of(made, event), cards_of(made, hand, laid), made.points, (totals[0], totals[1])
            )
            yield (hand.number, hand.dealer), row
        hand = after.hand


def words_of(made: Made, event: Event | None) -> str:
    """Say what a line is for."""
    match made.why:
        case "turned_card":
            return "turned card"
        case "misdeal":
            return "misdeal, taken back"
        case "hand" | "capote":
            mine, theirs = points_of(made)
            return f"{'all ten tricks' if made.why == 'capote' else 'hand'}, {mine} to {theirs}"
        case "foul":
            return FOULS[str(made.more["foul"])]
        case _:
            return correction(event)


def cards_of(made: Made, hand: Hand, laid: dict[int, Card]) -> str:
    """Return the cards that a line is about: the turned one, or a faulty play and what shows it."""
    if made.why == "turned_card":
        return str(hand.turned)
    if made.why != "foul":
        return ""
    at = line_at_fault(made)
    return f"{laid[at]}, shown by {hand.turned if at == made.event else laid[made.event]}"


def points_of(made: Made) -> tuple[int, int]:
    """Return what the side that scored had collected, and the other."""
    collected = made.more["collected"]
    assert isinstance(collected, list)
    side = side_of(made.seat)
    return collected[side], collected[1 - side]


def closing(at: Position) -> str:
    """Say how the match stands: who has won, or who plays next and what is trump."""
    setting, hand = at.setting, at.hand
    scores = scores_told(setting.header, at.scores)
    if at.winner is not None:
        return f"{scores}. {one_line(side_name(setting.header, at.winner))} won."
    if at.turn is None:
        return f"{scores}. Hand {hand.number}: {one_line(setting.name(hand.dealer))} turns up the trump card."
    name, tricks = one_line(setting.name(at.turn)), f"{hand.tricks[0]} to {hand.tricks[1]}"
    return f"{scores}. Hand {hand.number}, trump {hand.turned}, tricks {tricks}: {name} plays next."
