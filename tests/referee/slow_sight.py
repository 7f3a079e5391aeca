"""What a slow machine makes of looks: those of a quick one, most of them dropped.

Between looks nobody sees: a card that came and went is not seen, one that came is dated by the first look at it, and of
one laid while no look was taken nobody knows whose arm laid it. Nothing here knows the referee's numbers.
"""

import random
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from companion.referee.observation import Observation, ObservedCard

CONFIRMED_LOOKS, CONFIRMED_APART_S = 3, 0.5
"""Looks at which sight must find a card to believe it; two so many seconds apart will do as well."""
ARM_BEFORE_S, ARM_AFTER_S = 0.5, 0.35
"""Seconds round a card's coming in which a look shows whose arm laid it."""


@dataclass(slots=True)
class Found:
    """A track as the slow machine knows it: ``since`` when it was first found, at how many looks it was found in the
    open, and how it was last told, beside what that was made of.
    """

    since: float
    looks: int
    laid_by: tuple[float, ...]
    made_of: tuple[object, ...] = ()
    told: ObservedCard | None = None

    def tell(self, card: ObservedCard, t: float) -> ObservedCard:
        """The card as the slow machine tells it, the same object while nothing changes."""
        self.looks += not card.hidden
        often = self.looks >= CONFIRMED_LOOKS or (self.looks > 1 and t - self.since >= CONFIRMED_APART_S)
        steady = card.steady and often
        made_of = card.odds, card.x, card.y, card.hidden, steady
        if self.told is None or made_of != self.made_of:
            laid_by = self.laid_by if steady else ()
            self.made_of = made_of
            self.told = replace(card, since=self.since, steady=steady, laid_by=laid_by)
        return self.told


def slowed(looks: Iterable[Observation], every: float, rng: random.Random) -> Iterator[Observation]:
    """The looks of a machine that takes one every so many seconds, now half as soon, now half as late again."""
    due, times = 0.0, list[float]()
    known: dict[int, Found] = {}
    before: dict[int, ObservedCard] = {}
    for look in looks:
        if look.t < due:
            continue
        due = max(due + every * rng.uniform(0.5, 1.5), look.t)
        times.append(look.t)
        for card in look.observed_cards:
            found = known.setdefault(card.track, Found(look.t, 0, ()))
            if not found.laid_by and card.laid_by:
                begin, end = card.since - ARM_BEFORE_S, card.since + ARM_AFTER_S
                found.laid_by = card.laid_by if any(begin <= t <= end for t in times) else ()
        seen = {card.track: known[card.track].tell(card, look.t) for card in look.observed_cards}
        # Only at the second look without it is sight sure that a card is gone.
        held = [
            replace(card, hidden=True) for track, card in before.items() if track not in seen and card.steady
        ]
        yield replace(look, observed_cards=(*seen.values(), *held))
        before = seen
