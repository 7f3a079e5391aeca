"""The histories that are kept, and the search among their neighbours for better ones."""

from __future__ import annotations

from collections.abc import Iterable

from companion.referee.rates import HANDFUL, MOST_KEPT, RATES
from companion.referee.tricks.history import History, Node
from companion.referee.tricks.likelihood import weighed
from companion.referee.tricks.moves import neighbours
from companion.referee.tricks.rates import TRICKS
from companion.referee.tricks.scene import Scene
from engine.cards import Card


class Search:
    """Keeps the best histories, best first; ``weighed`` are all that the last step looked at."""

    def __init__(self, scene: Scene, tip: Node | None = None) -> None:
        self.histories = [weighed(tip, scene)]
        self.weighed: list[History] = self.histories
        self._asked: dict[int, tuple[int, float, frozenset[Card]]] = {}

    @property
    def best(self) -> History:
        """The likeliest history."""
        return self.histories[0]

    def step(self, scene: Scene) -> None:
        """Weigh the histories again by what is seen now, and look among their neighbours for better ones."""
        found = {history.key: weighed(history.tip, scene) for history in self.histories}
        for number in range(RATES.rounds):
            least = min(history.cost for history in found.values())
            front = [h for h in ranked(found.values()) if h.cost < least + RATES.far_behind][: RATES.front]
            if not number:  # and the best before this look: what has gone since may speak against all like it
                front = [*dict.fromkeys((*front, found[self.best.key]))]
            front = [history for history in front if troubled(history) and self._worth(history, scene)]
            if not front and number:
                break
            for history in front:
                self._asked[history.key] = (scene.tracklets.version, scene.now, history.missing)
                for tip in neighbours(history, scene):
                    if tip.key not in found:
                        found[tip.key] = weighed(tip, scene)
        if len(self._asked) > MOST_KEPT:
            self._asked.clear()
        self._keep_up(found, scene)
        self.weighed = ranked(found.values())
        least = self.weighed[0].cost
        self.histories = [h for h in self.weighed[: RATES.kept] if h.cost <= least + RATES.far_behind]

    def _worth(self, history: History, scene: Scene) -> bool:
        """Whether its neighbours were not looked at lately, or a track has changed since, or another card is missing:
        a trick that was taken at once must be thought of before all its cards are given up.
        """
        version, t, missing = self._asked.get(history.key, (-1, 0.0, frozenset()))
        changed = version != scene.tracklets.version or not history.missing <= missing
        return changed or scene.now - t >= RATES.ask_again

    def _keep_up(self, found: dict[int, History], scene: Scene) -> None:
        """The newest event of the best history, added to those that do not explain its track: only some have had
        their neighbours looked at, and the others must not be dropped for that.
        """
        best = min(found.values(), key=lambda history: history.cost).tip
        if best is None or not best.step.seen:
            return
        for history in ranked(found.values())[: 2 * RATES.kept]:
            used = {track for node in history.nodes for track in node.step.seen}
            if best.step.seen[0] in history.unexplained and used.isdisjoint(best.step.seen):
                tip = scene.rules.follow(history.tip, best.step)
                if tip is not None and tip.key not in found:
                    found[tip.key] = weighed(tip, scene)

    def keep(self, base: Node, scene: Scene, steps: Iterable[History]) -> None:
        """Begin again after ``base``, whose events stand fast: what the histories hold after it."""
        depth = base.depth
        tips = []
        for history in steps:
            nodes = history.nodes
            if len(nodes) >= depth and nodes[depth - 1].key == base.key:
                tip = scene.rules.extended(None, [node.step for node in nodes[depth:]])
                tips.append(weighed(tip, scene))
        self.histories = self.weighed = ranked(tips)


def ranked(histories: Iterable[History]) -> list[History]:
    """The best first; of equals the one whose cards are read best, for of two tracks of one card either may be the card
    and the other that card again; then the one with fewer events, then the one that was found first: the same sight
    must give the same record, and a hash is another one in each process.
    """
    return sorted(histories, key=_rank)


def _rank(history: History) -> tuple[float, float, int]:
    depth = history.tip.depth if history.tip is not None else 0
    # Costs that agree to a handful of digits differ by rounding alone.
    return round(history.cost, HANDFUL), history.terms.identity, depth


def troubled(history: History) -> bool:
    """Whether a neighbour may explain more."""
    return bool(
        history.unexplained
        or history.missing
        or history.terms.arms > RATES.clear
        or any(node.accused for node in history.nodes[-TRICKS.latest :])
    )
