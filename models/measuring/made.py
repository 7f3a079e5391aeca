"""What the photographs lack, made from them: pieces without cards, cards turned face down, cards far away.

None of these is a photograph of what it stands for; whoever reports a figure measured on them says so.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import cv2
import numpy as np

from models.measuring.labels import Box, Floats, Image, Label, Picture, box_of, by_eye

PIECES_EACH = 4
"""At most so many pieces are cut from one picture."""
LEAST_PIECE = 0.25
"""A piece is at least this share of the picture's shorter side wide and high."""
APART = 0.03
"""Pieces keep so far away from cards, in the picture's longer sides."""
FAR_FRAME = (1280, 720)
"""Width and height of the pictures in which cards lie far away."""


def pieces(pictures: Sequence[Picture], seed: int = 4) -> list[Picture]:
    """Parts of pictures in which no card lies, as pictures of their own; none from where cards have no label."""
    left_out = set(by_eye()["unlabelled"]["pictures"])
    cut = []
    for number, picture in enumerate(pictures):
        located = all(label.place is not None for label in picture.labels)
        if located and picture.name not in left_out:
            image = picture.image()
            boxes = _free_boxes(image, picture.labels, np.random.default_rng([seed, number]))
            for k, (x0, y0, x1, y1) in enumerate(boxes):
                part = np.ascontiguousarray(image[y0:y1, x0:x1])
                cut.append(Picture(f"{picture.name} [{x0}:{x1}, {y0}:{y1}]", (), made=part))
                if k + 1 == PIECES_EACH:
                    break
    return cut


def _free_boxes(
    image: Image, labels: Sequence[Label], rng: np.random.Generator
) -> Iterator[tuple[int, int, int, int]]:
    """Boxes of pixels that hold no card and overlap one another little."""
    height, width = image.shape[:2]
    gap = APART * max(height, width)
    taken: list[Box] = [
        (x0 - gap, y0 - gap, x1 + gap, y1 + gap)
        for x0, y0, x1, y1 in (label.place for label in labels if label.place is not None)
    ]
    for _ in range(120):
        w, h = (int(min(height, width) * side) for side in rng.uniform(LEAST_PIECE, 1.0, 2))
        x, y = int(rng.integers(0, width - w + 1)), int(rng.integers(0, height - h + 1))
        if not any(x < x1 and x0 < x + w and y < y1 and y0 < y + h for x0, y0, x1, y1 in taken):
            taken.append((x + w * 0.3, y + h * 0.3, x + w * 0.7, y + h * 0.7))
            yield x, y, x + w, y + h


def turned_over(pictures: Sequence[Picture], textures: Sequence[Picture], seed: int = 5) -> list[Picture]:
    """The pictures, every card given a back made of a piece of another picture; its border and light stay its own."""
    made = []
    for number, picture in enumerate(pictures):
        rng = np.random.default_rng([seed, number])
        image = np.array(picture.image())
        labels = []
        for label in picture.labels:
            if label.corners is not None:
                texture = textures[int(rng.integers(len(textures)))].image()
                _give_back(image, label.corners, texture, float(rng.uniform(0.02, 0.05)))
                labels.append(Label("back", label.corners))
        made.append(Picture(f"{picture.name}, turned over", tuple(labels), made=image))
    return made


def _give_back(image: Image, corners: Floats, texture: Image, border: float) -> None:
    """Paint a back into a picture where a card (4, 2) lies, ``border`` of its width left as it was."""
    w, h = 240, 336
    half = cv2.resize(texture, (w, h // 2), interpolation=cv2.INTER_AREA)
    pattern = np.vstack([half, half[::-1, ::-1]]).astype(np.float32)
    pattern = (pattern - pattern.mean((0, 1))) * 1.3 + pattern.mean((0, 1))
    flat = np.array([[0, 0], [w, 0], [w, h], [0, h]], np.float32)
    long_first = np.linalg.norm(corners[1] - corners[0]) > np.linalg.norm(corners[2] - corners[1])
    outline = np.roll(corners, -1, 0) if long_first else corners
    matrix = cv2.getPerspectiveTransform(flat, np.asarray(outline, np.float32))
    inner = np.zeros((h, w), np.float32)
    edge = int(border * w)
    cv2.rectangle(inner, (edge, edge), (w - edge - 1, h - edge - 1), 1.0, -1)
    size = (image.shape[1], image.shape[0])
    alpha = cv2.warpPerspective(inner, matrix, size, flags=cv2.INTER_LINEAR)[..., None]
    laid = cv2.warpPerspective(pattern, matrix, size, flags=cv2.INTER_LINEAR)
    x0, y0, x1, y1 = (int(v) for v in box_of(corners))
    x0, y0 = max(x0, 0), max(y0, 0)
    part, alpha, laid = image[y0:y1, x0:x1], alpha[y0:y1, x0:x1], laid[y0:y1, x0:x1]
    # The light is that of the card's own stock: of the brightest nearby, smoothed.
    reach = max(3, (x1 - x0) // 6)
    stock = cv2.dilate(part.max(2), np.ones((reach, reach), np.uint8))
    light = cv2.GaussianBlur(stock.astype(np.float32), (0, 0), reach)[..., None] / 255
    part[:] = (part * (1 - alpha) + laid.clip(0, 255) * light * alpha).clip(0, 255).astype(np.uint8)


def far_away(picture: Picture, card_width: float, ground: Image) -> Picture | None:
    """The picture shrunk until its cards are so many pixels wide, amid a ground; None if they are smaller already."""
    scale = card_width / picture.width if picture.width else 2.0
    if scale > 1:
        return None
    image = cv2.resize(picture.image(), None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    width, height = FAR_FRAME
    rows, columns = min(image.shape[0], height), min(image.shape[1], width)
    y, x = (height - rows) // 2, (width - columns) // 2
    top, left = (image.shape[0] - rows) // 2, (image.shape[1] - columns) // 2
    frame = np.asarray(cv2.resize(ground, FAR_FRAME, interpolation=cv2.INTER_LINEAR), np.uint8)
    frame[y : y + rows, x : x + columns] = image[top : top + rows, left : left + columns]
    # A pixel's middle is its coordinate.
    moved = np.array([x - left - 0.5, y - top - 0.5], np.float32)
    labels = tuple(
        Label(label.card, np.asarray((label.corners + 0.5) * scale + moved, np.float32), None, label.covered)
        for label in picture.labels
        if label.corners is not None
    )
    return Picture(f"{picture.name} at {card_width:.0f} px", labels, made=frame)
