"""The accounts worth keeping."""

from __future__ import annotations

from collections import Counter

from companion.referee.account import Account
from companion.referee.explaining import extended
from companion.referee.sight import Look

KEPT = 24
"""Accounts kept."""
ALIKE = 3
"""Of accounts that differ in nothing but suits, so many are kept."""
FAR_BEHIND = 14.0
"""Nats; an account so much worse than the best is dropped."""
FRONT = 10
"""Accounts extended at each step."""
DEEP = 6
"""Events that one look may bring at most."""
CHEAPER, FOREVER = 0.05, 1e9
"""Nats by which another way to the same account must be cheaper to be worth a look."""
MEMORY = 20
"""Events back to which a change of mind may reach at least."""


def all_of(accounts: list[Account], look: Look) -> list[Account]:
    """Every account kept, and its extensions, faced with a sight."""
    faced = [account.seeing(look) for account in accounts]
    everything = list(faced)
    front = sorted(faced, key=_cost)
    spent = {account.key: account.spent for account in faced}
    for _ in range(DEEP):
        least = min(map(_cost, everything))
        longer = [
            extension.seeing(look)
            for account in front[:FRONT]
            if _open(account, look) and account.spent < least + FAR_BEHIND
            for extension in extended(account, look)
            if extension.spent < min(least + FAR_BEHIND, spent.get(extension.key, FOREVER) - CHEAPER)
        ]
        front = best_of(longer)
        spent.update((account.key, account.spent) for account in front)
        everything += front
        if not front:
            break
    return everything


def _open(account: Account, look: Look) -> bool:
    """Whether there is something to explain, or to be seen otherwise since the newest event."""
    just_now = account.past is not None and account.past.at == look.t
    return just_now or bool(account.fit.extra or account.fit.missing)


def best_of(accounts: list[Account]) -> list[Account]:
    """The best accounts, best first, each once."""
    ordered = sorted(accounts, key=_cost)
    kept: list[Account] = []
    keys: set[int] = set()
    stories: Counter[int] = Counter()
    for account in ordered:
        if len(kept) == KEPT or account.cost > ordered[0].cost + FAR_BEHIND:
            break
        if account.key not in keys and stories[account.story] < ALIKE:
            keys.add(account.key)
            stories[account.story] += 1
            kept.append(account)
    return kept


def rooted(accounts: list[Account], floor: int) -> list[Account]:
    """Those accounts that agree with the best one in the first ``floor`` events."""
    root = _root(accounts[0], floor)
    return [account for account in accounts if _root(account, floor) == root]


def _root(account: Account, floor: int) -> int | None:
    past = account.past
    while past is not None and past.depth > floor:
        past = past.before
    return past.key if past is not None and past.depth == floor else None


def _cost(account: Account) -> float:
    return account.cost
