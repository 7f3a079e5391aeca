"""Textures that are computed, not shipped: walnut, felt and a drilled hole."""

import numpy as np
from kivy.graphics.texture import Texture
from numpy.typing import NDArray

from companion import theme

SEED = 61
"""The grain is the same every time."""


def _texture(pixels: NDArray[np.float64]) -> Texture:
    """Make a texture of RGBA in 0..1, shape (height, width, 4), first row lowest."""
    height, width = pixels.shape[:2]
    texture = Texture.create(size=(width, height), colorfmt="rgba")
    texture.mag_filter = texture.min_filter = "linear"
    data = (pixels.clip(0, 1) * 255).round().astype(np.uint8)
    texture.blit_buffer(data.tobytes(), colorfmt="rgba", bufferfmt="ubyte")
    return texture


def _waves(rng: np.random.Generator, width: int, knots: int) -> NDArray[np.float64]:
    """Give a smooth random curve over ``width`` points, about -1 to 1."""
    return np.interp(np.linspace(0, knots - 1, width), np.arange(knots), rng.uniform(-1, 1, knots))


def walnut(width: int = 768, height: int = 192) -> Texture:
    """Make a plank of walnut with its grain lying along the width."""
    rng = np.random.default_rng(SEED)
    rows = np.linspace(0, 1, height)[:, None]
    bow = 0.10 * _waves(rng, width, 7) + 0.035 * _waves(rng, width, 23)
    rings = np.sin(
        2 * np.pi * (5.5 * (rows + 0.2 + bow[None, :]) ** 1.4 + 0.6 * _waves(rng, height, 9)[:, None])
    )
    fibres = np.repeat(rng.uniform(-1, 1, (height, width // 24)), 24, axis=1)
    tone = 0.5 + 0.24 * rings + 0.10 * fibres + 0.08 * rng.uniform(-1, 1, (height, 1))
    light, dark = np.array(theme.WOOD_LIGHT), np.array(theme.WOOD_DARK)
    return _texture(dark + (light - dark) * tone.clip(0, 1)[:, :, None])


def felt(size: int = 96) -> Texture:
    """Make the table's felt: lit from above, darker towards the lower edge, with a faint nap."""
    rng = np.random.default_rng(SEED)
    fall = np.linspace(0, 1, size)[:, None, None] ** 0.8
    low, high = np.array(theme.FELT_BOTTOM), np.array(theme.FELT_TOP)
    nap = 0.006 * rng.uniform(-1, 1, (size, size, 1)) * np.array([1, 1, 1, 0])
    return _texture(low + (high - low) * fall + nap)


def drilled_hole(size: int = 48) -> Texture:
    """Make a hole as seen from above: dark, with light caught on its lower rim."""
    axis = np.linspace(-1, 1, size)
    x, y = np.meshgrid(axis, axis)
    radius = np.hypot(x, y)
    edge = 2.0 / size
    inside = ((0.80 - radius) / edge).clip(0, 1)[:, :, None]
    ring = ((0.98 - radius) / edge).clip(0, 1)
    light = (ring * (0.15 + 0.55 * (-y).clip(0, 1)))[:, :, None]
    rim = np.concatenate([np.broadcast_to(theme.HOLE_RIM[:3], (size, size, 3)), light], axis=2)
    pit = np.broadcast_to(theme.HOLE, (size, size, 4))
    return _texture(rim * (1 - inside) + pit * inside)
