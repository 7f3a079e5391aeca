"""The score sheet of Stubs & Spoils: two columns, a line for each hand, and what proved a revoke."""

from collections.abc import Iterable, Iterator

from engine.cards import Card
from engine.events import Event
from engine.game import Step
from engine.header import Header
from engine.shared.faults import line_at_fault
from engine.shared.scores import Made, plus
from engine.shared.tricks import SIDES, Play, scores_told, side_name, side_of
from engine.sheet import Heading, Row, Sheet, by_hand, correction, one_line, side_names, title_of
from engine.stubs_and_spoils.events import Spoil
from engine.stubs_and_spoils.position import Hand, Position

SPECIAL = {"black": "trumps", "red": "trojans"}
"""What the cards of the special suit are called (S3)."""


def sheet_of(header: Header, steps: Iterable[Step[Position, Made]]) -> Sheet:
    """Return the sheet."""
    groups = by_hand(header, rows(header, steps))
    title = title_of("Stubs & Spoils", header)
    return Sheet(title, side_names(header, SIDES), groups)


def rows(header: Header, steps: Iterable[Step[Position, Made]]) -> Iterator[tuple[Heading, Row]]:
    """Give the sheet's lines, each with the hand to which it belongs: that before the event."""
    sides = side_names(header, SIDES)
    before = Position.start(header)
    totals = before.scores
    laid: dict[int, Card] = {}
    for event, outcome in steps:
        hand, after = before.hand, outcome.position
        if isinstance(event, Play):
            laid[after.count] = event.card
        for made in outcome.made:
            side = side_of(made.seat)
            totals = plus(totals, side, made.points)
            who = one_line(header.players[made.seat]) if made.why == "foul" else sides[side]
            row = Row(who, words_of(made, event), cards_of(made, hand, laid), made.points, totals)
            yield (hand.number, hand.dealer), row
        if isinstance(event, Spoil) and after.hand.number != hand.number and not outcome.made:
            yield (hand.number, hand.dealer), Row("nobody", "equal", str(hand.colour), 0, totals)
        before = after


def words_of(made: Made, event: Event | None) -> str:
    """Say what a line is for."""
    match made.why:
        case "stubs":
            stubs = made.more["stubs"]
            assert isinstance(stubs, list)
            mine, theirs = stubs if side_of(made.seat) == 0 else reversed(stubs)
            revokes = "" if abs(mine - theirs) == made.points else ", and revokes"
            return f"stubs, {mine} to {theirs}{revokes}"
        case "foul":
            return "did not follow suit"
        case _:
            return correction(event)


def cards_of(made: Made, hand: Hand, laid: dict[int, Card]) -> str:
    """Return the cards that a line is about: the colour card, or a faulty play and what shows it."""
    if made.why == "stubs":
        return str(hand.colour)
    if made.why != "foul":
        return ""
    at, tricks = line_at_fault(made), hand.tricks
    assert tricks is not None
    if at < made.event:
        return f"{laid[at]}, shown by {laid[made.event]}"
    held = next(card for card in hand.known[made.seat] if card.suit is tricks.led)
    return f"{laid[at]}, holding {held}"


def closing(at: Position) -> str:
    """Say how the match stands: who has won, or who does what next, and what is played."""
    header, hand, tricks = at.setting.header, at.hand, at.hand.tricks
    scores = scores_told(header, at.scores)
    if at.winner is not None:
        return f"{scores}. {one_line(side_name(header, at.winner))} won."
    name = one_line(at.setting.name(hand.turn))
    if tricks is None:
        return f"{scores}. Hand {hand.number}: {name} turns up the colour card."
    mine, theirs = tricks.counted()
    mode = tricks.ranking.mode
    what = f"{mode}, {SPECIAL[mode]} as the {hand.colour}, stubs {mine} to {theirs}"
    does = "plays next" if tricks.won is None else "takes a spoil"
    return f"{scores}. Hand {hand.number}, {what}: {name} {does}."
