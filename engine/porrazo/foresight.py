"""What lies ahead, for the screen: what may be played, what it would bring, what is known of the cards."""

from collections.abc import Iterable
from dataclasses import dataclass

from engine.cards import ANY_SUIT, PACK, Card, Rank
from engine.events import Event, IllegalPlay
from engine.game import Outcome
from engine.porrazo.capture import without
from engine.porrazo.events import Play
from engine.porrazo.position import Position
from engine.porrazo.rules import after, settled
from engine.porrazo.scoring import Score, best_arrangement, better_direction, sets
from engine.porrazo.sofar import ALIKE, Waiting, possible, seen_of


@dataclass(frozen=True, slots=True)
class Prospect:
    """What one play would bring.

    ``captured`` are the table's cards that it takes, now or if it stands (the played one not among them);
    ``certain`` the scores that it brings at once, the player's and, where it lets something stand, another's;
    ``open`` what it would score only if it stands, None where nothing is open; ``table`` what then lies
    there, as the play leaves it.
    """

    play: Play
    captured: tuple[Card, ...]
    certain: tuple[Score, ...]
    open: Waiting | None
    table: tuple[Card, ...]


def at_play(position: Position) -> Position:
    """Return the position as the next play arrives: a complete batch settled."""
    return settled(position).position if position.complete else position


def refusal(position: Position, event: Event) -> IllegalPlay | None:
    """Return why the rules refuse an event, or None if they allow it."""
    try:
        after(position, event)
    except IllegalPlay as wrong:
        return wrong
    return None


def plays_of(position: Position, card: Card) -> tuple[Play, ...]:
    """Return the plays of a card that the seat to move may choose between: none, one, or two.

    Two where it may capture or be left in place (R11). Which of equal cards is taken is not told apart.
    """
    at = at_play(position)
    options = (Play(at.turn, card), Play(at.turn, card, in_place=True))
    if refusal(position, options[0]) is not None:
        return ()
    captures = bool(prospect(position, options[0]).captured)
    return options if captures and refusal(position, options[1]) is None else options[:1]


def legal_plays(position: Position, hand: Iterable[Card] | None = None) -> tuple[Play, ...]:
    """Return what the seat to move may play: from its hand, or any card that can still turn up."""
    cards = unseen(position) if hand is None else hand
    return tuple(play for card in cards for play in plays_of(position, card))


def prospect(position: Position, play: Play) -> Prospect:
    """Return what a play would bring; IllegalPlay where the rules refuse it."""
    at = at_play(position)
    outcome = after(at, play)
    waits, table = opened(outcome), outcome.position.table
    left = table if waits is None else without(table, waits.places)
    return Prospect(play, taken_by(at, play, outcome), outcome.made, waits, left)


def opened(outcome: Outcome[Position, Score]) -> Waiting | None:
    """Return what the play that led to this outcome left waiting, if it did."""
    at = outcome.position
    fresh = at.waiting is not None and at.waiting.places[-1] == len(at.table) - 1
    return at.waiting if fresh else None


def taken_by(before: Position, event: Event, outcome: Outcome[Position, Score]) -> tuple[Card, ...]:
    """Return the table's cards that a play took, or will if what it left waiting stands; not itself.

    Those taken at once are given in the order in which they lay.
    """
    if not isinstance(event, Play):
        return ()
    waits, table = opened(outcome), outcome.position.table
    if waits is not None:
        return tuple(table[place] for place in waits.places[:-1])
    own = [capture.cards[:-1] for capture in outcome.captures if capture.seat == event.seat]
    return tuple(sorted(own[-1], key=before.table.index)) if own else ()


def unseen(position: Position) -> tuple[Card, ...]:
    """Return the cards that can still turn up in the hand, in the pack's order."""
    seen = at_play(position).hand_so_far.seen
    return tuple(card for card in PACK if possible(seen, card))


def left_by_rank(position: Position) -> dict[Rank, int]:
    """Return how many cards of each rank have not been seen in the hand."""
    seen = at_play(position).hand_so_far.seen
    return {card.rank: ALIKE - seen_of(seen, card.rank) for card in ANY_SUIT}


@dataclass(frozen=True, slots=True)
class Arrangement:
    """A tendido's row as the dealer does best to lay it, and what it scores (R18, R19)."""

    row: tuple[Card, ...]
    places: int
    sets: int


def best_tendido(position: Position, cards: tuple[Card, ...]) -> Arrangement:
    """Return the best arrangement of four cards, a pair and a pair, and what it scores on this table."""
    row = best_arrangement(cards)
    return Arrangement(row, better_direction(row), sets((*at_play(position).table, *row)))
