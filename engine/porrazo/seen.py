"""Which cards have been seen in a hand, as one whole number: cheap to copy, to add to and to ask.

Bit ``code`` stands for the card of ``PACK`` with that code. Above those 52 bits lie 13 counters of three
bits: how many cards of each rank have been seen, with a suit or without: a rank alone counts against its
four.
"""

from collections.abc import Sequence

from engine.cards import ANY_SUIT, PACK, Card, Rank

NONE_SEEN = 0
ALIKE = 4
FIRST_COUNTER = len(PACK)
COUNTER_BITS = 3
COUNTER_MASK = (1 << COUNTER_BITS) - 1

COUNTER_SHIFT = tuple(FIRST_COUNTER + COUNTER_BITS * (card.rank - 1) for card in PACK + ANY_SUIT)
"""Where the counter of a card's rank begins, by the card's code."""

BIT = tuple(1 << card.code for card in PACK) + (0,) * len(ANY_SUIT)
"""A card's own bit, by its code; none for a card of unknown suit."""

SEEN_BITS = tuple(bit | 1 << shift for bit, shift in zip(BIT, COUNTER_SHIFT, strict=True))
"""What seeing a card adds, by its code."""


def possible(seen: int, card: Card) -> bool:
    """Tell whether a card can still turn up in the hand."""
    code = card.code
    return not seen & BIT[code] and (seen >> COUNTER_SHIFT[code]) & COUNTER_MASK < ALIKE


def seen_of(seen: int, rank: Rank) -> int:
    """Return how many cards of a rank have been seen."""
    return (seen >> COUNTER_SHIFT[ANY_SUIT[rank - 1].code]) & COUNTER_MASK


def recounted(seen: int, piles: Sequence[Card], table: Sequence[Card]) -> int:
    """Return what has been seen once a recount has said what lies on the table.

    The piles stay seen. A card that the recount took off the table may come again. One that it brought back
    from a pile is the same card, so that a rank's count becomes the least that explains piles and table.
    """
    exact = 0
    for card in (*piles, *table):
        exact |= BIT[card.code]
    counters = 0
    for any_card in ANY_SUIT:
        rank = any_card.rank
        pile = [card for card in piles if card.rank == rank]
        once = len({card for card in pile if card.suit is not None}) + pile.count(any_card)
        known = (
            min(once, seen_of(seen, rank)),  # one that came back and was captured again lies there twice
            sum(card.rank == rank for card in table),
            sum(1 for card in PACK if card.rank == rank and exact & BIT[card.code]),
        )
        counters |= max(known) << COUNTER_SHIFT[any_card.code]
    return exact | counters
