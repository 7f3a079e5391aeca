"""Porrazo's score sheet: each score with the cards that made it."""

from collections.abc import Iterable, Iterator, Sequence

from engine.cards import Card, spell
from engine.events import Adjust, Event
from engine.game import Step
from engine.header import Header
from engine.porrazo.events import Play, Tendido
from engine.porrazo.position import Position
from engine.porrazo.scoring import SET_NAME, Score, Why
from engine.porrazo.settling import PAIR, holding_of
from engine.sheet import Heading, Row, Sheet, by_hand, one_line, side_names

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

OF_THE_SIDE = (Why.CARDS, Why.ADJUST)
"""A side counts its cards together (R21), and points by hand are a side's."""

Steps = Iterable[Step[Position, Score]]


def sheet_of(header: Header, steps: Steps) -> Sheet:
    """Return the sheet, its lines in the order in which the points were paid."""
    groups = by_hand(header, rows(header, steps))
    return Sheet(title(header), side_names(header, sides_of(header)), groups)


def sides_of(header: Header) -> Sequence[Sequence[int]]:
    """Return the seats of each side: the teams, or each player alone."""
    return header.teams or [(seat,) for seat in range(len(header.players))]


def rows(header: Header, steps: Steps) -> Iterator[tuple[Heading, Row]]:
    """Give the sheet's lines, each with the hand to which it belongs."""
    totals: list[int] = []
    before: Position | None = None
    for event, outcome in steps:
        after = outcome.position
        totals = totals or [0] * len(after.scores)
        for score in outcome.made:
            assert before is not None
            side = after.setting.side_of[score.seat]
            totals[side] += score.points
            settled = event is None or score.event < after.count
            where = before if settled else after
            taken = [card for each in outcome.captures if after.setting.side_of[each.seat] == side
                     for card in each.cards]  # fmt: skip
            cards = cards_of(score, event, before, after.table, taken)
            words = words_of(score, event, before if settled else None)
            row = Row(scorer(header, score, side), words, cards, score.points, tuple(totals))
            yield (where.hand, where.dealer), row
        before = after


def scorer(header: Header, score: Score, side: int) -> str:
    """Name who scored: a player, or the side where the points are the whole side's."""
    if score.why in OF_THE_SIDE:
        return side_names(header, sides_of(header))[side]
    return one_line(header.players[score.seat])


def words_of(score: Score, event: Event | None, batch: Position | None) -> str:
    """Say what a score is for; ``batch`` is the complete batch whose settling brought it, if one did."""
    if isinstance(event, Adjust) and batch is None:
        return f"{WORDS[score.why]}: {one_line(event.why)}" if event.why else WORDS[score.why]
    if batch is not None and score.why in SET_NAME and holder_of(score, batch) != score.seat:
        return f"{WORDS[score.why]}, claimed from {one_line(batch.setting.name(holder_of(score, batch)))}"
    return WORDS[score.why]


def cards_of(
    score: Score, event: Event | None, before: Position, table: Sequence[Card], taken: Sequence[Card]
) -> str:
    """Return the cards that made a score, or how the captured ones divide.

    ``taken`` are those that the scorer's side captured by the event, ``table`` those that then lie there.
    """
    match score.why:
        case Why.RONDA | Why.RONDINE | Why.FOUR:
            held = held_by(holder_of(score, before), before)
            return spell(card for card in held if card.rank == score.rank)
        case Why.PORRAZO | Why.COUNTER_PORRAZO | Why.LIMPIA:
            return spell(taken)
        case Why.IN_PLACE | Why.SAN_BENITO if isinstance(event, Play):
            return str(event.card)
        case Why.TENDIDO_PLACE if isinstance(event, Tendido):
            return spell(event.cards)
        case Why.TENDIDO_SET:
            return spell(alike(table))
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
