"""When an event is said, and when it is marked as doubtful."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from companion.referee.event_keys import identity_key
from companion.referee.rates import RATES
from companion.referee.record_diff import Marks
from companion.referee.tricks.history import Node
from companion.referee.tricks.likelihood import History, Scene
from companion.referee.tricks.rates import TRICKS
from engine.events import Event

DOUBT: Marks = {"doubt": True}
SHORTLY = 0.2
"""Seconds before a card was first seen in which the table was out of sight: then nobody saw who laid it."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """The events to write after those that stand fast, and the marks of each."""

    events: list[Event]
    marks: list[Marks]


class Judge:
    """Decides which events of the best history are written. It remembers since when each has been in it."""

    def __init__(self) -> None:
        self._since: dict[int, float] = {}
        self._against: float | None = None

    def verdict(
        self, weighed: Sequence[History], said: Sequence[Event], scene: Scene, ending: bool
    ) -> Verdict | None:
        """The events to write now, or None where the record stays as it is. ``weighed`` come best first."""
        t, nodes = scene.now, weighed[0].nodes
        self._since = {node.key: self._since.get(node.key, t) for node in nodes}
        same = in_common(nodes, said)
        self._against = None if same == len(said) else t if self._against is None else self._against
        margins = margins_of(weighed)
        if same < len(said) and not ending:
            clear = same < len(nodes) and margins[same] >= TRICKS.clear
            patience = RATES.settles_again if clear else RATES.patience_in_doubt
            if t - (self._against if self._against is not None else t) < patience:
                return None
        accused = {depth for node in nodes for depth in (*node.accused, node.depth) if node.accused}
        needed = [TRICKS.clear_of_fault if node.depth in accused else TRICKS.clear for node in nodes]
        ready = min(len(said), len(nodes)) if same < len(said) else same
        while ready < len(nodes) and (
            ending or self._is_ready(nodes[ready], margins[ready], needed[ready], t)
        ):
            ready += 1
        marks: list[Marks] = []
        for node, margin, need in zip(nodes[:ready], margins, needed, strict=False):
            k = node.depth - 1
            before = k < same and not said[k].extra.get("doubt")
            sure = margin >= need or (before and node.depth not in accused)
            marks.append({} if sure and not _questionable(node, nodes, scene) else DOUBT)
        return Verdict([node.event for node in nodes[:ready]], marks)

    def _is_ready(self, node: Node, margin: float, need: float, t: float) -> bool:
        held = t - self._since[node.key]
        return held >= (RATES.settles if margin >= need else RATES.patience_in_doubt)


def _questionable(node: Node, nodes: Sequence[Node], scene: Scene) -> bool:
    """Whether an event is doubtful however bad its rivals are: nobody saw it, or another player's arm laid it."""
    at = scene.at(node.step)
    unseen = scene.tracklets.unseen.between(at - SHORTLY, at) > 0
    return node.step.track is None or unseen or scene.seats.contradicts(node, nodes)


def in_common(nodes: Sequence[Node], said: Sequence[Event]) -> int:
    """With how many of the events ``said`` the nodes begin."""
    same = 0
    for node, event in zip(nodes, said, strict=False):
        if identity_key(node.event) != identity_key(event):
            break
        same += 1
    return same


def margins_of(weighed: Sequence[History]) -> list[float]:
    """By how many nats the best history beats the best that has not the same events up to each of its own."""
    best = weighed[0]
    nodes = best.nodes
    margins = [float("inf")] * len(nodes)
    events = [identity_key(node.event) for node in nodes]
    for other in weighed[1:]:
        theirs = other.nodes
        shared = next(
            (
                k
                for k, event in enumerate(events)
                if k >= len(theirs) or identity_key(theirs[k].event) != event
            ),
            None,
        )
        if shared is not None:
            margins[shared] = min(margins[shared], other.cost - best.cost)
    return margins
