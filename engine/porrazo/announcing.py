"""Ronda, rondine and four: what each seat held, and who is paid for it (R4-R8)."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from engine.cards import Card, Rank
from engine.porrazo.scoring import SET_FACTOR, SET_NAME, VALUE, Why
from engine.porrazo.seen import ALIKE
from engine.porrazo.setting import Setting
from engine.porrazo.sofar import BatchSoFar

PAIR = 2


@dataclass(frozen=True, slots=True, order=True)
class Holding:
    """So many equal cards of a rank; the greater holding beats the other: four, rondine, ronda, then rank."""

    alike: int
    rank: Rank

    @property
    def why(self) -> Why:
        """What the holding is called."""
        name = SET_NAME[self.alike]
        assert name is not None
        return name

    @property
    def points(self) -> int:
        """What it scores."""
        return VALUE[self.rank] * SET_FACTOR[self.alike]


def holding_of(cards: Iterable[Card]) -> Holding | None:
    """Return the best holding among the cards of one seat, or None.

    After recounts a seat may have played more than four of a rank: that is still four alike.
    """
    alike = Counter(card.rank for card in cards)
    return max((Holding(min(n, ALIKE), rank) for rank, n in alike.items() if n >= PAIR), default=None)


@dataclass(frozen=True, slots=True)
class Standing:
    """A holding that competes: whose it is, and who is paid if it wins."""

    seat: int
    holding: Holding
    payee: int


def payments(setting: Setting, batch: BatchSoFar, dealer: int) -> tuple[tuple[int, Holding], ...]:
    """Return who is paid for which holding after a batch, in order."""
    if setting.options.declarations == "required" and not batch.declared and not batch.claimed:
        return ()
    standing = competing(setting, batch, dealer)
    if not standing:
        return ()
    best = max(standing, key=lambda each: each.holding)  # the first of equals: nearest the dealer's left
    paid = [(best.payee, best.holding)]
    if setting.options.partner_ronda and best.payee == best.seat:
        own = {each.seat: each.holding for each in standing if each.payee == each.seat}
        team = setting.sides[setting.side_of[best.seat]]
        paid += [(seat, own[seat]) for seat in team if seat != best.seat and seat in own]
    return tuple(paid)


def competing(setting: Setting, batch: BatchSoFar, dealer: int) -> list[Standing]:
    """Return the holdings that count, from the dealer's left on."""
    declared = dict(batch.declared)
    claimed = dict(reversed(batch.claimed))  # the first claim against a seat counts
    automatic = setting.options.declarations == "automatic"
    standing = []
    for place in range(setting.seats):
        seat = (dealer + 1 + place) % setting.seats
        holding = holding_of(batch.played[place :: setting.seats])
        if holding is None:
            continue
        if automatic or declared.get(seat) == holding.why:
            standing.append(Standing(seat, holding, seat))
        elif seat not in declared and seat in claimed:
            standing.append(Standing(seat, holding, claimed[seat]))
    return standing
