"""Arrival: since when a card has lain where it is seen, and from where the arm came that laid it there.

A card is often seen late: an arm still lies over it, the player's own or the next one's. Two cards laid quickly, one
after the other, are then seen in the wrong order, and who captured is wrong. So once a card is seen clearly, the small
pictures of the last seconds are looked through backwards, at its place, from when it was first found:

1. As long as something moves there, arms come and go: go on. Also where nothing moves and the card's print shows: it
   lay there, and was not found.
2. Where nothing moves and its print does not show, the card had not come yet, unless the most of it shows earlier: then
   an arm lies still on it. That is how the place looked before.
3. Of the pictures after that, the oldest in which enough of the place looks as it does now has the card in it, perhaps
   partly under the arm that laid it.

Where every calm picture of the last seconds shows the place as now, nothing came: what was found there is print, or a
card of a pack that nobody plays with.

What moved about that moment, in one piece with the card's place and with the picture's border, is the arm. None is
known where nobody saw all of the time since the card did not lie there: the arm that shows then may be the next one's.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass
from itertools import pairwise

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.arrays import Floats, Image, Mask
from vision.geometry import quads
from vision.tracking.background import Background
from vision.view.cells import cells_inside, cells_of, entries, median_colour

Cells = tuple[NDArray[np.intp], ...]
"""Which cells of a small picture: their rows and columns."""

KEPT_S, PICTURES_A_SECOND = 8.0, 8.0
"""For how long pictures are kept, and how many a second at most: quick cameras give more than tell anything."""
BUMPED_PX = 2.0
"""Pixels: before the camera moved by more, a place in the picture was another place of the table."""
INNER = 0.9
"""The sides of what of a card's place is looked at, as shares of the card's: its outline may be a little off."""
ALIKE_GREY = 30.0
"""Grey levels in the worst channel by which a cell may differ and look the same: an arm's shadow may lie on it. In poor
light all differs by less, and less is the same (`_alike_within`).
"""
WELL_LIT, LIT_SHARE = 150.0, 0.75
"""The grey level that this share of a card's cells, most of them white, stays below in good light. A red nine on dark
wood, in a dim room at 84, differed from the wood by 20.
"""
UNCOVERED_SHARE = 0.3
"""The share of what tells that must look as it does now, at least: the arm that lays the card covers the rest."""
LEAST_CELLS = 15
"""The least cells that tell a card from what was there before, and that its print must have: fewer may be noise."""
PRINT_SHARE = 0.7
"""The share of the print's cells that look as now from which on the card lay there."""
MOST_SHARE = 0.5
"""The share of the print's cells, and of all, that look as now in a picture in which the card surely lies there."""
CALM_SHARE = 0.08
"""The share of the place up to which nothing moves there: grain, and a shadow's edge."""
APART_S = 1.0
"""Seconds between two pictures of how a place was before: a lens that hunts for its focus may take as long."""
SHARED = 0.1
"""A card that left and shared more of the place than this lay there before: the search goes back no further."""
COMPARED_SHARE = 0.2
"""The least share of a place that must be left to compare: of a card under the middle of another, about a third is."""
NOTHING_CAME_S, SAME_SHARE = 5.0, 0.9
"""Seconds for which a place must have looked as now, in this share of it, before anything was found there, for nothing
to have come. In six evenings, some 250 cards laid, that was so at two places, and neither was a card's (script not
kept).
"""
ARM_BEFORE_S, ARM_AFTER_S = 0.5, 0.35
"""Seconds around the arrival in which the arm that brought the card moves over its place."""
UNSEEN_S = 0.7
"""Seconds without a picture after which an arm that shows may be the next player's."""
ARM_GOES_S = 0.5
"""Seconds after which an arm that has laid a card is gone from it."""
LAMP_SHARE = 0.5
"""If more of the picture changes at once, that is a lamp and no arm."""


@dataclass(frozen=True, slots=True)
class Arrival:
    """``at``: since when a card has lain at its place, seconds. ``arms``: from where arms reached there then, degrees
    round the picture's middle (0 right, 90 below), the broadest first; none where nothing is known of it. ``came``:
    whether anything came at all; not where the place looked as now long before it was found.
    """

    at: float
    arms: tuple[float, ...] = ()
    came: bool = True


@dataclass(frozen=True, slots=True, eq=False)
class Picture:
    """One small picture: ``look`` (h, w, 3) uint8, ``moving`` (h, w) the cells that move, ``bumped`` (2,) by how many
    pixels the camera had moved by then, ``light`` (3,) its median colour: most of a picture is bare table, so that
    tells the light.
    """

    t: float
    look: Image
    moving: Mask
    bumped: Floats
    light: Floats


@dataclass(frozen=True, slots=True, eq=False)
class Look:
    """How a place looked at ``t`` seconds: its ``cells`` (n, 3), and whether it was ``calm``: nothing moved there."""

    t: float
    cells: Floats
    calm: bool

    def alike(self, other: Look) -> float:
        """The share of the place that looks the same as in another picture, in which the card lies there."""
        return float(self.same(other).mean())

    def same(self, other: Look) -> Mask:
        """Which cells (n,) look the same as in another picture."""
        return np.asarray(np.abs(self.cells - other.cells).max(1) < _alike_within(other.cells), bool)

    def alike_where(self, other: Look, where: Mask, few: float) -> float:
        """The share of these cells (n,) that look the same as in another picture; ``few`` where they are too few to
        tell.
        """
        return float(self.same(other)[where].mean()) if where.sum() >= LEAST_CELLS else few

    @property
    def printed(self) -> Mask:
        """The cells (n,) of a card's place, with the card, that are its print."""
        return _printed(self.cells)


class Arrivals:
    """Remembers the last seconds. Give every frame to ``see`` and every card that leaves to ``left``."""

    def __init__(self) -> None:
        self._pictures: deque[Picture] = deque()
        self._stood: list[Picture] | None = None
        self._left: list[tuple[float, Floats]] = []

    def see(self, background: Background, t: float) -> None:
        """Keep the frame that the background has just taken in, ``t`` seconds into the source; one that only repeats
        the frame before shows nothing of that time, and is not to be kept.
        """
        if self._pictures and t - self._pictures[-1].t < 0.9 / PICTURES_A_SECOND:
            return
        look = background.picture.astype(np.uint8)
        light = np.maximum(median_colour(look), np.float32(1.0))
        self._pictures.append(Picture(t, look, background.moving_cells, background.bumped, light))
        self._stood = None
        while self._pictures[0].t < t - KEPT_S:
            self._pictures.popleft()
        self._left = [(then, place) for then, place in self._left if then >= t - KEPT_S]

    def left(self, corners: Floats, t: float) -> None:
        """A card that lay at ``corners`` (4, 2) until now is gone."""
        self._left.append((t, corners))

    def forget(self) -> None:
        """What was seen so far is of no use: the pictures have another size."""
        self._pictures.clear()
        self._stood = None
        self._left.clear()

    def of(self, corners: Floats, since: float, others: list[Floats]) -> Arrival:
        """The arrival of the card that is seen clearly at ``corners`` (4, 2) in the newest picture, and was first found
        there at ``since`` seconds. ``others``: the outlines of the other cards that lie there now.
        """
        these = self._cells(corners, others)
        if these is None:
            return Arrival(since, self._brought(corners, since, since - UNSEEN_S))
        pictures = [picture for picture in self._since_free(corners) if picture.t <= since]
        if self._nothing_came(pictures, these, since):
            return Arrival(since, came=False)
        not_yet, at = self._earliest(pictures, these) or (since - UNSEEN_S, since)
        brought = self._brought(corners, at, not_yet)
        return Arrival(max(not_yet, at - ARM_GOES_S) if self._had_gone(these, not_yet, at) else at, brought)

    def looks(self, corners: Floats, since: float, others: list[Floats]) -> list[Look]:
        """How the place of a card (4, 2) looked in each picture since the last calm one that is no newer than ``since``
        seconds, oldest first, while the camera stood as now; where ``others`` (4, 2) lie is left out. None where too
        little of the place is left to tell.
        """
        cells = self._cells(corners, others)
        if cells is None:
            return []
        found: list[Look] = []
        for picture in reversed(self._standing()):
            calm = self._calm(picture, cells)
            found.append(Look(picture.t, self._look(picture, cells), calm))
            if calm and picture.t <= since:
                break
        return found[::-1]

    def before_moves(self, corners: Floats, within: float) -> list[Picture]:
        """Pictures, about a second apart, newest first, in which it was calm at the place of a card (4, 2) before
        something moved there last, while the camera stood as now; none where it is not calm now, or has been for longer
        than ``within`` seconds.
        """
        inside, part = cells_inside(self._pictures[-1].moving.shape, corners, INNER)
        found: list[Picture] = []
        if not inside.any():
            return found
        moved = False
        for picture in reversed(self._standing()):
            calm = float(picture.moving[part][inside].mean()) < CALM_SHARE
            if moved and calm and (not found or found[-1].t - picture.t >= APART_S):
                found.append(picture)
            moved = moved or not calm
            if not moved and picture.t < self._pictures[-1].t - within:
                return []
        return found

    def _nothing_came(self, pictures: list[Picture], these: Cells, since: float) -> bool:
        """Whether a place, some cells of which are looked at, looked as now in all calm pictures, and those go back
        long before ``since`` seconds.
        """
        now = self._look(self._pictures[-1], these)
        within, printed = _alike_within(now), _printed(now)
        calm = [picture for picture in pictures if self._calm(picture, these)]
        if not calm or calm[0].t > since - NOTHING_CAME_S or printed.sum() < LEAST_CELLS:
            return False
        same = (np.abs(self._look(picture, these) - now).max(1) < within for picture in calm)
        return all(each.mean() >= SAME_SHARE and each[printed].mean() >= PRINT_SHARE for each in same)

    def _had_gone(self, these: Cells, not_yet: float, at: float) -> bool:
        """Whether the arm that laid a card had gone ``at`` seconds, when the card was seen first: nobody saw the table
        since ``not_yet``, and nothing moves at its place in the next picture. Of two cards that came meanwhile the one
        under an arm came last.
        """
        after = next((picture for picture in self._pictures if picture.t > at), None)
        return at - not_yet > UNSEEN_S and after is not None and self._calm(after, these)

    def _earliest(self, pictures: list[Picture], these: Cells) -> tuple[float, float] | None:
        """The times of two of these pictures, some cells of a place of which are looked at: the last in which the card
        did not lie there, and the oldest in which it did; None where that cannot be told.
        """
        calm = [self._calm(picture, these) for picture in pictures]
        now = self._look(self._pictures[-1], these)
        found = _oldest([self._look(picture, these) for picture in pictures], calm, now)
        return (pictures[found[0]].t, pictures[found[1]].t) if found is not None else None

    def _calm(self, picture: Picture, these: Cells) -> bool:
        return float(picture.moving[these].mean()) < CALM_SHARE

    def _cells(self, corners: Floats, others: list[Floats]) -> Cells | None:
        """The cells of a card's place (4, 2) where none of ``others`` (4, 2) lies; None where too few are left."""
        if not self._pictures:
            return None
        shape = self._pictures[-1].moving.shape
        place = filled(shape, corners)
        cells = place.copy()
        for other in others:
            if quads.overlap(corners, other)[1] > 0:
                cells &= ~filled(shape, other)
        return np.nonzero(cells) if cells.sum() >= max(1.0, COMPARED_SHARE * place.sum()) else None

    def _look(self, picture: Picture, cells: Cells) -> Floats:
        """Some cells (n, 3) of a picture as they would look in the newest one's light: a lamp that is switched changes
        every place, and no card.
        """
        return np.asarray(picture.look[cells] * (self._pictures[-1].light / picture.light), np.float32)

    def _standing(self) -> list[Picture]:
        """The pictures, oldest first, since the camera stood as now."""
        if self._stood is None:
            bumped = np.stack([picture.bumped for picture in self._pictures])
            elsewhere = np.flatnonzero(np.abs(bumped - bumped[-1]).max(1) > BUMPED_PX)
            self._stood = list(self._pictures)[elsewhere[-1] + 1 if len(elsewhere) else 0 :]
        return self._stood

    def _since_free(self, corners: Floats) -> list[Picture]:
        """The pictures, oldest first, since the camera stood as now and no other card lay at this place."""
        free = max(
            (t for t, other in self._left if quads.overlap(corners, other)[1] > SHARED), default=-np.inf
        )
        return [picture for picture in self._standing() if picture.t > free]

    def _brought(self, corners: Floats, at: float, not_yet: float) -> tuple[float, ...]:
        """From where arms reached to a place (4, 2) as a card came there, ``at`` seconds; none if nobody saw all of the
        time since ``not_yet``, when it did not lie there.
        """
        times = [picture.t for picture in self._pictures if picture.t <= at]
        gaps = (later > not_yet and later - one > UNSEEN_S for one, later in pairwise(times))
        if len(times) < 2 or any(gaps):
            return ()
        return self.arms(corners, at - ARM_BEFORE_S, at + ARM_AFTER_S)

    def arms(self, corners: Floats, since: float, until: float) -> tuple[float, ...]:
        """Where what moved over a place (4, 2) between two times comes in over the border, the broadest first."""
        moved: Mask | None = None
        for picture in self._pictures:
            if since <= picture.t <= until and picture.moving.mean() < LAMP_SHARE:
                moved = picture.moving if moved is None else moved | picture.moving
        if moved is None:
            return ()
        joined = cv2.dilate(moved.astype(np.uint8), np.ones((3, 3), np.uint8))
        _, pieces = cv2.connectedComponents(joined)
        touching = np.unique(pieces[filled(moved.shape, corners)])
        return entries(np.isin(pieces, touching[touching > 0]))


def _oldest(looks: list[Floats], calm: list[bool], now: Floats) -> tuple[int, int] | None:
    """The numbers of the last picture in which a card did not lie there, and of the oldest in which it did: ``looks``
    (cells, 3) are its place, ``calm`` whether nothing moved there, in each picture until the card was found; ``now``
    (cells, 3) is its place with the card. None where that cannot be told.
    """
    within, printed = _alike_within(now), _printed(now)
    same = [np.abs(look - now).max(1) < within for look in looks]
    shown = [float(each[printed].mean()) if printed.sum() >= LEAST_CELLS else 0.0 for each in same]
    # From when the most of it showed it lay there: what is calm and shows less of it later is an arm that rests on it.
    most = [k for k, each in enumerate(same) if min(shown[k], float(each.mean())) >= MOST_SHARE]
    without = [still and k not in most for k, still in enumerate(calm)]
    lay = next((k for k in most if not _bare_again(looks, without, k, within)), len(looks))
    k = len(looks) - 1
    while k > 0 and not (k <= lay and calm[k] and calm[k - 1] and shown[k] < PRINT_SHARE):
        k -= 1
    if k <= 0:
        return None
    telling = np.abs(now - looks[k]).max(1) > within
    if telling.sum() < LEAST_CELLS:
        return None
    for later in range(k + 1, len(looks)):
        if (np.abs(looks[later] - now)[telling].max(1) < within).mean() >= UNCOVERED_SHARE:
            return k, later
    return None


def _bare_again(looks: list[Floats], without: list[bool], k: int, within: float) -> bool:
    """Whether a place looked, after picture number ``k``, as it had before it, in calm pictures that show no card
    (``without``): what was there was none, but a hand.
    """
    before = next((looks[j] for j in range(k - 1, -1, -1) if without[j]), None)
    if before is None:
        return False
    after = (look for look, bare in zip(looks[k + 1 :], without[k + 1 :], strict=True) if bare)
    return any((np.abs(look - before).max(1) < within).mean() >= SAME_SHARE for look in after)


def _printed(card: Floats) -> Mask:
    """Which cells (n,) of a card's place (n, 3), with the card, are its print."""
    return np.asarray(np.abs(card - np.median(card, axis=0)).max(1) > _alike_within(card), bool)


def _alike_within(card: Floats) -> float:
    """By how many grey levels a cell may differ from one of a card's place (n, 3), with the card, and look the same."""
    light = float(np.quantile(card.max(1), LIT_SHARE))
    return ALIKE_GREY * min(1.0, light / WELL_LIT)


def filled(shape: tuple[int, ...], corners: Floats) -> Mask:
    """The cells (h, w) of a card's place (4, 2), a little inside its edge."""
    mask = np.zeros(shape, np.uint8)
    cv2.fillConvexPoly(mask, cells_of(corners, INNER), 1)
    return mask.astype(bool)
