"""What the newest event of a match of Porrazo did: what it took and scored, which cards are shown for it, and how its
points are counted out on the board: a tendido's place by place, and then what is alike, as people do it.
"""

from dataclasses import dataclass, replace

from companion.record.match_summary import as_it_stands, moves, side_of
from engine.cards import Card
from engine.events import Event
from engine.porrazo.events import Play, Tendido
from engine.porrazo.foresight import taken_by
from engine.porrazo.game import GAME, Match
from engine.porrazo.rules import settled
from engine.porrazo.scoring import Score, Why, best_arrangement, places


@dataclass(frozen=True)
class Newest:
    """The newest event that counts, the cards that a play took or will take, and what the event scored.

    ``taken`` includes the cards of a play that still waits. ``scores`` are those that would not exist if the
    record ended before this event; ``own`` are those of them that its player made with the card just played.
    """

    event: Event
    taken: tuple[Card, ...]
    scores: tuple[Score, ...]
    own: tuple[Score, ...]


def newest(match: Match) -> Newest | None:
    """The newest event that counts; None if there is none."""
    events, outcomes = match.events, match.outcomes
    if not events:
        return None
    before, event, at = outcomes[-2].position, events[-1], outcomes[-1].position
    # what an already complete batch had settled is not new
    told = [_without_line(score) for score in settled(before).made]
    scores = []
    for score in outcomes[-1].made + settled(at).made:
        if _without_line(score) in told:
            told.remove(_without_line(score))
        else:
            scores.append(score)
    own = tuple(score for score in scores if GAME.made_by(events, score) == at.count)
    return Newest(event, taken_by(before, event, outcomes[-1]), tuple(scores), own)


def _without_line(score: Score) -> Score:
    """The score without its line number, since a claim moves the end of its batch to a later line."""
    return replace(score, event=0)


def announced(match: Match) -> dict[int, str]:
    """What seats have announced in the current batch: seat to kind."""
    return dict(as_it_stands(match).batch_so_far.declared)


def waiting_cards(match: Match) -> tuple[Card, ...]:
    """The card of a waiting porrazo or counter-porrazo: the last one played."""
    plays = [event for event in match.events if isinstance(event, Play)]
    return (plays[-1].card,) if as_it_stands(match).waiting is not None and plays else ()


def newest_cards(match: Match) -> tuple[Card, ...]:
    """The card that was laid last, if it lies on the table."""
    event = match.events[-1] if match.events else None
    lies = isinstance(event, Play) and event.card in as_it_stands(match).table
    return (event.card,) if isinstance(event, Play) and lies else ()


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
