"""Who moves what when: a script played out on a stage, giving the film's timeline and the truth about every event."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from datasets.films.asides import Asides
from datasets.films.dealing import deal, lay_leftover, lay_row
from datasets.films.habits import Habits
from datasets.films.places import Room
from datasets.films.script import Dealt, Gathered, Laid, Row, Script, Shuffled, Spoken
from datasets.films.shuffling import gather, shuffle
from datasets.films.stage import Reach, Stage
from datasets.films.timeline import Pose, Timeline, Top
from engine.porrazo.events import Tendido

PACK = 52


@dataclass(frozen=True, slots=True)
class Filmed:
    """An event of the record as it was filmed: its times, what is told about it, and the table once it is done."""

    line: dict[str, object]
    told: dict[str, object]
    top: Top


@dataclass(frozen=True, slots=True)
class Choreography:
    """A film's timeline, its events, and what else happened (deals, reaches, nudges, the last sweep)."""

    timeline: Timeline
    events: tuple[Filmed, ...]
    also: tuple[dict[str, object], ...]


def choreograph(rng: np.random.Generator, script: Script, habits: Habits, room: Room) -> Choreography:
    """Play a script out."""
    return _Playing(rng, script, habits, room).film()


class _Playing:
    def __init__(self, rng: np.random.Generator, script: Script, habits: Habits, room: Room) -> None:
        self.rng, self.script, self.habits, self.room = rng, script, habits, room
        self.stage = Stage(rng, habits, room, PACK)
        self.asides = Asides(rng, self.stage)
        self.events: list[Filmed] = []
        self.also: list[dict[str, object]] = []
        self.dealer = script.header.dealer

    def film(self) -> Choreography:
        for happening in self.script.happenings:
            match happening:
                case Dealt():
                    self._dealt(happening)
                case Spoken():
                    self._spoken(happening)
                case Row():
                    self._row(happening)
                case Laid():
                    self._played(happening)
                case Gathered():
                    self._gathered(happening)
                case Shuffled():
                    self._shuffled(happening)
        stage = self.stage
        timeline = Timeline(tuple(stage.tops), tuple(stage.gestures), tuple(stage.slides), stage.now + 1.2)
        return Choreography(timeline, tuple(self.events), tuple(self.also))

    def _pause(self) -> None:
        """People think; meanwhile somebody may nudge a card or reach for a drink."""
        allowed = self.habits.allowed
        self.stage.wait(float(np.clip(self.rng.exponential(0.6), 0, 1.8)))
        for name in ("nudge", "reach", "lift"):
            if self.rng.random() < getattr(allowed, name):
                told = getattr(self.asides, name)()
                if told is not None:
                    self.also.append(told)
                    self.stage.wait(float(self.rng.exponential(0.4)))

    def _filmed(self, line: dict[str, object], start: float, told: dict[str, object] | None = None) -> None:
        times: dict[str, object] = {"t": round(self.stage.now, 3), "t_start": round(start, 3)}
        self.events.append(Filmed(line, times | (told or {}), self.stage.top))
        self.stage.wait(0)

    def _dealt(self, what: Dealt) -> None:
        start = self.stage.now
        self.dealer = dealer = what.dealer
        deal(self.stage, dealer, len(self.habits.seats), what.left)
        times = [round(start, 3), round(self.stage.now, 3)]
        self.also.append({"do": "deal", "dealer": dealer, "batch": what.batch, "t": times})
        self.stage.wait(float(self.rng.uniform(0.4, 0.9)))

    def _spoken(self, what: Spoken) -> None:
        start = self.stage.now
        self.stage.now += float(self.rng.uniform(0.3, 0.9))
        self._filmed(what.event.to_json(), start)

    def _row(self, what: Row) -> None:
        start, dealer = self.stage.now, self.dealer
        names = [str(card) for card in what.event.cards]
        if not isinstance(what.event, Tendido):
            lay_leftover(self.stage, dealer, names, what.left)
            self._filmed(what.event.to_json(), start)
            return
        lay_row(self.stage, dealer, names, what.left)
        edge = self.habits.seats[dealer].edge
        backwards = edge in ("far", "right")
        seen = "left to right" if edge in ("near", "far") else "top to bottom"
        told: dict[str, object] = {
            "order_dealer": names,
            "dealer_sees": "left to right",
            "order_camera": names[::-1] if backwards else names,
            "camera_sees": seen,
        }
        self._filmed(what.event.to_json(), start, told)

    # ------------------------------------------------------------------------------------------------- a play

    def _played(self, what: Laid) -> None:
        self._pause()
        stage, start = self.stage, self.stage.now
        seat, name = what.event.seat, str(what.event.card)
        pose, laid = self._place(what)
        at_once = self.habits.porrazo == "taken at once"
        takes = bool(what.taken) and (not what.waits or at_once)
        told: dict[str, object] = {"laid": laid}
        if what.matched is not None:
            told["matched"] = str(what.matched)
        undone = what.undone if at_once and what.taken else None
        fast = takes and what.stood is None and self.rng.random() < self.habits.allowed.fast
        manner = (
            "fast" if fast else "hover" if takes and self.rng.random() < 0.3 and not what.stood else "retreat"
        )
        reach = stage.come(seat)
        down = stage.lay(reach, name, pose, 0.85 if fast else 1.0)
        told = {"t_laid": round(down.t, 3)} | told
        if what.stood is not None and not at_once:
            reach = self._stand(reach, what, told)
        if takes:
            self._capture(reach, manner, what, undone, told)
        elif len(reach.keys) > 1:  # else he has already drawn his hand back
            stage.stay(reach, float(self.rng.uniform(0.02, 0.1)), 0.2)
            stage.go(reach)
        self._filmed(what.event.to_json(), start, told | {"manner": manner})

    def _place(self, what: Laid) -> tuple[Pose, str]:
        """Where a card is laid: free; or beside, half over, or apart from the card that it matches."""
        seat, lying = self.habits.seats[what.event.seat], [card.pose for card in self.stage.top.cards]
        names = [card.what.name for card in self.stage.top.cards]
        matched = str(what.matched) if what.matched else None
        if matched not in names:
            return self.room.free(seat, lying), "free"
        there = self.stage.top.find(str(matched)).pose
        others = [pose for pose in lying if pose is not there]
        if self.rng.random() < self.habits.overlap:
            return self.room.over(seat, there, others), "overlap"
        if self.rng.random() < 0.6:
            return self.room.beside(seat, there, others), "beside"
        return self.room.free(seat, lying), "apart"

    def _stand(self, reach: Reach, what: Laid, told: dict[str, object]) -> Reach:
        """The player before takes what his porrazo captured, once the next card lies."""
        assert what.stood is not None
        stage, (owner, cards) = self.stage, what.stood
        stage.stay(reach, 0.05, 0.2)
        stage.go(reach)
        stage.now += float(self.rng.uniform(0.4, 1.3))
        theirs = stage.come(owner)
        stage.sweep(theirs, self._lying(cards))
        stage.go(theirs)
        told["settled"] = {"seat": owner, "cards": sorted(str(card) for card in cards)}
        if what.taken:
            stage.now += float(self.rng.uniform(0.3, 1.0))
        return stage.come(what.event.seat)

    def _lying(self, cards: Sequence[object]) -> list[str]:
        """Those of these cards that lie open on the table."""
        there = {card.what.name for card in self.stage.top.cards}
        return [str(card) for card in cards if str(card) in there]

    def _capture(
        self,
        reach: Reach,
        manner: str,
        what: Laid,
        undone: tuple[int, Sequence[object]] | None,
        told: dict[str, object],
    ) -> None:
        """The player takes his cards: in one sweep, after hovering, or after he had drawn his hand back."""
        stage, rng = self.stage, self.rng
        if manner == "fast":
            stage.stay(reach, float(rng.uniform(0.04, 0.16)), 0.6)
        elif manner == "hover":
            last, x, y = reach.keys[-1], *self._back(reach)
            stage.stay(reach, 0.06, 0.2)
            stage.move(reach, x, y, last.z + 34, 0.6)
            stage.stay(reach, float(rng.uniform(0.3, 1.1)))
        elif len(reach.keys) > 1:
            stage.stay(reach, float(rng.uniform(0.02, 0.1)), 0.2)
            stage.go(reach)
            stage.now += float(rng.uniform(*self.habits.allowed.pause))
            reach = stage.come(what.event.seat)
        packets = [undone[0]] if undone and stage.top.piles[undone[0]] else []
        names = self._lying(what.taken)
        stage.sweep(reach, names, packets)
        stage.go(reach)
        told["swept"] = sorted(names if not packets else [str(card) for card in what.taken])

    def _back(self, reach: Reach) -> tuple[float, float]:
        """A place 60 to 110 mm back towards the shoulder."""
        last, far = reach.keys[-1], float(self.rng.uniform(60, 110))
        a = np.radians(reach.bearing(last))
        return last.x - far * float(np.cos(a)), last.y - far * float(np.sin(a))

    def _gathered(self, what: Gathered) -> None:
        self.stage.wait(float(self.rng.uniform(0.8, 2)))
        start, reach = self.stage.now, self.stage.come(what.seat)
        self.stage.sweep(reach, self._lying(what.cards))
        self.stage.go(reach)
        times = [round(start, 3), round(self.stage.now, 3)]
        self.also.append(
            {"do": "last cards", "seat": what.seat, "cards": [str(c) for c in what.cards], "t": times}
        )

    def _shuffled(self, what: Shuffled) -> None:
        """The hand is counted, the next dealer is given all the cards and shuffles."""
        stage, rng = self.stage, self.rng
        for name, does in (("gather", gather), ("shuffle", shuffle)):
            stage.wait(float(rng.uniform(0.5, 2.5)))
            start = stage.now
            does(stage, what.dealer)
            self.also.append({"do": name, "dealer": what.dealer, "t": [round(start, 3), round(stage.now, 3)]})
