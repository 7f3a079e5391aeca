"""The referee: keeps the likeliest few accounts of the match and says what has happened as soon as that is clear.

1. Each look at the table is held against every account kept (``account``).
2. Accounts that leave something unexplained are extended by events that might explain it (``explaining``).
3. The best are kept. Where the best beats all that differ from it in an event by enough, the event is said.
4. When a better account turns up later, what was said is put right.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Literal

from companion.referee.account import Account
from companion.referee.explaining import extended
from companion.referee.sight import Sight, Sighting
from engine.cards import PACK, Card
from engine.porrazo.position import Position
from engine.record import Event, Header, Recount

KEPT = 40
"""Accounts kept."""
FAR_BEHIND = 18.0
"""Nats; an account so much worse than the best is dropped."""
DEEP = 6
"""Events that one look may bring at most."""
CLEAR = 3.0
"""Nats by which an event must beat its alternatives to be said at once."""
SETTLES = 0.2
"""Seconds for which the best account must have stayed the best before it is believed."""
PATIENCE = 1.4
"""Seconds after which the likeliest is said although it is not clear."""
DOUBTFUL = 1.0
"""Nats; an event said with less between it and its alternatives is marked as doubtful."""
AGAIN = 0.25
"""Seconds between looks while nothing changes."""
REMEMBERED = 2.5
"""Seconds for which a card seen in passing may have been the one played."""


@dataclass(frozen=True, slots=True)
class Change:
    """Something to say: event number ``line`` (the header is 0) is new, revised, or withdrawn."""

    line: int
    event: Event
    kind: Literal["new", "revised", "withdrawn"]


class Referee:
    """Follows one match. ``look`` takes each sight in order and returns what there is to say; ``end`` at the end."""

    def __init__(self, header: Header, events: Iterable[Event] = ()) -> None:
        self.header = header
        position = self._start = Position.start(header)
        self.written: list[Event] = list(events)
        for event in self.written:
            position = position.after(event)
        self._before = len(self.written)
        self._accounts = [Account(position)]
        self._started = False
        self._last_seen: dict[Card, float] = {}
        self._passing: dict[int, tuple[Sighting, float]] = {}
        self._signature: object = None
        self._looked = -AGAIN
        self._best_key, self._best_since, self._news_since = 0, 0.0, 0.0

    @property
    def position(self) -> Position:
        """Where the match stands by the best account."""
        return self._accounts[0].position

    def settled(self) -> Position:
        """What holds if the match ends with what has been said, a complete batch settled (R5, R21)."""
        position = self._start
        for event in self.written:
            position = position.after(event)
        return position.settled()

    def look(self, sight: Sight) -> list[Change]:
        """Take in what lies there now; returns what is to be written, in the order of the record."""
        self._remember(sight)
        if not self._started:
            return self._first(sight)
        if self._nothing_new(sight):
            return []
        passing = tuple(sighting for sighting, _ in self._passing.values())
        self._accounts = best_of(self._all(sight, passing))
        return self._say(sight.t, ending=False)

    def end(self, t: float) -> list[Change]:
        """The source has ended: whatever is likeliest is said."""
        return self._say(t, ending=True)

    def _first(self, sight: Sight) -> list[Change]:
        """The first steady look: what lies there already is on the table."""
        if not sight.still or not all(s.steady for s in sight.sightings):
            return []
        self._started = True
        cards: list[Card] = []
        for sighting in sight.sightings:
            cards += [c for c in sighting.likely(1, 0.5) if c not in cards]
        if set(cards) != set(self.position.table):
            self._accounts = [self._accounts[0].then(Recount(tuple(cards)), sight.t, 0.0)]
        self._accounts = [account.seeing(sight, self._last_seen) for account in self._accounts]
        return self._say(sight.t, ending=True)

    def _remember(self, sight: Sight) -> None:
        present = set()
        for sighting in sight.sightings:
            present.add(sighting.track)
            best = max(range(len(PACK)), key=sighting.odds.__getitem__)
            if sighting.odds[best] >= 0.5:
                self._last_seen[PACK[best]] = sight.t
            if not sighting.steady:
                self._passing[sighting.track] = (sighting, sight.t)
        self._passing = {
            track: (sighting, t)
            for track, (sighting, t) in self._passing.items()
            if sight.t - t < REMEMBERED and not any(s.track == track and s.steady for s in sight.sightings)
        }

    def _nothing_new(self, sight: Sight) -> bool:
        signature = tuple(
            (s.track, s.steady, s.hidden, max(range(52), key=s.odds.__getitem__)) for s in sight.sightings
        )
        if signature == self._signature and sight.t - self._looked < AGAIN:
            return True
        self._signature, self._looked = signature, sight.t
        return False

    def _all(self, sight: Sight, passing: tuple[Sighting, ...]) -> list[Account]:
        """Every account kept, and its extensions, faced with this sight."""
        faced = [account.seeing(sight, self._last_seen) for account in self._accounts]
        everything = list(faced)
        front = faced
        for _ in range(DEEP):
            least = min(account.cost for account in everything)
            front = [
                longer.seeing(sight, self._last_seen)
                for account in front
                if (account.fit.extra or account.fit.missing) and account.paid < least + FAR_BEHIND
                for longer in extended(account, sight, passing)
            ]
            front = best_of(front)
            everything += front
            if not front:
                break
        return everything

    def _say(self, t: float, ending: bool) -> list[Change]:
        best = self._accounts[0]
        if best.key != self._best_key:
            self._best_key, self._best_since = best.key, t
        events = best.events()
        said = self.written[self._before :]
        same = _in_common(events, said)
        if same == len(events) == len(said):
            self._news_since = t
            return []
        waited = t - self._news_since
        if not ending and (t - self._best_since < SETTLES):
            return []
        margins = [self._margin(k) for k in range(same, len(events))]
        if same < len(said) and not ending and min(margins, default=CLEAR) < CLEAR and waited < PATIENCE:
            return []  # a change of mind must be clear too
        ready = same
        while ready < len(events) and (ending or waited >= PATIENCE or margins[ready - same] >= CLEAR):
            ready += 1
        if ready == same and same == len(said):
            return []
        if ready < len(said) and not ending and waited < PATIENCE:
            return []
        self._news_since = t
        return self._write(events[:ready], margins, same, t)

    def _margin(self, k: int) -> float:
        """By how much the best account beats the best that has another event, or none, as number ``k``."""
        best = self._accounts[0]
        mine = _bare(best.events()[k])
        for other in self._accounts[1:]:
            events = other.events()
            if len(events) <= k or _bare(events[k]) != mine:
                return other.cost - best.cost
        return FAR_BEHIND

    def _write(self, events: list[Event], margins: list[float], same: int, t: float) -> list[Change]:
        changes: list[Change] = []
        said = self.written[self._before :]
        for k in range(len(events), len(said)):
            changes.append(Change(self._before + k + 1, said[k], "withdrawn"))
        changes.reverse()
        del self.written[self._before + max(same, min(len(events), len(said))) :]
        for k in range(same, len(events)):
            doubt: dict[str, object] = {"doubt": True} if margins[k - same] < DOUBTFUL else {}
            line = self._before + k + 1
            if k < len(said):
                event = replace(
                    events[k], extra={"t": said[k].extra.get("t", t), "revised": round(t, 3), **doubt}
                )
                self.written[line - 1 :] = [event, *self.written[line:]]
                changes.append(Change(line, event, "revised"))
            else:
                event = replace(events[k], extra={"t": round(t, 3), **doubt})
                self.written.append(event)
                changes.append(Change(line, event, "new"))
        return changes


def best_of(accounts: list[Account]) -> list[Account]:
    """The best accounts, best first, each story once."""
    by_key: dict[int, Account] = {}
    for account in accounts:
        known = by_key.get(account.key)
        if known is None or account.cost < known.cost:
            by_key[account.key] = account
    ordered = sorted(by_key.values(), key=lambda account: account.cost)[:KEPT]
    return [account for account in ordered if account.cost < ordered[0].cost + FAR_BEHIND]


def _bare(event: Event) -> dict[str, object]:
    """An event without the further keys, for comparing."""
    return replace(event, extra={}).to_json()


def _in_common(events: list[Event], said: list[Event]) -> int:
    """How many events two lists begin with alike."""
    for k, (one, other) in enumerate(zip(events, said, strict=False)):
        if _bare(one) != _bare(other):
            return k
    return min(len(events), len(said))
