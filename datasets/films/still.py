"""Things that lie still, painted on the table: cards, packets and stock with their edges and shadows."""

from __future__ import annotations

from dataclasses import dataclass, field

import cv2
import numpy as np
from numpy.typing import NDArray

from datasets.decks import CARDS, Deck
from datasets.films.arms import Lamp
from datasets.films.timeline import CARD_HEIGHT, SHEET, Lying, Pose, Top
from datasets.films.view import Matrix, View

Image = NDArray[np.uint8]
Colour = NDArray[np.float32]

PAPER = np.array([232, 240, 243], np.float32) / 255
"""How bright card stock is beside white, BGR."""
OUTLINE = 9
"""A drawn outline lies within half so many pixels of the edge."""
WIDTHS = (57.0, 63.5)
"""Bridge and poker cards, mm: a deck's pictures are fitted to the nearer one."""


def width_of(deck: Deck) -> float:
    """The width of a deck's cards in mm."""
    return min(WIDTHS, key=lambda width: abs(width / CARD_HEIGHT - deck.aspect))


@dataclass(slots=True)
class Painter:
    """Paints flat things into a picture under one camera and one lamp."""

    view: View
    lamp: Lamp
    deck: Deck
    back: Image
    width: float
    wear: float = 0.0
    """How worn the cards are, 0 to 1: grey edges, smudges, folded corners, and none lies flat."""
    _faces: dict[str, Image] = field(default_factory=dict)

    def face(self, name: str | None) -> Image:
        """A card's face, or the back, BGRA: shrunk to about its size in the picture, as light falls on card stock."""
        key = name or ""
        if key not in self._faces:
            flat = without_outline(
                self.back if name is None else np.array(self.deck.faces[CARDS.index(name)])
            )
            height = CARD_HEIGHT * self.view.px_per_mm * 1.35
            size = (round(height * self.width / CARD_HEIGHT), round(height))
            small = cv2.resize(flat, size, interpolation=cv2.INTER_AREA)
            lit = small[..., :3] * PAPER
            rim = cv2.erode(small[..., 3], np.ones((3, 3), np.uint8))[..., None].astype(np.float32) / 255
            lit = lit * (0.86 + 0.14 * rim)  # cut edges are a little darker
            alpha = small[..., 3:].astype(np.float32) / 255
            if self.wear:
                lit = lit * worn(np.asarray(alpha, np.float32), self.wear, sum(key.encode()))
            self._faces[key] = np.dstack([lit * alpha, small[..., 3]]).clip(0, 255).astype(np.uint8)
        return self._faces[key]

    def sheet(self, name: str | None, pose: Pose) -> tuple[Image, Matrix]:
        """The picture of a card as it lies or is carried, and the homography from it to pixels."""
        turned = 90 < pose.roll % 360 < 270
        flat = self.face(None if turned else name)
        corners = pose.corners(self.width)
        if turned:  # the back's own left is the face's right
            corners = corners[[1, 0, 3, 2]]
        return flat, self.view.sheet((flat.shape[0], flat.shape[1]), corners)

    def paint(self, picture: Image, top: Top) -> None:
        """Paint the table as it lies into a picture of the bare table."""
        for packets in ((top.stock,) if top.stock else (), *top.piles):
            height = 0.0
            for k, packet in enumerate(packets):
                covered = k < len(packets) - 3  # lower packets hardly show
                self.packet(picture, packet, height, 2 if covered else 6)
                height += packet.what.count * SHEET
        for card in top.cards:
            self.card(picture, card, self._height(card, top))

    def _height(self, card: Lying, top: Top) -> float:
        """A card half over another lies a little higher."""
        below = top.cards[: top.cards.index(card)]
        return 0.8 * any(np.hypot(card.pose.x - b.pose.x, card.pose.y - b.pose.y) < 60 for b in below)

    def card(self, picture: Image, card: Lying, height: float) -> None:
        """Paint one card lying face up: no card lies quite flat, so each shades a little to one side."""
        flat, matrix = self.sheet(card.what.name, card.pose)
        self.shade(picture, card.pose, 0.9 + height, 0.5)
        bend = hash_of(card)
        slope = 0.05 + 0.12 * self.wear
        self.lay(picture, flat, matrix, 1 + 0.02 * np.cos(bend), slope * np.sin(bend))

    def packet(self, picture: Image, packet: Lying, height: float, layers: int) -> None:
        """Paint cards lying on each other face down: their white edges, then the uppermost back."""
        thick = packet.what.count * SHEET
        self.shade(picture, packet.pose, height + thick, 0.6)
        edge = np.dstack([np.full((*self.face(None).shape[:2], 3), 205, np.uint8), self.face(None)[..., 3]])
        edge[..., :3] = edge[..., :3] * (edge[..., 3:] / 255.0) * PAPER
        steps = min(layers, max(packet.what.count - 1, 0))
        for k in range(steps):
            z = height + thick * k / steps
            pose = Pose(packet.pose.x, packet.pose.y, packet.pose.turn, z, 180)
            _, matrix = self.sheet(None, pose)
            self.lay(picture, edge, matrix, 0.78 + 0.16 * (k % 2) + 0.04 * k / steps, 0.0)
        pose = Pose(packet.pose.x, packet.pose.y, packet.pose.turn, height + thick, 180)
        flat, matrix = self.sheet(None, pose)
        self.lay(picture, flat, matrix, 0.98, 0.02)

    def lay(self, picture: Image, flat: Image, matrix: Matrix, bright: float, slope: float) -> None:
        """Warp a premultiplied BGRA picture in, ``bright`` times as light, by ``slope`` more at its top than below."""
        box = box_of(flat.shape, matrix, picture.shape, 2)
        if box is None:
            return
        x0, y0, x1, y1 = box
        shift = np.array([[1, 0, -x0], [0, 1, -y0], [0, 0, 1]], np.float64)
        if slope:
            ramp = np.linspace(bright + slope, bright - slope, flat.shape[0], dtype=np.float32)[:, None, None]
            flat = np.dstack([np.clip(flat[..., :3] * ramp, 0, 255).astype(np.uint8), flat[..., 3]])
            bright = 1.0
        warped = cv2.warpPerspective(flat, shift @ matrix, (x1 - x0, y1 - y0), flags=cv2.INTER_LINEAR).astype(
            np.float32
        )
        place = picture[y0:y1, x0:x1]
        place[:] = (
            (place * (1 - warped[..., 3:] / 255) + warped[..., :3] * bright).clip(0, 255).astype(np.uint8)
        )

    def shade(self, picture: Image, pose: Pose, height: float, strength: float) -> None:
        """Darken the table beside a thing ``height`` mm tall: its cast shadow and the dark line where it touches."""
        scale = self.view.px_per_mm
        dx, dy = self.lamp.slope()
        cast = Pose(pose.x + dx * height, pose.y + dy * height, pose.turn)
        self.darken(picture, cast, (0.7 + 0.35 * height) * scale, strength * (0.35 + 0.65 * self.lamp.direct))
        self.darken(picture, pose, (1.6 + 0.3 * height) * scale, 0.26)

    def darken(self, picture: Image, pose: Pose, blur: float, strength: float) -> None:
        """Multiply a card-shaped soft shadow into the picture."""
        corners = self.view.project(pose.corners(self.width))
        margin = int(3 * blur + 4)
        rows, columns = picture.shape[:2]
        x0, y0 = np.maximum(np.floor(corners.min(0)).astype(int) - margin, 0)
        x1, y1 = np.minimum(np.ceil(corners.max(0)).astype(int) + margin, (columns, rows))
        if x1 <= x0 or y1 <= y0:
            return
        mask = np.zeros((y1 - y0, x1 - x0), np.uint8)
        cv2.fillConvexPoly(mask, np.round((corners - (x0, y0)) * 16).astype(np.int32), 255, cv2.LINE_AA, 4)
        soft = cv2.GaussianBlur(mask, (0, 0), max(blur, 0.6)).astype(np.float32)[..., None] * (strength / 255)
        place = picture[y0:y1, x0:x1]
        place[:] = (place * (1 - soft)).astype(np.uint8)


def worn(alpha: Colour, wear: float, number: int) -> Colour:
    """How much light a face (h, w, 1) still throws back, (h, w, 3), that was played with for years: grey at its edges,
    smudged, yellow, a corner folded and flattened.
    """
    rng = np.random.default_rng([29, number])
    height, width = alpha.shape[:2]
    inside = cv2.GaussianBlur(np.pad(alpha[..., 0], 4), (0, 0), height * 0.02)[4:-4, 4:-4, None]
    grime = cv2.resize(rng.standard_normal((7, 5)).astype(np.float32), (width, height))[..., None]
    dirt = 0.35 * np.clip(1.1 - inside, 0, 1) + 0.06 * np.clip(grime, 0, 2)
    left = np.clip(1 - wear * dirt * np.array([1.25, 1.0, 0.9], np.float32), 0, 1)
    if rng.random() < 0.4 * wear:
        size = float(rng.uniform(0.1, 0.22)) * width
        y, x = np.mgrid[0:height, 0:width].astype(np.float32)
        across, down = (x if rng.random() < 0.5 else width - x), (y if rng.random() < 0.5 else height - y)
        away = (across + down - size)[..., None]
        left = left * (1 - 0.3 * np.exp(-(away**2) / 6)) * np.where(away < 0, 0.9, 1)
    return np.asarray(left, np.float32)


def without_outline(flat: Image) -> Image:
    """Artwork without the line that some draw round a card: on paper there is none."""
    solid = cv2.copyMakeBorder(flat[..., 3], 1, 1, 1, 1, cv2.BORDER_CONSTANT, value=(0,))
    inner, deeper = (
        cv2.erode(solid, np.ones((k, k), np.uint8))[1:-1, 1:-1] for k in (OUTLINE, OUTLINE * 2 + 3)
    )
    rim = (flat[..., 3] > 0) & (inner < 128)
    margin = (inner >= 128) & (deeper < 128)
    paper = np.median(flat[margin][:, :3], axis=0)
    if paper.mean() < 190 or flat[rim][:, :3].mean() > paper.mean() - 12:
        return flat
    clean = flat.copy()
    clean[rim, :3] = paper.astype(np.uint8)
    return clean


def hash_of(card: Lying) -> float:
    """An angle that is always the same for a card lying there, and another for any other."""
    return (CARDS.index(str(card.what.name)) * 2.399 + card.pose.turn * 0.01) % (2 * np.pi)


def box_of(
    flat: tuple[int, ...], matrix: Matrix, picture: tuple[int, ...], margin: int
) -> tuple[int, int, int, int] | None:
    """The pixels (x0, y0, x1, y1) that a warped picture covers, or None where it lies outside."""
    height, width = flat[:2]
    outline = np.array([[[0, 0]], [[width, 0]], [[width, height]], [[0, height]]], np.float64)
    corners = cv2.perspectiveTransform(outline, matrix).reshape(4, 2)
    x0, y0 = np.maximum(np.floor(corners.min(0)).astype(int) - margin, 0)
    x1, y1 = np.minimum(np.ceil(corners.max(0)).astype(int) + margin, (picture[1], picture[0]))
    return (int(x0), int(y0), int(x1), int(y1)) if x1 - x0 > 2 and y1 - y0 > 2 else None
