"""What sight gets wrong in films: ``python -m tests.benchmarks.bench_sight FOLDER [NAME...] --cache FOLDER``.

FOLDER holds films with their truth, the cache what was seen of them (``bench_films`` fills it). Each believed track is
held against the card that truly lies where it is seen, whenever nobody acts, and these are counted for each level:

``cards``: tracks of true cards. ``sure``: of them read wrongly at last, 0.9 sure or more; ``unsure``: wrongly and less
sure; ``slips``: believed to be another card, 0.7 sure or more, and read rightly at last; of these three, behind the
colon, how many took it for another rank. ``torn``: right at last, less than 0.9 sure. ``strange``: believed tracks
where no card lies, each minute, and the seconds that nine in ten of them last at most. ``false``: tracks 0.9 sure of a
card that is not on the table then, in all films together. ``twice``: pairs of believed tracks in sight at once that
read as one card, 0.9 sure, for each film; the seconds of the longest; how far apart the farthest of them lie, in widths
of a card. ``missed``: of all looks at cards lying there, those that have no track for one. ``astray``: of all plays,
those at which the largest arm mostly shows at another edge than its player's.
"""

from __future__ import annotations

import argparse
import json
import os
from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import combinations, pairwise
from pathlib import Path
from typing import Any

import numpy as np

from companion.referee.arms import edges
from companion.referee.rates import RATES
from engine.cards import PACK, Card
from tests.films.filmed import kept_at, observations
from vision.tracking.table import TableView
from vision.tracking.track import TrackView

HERE = 0.45
"""A track is that of a card whose middle is no farther from its own than this share of the card's width."""
BROUGHT_FROM = 1.0
"""Seconds before a hand begins to move from which its card may be seen."""
GONE_BY = 4.0
"""Seconds after its capture until which a card may be seen: a waiting one is taken after the next play."""
CALM = 0.3
"""Seconds after an event until what is seen is held against it."""
SURE, BELIEVED = 0.9, 0.7
REACHES = dict(zip(("near", "left", "far", "right"), edges(), strict=True))
"""Where arms of one who sits at an edge reach in, and how far to either side."""
Interval = tuple[float, float, dict[str, list[float]]]


@dataclass
class Followed:
    """One track: which card lay where it was seen, how often; what it was believed to be."""

    lay: Counter[str] = field(default_factory=Counter)
    read: list[tuple[Card, float]] = field(default_factory=list)
    since: float = 0.0
    until: float = 0.0


@dataclass
class Tally:
    """Counts over films of a level."""

    films: int = 0
    seconds: float = 0.0
    cards: int = 0
    sure: list[str] = field(default_factory=list)
    unsure: list[str] = field(default_factory=list)
    slips: list[str] = field(default_factory=list)
    torn: int = 0
    strange: list[float] = field(default_factory=list)
    false: list[str] = field(default_factory=list)
    twice: list[float] = field(default_factory=list)
    apart: float = 0.0
    looks: int = 0
    missed: int = 0
    plays: int = 0
    astray: int = 0

    def row(self, level: str) -> str:
        """One line of the table."""
        last = float(np.percentile(self.strange, 90)) if self.strange else 0.0
        return (
            f"{level:<8}{self.films:>5}{self.cards:>7}{both(self.sure):>9}{both(self.unsure):>9}{both(self.slips):>9}"
            f"{self.torn:>6}{60 * len(self.strange) / max(self.seconds, 1):>9.2f}{last:>6.1f}"
            f"{len(self.false):>7}{len(self.twice) / max(self.films, 1):>8.2f}{max(self.twice, default=0.0):>6.1f}"
            f"{self.apart:>6.2f}"
            f"{self.missed / max(self.looks, 1):>9.2%}{self.astray:>5}:{self.plays:<4}"
        )


HEADING = (
    f"{'level':<8}{'films':>5}{'cards':>7}{'sure':>9}{'unsure':>9}{'slips':>9}{'torn':>6}"
    f"{'strange':>9}{'s':>6}{'false':>7}{'twice':>8}{'s':>6}{'apart':>6}{'missed':>9}{'astray':>10}"
)


def both(wrong: list[str]) -> str:
    """How many, and how many of them are of another rank."""
    return f"{len(wrong)} : {sum(each[0] != each[-2] for each in wrong)}"


def calm(truth: dict[str, Any]) -> Iterator[Interval]:
    """From when to when nobody acts, and what lies where then, pixels."""
    shown = [event for event in truth["events"] if "table_px" in event]
    others = [tuple(each["t"]) for each in truth["also"] if isinstance(each["t"], list)]
    for event, following in pairwise(shown):
        begin, end = event["t"] + CALM, following["t_start"]
        if end > begin and not any(start < end and until > begin for start, until in others):
            yield begin, end, event["table_px"]


def lying(truth: dict[str, Any]) -> dict[str, list[list[float]]]:
    """For each card's name from when to when it may be seen lying there: from when a hand brings it."""
    times: defaultdict[str, list[list[float]]] = defaultdict(list)
    before: set[str] = set()
    for event in truth["events"]:
        if "table_after" not in event:
            continue
        brought = [event["card"]] if "card" in event else event.get("cards", [])
        for name in brought:
            times[name].append([event["t_start"], float("inf")])
        for name in before.union(brought).difference(event["table_after"]):
            times[name][-1][1] = min(times[name][-1][1], event["t"] + GONE_BY)
        before = set(event["table_after"])
    return times


def middle(one: TrackView) -> np.ndarray[Any, np.dtype[np.float64]]:
    """Pixels."""
    mean: np.ndarray[Any, np.dtype[np.float64]] = np.asarray(one.corners, float).reshape(4, 2).mean(0)
    return mean


def width(one: TrackView) -> float:
    """Pixels from the middle of a card's one long side to that of the other."""
    corners = np.asarray(one.corners, float).reshape(4, 2)
    sides = [float(np.linalg.norm(corners[k] - corners[(k + 1) % 4])) for k in range(4)]
    return min(sides[0] + sides[2], sides[1] + sides[3]) / 2


def lies_here(one: TrackView, there: dict[str, list[float]]) -> str | None:
    """The name of the card that lies where this one is seen."""
    near = [(float(np.hypot(*(middle(one) - place))), name) for name, place in there.items()]
    apart, name = min(near, default=(np.inf, ""))
    return name if apart < HERE * width(one) else None


def seen_twice(believed: list[TrackView]) -> Iterator[tuple[TrackView, TrackView]]:
    """Those that nothing covers and that surely read as one card."""
    for one, other in combinations(believed, 2):
        alike = one.posterior.argmax() == other.posterior.argmax()
        sure = min(one.posterior.max(), other.posterior.max()) >= SURE
        if alike and sure and not (one.hidden or other.hidden):
            yield one, other


def count(views: list[TableView], truth: dict[str, Any], tally: Tally) -> None:
    """Add a film."""
    tracks: defaultdict[int, Followed] = defaultdict(Followed)
    strange: Counter[int] = Counter()
    twice: Counter[tuple[int, int]] = Counter()
    times = iter(calm(truth))
    now = next(times, None)
    step = 1.0 / truth["fps"]
    for view in views:
        believed = [each for each in view.cards if each.steady]
        for one, other in seen_twice(believed):
            twice[one.track, other.track] += 1
            tally.apart = max(tally.apart, float(np.hypot(*(middle(one) - middle(other)))) / width(one))
        for each in believed:
            best, followed = int(each.posterior.argmax()), tracks[each.track]
            followed.since, followed.until = followed.since or view.t, view.t
            followed.read.append((PACK[best], float(each.posterior[best])))
        while now is not None and now[1] < view.t:
            now = next(times, None)
        if now is None or view.t < now[0]:
            continue
        tally.seconds += step
        names = {each.track: lies_here(each, now[2]) for each in view.cards}
        tally.looks += len(now[2])
        tally.missed += len(set(now[2]) - set(names.values()))
        for each in believed:
            name = names[each.track]
            if name is None:
                strange[each.track] += 1
            else:
                tracks[each.track].lay[name] += 1
    tally.films += 1
    tally.strange += [looks * step for track, looks in strange.items() if not tracks[track].lay]
    tally.twice += [looks * step for looks in twice.values()]
    times_of = lying(truth)
    for followed in tracks.values():
        judge(followed, tally)
        name = surely(followed)
        if name is not None and not any(
            begin - BROUGHT_FROM < followed.until and followed.since < end
            for begin, end in times_of.get(name, [])
        ):
            tally.false.append(f"{name} for {followed.until - followed.since:.1f} s")


def count_arms(views: list[TableView], truth: dict[str, Any], tally: Tally) -> None:
    """Add the plays of a film, and those at which the arm shows elsewhere."""
    edges = {each["seat"]: each["edge"] for each in truth["habits"]["seats"]}
    times = [view.t for view in views]
    for event in truth["events"]:
        if event["do"] != "play":
            continue
        first, last = (
            bisect_left(times, event["t_laid"] + aside) for aside in (-RATES.arm_before, RATES.order_within)
        )
        side, reach = REACHES[edges[event["seat"]]]
        shown = [view.arms[0] for view in views[first:last] if view.arms]
        here = [abs((arm - side + 180) % 360 - 180) < reach + RATES.arm_spread for arm in shown]
        tally.plays += 1
        tally.astray += 2 * sum(here) <= len(here)


def surely(followed: Followed) -> str | None:
    """The card that a track was oftenest surely read as; None where it never was."""
    names = Counter(str(read) for read, share in followed.read if share >= SURE)
    return names.most_common(1)[0][0] if names else None


def judge(followed: Followed, tally: Tally) -> None:
    """Add a track of a card: what it was read as, against what it was."""
    if not followed.lay:
        return
    name, often = followed.lay.most_common(1)[0]
    if often < 3 or often < 0.9 * sum(followed.lay.values()):
        return
    is_ = Card.parse(name)
    tally.cards += 1
    last, sure = followed.read[-1]
    if last != is_:
        (tally.sure if sure >= SURE else tally.unsure).append(f"{is_} as {last}")
        return
    tally.torn += sure < SURE
    wrong = [read for read, share in followed.read if read != is_ and share >= BELIEVED]
    if wrong:
        tally.slips.append(f"{is_} as {wrong[-1]}")


def main(arguments: list[str] | None = None) -> int:
    """The command line."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.bench_sight", description=__doc__)
    parser.add_argument("folder", nargs="?", type=Path, default=os.environ.get("PORRAZO_FILMS"))
    parser.add_argument("names", nargs="*")
    parser.add_argument("--cache", type=Path, required=True, help="where what was seen of each film is kept")
    options = parser.parse_args(arguments)
    if options.folder is None or not Path(options.folder).is_dir():
        print("porrazo: name a folder of films with their truth, or set PORRAZO_FILMS")
        return 2
    tallies: defaultdict[str, Tally] = defaultdict(Tally)
    for film in sorted(Path(options.folder).glob("*.mp4")):
        if (not options.names or film.stem in options.names) and kept_at(film, options.cache).exists():
            truth = json.loads(film.with_suffix(".truth.json").read_text(encoding="utf-8"))
            views, tally = observations(film, options.cache).views, tallies[film.stem.split("-")[0]]
            count(views, truth, tally)
            count_arms(views, truth, tally)
    print(HEADING)
    for level, tally in sorted(tallies.items()):
        print(tally.row(level))
    for level, tally in sorted(tallies.items()):
        print(f"{level}: sure {tally.sure} unsure {tally.unsure} slips {tally.slips} false {tally.false}")
        print(f"    twice, seconds: {sorted((round(each, 1) for each in tally.twice), reverse=True)[:20]}")
        print(
            f"    strange, seconds: {sorted((round(each, 1) for each in tally.strange), reverse=True)[:20]}"
        )
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
