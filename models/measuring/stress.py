"""The stress grid: one thing made worse, step by step, until cards are no longer recognised.

Each cell holds the same cards, so that cells can be compared: photographs of the data sets, changed; photographed faces
laid on photographed tables; and, where a cache of decks is given, drawn decks laid there. Near cards are all laid.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from models.measuring import laid, spoil
from models.measuring.labels import Floats, Image, Label, Picture
from models.measuring.made import far_away
from models.measuring.matching import compared
from models.measuring.near import NEAR
from models.measuring.outcomes import Outcome, Tally
from vision.detection.detections import SeenCard

See = Callable[[Image], list[SeenCard]]

SPOILS: dict[str, tuple[str, tuple[float, ...], Callable[[Image, float, float, int], Image]]] = {
    "glare": ("grey levels added", (0, 60, 120, 180, 240), spoil.glare),
    "shadow": ("share of light taken", (0, 0.4, 0.6, 0.75, 0.85), spoil.shadow),
    "blur": ("share of card's width", (0, 0.01, 0.02, 0.03, 0.04), spoil.blur),
    "noise": ("grey levels", (0, 15, 30, 45, 60), spoil.noise),
    "jpeg": ("100 - quality", (0, 50, 75, 88, 94), spoil.jpeg),
    "colour": ("share of other light gone", (0, 0.3, 0.5, 0.7, 0.85), spoil.colour),
}
"""What is done to a picture as it is: unit, steps, and how."""
TILTS = (0.0, 15.0, 30.0, 45.0, 55.0, 65.0, 72.0)
WIDTHS = (110.0, 80.0, 60.0, 40.0, 30.0, 20.0)
OVERLAPS = (0.0, 0.2, 0.4, 0.6, 0.75)
UNITS = {
    "tilt": "degrees",
    "distance": "px a card is wide",
    "overlap": "share of card covered",
    **{name: unit for name, (unit, _, _) in (*SPOILS.items(), *NEAR.items())},
}
FRAME = 1280
"""Pixels of the longer side to which photographs are shrunk first."""


@dataclass(frozen=True, eq=False, slots=True)
class Stock:
    """What the grid is made of: photographs whose corners are known, tables to lay cards on, decks to lay there."""

    photographs: Sequence[Picture]
    tables: Sequence[Image]
    decks: Sequence[laid.Faces]
    scenes: int = 4

    def laid(
        self, card_px: float = laid.USUAL_WIDTH, tilt: float = 0.0, covered: float = 0.0
    ) -> list[Picture]:
        """The scenes of every deck."""
        return [
            laid.scene(deck, self.tables[k % len(self.tables)], k, card_px, tilt, covered)
            for deck in self.decks
            for k in range(self.scenes)
        ]


def steps(quick: bool) -> dict[str, tuple[float, ...]]:
    """The factors and their steps; of each only the first and a middling one where it must be quick."""
    every: dict[str, tuple[float, ...]] = {"tilt": TILTS, "distance": WIDTHS, "overlap": OVERLAPS}
    every |= {name: levels for name, (_, levels, _) in (*SPOILS.items(), *NEAR.items())}
    return {
        name: (levels[0], levels[len(levels) // 2]) if quick else levels for name, levels in every.items()
    }


def cell(stock: Stock, factor: str, step: float) -> Iterator[Picture]:
    """The pictures of one cell."""
    if factor == "tilt":
        yield from (_tilted(picture, step) for picture in stock.photographs)
        yield from stock.laid(tilt=step)
    elif factor == "distance":
        for k, picture in enumerate(stock.photographs):
            far = far_away(picture, step, stock.tables[k % len(stock.tables)])
            if far is not None:
                yield far
        yield from stock.laid(card_px=step)
    elif factor == "overlap":
        yield from stock.laid(covered=step)
    elif factor in NEAR:
        _, _, lay = NEAR[factor]
        for deck in stock.decks:
            for k in range(stock.scenes):
                yield lay(deck, stock.tables[k % len(stock.tables)], k, step)
    else:
        _, _, spoiled = SPOILS[factor]
        for k, picture in enumerate((*stock.photographs, *stock.laid())):
            image = spoiled(picture.image(), step, picture.width, k) if step else picture.image()
            yield Picture(picture.name, picture.labels, made=image)


def _tilted(picture: Picture, degrees: float) -> Picture:
    """The picture tipped away; cards that then leave it are not asked for."""
    image, matrix = spoil.tilted(picture.image(), degrees)
    size = (image.shape[1], image.shape[0])
    labels = []
    for label in picture.labels:
        if label.corners is not None:
            moved = cv2.perspectiveTransform(label.corners[None].astype(np.float32), matrix)[0]
            if (moved >= 0).all() and (moved < size).all():
                labels.append(Label(label.card, np.asarray(moved, np.float32), None, label.covered))
            else:
                image = _blotted(image, moved)
    return Picture(f"{picture.name} tipped", tuple(labels), made=image)


def _blotted(image: Image, outline: Floats) -> Image:
    """The picture without a card that only half shows."""
    plain = [float(v) for v in np.median(image.reshape(-1, 3), axis=0)]
    grown = outline.mean(0) + (outline - outline.mean(0)) * 1.06
    return np.asarray(cv2.fillConvexPoly(image.copy(), grown.astype(np.int32), plain), np.uint8)


def shrunk(picture: Picture) -> Picture:
    """The picture no larger than a camera's frame."""
    image = picture.image()
    scale = min(1.0, FRAME / max(image.shape[:2]))
    small = cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA) if scale < 1 else image
    labels = tuple(
        Label(one.card, np.asarray((one.corners + 0.5) * scale - 0.5, np.float32), None, one.covered)
        for one in picture.labels
        if one.corners is not None
    )
    return Picture(picture.name, labels, made=np.asarray(small, np.uint8))


def grid(
    stock: Stock, see: See, quick: bool = False, only: Sequence[str] = ()
) -> dict[tuple[str, float], list[Outcome]]:
    """What came out in every cell, of the factors ``only`` if any are named. At the first step nothing is spoiled;
    what that gives is measured once.
    """
    plain: list[Outcome] | None = None
    cells = {}
    for factor, levels in steps(quick).items():
        for step in levels if not only or factor in only else ():
            if factor in SPOILS and not step:
                plain = plain if plain is not None else _seen(cell(stock, factor, step), see)
                cells[factor, step] = plain
            else:
                cells[factor, step] = _seen(cell(stock, factor, step), see)
    return cells


def _seen(pictures: Iterator[Picture], see: See) -> list[Outcome]:
    return [outcome for picture in pictures for outcome in compared(picture, see(picture.image()))]


def counted(factor: str, step: float, outcomes: Sequence[Outcome]) -> list[Outcome]:
    """The outcomes that a cell is about: where cards overlap, those of the covered ones."""
    if factor == "overlap" and step:
        return [one for one in outcomes if one.covered]
    return list(outcomes)


def written(cells: dict[tuple[str, float], list[Outcome]]) -> list[str]:
    """The grid as lines: of all cards of a cell the share found and the share named rightly; and the worst cell."""
    lines = [f"{'':<10}{'found / right, % of all cards (cards): at each step':<60}"]
    worst: tuple[float, str] = (2.0, "")
    for factor in dict.fromkeys(name for name, _ in cells):
        texts = []
        for (name, step), outcomes in cells.items():
            tally = Tally.of(counted(name, step, outcomes))
            if name != factor or not tally.cards:
                continue
            found, right = tally.found / tally.cards, tally.card / tally.cards
            texts.append(f"{step:g}: {100 * found:.0f}/{100 * right:.0f} ({tally.cards})")
            said = f"{factor} {step:g} ({UNITS[factor]}): {tally.card} of {tally.cards} cards named rightly"
            worst = min(worst, (right, f"{said}, {tally.sure_wrong} wrong and sure of it"))
        lines.append(f"{factor:<10}" + "".join(f"{text:<19}" for text in texts) + UNITS[factor])
    return [*lines, f"worst cell: {worst[1]}"]
