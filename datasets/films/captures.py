"""How captured cards leave the table: at once or later, all of them or some forgotten, by who captured them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from datasets.films.asides import Asides
from datasets.films.mishaps import Mishaps
from datasets.films.script import Laid
from datasets.films.stage import Reach, Stage

Told = dict[str, object]

LYING = (2.0, 8.0)
"""For how long a capture is left lying by somebody who is talking, seconds."""
NOTICED = (1.0, 3.5)
"""How long forgotten cards of a run lie until somebody sees them, seconds."""
POINTED = 0.7
"""How often somebody points at them, and their player does not see them by himself."""


class Captures:
    """Sweeps of captured cards. ``chances``: of what goes amiss, by name; ``also``: where that is told."""

    def __init__(
        self,
        rng: np.random.Generator,
        stage: Stage,
        chances: Mapping[str, float],
        also: list[Told],
    ) -> None:
        self.rng, self.stage = rng, stage
        self.asides, self.mishaps = Asides(rng, stage), Mishaps(rng, stage)
        self.chances, self.also = chances, also

    def manner(self, what: Laid, takes: bool) -> str:
        """How a player lays and takes: ``fast``, ``hover`` over it, ``retreat``, or leave it ``lying``."""
        allowed = self.stage.habits.allowed
        if takes and what.stood is None and self.rng.random() < allowed.fast:
            return "fast"
        if takes and self.happens("lying"):
            return "lying"
        return "hover" if takes and self.rng.random() < 0.3 and not what.stood else "retreat"

    def stand(self, reach: Reach, what: Laid, told: Told) -> Reach:
        """The player before takes what his porrazo captured, once the next card lies."""
        assert what.stood is not None
        stage, (owner, cards) = self.stage, what.stood
        stage.stay(reach, 0.05, 0.2)
        stage.go(reach)
        stage.now += float(self.rng.uniform(0.4, 1.3))
        theirs = stage.come(owner)
        stage.sweep(theirs, self.lying(cards))
        stage.go(theirs)
        told["settled"] = {"seat": owner, "cards": sorted(str(card) for card in cards)}
        if what.taken:
            stage.now += float(self.rng.uniform(0.3, 1.0))
        return stage.come(what.event.seat)

    def lying(self, cards: Sequence[object]) -> list[str]:
        """Those of these cards that lie open on the table."""
        there = {card.what.name for card in self.stage.top.cards}
        return [str(card) for card in cards if str(card) in there]

    def take(self, reach: Reach, manner: str, what: Laid, undone: int | None, told: Told) -> None:
        """The player takes his cards, and the packet that he wins back from the pile of seat ``undone``."""
        stage = self.stage
        wrong = self.wrongly(reach, what)
        reach = stage.come(what.event.seat) if wrong else self._ready(reach, manner, what)
        packets = [undone] if undone is not None and stage.top.piles[undone] else []
        names = self.lying(what.taken)
        forgotten = self._forgotten(what, names)
        stage.sweep(reach, [name for name in names if name not in forgotten], packets)
        stage.go(reach)
        if forgotten:
            self._late(what.event.seat, forgotten)
            told["late"] = forgotten
        told["swept"] = sorted(names if not packets else [str(card) for card in what.taken])

    def wrongly(self, reach: Reach, what: Laid) -> bool:
        """Whether the player first takes a card that he did not capture; he has then laid it back and left."""
        if len(reach.keys) < 2 or len(self.stage.top.cards) < 3 or not self.happens("wrong_capture"):
            return False
        self.stage.stay(reach, 0.06, 0.2)
        self.stage.go(reach)
        self.stage.now += float(self.rng.uniform(0.2, 0.8))
        right = [str(card) for card in (what.event.card, *what.taken)]
        told = self.mishaps.wrong_capture(what.event.seat, right)
        if told is not None:
            self.also.append(told)
        return True

    def _ready(self, reach: Reach, manner: str, what: Laid) -> Reach:
        """The arm that will take the cards, where it waited until then."""
        stage, rng = self.stage, self.rng
        if manner == "fast":
            stage.stay(reach, float(rng.uniform(0.04, 0.16)), 0.6)
        elif manner == "hover":
            last, (x, y) = reach.keys[-1], stage.drawn_back(reach, float(rng.uniform(60, 110)))
            stage.stay(reach, 0.06, 0.2)
            stage.move(reach, x, y, last.z + 34, 0.6)
            stage.stay(reach, float(rng.uniform(0.3, 1.1)))
        elif len(reach.keys) > 1:
            stage.stay(reach, float(rng.uniform(0.02, 0.1)), 0.2)
            stage.go(reach)
            reach = self._later(manner, what)
        return reach

    def _later(self, manner: str, what: Laid) -> Reach:
        """The player comes back for his cards."""
        stage, start = self.stage, self.stage.now
        pause = LYING if manner == "lying" else stage.habits.allowed.pause
        stage.now += float(self.rng.uniform(*pause))
        if manner == "lying":
            times = [round(start, 3), round(stage.now, 3)]
            cards = self.lying(what.taken)
            self.also.append({"do": "lying", "seat": what.event.seat, "cards": cards, "t": times})
        return stage.come(what.event.seat)

    def happens(self, name: str) -> bool:
        """Whether this goes amiss now: by its chance, and never where it has none."""
        return name in self.chances and bool(self.rng.random() < self.chances[name])

    def _forgotten(self, what: Laid, names: Sequence[str]) -> list[str]:
        """The end of a run, where its player overlooks that: the cards that he does not take at first."""
        run = [name for name in names if name not in (str(what.event.card), str(what.matched))]
        if not run or not self.happens("late"):
            return []
        return run[int(self.rng.integers(len(run))) :]

    def _late(self, seat: int, names: Sequence[str]) -> None:
        """Somebody sees that cards were forgotten; their player takes them."""
        stage, start = self.stage, self.stage.now
        stage.now += float(self.rng.uniform(*NOTICED))
        if self.rng.random() < POINTED:
            others = [other for other in range(len(stage.habits.seats)) if other != seat]
            self.also.append(self.asides.point(int(self.rng.choice(others)), names[0]))
            stage.now += float(self.rng.uniform(0.1, 0.6))
        reach = stage.come(seat)
        stage.sweep(reach, names)
        stage.go(reach)
        times = [round(start, 3), round(stage.now, 3)]
        self.also.append({"do": "late", "seat": seat, "cards": list(names), "t": times})
