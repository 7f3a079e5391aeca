"""The beam: the hypotheses that are kept, and the search among their neighbours for better ones."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import chain, islice

from companion.referee.hypothesis import Hypothesis, extended
from companion.referee.likelihood import evaluated
from companion.referee.prior import pending_layout
from companion.referee.rates import MOST_KEPT, RATES
from companion.referee.search.comparison import only_in_place
from companion.referee.search.insert import insertions
from companion.referee.search.places import Scene
from companion.referee.search.thread import forced, other_counts, taken_up
from companion.referee.tracklets import Tracklets
from engine.porrazo.events import Play


class Beam:
    """Keeps the best hypotheses; ``step`` evaluates them with the tracks as they are now."""

    def __init__(self, hypothesis: Hypothesis) -> None:
        self.hypotheses = [hypothesis]
        self._refused: dict[int, tuple[float, int]] = {}
        self._asked: dict[int, tuple[int, float, int]] = {}
        self._allowed, self._now = RATES.neighbours_at_once, 0.0
        self._trusted, self._strain, self._strained, self._lost_at = hypothesis, 0.0, 0.0, 0.0

    def settle_doubts(self, now: list[Hypothesis]) -> None:
        """Put that hypothesis first which fits best ``now``, of those between which it was open which is right; ``now``
        are all as they are evaluated again, in their order. Those that would come before it go: nobody would have
        written what they say.
        """
        least = self.hypotheses[0].cost
        near = sum(each.cost - least < RATES.doubtful for each in self.hypotheses)
        best = min(now[:near], key=_cost)
        if best is not now[0]:
            self.hypotheses = sorted((each for each in now if each.cost >= best.cost), key=_cost)

    def step(self, scene: Scene) -> None:
        """Evaluate the hypotheses again, and search their neighbours for better ones."""
        passed = max(0.0, scene.now - self._now)
        self._allowed = min(RATES.neighbours_at_once, self._allowed + RATES.neighbours_a_second * passed)
        self._now = scene.now
        found = {
            hypothesis.key: evaluated(hypothesis, scene.tracklets, scene.horizon, scene.seating)
            for hypothesis in self.hypotheses
        }
        front: Iterable[Hypothesis] = found.values()
        for _ in range(RATES.rounds):
            least = min(hypothesis.cost for hypothesis in found.values())
            chosen = sorted((a for a in front if not a.residuals.clean and _hopeful(a, least)), key=_cost)
            chosen = front_of([hypothesis for hypothesis in chosen if self._worth_asking(hypothesis, scene)])
            if not chosen or self._allowed <= 0:
                break
            front = self._neighbours(chosen, found, least, scene)
        self._keep_up(found, scene)
        self._take_up(found, scene)
        self.hypotheses = best_of(found.values(), self._trusted.lost)
        if len(self._refused) > MOST_KEPT:
            self._refused.clear()
        if len(self._asked) > MOST_KEPT:
            self._asked.clear()

    def _take_up(self, found: dict[int, Hypothesis], scene: Scene) -> None:
        """Keep hypotheses that lost the thread and take it up now, as long as the best one forces what it sees."""
        best = min(found.values(), key=_cost)
        lately = bool(best.lost) and scene.now - best.lost[-1][1] < RATES.found_again
        others: list[Iterator[Hypothesis]] = []
        if best.lost and not (best.residuals.clean and best.residuals.terms.arms < RATES.clear):
            others.append(other_counts(best, scene.floor, scene.tracklets))
        strain = forced(best, self._trusted)
        if strain > self._strain + RATES.doubtful:
            self._strained = scene.now
        self._strain = strain
        self._lost_at = scene.now if strain < RATES.lost else self._lost_at
        if lately or scene.now - self._lost_at >= RATES.together:
            others.append(taken_up(self._trusted, scene.floor, scene.tracklets))
        if strain < RATES.clear or scene.now - self._strained > RATES.found_again:
            self._trusted, self._strain = best, forced(best, best)
        for other in chain(*others):
            self._allowed -= 1
            if self._allowed < 0:
                break
            if other.key not in found and other.prior <= best.cost + RATES.far_behind:
                found[other.key] = evaluated(other, scene.tracklets, scene.horizon, scene.seating)

    def _keep_up(self, found: dict[int, Hypothesis], scene: Scene) -> None:
        """Add the newest events of the best hypothesis to others that do not explain those tracks.

        Only some hypotheses have their neighbours searched. The others must not be dropped for that reason
        alone.
        """
        best = min(found.values(), key=_cost)
        newest = [node.step for node in best.since(max(scene.floor, best.depth - RATES.handed_on))]
        behind = (hypothesis for hypothesis in self.hypotheses if hypothesis.key in found)
        for hypothesis in [found[hypothesis.key] for hypothesis in behind]:
            unexplained = set(hypothesis.residuals.unexplained)
            steps = [
                step
                for step in newest
                if step.at > hypothesis.time and step.lost is None and unexplained.intersection(step.tracks)
            ]
            other = extended(hypothesis, steps) if steps else None
            if other is not None and other.key not in found:
                found[other.key] = evaluated(other, scene.tracklets, scene.horizon, scene.seating)

    def _neighbours(
        self, chosen: list[Hypothesis], found: dict[int, Hypothesis], least: float, scene: Scene
    ) -> list[Hypothesis]:
        near: list[Hypothesis] = []
        now, version = scene.now, scene.tracklets.version
        for hypothesis in chosen:
            for other in insertions(hypothesis, scene):
                self._allowed -= 1
                if self._allowed < 0:
                    return near
                key = other.key
                if key in found or other.prior > least + RATES.far_behind:
                    continue
                refused = self._refused.get(key)
                if refused is not None and (now - refused[0] < RATES.ask_again and refused[1] == version):
                    continue
                other = evaluated(other, scene.tracklets, scene.horizon, scene.seating)
                if other.cost > least + RATES.far_behind:
                    self._refused[key] = (now, version)
                    continue
                found[key] = other
                near.append(other)
        return near

    def _worth_asking(self, hypothesis: Hypothesis, scene: Scene) -> bool:
        """Whether to search the neighbours of a hypothesis.

        Not if that was done lately, and its residuals are still the same ones.
        """
        faults = hash(hypothesis.residuals.named_faults)
        before, last, times = self._asked.get(hypothesis.key, (0, 0.0, 0))
        if before == faults and scene.now - last < RATES.ask_again * times:
            return False
        times = times + 1 if before == faults else 1
        self._asked[hypothesis.key] = (faults, scene.now, times)
        return True

    def settle(self, hypothesis: Hypothesis, floor: int) -> None:
        """Keep only the hypotheses that have the same first ``floor`` events as this one."""
        root = root_of(hypothesis, floor)
        if root_of(self._trusted, floor) != root:
            self._trusted = hypothesis
        self.hypotheses = [hypothesis for hypothesis in self.hypotheses if root_of(hypothesis, floor) == root]

    def close(self, written: int, tracklets: Tracklets) -> int:
        """Close the events of the best hypothesis, the first ``written`` at most; how many they are. Its newest play
        stays open where another one says that it gave up its capture, or took one, or that its card, which has gone,
        was taken back, or never came: only what lies there later tells. So do the first cards of a batch, which may be
        those of a tendido of which the others came unseen.
        """
        best = self.hypotheses[0]
        if written < best.depth:  # what is not worth a line yet may still turn out otherwise
            self.settle(best, written)
            return written
        gone = _newest_gone(best, tracklets)
        twins = [
            other
            for other in self.hypotheses[1:]
            if _in_place_apart(best, other) or (gone and _has_newest_more(best, other))
        ]
        first = _perhaps_laid_out(best, tracklets)
        self.settle(best, best.depth - first)
        self.hypotheses += [] if first else twins
        return best.depth - max(first, bool(twins))


def _perhaps_laid_out(best: Hypothesis, tracklets: Tracklets) -> int:
    """How many of the newest plays are the first of a batch that may have begun with a tendido or leftover: laid as
    quickly as a row's cards, just before the table was out of sight.
    """
    if best.past is None or abs(tracklets.unseen.since - best.past.step.at) > RATES.coming_within:
        return 0
    at = best.past.step.at
    for count, node in enumerate(best.backwards(), 1):
        if not isinstance(node.event, Play) or at - node.step.at > RATES.slow_row.free:
            return 0
        at = node.step.at
        if node.start.complete or not node.start.batch_so_far.played:
            return count if count < pending_layout(node.base.position).most else 0
    return 0


def _in_place_apart(one: Hypothesis, other: Hypothesis) -> bool:
    """Whether two hypotheses are the same but for whether the newest play gave up its capture."""
    mine, others = one.past, other.past
    return (
        mine is not None
        and others is not None
        and mine.base.key == others.base.key
        and only_in_place(mine.event, others.event)
    )


def _has_newest_more(one: Hypothesis, other: Hypothesis) -> bool:
    """Whether two hypotheses are the same but for the newest event of one, which the other does not have."""
    return one.past is not None and one.past.base.key == other.key


def _newest_gone(hypothesis: Hypothesis, tracklets: Tracklets) -> bool:
    """Whether the newest event is a play whose card does not lie there any more, or was never seen."""
    newest = hypothesis.past
    if newest is None or not isinstance(newest.event, Play):
        return False
    seen = tracklets.get(newest.step.tracks[0])
    return seen is None or not seen.here


def best_of(hypotheses: Iterable[Hypothesis], lost: tuple[tuple[float, float], ...] = ()) -> list[Hypothesis]:
    """The hypotheses to keep, best first: no two with the same events, few that are alike, and some that did not lose
    the thread at other times than ``lost``.
    """
    ordered = sorted(hypotheses, key=_cost)
    kept: list[Hypothesis] = []
    told: set[int] = set()
    stories: Counter[int] = Counter()
    shapes: Counter[int] = Counter()
    restarts = 0
    for hypothesis in ordered:
        behind = hypothesis.cost > ordered[0].cost + RATES.far_behind
        if len(kept) == RATES.kept or (behind and len(kept) - restarts >= RATES.kept_anyway):
            break
        events = _told(hypothesis)
        alike = stories[hypothesis.story] >= RATES.alike or shapes[hypothesis.shape] >= RATES.shaped_alike
        restart = bool(hypothesis.lost) and hypothesis.lost[-1] not in lost
        if events not in told and not alike and not (restart and restarts == RATES.kept - RATES.kept_anyway):
            restarts += restart
            told.add(events)
            stories[hypothesis.story] += 1
            shapes[hypothesis.shape] += 1
            kept.append(hypothesis)
    return kept


def front_of(hypotheses: list[Hypothesis]) -> list[Hypothesis]:
    """The hypotheses whose neighbours are searched: the best few, then some unlike them.

    ``hypotheses`` come best first. A move that improves one also improves those like it, which would
    otherwise take all places.
    """
    unlike: dict[tuple[object, ...], Hypothesis] = {}
    for hypothesis in hypotheses[RATES.front :]:
        unlike.setdefault(_latest(hypothesis), hypothesis)
    alike = {_latest(hypothesis) for hypothesis in hypotheses[: RATES.front]}
    others = [hypothesis for latest, hypothesis in unlike.items() if latest not in alike]
    return hypotheses[: RATES.front] + others[: RATES.front_unlike]


def _latest(hypothesis: Hypothesis) -> tuple[object, ...]:
    """The latest events of a hypothesis, suits apart."""
    return tuple(past.scoring_key for past in islice(hypothesis.backwards(), RATES.latest))


def _told(hypothesis: Hypothesis) -> int:
    past = hypothesis.past
    return past.told if past is not None else 0


def root_of(hypothesis: Hypothesis, floor: int) -> int | None:
    """A hash of the first ``floor`` events of a hypothesis; None where there are none."""
    for past in hypothesis.backwards():
        if past.depth <= floor:
            return past.told if past.depth == floor else None
    return None


def _cost(hypothesis: Hypothesis) -> float:
    return hypothesis.cost


def _hopeful(hypothesis: Hypothesis, least: float) -> bool:
    """Whether moves might make a hypothesis the best or, if it will soon be dropped, nearly the best.

    When many cards are swept at once, the right hypothesis is costly until it has that event. It must not be
    dropped before.
    """
    mended = hypothesis.cost - hypothesis.residuals.faults
    return mended < least + (RATES.clear if hypothesis.cost > least + RATES.in_danger else -0.5)
