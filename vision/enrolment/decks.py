"""Enrolled decks on disk: keeping, listing, reading and forgetting them.

Of each deck only its faces are kept, flattened as the reader sees them, and nothing that a network computed: so a deck
need not be shown again when the program gets new networks (``vision.enrolment.templates``).
"""

from __future__ import annotations

import io
import lzma
import math
import os
import shutil
import struct
import tokenize
import zipfile
import zlib
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import quote, unquote

import numpy as np
from numpy.lib import format as npy
from numpy.typing import NDArray

from engine.cards import PACK
from vision.arrays import Image, Numbers
from vision.files import gate
from vision.files.own_files import data_folder, write_whole
from vision.reading.reader import HEIGHT, WIDTH

DECKS_VARIABLE = "PORRAZO_DECKS"
"""Environment variable: the folder of the decks, instead of the one among the user's data."""
FACES_FILE = "faces.npz"
"""In each deck's folder: its faces and which cards they are."""
LONGEST_NAME = 40
"""The most letters of a deck's name."""
LONGEST_REASON = 100
"""The most letters of the reason why a deck is damaged."""
MOST_FACES = 3
"""How many faces are kept of one card, the latest; more teach nothing new."""
MOST_BYTES = 64_000_000
"""The most bytes of a deck's file, and of what is packed in it: six times what ``MOST_FACES`` of every card take."""
DAMAGE_ERRORS = (
    OSError, ValueError, KeyError, EOFError, zipfile.BadZipFile, zlib.error, lzma.LZMAError, struct.error,
    NotImplementedError, RuntimeError, SyntaxError, TypeError, OverflowError, MemoryError, tokenize.TokenError,
)  # fmt: skip
"""What zipfile and NumPy raise for damaged files, found by damaging many (tests/seeing/test_damaged_decks.py)."""


class BadDeck(ValueError):
    """A deck cannot be kept, found or learnt; the message is one sentence for a person."""


@dataclass(frozen=True, eq=False, slots=True)
class Faces:
    """What a deck's cards look like, n pictures of at least one card.

    ``crops``: uint8 (n, 176, 128, 3) BGR, flattened, either end up. ``cards``: int64 (n,), which card each is, its
    place in ``engine.cards.PACK``.
    """

    crops: Image
    cards: Numbers

    def __post_init__(self) -> None:
        if self.crops.dtype != np.uint8 or self.crops.shape != (len(self.crops), HEIGHT, WIDTH, 3):
            raise ValueError(f"crops: expected uint8 (n, {HEIGHT}, {WIDTH}, 3), got {self.crops.shape}")
        if self.cards.shape != (len(self.crops),) or not len(self.cards):
            raise ValueError(
                f"cards: expected shape ({len(self.crops)},), at least 1, got {self.cards.shape}"
            )
        if self.cards.min() < 0 or self.cards.max() >= len(PACK):
            raise ValueError(f"cards: expected 0 to {len(PACK) - 1}")

    def joined(self, later: Faces) -> Faces:
        """These and later ones, at most ``MOST_FACES`` of a card, the latest."""
        crops, cards = np.concatenate([self.crops, later.crops]), np.concatenate([self.cards, later.cards])
        kept = [int(k) for card in range(len(PACK)) for k in np.flatnonzero(cards == card)[-MOST_FACES:]]
        return Faces(crops[kept], cards[kept])


@dataclass(frozen=True, slots=True)
class EnrolledDeck:
    """A deck that was enrolled: its name, how many different cards of it are known, from how many pictures, and its
    folder.
    """

    name: str
    cards: int
    pictures: int
    folder: Path

    def faces(self) -> Faces:
        """Read its faces; BadDeck if that fails."""
        return _read(self.folder / FACES_FILE)[1]


@dataclass(frozen=True, slots=True)
class DamagedDeck:
    """A deck whose faces cannot be read: its name, by its folder's, and why. It can only be forgotten."""

    name: str
    reason: str
    folder: Path

    def __str__(self) -> str:
        """One sentence for people."""
        return f"the deck '{self.name}' is damaged ({self.reason}): forget it and show its cards again"


@dataclass(frozen=True, slots=True)
class Shelf:
    """The decks of a folder, sorted by name."""

    decks: tuple[EnrolledDeck, ...]
    damaged: tuple[DamagedDeck, ...]

    @property
    def all(self) -> tuple[EnrolledDeck | DamagedDeck, ...]:
        """Those that can be read and those that cannot."""
        return *self.decks, *self.damaged


def decks_folder() -> Path:
    """The folder of the decks: ``porrazo/decks`` in the user's data folder, or the one that the setting names.

    FileNotFoundError if there is neither.
    """
    said = os.environ.get(DECKS_VARIABLE)
    return Path(said) if said else data_folder() / "decks"


def shelf(folder: Path | None = None) -> Shelf:
    """List all decks in a folder, by default the user's, also those that cannot be read. FileNotFoundError for a user
    without a home folder.
    """
    decks, damaged = [], []
    for file in sorted((folder or decks_folder()).glob(f"*/{FACES_FILE}")):
        try:
            name, faces = _read(file)
        except BadDeck as error:
            damaged.append(DamagedDeck(unquote(file.parent.name), str(error), file.parent))
        else:
            decks.append(EnrolledDeck(name, len(np.unique(faces.cards)), len(faces.cards), file.parent))
    return Shelf(
        tuple(sorted(decks, key=lambda deck: deck.name.casefold())),
        tuple(sorted(damaged, key=lambda deck: deck.name.casefold())),
    )


def enrolled_decks(folder: Path | None = None) -> tuple[EnrolledDeck, ...]:
    """The decks in a folder, by name, without those that cannot be read. Errors as in ``shelf``."""
    return shelf(folder).decks


def enrolled_deck(name: str, folder: Path | None = None) -> EnrolledDeck:
    """The deck with this name; BadDeck if there is none."""
    decks = enrolled_decks(folder)
    for deck in decks:
        if deck.name == name:
            return deck
    known = f"there are: {', '.join(deck.name for deck in decks)}" if decks else "none has been learnt yet"
    raise BadDeck(f"there is no deck named '{name}'; {known}")


def keep(name: str, faces: Faces, folder: Path | None = None) -> EnrolledDeck:
    """Save a deck under this name, replacing what is there. BadDeck for a bad name, OSError if it cannot be written."""
    home = (folder or decks_folder()) / _folder_name(name)
    packed = io.BytesIO()
    np.savez_compressed(packed, name=np.array(name), crops=faces.crops, cards=faces.cards)
    write_whole(home / FACES_FILE, packed.getvalue())
    return enrolled_deck(name, folder)


def forget(name: str, folder: Path | None = None) -> None:
    """Delete the deck with this name, damaged or not; BadDeck if there is none."""
    found = [deck.folder for deck in shelf(folder).all if deck.name == name]
    shutil.rmtree(found[0] if found else enrolled_deck(name, folder).folder)


def check_name(name: str) -> None:
    """BadDeck unless this can be a deck's name."""
    _folder_name(name)


def _folder_name(name: str) -> str:
    """The folder's name for a deck's name: characters with a meaning to a file system are encoded."""
    if not name.strip() or name != name.strip() or not name.isprintable():
        raise BadDeck("a deck's name must have letters in it and begin and end with one")
    if len(name) > LONGEST_NAME:
        raise BadDeck(f"a deck's name has at most {LONGEST_NAME} letters")
    coded = quote(name, safe=" ")
    return coded.replace(".", "%2E")


def _read(file: Path) -> tuple[str, Faces]:
    """Read a deck's name and faces; BadDeck, which says why, if ``keep`` did not write this file."""
    try:
        packed = gate.read(file, MOST_BYTES)
        with zipfile.ZipFile(io.BytesIO(packed)) as kept:
            name, crops, cards = (_array(kept, what) for what in ("name", "crops", "cards"))
        if name.shape != () or name.dtype.kind != "U" or cards.dtype.kind not in "iu":
            raise ValueError("its name or its cards are of another kind")
        check_name(str(name))
        return str(name), Faces(crops, cards.astype(np.int64))
    except DAMAGE_ERRORS as fault:
        raise BadDeck(" ".join(str(fault).split())[:LONGEST_REASON] or "it breaks off") from None


def _array(kept: zipfile.ZipFile, what: str) -> NDArray[Any]:
    """Read one of a deck's arrays; one of `DAMAGE_ERRORS` if it is damaged, or larger than any deck's.

    Its size is compared with its header first: NumPy would allocate whatever the header asks for.
    """
    with kept.open(f"{what}.npy") as source:
        data = source.read(MOST_BYTES + 1)
    if len(data) > MOST_BYTES:
        raise ValueError(f"its {what} are more than a deck has")
    array = io.BytesIO(data)
    if npy.read_magic(array) != (1, 0):
        raise ValueError(f"its {what} are in a form that is not known here")
    shape, _, kind = npy.read_array_header_1_0(array)
    if math.prod(shape) * kind.itemsize != len(data) - array.tell():
        raise ValueError(f"its {what} are not whole")
    array.seek(0)
    whole: NDArray[Any] = npy.read_array(array, allow_pickle=False)
    return whole
