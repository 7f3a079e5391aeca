"""What lamps, lenses and sensors do to a picture: shade, glare, colour, blur, noise, JPEG."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

Image = NDArray[np.uint8]
Field = NDArray[np.float32]


def light_field(rng: np.random.Generator, height: int, width: int) -> Field:
    """How bright each place is, float32 (height, width, 1) about 1: a slope, a lamp's pool, soft-edged shadows."""
    y, x = np.mgrid[0:48, 0:64].astype(np.float32)
    angle, slope = rng.uniform(0, 2 * np.pi), abs(rng.normal(0, 0.25))
    field = 1 + slope * (np.cos(angle) * (x / 63 - 0.5) + np.sin(angle) * (y / 47 - 0.5))
    if rng.random() < 0.35:
        cx, cy, r = rng.uniform(0, 64), rng.uniform(0, 48), rng.uniform(14, 50)
        pool = np.exp(-((x - cx) ** 2 + (y - cy) ** 2) / (2 * r * r))
        field *= 0.55 + rng.uniform(0.3, 0.9) * pool
    field = cv2.resize(field.astype(np.float32), (width, height), interpolation=cv2.INTER_LINEAR)
    if rng.random() < 0.35:
        field *= _cast_shadow(rng, height, width)
    return np.asarray(field[..., None], np.float32)


def _cast_shadow(rng: np.random.Generator, height: int, width: int) -> Field:
    small = np.zeros((height // 4, width // 4), np.float32)
    centre = rng.uniform(0, 1, 2) * (width // 4, height // 4)
    corners = centre + rng.normal(0, width / 10, (int(rng.integers(3, 7)), 2))
    hull = cv2.convexHull(corners.astype(np.int32).reshape(-1, 1, 2))
    cv2.fillConvexPoly(small, hull, 1.0)
    soft = cv2.GaussianBlur(small, (0, 0), float(rng.uniform(0.5, 8)))
    return np.asarray(1 - rng.uniform(0.2, 0.65) * cv2.resize(soft, (width, height)), np.float32)


def glare(rng: np.random.Generator, height: int, width: int) -> Field:
    """Light added by a lamp's reflection, float32 (height, width, 1), 0 to about 200."""
    y, x = np.mgrid[0 : height // 4, 0 : width // 4].astype(np.float32)
    cx, cy = rng.uniform(0, width / 4), rng.uniform(0, height / 4)
    angle, r, ratio = rng.uniform(0, np.pi), rng.uniform(width / 80, width / 14), rng.uniform(1, 3)
    u = (x - cx) * np.cos(angle) + (y - cy) * np.sin(angle)
    v = -(x - cx) * np.sin(angle) + (y - cy) * np.cos(angle)
    spot = rng.uniform(30, 200) * np.exp(-((u / ratio) ** 2 + v * v) / (2 * r * r))
    return np.asarray(cv2.resize(spot.astype(np.float32), (width, height))[..., None], np.float32)


def _colour_cast(rng: np.random.Generator) -> NDArray[np.float32]:
    warm = rng.normal(0, 0.09)
    cast = np.array([1 - warm, 1 + rng.normal(0, 0.025), 1 + warm], np.float32)
    if rng.random() < 0.05:  # coloured bulbs, bar signs
        cast *= rng.uniform(0.55, 1.25, 3).astype(np.float32)
    return cast


def blurred(rng: np.random.Generator, picture: Image, strength: float = 1.0) -> Image:
    """Out of focus or shaken, by up to a few pixels; often neither."""
    kind = rng.random()
    if kind < 0.35:
        return np.asarray(
            cv2.GaussianBlur(picture, (0, 0), float(rng.uniform(0.3, 1.3) * strength)), np.uint8
        )
    if kind < 0.47:
        length = max(2, int(rng.integers(2, 7) * strength))
        kernel = np.zeros((length, length), np.float32)
        kernel[length // 2] = 1
        turn = cv2.getRotationMatrix2D((length / 2 - 0.5, length / 2 - 0.5), float(rng.uniform(0, 180)), 1)
        streak = cv2.warpAffine(kernel, turn, (length, length))
        return np.asarray(cv2.filter2D(picture, -1, streak / max(streak.sum(), 1e-6)), np.uint8)
    return picture


def exposed(rng: np.random.Generator, picture: Image) -> Image:
    """Lit, reflected, tinted, exposed and read out by a sensor: BGR uint8 in and out."""
    height, width = picture.shape[:2]
    lit = picture.astype(np.float32) * light_field(rng, height, width)
    lit *= _colour_cast(rng) * np.float32(np.exp(rng.normal(-0.05, 0.28)))
    if rng.random() < 0.3:
        lit += glare(rng, height, width)
    if rng.random() < 0.25:  # haze, a dirty lens, lifted blacks
        lit = lit * np.float32(rng.uniform(0.6, 0.95)) + np.float32(rng.uniform(5, 40))
    np.clip(lit, 0, 255, out=lit)
    if rng.random() < 0.5:
        lit = 255 * (lit / 255) ** np.float32(rng.uniform(0.75, 1.35))
    lit = blurred(rng, lit.astype(np.uint8)).astype(np.float32)
    grain = abs(rng.normal(0, 4)) + 0.5
    lit += rng.standard_normal((height, width, 3), np.float32) * np.float32(grain)
    return np.asarray(np.clip(lit, 0, 255).astype(np.uint8), np.uint8)


def compressed(rng: np.random.Generator, picture: Image) -> Image:
    """Through JPEG at a quality at random."""
    quality = int(rng.integers(40, 97))
    ok, data = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, quality])
    if not ok:
        raise ValueError("the picture could not be compressed")
    return np.asarray(cv2.imdecode(data, cv2.IMREAD_COLOR), np.uint8)
