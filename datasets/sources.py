"""Where deck artwork comes from, under which licence, and which decks are kept apart for validation.

A deck kept for validation is never shown in training, nor are its near twins.
"""

from __future__ import annotations

import functools
from dataclasses import dataclass
from pathlib import Path

GNOME_FOLDER = Path("/usr/share/aisleriot/cards")
KDE_FOLDER = Path("/usr/share/carddecks")
WALLPAPERS = Path("/usr/share/wallpapers")

GNOME_LICENCE = "GPL-3+ (Debian package gnome-cards-data, aisleriot)"
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
    "svg-nicu-white svg-oxygen svg-oxygen-white svg-penguins svg-standard svg-tigullio-international"
).split()
VALIDATION = frozenset({"dondorf", "plastic", "tigullio", "svg-tigullio-international"})


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


def court_sources() -> list[DeckSource]:
    """The sheets whose kings, queens and jacks are lent to the drawn decks."""
    names = [*GNOME_STANDARD, "ancient_french", "atlasnye", "berlin", "lattmann", "rheinland", "tarocco"]
    kept = [
        n for n in names if n not in VALIDATION and not n.startswith(("simplistic", "tango", "ornamental"))
    ]
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
