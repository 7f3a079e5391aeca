"""Textures that are computed, not shipped: walnut, felt, a drilled hole, the light on buttons and pegs."""

from functools import cache

import numpy as np
from kivy.graphics.texture import Texture
from numpy.typing import NDArray

from companion import theme

SEED = 61
"""The grain is the same every time."""


def _texture(pixels: NDArray[np.float64]) -> Texture:
    """Make a texture of RGBA in 0..1, shape (height, width, 4), first row lowest."""
    return _filled((pixels.clip(0, 1) * 255).round().astype(np.uint8))


def _filled(pixels: NDArray[np.uint8]) -> Texture:
    height, width = pixels.shape[:2]
    texture = Texture.create(size=(width, height), colorfmt="rgba")
    texture.mag_filter = texture.min_filter = "linear"
    texture.blit_buffer(pixels.tobytes(), colorfmt="rgba", bufferfmt="ubyte")
    return texture


def _waves(rng: np.random.Generator, width: int, knots: int) -> NDArray[np.float64]:
    """Give a smooth random curve over ``width`` points, about -1 to 1."""
    return np.interp(np.linspace(0, knots - 1, width), np.arange(knots), rng.uniform(-1, 1, knots))


def walnut() -> Texture:
    """Give a plank of walnut, its grain lying along the width, a little lighter where the lamp shines on it."""
    return _plank(theme.WOOD_LIGHT, theme.WOOD_DARK)


@cache
def _plank(lighter: theme.Colour, darker: theme.Colour, width: int = 1024, height: int = 384) -> Texture:
    """Make it in these colours: each takes a tenth of a second, and every board looks alike."""
    rng = np.random.default_rng(SEED)
    rows = np.linspace(0, 1, height)[:, None]
    bow = 0.09 * _waves(rng, width, 5) + 0.02 * _waves(rng, width, 19)
    rings = np.sin(
        2 * np.pi * (7.5 * (rows + 0.2 + bow[None, :]) ** 1.3 + 0.7 * _waves(rng, height, 11)[:, None])
    )
    fibres = _fibres(rng, width, height)
    lamp = 0.16 * (1 - np.linspace(-1, 1, width)[None, :] ** 2) * rows
    tone = 0.44 + 0.17 * rings + 0.22 * fibres + 0.05 * rng.uniform(-1, 1, (height, 1)) + lamp
    light, dark = np.array(lighter), np.array(darker)
    return _texture(dark + (light - dark) * tone.clip(0, 1)[:, :, None])


def _fibres(rng: np.random.Generator, width: int, height: int) -> NDArray[np.float64]:
    """Give the short dark and light streaks of wood, shape (height, width), about -1 to 1."""
    knots = rng.uniform(-1, 1, (height, width // 32 + 2))
    at = np.linspace(0, knots.shape[1] - 1.001, width)
    low = at.astype(int)
    part = at - low
    return np.asarray(knots[:, low] * (1 - part) + knots[:, low + 1] * part)


def felt(width: int, height: int) -> Texture:
    """Make the table's felt in the size of a window: lit by a lamp above its middle, dark in the corners, with a nap.

    It is drawn pixel for pixel: stretched, a dark gradient shows bands.
    """
    rng = np.random.default_rng(SEED)
    across = ((np.linspace(0, 1, width, dtype=np.float32) - 0.48) / 0.78) ** 2
    up = ((np.linspace(0, 1, height, dtype=np.float32) - 0.70) / 0.95) ** 2
    lit = (1 - np.sqrt(across[None, :] + up[:, None])).clip(0, 1)
    steps = np.linspace(0, 1, 256)[:, None]
    low, high = np.array(theme.FELT_BOTTOM), np.array(theme.FELT_TOP)
    shades = ((low + (high - low) * steps) * 255).round().astype(np.uint8)
    tile = rng.normal(0, theme.NAP * 255 / (255 * max(0.05, float(np.abs(high - low).max()))), (128, 128))
    nap = np.tile(tile.astype(np.float32), (height // 128 + 1, width // 128 + 1))[:height, :width]
    pixels = shades[(lit * 255 + nap).clip(0, 255).astype(np.uint8)]
    return _filled(pixels)


def brass(size: int = 96) -> Texture:
    """Make the game hole: a turned ring of brass round a dark hole."""
    axis = np.linspace(-1, 1, size)
    x, y = np.meshgrid(axis, axis)
    radius, edge = np.hypot(x, y), 2.0 / size
    lit = (0.5 + 0.5 * (-0.55 * x + 0.83 * y) / np.maximum(radius, 0.1)) * 0.75 + 0.25 * (radius > 0.72)
    light, dark = np.array(theme.BRASS[:3]), np.array(theme.BRASS_DARK[:3])
    ring = dark + (light * 1.12 - dark) * lit.clip(0, 1)[:, :, None]
    pit = ((0.50 - radius) / edge).clip(0, 1)[:, :, None]
    tone = ring * (1 - pit) + np.array(theme.HOLE[:3]) * pit
    return _texture(np.concatenate([tone, ((0.98 - radius) / edge).clip(0, 1)[:, :, None]], axis=2))


@cache
def blurred() -> Texture:
    """Make a round shadow with a soft edge, black, as alpha alone."""
    axis = np.linspace(-1, 1, 48)
    x, y = np.meshgrid(axis, axis)
    alpha = ((1 - np.hypot(x, y)) / 0.55).clip(0, 1)[:, :, None]
    return _texture(np.concatenate([np.zeros((48, 48, 3)), 0.62 * alpha], axis=2))


@cache
def sheen() -> Texture:
    """Make the light on a button or a plate: white above, dark below, nothing in the middle; laid over its colour.

    Kivy lays a texture upside down on a rounded rectangle.
    """
    rows = np.linspace(1, -1, 32)[:, None, None]
    tone = np.where(rows > 0, 1.0, 0.0) * np.ones((1, 1, 3))
    return _texture(np.concatenate([tone, 0.13 * np.abs(rows) ** 1.6], axis=2))


@cache
def turned() -> Texture:
    """Make the light on a peg's turned head, laid over its colour: lit at the upper left, dark at the lower right."""
    axis = np.linspace(-1, 1, 64)
    x, y = np.meshgrid(axis, axis)
    near = np.hypot(x + 0.38, y - 0.42)
    shine = (1 - near / 0.42).clip(0, 1) ** 1.4
    shade = ((near - 0.55) / 1.15).clip(0, 1) ** 1.3
    tone = (shine > 0)[:, :, None] * np.ones((1, 1, 3))
    return _texture(np.concatenate([tone, (0.9 * shine + 0.62 * shade)[:, :, None]], axis=2))


def drilled_hole(size: int = 48) -> Texture:
    """Make a hole as seen from above: dark, with light caught on its lower rim."""
    axis = np.linspace(-1, 1, size)
    x, y = np.meshgrid(axis, axis)
    radius = np.hypot(x, y)
    edge = 2.0 / size
    inside = ((0.80 - radius) / edge).clip(0, 1)[:, :, None]
    ring = ((0.98 - radius) / edge).clip(0, 1)
    light = (ring * (theme.HOLE_RIM[3] + 0.55 * (-y).clip(0, 1)))[:, :, None]
    rim = np.concatenate([np.broadcast_to(theme.HOLE_RIM[:3], (size, size, 3)), light], axis=2)
    pit = np.broadcast_to(theme.HOLE, (size, size, 4))
    return _texture(rim * (1 - inside) + pit * inside)
