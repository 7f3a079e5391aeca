"""The dealer's work: dealing from the stock, laying the tendido's row and the leftover."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from datasets.films.stage import GRASP, Reach, Stage
from datasets.films.timeline import Held, Lying, Pose, Slide, Thing, placed


def deal(stage: Stage, dealer: int, seats: int, left: int, each: int = 3) -> None:
    """So many cards to each, from the dealer's left round to himself; they slide off the picture to their owners."""
    reach = stage.come(dealer)
    order = [(dealer + 1 + k) % seats for k in range(seats)]
    for k, seat in enumerate(order):
        remaining = left + each * (seats - 1 - k)
        packet = _from_stock(stage, reach, each, remaining)
        if seat == dealer:
            _draw_home(stage, reach, packet)
        else:
            _throw(stage, reach, packet, seat)
    if order[-1] == dealer:
        _leave(stage, reach)


def _from_stock(stage: Stage, reach: Reach, count: int, remaining: int) -> Held:
    """The hand takes so many cards off the stock; returns them as it holds them."""
    pose = stage.room.stock
    x, y = stage.grasp(reach, pose)
    height = 9 + 0.3 * remaining
    key = stage.move(reach, x, y, height, 0.2, 0.7)
    stage.becomes(key.t, stage.top.with_stock(remaining))
    return Held(Thing(None, count), (reach.seen(pose, key, 180),))


def _throw(stage: Stage, reach: Reach, packet: Held, seat: int) -> None:
    """The hand swings towards another player and lets the packet slide to him."""
    start, side = packet.holds[0], stage.room.sides[seat]
    origin = reach.keys[-1]
    goal = side.at(-90, float(stage.rng.normal(0, 20)))
    way = goal - (origin.x, origin.y)
    far = float(np.hypot(*way))
    stretch = min(0.5 * far, max(far - 260, 0.25 * far), 190)
    x, y = np.array([origin.x, origin.y]) + way / far * stretch
    key = stage.move(reach, float(x), float(y), 16, 0.25, 0.7)
    hold = replace(start, t=key.t, turn=start.turn + float(stage.rng.normal(0, 15)))
    reach.held.append(Held(packet.what, (start, hold)))
    first = placed(key, reach.bearing(key), hold)
    last = Pose(float(goal[0]), float(goal[1]), first.turn + float(stage.rng.normal(0, 40)))
    stage.slides.append(Slide(packet.what, key.t, key.t + 0.2 + far / 1600, first, last))


def _draw_home(stage: Stage, reach: Reach, packet: Held) -> None:
    """The dealer takes his own cards out of the picture."""
    start = packet.holds[0]
    x, y = stage.room.out(reach.seat)
    key = stage.move(reach, x, y, 30, 0.2)
    reach.held.append(Held(packet.what, (start, replace(start, t=key.t))))


def _leave(stage: Stage, reach: Reach) -> None:
    """The arm is already out of the picture: the gesture ends there."""
    stage.gestures.append(stage.gesture(reach))
    stage.now = max(reach.keys[-1].t, max((s.end for s in stage.slides), default=0.0))


def lay_row(stage: Stage, dealer: int, names: Sequence[str], left: int) -> None:
    """The tendido: two cards at a time from the stock, laid face up in a row from the dealer's left."""
    poses = stage.room.row
    lay_out(stage, dealer, [(names[:2], poses[:2]), (names[2:], poses[2:])], left)
    stage.room.row_laid = True


def lay_leftover(stage: Stage, dealer: int, names: Sequence[str], left: int) -> None:
    """The leftover: face up, wherever there is room."""
    lying = [card.pose for card in stage.top.cards]
    poses: list[Pose] = []
    for _ in names:
        poses.append(stage.room.free(stage.habits.seats[dealer], [*lying, *poses]))
    trips = [(names[k : k + 3], poses[k : k + 3]) for k in range(0, len(names), 3)]
    lay_out(stage, dealer, trips, left)


def lay_out(
    stage: Stage, dealer: int, trips: Sequence[tuple[Sequence[str], Sequence[Pose]]], left: int
) -> None:
    """One trip after another: cards are taken off the stock and laid face up; ``left`` then remain in the stock."""
    reach = stage.come(dealer)
    remaining = left + sum(len(names) for names, _ in trips)
    for names, poses in trips:
        remaining -= len(names)
        packet = _from_stock(stage, reach, len(names), remaining)
        lay_from(stage, reach, packet, names, poses)
    stage.go(reach)


def lay_from(stage: Stage, reach: Reach, packet: Held, names: Sequence[str], poses: Sequence[Pose]) -> None:
    """One card after another of a packet in the hand is turned over and laid at its pose."""
    start = packet.holds[0]
    for k, (name, pose) in enumerate(zip(names, poses, strict=True)):
        x, y = stage.grasp(reach, pose)
        down = stage.move(reach, x, y, 8, 0.12, 0.95)
        end = replace(reach.seen(pose, down), roll=0)
        turning = replace(
            start, t=down.t - 0.28, ahead=GRASP, right=0.0, turn=end.turn + float(stage.rng.normal(0, 5))
        )
        rest = len(names) - k - 1
        if rest:
            later = replace(turning, t=down.t + 0.02)
            reach.held.append(Held(Thing(None, rest), (start, turning, later)))
        open_at = replace(end, t=down.t - 0.06)
        reach.held.append(Held(Thing(name), (start, turning, open_at, end)))
        stage.becomes(down.t, stage.top.with_card(name, pose))
        last = stage.stay(reach, float(stage.rng.uniform(0.05, 0.15)))
        start = replace(turning, t=last.t)


def throw_back(stage: Stage, seat: int, remaining: int) -> None:
    """A player brings his three cards back to the stock, which then has ``remaining``."""
    reach, pose = stage.come(seat), stage.room.stock
    start = replace(reach.seen(pose, reach.keys[0], 180), ahead=GRASP, right=0.0, turn=-90.0)
    x, y = stage.grasp(reach, pose)
    down = stage.move(reach, x, y, 9 + 0.3 * remaining, 0.2)
    reach.held.append(Held(Thing(None, 3), (start, reach.seen(pose, down, 180))))
    stage.becomes(down.t, replace(stage.top, stock=Lying(Thing(None, remaining), pose)))
    stage.stay(reach, 0.08, 0.5)
    stage.go(reach)
