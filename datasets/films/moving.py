"""What moves, laid over the resting table: arms, the cards they carry, their shadows, all blurred by their speed."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from datasets.films.arms import Arm
from datasets.films.hands import ACROSS, ARM
from datasets.films.still import Painter, box_of
from datasets.films.timeline import SHEET, Gesture, Key, Pose, Slide, Thing, Timeline
from datasets.films.view import Matrix

Image = NDArray[np.uint8]
Box = tuple[int, int, int, int]

RISE = 0.16
"""How much an arm rises for each mm that it is further from the fingertips."""
STEP = 7.0
"""A movement is blurred by pictures at most so many pixels apart."""
MOST = 7


@dataclass(frozen=True, slots=True)
class Piece:
    """A premultiplied BGRA picture, where it goes in the frame, and where its shadow falls."""

    flat: Image
    matrix: Matrix
    shadow: Matrix
    height: float


@dataclass(slots=True)
class Mover:
    """Lays everything that moves at a time over a frame."""

    painter: Painter
    arms: tuple[Arm, ...]
    exposure: float
    """Seconds for which the shutter is open."""

    def over(self, still: Image, timeline: Timeline, t: float) -> Image:
        """The frame at ``t``: the resting table with what moves; the same picture where nothing does."""
        gestures, slides = timeline.moving(t)
        if not gestures and not slides:
            return still
        count = self._pictures(gestures, slides, t)
        times = t + (np.arange(count) + 0.5 - count / 2) / count * self.exposure
        moments = [self._pieces(gestures, slides, float(s)) for s in times]
        picture = still.copy()
        self._shadows(picture, moments[len(moments) // 2])
        boxes = [
            box
            for pieces in moments
            for p in pieces
            if (box := box_of(p.flat.shape, p.matrix, still.shape, 2))
        ]
        if not boxes:
            return picture
        b = np.array(boxes)
        box = (int(b[:, 0].min()), int(b[:, 1].min()), int(b[:, 2].max()), int(b[:, 3].max()))
        self._blend(picture, moments, box)
        return picture

    def _pictures(self, gestures: list[Gesture], slides: list[Slide], t: float) -> int:
        """How many pictures are laid over one another for the blur: as many as the fastest corner needs."""
        before, after = (self._pieces(gestures, slides, t + s * self.exposure) for s in (-0.5, 0.5))
        moved = [np.abs(_far_end(p) - _far_end(q)).max() for p, q in zip(before, after, strict=False)]
        return int(np.clip(np.ceil(max(moved, default=0.0) / STEP), 1, MOST))

    def _pieces(self, gestures: list[Gesture], slides: list[Slide], t: float) -> list[Piece]:
        """Everything that moves at a moment, lowest first."""
        pieces = [piece for s in slides for piece in self._card(s.what, s.pose(t))]
        for g in gestures:
            for thing, pose in reversed(g.carried(t)):
                pieces += self._card(thing, pose)
            pieces.append(self.arm(g, t))
        return pieces

    def _card(self, thing: Thing, pose: Pose) -> list[Piece]:
        """A carried card, or a packet: its lower cards, then the uppermost."""
        found = []
        dx, dy = self.painter.lamp.slope()
        steps = range(min(thing.count, 3) - 1, -1, -1)
        for k in steps:
            at = Pose(
                pose.x + 0.5 * k,
                pose.y - 0.7 * k,
                pose.turn + 0.5 * k,
                max(pose.z - SHEET * k, 0.2),
                pose.roll,
            )
            flat, matrix = self.painter.sheet(thing.name, at)
            low = Pose(at.x + dx * at.z, at.y + dy * at.z, at.turn, 0, at.roll)
            found.append(Piece(flat, matrix, self.painter.sheet(thing.name, low)[1], at.z))
        return found

    def arm(self, gesture: Gesture, t: float) -> Piece:
        """An arm at a moment."""
        hand = gesture.hand(t)
        bearing = gesture.bearing(hand)
        arm = self.arms[gesture.seat]
        flat = arm.sprite(hand.spread, self.painter.lamp, bearing)
        places = self._corners(arm, hand, bearing)
        view, (dx, dy) = self.painter.view, self.painter.lamp.slope()
        low = places.copy()
        low[:, 0] += dx * places[:, 2]
        low[:, 1] += dy * places[:, 2]
        low[:, 2] = 0
        shape = (flat.shape[0], flat.shape[1])
        return Piece(flat, view.sheet(shape, places), view.sheet(shape, low), hand.z + 40)

    def _corners(self, arm: Arm, hand: Key, bearing: float) -> NDArray[np.float64]:
        """Where the corners (4, 3) of an arm's picture are, clockwise from its top left (the far end, its left)."""
        tip_u, tip_v = arm.tips(hand.spread)
        a = np.radians(bearing)
        corners = []
        for u, v in ((ARM[0], ACROSS[0]), (ARM[1], ACROSS[0]), (ARM[1], ACROSS[1]), (ARM[0], ACROSS[1])):
            ahead, right = u - tip_u, v - tip_v
            x = hand.x + ahead * np.cos(a) + right * np.sin(a)
            y = hand.y + ahead * np.sin(a) - right * np.cos(a)
            corners.append((x, y, max(hand.z + 14 - RISE * ahead, 4)))
        return np.array(corners)

    def _shadows(self, picture: Image, pieces: list[Piece]) -> None:
        """Darken the table under what moves, softly: at a quarter of the size, blurred by the height."""
        rows, columns = picture.shape[:2]
        quarter, size = np.diag([0.25, 0.25, 1.0]), (columns // 4, rows // 4)
        dark = np.zeros((size[1], size[0]), np.float32)
        for piece in pieces:
            alpha = cv2.resize(piece.flat[..., 3], None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)
            warped = cv2.warpPerspective(alpha, quarter @ piece.shadow @ np.diag([2.0, 2.0, 1.0]), size)
            blur = (0.6 + 0.045 * piece.height) * self.painter.view.px_per_mm / 1.6
            dark = np.maximum(dark, cv2.GaussianBlur(warped, (0, 0), max(blur, 0.6)).astype(np.float32))
        touched = np.argwhere(dark > 2)
        if not len(touched):
            return
        (y0, x0), (y1, x1) = touched.min(0), touched.max(0) + 1
        share = dark[y0:y1, x0:x1] * ((0.25 + 0.6 * self.painter.lamp.direct) / 255)
        place = picture[y0 * 4 : y1 * 4, x0 * 4 : x1 * 4]
        light = cv2.resize(1 - share, (place.shape[1], place.shape[0]), interpolation=cv2.INTER_LINEAR)
        place[:] = (place * light[..., None]).astype(np.uint8)

    def _blend(self, picture: Image, moments: list[list[Piece]], box: Box) -> None:
        """Lay the mean of all moments' pictures over a part of the frame."""
        x0, y0, x1, y1 = box
        shift = np.array([[1, 0, -x0], [0, 1, -y0], [0, 0, 1]], np.float64)
        total = np.zeros((y1 - y0, x1 - x0, 4), np.float32)
        layer = np.empty(total.shape, np.uint8)
        for pieces in moments:
            layer[:] = 0
            for piece in pieces:
                _lay_over(layer, piece.flat, shift @ piece.matrix)
            cv2.accumulate(layer, total)
        total /= len(moments)
        place = picture[y0:y1, x0:x1]
        place[:] = (place * (1 - total[..., 3:] / 255) + total[..., :3]).clip(0, 255).astype(np.uint8)


def _far_end(piece: Piece) -> NDArray[np.float64]:
    """The right-hand corners (2, 2) of a piece in the frame: an arm's fingers, a card's side."""
    height, width = piece.flat.shape[:2]
    ends = np.array([[[width, 0.0]], [[width, height]]], np.float64)
    return np.asarray(cv2.perspectiveTransform(ends, piece.matrix).reshape(2, 2), np.float64)


def _lay_over(layer: Image, flat: Image, matrix: Matrix) -> None:
    """Lay a premultiplied picture over a premultiplied layer."""
    box = box_of(flat.shape, matrix, layer.shape, 1)
    if box is None:
        return
    x0, y0, x1, y1 = box
    shift = np.array([[1, 0, -x0], [0, 1, -y0], [0, 0, 1]], np.float64)
    warped = cv2.warpPerspective(flat, shift @ matrix, (x1 - x0, y1 - y0), flags=cv2.INTER_LINEAR)
    place = layer[y0:y1, x0:x1]
    if not place.any():
        place[:] = warped
        return
    rest = cv2.cvtColor(255 - warped[..., 3], cv2.COLOR_GRAY2BGRA)
    rest[..., 3] = 255 - warped[..., 3]
    place[:] = cv2.add(warped, cv2.multiply(place, rest, scale=1 / 255))
