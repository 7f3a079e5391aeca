"""How far a hand, a batch and the table have come: the small values that a position is made of."""

from dataclasses import dataclass

from engine.cards import Card, Rank
from engine.porrazo.capture import NOWHERE
from engine.porrazo.scoring import Why
from engine.porrazo.seen import NONE_SEEN, SEEN_BITS


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
