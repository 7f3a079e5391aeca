"""Decks: pictures of all 52 faces and some backs, from free artwork, from photographs, or drawn here.

A deck is one array of faces in the order of ``engine.cards.PACK`` (clubs A to K, diamonds, hearts, spades), all
of one size, with an alpha channel that holds the card's rounded outline. Rendering the artwork takes minutes, so
it is done once, into a cache of ``.npy`` files that worker processes map and share.
"""

from __future__ import annotations

import argparse
import functools
import json
import os
import subprocess
import tempfile
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from datasets.sources import (
    ARTWORK,
    GNOME_FOLDER,
    KDE_FOLDER,
    CardFiles,
    DeckSource,
    artwork_folder,
    bonded_source,
    card_files,
    gnome_sources,
    kde_sources,
)

Image = NDArray[np.uint8]

FACE_HEIGHT = 448
"""Pixels from top to bottom of a stored face: more than twice what the reader is shown, so shrinking stays clean."""

RANKS = "A23456789TJQK"
SUITS = "cdhs"
CARDS = tuple(f"{rank}{suit}" for suit in SUITS for rank in RANKS)


@dataclass(frozen=True, eq=False, slots=True)
class Deck:
    """One deck: ``faces`` is uint8 (52, h, w, 4) BGRA, ``backs`` (n, h, w, 4), n may be 0."""

    name: str
    licence: str
    split: str
    faces: Image
    backs: Image

    @property
    def aspect(self) -> float:
        """Width over height of a card."""
        return float(self.faces.shape[2]) / float(self.faces.shape[1])


def rounded(picture: Image, radius: float = 0.045) -> Image:
    """BGR or BGRA (h, w) to BGRA whose corners are rounded off by ``radius`` of the height."""
    height, width = picture.shape[:2]
    mask = np.zeros((height * 2, width * 2), np.uint8)
    r = int(radius * height * 2)
    cv2.rectangle(mask, (r, 0), (width * 2 - r - 1, height * 2), 255, -1)
    cv2.rectangle(mask, (0, r), (width * 2, height * 2 - r - 1), 255, -1)
    for x in (r, width * 2 - r - 1):
        for y in (r, height * 2 - r - 1):
            cv2.circle(mask, (x, y), r, 255, -1, cv2.LINE_AA)
    mask = cv2.resize(mask, (width, height), interpolation=cv2.INTER_AREA)
    return np.dstack([picture[..., :3], mask])


def opaque(cell: Image, stock: tuple[int, int, int] = (255, 255, 255)) -> Image | None:
    """A cell of a sheet, BGRA, cut to the card's outline; see-through places inside become card stock.

    None where the cell holds no card.
    """
    solid = cell[..., 3] > 100
    rows, columns = np.flatnonzero(solid.any(1)), np.flatnonzero(solid.any(0))
    if len(rows) < 20 or len(columns) < 20:
        return None
    cell = cell[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1]
    alpha = cell[..., 3:].astype(np.float32) / 255
    colour = cell[..., :3] * alpha + np.array(stock, np.float32) * (1 - alpha)
    return np.dstack([colour.astype(np.uint8), np.full(cell.shape[:2], 255, np.uint8)])


def _rsvg(svg: Path, *options: str) -> Image:
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "out.png"
        subprocess.run(["rsvg-convert", str(svg), "-o", str(out), *options], check=True, capture_output=True)
        picture = cv2.imread(str(out), cv2.IMREAD_UNCHANGED)
    if picture is None or picture.ndim != 3:
        raise ValueError(f"{svg.name}: rsvg-convert gave no picture in colour")
    # A drawing that fills its page comes without an alpha channel.
    whole = picture if picture.shape[2] == 4 else cv2.cvtColor(picture, cv2.COLOR_BGR2BGRA)
    return whole.astype(np.uint8)


def _plain_svg(source: DeckSource, folder: Path) -> Path:
    """The sheet as an uncompressed file of plain name, which is what rsvg-convert takes."""
    import gzip

    plain = folder / f"{source.name}.svg"
    plain.write_bytes(gzip.decompress(source.path.read_bytes()))
    return plain


def sheet_deck(source: DeckSource) -> Deck:
    """A deck from a sheet of gnome-cards-data: 13 columns, A to K; rows clubs, diamonds, hearts, spades, extras."""
    with tempfile.TemporaryDirectory() as folder:
        sheet = _rsvg(
            _plain_svg(source, Path(folder)), "-h", str(FACE_HEIGHT * 5 + 40), "--keep-aspect-ratio"
        )
    height, width = sheet.shape[0] / 5, sheet.shape[1] / 13

    def cell(row: int, column: int) -> Image | None:
        return opaque(
            sheet[
                round(row * height) : round((row + 1) * height),
                round(column * width) : round((column + 1) * width),
            ]
        )

    faces = [cell(row, column) for row in range(4) for column in range(13)]
    back = cell(4, 2)
    return _assemble(source, faces, [back] if back is not None else [])


def id_deck(source: DeckSource) -> Deck:
    """A deck from KDE's drawings, in which every card is an element called ``queen_heart`` or ``7_club``."""
    ranks = ("1", *map(str, range(2, 11)), "jack", "queen", "king")
    with tempfile.TemporaryDirectory() as folder:
        svg = _plain_svg(source, Path(folder))
        ids = [f"{rank}_{suit}" for suit in ("club", "diamond", "heart", "spade") for rank in ranks]
        faces = [_element(svg, name) for name in ids]
        back = _element(svg, "back")
    return _assemble(source, faces, [back] if back is not None else [])


def _element(svg: Path, name: str) -> Image | None:
    """One element of a drawing, cut out, at least FACE_HEIGHT tall; None where the drawing has none.

    Some drawings export a card in its place on an empty page: then the page is asked for so tall that the card
    fits.
    """
    try:
        cut = opaque(_rsvg(svg, "-i", name, "-h", str(FACE_HEIGHT), "--keep-aspect-ratio"))
        if cut is not None and cut.shape[0] < FACE_HEIGHT * 0.95:
            page = round(FACE_HEIGHT * FACE_HEIGHT / cut.shape[0])
            cut = opaque(_rsvg(svg, "-i", name, "-h", str(page), "--keep-aspect-ratio"))
    except subprocess.CalledProcessError:
        return None
    return cut


def files_deck(deck: CardFiles, folder: Path) -> Deck:
    """A deck of one SVG per card, below the folder of artwork."""
    files = deck.paths(folder)
    source = DeckSource(deck.name, files[0].parent, deck.licence, deck.split)
    faces = (opaque(_rsvg(file, "-h", str(FACE_HEIGHT), "--keep-aspect-ratio")) for file in files)
    return _assemble(source, faces, [])


def photographed_deck(folder: Path) -> Deck:
    """The deck of MrKeSuu/bidly, photographed card by card: files ``7h.jpg``, full bleed."""
    faces = [cv2.imread(str(folder / f"{card}.jpg")) for card in CARDS]
    source = DeckSource("bidly", folder, "MIT (MrKeSuu/bidly)", "train")
    return _assemble(source, [f.astype(np.uint8) if f is not None else None for f in faces], [])


def _assemble(source: DeckSource, faces: Iterable[Image | None], backs: Iterable[Image]) -> Deck:
    found = list(faces)
    if any(face is None for face in found):
        missing = [card for card, face in zip(CARDS, found, strict=True) if face is None]
        raise ValueError(f"{source.name}: no picture of {', '.join(missing)}")
    whole = [face for face in found if face is not None]
    height, width = np.median([face.shape[:2] for face in whole], axis=0)
    size = (round(FACE_HEIGHT * width / height), FACE_HEIGHT)
    fitted = [
        rounded(cv2.resize(face, size, interpolation=cv2.INTER_AREA).astype(np.uint8)) for face in whole
    ]
    fitted_backs = [
        rounded(cv2.resize(back, size, interpolation=cv2.INTER_AREA).astype(np.uint8)) for back in backs
    ]
    empty = np.zeros((0, size[1], size[0], 4), np.uint8)
    return Deck(
        source.name,
        source.licence,
        source.split,
        np.stack(fitted),
        np.stack(fitted_backs) if fitted_backs else empty,
    )


# ------------------------------------------------------------------------------------------------ the cache


def save(deck: Deck, cache: Path) -> None:
    """Write a deck into the cache folder."""
    cache.mkdir(parents=True, exist_ok=True)
    np.save(cache / f"{deck.name}.faces.npy", deck.faces)
    np.save(cache / f"{deck.name}.backs.npy", deck.backs)
    about = {"name": deck.name, "licence": deck.licence, "split": deck.split}
    (cache / f"{deck.name}.json").write_text(json.dumps(about))


def load(cache: Path, split: str | None = None) -> list[Deck]:
    """All decks of the cache, or those of one split, by name; the arrays are mapped, not read."""
    decks = []
    for about in sorted(cache.glob("*.json")):
        facts = json.loads(about.read_text())
        if split is None or facts["split"] == split:
            faces = np.load(cache / f"{facts['name']}.faces.npy", mmap_mode="r")
            backs = np.load(cache / f"{facts['name']}.backs.npy", mmap_mode="r")
            decks.append(Deck(facts["name"], facts["licence"], facts["split"], faces, backs))
    if not decks:
        raise FileNotFoundError(
            f"no decks in {cache}: build them with python -m datasets.decks --out {cache}"
        )
    return decks


def _jobs(photographs: Path | None, drawn: int) -> Iterator[tuple[str, Callable[[], Deck]]]:
    from datasets.drawn import drawn_deck

    for source in (*gnome_sources(), *bonded_source()):
        yield source.name, functools.partial(sheet_deck, source)
    artwork = artwork_folder()
    if artwork is None:
        print(f"porrazo: {ARTWORK} names no folder: without the decks of npm and of Debian's other packages")
    else:
        for deck in card_files():
            yield deck.name, functools.partial(files_deck, deck, artwork)
    for source in kde_sources():
        yield source.name, functools.partial(id_deck, source)
    if photographs is not None and (photographs / "bidly" / "faces").is_dir():
        yield "bidly", functools.partial(photographed_deck, photographs / "bidly" / "faces")
    for seed in range(drawn):
        yield f"drawn-{seed:03d}", functools.partial(drawn_deck, seed)


def build(cache: Path, photographs: Path | None, drawn: int) -> list[str]:
    """Render every deck that can be had here into the cache, keeping what is there already; returns the names."""
    from tqdm import tqdm

    names = []
    for name, make in tqdm(list(_jobs(photographs, drawn)), desc="decks", unit="deck"):
        if not (cache / f"{name}.json").exists():
            save(make(), cache)
        names.append(name)
    return names


def main(arguments: list[str] | None = None) -> int:
    """``python -m datasets.decks``: build the cache of decks."""
    parser = argparse.ArgumentParser(prog="python -m datasets.decks", description=__doc__)
    parser.add_argument("--out", type=Path, default=Path(".cache/decks"))
    parser.add_argument("--photographs", type=Path, default=os.environ.get("PORRAZO_PHOTOS"))
    parser.add_argument("--drawn", type=int, default=60, help="how many drawn decks")
    options = parser.parse_args(arguments)
    if not GNOME_FOLDER.is_dir() and not KDE_FOLDER.is_dir():
        print(
            "porrazo: no deck artwork: apt-get install gnome-cards-data kdegames-card-data-kf5 librsvg2-bin"
        )
        return 2
    photographs = Path(options.photographs) if options.photographs else None
    print(f"{len(build(options.out, photographs, options.drawn))} decks in {options.out}")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
