"""Crops for the reader that show no card: what the finder takes for one on a table without cards.

Cards of which nothing is known look, to a reader that has only seen cards and backs, like the card they resemble most.
Here are tables with printed cloths and with things that look like cards (``datasets.decoys``, ``datasets.lookalikes``);
every find of the finder in the project is flattened as a card is, and its class is "not readable".
"""

from __future__ import annotations

from functools import cache

import numpy as np
from numpy.typing import NDArray

from datasets import cloths
from datasets.crops import UNREADABLE, flatten
from datasets.decoys import DECOYS
from datasets.grounds import ground
from datasets.lookalikes import LOOKALIKES
from datasets.prints import PRINTS
from datasets.scenes import lay, placed
from vision.detection.sizes import narrowest, shrunk
from vision.geometry.edges import refine
from vision.photograph import READ_FROM, Recogniser

Image = NDArray[np.uint8]

WIDTHS = (28.0, 150.0)
"""Pixels that a card in the middle of the table would be wide."""
MOST_TILT = 62.0
MOST_THINGS = 12
REACH_MM = (300.0, 150.0)
"""How far from the middle things lie, where a card is 100 pixels wide."""
SHADOW = (0.012, 0.016)
MOST_FINDS = 24
"""Of a cloth on which everything is taken for a card no more than so many are kept."""
SIDEWAYS = 0.15
"""This share is flattened sideways, as the reader asks for where it is unsure."""


@cache
def _sight() -> Recogniser:
    return Recogniser.load(threads=1)


def bare_table(rng: np.random.Generator) -> Image:
    """A table without cards, 1280 x 720 pixels BGR."""
    width = float(np.exp(rng.uniform(*np.log(WIDTHS))))
    tilt = float(rng.uniform(0, MOST_TILT))
    if rng.random() < 0.45:
        scene = cloths.bare(PRINTS[int(rng.integers(len(PRINTS)))], tilt, width, int(rng.integers(1 << 30)))
    else:
        scene = cloths.plain(ground(rng, 900), tilt, width)
    for _ in range(int(rng.integers(3, MOST_THINGS + 1))):
        makers = DECOYS if rng.random() < 0.55 else LOOKALIKES
        flat, length = makers[int(rng.integers(len(makers)))](rng)
        high, wide = flat.shape[:2]
        x, y = rng.uniform(-1, 1, 2) * REACH_MM * 100.0 / width
        turn = float(rng.uniform(0, 360))
        at = placed(float(x), float(y), turn, length * wide / high, length, (high, wide))
        lay(scene, flat, scene.plane @ at, 1, 0.95, SHADOW)
    return cloths.photographed(rng, scene.picture)


def bare_crops(seed: int, number: int) -> list[tuple[Image, int]]:
    """The finds on one such table, BGR uint8 (176, 128, 3), and their class; the same for the same numbers."""
    rng = np.random.default_rng([seed, number, 7])
    picture = bare_table(rng)
    found = _sight().find(picture)
    near = shrunk(picture, int(narrowest(found.corners) / READ_FROM))
    outlines = refine(near.image, near.into(found).corners)
    crops = []
    for k in rng.permutation(len(outlines))[:MOST_FINDS]:
        turns = int(rng.random() < SIDEWAYS) + 2 * int(rng.random() < 0.5)
        crops.append((flatten(near.image, np.roll(outlines[k], turns, 0)), UNREADABLE))
    return crops
