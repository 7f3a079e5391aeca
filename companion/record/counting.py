"""How points are counted out on the board: a tendido's place by place, and then what is alike, as people do it."""

from companion.record.match_summary import moves, side_of
from engine.cards import Card
from engine.porrazo.events import Tendido
from engine.porrazo.game import Match
from engine.porrazo.scoring import Why, best_arrangement, places


def counted_out(match: Match) -> dict[int, tuple[int, ...]]:
    """The totals at which a side's peg stops on its way, by side, if the newest event is a tendido; the last is where
    it stays.
    """
    event = match.events[-1] if match.events else None
    if not isinstance(event, Tendido):
        return {}
    made = [move for move in moves(match) if move.due == len(match.events)]
    if not made:
        return {}
    best = match.position.setting.options.tendido_count == "best"
    parts: list[int] = []
    for move in made:
        parts += in_places(event.cards, best=best) if move.why == Why.TENDIDO_PLACE else [move.points]
    side = side_of(match.header, made[0].seat)
    total = match.settled.position.scores[side] - sum(parts)
    return {side: tuple(total + sum(parts[: at + 1]) for at in range(len(parts)))}


def in_places(row: tuple[Card, ...], *, best: bool) -> list[int]:
    """The points of each card that lies in its place, from the better end (R18); ``best``: as the dealer may swap."""
    row = best_arrangement(row) if best else row
    row = max(row, row[::-1], key=places)
    return [at for at, card in enumerate(row, start=1) if card.rank == at]
