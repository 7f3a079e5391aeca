"""The accounts worth keeping, and the search among their neighbours for better ones."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from itertools import islice

from companion.referee.account import Account, retold
from companion.referee.explaining import Scene, explanations
from companion.referee.weighing import weighed

KEPT, KEPT_ANYWAY = 16, 6
"""Accounts kept; so many however bad: what seems best for a moment, a hand that is over, say, must not be the last."""
ALIKE = 2
"""Of accounts that differ in nothing but suits, so many are kept."""
SHAPED_ALIKE = 6
"""And of those that differ in nothing but what their tracks are: what nobody can read is tried as many a card."""
FAR_BEHIND = 14.0
"""Nats; an account so much worse than the best is dropped."""
IN_DANGER, NEARLY = 8.0, 3.0
"""Nats behind the best from which an account may soon be dropped; and how near the best it must come to be mended."""
FRONT, UNLIKE = 3, 2
"""Accounts whose neighbours are looked at in each round, if mending them might make them the best: the best, and the
best that are unlike each other.
"""
LATEST = 6
"""Accounts whose so many latest events are the same, suits apart, are alike."""
ROUNDS = 4
"""Rounds of one look."""
FORGIVEN = 14.0
"""A neighbour may be so much worse than the best and still be the way to a better one."""
AGAIN = 0.7
"""Seconds after which an account once asked, or found too bad, is looked at again; longer every time."""
A_SECOND, AT_ONCE = 300.0, 800.0
"""So many neighbours may be looked at for each second that passes, and in one look: sight gone mad costs no more."""
NEWEST = 2
"""So many events the others take over from the best account."""
MEMORY = 12
"""Events back to which a change of mind may reach at least."""


class Beam:
    """Keeps accounts. ``step`` holds them against the tracks as they are now."""

    def __init__(self, account: Account) -> None:
        self.accounts = [account]
        self._refused: dict[int, tuple[float, int]] = {}
        self._asked: dict[int, tuple[int, float, int]] = {}
        self._allowed, self._now = AT_ONCE, 0.0

    def step(self, scene: Scene) -> None:
        """Weigh the accounts anew and look for better ones nearby."""
        self._allowed = min(AT_ONCE, self._allowed + A_SECOND * max(0.0, scene.now - self._now))
        self._now = scene.now
        found = {
            account.key: weighed(account, scene.trails, scene.horizon, scene.seating)
            for account in self.accounts
        }
        front: Iterable[Account] = found.values()
        for _ in range(ROUNDS):
            least = min(account.cost for account in found.values())
            chosen = sorted((a for a in front if not a.fit.clean and _hopeful(a, least)), key=_cost)
            chosen = front_of([account for account in chosen if self._worth_asking(account, scene)])
            if not chosen or self._allowed <= 0:
                break
            front = self._neighbours(chosen, found, least, scene)
        self._keep_up(found, scene)
        self.accounts = best_of(found.values())
        if len(self._refused) > 4000:
            self._refused.clear()
        if len(self._asked) > 1000:
            self._asked.clear()

    def _keep_up(self, found: dict[int, Account], scene: Scene) -> None:
        """What the best account has as its newest events, the others are given too where they have nothing for those
        tracks: whoever is not asked must not fall behind for that alone.
        """
        best = min(found.values(), key=_cost)
        newest = [node.step for node in best.since(max(scene.floor, best.depth - NEWEST))]
        behind = (account for account in self.accounts if account.key in found)
        for account in [found[account.key] for account in behind]:
            strangers = set(account.fit.strangers)
            steps = [
                step for step in newest if step.at > account.time and strangers.intersection(step.tracks)
            ]
            other = retold(account, steps) if steps else None
            if other is not None and other.key not in found:
                found[other.key] = weighed(other, scene.trails, scene.horizon, scene.seating)

    def _neighbours(
        self, chosen: list[Account], found: dict[int, Account], least: float, scene: Scene
    ) -> list[Account]:
        near: list[Account] = []
        now, version = scene.now, scene.trails.version
        for account in chosen:
            for other in explanations(account, scene):
                self._allowed -= 1
                if self._allowed < 0:
                    return near
                key = other.key
                if key in found or other.prior > least + FORGIVEN:
                    continue
                refused = self._refused.get(key)
                if refused is not None and (now - refused[0] < AGAIN and refused[1] == version):
                    continue
                other = weighed(other, scene.trails, scene.horizon, scene.seating)
                if other.cost > least + FORGIVEN:
                    self._refused[key] = (now, version)
                    continue
                found[key] = other
                near.append(other)
        return near

    def _worth_asking(self, account: Account, scene: Scene) -> bool:
        """Not if it has been asked lately and has no other faults now."""
        faults = hash(account.fit.named_faults)
        before, last, times = self._asked.get(account.key, (0, 0.0, 0))
        if before == faults and scene.now - last < AGAIN * times:
            return False
        times = times + 1 if before == faults else 1
        self._asked[account.key] = (faults, scene.now, times)
        return True

    def settle(self, account: Account, floor: int) -> None:
        """Keep those accounts that agree with this one in the first ``floor`` events."""
        root = root_of(account, floor)
        self.accounts = [account for account in self.accounts if root_of(account, floor) == root]


def best_of(accounts: Iterable[Account]) -> list[Account]:
    """The best accounts, best first, no events twice."""
    ordered = sorted(accounts, key=_cost)
    kept: list[Account] = []
    told: set[int] = set()
    stories: Counter[int] = Counter()
    shapes: Counter[int] = Counter()
    for account in ordered:
        if len(kept) == KEPT or (len(kept) >= KEPT_ANYWAY and account.cost > ordered[0].cost + FAR_BEHIND):
            break
        events = _told(account)
        alike = stories[account.story] >= ALIKE or shapes[account.shape] >= SHAPED_ALIKE
        if events not in told and not alike:
            told.add(events)
            stories[account.story] += 1
            shapes[account.shape] += 1
            kept.append(account)
    return kept


def front_of(accounts: list[Account]) -> list[Account]:
    """Of accounts, best first, those to mend: mending one mends those that are alike, which would crowd out others."""
    unlike: dict[tuple[object, ...], Account] = {}
    for account in accounts[FRONT:]:
        unlike.setdefault(_latest(account), account)
    alike = {_latest(account) for account in accounts[:FRONT]}
    others = [account for latest, account in unlike.items() if latest not in alike]
    return accounts[:FRONT] + others[:UNLIKE]


def _latest(account: Account) -> tuple[object, ...]:
    """The latest events, suits apart."""
    return tuple(past.gist for past in islice(account.backwards(), LATEST))


def _told(account: Account) -> int:
    past = account.past
    return past.told if past is not None else 0


def root_of(account: Account, floor: int) -> int | None:
    """Stands for the first ``floor`` events of an account, None where there are none."""
    for past in account.backwards():
        if past.depth <= floor:
            return past.told if past.depth == floor else None
    return None


def _cost(account: Account) -> float:
    return account.cost


def _hopeful(account: Account, least: float) -> bool:
    """Whether mending an account might make it the best, or, where it is about to be dropped, nearly so: a sweep of
    many cards at once must not end the account that has only to be told of it.
    """
    mended = account.cost - account.fit.faults
    return mended < least + (NEARLY if account.cost > least + IN_DANGER else -0.5)
