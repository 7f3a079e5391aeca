"""Things that go wrong and are put right: cards dropped, shown, taken wrongly; piles and deals in disorder."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np

from datasets.films.dealing import deal, throw_back
from datasets.films.places import outline, overlap
from datasets.films.stage import Reach, Stage, shifted
from datasets.films.timeline import Cloth, Held, Lying, Pose, Thing, eased, moved_by

Told = dict[str, object]

STRAYS = (2, 4)
"""So many parts of a pile slide away when it is knocked over."""
PULLED = 32.0
"""How far the cloth is pulled at most, mm."""
PAUSE = (20.0, 45.0)
"""Seconds for which play stops; people stop for longer, and nothing more is to be seen of it."""


class Mishaps:
    """What goes wrong. Each returns what the truth tells, or None where it could not happen."""

    def __init__(self, rng: np.random.Generator, stage: Stage) -> None:
        self.rng, self.stage = rng, stage

    def _times(self, start: float) -> list[float]:
        return [round(start, 3), round(self.stage.now, 3)]

    def dropped(self, reach: Reach, name: str, pose: Pose) -> Told:
        """A card falls out of a hand face down; the same hand turns it over and lays it at ``pose``."""
        stage, rng = self.stage, self.rng
        fell = replace(shifted(pose, *(float(v) for v in rng.normal(0, 6, 3))), roll=180.0)
        down = stage.lay(reach, name, fell).t
        x, y = stage.drawn_back(reach, float(rng.uniform(40, 110)))
        stage.move(reach, x, y, 40, 0.6)
        stage.stay(reach, float(rng.uniform(0.1, 0.8)))
        hold = stage.take(reach, fell, False)
        start = reach.keys[-1].t
        stage.becomes(start, stage.top.without(name))
        x, y = stage.drawn_back(reach, 25)
        up = stage.move(reach, x, y, 55, 0.1)
        x, y = stage.grasp(reach, pose)
        done = stage.move(reach, x, y, 7, 0.12)
        turned = reach.seen(pose, done)
        reach.held.append(Held(Thing(name), (hold, replace(hold, t=up.t, roll=120.0), turned)))
        stage.becomes(done.t, stage.top.with_card(name, pose))
        times = [round(down, 3), round(done.t, 3)]
        return {"do": "dropped", "seat": reach.seat.seat, "card": name, "t": times}

    def wrong_capture(self, seat: int, right: Sequence[str]) -> Told | None:
        """A player takes a card that he did not capture; he is told, and lays it back."""
        stage, rng, start = self.stage, self.rng, self.stage.now
        others = [card for card in stage.top.cards if card.what.name not in right]
        if not others:
            return None
        card = others[int(rng.integers(len(others)))]
        name, was = str(card.what.name), card.pose
        taken = stage.take_home(stage.come(seat), name)
        stage.now += float(rng.uniform(0.8, 3.0))
        back = self._beside(was)
        reach = stage.come(seat)
        laid = stage.lay(reach, name, back).t
        stage.stay(reach, 0.06, 0.2)
        stage.go(reach)
        stage.now += float(rng.uniform(0.3, 0.9))
        told: Told = {"do": "wrong capture", "seat": seat, "card": name, "t": self._times(start)}
        return told | {"t_taken": round(taken, 3), "t_laid": round(laid, 3)}

    def _beside(self, was: Pose) -> Pose:
        """About where a card lay, still whole in the picture."""
        room = self.stage.room
        for _ in range(20):
            pose = shifted(was, *(float(v) for v in self.rng.normal(0, 14, 3)))
            if room.fits(pose):
                return pose
        return was

    def exposed(self, dealer: int, held: Mapping[int, Sequence[str]]) -> Told | None:
        """A card falls face up in the deal; its owner takes it."""
        stage, rng, start = self.stage, self.rng, self.stage.now
        owners = [seat for seat in held if seat != dealer and held[seat]]
        if not owners:
            return None
        owner = int(rng.choice(owners))
        name = held[owner][int(rng.integers(len(held[owner])))]
        reach, stock = stage.come(dealer), stage.room.stock
        stage.move(reach, stock.x, stock.y, 22, 0.2, 0.8)
        pose = stage.room.free(stage.habits.seats[owner], stage.lying())
        laid = stage.lay(reach, name, pose).t
        stage.go(reach)
        stage.now += float(rng.uniform(0.1, 1.5))
        taken = stage.take_home(stage.come(owner), name)
        told: Told = {"do": "exposed", "seat": owner, "card": name, "t": self._times(start)}
        return told | {"t_laid": round(laid, 3), "t_taken": round(taken, 3)}

    def misdeal(self, dealer: int, left: int) -> Told:
        """A deal that is wrong: everybody gives his cards back before it is dealt again."""
        stage, start, seats = self.stage, self.stage.now, len(self.stage.habits.seats)
        deal(stage, dealer, seats, left)
        stage.now += float(self.rng.uniform(0.8, 2.5))
        for k in range(seats):
            throw_back(stage, (dealer + 1 + k) % seats, left + 3 * (k + 1))
        return {"do": "misdeal", "dealer": dealer, "t": self._times(start)}

    def pulled(self) -> Told | None:
        """Somebody pulls the cloth, once in a film: everything on the table moves."""
        stage, rng, start = self.stage, self.rng, self.stage.now
        way, far = float(rng.uniform(0, 2 * np.pi)), float(rng.uniform(8, PULLED))
        whole = Cloth(far * float(np.cos(way)), far * float(np.sin(way)), float(rng.normal(0, 0.8)))
        was, fits = stage.top, stage.room.fits
        everything = [*was.cards, *(part for pile in was.piles for part in pile)]
        if (
            stage.cloth
            or start < stage.calm
            or not all(fits(whole.moved(each.pose), 2) for each in everything)
        ):
            return None
        who = int(rng.integers(len(stage.habits.seats)))
        reach, (x, y) = stage.come(who), stage.room.sides[who].at(30, float(rng.uniform(-150, 150)))
        grip = stage.move(reach, float(x), float(y), 6, 0.4)
        stage.move(reach, float(x) + whole.x, float(y) + whole.y, 6, 0.3)
        steps = int((reach.keys[-1].t - grip.t) / 0.04)
        for k in range(1, steps + 1):
            share = eased(k / steps)
            cloth = Cloth(whole.x * share, whole.y * share, whole.turn * share)
            stage.becomes(grip.t + 0.04 * k, moved_by(cloth, was))
            stage.cloth.append((grip.t + 0.04 * k, cloth))
        stage.room.pulled(whole)
        stage.go(reach)
        return {
            "do": "cloth",
            "seat": who,
            "mm": [round(whole.x, 1), round(whole.y, 1)],
            "t": self._times(start),
        }

    def pause(self) -> Told:
        """Nobody plays."""
        start = self.stage.now
        self.stage.now += float(self.rng.uniform(*PAUSE))
        return {"do": "pause", "t": self._times(start)}

    def toppled(self) -> Told | None:
        """Somebody knocks a pile over; its owner stacks it again."""
        stage, rng, start = self.stage, self.rng, self.stage.now
        seats = [k for k, pile in enumerate(stage.top.piles) if sum(part.what.count for part in pile) > 5]
        if not seats:
            return None
        owner, who = int(rng.choice(seats)), int(rng.integers(len(stage.habits.seats)))
        pile = self._spilled(owner)
        base = stage.room.piles[owner]
        reach = stage.come(who)
        x, y = stage.grasp(reach, base)
        hit = stage.move(reach, x, y, 14, 0.4)
        stage.becomes(hit.t, stage.top.with_pile(owner, pile))
        stage.go(reach)
        stage.now += float(rng.uniform(0.8, 3.0))
        reach = stage.come(owner)
        for _ in pile[1:]:
            self._stacked(reach, owner)
        stage.go(reach)
        return {"do": "toppled", "seat": who, "pile": owner, "t": self._times(start)}

    def _spilled(self, owner: int) -> tuple[Lying, ...]:
        """A pile of which parts lie beside it, clear of the cards in play."""
        stage, rng, room = self.stage, self.rng, self.stage.room
        left = sum(part.what.count for part in stage.top.piles[owner])
        taken, base = [outline(pose, room.width, 4) for pose in stage.lying()], room.piles[owner]
        strays: list[Lying] = []
        for _ in range(int(rng.integers(STRAYS[0], STRAYS[1] + 1)) * 6):
            way, far = float(rng.uniform(0, 2 * np.pi)), float(rng.uniform(35, 110))
            pose = shifted(base, far * np.cos(way), far * np.sin(way), float(rng.normal(0, 40)))
            clear = not any(overlap(outline(pose, room.width), other) for other in taken)
            if clear and room.fits(pose, -20) and len(strays) < STRAYS[1]:
                strays.append(Lying(Thing(None, 1), pose))
        return (Lying(Thing(None, left - len(strays)), base), *strays)

    def _stacked(self, reach: Reach, owner: int) -> None:
        """The hand puts the uppermost stray back on its pile."""
        stage = self.stage
        pile = stage.top.piles[owner]
        hold = stage.take(reach, pile[-1].pose, True)
        stage.becomes(reach.keys[-1].t, stage.top.with_pile(owner, pile[:-1]))
        pose = stage.room.piles[owner]
        x, y = stage.grasp(reach, pose)
        down = stage.move(reach, x, y, 12, 0.4, 0.7)
        reach.held.append(Held(pile[-1].what, (replace(hold, roll=180.0), reach.seen(pose, down, 180))))
        squared = Lying(Thing(None, pile[0].what.count + 1), pose)
        stage.becomes(down.t, stage.top.with_pile(owner, (squared, *pile[1:-1])))
