"""A sheet of the worst errors: where each card lies, where it was found, and what the reader was shown."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np

from models.measuring.labels import Floats, Image, box_of
from models.measuring.outcomes import NEAR, Outcome
from vision.reading.reader import HEIGHT, WIDTH, flattened

SIDE, CAPTION = 250, 40
PER_ROW = 5
TRUE, FOUND = (80, 220, 60), (60, 60, 255)
"""Green as the card lies, red as it was found."""


def badness(one: Outcome) -> tuple[int, float]:
    """What sorts errors, the worst first: read wrongly or where nothing is, missed, not read, askew."""
    if one.named and not one.right:
        return 0, -one.confidence
    if one.face and one.said is None:
        return 1, one.covered
    if one.face and one.said == "?":
        return 2, one.covered
    return 3, -(one.off or 0.0)


def errors(outcomes: Sequence[Outcome]) -> list[Outcome]:
    """What went wrong, the worst first; a find of nothing that was not read as a card is no error."""
    wrong = [
        one
        for one in outcomes
        if (one.face and not one.right)
        or (one.named and not one.face)
        or (one.off is not None and one.off > NEAR and not one.covered)
    ]
    return sorted(wrong, key=badness)


def sheet(outcomes: Sequence[Outcome], most: int = 60) -> Image:
    """The worst errors on one sheet; each kind gets its share of the room."""
    chosen: list[Outcome] = []
    ordered = errors(outcomes)
    for kind in range(4):
        chosen += [one for one in ordered if badness(one)[0] == kind][: most // 4]
    chosen += [one for one in ordered if one not in chosen][: most - len(chosen)]
    cells = [_cell(one) for one in sorted(chosen, key=badness)]
    blank = np.zeros((SIDE + CAPTION, SIDE + WIDTH * SIDE // HEIGHT, 3), np.uint8)
    cells += [blank] * (-len(cells) % PER_ROW) if cells else [blank] * PER_ROW
    return np.vstack([np.hstack(cells[k : k + PER_ROW]) for k in range(0, len(cells), PER_ROW)])


def caption(one: Outcome) -> tuple[str, str]:
    """Two lines about an error."""
    said = {None: "missed", "?": "not read"}.get(one.said, f"read as {one.said} {100 * one.confidence:.0f} %")
    what = f"{one.true}: {said}" if one.true else f"no card: {said}"
    if one.right and one.off is not None:
        what = f"{one.true}: corners off by {100 * one.off:.0f} %"
    return what, one.picture.name.replace(".jpg", "")[-44:]


def _cell(one: Outcome) -> Image:
    image = one.picture.image()
    true = one.label.corners if one.label else None
    box = one.label.place if one.label else None
    if true is None and box is not None:
        x0, y0, x1, y1 = box
        true = np.array([[x0, y0], [x1, y0], [x1, y1], [x0, y1]], np.float32)
    scene = _around(image, true, one.where)
    flat = np.zeros((HEIGHT, WIDTH, 3), np.uint8) if one.where is None else flattened(image, one.where)
    flat = np.asarray(cv2.resize(flat, (WIDTH * SIDE // HEIGHT, SIDE)), np.uint8)
    cell = np.vstack([np.zeros((CAPTION, SIDE + flat.shape[1], 3), np.uint8), np.hstack([scene, flat])])
    for k, text in enumerate(caption(one)):
        cv2.putText(
            cell, text, (4, 15 + 18 * k), cv2.FONT_HERSHEY_SIMPLEX, 0.43, (255, 255, 255), 1, cv2.LINE_AA
        )
    return cell


def _around(image: Image, true: Floats | None, found: Floats | None) -> Image:
    """A square cut from the picture around both outlines, with both drawn."""
    outlines = [(four, colour) for four, colour in ((true, TRUE), (found, FOUND)) if four is not None]
    if outlines:
        x0, y0, x1, y1 = box_of(np.concatenate([four for four, _ in outlines]))
        half = 0.65 * max(x1 - x0, y1 - y0) + 2
        middle = np.array([(x0 + x1) / 2, (y0 + y1) / 2])
    else:
        half, middle = max(image.shape[:2]) / 2, np.array([image.shape[1], image.shape[0]]) / 2
    scale = SIDE / (2 * half)
    matrix = np.array([[scale, 0, SIDE / 2 - scale * middle[0]], [0, scale, SIDE / 2 - scale * middle[1]]])
    smooth = cv2.GaussianBlur(image, (0, 0), 0.4 / scale) if scale < 0.7 else image
    cut = np.asarray(cv2.warpAffine(smooth, matrix, (SIDE, SIDE)), np.uint8)
    for four, colour in outlines:
        there = (four @ matrix[:, :2].T + matrix[:, 2]).astype(np.int32)
        cv2.polylines(cut, [there], True, colour, 1, cv2.LINE_AA)
    return cut
