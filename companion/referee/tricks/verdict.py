"""When an event is said, and when it is marked as doubtful."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from companion.referee.rates import RATES
from companion.referee.record_diff import Marks
from companion.referee.tricks.groups import likely_names, taken
from companion.referee.tricks.history import History, Node
from companion.referee.tricks.rates import TRICKS
from companion.referee.tricks.rows import scattered
from companion.referee.tricks.scene import Scene
from engine.cards import PACK
from engine.events import Event

DOUBT: Marks = {"doubt": True}


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
        same = in_common(nodes, said, scene)
        self._against = None if same == len(said) else t if self._against is None else self._against
        margins = margins_of(weighed, scene)
        if same < len(said) and not ending:
            clear = same < len(nodes) and margins[same] >= TRICKS.clear
            patience = RATES.settles_again if clear else TRICKS.patience_in_doubt
            if t - (self._against if self._against is not None else t) < patience:
                return None
        accused = {depth for node in nodes for depth in (*node.accused, node.depth) if node.accused}
        needed = [TRICKS.clear_of_fault if node.depth in accused else TRICKS.clear for node in nodes]
        ready = min(len(said), len(nodes)) if same < len(said) else same
        while ready < len(nodes) and (
            ending or self._is_ready(nodes[ready], margins[ready] >= needed[ready], nodes, scene)
        ):
            ready += 1
        marks: list[Marks] = []
        for node, margin, need in zip(nodes[:ready], margins, needed, strict=False):
            k = node.depth - 1
            asked = k < same and said[k].extra.get("doubt")
            sure = margin >= need or (k < same and not asked and node.depth not in accused)
            if asked and node.depth in accused and margin == float("inf"):
                sure = False  # what spoke against it was not looked at just now
            marks.append({} if sure and not _questionable(node, nodes, scene) else DOUBT)
        return Verdict([node.event for node in nodes[:ready]], marks)

    def _is_ready(self, node: Node, clear: bool, nodes: Sequence[Node], scene: Scene) -> bool:
        """Whether an event has held for long enough: one that would be asked about waits, for most doubts are over by
        then.
        """
        held = scene.now - self._since[node.key]
        if clear:
            return held >= (TRICKS.patience_in_doubt if _questionable(node, nodes, scene) else RATES.settles)
        # Whose cards they are shows when others have cards before them too.
        return held >= (RATES.patience_in_place if scene.rules.own_place(node) else TRICKS.patience_in_doubt)


def _questionable(node: Node, nodes: Sequence[Node], scene: Scene) -> bool:
    """Whether an event is doubtful however bad its rivals are: nobody saw it, another player's arm laid it, or cards of
    one hand do not lie together.
    """
    at = scene.at(node.step)
    unseen = scene.tracklets.unseen.between(at - RATES.order_within, at) > 0
    rules, tracklets = scene.rules, scene.tracklets
    contradicted = scene.seats.contradicts(node, nodes, rules, tracklets)
    cards = [each for track in node.step.seen if (each := tracklets.get(track)) is not None]
    loose = rules.any_order and scattered(cards) >= RATES.out_of_order
    doubted = contradicted or loose or _hardly_read(node, nodes, scene) or _guessed(node, nodes, scene)
    return bool(node.step.unseen) or unseen or doubted


def _hardly_read(node: Node, nodes: Sequence[Node], scene: Scene) -> bool:
    """Whether what was read of a card leaves too much to all others together that the search never tries: one by one
    each of them is unlikely.
    """
    elsewhere = {card for each in nodes if each is not node for card in each.step.cards}
    free = scene.rules.pack - elsewhere - scene.rules.shown_before()
    for card, track in zip(node.step.cards, node.step.tracks, strict=True):
        seen = scene.tracklets.looked_like(track)
        if seen is None:
            continue
        alike = {card} if scene.rules.game.suits else {each for each in PACK if each.rank == card.rank}
        likely = sum(seen.odds[each.code] for each in alike)
        untried = free - alike - {*likely_names(seen, free)}
        if likely < TRICKS.well_read * (likely + sum(seen.odds[each.code] for each in untried)):
            return True
    return False


def _guessed(node: Node, nodes: Sequence[Node], scene: Scene) -> bool:
    """Whether it took a card off the table and another may as well have been taken: both went at the same time, and
    the card has not been shown again since.
    """
    shown = (
        {str(card) for each in nodes[node.depth :] for card in each.step.cards} if node.step.takes else {""}
    )
    if not node.step.takes or node.step.said[0][1] in shown:
        return False
    steps = [each.step for each in nodes[: node.depth - 1]]
    before = node.parent.position if node.parent is not None else scene.rules.base
    at = scene.at(node.step)
    for other in scene.rules.inferred(before):
        if other.do == node.step.do and other.said != node.step.said:
            track = taken(other, steps)
            if track is None or scene.left(track, at) - at < TRICKS.turn:
                return True
    return False


def in_common(nodes: Sequence[Node], said: Sequence[Event], scene: Scene) -> int:
    """With how many of the events ``said`` the nodes begin, as far as the game counts."""
    same = 0
    for node, event in zip(nodes, said, strict=False):
        if scene.rules.told(node.event) != scene.rules.told(event):
            break
        same += 1
    return same


def margins_of(weighed: Sequence[History], scene: Scene) -> list[float]:
    """By how many nats the best history beats the best that has not the same events up to each of its own."""
    best = weighed[0]
    nodes = in_one_order(best.nodes, scene)
    margins = dict.fromkeys((node.depth for node in nodes), float("inf"))
    told = scene.rules.told_of
    for other in weighed[1:]:
        theirs = in_one_order(other.nodes, scene)
        shared = next(
            (
                k
                for k, node in enumerate(nodes)
                if k >= len(theirs) or (theirs[k] is not node and told(theirs[k]) != told(node))
            ),
            None,
        )
        if shared is not None:
            depth = nodes[shared].depth
            margins[depth] = min(margins[depth], other.cost - best.cost)
    return [margins[depth] for depth in sorted(margins)]


def in_one_order(nodes: Sequence[Node], scene: Scene) -> Sequence[Node]:
    """The nodes so that those of histories which tell the same match come alike: where several players may act at
    once, by how many events of the same player came before each, and last those that showed no card.
    """
    if not scene.rules.any_order:
        return nodes
    before: dict[int | None, int] = {}
    keyed = []
    for node in nodes:
        before[node.seat] = before.get(node.seat, 0) + bool(node.step.cards)
        turn = before[node.seat] if node.step.cards else len(nodes)
        keyed.append(((turn, -1 if node.seat is None else node.seat), node))
    return [node for _, node in sorted(keyed, key=lambda each: each[0])]
