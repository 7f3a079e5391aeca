"""How well a referee came through a hand in which sight, or a rule, was broken for a while."""

import random
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from difflib import SequenceMatcher
from typing import Any

from companion.referee import Referee
from companion.referee.event_keys import scoring_key
from engine.events import Event
from engine.header import Header
from engine.porrazo.events import Play
from tests.referee import broken_rules, broken_sight
from tests.referee.acting import acted
from tests.referee.broken_sight import Blind, Seen
from tests.referee.marking import quantile, scores

MINUTE_S = 60.0
Timed = Sequence[tuple[float, Event]]
"""Events in order, each with the second in which it happened."""
ORDERLY = "orderly"
HEADING = (
    f"{'kind':12}{'hands':>6}{'exact':>7}{'events':>8}{'right':>7}{'asked':>7}{'ever':>6}{'minute':>8}"
    f"{'silent':>8}{'cards':>7}{'plays':>8}{'most':>6}"
)
KINDS = (ORDERLY, *broken_sight.KINDS, *broken_rules.KINDS)


@dataclass(slots=True)
class Hand:
    """What is shown of a hand with a fault, what was played, and when the fault was over, in seconds."""

    header: Header
    looks: list[Seen]
    truth: Timed
    over: float
    seconds: float


@dataclass(slots=True)
class Tally:
    """Counts over hands."""

    hands: int = 0
    exact: int = 0
    events: int = 0
    right: int = 0
    asked: int = 0
    ever: int = 0
    minute: int = 0
    silent: int = 0
    silent_cards: int = 0
    until: list[float] = field(default_factory=list)

    def add(self, other: "Tally") -> None:
        """Count another's hands too."""
        for count in ("hands", "exact", "events", "right", "asked", "ever", "silent", "silent_cards"):
            setattr(self, count, getattr(self, count) + getattr(other, count))
        self.minute = max(self.minute, other.minute)
        self.until += other.until

    def row(self, name: str) -> str:
        """One line of the table."""
        return (
            f"{name:12}{self.hands:>6}{self.exact:>7}{self.events:>8}{self.right:>7}{self.asked:>7}{self.ever:>6}"
            f"{self.minute:>8}{self.silent:>8}{self.silent_cards:>7}{quantile(self.until, 0.5):>8.0f}"
            f"{max(self.until, default=0):>6.0f}"
        )


def hand(seed: int, level: str, kind: str) -> Hand | None:
    """A hand with this fault; None where it could not come about."""
    if kind in broken_rules.KINDS:
        match, at = broken_rules.acted_wrongly(seed, level, kind)
        looks: list[Seen] = [*match.stage.observations(match.seconds)]
        return Hand(match.header, looks, match.events, at, match.seconds) if at is not None else None
    match = acted(seed, level)
    plain = match.stage.observations(match.seconds)
    if kind == ORDERLY:
        return Hand(match.header, [*plain], match.events, match.seconds, match.seconds)
    alter, lasts = broken_sight.KINDS[kind]
    rng = random.Random(f"{seed} {level} {kind}")
    t0 = rng.uniform(0.25, 0.5) * match.seconds
    return Hand(match.header, [*alter(plain, t0, rng)], match.events, t0 + lasts, match.seconds)


def followed(shown: Hand) -> tuple[list[Event], list[float]]:
    """What a referee wrote, and the times at which it marked a line as doubtful, in seconds."""
    referee = Referee(shown.header)
    asked: dict[int, bool] = {}
    times: list[float] = []

    def hear(changes: Iterable[Any], t: float) -> None:
        for change in changes:
            doubt = "doubt" in change.event.extra and change.kind != "withdrawn"
            if doubt and not asked.get(change.line):
                times.append(t)
            asked[change.line] = doubt

    for look in shown.looks:
        if isinstance(look, Blind):
            referee.unseen(*look)
        else:
            hear(referee.look(look), look.t)
    hear(referee.end(shown.seconds), shown.seconds)
    return referee.written, times


def judge(shown: Hand, tally: Tally) -> str:
    """Add a hand to the counts; returns a line about it."""
    written, times = followed(shown)
    truth = [event for _, event in shown.truth]
    right, silent, _ = unmarked(shown.truth, written, scoring_key)
    _, cards, last = unmarked(shown.truth, written, without_seat)
    until = sum(shown.over < t <= last for t, _ in shown.truth)
    exact = scores(shown.header, written) == scores(shown.header, truth)
    asked, minute = sum("doubt" in event.extra for event in written), most_a_minute(times)
    tally.hands += 1
    tally.exact += exact
    tally.events += len(truth)
    tally.right += right
    tally.asked += asked
    tally.ever += len(times)
    tally.minute = max(tally.minute, minute)
    tally.silent += silent
    tally.silent_cards += cards
    tally.until.append(until)
    return (
        f"{'exact' if exact else '     '} {right}/{len(truth)} asked {asked}, {minute} a minute, silent {silent}, "
        f"by cards {cards}, plays until right {until}"
    )


def most_a_minute(times: Sequence[float]) -> int:
    """The most of these times within any minute."""
    return max((sum(t <= other < t + MINUTE_S for other in times) for t in times), default=0)


def without_seat(event: Event) -> tuple[object, ...]:
    """An event by what matters, but for whose play it was."""
    what = scoring_key(event)
    return (what[0], *what[2:]) if isinstance(event, Play) else what


def unmarked(truth: Timed, written: Sequence[Event], key: Any) -> tuple[int, int, float]:
    """Events that are right; those wrong or missing and unmarked; when the last that is not right happened, seconds."""
    same = SequenceMatcher(None, [key(e) for _, e in truth], [key(e) for e in written], autojunk=False)
    right = silent = 0
    last = float("-inf")
    for what, a, a_end, b, b_end in same.get_opcodes():
        if what == "equal":
            right += a_end - a
            continue
        bare = sum("doubt" not in event.extra for event in written[b:b_end])
        marked = bare < b_end - b
        silent += bare if marked else max(bare, a_end - a)
        last = truth[min(max(a, a_end - 1), len(truth) - 1)][0]
    return right, silent, last
