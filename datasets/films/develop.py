"""From the table in even light to the frame of a film: lamps, exposure, colour, lens, shake, noise, JPEG."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from datasets.films.habits import Optics
from datasets.films.troubles import Troubles
from datasets.films.view import View

Image = NDArray[np.uint8]
Field = NDArray[np.float32]

PAPER_WHITE = 240
"""How bright a card is in even light."""
WHITE = 250
"""How bright a well-exposed picture shows it where the light is strongest."""
HAND = np.array([26, 34, 62], np.float32)
"""A hand close before the lens, BGR: dark, with some light through it."""
SMEAR = 4.0
"""How far grease on the lens spreads light, pixels of a picture 1280 wide."""
BANKS = 4
SPARE = 96


class Darkroom:
    """Develops one film's frames."""

    def __init__(
        self, rng: np.random.Generator, view: View, optics: Optics, seconds: float, troubles: Troubles
    ) -> None:
        self.view, self.optics, self.troubles = view, optics, troubles
        width, height = view.size
        light = _lit(rng, optics, width, height) * np.array(optics.white, np.float32)
        light *= WHITE / (PAPER_WHITE * np.percentile(light[::8, ::8], 97))  # exposed for the cards
        self.gain = light * np.float32(optics.exposure)
        self.glare = _glare(rng, optics, width, height)
        self.grain = [_grain(rng, width + SPARE, height + SPARE, optics.noise) for _ in range(BANKS)]
        self.maps = cv2.convertMaps(*view.lens_maps(), cv2.CV_16SC2) if view.aim.distortion else None
        self.focus = float(rng.uniform(0.35, 0.75))
        self.ways = rng.uniform(0.2, 2.0, 6), rng.uniform(0, 2 * np.pi, 6)
        self.leans = _leans(rng, view.size, seconds) if optics.lean else []
        self.rng = rng
        self.last: tuple[Image, Image] | None = None
        self.scale = width / 1280
        """Of pixels that are told for a picture 1280 wide."""

    def shift(self, t: float) -> tuple[float, float]:
        """By how many pixels the camera's shake and a knock move the picture at ``t``."""
        rates, phases = self.ways
        sway = np.sin(rates * t * 2 + phases) * self.optics.shake
        dx, dy = float(sway[:2].sum() / 1.4), float(sway[2:4].sum() / 1.4)
        if self.optics.bump is not None and t >= self.optics.bump[0]:
            at, bx, by = self.optics.bump
            ring = 1 + 1.6 * np.exp(-(t - at) * 7) * np.cos((t - at) * 40)
            dx, dy = dx + bx * float(ring), dy + by * float(ring)
        mx, my = self.troubles.moved(t)
        return dx + mx * self.scale, dy + my * self.scale

    def develop(self, table: Image, t: float, covered: float) -> Image:
        """The frame at ``t`` of a table that arms cover to a share ``covered``: exposure follows what it sees."""
        picture = self._through_lens(table, t)
        rates, phases = self.ways
        drift = 1 + self.optics.drift * (np.sin(rates[4] * t * 0.25 + phases[4]) + 1.5 * covered)
        lit = cv2.multiply(picture, self._light(t), scale=float(drift), dtype=cv2.CV_32F)
        if self.glare is not None:
            lit = cv2.add(lit, self.glare)
        lit = self._troubled(np.asarray(lit, np.float32), t)
        x, y = self.rng.integers(0, SPARE, 2)
        width, height = self.view.size
        bank = self.grain[int(self.rng.integers(BANKS))]
        cv2.add(lit, bank[y : y + height, x : x + width], lit, dtype=cv2.CV_32F)
        return self._jpeg(np.clip(lit, 0, 255).astype(np.uint8))

    def _troubled(self, lit: Field, t: float) -> Field:
        """A lit picture out of focus, too bright or dark, or striped, where the camera or a lamp is in trouble."""
        blur, light = self.troubles.blur(t) * self.scale, self.troubles.light(t)
        bands = self.troubles.bands(t, lit.shape[0])
        if blur > 0.3:
            lit = np.asarray(cv2.GaussianBlur(lit, (0, 0), blur), np.float32)
        smeared = self.troubles.smeared(t, *self.view.size)
        if smeared is not None:
            hazy = cv2.GaussianBlur(lit, (0, 0), SMEAR * self.scale)
            lit = lit * (1 - smeared) + (0.9 * hazy + 14) * smeared
        if (light != 1).any():
            lit = lit * light
        covered = self.troubles.covered(t, *self.view.size)
        if covered is not None:
            lit = lit * (1 - covered) + HAND * covered
        return lit if bands is None else lit * bands

    def _light(self, t: float) -> Field:
        """The light on every pixel; now and then somebody leans over and takes some of it."""
        for at, length, shade in self.leans:
            if at < t < at + length:
                share = np.float32(np.sin((t - at) / length * np.pi) ** 0.6)
                return np.asarray(self.gain * (1 - shade * share), np.float32)
        return self.gain

    def _through_lens(self, table: Image, t: float) -> Image:
        """What the lens and the camera's shake make of the table; what stayed as it was is not worked out again."""
        if self.last is None or self.last[0] is not table:
            self.last = table, self._focused(table)
        dx, dy = self.shift(t)
        if abs(dx) + abs(dy) < 0.05:
            return self.last[1]
        by = np.array([[1, 0, dx], [0, 1, dy]], np.float32)
        return cv2.warpAffine(
            self.last[1], by, self.view.size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT
        ).astype(np.uint8)

    def _focused(self, picture: Image) -> Image:
        if self.maps is not None:
            picture = cv2.remap(
                picture, self.maps[0], self.maps[1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT
            ).astype(np.uint8)
        return cv2.GaussianBlur(picture, (0, 0), self.focus).astype(np.uint8)

    def _jpeg(self, picture: Image) -> Image:
        _, data = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, self.optics.jpeg])
        return np.asarray(cv2.imdecode(data, cv2.IMREAD_COLOR), np.uint8)


def _lit(rng: np.random.Generator, optics: Optics, width: int, height: int) -> Field:
    """How bright each place is, float32 (h, w, 3) about 1: falling off away from the lamp, and to the corners."""
    y, x = np.mgrid[0 : height // 4, 0 : width // 4].astype(np.float32)
    u, v = x / (width // 4) - 0.5, (y / (height // 4) - 0.5) * height / width
    a, strength = np.radians(optics.lamp.bearing), 0.15 + 0.75 * optics.lamp.direct**2
    slope = 1 + strength * (np.cos(a) * u - np.sin(a) * v)
    cx, cy = 0.28 * np.cos(a) + rng.normal(0, 0.1), -0.2 * np.sin(a) + rng.normal(0, 0.08)
    pool = np.exp(-((u - cx) ** 2 + (v - cy) ** 2) / (2 * rng.uniform(0.35, 0.6) ** 2))
    share = max(0.0, optics.lamp.direct - 0.35) * 1.2
    corners = 1 - rng.uniform(0.1, 0.35) * (u * u + v * v)
    field = slope * (1 - share + share * pool * 1.25) * corners
    field = cv2.resize(field.astype(np.float32), (width, height), interpolation=cv2.INTER_LINEAR)
    warm = np.array([1, 1, 1], np.float32) + (field[..., None] - 1) * np.array([-0.06, 0, 0.05], np.float32)
    return np.asarray(field[..., None] * warm, np.float32)


def _glare(rng: np.random.Generator, optics: Optics, width: int, height: int) -> Field | None:
    """Light that the table throws back, added to the picture; None where there is none."""
    if optics.glare < 0.01:
        return None
    y, x = np.mgrid[0 : height // 4, 0 : width // 4].astype(np.float32)
    field = np.zeros(x.shape, np.float32)
    for _ in range(int(rng.integers(1, 3))):
        cx, cy = rng.uniform(0.15, 0.85) * width / 4, rng.uniform(0.1, 0.9) * height / 4
        a, r, long = rng.uniform(0, np.pi), rng.uniform(8, 22), rng.uniform(1, 2.5)
        u = ((x - cx) * np.cos(a) + (y - cy) * np.sin(a)) / long
        v = -(x - cx) * np.sin(a) + (y - cy) * np.cos(a)
        field += np.exp(-(u * u + v * v) / (2 * r * r)) + 0.35 * np.exp(-(u * u + v * v) / (18 * r * r))
    field = cv2.resize(field * np.float32(optics.glare * 95), (width, height), interpolation=cv2.INTER_LINEAR)
    return np.dstack([field * 0.97, field, field]).astype(np.float32)


def _grain(rng: np.random.Generator, width: int, height: int, amount: float) -> Field:
    """A sensor's noise: fine in brightness, coarser in colour."""
    fine = rng.standard_normal((height, width, 1), np.float32)
    colour = cv2.GaussianBlur(rng.standard_normal((height, width, 3), np.float32), (0, 0), 1.0) * 3.2
    soft = cv2.GaussianBlur(fine, (0, 0), 0.5)[..., None]
    return np.asarray((soft / soft.std() * 0.85 + colour * 0.5) * amount, np.float32)


def _leans(
    rng: np.random.Generator, size: tuple[int, int], seconds: float
) -> list[tuple[float, float, Field]]:
    """When somebody's shadow passes over the table, for how long, and how dark it is where."""
    found, at = [], float(rng.uniform(5, 40))
    while at < seconds:
        length = float(rng.uniform(2, 7))
        mask = np.zeros((180, 320), np.float32)
        edge = int(rng.integers(4))
        cx, cy = ((160, -10), (330, 90), (160, 190), (-10, 90))[edge]
        middle = (int(cx + rng.normal(0, 60)), int(cy + rng.normal(0, 40)))
        cv2.ellipse(mask, middle, (int(rng.uniform(70, 130)), int(rng.uniform(60, 110))), 0, 0, 360, 1.0, -1)
        soft = cv2.GaussianBlur(mask, (0, 0), 22) * float(rng.uniform(0.15, 0.4))
        found.append((at, length, cv2.resize(soft, size)[..., None].astype(np.float32)))
        at += length + float(rng.exponential(35))
    return found
