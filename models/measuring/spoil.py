"""Bad light, bad lenses, bad cameras, in steps: each takes a picture (h, w, 3) BGR uint8 and says how much of it.

``card`` is the width of the cards in pixels, so that a blur means the same in every picture; ``seed`` chooses where a
spot lies, which hue a lamp has, which noise there is.
"""

from __future__ import annotations

import cv2
import numpy as np

from models.measuring.labels import Floats, Image

HUES = ((0.15, 0.55, 1.0), (1.0, 0.45, 0.25), (0.2, 0.2, 1.0), (0.35, 1.0, 0.4))
"""Blue, green, red that coloured lamps give: orange, blue, red, green."""


def glare(image: Image, amount: float, card: float, seed: int) -> Image:
    """Two spots a card wide in which a lamp adds up to so many grey levels."""
    height, width = image.shape[:2]
    rng = np.random.default_rng([11, seed])
    y, x = np.mgrid[0:height, 0:width].astype(np.float32)
    added = np.zeros((height, width), np.float32)
    for _ in range(2):
        cx, cy = rng.uniform(0.3, 0.7, 2) * (width, height)
        added += np.exp(-(((x - cx) / 1.6) ** 2 + (y - cy) ** 2) / (2 * (0.7 * card) ** 2))
    return _picture(image + amount * added[..., None])


def shadow(image: Image, amount: float, card: float, seed: int) -> Image:
    """A shadow with a soft edge across the middle, which takes this share of the light."""
    height, width = image.shape[:2]
    y, x = np.mgrid[0:height, 0:width].astype(np.float32)
    angle = np.random.default_rng([12, seed]).uniform(0, 2 * np.pi)
    depth = ((x - width / 2) * np.cos(angle) + (y - height / 2) * np.sin(angle)) / (0.25 * card)
    dark = 1 / (1 + np.exp(-depth.clip(-30, 30)))
    return _picture(image * (1 - amount * dark)[..., None])


def blur(image: Image, amount: float, card: float, seed: int) -> Image:
    """Out of focus: a Gaussian of this share of the cards' width."""
    return np.asarray(cv2.GaussianBlur(image, (0, 0), max(amount * card, 0.01)), np.uint8)


def noise(image: Image, amount: float, card: float, seed: int) -> Image:
    """Of so many grey levels (standard deviation), in every pixel and colour apart."""
    grain = np.random.default_rng([13, seed]).standard_normal(image.shape, np.float32)
    return _picture(image + np.float32(amount) * grain)


def jpeg(image: Image, amount: float, card: float, seed: int) -> Image:
    """Through JPEG; the amount is 100 less the quality."""
    _, data = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, round(100 - amount)])
    return np.asarray(cv2.imdecode(data, cv2.IMREAD_COLOR), np.uint8)


def colour(image: Image, amount: float, card: float, seed: int) -> Image:
    """A lamp of one colour: so much of the other light is gone."""
    hue = np.array(HUES[seed % len(HUES)], np.float32)
    return _picture(image * (1 - amount + amount * hue))


def tilted(image: Image, degrees: float) -> tuple[Image, Floats]:
    """The picture as if the table had been tipped away about the picture's middle, and the homography (3, 3).

    The camera is taken to have looked straight down with a view 60 degrees wide: what was seen at a slant already is
    slanted further.
    """
    height, width = image.shape[:2]
    focal = width / 2 / np.tan(np.radians(30))
    t = np.radians(degrees)
    inner = np.array([[focal, 0, width / 2], [0, focal, height / 2], [0, 0, 1]])
    turn = np.array([[1, 0, 0], [0, np.cos(t), 0], [0, -np.sin(t) / focal, 1]])
    flat = np.array([[1, 0, -width / 2], [0, 1, -height / 2], [0, 0, 1]])
    matrix = inner @ np.diag([1 / focal, 1 / focal, 1.0]) @ turn @ flat
    beyond = [float(v) for v in np.median(image.reshape(-1, 3), axis=0)]
    # Twice as large and then shrunk: far away many pixels become one, and one of them alone would be moire.
    double = np.array([[2, 0, 0.5], [0, 2, 0.5], [0, 0, 1]])
    large = cv2.warpPerspective(image, double @ matrix, (2 * width, 2 * height), borderValue=beyond)
    seen = cv2.resize(large, (width, height), interpolation=cv2.INTER_AREA)
    return np.asarray(seen, np.uint8), np.asarray(matrix, np.float32)


def _picture(light: object) -> Image:
    return np.asarray(np.clip(np.asarray(light, np.float32) + 0.5, 0, 255), np.uint8)
