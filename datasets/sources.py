"""Where deck artwork comes from, under which licence, and which decks are kept apart for validation.

A deck kept for validation is never shown in training, nor are its near twins. Artwork out of packages that are not
installed is read from the folder that the environment variable PORRAZO_ARTWORK names; ``datasets.fetch`` fills it.
"""

from __future__ import annotations

import functools
import os
from dataclasses import dataclass
from pathlib import Path

GNOME_FOLDER = Path("/usr/share/aisleriot/cards")
KDE_FOLDER = Path("/usr/share/carddecks")
WALLPAPERS = Path("/usr/share/wallpapers")
ARTWORK = "PORRAZO_ARTWORK"
"""Names the folder of unpacked packages: each npm package in a folder of its name, Debian's with their usr/share."""

GNOME_LICENCE = "GPL-3+ (Debian package gnome-cards-data, aisleriot)"
BONDED_LICENCE = "GPL-3+ (Debian package aisleriot)"
KDE_LICENCE = "{} (Debian package kdegames-card-data-kf5)"
# As the package's copyright file has it: GPL-2+ but for these.
KDE_EXCEPTIONS = {"svg-penguins": "GPL-3+", "svg-tigullio-international": "LGPL-2+"}

# Decks whose indices are A 2..10 J Q K and whose suits are the French four. The others (Swiss suits, indices in
# Russian, German, Italian) lend only their court art to the drawn decks.
GNOME_STANDARD = (
    "anglo anglo_bitmap anglo_modern anglo_modern_4_color anglo_poker bellot dondorf gnomangelo gnomangelo_bitmap "
    "guyenne-classic neoclassical neoclassical_4_color orell ornamental paris plastic simplistic tango tango_nuevo "
    "tigullio"
).split()
KDE_STANDARD = (
    "svg-jolly-royal svg-nicu-white svg-oxygen svg-oxygen-white svg-penguins svg-standard "
    "svg-tigullio-international"
).split()
# Not used: svg-dondorf, svg-gm-paris, svg-nicu-ornamental (dondorf, paris, ornamental again), svg-xskat-* (K D B),
# svg-ancient-egyptians (no index upside down: its 6 is a 9), svg-oxygen-air (one index, at the top right),
# svg-future (hexadecimal), svg-konqi-modern (licensed to members of KDE only).
VALIDATION = frozenset(
    {"aguilar", "dondorf", "plastic", "tigullio", "svg-jolly-royal", "svg-tigullio-international"}
)


@dataclass(frozen=True, slots=True)
class DeckSource:
    """One deck's artwork: its file or folder, its licence, and the split it belongs to (train or val)."""

    name: str
    path: Path
    licence: str
    split: str


def _split(name: str) -> str:
    return "val" if name in VALIDATION else "train"


def gnome_sources() -> list[DeckSource]:
    """The sheets of gnome-cards-data with standard indices that are installed here."""
    paths = ((name, GNOME_FOLDER / f"{name}.svgz") for name in GNOME_STANDARD)
    return [DeckSource(name, path, GNOME_LICENCE, _split(name)) for name, path in paths if path.exists()]


@dataclass(frozen=True, slots=True)
class CardFiles:
    """A deck stored as one picture per card: ``pattern`` gives a card's file from its rank and suit.

    ``ranks`` are the words for A to K, ``suits`` those for clubs, diamonds, hearts, spades.
    """

    name: str
    licence: str
    pattern: str
    ranks: tuple[str, ...] = ("A", *map(str, range(2, 11)), "J", "Q", "K")
    suits: tuple[str, ...] = ("C", "D", "H", "S")

    @property
    def split(self) -> str:
        """The split it belongs to: train or val."""
        return _split(self.name)

    def paths(self, folder: Path) -> tuple[Path, ...]:
        """The 52 files below the folder of artwork, in the order of the pack; ValueError where one is missing."""
        files = tuple(
            folder / self.pattern.format(rank=rank, suit=suit) for suit in self.suits for rank in self.ranks
        )
        missing = [file.name for file in files if not file.exists()]
        if missing:
            raise ValueError(f"{self.name}: no {missing[0]} (files missing: {len(missing)} of 52)")
        return files


CLIPART = "usr/share/openclipart/svg/recreation/games/cards/{0}/{0}_{{suit}}_{{rank}}.svg"
CLIPART_RANKS = ("a", *map(str, range(2, 11)), "j", "q", "k")
KENNARD = "@heruka_urgyen/react-playing-cards"
KENNARD_RANKS = ("A", *map(str, range(2, 10)), "T", "J", "Q", "K")
CARD_FILES = (
    CardFiles("aguilar", "LGPL-3+ (npm cardsJS, by Chris Aguilar)", "cardsJS/dist/cards/{rank}{suit}.svg"),
    *(
        CardFiles(
            f"kennard-{look}",
            f"CC0-1.0 (npm {KENNARD}, by Adrian Kennard)",
            f"{KENNARD}/src/images/{look}/{{rank}}{{suit}}.svg",
            KENNARD_RANKS,
        )
        for look in ("2color", "2color-bf", "4color", "4color-bf")
    ),
    *(
        CardFiles(
            f"clipart-{look}",
            "public domain (Debian package openclipart-svg, by Nicu Buculei)",
            CLIPART.format(look),
            CLIPART_RANKS,
            ("c", "d", "h", "s"),
        )
        for look in ("bordered", "simple")
    ),
)


COURT_FILES = ("kennard-2color",)
"""Of these, the decks that lend their courts to drawn decks, besides ``court_sources``."""


def artwork_folder() -> Path | None:
    """The folder that PORRAZO_ARTWORK names, None where it names none."""
    named = os.environ.get(ARTWORK)
    return Path(named) if named else None


def card_files() -> list[CardFiles]:
    """The decks of one file per card whose package lies in the folder of artwork."""
    folder = artwork_folder()
    if folder is None:
        return []
    return [deck for deck in CARD_FILES if (folder / deck.pattern.split("{")[0]).parent.is_dir()]


def bonded_source() -> list[DeckSource]:
    """Aisleriot's own sheet, which its package holds apart from the others: installed, or in the artwork's folder."""
    folder = artwork_folder()
    places = [GNOME_FOLDER, *([folder / "usr/share/aisleriot/cards"] if folder is not None else [])]
    found = [place / "bonded.svgz" for place in places if (place / "bonded.svgz").exists()]
    return [DeckSource("bonded", path, BONDED_LICENCE, _split("bonded")) for path in found[:1]]


def court_sources() -> list[DeckSource]:
    """The sheets whose kings, queens and jacks are lent to the drawn decks.

    Not those in four colours: the suits within their pictures are of other inks than the drawn ones.
    """
    names = [*GNOME_STANDARD, "ancient_french", "atlasnye", "berlin", "lattmann", "rheinland", "tarocco"]
    unfit = ("simplistic", "tango", "ornamental", "neoclassical_4_color", "anglo_modern_4_color")
    kept = [n for n in names if n not in VALIDATION and not n.startswith(unfit)]
    return [
        DeckSource(name, GNOME_FOLDER / f"{name}.svgz", GNOME_LICENCE, "train")
        for name in kept
        if (GNOME_FOLDER / f"{name}.svgz").exists()
    ]


def kde_sources() -> list[DeckSource]:
    """KDE's decks with standard indices that are installed here."""
    found = []
    for name in KDE_STANDARD:
        files = sorted((KDE_FOLDER / name).glob("*.svgz"))
        licence = KDE_LICENCE.format(KDE_EXCEPTIONS.get(name, "GPL-2+"))
        found += [DeckSource(name, path, licence, _split(name)) for path in files[:1]]
    return found


@functools.cache
def ground_photographs() -> tuple[Path, ...]:
    """Photographs that serve as tables and surroundings (Debian package plasma-workspace-wallpapers)."""
    pictures = [p for kind in ("jpg", "png") for p in WALLPAPERS.glob(f"*/contents/images*/*.{kind}")]
    return tuple(sorted({p.parent.parent.parent.name: p for p in sorted(pictures)}.values()))
