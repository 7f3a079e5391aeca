"""What comes of a hand once something broke: sight for a while, or the rules at the table.

python -m tests.benchmarks.bench_broken [--kind KIND]... [--hands N] [--first SEED] [--level LEVEL] [--each]

Acted hands (``tests/referee/acting.py``), one fault each, altered by ``tests/referee/broken_sight.py`` and
``broken_rules.py``, which know none of the referee's numbers. ``names``: for 15 s each card is read as another;
``away``: nobody sees the table for 20 s; ``covered``: something lies over it for 10 s; ``clutter``: eight false cards
for seconds; ``shifted``: cloth and cards are moved at once; ``too many``, ``left``: a card too many swept up, one left
for good; ``out of turn``, ``twice``, ``one too few``: somebody plays before the one whose turn it is, or twice, or has
a card too few.

For each kind: hands; ``exact``: every point right; events; ``right``: those written as they were, seat, rank and
capture; ``asked``: events marked as doubtful at the end; ``ever``: marked for a while at least; ``minute``: the most
such marks made within any minute; ``silent``: unmarked events that are wrong, and those missing where nothing wrong
is marked: no other mark near excuses an event; ``cards``: as silent, but whose play it was does not count; ``plays``:
after the fault's end, plays until all is right for the rest of the hand, median and most, whose play it was apart.
"""

import argparse
import random
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from companion.referee import Referee
from companion.referee.event_keys import scoring_key
from engine.events import Event
from engine.header import Header
from tests.referee import broken_rules, broken_sight
from tests.referee.acting import acted
from tests.referee.broken_sight import Blind, Seen
from tests.referee.habits import LEVELS
from tests.referee.marking import Timed, most_a_minute, quantile, scores, unmarked, without_seat

ORDERLY = "orderly"
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


def main(arguments: list[str] | None = None) -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.bench_broken", description=__doc__)
    parser.add_argument("--kind", action="append", choices=KINDS, help="may be given again; all of them")
    parser.add_argument("--hands", type=int, default=12, help="so many of each kind")
    parser.add_argument("--first", type=int, default=0, help="the first seed")
    parser.add_argument("--level", default="easy-film", choices=[*LEVELS])
    parser.add_argument("--each", action="store_true", help="a line for each hand too")
    options = parser.parse_args(arguments)
    print(
        f"{'kind':12}{'hands':>6}{'exact':>7}{'events':>8}{'right':>7}{'asked':>7}{'ever':>6}{'minute':>8}"
        f"{'silent':>8}{'cards':>7}{'plays':>8}{'most':>6}"
    )
    for kind in options.kind or KINDS:
        tally = Tally()
        for seed in range(options.first, options.first + options.hands):
            shown = hand(seed, options.level, kind)
            if shown is None:
                continue
            line = judge(shown, tally)
            if options.each:
                print(f"  {kind} {seed} over at {shown.over:.1f} s: {line}", flush=True)
        print(tally.row(kind), flush=True)


if __name__ == "__main__":
    main()
