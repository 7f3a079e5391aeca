"""Letters: a deck's alphabet is found from its cards together, and what their indices say is read by it.

1. Read the glyph at either end of each card (``LetterReader``); what does not show one suit at both is no card.
2. Each print, a glyph with its suit, counts once, however often it is seen; see how well each alphabet explains them.
3. While that is English, or nothing tells, nothing is changed: the other readers know English.
4. Else the rank is what the glyph means in that alphabet; the suit is still what the other readers say. They go by the
   figure, too, and take a German jack for a king.
"""

from __future__ import annotations

import functools

import numpy as np

from vision.arrays import Floats, Image
from vision.reading.alphabet import ALPHABETS, ENGLISH, GLYPHS, NAMES, NO_GLYPH, RANKS, SHARES, by_rank
from vision.reading.reader import LEAST_PROBABILITY, READABLE, UNREADABLE, as_batch, probabilities
from vision.runtime.inference import CannotRun, Network

OTHERS = {
    "fr": 0.012,
    "de": 0.010,
    "it": 0.008,
    "es": 0.006,
    "ru": 0.006,
    "nl": 0.004,
    "sv": 0.004,
    "pl": 0.003,
}
"""The share of decks taken to be lettered so, before any card is seen; all others in English. Chosen so that one print
whose letter English lacks, surely read at both ends, is enough, and an unsure one is not.
"""
MISREAD = 0.004
"""How often a print is taken to be read as any glyph by mistake."""
SURELY = 0.95
"""The same glyph at both ends this surely is heard where cards are looked at again and again: in pictures of 640 x 480
a ten and an ace of clubs half read as Kn and E, and made an English deck a Swedish one. One photograph has one look.
"""
END_FLOOR = 0.01
"""The floor of a glyph's probability at one end: only both ends together may be sure."""
ONE_SUIT_PROBABILITY = 0.7
"""What shows the same suit at both ends this surely is a card, and its letters are heard. Of 362 looks at the corners
of cards, in nine alphabets, 95 % came over it; of 91 at what is no card none, the highest 0.54: rendered, of decks that
no figure is measured on, and of tables 10,000 to 10,015 of ``models.measuring.bare`` (script not kept).
"""
AGREED = 0.8
"""Both ends together are as sure of a glyph as this, or each counts for itself: two cards found as one."""
SETTLED = 0.99
"""An alphabet this probable does not change any more, as far as can be told."""
POSSIBLE = 0.01
"""An alphabet less probable than this has no say in what a letter means."""
MOST_READINGS = 20
"""A print says the mean of so many readings at most; a newer one replaces the oldest's share."""
FULL_SHARE = 1 / 26
"""A print counts in full from this share of all readings on, twice that of one card of a pack: over a long match any
letter is misread now and then, and such prints must not add up.
"""
FIGURE_FLOOR, PIPS_FLOOR = 0.3, 0.05
"""In another alphabet: the floors of what the face reader says of aces and courts, and of ranks from 2 to 10. Figures
of other countries mislead it; pips do not.
"""
FOREIGN_FLOOR, SAME_FLOOR = 0.15, 0.05
"""In another alphabet: the floors of what the index reader, which knows English, says of ranks that may be lettered
otherwise, and of those that are the same.
"""
LETTER_FLOOR = 0.002
"""The floor of a rank's probability by its letter."""


class LetterReader:
    """Reads glyphs. ``network``: input (n, 3, 96, 64) RGB 0 to 1, output (n, 27), the probabilities of ``GLYPHS`` and
    of none; ``temperature`` as in ``vision.reading.reader.Reader``.
    """

    def __init__(self, network: Network, temperature: float = 1.0) -> None:
        self.network, self.temperature = network, temperature

    def read_crops(self, crops: Image) -> Floats:
        """Probabilities (n, 27) of flattened indices (n, 96, 64, 3) BGR uint8."""
        answer = self.network.run(as_batch(crops))
        if answer.shape != (len(crops), len(GLYPHS) + 1):
            raise CannotRun(
                f"a network is no letter reader: expected shape ({len(crops)}, {len(GLYPHS) + 1}), got {answer.shape}"
            )
        logs = np.log(np.maximum(answer, LEAST_PROBABILITY)) / np.float32(self.temperature)
        return probabilities(np.asarray(logs, np.float32))


class Letters:
    """The alphabet of the deck in view. ``said``: the alphabet if someone has told it; it is not looked for then.
    ``least``: the probability of a glyph from which it is heard.
    """

    def __init__(self, reader: LetterReader, said: str | None = None, least: float = READABLE) -> None:
        if said is not None and said not in NAMES:
            raise ValueError(f"'{said}' is no alphabet: {', '.join(NAMES)}")
        self.reader, self.said, self.least = reader, said, least
        self._prints: dict[tuple[int, int], tuple[Floats, int]] = {}

    @property
    def alphabet(self) -> str:
        """The alphabet that was said or, if none was, the most probable."""
        return self.said if self.said is not None else NAMES[int(self.chances().argmax())]

    @property
    def settled(self) -> bool:
        """Whether the alphabet is known as surely as it can be."""
        return self.said is not None or float(self.chances().max()) >= SETTLED

    @property
    def english(self) -> bool:
        """Whether the deck is lettered in English, as far as is known: then no index tells a face from a back."""
        return self.alphabet == ENGLISH

    def chances(self) -> Floats:
        """The probability of each alphabet of ``NAMES``, by the cards seen."""
        prior = [OTHERS.get(name, 1 - sum(OTHERS.values())) for name in NAMES]
        total = sum(count for _, count in self._prints.values())
        heard = [says * min(1.0, count / (FULL_SHARE * total)) for says, count in self._prints.values()]
        return probabilities(np.asarray(np.log(prior) + np.sum(heard, 0), np.float32))

    def forget(self) -> None:
        """Another deck lies there: what the cards before said does not count any more."""
        self._prints.clear()

    def hear(self, letters: Floats, suits: Floats) -> None:
        """Take in what both ends of cards say, probabilities (n, 2, 27), and that both show one suit (n, 4).

        What shows no suit, or two, may be print, and a tablecloth must not change how the deck is read.
        """
        if self.said is not None:
            return
        glyphs = _together(letters)
        shares = SHARES * (1 - MISREAD) + MISREAD / len(GLYPHS)
        says = np.log(glyphs @ shares.T)
        for k in np.flatnonzero((glyphs.max(1) >= self.least) & (suits.max(1) >= ONE_SUIT_PROBABILITY)):
            key, one = (int(glyphs[k].argmax()), int(suits[k].argmax())), says[k]
            mean, count = self._prints.get(key, (np.zeros(len(NAMES), np.float32), 0))
            step = (one - mean) / min(count + 1, MOST_READINGS)
            self._prints[key] = np.asarray(mean + step, np.float32), count + 1

    def relettered(self, posteriors: Floats, letters: Floats) -> Floats:
        """Probabilities (n, 53) of indices, their ranks put right by their letters (n, 27); in each alphabet that may
        be the deck's, for a V alone is a jack or a queen.
        """
        told = [
            chance * _explained(name, letters) * _relettered_in(name, posteriors, letters)
            for name, chance in self._possible().items()
        ]
        total = np.sum(told, 0)
        return np.asarray(total / total.sum(1, keepdims=True), np.float32)

    def _possible(self) -> dict[str, float]:
        """The alphabets that the deck may be in, and how probable they are."""
        if self.said is not None:
            return {self.said: 1.0}
        chances = dict(zip(NAMES, self.chances().tolist(), strict=True))
        return {name: chance for name, chance in chances.items() if chance >= POSSIBLE}

    def agreed(self, letters: Floats) -> Floats:
        """What the ends of cards say (n, 2, 27), either end what both together do, unless they surely differ."""
        both = _together(letters)
        none = letters[..., len(GLYPHS) :].min(1)
        joint = np.concatenate([both * (1 - none), none], 1)[:, None]
        return np.asarray(np.where(both.max(1)[:, None, None] >= AGREED, joint, letters), np.float32)

    def unfigured(self, posteriors: Floats, ends: Floats) -> Floats:
        """Probabilities (n, 53) of whole cards, less sure of their ranks if figures mislead, and that they are none if
        both ``ends`` (n, 2, 53) say the same card.
        """
        if self.alphabet == ENGLISH:
            return posteriors
        same = ends[..., :UNREADABLE].prod(1).sum(1, keepdims=True)
        return _with_ranks(posteriors, _ranks(posteriors) + FIGURES, posteriors[:, UNREADABLE:] * (1 - same))

    def told_apart(self, posteriors: Floats, ends: Floats) -> Floats:
        """Ends (n, 2, 53) by which two cards found as one, read as these (n, 53), are told: in another alphabet only by
        their suits, since one end's letter is misread too often.
        """
        if self.alphabet == ENGLISH:
            return ends
        suits = ends[..., :UNREADABLE].reshape(*ends.shape[:2], -1, RANKS).sum(-1)
        read = np.eye(RANKS, dtype=np.float32)[posteriors[:, :UNREADABLE].argmax(1) % RANKS]
        faces = (suits[..., None] * read[:, None, None]).reshape(*ends.shape[:2], -1)
        return np.concatenate([faces, ends[..., UNREADABLE:]], -1).astype(np.float32)


def _explained(name: str, letters: Floats) -> Floats:
    """How probable it is (n, 1) that indices show what an alphabet has, or nothing that can be read."""
    none = letters[:, NO_GLYPH:].sum(1)
    return np.asarray((by_rank(letters, name).sum(1) + none + LETTER_FLOOR)[:, None], np.float32)


def _relettered_in(name: str, posteriors: Floats, letters: Floats) -> Floats:
    """``Letters.relettered``, in one alphabet."""
    ranks = by_rank(letters, name)
    blank = posteriors[:, UNREADABLE:] * (1 - ranks.sum(1, keepdims=True))
    shared, floors = _as_in_english(name)
    return _with_ranks(posteriors, (ranks + LETTER_FLOOR) * (_ranks(posteriors) * shared + floors), blank)


def _together(letters: Floats) -> Floats:
    """Probabilities (n, 26) of the glyph that both ends (n, 2, 27) show."""
    logs = np.log(letters[..., : len(GLYPHS)] + END_FLOOR).sum(1)
    return probabilities(np.asarray(logs, np.float32))


FIGURES = np.full(RANKS, PIPS_FLOOR, np.float32)
FIGURES[[0, *range(RANKS - 3, RANKS)]] = FIGURE_FLOOR


@functools.cache
def _as_in_english(name: str) -> tuple[Floats, Floats]:
    """Which ranks (13,) may be lettered as in English, 0 or 1, and the floor of what is said of each (13,)."""
    pairs = list(zip(ALPHABETS[name], ALPHABETS[ENGLISH], strict=True))
    shared = [float(bool(set(glyphs) & set(english))) for glyphs, english in pairs]
    floors = [SAME_FLOOR if set(glyphs) <= set(english) else FOREIGN_FLOOR for glyphs, english in pairs]
    return np.array(shared, np.float32), np.array(floors, np.float32)


def _ranks(posteriors: Floats) -> Floats:
    """Probabilities (n, 13) of the ranks, if there is a card, from those of cards (n, 53)."""
    ranks = posteriors[:, :UNREADABLE].reshape(len(posteriors), -1, RANKS).sum(1)
    return np.asarray(ranks / np.maximum(ranks.sum(1, keepdims=True), LEAST_PROBABILITY), np.float32)


def _with_ranks(posteriors: Floats, ranks: Floats, blank: Floats) -> Floats:
    """Probabilities (n, 53) of the same suits, but these ranks (n, 13), up to a factor, and ``blank`` (n, 1)."""
    suits = posteriors[:, :UNREADABLE].reshape(len(posteriors), -1, RANKS).sum(2) + LEAST_PROBABILITY
    faces = (suits / suits.sum(1, keepdims=True))[:, :, None] * (ranks / ranks.sum(1, keepdims=True))[:, None]
    return np.concatenate([faces.reshape(len(faces), -1) * (1 - blank), blank], 1).astype(np.float32)
