"""The printed tablecloth while a table is followed: its print is left out; too much print is reported.

1. Finds that are print (``vision.detection.cloth``) begin no track. The known cards tell how large a card is.
2. On such a cloth a reading counts only if an index confirms it.
3. If more finds remain that nobody can read than there can be packs, and this lasts, the cloth confuses the
   program: no score can be kept on it. Not where cards were surely read lately.
"""

from __future__ import annotations

import numpy as np

from vision.arrays import Floats, Image, Mask
from vision.detection.cloth import MANY, MOST_PACKS, TOUCHES, Prints
from vision.detection.detections import Detections
from vision.geometry import quads
from vision.reading.backs import Reads
from vision.reading.reader import SURE_PROBABILITY, UNREADABLE
from vision.tracking.association import associate
from vision.tracking.track import Track

TOO_MANY = 12
"""This many separate finds that nobody can read are more than there can be packs and cards face down."""
LASTING = 2.0
"""Seconds for which there must be so many, since dealing also makes many for a moment."""
READ_TOGETHER, READ_LATELY = 3, 60.0
"""Where so many cards were surely read at once within so many seconds, the table does not confuse. On a patchwork with
five packs face down up to 24 finds could not be read, and all cards could: without this the last seven plays were lost.
"""

FAR = 2.5
"""In sizes of a card: so far from it a card may look much larger on a table seen at a slant, or much smaller. Chosen:
within it cards at 52 degrees are at most 1.4 times as large.
"""

LATELY, SAME_PLACE = 3.0, 4.0
"""Seconds for which a judgement whether a find repeats holds; pixels by which its corners may move meanwhile.
"""


class Cloth:
    """Follows what is printed on the table; ``patterned``: a reading counts only if an index confirms it.

    ``reader``: reads what looks like print, for it may be a card; without one all that repeats is print.
    """

    def __init__(self, reader: Reads | None = None) -> None:
        self.patterned = False
        self._reader = reader
        self._since: float | None = None
        self._read_at = float("-inf")
        self._judged: dict[bytes, tuple[Floats, bool]] = {}
        self._judged_since = 0.0

    def without_prints(
        self,
        image: Image,
        found: Detections,
        tracks: list[Track],
        t: float,
        whole: bool,
        slanted: bool = False,
    ) -> Detections:
        """Remove the print from the finds in a picture.

        ``whole``: the finds are all that the picture holds, so they tell how patterned the cloth is. ``slanted``: the
        table is seen at a slant, so cards tell the size of others near them only.
        """
        read, sure = np.zeros(len(found), bool), np.zeros(len(found), bool)
        known = np.stack([track.corners for track in tracks]) if tracks else found.corners[:0]
        for number, k in associate(known, found.corners)[0]:
            track = tracks[number]
            read[k] = track.surely_read  # print is read too, as any card, but not surely
            sure[k] = read[k] and track.confirmed
        gone, again = np.zeros(len(found), bool), {}
        if (~read).sum() >= MANY:
            judged = self._known(found.corners, t)
            prints = Prints(image, found, dict(judged))
            gone, again = prints.among(read, sure, MOST_PACKS + 1, len(found)), prints.again
            repeating = [k for k in again if k not in judged and again[k]]
            for k in self._cards_among(image, found.corners, repeating):
                gone[k], again[k] = False, False
            self._remember(found.corners, again)
        repeat = np.array([again.get(k, False) for k in range(len(found))], bool)
        self.patterned = gone.sum() >= MANY or (self.patterned and not whole)
        if sure.sum() >= READ_TOGETHER:
            self._read_at = t
        if whole:
            confusing = t - self._read_at > READ_LATELY and _apart(found.corners[~gone & ~read]) >= TOO_MANY
            self._since = None if not confusing else t if self._since is None else self._since
        return found.select(
            ~gone | (_far(found.corners, found.corners[sure]) & ~repeat) if slanted else ~gone
        )

    def _cards_among(self, image: Image, corners: Floats, repeating: list[int]) -> list[int]:
        """Which of these finds, by number, surely read as cards whose index shows. On a checked cloth a card of few
        pips is as white as the squares beside it, and so it repeats.
        """
        if self._reader is None or not repeating:
            return []
        posteriors, onto = self._reader.read(image, corners[repeating])
        named = np.flatnonzero(posteriors[:, :UNREADABLE].max(1) >= SURE_PROBABILITY)
        _, shown = self._reader.borne_out(image, onto[named], posteriors[named])
        return [repeating[number] for number in named[shown]]

    def _known(self, corners: Floats, t: float) -> dict[int, bool]:
        """Which finds (n, 4, 2), by number, were judged lately, and whether they repeat."""
        if not 0 <= t - self._judged_since < LATELY or not self._judged:
            self._judged, self._judged_since = {}, t
            return {}
        places, verdicts = zip(*self._judged.values(), strict=True)
        off = np.abs(corners[:, None] - np.stack(places)[None]).max((2, 3))
        return {k: verdicts[int(off[k].argmin())] for k in range(len(corners)) if off[k].min() < SAME_PLACE}

    def _remember(self, corners: Floats, again: dict[int, bool]) -> None:
        for k, verdict in again.items():
            self._judged.setdefault(corners[k].tobytes(), (corners[k], verdict))

    def confuses(self, t: float) -> bool:
        """Whether the table has been full of finds that nobody can read for at least `LASTING` seconds."""
        return self._since is not None and t - self._since >= LASTING


def _far(corners: Floats, cards: Floats) -> Mask:
    """Which finds (n, 4, 2) lie far from all of these cards (m, 4, 2), m at least 1; none where there is no card."""
    if not len(cards):
        return np.zeros(len(corners), bool)
    away = np.linalg.norm(corners.mean(1)[:, None] - cards.mean(1)[None], axis=2)
    return np.asarray((away > FAR * np.sqrt(np.abs(quads.signed_areas(cards)))[None]).all(1), bool)


def _apart(corners: Floats) -> int:
    """How many of these finds (n, 4, 2) lie apart from all others, as packs do; cards of one pile do not."""
    if len(corners) < TOO_MANY:
        return 0
    return sum(
        all(quads.overlap(find, other)[1] <= TOUCHES for j, other in enumerate(corners) if j != k)
        for k, find in enumerate(corners)
    )
