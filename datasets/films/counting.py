"""The end of a hand: everybody counts what he captured, face up, in rows before himself, and takes it up again."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from datasets.films.stage import GRASP, Stage
from datasets.films.timeline import Held, Lying, Pose, Thing

STEP, ROW, A_ROW = 24.0, 52.0, 10
"""Cards are counted over one another so many mm apart, rows so far apart, ten to a row."""


def everybody_counts(stage: Stage) -> list[dict[str, object]]:
    """One after another; returns what the truth tells."""
    told: list[dict[str, object]] = []
    for seat, won in enumerate(stage.won):
        stage.wait(float(stage.rng.uniform(0.3, 1.0)))
        start = stage.now
        count_open(stage, seat, [name for packet in won for name in packet])
        told.append({"do": "counting", "seat": seat, "t": [round(start, 3), round(stage.now, 3)]})
    return told


def count_open(stage: Stage, seat: int, names: Sequence[str]) -> None:
    """A player lays the cards of his pile one after another face up before himself, then takes all of them back."""
    pile = stage.top.piles[seat]
    if not pile or not names:
        return
    reach, total = stage.come(seat), sum(part.what.count for part in pile)
    x, y = stage.grasp(reach, stage.room.piles[seat])
    stage.move(reach, x, y, 14, 0.4)
    fingers = stage.stay(reach, 0.15)
    start = replace(reach.seen(stage.room.piles[seat], fingers, 180), t=fingers.t)
    packet = Lying(Thing(None, 1), stage.room.piles[seat])
    for k, (name, pose) in enumerate(zip(names, _rows(stage, seat, len(names)), strict=True)):
        left = total - k - 1
        rest = (replace(packet, what=Thing(None, left)),) if left else ()
        stage.becomes(reach.keys[-1].t, stage.top.with_pile(seat, rest))
        x, y = stage.grasp(reach, pose)
        down = stage.move(reach, x, y, 10, 0.15, 0.45)
        reach.held.append(Held(Thing(name), (replace(start, ahead=GRASP, right=0.0), reach.seen(pose, down))))
        stage.becomes(down.t, stage.top.with_card(name, pose))
        last = stage.stay(reach, float(stage.rng.uniform(0.02, 0.08)))
        start = replace(start, t=last.t)
    stage.stay(reach, float(stage.rng.uniform(0.2, 0.6)), 0.6)
    stage.won[seat] = []
    stage.sweep(reach, names)
    stage.go(reach)


def _rows(stage: Stage, seat: int, count: int) -> list[Pose]:
    """Places for so many cards, in rows over one another, as the player sees them, whole in the picture."""
    side, faces = stage.room.sides[seat], stage.habits.seats[seat].faces
    rng, found = stage.rng, []
    for k in range(count):
        row, place = divmod(k, A_ROW)
        right = (place - min(count, A_ROW) / 2) * STEP + float(rng.normal(0, 2))
        x, y = side.at(120 + ROW * row + float(rng.normal(0, 2)), right)
        pose = Pose(float(x), float(y), faces - 90 + float(rng.normal(0, 3)))
        found.append(pose if stage.room.fits(pose, 2) else _moved_in(stage, pose))
    return found


def _moved_in(stage: Stage, pose: Pose) -> Pose:
    """The nearest place on the way to the table's middle at which a card lies whole in the picture."""
    for share in np.linspace(0.05, 1, 20):
        nearer = replace(pose, x=pose.x * (1 - float(share)), y=pose.y * (1 - float(share)))
        if stage.room.fits(nearer, 2):
            return nearer
    return pose
