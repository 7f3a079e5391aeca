"""How many pictures a second a camera gives."""

from __future__ import annotations

from collections import deque

from vision.cameras.camera import Frame

MEASURED_S = 2.0
"""Seconds over which the pictures are counted."""


class Rate:
    """How many pictures a second come, by the numbers and times of those that were taken."""

    def __init__(self) -> None:
        self._seen: deque[tuple[float, int]] = deque()

    def __call__(self, frame: Frame) -> float:
        """Count a frame in; pictures a second over the last `MEASURED_S`, 0 until two have come."""
        self._seen.append((frame.t, frame.number))
        while frame.t - self._seen[0][0] > MEASURED_S:
            self._seen.popleft()
        (first_t, first), (last_t, last) = self._seen[0], self._seen[-1]
        return (last - first) / (last_t - first_t) if last_t > first_t else 0.0
