"""What lies ahead, for the screen: what may be played, what it would bring, what is known of the cards."""

from collections.abc import Iterable
from dataclasses import dataclass

from engine.cards import ANY_SUIT, PACK, Card, Rank
from engine.events import Event, Play
from engine.illegal import IllegalPlay
from engine.porrazo.capture import without
from engine.porrazo.position import Position
from engine.porrazo.scoring import Score, best_arrangement, better_direction, sets
from engine.porrazo.seen import ALIKE, possible, seen_of
from engine.porrazo.sofar import Waiting


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
    return position.settled() if position.complete else position


def refusal(position: Position, event: Event) -> IllegalPlay | None:
    """Return why the rules refuse an event, or None if they allow it."""
    try:
        position.after(event)
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
    after = at.after(play)
    waiting = after.waiting
    if waiting is not None and waiting.places[-1] == len(after.table) - 1:
        taken = tuple(after.table[place] for place in waiting.places[:-1])
        return Prospect(play, taken, after.made, waiting, without(after.table, waiting.places))
    lies_before = at.arriving(play).table
    taken = missing(lies_before, after.table)
    return Prospect(play, taken, after.made, None, after.table)


def missing(before: tuple[Card, ...], after: tuple[Card, ...]) -> tuple[Card, ...]:
    """Return the cards that lay there before and no longer do; of equal ones as many as are gone."""
    left = list(after)
    gone = []
    for card in before:
        if card in left:
            left.remove(card)
        else:
            gone.append(card)
    return tuple(gone)


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
