"""A score sheet for people, as a family would keep it on paper: hand by hand, each score with its cards."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

from engine.cards import Card, spell
from engine.events import Adjust, Event, Play, Tendido
from engine.fields import visible
from engine.header import Header
from engine.porrazo.announcing import PAIR, holding_of
from engine.porrazo.position import Position
from engine.porrazo.scoring import SET_NAME, Score, Why

WORDS = {
    Why.RONDA: "ronda",
    Why.RONDINE: "rondine",
    Why.FOUR: "four alike",
    Why.PORRAZO: "porrazo",
    Why.COUNTER_PORRAZO: "counter-porrazo",
    Why.SAN_BENITO: "san benito: the match",
    Why.LIMPIA: "limpia",
    Why.IN_PLACE: "in place",
    Why.TENDIDO_PLACE: "tendido, in place",
    Why.TENDIDO_SET: "tendido, sets",
    Why.CARDS: "most cards",
    Why.ADJUST: "correction",
}
"""How each reason is said."""

Step = tuple[Event | None, Position]
"""An event and the position after it; None for the header, and for the record's end."""


@dataclass(frozen=True, slots=True)
class Row:
    """One line of the sheet; ``totals`` are the scores by side once it counts.

    ``shared``: the points are the whole side's, not a player's.
    """

    hand: int
    dealer: int
    seat: int
    words: str
    cards: str
    points: int
    totals: tuple[int, ...]
    shared: bool = False


OF_THE_SIDE = (Why.CARDS, Why.ADJUST)
"""A side counts its cards together (R21), and points by hand are a side's."""


def rows(steps: Iterable[Step]) -> Iterator[Row]:
    """Give the sheet's lines, in the order in which the points were paid."""
    totals: list[int] = []
    before: Position | None = None
    for event, position in steps:
        totals = totals or [0] * len(position.scores)
        for score in position.made:
            assert before is not None
            totals[position.setting.side_of[score.seat]] += score.points
            settled = event is None or score.event < position.count
            where = before if settled else position
            cards = cards_of(score, event, before, position)
            words = words_of(score, event, before if settled else None)
            shared = score.why in OF_THE_SIDE
            yield Row(where.hand, where.dealer, score.seat, words, cards, score.points, tuple(totals), shared)
        before = position


def words_of(score: Score, event: Event | None, batch: Position | None) -> str:
    """Say what a score is for; ``batch`` is the complete batch whose settling brought it, if one did."""
    if isinstance(event, Adjust) and batch is None:
        return f"{WORDS[score.why]}: {one_line(event.why)}" if event.why else WORDS[score.why]
    if batch is not None and score.why in SET_NAME and holder_of(score, batch) != score.seat:
        return f"{WORDS[score.why]}, claimed from {one_line(batch.setting.name(holder_of(score, batch)))}"
    return WORDS[score.why]


def cards_of(score: Score, event: Event | None, before: Position, after: Position) -> str:
    """Return the cards that made a score, or how the captured ones divide."""
    match score.why:
        case Why.RONDA | Why.RONDINE | Why.FOUR:
            held = held_by(holder_of(score, before), before)
            return spell(card for card in held if card.rank == score.rank)
        case Why.PORRAZO | Why.COUNTER_PORRAZO | Why.LIMPIA:
            side = after.setting.side_of[score.seat]
            had, has = before.hand_so_far.piles[side], after.hand_so_far.piles[side]
            return spell(has[len(had) :] if before.hand == after.hand else has)
        case Why.IN_PLACE | Why.SAN_BENITO if isinstance(event, Play):
            return str(event.card)
        case Why.TENDIDO_PLACE if isinstance(event, Tendido):
            return spell(event.cards)
        case Why.TENDIDO_SET:
            return spell(alike(after.table))
        case _:
            return ""


def alike(table: Sequence[Card]) -> list[Card]:
    """Return the cards that have an equal one beside them on the table."""
    ranks = [card.rank for card in table]
    return sorted((c for c in table if ranks.count(c.rank) >= PAIR), key=lambda card: card.rank)


def held_by(seat: int, complete: Position) -> tuple[Card, ...]:
    """Return the cards that a seat played in a complete batch."""
    seats = complete.setting.seats
    return complete.batch_so_far.played[(seat - complete.dealer - 1) % seats :: seats]


def holder_of(score: Score, complete: Position) -> int:
    """Return who held what a seat was paid for: itself, or the one that it claimed against."""
    claims = [against for against, by in complete.batch_so_far.claimed if by == score.seat]
    for seat in (score.seat, *claims):
        held = holding_of(held_by(seat, complete))
        if held is not None and (held.why, held.rank) == (score.why, score.rank):
            return seat
    return score.seat


def plain(header: Header, lines: Iterable[Row]) -> str:
    """Write the sheet as plain text, a running total for each side on the right."""
    sides = side_names(header)
    widths = [max(4, len(name)) for name in sides]
    lines = list(lines)
    widest = max([10, *(len(scorer(header, row)) for row in lines)])
    text = [title(header)]
    for (hand, dealer), group in groupby(lines, key=lambda row: (row.hand, row.dealer)):
        heading = f"Hand {hand}, {one_line(header.players[dealer])} deals"
        names = "  ".join(name.rjust(width) for name, width in zip(sides, widths, strict=True))
        text += ["", f"{heading:<{48 + widest}}{names}"]
        for row in group:
            what = f"{row.words}  {row.cards}".rstrip()
            totals = "  ".join(str(n).rjust(width) for n, width in zip(row.totals, widths, strict=True))
            text.append(f"  {scorer(header, row):<{widest}} {what:<38}{row.points:>+5}  {totals}")
    return "\n".join(text) + "\n"


def markdown(header: Header, lines: Iterable[Row]) -> str:
    """Write the sheet as Markdown, a table for each hand."""
    sides = [cell(name) for name in side_names(header)]
    text = [f"# {cell(title(header))}"]
    for (hand, dealer), group in groupby(lines, key=lambda row: (row.hand, row.dealer)):
        text += ["", f"## Hand {hand}, {cell(header.players[dealer])} deals", ""]
        text.append("| | for | cards | points | " + " | ".join(sides) + " |")
        text.append("|---|---|---|--:|" + "--:|" * len(sides))
        for row in group:
            totals = " | ".join(map(str, row.totals))
            name, words = cell(scorer(header, row)), cell(row.words)
            text.append(f"| {name} | {words} | {row.cards} | {row.points:+} | {totals} |")
    return "\n".join(text) + "\n"


def closing(position: Position) -> str:
    """Say how the match stands: who has won, or who plays next and what lies on the table."""
    setting = position.setting
    sides = range(len(setting.sides))
    scores = ", ".join(f"{one_line(setting.side_name(side))} {position.scores[side]}" for side in sides)
    if position.winner is not None:
        return f"{scores}. {one_line(setting.side_name(position.winner))} won."
    table = spell(position.table) or "nothing"
    where = f"Hand {position.hand}, batch {position.batch}"
    return f"{scores}. {where}: {one_line(setting.name(position.turn))} plays next; on the table: {table}."


def title(header: Header) -> str:
    """Name the match: who plays, to what, by which rules."""
    return f"Porrazo to {header.target}, rules {header.rules}: {', '.join(map(one_line, header.players))}"


def side_names(header: Header) -> list[str]:
    """Return the name of each side: the players' names, joined."""
    teams = header.teams or [(seat,) for seat in range(len(header.players))]
    return ["+".join(one_line(header.players[seat]) for seat in team) for team in teams]


def scorer(header: Header, row: Row) -> str:
    """Name who scored: a player, or the side where the points are the whole side's."""
    if row.shared:
        seats = header.teams or [(seat,) for seat in range(len(header.players))]
        return side_names(header)[next(side for side, team in enumerate(seats) if row.seat in team)]
    return one_line(header.players[row.seat])


def one_line(name: str) -> str:
    """Return a name or a reason for a line of text: without line breaks, what cannot be seen written out."""
    return " ".join(visible(name).split())


def cell(text: str) -> str:
    """Return a text that a Markdown table can hold."""
    return one_line(text).replace("\\", "\\\\").replace("|", "\\|")
