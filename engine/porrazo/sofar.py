"""How far a hand, a batch and the table have come: the small values that a position is made of.

Which cards have been seen in a hand is one whole number: cheap to copy, to add to and to ask. Bit ``code`` stands for
the card of ``PACK`` with that code. Above those 52 bits lie 13 counters of three bits: how many cards of each rank have
been seen, with a suit or without: a rank alone counts against its four.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from engine.cards import ANY_SUIT, PACK, Card, Rank
from engine.porrazo.capture import NOWHERE
from engine.porrazo.scoring import Why

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


@dataclass(frozen=True, slots=True)
class Waiting:
    """A porrazo or counter-porrazo that has not yet stood (R13, R14).

    ``places`` say where its cards lie on the table, the matched one first, then the run, then those
    played; ``last`` is the rank that a limpia would score, ``limpia`` its points (0: none).
    """

    seat: int
    why: Why
    rank: Rank
    points: int
    places: tuple[int, ...]
    last: Rank
    limpia: int

    @property
    def total(self) -> int:
        """All that it scores if it stands."""
        return self.points + self.limpia

    def to_json(self) -> dict[str, object]:
        """Return it as the last line of ``porrazo score --json`` shows it."""
        return {"seat": self.seat, "why": self.why.value, "points": self.total}


@dataclass(frozen=True, slots=True)
class Lying:
    """The table: its cards, oldest first, those of a waiting porrazo included.

    ``fresh`` is the place of the card that the play before laid without capturing, in the same batch.
    """

    cards: tuple[Card, ...] = ()
    fresh: int = NOWHERE
    waiting: Waiting | None = None


@dataclass(frozen=True, slots=True)
class HandSoFar:
    """One hand: its number (from 1), its dealer, the cards seen, the piles by side.

    ``taker`` is the seat that captured last; ``tendido`` tells whether the dealer has laid it.
    """

    number: int
    dealer: int
    piles: tuple[tuple[Card, ...], ...]
    seen: int = NONE_SEEN
    taker: int | None = None
    tendido: bool = False

    def seeing(self, card: Card) -> "HandSoFar":
        """Return the hand once a card has turned up."""
        seen = self.seen + SEEN_BITS[card.code]
        return HandSoFar(self.number, self.dealer, self.piles, seen, self.taker, self.tendido)

    def with_seen(self, seen: int) -> "HandSoFar":
        """Return the hand with other cards seen."""
        return HandSoFar(self.number, self.dealer, self.piles, seen, self.taker, self.tendido)

    def with_tendido(self) -> "HandSoFar":
        """Return the hand once its tendido has been laid."""
        return HandSoFar(self.number, self.dealer, self.piles, self.seen, self.taker, True)

    def captured(self, seat: int, side: int, cards: tuple[Card, ...]) -> "HandSoFar":
        """Return the hand once a seat has captured these cards for its side."""
        piles = self.piles
        pile = piles[side] + cards
        piles = (*piles[:side], pile, *piles[side + 1 :])
        return HandSoFar(self.number, self.dealer, piles, self.seen, seat, self.tendido)


@dataclass(frozen=True, slots=True)
class BatchSoFar:
    """One batch: its number (from 1), the cards played in order, what was announced and claimed.

    ``declared`` holds (seat, kind), ``claimed`` (against, claimant); ``closed`` is the event of the last play
    or claim.
    """

    number: int
    played: tuple[Card, ...] = ()
    declared: tuple[tuple[int, str], ...] = ()
    claimed: tuple[tuple[int, int], ...] = ()
    leftover: bool = False
    closed: int = 0

    def playing(self, card: Card, event: int) -> "BatchSoFar":
        """Return the batch after one more play."""
        played = (*self.played, card)
        return BatchSoFar(self.number, played, self.declared, self.claimed, self.leftover, event)

    def declaring(self, seat: int, kind: str) -> "BatchSoFar":
        """Return the batch after an announcement."""
        declared = (*self.declared, (seat, kind))
        return BatchSoFar(self.number, self.played, declared, self.claimed, self.leftover, self.closed)

    def claiming(self, seat: int, against: int, event: int) -> "BatchSoFar":
        """Return the batch after a claim."""
        claimed = (*self.claimed, (against, seat))
        return BatchSoFar(self.number, self.played, self.declared, claimed, self.leftover, event)

    def with_leftover(self) -> "BatchSoFar":
        """Return the batch once the leftover lies on the table."""
        return BatchSoFar(self.number, self.played, self.declared, self.claimed, True, self.closed)


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
