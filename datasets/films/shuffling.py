"""Between two hands: the captured cards are pushed to the next dealer, who shuffles them on the table; people may
change places.
"""

from __future__ import annotations

from dataclasses import replace

from datasets.films.stage import GRASP, Reach, Stage
from datasets.films.timeline import Held, Hold, Lying, Pose, Thing, Top

PACK = 52


def gather(stage: Stage, dealer: int) -> None:
    """Everyone in turn pushes his pile to the next dealer's place: nobody has won anything yet."""
    seats = len(stage.habits.seats)
    stage.won = [[] for _ in range(seats)]
    for seat in ((dealer + 1 + k) % seats for k in range(seats - 1)):
        pile = stage.top.piles[seat]
        if not pile:
            continue
        reach = stage.come(seat)
        count = sum(packet.what.count for packet in pile)
        start = _lift(stage, reach, pile[-1].pose)
        stage.becomes(start.t, stage.top.with_pile(seat, ()))
        _put(stage, reach, dealer, Thing(None, count), start)
        stage.go(reach)
        stage.now += float(stage.rng.uniform(0, 0.6))


def move_on(stage: Stage, dealer: int) -> dict[str, object]:
    """Between two hands everybody takes his neighbour's place; returns what the truth tells."""
    seats = stage.habits.seats
    places = [seats[(seat.seat + 1) % len(seats)] for seat in seats]
    moved = tuple(replace(seat, edge=to.edge, along=to.along) for seat, to in zip(seats, places, strict=True))
    stage.habits = replace(stage.habits, seats=moved)
    stage.room.seated(stage.habits, dealer)
    edges = [{"seat": seat.seat, "edge": seat.edge} for seat in moved]
    return {"do": "seats", "seats": edges, "t": round(stage.now, 3)}


def _lift(stage: Stage, reach: Reach, pose: Pose) -> Hold:
    """The hand comes down on a pile and grips it; returns how it holds it."""
    x, y = stage.grasp(reach, pose)
    stage.move(reach, x, y, 12, 0.7)
    key = stage.stay(reach, float(stage.rng.uniform(0.1, 0.3)), 0.3)
    return reach.seen(pose, key, 180)


def _put(stage: Stage, reach: Reach, dealer: int, heap: Thing, start: Hold) -> None:
    """The hand lays a heap on or beside what lies before the dealer."""
    base, rng = stage.room.piles[dealer], stage.rng
    turn = base.turn + float(rng.normal(0, 12))
    pose = Pose(base.x + float(rng.normal(0, 9)), base.y + float(rng.normal(0, 9)), turn)
    x, y = stage.grasp(reach, pose)
    down = stage.move(reach, x, y, 14, 0.4)
    reach.held.append(Held(heap, (start, reach.seen(pose, down, 180))))
    stage.becomes(down.t, stage.top.with_pile(dealer, (*stage.top.piles[dealer], Lying(heap, pose))))


def shuffle(stage: Stage, dealer: int) -> None:
    """The dealer draws the heap before himself, shuffles it overhand and puts the pack at his left."""
    rng, side = stage.rng, stage.room.sides[dealer]
    reach = stage.come(dealer)
    pile = stage.top.piles[dealer]
    start = _lift(stage, reach, pile[-1].pose if pile else stage.room.piles[dealer])
    nobody = tuple(() for _ in stage.habits.seats)
    stage.becomes(start.t, Top(None, nobody))
    x, y = side.at(float(rng.uniform(90, 150)), float(rng.normal(0, 25)))
    before = stage.move(reach, float(x), float(y), 40, 0.3)
    held = replace(start, t=before.t, ahead=GRASP, right=0.0, turn=-90.0)
    lower, upper = [start, held], [start, held]
    for _ in range(int(rng.integers(4, 10))):
        out = stage.stay(reach, float(rng.uniform(0.16, 0.3)))
        upper.append(
            replace(held, t=out.t, ahead=GRASP + float(rng.uniform(25, 45)), right=float(rng.normal(0, 5)))
        )
        back = stage.stay(reach, float(rng.uniform(0.16, 0.3)))
        upper.append(replace(held, t=back.t, turn=-90 + float(rng.normal(0, 3))))
        lower.append(replace(held, t=back.t))
    stage.room.deals(dealer)
    x, y = stage.grasp(reach, stage.room.stock)
    down = stage.move(reach, x, y, 24, 0.5)
    there = reach.seen(stage.room.stock, down, 180)
    reach.held.append(Held(Thing(None, PACK // 2), (*lower, there)))
    reach.held.append(Held(Thing(None, PACK // 2), (*upper, there)))
    stage.becomes(down.t, Top(Lying(Thing(None, PACK), stage.room.stock), nobody))
    stage.stay(reach, 0.15, 0.7)
    stage.go(reach)
