"""What a game makes of a history's steps: the events that they are, and those that may come next.

What an event is follows from the cards that were shown and from what the game says may come next; what lies on the
table, and what was gathered, follows from the game as well. No rule of any game stands here.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Any

from companion.referee.rates import MOST_KEPT
from companion.referee.tricks.history import Node, Step, chain
from companion.referee.tricks.offers import fits, sayings, shows, shows_none, told
from companion.referee.tricks.rates import TRICKS
from engine.cards import Card
from engine.events import Event, IllegalPlay
from engine.game import AnyGame, Expected, Lies, Outcome, Standing
from engine.games import game_called
from engine.header import Header


class Rules:
    """What a game makes of steps, after the events ``record`` that stand fast."""

    def __init__(self, header: Header, record: Sequence[Event] = ()) -> None:
        self.game: AnyGame = game_called(header.game)
        self.header = header
        self.pack = frozenset(self.game.pack(header))
        outcome: Outcome[Any, Any] = Outcome(self.game.start(header))
        self._steps: list[tuple[Event | None, Outcome[Any, Any]]] = [(None, outcome)]
        for event in record:
            outcome = self.game.after(outcome.position, event)
            self._steps.append((event, outcome))
        self.base = outcome.position
        self._expected: dict[int, tuple[Standing, tuple[tuple[Expected, ...], tuple[Step, ...]]]] = {}
        self._followed: dict[int, Node | None] = {}
        self._enabled: dict[int, tuple[Standing, list[tuple[Step, ...]]]] = {}
        self._told: dict[int, str] = {}
        self._own: set[str] = set()
        first = self.game.expected(self.game.start(header))
        self.any_order = len({each.seat for each in first if each.seat is not None}) > 1

    def start(self) -> tuple[Card, ...]:
        """The cards that lie on the table after the record."""
        return self.lying(self.base)

    def shown_before(self) -> frozenset[Card]:
        """The cards that the record has already shown in this hand, and that cannot come now."""
        return self.pack - self.possible(self.base)

    def lying(self, position: Standing) -> tuple[Card, ...]:
        """The cards that lie face up, in no order that tells anything; one that lies there twice is there twice."""
        return tuple(lies.card for lies in self.game.lying(position) if lies.card is not None)

    def expected(self, position: Standing) -> tuple[Expected, ...]:
        """The events that show cards and may come next; those that ask for more are nobody's to see."""
        return self._offered(position)[0]

    def inferred(self, position: Standing) -> tuple[Step, ...]:
        """The events that show no card but may be told from what comes after them, each with all that may be said."""
        return self._offered(position)[1]

    def _offered(self, position: Standing) -> tuple[tuple[Expected, ...], tuple[Step, ...]]:
        known = self._expected.get(id(position))
        if known is None or known[0] is not position:
            found = self.game.expected(position)
            seen = tuple(self._with_hand(position, each) for each in found if shows(each))
            inferred = tuple(
                Step((), (), 0.0, each.do, None if each.taken else each.seat, said)
                for each in found
                if shows_none(each)
                for said in sayings(each)
            )
            if len(self._expected) > MOST_KEPT:
                self._expected.clear()
            self._expected[id(position)] = known = (position, (seen, inferred))
        return known[1]

    def _with_hand(self, position: Standing, expected: Expected) -> Expected:
        """What an event may show, any card that does not lie there if it shows some out of a hand."""
        if not expected.joined:
            return expected
        cards = self.pack - {*self.lying(position)}
        return replace(expected, count=expected.joined, least=1, cards=tuple(cards))

    def possible(self, position: Standing) -> frozenset[Card]:
        """The cards that may be shown next."""
        return frozenset(card for each in self.expected(position) for card in each.cards)

    def begins(self, node: Node) -> bool:
        """Whether the whole pack is dealt anew after it: nothing lies there, and every card may be the next."""
        return not node.lying and self.possible(node.position) == self.pack

    def may_go(self, position: Standing) -> frozenset[Card]:
        """The cards on the table that the next event would neither leave there nor gather: they are taken up."""
        here = self.lying(position)
        if not here:
            return frozenset()
        for each in self.expected(position):
            if each.count != 1 or each.joined is not None:
                continue
            for card in each.cards:
                event = self._event(each, Step((card,), (None,), 0.0))
                try:
                    outcome = self.game.after(position, event)
                except IllegalPlay:
                    continue
                lying = self.lying(outcome.position)
                if card not in lying:
                    break
                return frozenset(here) - frozenset(lying) - _captured(outcome)
        return frozenset()

    def follow(self, parent: Node | None, step: Step) -> Node | None:
        """The history with one step more; None where the game knows no such event."""
        # Of an event that shows and takes nothing, no track tells when it came: at another second it is another one.
        at = round(step.at) if not step.cards and step.taken is None else None
        key = hash((parent.key if parent is not None else 0, step.cards, step.tracks, at, step[3:]))
        if key not in self._followed:
            if len(self._followed) > MOST_KEPT:
                self._followed.clear()
            self._followed[key] = self._follow(parent, step, key)
        return self._followed[key]

    def _follow(self, parent: Node | None, step: Step, key: int) -> Node | None:
        before = parent.position if parent is not None else self.base
        for each in self.game.expected(before) if not step.cards else self.expected(before):
            if not fits(each, step):
                continue
            event = self._event_of(before, each, step)
            try:
                outcome = self.game.after(before, event) if event is not None else None
            except IllegalPlay:
                outcome = None
            if event is None or outcome is None:
                continue
            gathered = _captured(outcome)
            depth = parent.depth + 1 if parent is not None else 1
            accused = self._accused(parent, event, outcome)
            lies = self.game.lying(outcome.position)
            lying = tuple(each.card for each in lies if each.card is not None)
            there = {(one.card, one.seat) for one in lies}
            if each.seat is not None and any((card, each.seat) in there for card in step.cards):
                self._own.add(event.do)
            free = parent is not None and self._was_open(parent, each)
            return Node(
                parent,
                step,
                event,
                each.seat,
                outcome,
                gathered,
                lying,
                self._moved(before, lies),
                accused,
                free,
                each.do == self.game.expected(before)[0].do,
                each.drawn,
                each.apart,
                depth,
                key,
            )
        return None

    def _moved(self, before: Standing, lies: Sequence[Lies]) -> frozenset[Card]:
        """The cards that lie before another seat than they did."""
        was = {one.card: one.seat for one in self.game.lying(before)}
        return frozenset(one.card for one in lies if one.card and was.get(one.card, one.seat) != one.seat)

    def _was_open(self, parent: Node, expected: Expected) -> bool:
        """Whether an event might have come before the one that it follows."""
        before = parent.parent.position if parent.parent is not None else self.base
        if parent.seat == expected.seat:
            return False
        return any((each.do, each.seat) == (expected.do, expected.seat) for each in self.expected(before))

    def enabled(self, position: Standing) -> list[tuple[Step, ...]]:
        """Sequences of inferred events after which other cards lie, then those after which only others are expected,
        the shortest first.
        """
        remembered = self._enabled.get(id(position))
        if remembered is not None and remembered[0] is position:
            return remembered[1]
        found: list[tuple[tuple[Step, ...], Standing]] = []
        front: list[tuple[tuple[Step, ...], Standing]] = [((), position)]
        known = [position.to_json()]
        for _ in range(TRICKS.most_inferred):
            later: list[tuple[tuple[Step, ...], Standing]] = []
            for steps, at in front:
                for step in self.inferred(at):
                    then = self._inferred(at, step)
                    if then is None or then.to_json() in known:
                        continue
                    opens = self._open(then)  # nothing, where two pass in turn at a hand's end: go on
                    if opens and opens == self._open(at) and self.lying(then) == self.lying(at):
                        continue
                    known.append(then.to_json())
                    later.append(((*steps, step), then))
            found += later
            front = later
        here = self.lying(position)
        ways = [steps for steps, then in sorted(found, key=lambda way: self.lying(way[1]) == here)]
        if len(self._enabled) > MOST_KEPT:
            self._enabled.clear()
        self._enabled[id(position)] = (position, ways)
        return ways

    def told(self, event: Event) -> str:
        """An event as far as the game counts it: the order of cards shown at once, or suits, may not matter."""
        return told(event, self.game.suits)

    def told_of(self, node: Node) -> str:
        """The same of a history's event."""
        known = self._told.get(node.key)
        if known is None:
            if len(self._told) > MOST_KEPT:
                self._told.clear()
            self._told[node.key] = known = self.told(node.event)
        return known

    def after_inferred(self, position: Standing, steps: Sequence[Step]) -> Standing:
        """The position after events that show no card and that may come."""
        for step in steps:
            then = self._inferred(position, step)
            position = position if then is None else then
        return position

    def own_place(self, node: Node) -> bool:
        """Whether cards so shown lie before their own player."""
        return node.event.do in self._own

    def _open(self, position: Standing) -> frozenset[tuple[str, int | None]]:
        """The likeliest kind of event that may come, with its seats."""
        expected = self.expected(position)
        return frozenset((each.do, each.seat) for each in expected if each.do == expected[0].do)

    def _inferred(self, position: Standing, step: Step) -> Standing | None:
        for each in self.game.expected(position):
            event = self._event_of(position, each, step) if fits(each, step) else None
            with suppress(IllegalPlay):
                if event is not None:
                    then: Standing = self.game.after(position, event).position
                    return then
        return None

    def extended(self, parent: Node | None, steps: Sequence[Step]) -> Node | None:
        """The history with these steps more; None where the game allows one of them not. Where several may act at once
        one step that is not awaited yet comes as soon as it is.
        """
        early: Step | None = None
        for step in steps:
            then = self.follow(parent, step)
            if then is None:
                if early is not None or not self.any_order:
                    return None
                early = step
                continue
            parent = then
            if early is not None and (then := self.follow(parent, early)) is not None:
                parent, early = then, None
        return parent if early is None else None

    def _event_of(self, position: Standing, expected: Expected, step: Step) -> Event | None:
        if expected.joined is not None:
            return self.game.joining(position, expected, step.cards)
        return self._event(expected, step)

    def _event(self, expected: Expected, step: Step) -> Event:
        do, seat = expected.do, expected.seat
        keys = self.game.kinds[do][1]
        names = [str(card) for _, card in sorted(zip(step.order, step.cards, strict=True))]
        line = {"do": do, "seat": seat, "cards": names, **dict(step.said)}
        line |= {"card": names[0]} if names else {}
        return self.game.event({key: value for key, value in line.items() if key in keys})

    def _accused(self, parent: Node | None, event: Event, outcome: Outcome[Any, Any]) -> tuple[int, ...]:
        """The depths of the events that this one proves at fault; 0 for one of the record."""
        if not outcome.made:
            return ()
        steps = [*self._steps, *((node.event, node.outcome) for node in chain(parent)), (event, outcome)]
        found = []
        for score in outcome.made:
            fault = self.game.fault(score, steps)
            if fault is not None:
                found.append(max(0, fault.at - len(self._steps) + 1))
        return tuple(found)


def _captured(outcome: Outcome[Any, Any]) -> frozenset[Card]:
    return frozenset(card for capture in outcome.captures for card in capture.cards)
