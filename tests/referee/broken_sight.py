"""Acted hands of which something was seen wrongly for a while, or not at all: nothing here knows the referee's numbers.

Each takes the looks of a hand, and alters those from ``t0`` seconds on. What it yields is a look, or a time that nobody
saw, as the watcher tells it.
"""

import random
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from typing import NamedTuple

from companion.referee.observation import Observation, ObservedCard
from engine.cards import PACK
from tests.referee.habits import Odds, sure_of
from tests.referee.stage import FPS, STEADY_FRAMES

NAMES_S, AWAY_S, COVERED_S, CLUTTER_S, SHIFTED_S = 15.0, 20.0, 10.0, 10.0, 1.0
"""For how long each lasts, in seconds."""
FALSE_CARDS = 8
NEW_TRACKS = 10**6
"""Added to the number of a track that sight began anew, so that no two are the same."""


class Blind(NamedTuple):
    """A time that nobody saw, in seconds."""

    since: float
    until: float


Seen = Observation | Blind
Looks = Iterable[Observation]


def names(looks: Looks, t0: float, rng: random.Random) -> Iterator[Seen]:
    """Every card is read as another, each always as the same one."""
    other = rng.sample(range(len(PACK)), len(PACK))
    read: dict[int, tuple[Odds, Odds]] = {}
    made: dict[tuple[int, ...], ObservedCard] = {}

    def misread(card: ObservedCard) -> ObservedCard:
        odds = read.setdefault(id(card.odds), (card.odds, tuple(card.odds[code] for code in other)))[1]
        key = card.track, id(odds), card.steady, card.hidden
        if key not in made or made[key].since != card.since:
            made[key] = replace(card, odds=odds)
        return made[key]

    for look in looks:
        if t0 <= look.t < t0 + NAMES_S:
            look = replace(look, observed_cards=tuple(map(misread, look.observed_cards)))
        yield look


def away(looks: Looks, t0: float, rng: random.Random) -> Iterator[Seen]:
    """Nobody sees the table, and the watcher says so; afterwards every track is new."""
    until = t0 + AWAY_S
    anew = Anew(until, lambda card: True)
    told = False
    for look in looks:
        if t0 <= look.t < until:
            continue
        if look.t >= until and not told:
            told = True
            yield Blind(t0, look.t)
        yield anew.of(look) if told else look


def covered(looks: Looks, t0: float, rng: random.Random) -> Iterator[Seen]:
    """Something lies over the whole table: what was known there is held to be under it, nothing new is seen."""
    under: tuple[ObservedCard, ...] = ()
    until = t0 + COVERED_S
    anew = Anew(until, lambda card: card.track not in {each.track for each in under})
    for look in looks:
        if look.t < t0:
            under = look.observed_cards
            yield look
        elif look.t < until:
            under = tuple(each if each.hidden else replace(each, hidden=True) for each in under)
            yield replace(look, observed_cards=under, arms=())
        else:
            yield anew.of(look)


def clutter(looks: Looks, t0: float, rng: random.Random) -> Iterator[Seen]:
    """Cards are seen that are none, on a printed cloth say, each surely read, for seconds."""
    things = []
    for number in range(FALSE_CARDS):
        since = t0 + rng.uniform(0.0, CLUTTER_S / 2)
        card = ObservedCard(
            2 * NEW_TRACKS + number,
            sure_of(rng.choice(PACK), rng.uniform(0.6, 0.99)),
            rng.uniform(0, 8),
            rng.uniform(0, 5),
            since,
            False,
        )
        things.append((since, rng.uniform(since + 1.0, t0 + CLUTTER_S), card, replace(card, steady=True)))
    for look in looks:
        false = [
            steady if look.t > since + STEADY_FRAMES / FPS else first
            for since, until, first, steady in things
            if since <= look.t < until
        ]
        yield replace(look, observed_cards=(*look.observed_cards, *false)) if false else look


def shifted(looks: Looks, t0: float, rng: random.Random) -> Iterator[Seen]:
    """Cloth and cards are moved at once: for a second no card is found, then all as new tracks somewhere else."""
    dx, dy = rng.choice((-2.0, 2.0)), rng.choice((-1.0, 1.0))
    until = t0 + SHIFTED_S
    anew, made = Anew(until, lambda card: True), dict[int, tuple[ObservedCard, ObservedCard]]()

    def moved(card: ObservedCard) -> ObservedCard:
        if id(card) not in made:
            made[id(card)] = card, replace(card, x=card.x + dx, y=card.y + dy)
        return made[id(card)][1]

    for look in looks:
        if t0 <= look.t < until:
            look = replace(look, observed_cards=(), still=False)
        elif look.t >= until:
            look = anew.of(look)
            look = replace(look, observed_cards=tuple(map(moved, look.observed_cards)))
        yield look


class Anew:
    """What sight makes of cards that it finds again after ``until`` seconds: new tracks, there since then."""

    def __init__(self, until: float, new: Callable[[ObservedCard], bool]) -> None:
        self.until, self.new = until, new
        self._made: dict[int, tuple[ObservedCard, ObservedCard]] = {}

    def of(self, look: Observation) -> Observation:
        """The look with those cards anew."""
        return replace(look, observed_cards=tuple(map(self._card, look.observed_cards)))

    def _card(self, card: ObservedCard) -> ObservedCard:
        if card.since >= self.until or not self.new(card):
            return card
        if id(card) not in self._made:
            now = replace(card, track=card.track + NEW_TRACKS, since=self.until)
            self._made[id(card)] = card, now
        return self._made[id(card)][1]


KINDS: dict[str, tuple[Callable[[Looks, float, random.Random], Iterator[Seen]], float]] = {
    "names": (names, NAMES_S),
    "away": (away, AWAY_S),
    "covered": (covered, COVERED_S),
    "clutter": (clutter, CLUTTER_S),
    "shifted": (shifted, SHIFTED_S),
}
"""Each kind, and for how many seconds it lasts."""
