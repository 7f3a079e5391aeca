"""Crash's score sheet: a column for each player, a line for each point, a crash or a straight, and each foul."""

from collections.abc import Iterable, Iterator

from engine.cards import RANK_LETTERS, Card, Rank, Suit, spell
from engine.crash.events import Show
from engine.crash.position import Position
from engine.events import Event
from engine.game import Step
from engine.header import Header
from engine.shared.scores import Made, plus
from engine.sheet import Heading, Row, Sheet, by_hand, correction, one_line, title_of

SAID = {
    "prial": "prial",
    "running_flush": "running flush",
    "run": "run",
    "flush": "flush",
    "pair": "pair",
}
"""How each kind of hand is said."""


def sheet_of(header: Header, steps: Iterable[Step[Position, Made]]) -> Sheet:
    """Return the sheet."""
    groups = by_hand(header, rows(header, steps), "Deal")
    names = [one_line(name) for name in header.players]
    return Sheet(title_of("Crash", header), names, groups)


def rows(header: Header, steps: Iterable[Step[Position, Made]]) -> Iterator[tuple[Heading, Row]]:
    """Give the sheet's lines, each with the deal to which it belongs: that before the event."""
    before = Position.start(header)
    totals = before.scores
    for event, outcome in steps:
        for made in outcome.made:
            totals = plus(totals, made.seat, made.points)
            who = one_line(header.players[made.seat])
            row = Row(who, words_of(made, event), cards_of(made, event, before), made.points, totals)
            yield (before.deal.number, before.deal.dealer), row
        before = outcome.position


def words_of(made: Made, event: Event | None) -> str:
    """Say what a line is for."""
    match made.why:
        case "showdown":
            return f"hand {made.more['step']}, {SAID[str(made.more['kind'])]}"
        case "four_of_a_kind":
            return "four of a kind"
        case "crash":
            return "crash: all four hands"
        case "straight":
            return "straight: all thirteen ranks"
        case "foul":
            return "wrong order"
        case _:
            return correction(event)


def cards_of(made: Made, event: Event | None, before: Position) -> str:
    """Return the cards that a line is about: the best hand, four alike, or two hands in a wrong order."""
    match made.why:
        case "showdown":
            step = made.more["step"]
            assert isinstance(step, int)
            return spell(hands_of(made.seat, event, before)[step - 1])
        case "foul":
            earlier, better = hands_of(made.seat, event, before)[-2:]
            return f"{spell(better)} after {spell(earlier)}"
        case "four_of_a_kind":
            rank = Rank(RANK_LETTERS.index(str(made.more["rank"])) + 1)
            return spell(Card(rank, suit) for suit in Suit)
        case _:
            return ""


def hands_of(seat: int, event: Event | None, before: Position) -> list[tuple[Card, ...]]:
    """Return the hands that a seat has shown in a deal, that of the event included."""
    hands = [hand.cards for hand in before.deal.shown[seat]]
    return [*hands, event.cards] if isinstance(event, Show) and event.seat == seat else hands


def closing(at: Position) -> str:
    """Say how the match stands: who has won, or whose hands are awaited; and who is out."""
    names = [one_line(name) for name in at.setting.header.players]
    scores = ", ".join(f"{name} {points}" for name, points in zip(names, at.scores, strict=True))
    gone = "".join(f" {names[seat]} is out." for seat in at.out)
    if at.winner is not None:
        return f"{scores}.{gone} {names[at.winner]} won."
    awaited = " and ".join(names[seat] for seat in at.awaited)
    return f"{scores}.{gone} Deal {at.deal.number}, hand {at.deal.step}: to be shown by {awaited}."
