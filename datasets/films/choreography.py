"""Who moves what when: a script played out on a stage, giving the film's timeline and the truth about every event."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np

from datasets.films.articles import Article
from datasets.films.captures import Captures
from datasets.films.company import Company
from datasets.films.counting import everybody_counts
from datasets.films.dealing import deal, lay_leftover, lay_row
from datasets.films.evenings import people
from datasets.films.habits import Habits
from datasets.films.places import Room
from datasets.films.script import Dealt, Gathered, Happening, Laid, Row, Script, Shuffled, Spoken
from datasets.films.second_thoughts import SecondThoughts
from datasets.films.shuffling import gather, move_on, shuffle
from datasets.films.stage import Stage
from datasets.films.timeline import Cloth, Pose, Timeline, Top, in_time
from engine.porrazo.events import Tendido

PACK = 52
OVERLAPS = {"quick": (0.05, 0.38), "together": (0.4, 1.4), "overtaken": (2.0, 7.0)}
"""How long before the last arm has left the next one comes in, seconds, but not before the last card lies: ``quick`` as
in the given films; ``together`` while a capture is gathered; ``overtaken`` before that, or as soon as a card lies.
"""


@dataclass(frozen=True, slots=True)
class Filmed:
    """An event of the record as it was filmed: its times, what is told about it, and the table once it is done."""

    line: dict[str, object]
    told: dict[str, object]
    top: Top


@dataclass(frozen=True, slots=True)
class Choreography:
    """A film's timeline, its events, and what else happened (deals, reaches, nudges, the last sweep); things that are
    put down and taken away; how the cloth lies from each time on.
    """

    timeline: Timeline
    events: tuple[Filmed, ...]
    also: tuple[dict[str, object], ...]
    articles: tuple[Article, ...] = ()
    cloth: tuple[tuple[float, Cloth], ...] = ()

    def cloth_at(self, t: float) -> Cloth:
        """How the cloth lies."""
        return next((cloth for at, cloth in reversed(self.cloth) if at <= t), Cloth())


def choreograph(rng: np.random.Generator, script: Script, habits: Habits, room: Room) -> Choreography:
    """Play a script out."""
    return _Playing(rng, script, habits, room).film()


def held(later: Sequence[Happening]) -> dict[int, list[str]]:
    """The cards that each seat still holds, from what it will play before the next deal."""
    found: dict[int, list[str]] = {}
    for each in later:
        if isinstance(each, Dealt | Shuffled):
            break
        if isinstance(each, Laid):
            found.setdefault(each.event.seat, []).append(str(each.event.card))
    return found


class _Playing:
    def __init__(self, rng: np.random.Generator, script: Script, habits: Habits, room: Room) -> None:
        self.rng, self.script, self.habits, self.room = rng, script, habits, room
        self.stage = Stage(rng, habits, room, PACK)
        self.thoughts = SecondThoughts(rng, self.stage)
        self.events: list[Filmed] = []
        self.also: list[dict[str, object]] = []
        self.chances = people(habits.level)
        self.captures = Captures(rng, self.stage, self.chances, self.also)
        self.asides = self.captures.asides
        self.mishaps, self.company = self.captures.mishaps, Company(rng, self.stage)
        self.laid: float | None = None
        """When the last play's card lay, and when its arm had left; None where something else came since."""
        self.left = 0.0
        self.dealer = script.header.dealer

    def film(self) -> Choreography:
        happenings = self.script.happenings
        for k, happening in enumerate(happenings):
            if not isinstance(happening, Laid):
                self.laid = None
            match happening:
                case Dealt():
                    self._dealt(happening, held(happenings[k + 1 :]))
                case Spoken():
                    self._spoken(happening)
                case Row():
                    self._row(happening)
                case Laid():
                    self._played(happening, held(happenings[k + 1 :]))
                case Gathered():
                    self._gathered(happening)
                case Shuffled():
                    self._shuffled(happening)
        stage = self.stage
        timeline = Timeline(in_time(stage.tops), tuple(stage.gestures), tuple(stage.slides), stage.now + 1.2)
        articles, cloth = tuple(self.company.articles), tuple(stage.cloth)
        return Choreography(timeline, tuple(self.events), tuple(self.also), articles, cloth)

    def _pause(self) -> None:
        """People think; meanwhile this and that may happen."""
        self.also += self.asides.while_thinking()
        for name, does in (
            ("peek", self.asides.peek),
            ("tidy", self.asides.tidy),
            ("toppled", self.mishaps.toppled),
            ("pause", self.mishaps.pause),
            ("cloth", self.mishaps.pulled),
        ):
            if self._amiss(name, does):
                self.stage.wait(float(self.rng.exponential(0.4)))

    def _amiss(self, name: str, does: Callable[[], dict[str, object] | None]) -> bool:
        """Let something happen that may; whether it did."""
        told = does() if self.captures.happens(name) else None
        if told is not None:
            self.also.append(told)
        return told is not None

    def _filmed(self, line: dict[str, object], start: float, told: dict[str, object] | None = None) -> None:
        times: dict[str, object] = {"t": round(self.stage.now, 3), "t_start": round(start, 3)}
        self.events.append(Filmed(line, times | (told or {}), self.stage.top))
        self.left = self.stage.now
        self.stage.wait(0)

    def _dealt(self, what: Dealt, held: Mapping[int, Sequence[str]]) -> None:
        self.dealer = dealer = what.dealer
        if self._amiss("misdeal", partial(self.mishaps.misdeal, dealer, what.left)):
            self.stage.wait(float(self.rng.uniform(0.4, 1.5)))
        start = self.stage.now
        deal(self.stage, dealer, len(self.habits.seats), what.left)
        times = [round(start, 3), round(self.stage.now, 3)]
        self.also.append({"do": "deal", "dealer": dealer, "batch": what.batch, "t": times})
        self._amiss("exposed", partial(self.mishaps.exposed, dealer, held))
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

    def _played(self, what: Laid, held: Mapping[int, Sequence[str]]) -> None:
        seat, name = what.event.seat, str(what.event.card)
        self._before(seat, held)
        stage, start = self.stage, self.stage.now
        pose, laid = self._place(what)
        at_once = self.habits.porrazo == "taken at once"
        takes = bool(what.taken) and (not what.waits or at_once)
        told: dict[str, object] = {"laid": laid}
        if laid == "heap":
            self.also.append({"do": "heap", "seat": seat, "card": name, "t": round(start, 3)})
        if what.matched is not None:
            told["matched"] = str(what.matched)
        undone = what.undone[0] if at_once and what.taken and what.undone else None
        manner = self.captures.manner(what, takes)
        reach = stage.come(seat)
        if not self._amiss("dropped", partial(self.mishaps.dropped, reach, name, pose)):
            stage.lay(reach, name, pose, 0.85 if manner == "fast" else 1.0)
        self.laid = reach.keys[-1].t
        told = {"t_laid": round(self.laid, 3)} | told
        if what.stood is not None and not at_once:
            reach = self.captures.stand(reach, what, told)
        if takes:
            self.captures.take(reach, manner, what, undone, told)
        elif len(reach.keys) > 1 and not self.captures.wrongly(reach, what):  # else his hand is back already
            stage.stay(reach, float(self.rng.uniform(0.02, 0.1)), 0.2)
            stage.go(reach)
        self._filmed(what.event.to_json(), start, told | {"manner": manner})

    def _before(self, seat: int, held: Mapping[int, Sequence[str]]) -> None:
        """What happens before a play, if only that people think."""
        if not self._hurried(seat):
            self._pause()
        self.room.busy = [place for place in self.room.busy if place[0] > self.stage.now]
        for name, meanwhile in (
            ("resting", self.company.rest),
            ("pointing", self.company.pointing),
            ("objects", self.company.put_down),
        ):
            self._amiss(name, meanwhile)
        for name, does in (("takeback", self.thoughts.takeback), ("out_of_turn", self.thoughts.out_of_turn)):
            if self._amiss(name, partial(does, seat, held)) and self.stage.now == self.stage.calm:
                self.stage.now += float(self.rng.uniform(0.3, 1.0))

    def _hurried(self, seat: int) -> bool:
        """Whether the next arm comes in before the last has gone, or even while it gathers what it captured."""
        if self.laid is None:
            return False
        for name, (least, most) in OVERLAPS.items():
            if self.captures.happens(name):
                start = self.left - float(self.rng.uniform(least, most))
                self.stage.back(max(self.laid, start), seat)
                self.also.append({"do": name, "seat": seat, "t": round(self.stage.now, 3)})
                return True
        return False

    def _place(self, what: Laid) -> tuple[Pose, str]:
        """Where a card is laid: free; or beside, half over, or apart from the card that it matches."""
        seat, lying = self.habits.seats[what.event.seat], self.stage.lying()
        names = [card.what.name for card in self.stage.top.cards]
        matched = str(what.matched) if what.matched else None
        if lying and self.captures.happens("heap"):
            under = lying[int(self.rng.integers(len(lying)))]
            return self.room.over(seat, under, [pose for pose in lying if pose != under]), "heap"
        if matched not in names:
            return self.room.free(seat, lying), "free"
        there = self.stage.top.find(str(matched)).pose
        others = [pose for pose in lying if pose != there]
        if self.rng.random() < self.habits.overlap:
            return self.room.over(seat, there, others), "overlap"
        if self.rng.random() < 0.6:
            return self.room.beside(seat, there, others), "beside"
        return self.room.free(seat, lying), "apart"

    def _gathered(self, what: Gathered) -> None:
        self.stage.wait(float(self.rng.uniform(0.8, 2)))
        start, reach = self.stage.now, self.stage.come(what.seat)
        self.stage.sweep(reach, self.captures.lying(what.cards))
        self.stage.go(reach)
        times = [round(start, 3), round(self.stage.now, 3)]
        self.also.append(
            {"do": "last cards", "seat": what.seat, "cards": [str(c) for c in what.cards], "t": times}
        )
        if self.captures.happens("counting"):
            self.also += everybody_counts(self.stage)

    def _shuffled(self, what: Shuffled) -> None:
        """The hand is counted, the next dealer is given all the cards and shuffles."""
        stage, rng = self.stage, self.rng
        for name, does in (("gather", gather), ("shuffle", shuffle)):
            stage.wait(float(rng.uniform(0.5, 2.5)))
            start = stage.now
            does(stage, what.dealer)
            self.also.append({"do": name, "dealer": what.dealer, "t": [round(start, 3), round(stage.now, 3)]})
            if name == "gather" and self._amiss("seats", partial(move_on, stage, self.dealer)):
                self.habits = stage.habits
