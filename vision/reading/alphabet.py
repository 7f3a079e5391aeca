"""Alphabets: the letters that decks of different countries print in their corners, and which of them a deck is in.

A glyph is the sign at the top of an index: a figure, a letter, ``10`` or ``Kn``. Cyrillic letters that look like Latin
ones are those. One card alone does not always tell: V is a French jack and a Dutch queen. A deck's cards together do.
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from engine.cards import RANK_LETTERS
from vision.arrays import Floats

GLYPHS = (*map(str, range(1, 11)), *"A B D E F H J K Kn Q R T V W X Д".split())
"""What the letter reader tells apart, besides that there is no glyph."""
NO_GLYPH = len(GLYPHS)
ENGLISH = "en"
RANKS = len(RANK_LETTERS)


def _ranks(aces: str, tens: str, jacks: str, queens: str, kings: str) -> tuple[tuple[str, ...], ...]:
    """The glyphs of each rank, ace to king; the figures from 2 to 9 are the same everywhere."""
    low = ((str(figure),) for figure in range(2, 10))
    return (tuple(aces.split()), *low, *(tuple(some.split()) for some in (tens, jacks, queens, kings)))


ALPHABETS: Mapping[str, tuple[tuple[str, ...], ...]] = {
    ENGLISH: _ranks("A", "10", "J", "Q", "K"),
    "fr": _ranks("1 A", "10 X", "V", "D", "R"),
    "de": _ranks("A 1", "10", "B", "D", "K"),
    "nl": _ranks("A 1", "10", "B", "V", "H"),
    "sv": _ranks("A E 1", "10", "Kn B", "D", "K"),
    "it": _ranks("A 1", "10", "F J", "D Q", "R"),
    "pl": _ranks("A", "10", "W J", "D", "K"),
    "ru": _ranks("T A", "10", "B", "Д", "K"),
    "es": _ranks("1 A", "10 X", "J", "Q", "K"),
}
"""By the language's code: the glyphs of each rank, ace to king, the usual ones first. ``sv`` is Scandinavian: Swedish,
Danish and Norwegian; ``es`` is the French pack as it is sold in Spain. Where a deck says As or Re, that is A or R.
"""
NAMES = tuple(ALPHABETS)


def _shares() -> Floats:
    """Which share of a deck's cards bears each glyph, if the deck has it (alphabets, glyphs): where a rank has several,
    any deck has one of them on all cards of that rank.
    """
    shares = np.zeros((len(NAMES), len(GLYPHS)), np.float32)
    for row, name in zip(shares, NAMES, strict=True):
        for glyphs in ALPHABETS[name]:
            for glyph in glyphs:
                row[GLYPHS.index(glyph)] += 1 / RANKS
    return shares


SHARES = _shares()


def by_rank(letters: Floats, name: str) -> Floats:
    """Probabilities (..., 13) of the ranks, ace to king, that glyphs' probabilities (..., 27) mean in an alphabet;
    what they give to glyphs that the alphabet lacks, and to none, is left out, so they sum to less than 1.
    """
    found = [letters[..., [GLYPHS.index(g) for g in glyphs]].sum(-1) for glyphs in ALPHABETS[name]]
    return np.asarray(np.stack(found, -1), np.float32)
