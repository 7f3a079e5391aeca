"""A film put together: script, habits, camera, choreography, painter, arms and darkroom, all from one seed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from datasets import clutter
from datasets.decks import CARDS, Deck
from datasets.films import habits as ways
from datasets.films.acting import HandScript
from datasets.films.arms import Arm
from datasets.films.cameras import kind_of
from datasets.films.choreography import Choreography, choreograph
from datasets.films.develop import Darkroom
from datasets.films.evenings import camera, table
from datasets.films.hands import person
from datasets.films.moving import Mover
from datasets.films.places import Room, block
from datasets.films.props import PACK, Draughtsman, spots
from datasets.films.rounds import play_round, write_round
from datasets.films.rows import face_to_face, make_ready
from datasets.films.script import Script, write
from datasets.films.showdown import play_showdown, write_showdown
from datasets.films.sleeves import sleeve
from datasets.films.still import Painter, width_of
from datasets.films.tables import COVERS
from datasets.films.tables import table as bare_table
from datasets.films.timeline import Cloth, Lying, Pose, Thing
from datasets.films.tricks import PLACES, play_tricks, write_tricks
from datasets.films.troubles import Troubles
from datasets.films.view import View
from engine.header import GAME, RULES, Header

Image = NDArray[np.uint8]

WRITERS = {"malilla": write_tricks, "crash": write_showdown, "backhand": write_round}
"""How a hand of each game but Porrazo is written."""
IN_ROWS = {"crash": play_showdown, "backhand": play_round}
"""The games whose cards lie in a row before each player, and how they are played out."""


@dataclass(frozen=True, slots=True)
class Order:
    """What film is wanted. None lets the seed choose; ``plays`` ends a hand after so many plays, ``hands`` the match
    after so many hands; ``camera`` is a kind of ``cameras.KINDS``, or None for the level's own. ``game`` is "porrazo"
    or one of ``WRITERS``; ``trick`` where Malilla's cards are laid, one of ``tricks.PLACES``.
    """

    seed: int
    level: str
    players: int | None = None
    teams: bool | None = None
    plays: int | None = None
    fps: int = 12
    bottom: int | None = None
    porrazo: str | None = None
    table: str | None = None
    hands: int = 1
    camera: str | None = None
    rules: str = RULES
    game: str = GAME
    trick: str | None = None


@dataclass(frozen=True, slots=True)
class Film:
    """A film that is ready to be shot, and everything that the truth beside it tells."""

    order: Order
    script: Script | HandScript
    habits: ways.Habits
    view: View
    optics: ways.Optics
    deck: Deck
    room: Room
    played: Choreography
    props: tuple[tuple[str, float, float], ...]
    troubles: Troubles

    @property
    def frames(self) -> int:
        """How many frames it has."""
        return int(self.played.timeline.seconds * self.order.fps)


def prepare(order: Order, decks: list[Deck]) -> Film:
    """Decide everything about a film, short of its pixels. The same order and decks give the same film.

    A seed's hand is the same at every level.
    """
    header, script = scripted(order)
    rng = np.random.default_rng([order.seed, ways.number_of(order.level), 20])
    dealer, players = header.dealer, len(header.players)
    people = _habits(rng, order, players)
    people = face_to_face(people) if order.game in IN_ROWS else people
    view = View.of(ways.aim(rng, order.level, order.camera), kind_of(order.camera).size)
    deck = decks[int(rng.integers(len(decks)))]
    room = Room(rng, view, people, dealer, width_of(deck))
    if order.game in IN_ROWS:
        make_ready(room, dealer)
    props = spots(rng, view, people.props, room.kept())
    room.obstacles = [block(x, y, 40) for _, x, y in props]
    played = _played(rng, order, script, people, room)
    optics = ways.optics(rng, order.level, played.timeline.seconds, order.camera)
    dice = np.random.default_rng([order.seed, ways.number_of(order.level), 22])
    troubles = Troubles.draw(dice, camera(order.level), played.timeline.seconds)
    return Film(order, script, people, view, optics, deck, room, played, tuple(props), troubles)


def _played(
    rng: np.random.Generator, order: Order, script: Script | HandScript, people: ways.Habits, room: Room
) -> Choreography:
    """The script played out."""
    if isinstance(script, HandScript):
        if order.game in IN_ROWS:
            return IN_ROWS[order.game](rng, script, people, room)
        return play_tricks(rng, script, people, room, place_of(order))
    return choreograph(rng, script, people, room)


def place_of(order: Order) -> str:
    """Where cards are laid to a trick."""
    return order.trick or str(np.random.default_rng([order.seed, 29]).choice(PLACES))


def scripted(order: Order) -> tuple[Header, Script | HandScript]:
    """Who plays, and what."""
    rng = np.random.default_rng([order.seed, 19])
    if order.game != GAME:
        if order.game == "crash" and order.players is not None:
            hand = write_showdown(rng, order.plays, order.players)
        else:
            hand = WRITERS[order.game](rng, order.plays)
        return hand.header, hand
    header = _header(rng, order)
    return header, write(rng, header, order.plays, order.hands)


def _header(rng: np.random.Generator, order: Order) -> Header:
    players = (
        order.players
        if order.players is not None
        else int(rng.choice([2, 3, 4, 5], p=[0.4, 0.25, 0.25, 0.1]))
    )
    together = bool(rng.random() < 0.5) if order.teams is None else order.teams
    teams = ((0, 2), (1, 3)) if players == 4 and together else None
    names = tuple(f"P{k + 1}" for k in range(players))
    return Header(names, order.rules, teams, int(rng.integers(players)))


def _habits(rng: np.random.Generator, order: Order, players: int) -> ways.Habits:
    found = ways.habits(rng, order.level, order.seed, players, order.bottom)
    dice = np.random.default_rng([order.seed, ways.number_of(order.level), 26])
    found = _evenings(dice, found)
    return replace(found, porrazo=order.porrazo or found.porrazo, table=order.table or found.table)


def _evenings(dice: np.random.Generator, found: ways.Habits) -> ways.Habits:
    """What an evening's table has besides: a printed cloth, a second pack in sight, worn cards."""
    rolled, cover, wear = dice.random(3), str(dice.choice(COVERS)), float(dice.uniform(0.3, 1))
    chances = table(found.level)
    if rolled[0] < chances.get("printed", 0):
        found = replace(found, table=cover)
    if rolled[1] < chances.get("second_pack", 0):
        found = replace(found, props=(*found.props, PACK))
    return replace(found, wear=wear) if rolled[2] < chances.get("worn", 0) else found


@dataclass(frozen=True, slots=True)
class Stage:
    """All that paints a film's frames: the bare table, what lies on it, what moves over it, and the darkroom."""

    bare: Image
    painter: Painter
    mover: Mover
    darkroom: Darkroom

    def pulled(self, cloth: Cloth) -> Image:
        """A copy of the bare table, its cloth moved; what stands on it goes along."""
        if cloth == Cloth():
            return self.bare.copy()
        plane = self.painter.view.at_height(0.0)
        by = plane @ cloth.matrix() @ np.linalg.inv(plane)
        size = self.painter.view.size
        return np.asarray(cv2.warpPerspective(self.bare, by, size, borderMode=cv2.BORDER_REFLECT), np.uint8)


def stage(film: Film, table_top: Image | None = None) -> Stage:
    """The stage of a film, its table laid; the same film gives the same stage. ``table_top``: a bare table to use in
    place of its own.
    """
    rng = np.random.default_rng([film.order.seed, ways.number_of(film.order.level), 21])
    lamp, timeline = film.optics.lamp, film.played.timeline
    own = np.array(film.deck.backs[0]) if len(film.deck.backs) else clutter.back(rng, film.deck.aspect)
    painter = Painter(film.view, lamp, film.deck, own, film.room.width, film.habits.wear)
    arms = _arms(rng, film)
    bare = bare_table(rng, film.habits.table, film.view) if table_top is None else table_top.copy()
    draughtsman = Draughtsman(rng, film.view, lamp, bare)
    for name, x, y in film.props:
        if name == PACK:
            _second_pack(film, bare, x, y)
        else:
            draughtsman.draw(name, x, y)
    mover = Mover(painter, arms, float(rng.uniform(0.012, 0.035)))
    darkroom = Darkroom(rng, film.view, film.optics, timeline.seconds, film.troubles)
    return Stage(bare, painter, mover, darkroom)


def _second_pack(film: Film, bare: Image, x: float, y: float) -> None:
    """Another pack of the same make lies there, with another back; a card of it may lie open on top."""
    dice = np.random.default_rng([film.order.seed, ways.number_of(film.order.level), 28])
    painter = Painter(
        film.view, film.optics.lamp, film.deck, clutter.back(dice, film.deck.aspect), film.room.width, 0.0
    )
    pose = Pose(x, y, float(dice.uniform(0, 360)))
    painter.packet(bare, Lying(Thing(None, 51), pose), 0.0, 6)
    if dice.random() < 0.4:
        painter.card(bare, Lying(Thing(str(dice.choice(CARDS))), pose), 15.0)


def _arms(rng: np.random.Generator, film: Film) -> tuple[Arm, ...]:
    """The arms that play, by seat; then everybody's other arm; then that of somebody who looks on."""
    people = [(person(rng), sleeve(rng), seat.left_handed) for seat in film.habits.seats]
    playing = [Arm(who, dress, left) for who, dress, left in people]
    other = [Arm(who, dress, not left) for who, dress, left in people]
    dice = np.random.default_rng([film.order.seed, ways.number_of(film.order.level), 25])
    return (*playing, *other, Arm(person(dice), sleeve(dice), False))


def shoot(film: Film, frames: Iterable[int] | None = None, on: Stage | None = None) -> Iterator[Image]:
    """The frames of a film, BGR uint8 (h, w, 3); or only those of these numbers, in rising order."""
    on = on or stage(film)
    timeline = film.played.timeline
    lying: tuple[object, ...] | None = None
    still = on.bare
    last: Image | None = None
    for k in range(film.frames) if frames is None else frames:
        t = k / film.order.fps
        if last is not None and film.troubles.frozen(t):
            yield last
            continue
        resting = [each for each in film.played.articles if each.rests(t)]
        now = (timeline.top(t), film.played.cloth_at(t), *resting)
        if now != lying:
            lying, still = now, on.pulled(film.played.cloth_at(t))
            on.painter.paint(still, timeline.top(t))
            for each in resting:
                each.draw(still, film.view, film.optics.lamp, t)
        base, moved = still, [each for each in film.played.articles if each.place(t) and not each.rests(t)]
        if moved:
            base = still.copy()
            for each in moved:
                each.draw(base, film.view, film.optics.lamp, t)
        picture = on.mover.over(base, timeline, t)
        last = on.darkroom.develop(picture, t, 0.0 if picture is still else 0.2)
        yield last
