"""The photographs and what is known of the cards in them.

A folder of photographs holds ``labels.json``: picture -> size and cards, each with its name and, where known, its
corners or the box of what shows of it; and, for fans, ``bidly_labels.json``: picture -> the boxes of visible indices.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

Image = NDArray[np.uint8]
Floats = NDArray[np.float32]
Box = tuple[float, float, float, float]

SETS = {"desk": "desk/", "mrpawelas": "mrpawelas/", "edje test": "edje/test_", "edje train": "edje/train_"}
"""Which pictures make up which set, by how their names begin."""
FANS = "bidly_labels.json"
BY_EYE = Path(__file__).with_name("by_eye.json")
"""What the labels do not say, or say wrongly, judged by eye: how much of a card is covered."""


@dataclass(frozen=True, eq=False, slots=True)
class Label:
    """One card of a picture: its name, or "back"; ``corners`` float32 (4, 2) or the upright ``box`` of what shows,
    both in pixels, where known; ``covered``: the share of it that does not show, 0 to 1.
    """

    card: str
    corners: Floats | None = None
    box: Box | None = None
    covered: float = 0.0

    @property
    def place(self) -> Box | None:
        """The upright box around it, or None where nobody said where it lies."""
        return box_of(self.corners) if self.corners is not None else self.box


@dataclass(frozen=True, eq=False, slots=True)
class Picture:
    """One labelled picture; ``image`` is read from its file when it is asked for, or was made here."""

    name: str
    labels: tuple[Label, ...]
    file: Path | None = None
    made: Image | None = None

    def image(self) -> Image:
        """(height, width, 3) BGR uint8; ValueError where the file is no picture."""
        if self.made is not None:
            return self.made
        image = cv2.imread(str(self.file))
        if image is None:
            raise ValueError(f"{self.file}: not a picture")
        return np.asarray(image, np.uint8)

    @property
    def width(self) -> float:
        """The median width of its cards in pixels, by their corners; 0 where no corners are known."""
        corners = [label.corners for label in self.labels if label.corners is not None]
        return float(np.median([narrow(four) for four in corners])) if corners else 0.0


def box_of(corners: Floats) -> Box:
    """The upright box around corners (4, 2)."""
    (x0, y0), (x1, y1) = corners.min(0), corners.max(0)
    return float(x0), float(y0), float(x1), float(y1)


def narrow(corners: Floats) -> float:
    """The length of the shortest edge of a card (4, 2)."""
    return float(np.linalg.norm(corners - np.roll(corners, 1, 0), axis=1).min())


@cache
def by_eye() -> dict[str, Any]:
    """What was judged by eye."""
    facts: dict[str, Any] = json.loads(BY_EYE.read_text(encoding="utf-8"))
    return facts


def _label(facts: dict[str, Any], covered: dict[str, float]) -> Label:
    corners = np.array(facts["corners"], np.float32) if "corners" in facts else None
    x0, y0, x1, y1 = map(float, facts.get("box", (0, 0, 0, 0)))
    box = (x0, y0, x1, y1) if "box" in facts else None
    return Label(facts["card"], corners, box, float(covered.get(facts["card"], 0.0)))


def pictures(folder: Path, name: str) -> list[Picture]:
    """The pictures of the set of this name, in the order of their names."""
    everything = json.loads((folder / "labels.json").read_text(encoding="utf-8"))
    covered: dict[str, dict[str, float]] = by_eye()["covered"]
    return [
        Picture(key, tuple(_label(card, covered.get(key, {})) for card in facts["cards"]), folder / key)
        for key, facts in sorted(everything.items())
        if key.startswith(SETS[name])
    ]


def crops(folder: Path) -> list[Picture]:
    """The cards already flattened, by their names ``7h_3.jpg``; four of those names are wrong and put right."""
    right: dict[str, str] = by_eye()["mislabelled"]
    return [
        Picture(
            f"crops/{file.name}", (Label(right.get(f"crops/{file.name}", file.stem.split("_")[0])),), file
        )
        for file in sorted((folder / "crops").glob("*.jpg"))
    ]


def fans(folder: Path) -> dict[str, dict[str, list[Box]]]:
    """Pictures of fanned hands: picture -> card -> the boxes of those of its indices that show; empty if none."""
    if not (folder / FANS).is_file():
        return {}
    found: dict[str, dict[str, list[Box]]] = {}
    for key, facts in sorted(json.loads((folder / FANS).read_text(encoding="utf-8")).items()):
        cards = found.setdefault(key, {})
        for card in facts["cards"]:
            x0, y0, x1, y1 = map(float, card["index_box"])
            cards.setdefault(card["card"], []).append((x0, y0, x1, y1))
    return found
