"""Reads a match for the screen: who sits on which side, how the pegs moved, what was scored and why.

Everything here is derived from the match alone. It uses neither Kivy nor a language.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from companion.locales import N_
from companion.messages import Notice, Rescored
from companion.record.pegging import Pegs, pegs
from engine.cards import Card, Rank
from engine.events import Event
from engine.game import P, S, Standing
from engine.games import game_called
from engine.header import Header
from engine.match import AnyMatch
from engine.match import Match as MatchOf

MOST_HOLES = 500
"""The largest number of holes on a board; for a higher target one hole stands for more than one point."""

ENTRY = "entry"
"""An additional key of the header: how events come into the app, one of `ENTRIES`. New match writes it."""
ENTRIES = ("camera", "cards", "points")
"""Watched by a camera; every card tapped; only points tapped, as on a plain cribbage board (also for cribbage
itself, to 61 or 121).
"""

LEFT_OUT = N_("No longer fits the rules and was left out: {count}")


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


def sides_of(header: Header) -> tuple[tuple[int, ...], ...]:
    """List the seats of each side: the teams, or each player alone."""
    return game_called(header.game).sides(header)


def side_of(header: Header, seat: int) -> int:
    """The side of a seat."""
    return next(side for side, seats in enumerate(sides_of(header)) if seat in seats)


def moves(match: AnyMatch) -> tuple[Move, ...]:
    """List the moves that scored, oldest first."""
    return tuple(move for move in single_moves(match) if move.points or move.why != "adjust")


def single_moves(match: AnyMatch) -> Iterator[Move]:
    """List every score as a move, oldest first, also what the end of the record settles."""
    events = match.events
    for score in (*match.scores_made, *match.settled.made):
        by = match.game.made_by(events, score)
        cards = (cards_of(events[by - 1]) or ()) if by is not None else ()
        side, rank = side_of(match.header, score.seat), getattr(score, "rank", None)
        yield Move(side, score.seat, score.points, score.why, rank, cards, due=score.event, by=by)


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


def as_it_stands(match: MatchOf[P, S]) -> P:
    """The position to show: as if the record ended here."""
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


def points_of(match: AnyMatch) -> tuple[int, ...]:
    """Each side's points, as if the record ended here."""
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


def differing(header: Header, before: Standing, event: Event) -> Notice | None:
    """The notice of what an event says otherwise than the record before it; None if it says nothing otherwise."""
    said = game_called(header.game).differs(before, event)
    return None if said is None else Notice(said.sentence, said.facts)
