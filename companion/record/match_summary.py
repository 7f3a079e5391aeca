"""Reads a match for the screen: who sits on which side, how the pegs moved, what was scored and why.

Everything here is derived from the match alone. It uses neither Kivy nor a language.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from companion.locales import N_
from companion.messages import Notice, Rescored
from companion.record.pegging import Pegs, pegs
from engine.cards import Card, Rank
from engine.events import Event
from engine.game import P, S, Standing
from engine.game import Score as AnyScore
from engine.games import game_called
from engine.header import Header
from engine.match import AnyMatch
from engine.match import Match as MatchOf
from engine.porrazo.events import Play, Recount, Tendido
from engine.porrazo.foresight import taken_by
from engine.porrazo.game import Match
from engine.porrazo.position import Position
from engine.porrazo.rules import settled
from engine.porrazo.scoring import Score, Why

MOST_HOLES = 500
"""The largest number of holes on a board; for a higher target one hole stands for more than one point."""

ENTRY = "entry"
"""An additional key of the header: how events come into the app, one of `ENTRIES`. New match writes it."""
ENTRIES = ("camera", "cards", "points")
"""Watched by a camera; every card tapped; only points tapped, as on a plain cribbage board (also for cribbage
itself, to 61 or 121).
"""

LEFT_OUT = N_("No longer fits the rules and was left out: {count}")

BY_A_CARD = (Why.PORRAZO, Why.COUNTER_PORRAZO, Why.SAN_BENITO, Why.LIMPIA, Why.IN_PLACE)
"""Scores that a player makes with the card just played."""


@dataclass(frozen=True)
class Move:
    """Points that a seat scored at once, and why.

    ``cards`` are the cards it was scored with, if the record tells: the card played, or the four of a
    tendido. ``rank`` is the rank that the rule speaks of, if there is one.
    """

    side: int
    seat: int
    points: int
    why: str
    rank: Rank | None = None
    cards: tuple[Card, ...] = ()
    due: int = 0
    """The line number of the event at which it became due."""
    by: int | None = None
    """The line number of the event that made it (a play, a tendido, a correction); None for what the end of a
    batch brings.
    """


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


def sides_of(header: Header) -> tuple[tuple[int, ...], ...]:
    """List the seats of each side: the teams, or each player alone."""
    return game_called(header.game).sides(header)


def side_of(header: Header, seat: int) -> int:
    """The side of a seat."""
    return next(side for side, seats in enumerate(sides_of(header)) if seat in seats)


def moves(match: AnyMatch) -> tuple[Move, ...]:
    """List the moves that scored, oldest first."""
    return tuple(move for move in single_moves(match) if move.points or move.why != "adjust")


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
    own = tuple(score for score in scores if _made_by(events, score) == at.count)
    return Newest(event, taken_by(before, event, outcomes[-1]), tuple(scores), own)


def _without_line(score: Score) -> Score:
    """The score without its line number, since a claim moves the end of its batch to a later line."""
    return replace(score, event=0)


def single_moves(match: AnyMatch) -> Iterator[Move]:
    """List every score as a move, oldest first, also what the end of the record settles."""
    events = match.events
    for score in (*match.scores_made, *match.settled.made):
        by = _made_by(events, score)
        cards = _cards(events[by - 1]) if by is not None else ()
        side, rank = side_of(match.header, score.seat), getattr(score, "rank", None)
        yield Move(side, score.seat, score.points, score.why, rank, cards, due=score.event, by=by)


def _made_by(events: tuple[Event, ...], score: AnyScore) -> int | None:
    """The line number of the event that made a score, or None.

    A porrazo becomes due at a later play, so the search goes back to its own player's last play.
    """
    if score.why in (Why.TENDIDO_PLACE, Why.TENDIDO_SET, Why.ADJUST):
        return score.event
    if score.why not in BY_A_CARD:
        return None
    lines = range(score.event, 0, -1)
    plays = (line for line in lines if _plays(events[line - 1], score.seat))
    return next(plays, None)


def _plays(event: Event, seat: int) -> bool:
    return isinstance(event, Play) and event.seat == seat


def _cards(event: Event) -> tuple[Card, ...]:
    if isinstance(event, Tendido):
        return event.cards
    return (event.card,) if isinstance(event, Play) else ()


def pegs_of(match: AnyMatch) -> list[Pegs]:
    """The places of each side's two pegs; all points that one event brings a side are pegged in one step."""
    trails: list[list[int]] = [[] for _ in sides_of(match.header)]
    pegged = [0] * len(trails)
    for move in moves(match):
        trail = trails[move.side]
        total = (trail[-1] if trail else 0) + move.points
        if pegged[move.side] == move.due:
            trail[-1] = total
        else:
            trail.append(total)
        pegged[move.side] = move.due
    target = match.header.target
    return [pegs([_hole(total, target) for total in trail]) for trail in trails]


def holes_of(header: Header) -> int:
    """The number of the game hole."""
    return max(2, min(header.target, MOST_HOLES))


def _hole(total: int, target: int) -> int:
    """The hole for a total; from the target upwards it is the game hole."""
    capped = min(total, target)
    return capped if target <= MOST_HOLES else -(-capped * MOST_HOLES // target)


def announced(match: Match) -> dict[int, str]:
    """What seats have announced in the current batch: seat to kind."""
    return dict(as_it_stands(match).batch_so_far.declared)


def as_it_stands(match: MatchOf[P, S]) -> P:
    """The position to show: as if nothing more came; in Porrazo a complete batch counts as settled (R5)."""
    return match.settled.position


def in_play(match: AnyMatch) -> bool:
    """Whether cards have been recorded in this match; only then do turns and the table have a meaning."""
    return any(cards_of(event) is not None for event in match.events)


def cards_of(event: Event) -> tuple[Card, ...] | None:
    """The cards that an event shows; None for one of a kind that shows none."""
    card, cards = getattr(event, "card", None), getattr(event, "cards", None)
    return cards if card is None else (card,)


def entry_of(match: AnyMatch) -> str:
    """How events come into the app, one of `ENTRIES`.

    If the header does not say: "cards" if cards have been recorded, else "points".
    """
    said = match.header.extra.get(ENTRY)
    if said in ENTRIES:
        return str(said)
    return "cards" if in_play(match) else "points"


def waiting_cards(match: Match) -> tuple[Card, ...]:
    """The card of a waiting porrazo or counter-porrazo: the last one played."""
    plays = [event for event in match.events if isinstance(event, Play)]
    return (plays[-1].card,) if as_it_stands(match).waiting is not None and plays else ()


def newest_cards(match: Match) -> tuple[Card, ...]:
    """The card that was laid last, if it lies on the table."""
    event = match.events[-1] if match.events else None
    lies = isinstance(event, Play) and event.card in as_it_stands(match).table
    return (event.card,) if isinstance(event, Play) and lies else ()


def points_of(match: AnyMatch) -> tuple[int, ...]:
    """Each side's points; a complete batch counts as settled."""
    standing: Standing = match.settled.position
    return standing.scores


def rescored(before: tuple[int, ...], match: AnyMatch, left_out: int) -> Notice:
    """The notice after a correction: the sides whose points changed, and how many events are left out.

    ``before`` holds each side's points before the correction.
    """
    players, sides = match.header.players, sides_of(match.header)
    changes = tuple(
        Rescored(tuple(players[seat] for seat in seats), was, now)
        for seats, was, now in zip(sides, before, points_of(match), strict=True)
        if was != now
    )
    if left_out > 0 and changes:
        text = N_("Scored anew: {changes}. No longer possible and left out: {count}")
        return Notice(text, {"changes": changes, "count": left_out})
    if left_out > 0:
        return Notice(LEFT_OUT, {"count": left_out})
    if changes:
        return Notice(N_("Scored anew: {changes}"), {"changes": changes})
    return Notice(N_("Fixed; scores unchanged"))


def recounted(before: Position, event: Event) -> Notice | None:
    """One notice of what a recount found that the record does not say; None if it is none or they agree.

    ``before`` is the position that the recount was made in. Cards that lay there at the very first are no difference.
    """
    if not isinstance(event, Recount) or before.count == 0:
        return None
    more = tuple(card for card in event.cards if card not in before.table)
    fewer = tuple(card for card in before.table if card not in event.cards)
    if more and fewer:
        text = N_("The table was counted again: {more} more than the record says, {fewer} not there")
    elif more:
        text = N_("The table was counted again: {more} more than the record says")
    elif fewer:
        text = N_("The table was counted again: {fewer} not there, though the record says so")
    else:
        return None
    return Notice(text, {"more": more, "fewer": fewer})
