"""A machine that is too slow while it watches: how seldom it looks, and what slows it down. People are told.

Heat slows it down, or a supply that gives too little power. A Raspberry Pi says both itself (``vcgencmd
get_throttled``). Any other Linux says how hot it is, and from which temperature on it slows down (a "passive trip
point"). Elsewhere nothing is known, and nothing is said.
"""

from __future__ import annotations

import shutil
import subprocess
import time
from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from companion.referee.rates import RATES

ZONES = Path("/sys/class/thermal")
HOT, WEAK_POWER = "hot", "weak power"
"""Words for what slows the machine down."""
POWER_BITS, HEAT_BITS = 0b0001, 0b1110
"""Of what vcgencmd answers, what is so now: too little power; slowed down, by heat as a rule."""
SINCE_START = 16
"""So many bits higher: the same, at any time since the machine was started."""
ANSWER_S = 2.0
"""Seconds that vcgencmd may take."""
EVERY_S = 30.0
"""Seconds between two looks: heat comes and goes in minutes, and asking costs some milliseconds."""
TOLD_AFTER, WITHIN_S = 12, 60.0
"""People are told after so many gaps within so many seconds: a hiccup, or a camera lost, is not worth that word."""


@dataclass(frozen=True)
class Strain:
    """How hot the hottest part is, degrees Celsius; what slows the machine down now, and what has since its start."""

    celsius: float | None = None
    now: str | None = None
    before: str | None = None


def ask_pi() -> int | None:
    """The bits that a Raspberry Pi answers with; None on any other machine, or where it does not answer."""
    command = shutil.which("vcgencmd")
    if command is None:
        return None
    try:
        done = subprocess.run(
            [command, "get_throttled"], capture_output=True, text=True, check=True, timeout=ANSWER_S
        )
        return int(done.stdout.partition("=")[2], 16)
    except (OSError, subprocess.SubprocessError, ValueError):
        return None


def strain(zones: Path = ZONES, ask: Callable[[], int | None] = ask_pi) -> Strain:
    """What slows this machine down."""
    heat = [
        (celsius, limit) for zone in sorted(zones.glob("thermal_zone*")) for celsius, limit in _zone(zone)
    ]
    hottest = max((celsius for celsius, _ in heat), default=None)
    bits = ask()
    if bits is None:
        hot = any(limit is not None and celsius >= limit for celsius, limit in heat)
        return Strain(hottest, HOT if hot else None)
    return Strain(hottest, _word(bits), _word(bits >> SINCE_START))


def _word(bits: int) -> str | None:
    return WEAK_POWER if bits & POWER_BITS else HOT if bits & HEAT_BITS else None


def _zone(zone: Path) -> Iterator[tuple[float, float | None]]:
    """A zone's temperature, and that from which on the machine slows down, if it says both."""
    celsius = _degrees(zone / "temp")
    if celsius is not None:
        yield celsius, min(_limits(zone), default=None)


def _limits(zone: Path) -> Iterator[float]:
    for kind in zone.glob("trip_point_*_type"):
        limit = _degrees(kind.with_name(kind.name.replace("_type", "_temp")))
        if limit is not None and limit > 0 and _text(kind) == "passive":
            yield limit


def _degrees(file: Path) -> float | None:
    """A file's number of thousandths of a degree, in degrees; None if it has none."""
    try:
        return int(_text(file)) / 1000
    except ValueError:
        return None


def _text(file: Path) -> str:
    try:
        return file.read_text(encoding="ascii").strip()
    except (OSError, ValueError):
        return ""


class StrainWatch:
    """Looks now and then; ``begun`` answers once each time that something begins to slow the machine down."""

    def __init__(
        self, look: Callable[[], Strain] = strain, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._look, self._clock = look, clock
        self._next = clock()
        self._last: str | None = None

    def begun(self) -> str | None:
        """`HOT` or `WEAK_POWER`, where that has just been found out; else None."""
        now = self._clock()
        if now < self._next:
            return None
        self._next = now + EVERY_S
        before, self._last = self._last, self._look().now
        return self._last if self._last != before else None


class LookPace:
    """Give the time of each look to ``look``; it answers once, if looks are often too far apart."""

    def __init__(self) -> None:
        self._at: float | None = None
        self._gaps: deque[tuple[float, float]] = deque(maxlen=TOLD_AFTER)
        self._told = False

    def look(self, t: float) -> float | None:
        """There was a look at ``t`` seconds. The mean of the gaps in which a play may be missed, in seconds, at the
        moment when that is worth saying; else None.
        """
        gap, self._at = t - self._at if self._at is not None else 0.0, t
        if self._told or gap <= RATES.turn:
            return None
        self._gaps.append((t, gap))
        self._told = len(self._gaps) == TOLD_AFTER and t - self._gaps[0][0] < WITHIN_S
        return sum(each for _, each in self._gaps) / TOLD_AFTER if self._told else None
