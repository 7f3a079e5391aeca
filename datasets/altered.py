"""``python -m datasets.altered``: a film that there is, as another camera or another lamp would have shown it.

    python -m datasets.altered films/evening-34.mp4 --as dark --out altered

writes ``altered/dark-evening-34.mp4``, with the film's truth and record beside it, which stay as they are. To see
whether a film that is understood is understood in the dark, from a cheap camera or under a flickering lamp too. The
numbers are chosen: each as bad as rooms and cheap cameras get. Nothing is learnt from these films.
"""

from __future__ import annotations

import argparse
import shutil
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from datasets.films.encode import write_film

Image = NDArray[np.uint8]
Change = Callable[[NDArray[np.float32], float, np.random.Generator], NDArray[np.float32]]
"""Of a picture (height, width, 3) BGR from 0 to 1, at so many seconds: the picture as it would be."""
BESIDE = (".truth.json", ".record.jsonl")
"""What lies beside a film."""


def _noisy(picture: NDArray[np.float32], rng: np.random.Generator, deviation: float) -> NDArray[np.float32]:
    return picture + rng.normal(0, deviation, picture.shape).astype(np.float32)


def dark(picture: NDArray[np.float32], t: float, rng: np.random.Generator) -> NDArray[np.float32]:
    """A warm lamp far away: white is at 40 %, a little out of focus, noise."""
    dim = cv2.GaussianBlur(0.45 * picture**1.15, (0, 0), 0.9).astype(np.float32)
    return np.asarray(_noisy(dim, rng, 0.02) * np.array([0.8, 0.95, 1.1], np.float32))


def dusk(picture: NDArray[np.float32], t: float, rng: np.random.Generator) -> NDArray[np.float32]:
    """The light goes to a seventh in two and a half minutes."""
    return _noisy(picture * np.float32(1 - 0.86 * min(1.0, t / 150)), rng, 0.012)


def orange(picture: NDArray[np.float32], t: float, rng: np.random.Generator) -> NDArray[np.float32]:
    """A bulb, and a camera that does not balance white."""
    return _noisy(picture * np.array([0.22, 0.48, 0.76], np.float32), rng, 0.012)


def hot(picture: NDArray[np.float32], t: float, rng: np.random.Generator) -> NDArray[np.float32]:
    """Too long exposed: cards are plain white."""
    return picture * np.float32(1.7) + np.float32(0.05)


def flicker(picture: NDArray[np.float32], t: float, rng: np.random.Generator) -> NDArray[np.float32]:
    """Wandering bars of a lamp: 18 %, two over the picture."""
    rows = np.arange(picture.shape[0], dtype=np.float32)[:, None, None] / picture.shape[0]
    return np.asarray(picture * (1 + 0.18 * np.sin(14 * rows + 31 * t)), np.float32)


def shake(picture: NDArray[np.float32], t: float, rng: np.random.Generator) -> NDArray[np.float32]:
    """A camera on something that trembles: four pixels each way."""
    x, y = 2.5 * np.sin(9.1 * t) + 1.5 * np.sin(23.7 * t), 2 * np.sin(7.3 * t + 1) + 1.5 * np.sin(19 * t)
    move = np.array([[1, 0, x], [0, 1, y]], np.float32)
    size = (picture.shape[1], picture.shape[0])
    return np.asarray(cv2.warpAffine(picture, move, size, borderMode=cv2.BORDER_REPLICATE), np.float32)


def grey(picture: NDArray[np.float32], t: float, rng: np.random.Generator) -> NDArray[np.float32]:
    """A camera without colours."""
    return np.asarray(cv2.cvtColor(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), cv2.COLOR_GRAY2BGR), np.float32)


def turned(picture: NDArray[np.float32], t: float, rng: np.random.Generator) -> NDArray[np.float32]:
    """A camera on its side, and nobody said so: the near edge of the table is at the left."""
    return np.asarray(cv2.rotate(picture, cv2.ROTATE_90_CLOCKWISE), np.float32)


def as_it_is(picture: NDArray[np.float32], t: float, rng: np.random.Generator) -> NDArray[np.float32]:
    """No other light."""
    return picture


class Kind(NamedTuple):
    """What is changed, the longer side in pixels and the frames a second (None: as they are), and H.264's quality."""

    change: Change = as_it_is
    side: int | None = None
    fps: int | None = None
    crf: int = 26


KINDS = {
    **{change.__name__: Kind(change) for change in (dark, dusk, orange, hot, flicker, shake, grey, turned)},
    "small": Kind(side=640, fps=8, crf=30),
    "slow": Kind(fps=4),
}


class Film:
    """A film that is read: its ``size`` (width, height), frames a second, and its frames. OSError if it cannot be."""

    def __init__(self, path: Path) -> None:
        self._film = cv2.VideoCapture(str(path))
        self.fps = float(self._film.get(cv2.CAP_PROP_FPS))
        width, height = self._film.get(cv2.CAP_PROP_FRAME_WIDTH), self._film.get(cv2.CAP_PROP_FRAME_HEIGHT)
        self.size = (int(width), int(height))
        if not self._film.isOpened() or self.fps <= 0:
            raise OSError(f"{path} is no film that can be read")

    def frames(self) -> Iterator[Image]:
        """Its frames, each once."""
        while True:
            there, image = self._film.read()
            if not there:
                return
            yield np.asarray(image, np.uint8)


def altered(film: Film, kind: Kind, size: tuple[int, int], fps: int) -> Iterator[Image]:
    """The frames of a film as they would be, of this ``size`` before they are turned, so many a second."""
    rng, shown = np.random.default_rng(7), 0
    for number, image in enumerate(film.frames()):
        t = number / film.fps
        if shown / fps > t + 1e-6:
            continue
        shown += 1
        if size != film.size:
            image = np.asarray(cv2.resize(image, size, interpolation=cv2.INTER_AREA), np.uint8)
        picture = kind.change(image.astype(np.float32) / np.float32(255), t, rng)
        yield np.asarray(picture.clip(0, 1) * 255, np.uint8)


def alter(path: Path, name: str, out: Path) -> Path:
    """Write the film at ``path`` altered as ``name`` says, with what lies beside it; returns the new film's path.

    OSError if one of the files cannot be read or written.
    """
    kind, film = KINDS[name], Film(path)
    shrink = 1.0 if kind.side is None else kind.side / max(film.size)
    width, height = (2 * round(side * shrink / 2) for side in film.size)
    fps = kind.fps or round(film.fps)
    made = out / f"{name}-{path.name}"
    out.mkdir(parents=True, exist_ok=True)
    for ending in BESIDE:
        shutil.copyfile(path.with_suffix(ending), made.with_suffix(ending))
    size = (height, width) if kind.change is turned else (width, height)
    write_film(made, altered(film, kind, (width, height), fps), size, fps, kind.crf)
    return made


def main(arguments: list[str] | None = None) -> int:
    """Alter the films; 2 where one cannot be read."""
    parser: Any = argparse.ArgumentParser(
        prog="python -m datasets.altered", description=(__doc__ or "").split("\n")[0]
    )
    parser.add_argument("films", nargs="+", type=Path, help="films with truth and record beside them")
    parser.add_argument("--as", dest="kind", choices=sorted(KINDS), required=True)
    parser.add_argument("--out", type=Path, required=True, help="the folder to write into")
    options = parser.parse_args(arguments)
    try:
        for film in options.films:
            print(alter(film, options.kind, options.out))
    except OSError as wrong:
        print(f"porrazo: {wrong}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
