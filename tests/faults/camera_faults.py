"""What goes wrong with a camera, done to what was seen of a hand."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from tests.faults.hands import Views, index_at
from vision.tracking.table import TableView
from vision.view.view_lost import FROZEN, Loss


@dataclass(frozen=True)
class Fault:
    """Something that goes wrong from ``at`` seconds on, for ``lasts`` seconds."""

    kind: str
    at: float
    lasts: float

    def __str__(self) -> str:
        """As it is named beside a result."""
        return f"{self.kind} {self.at:.1f}+{self.lasts:.1f}"


Apply = Callable[[Views, Fault, random.Random], Iterator[TableView]]
"""What becomes of the looks during a fault."""


def dropped(views: Views, _fault: Fault, rng: random.Random) -> Iterator[TableView]:
    """Many looks are missing, one by one."""
    share = rng.choice((0.3, 0.6, 0.9))
    yield from (view for view in views if rng.random() > share)


def repeated(views: Views, _fault: Fault, rng: random.Random) -> Iterator[TableView]:
    """Looks come twice or three times."""
    for view in views:
        for again in range(rng.choice((1, 2, 3))):
            yield replace(view, t=view.t + 0.01 * again)


def stands_still(views: Views, fault: Fault, _rng: random.Random) -> Iterator[TableView]:
    """The same picture comes again and again, and is known as such after a while."""
    for view in views:
        frozen = Loss.FROZEN if view.t - fault.at >= FROZEN else None
        yield replace(views[0], t=view.t, number=view.number, lost=frozen)


def _lost(loss: Loss) -> Apply:
    def out_of_sight(views: Views, _fault: Fault, _rng: random.Random) -> Iterator[TableView]:
        for view in views:
            yield replace(views[0], t=view.t, number=view.number, lost=loss)

    return out_of_sight


def away(_views: Views, _fault: Fault, _rng: random.Random) -> Iterator[TableView]:
    """No look comes at all."""
    return iter(())


def blank(views: Views, _fault: Fault, rng: random.Random) -> Iterator[TableView]:
    """Now and then a look finds nothing, or half of it."""
    for view in views:
        chance = rng.random()
        kept = () if chance < 0.1 else view.cards[::2] if chance < 0.2 else view.cards
        yield replace(view, cards=kept)


def resized(views: Views, _fault: Fault, _rng: random.Random) -> Iterator[TableView]:
    """The pictures have another size once."""
    for number, view in enumerate(views):
        yield replace(view, lost=Loss.RESIZED) if number == 0 else view


KINDS: dict[str, tuple[Apply, float, float]] = {
    "dropped": (dropped, 1.0, 8.0),
    "repeated": (repeated, 1.0, 8.0),
    "frozen": (stands_still, 0.3, 6.0),
    "black": (_lost(Loss.DARK), 0.08, 4.0),
    "covered": (_lost(Loss.COVERED), 0.3, 8.0),
    "away": (away, 0.3, 6.0),
    "away 5 s": (away, 5.0, 5.0),
    "blank": (blank, 0.3, 3.0),
    "resized": (resized, 0.1, 0.1),
}
"""Each fault by its name: what it does, and the seconds that it lasts, at least and at most."""
HIDES = ("frozen", "black", "covered", "away", "away 5 s", "resized")
"""During these nothing new is seen: what was laid meanwhile is first seen afterwards."""


def faulty(views: Views, faults: Sequence[Fault], rng: random.Random) -> Iterator[TableView]:
    """Give the looks as they come with these faults, which follow one another."""
    hidden: list[tuple[float, float]] = []
    at = 0
    for fault in faults:
        begin = index_at(views, fault.at)
        end = max(begin + 1, index_at(views, fault.at + fault.lasts))
        yield from (_found_later(view, hidden) for view in views[at:begin])
        during = tuple(_found_later(view, hidden) for view in views[begin:end])
        yield from KINDS[fault.kind][0](during, fault, rng)
        if fault.kind in HIDES:
            hidden.append((fault.at, views[min(end, len(views) - 1)].t))
        at = end
    yield from (_found_later(view, hidden) for view in views[at:])


def _found_later(view: TableView, hidden: Iterable[tuple[float, float]]) -> TableView:
    """Let tracks that began while nothing was seen begin afterwards, and be believed a moment later."""
    cards = view.cards
    for since, until in hidden:
        cards = tuple(
            replace(card, since=until, steady=card.steady and view.t - until > 0.25)
            if since < card.since < until
            else card
            for card in cards
        )
    return replace(view, cards=cards) if cards != view.cards else view
