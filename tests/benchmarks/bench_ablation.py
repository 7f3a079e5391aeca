"""What each number of the referee buys: each switched off, and doubled, over filmed and acted hands.

python -m tests.benchmarks.bench_ablation [--rate NAME]... [--level LEVEL]... [--matches N] [--first SEED]

The filmed hands are those of tests/referee/recorded. The first line is the table as it is. Then for each rate and each
other value of it: hands exact (every point right, nobody asked), plays wrong and silent, plays asked about, events
revised, seconds from the beginning of a hand to when its events were written (on average: later is larger), and
seconds of the processor a hand. What is as in the first line in all but the time buys nothing there: look at more
hands, then delete it. A number is switched off as 0, a ramp as one that never rises, a whole number is halved.
"""

import argparse
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, fields, replace
from difflib import SequenceMatcher
from pathlib import Path
from time import process_time
from typing import Any

from companion.referee import Referee, observation
from companion.referee.event_keys import scoring_key
from companion.referee.observation import Observation
from companion.referee.rates import RATES, Ramp
from engine.events import Event
from engine.header import Header
from engine.porrazo.events import event_from_json
from engine.porrazo.game import GAME
from tests.referee.acting import acted
from tests.referee.habits import LEVELS
from tests.referee.marking import scores
from tests.referee.recorded import load

RECORDED = Path(__file__).parents[1] / "referee" / "recorded"
FLAT = Ramp(per_second=0.0, most=0.0)


@dataclass(frozen=True, slots=True)
class Hand:
    """What was seen of a hand, and what was played."""

    header: Header
    bottom: int
    looks: tuple[Observation, ...]
    truth: tuple[Event, ...]


@dataclass(slots=True)
class Tally:
    """What a referee made of hands."""

    exact: int = 0
    silent: int = 0
    asked: int = 0
    revised: int = 0
    events: int = 0
    written_at: float = 0.0
    seconds: float = 0.0

    @property
    def outcome(self) -> tuple[int, ...]:
        """All but the times."""
        return self.exact, self.silent, self.asked, self.revised


def recorded() -> Iterator[Hand]:
    """The filmed hands."""
    for path in sorted(RECORDED.glob("*.jsonl.gz")):
        truth, looks = load(path)
        events = tuple(event_from_json(event) for event in truth["events"])
        yield Hand(GAME.header(truth["header"]), truth["bottom"], tuple(looks), events)


def played(level: str, seeds: range) -> Iterator[Hand]:
    """Acted hands, the first seat at the lower edge."""
    for seed in seeds:
        match = acted(seed, level)
        looks = tuple(match.stage.observations(match.seconds))
        yield Hand(match.header, 0, looks, tuple(event for _, event in match.events))


def followed(hands: Sequence[Hand]) -> Tally:
    """A referee's work on all hands."""
    tally = Tally()
    for hand in hands:
        referee, begun = Referee(hand.header, bottom=hand.bottom), process_time()
        for look in hand.looks:
            referee.look(look)
        referee.end(hand.looks[-1].t)
        tally.seconds += process_time() - begun
        written, asked = referee.written, sum("doubt" in event.extra for event in referee.written)
        same = scores(hand.header, written) == scores(hand.header, hand.truth)
        tally.exact += same and not asked
        tally.silent += silent(hand.truth, written)
        tally.asked += asked
        tally.revised += sum("revised" in event.extra for event in written)
        tally.events += len(written)
        tally.written_at += sum(float(str(event.extra["t"])) for event in written)
    return tally


def silent(truth: Sequence[Event], written: Sequence[Event]) -> int:
    """Events that are wrong and that nobody was asked about."""
    same = SequenceMatcher(None, [*map(scoring_key, truth)], [*map(scoring_key, written)], autojunk=False)
    return sum(
        max(a_end - a, b_end - b)
        for what, a, a_end, b, b_end in same.get_opcodes()
        if what != "equal" and not any("doubt" in event.extra for event in written[b:b_end])
    )


def variants(value: Any) -> dict[str, Any]:
    """Other values of a rate, by what they are called."""
    if isinstance(value, Ramp):
        double = replace(value, first=2 * value.first, per_second=2 * value.per_second, most=2 * value.most)
        return {"off": FLAT, "double": double}
    if isinstance(value, tuple):
        return {"half": tuple(each / 2 for each in value), "double": tuple(2 * each for each in value)}
    if isinstance(value, int):
        return {"half": value // 2, "double": 2 * value}
    return {"off": 0.0 * value, "double": 2 * value}


@contextmanager
def switched(name: str, value: Any) -> Iterator[None]:
    """Another value for one rate: the table is frozen for all but this benchmark."""
    before = getattr(RATES, name)
    try:
        object.__setattr__(RATES, name, value)
        observation.CONFUSIONS = observation.confusions()
        yield
    finally:
        object.__setattr__(RATES, name, before)
        observation.CONFUSIONS = observation.confusions()


def row(name: str, tally: Tally, hands: int) -> str:
    """One line of the table."""
    at = tally.written_at / max(1, tally.events)
    return (
        f"{name:30}{tally.exact:>4}/{hands:<3}{tally.silent:>8}{tally.asked:>7}{tally.revised:>9}"
        f"{at:>10.2f}{tally.seconds / hands:>8.2f}"
    )


def main(arguments: list[str] | None = None) -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.bench_ablation", description=__doc__)
    names = [field.name for field in fields(RATES)]
    parser.add_argument("--rate", action="append", choices=names, help="may be given again; all of them")
    parser.add_argument("--level", action="append", choices=[*LEVELS], help="of the acted hands")
    parser.add_argument("--matches", type=int, default=4, help="so many acted hands for each level")
    parser.add_argument("--first", type=int, default=0, help="the first seed")
    options = parser.parse_args(arguments)
    seeds = range(options.first, options.first + options.matches)
    hands = [*recorded()]
    for level in options.level or ["normal-film", "hard-film"]:
        hands += played(level, seeds)
    print(f"{'':30}{'exact':>8}{'silent':>8}{'asked':>7}{'revised':>9}{'written':>10}{'s/hand':>8}")
    base = followed(hands)
    print(row("as it is", base, len(hands)), flush=True)
    for name in options.rate or names:
        for called, value in variants(getattr(RATES, name)).items():
            try:
                with switched(name, value):
                    tally = followed(hands)
            except (ArithmeticError, IndexError, ValueError) as error:
                print(f"{name} {called}: {type(error).__name__}: cannot be so", flush=True)
                continue
            nothing = "" if tally.outcome != base.outcome else "  the same"
            print(row(f"{name} {called}", tally, len(hands)) + nothing, flush=True)


if __name__ == "__main__":
    main()
