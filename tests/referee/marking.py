"""How well a referee followed a match: what it wrote, held against what was played."""

import random
from collections.abc import Sequence
from dataclasses import dataclass, field
from difflib import SequenceMatcher
from time import process_time

from companion.referee import Referee
from companion.referee.event_keys import scoring_key
from engine.events import Event
from engine.header import Header
from engine.porrazo.game import Match
from tests.referee.acting import Acted, plain


@dataclass(slots=True)
class Marks:
    """Counts over matches. ``late`` are the seconds from when each event could be seen to when it was written;
    ``wrong`` what was wrong and not marked as doubtful, ``doubts`` what was, with the match it was in.
    """

    plays: int = 0
    right: int = 0
    suits: int = 0
    matches: int = 0
    exact: int = 0
    asked: int = 0
    revised: int = 0
    late: list[float] = field(default_factory=list)
    wrong: list[str] = field(default_factory=list)
    doubts: list[str] = field(default_factory=list)
    looks: int = 0
    seconds: float = 0.0


def followed(match: Acted) -> tuple[Referee, int, float]:
    """A referee that has seen the whole match; how many looks it took, and how many seconds of the processor."""
    referee = Referee(match.header)
    observations = list(match.stage.observations(match.seconds))
    begun = process_time()
    for observation in observations:
        referee.look(observation)
    referee.end(match.seconds)
    return referee, len(observations), process_time() - begun


def mark(match: Acted, name: str, marks: Marks) -> list[str]:
    """Add a match to the counts; returns what was wrong and silent in it."""
    referee, looks, seconds = followed(match)
    truth = [event for _, event in match.events]
    wrong = compared(match, referee.written, marks)
    marks.looks, marks.seconds = marks.looks + looks, marks.seconds + seconds
    marks.matches += 1
    asked = sum("doubt" in event.extra for event in referee.written)
    marks.asked += asked
    marks.doubts += [f"{name}: {e.to_json()}" for e in referee.written if "doubt" in e.extra]
    marks.revised += sum("revised" in event.extra for event in referee.written)
    marks.exact += not asked and scores(match.header, referee.written) == scores(match.header, truth)
    marks.wrong += [f"{name}: {each}" for each in wrong]
    return wrong


def compared(match: Acted, written: Sequence[Event], marks: Marks) -> list[str]:
    """Count what is right; returns what is wrong and was not marked as doubtful."""
    truth = [event for _, event in match.events]
    wrong: list[str] = []
    marks.plays += len(truth)
    same = SequenceMatcher(None, [*map(scoring_key, truth)], [*map(scoring_key, written)], autojunk=False)
    for what, a, a_end, b, b_end in same.get_opcodes():
        if what == "equal":
            marks.right += a_end - a
            for k in range(a_end - a):
                marks.suits += plain(truth[a + k]) == plain(written[b + k])
                marks.late.append(float(str(written[b + k].extra["t"])) - match.events[a + k][0])
        elif not any("doubt" in event.extra for event in written[b:b_end]):
            was = [str(plain(event).to_json()) for event in truth[a:a_end]]
            said = [str(event.to_json()) for event in written[b:b_end]]
            wrong += [
                f"{x} -> {y}"
                for x, y in zip(was + [""] * len(said), said + [""] * len(was), strict=False)
                if x or y
            ]
    return wrong


def scores(header: Header, events: Sequence[Event]) -> tuple[int, ...]:
    """The points that events bring, a complete batch settled."""
    match = Match(header)
    for event in events:
        match.add(event)
    return match.settled.position.scores


def share(part: float, whole: float) -> float:
    """Per cent."""
    return 100.0 * part / whole if whole else 100.0


def quantile(values: Sequence[float], q: float) -> float:
    """The value below which the share ``q`` of them lies."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(q * len(ordered)))] if ordered else 0.0


def paired(differences: Sequence[int], seed: int = 0) -> tuple[int, int, int]:
    """What hands played in two ways differ by together, and the 95 % interval of that: bootstrap over the hands."""
    rng, draws = random.Random(seed), 4000
    sums = [
        float(sum(rng.choices(differences, k=len(differences)))) for _ in range(draws if differences else 0)
    ]
    return sum(differences), int(quantile(sums, 0.025)), int(quantile(sums, 0.975))
