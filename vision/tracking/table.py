"""The table as it lies: every frame's finds joined into cards that stay, with what is known of each.

1. Compare the frame with the one before and with the bare table (``vision.tracking.background``).
2. Find cards, unless nothing has moved since all was last seen to be well; from nearer too once all is at rest. What
   is only a fragment of a card is completed by those known (``vision.tracking.fragments``).
3. Match the finds with the cards known; a find that reads as another card is another card, laid over it.
4. Read what is new or has moved; each card is read a few times, then left alone. What cannot be read and looks like
   the deck's back is one.
5. A card that is not found is gone if the bare table shows there; else something covers it, and it stays.

While the table cannot be seen at all (``vision.view.view_lost``) everything stays as it was.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial
from typing import Protocol

import numpy as np

from vision.arrays import Box, Floats, Image
from vision.detection.detections import Detections
from vision.detection.finder import distinct, same_card
from vision.geometry import quads
from vision.reading.backs import FACE_DOWN, UNTOLD, Backs, with_blank
from vision.reading.reader import UNREADABLE, flattened
from vision.tracking.attention import Attention, around, holds, of_card_size
from vision.tracking.background import Background
from vision.tracking.fragments import completed, of_other_size
from vision.tracking.track import ALL_READINGS, SURE, Track, matched
from vision.view.view_lost import Loss, ViewWatch

STEADY_LOOKS = 3
"""A card is believed after so many looks at one place."""
MOST_READS, MOST_BLANK = 24, 8
"""A card that has been looked at so often is left alone; one that has never shown a face."""
MOST_A_LOOK = 8
"""At most so many cards are read a look, the least known first."""
TURNED = 2.0
"""Seconds after which what turns out to show a face has been turned over just then, and was no card before."""
CHECKS = 2
"""A card that has moved or been covered is read so often again: another may lie in its place."""
GONE_LOOKS = 2
"""A card is gone once the bare table has shown in its place for so many frames."""
GONE_SECONDS, GONE_AT_LEAST, GONE_SHARE = 2.5, 0.4, 0.5
"""A card not found for so long at a still place is gone, whatever the place looks like; for one seen in passing only,
so long at least, and this share of the time for which it had been seen.
"""
NUDGED = 0.5
"""A card not found, where the same card overlaps its place by so much: it has been nudged."""
IN_A_PILE = 0.15
"""What shares so much of the smaller one's area with a card that lies face down is of that pile, until surely read."""
NOWHERE = (0, 0, 0, 0)


class Finds(Protocol):
    """Whatever finds cards in a picture."""

    def find_within(self, image: Image, box: Box, long_side: int | None = None) -> Detections:
        """The cards that lie whole within a part (x0, y0, x1, y1) of a picture (height, width, 3) BGR, looked at as if
        the picture's longer side had so many pixels.
        """


class Reads(Protocol):
    """Whatever reads cards in a picture."""

    def read(self, image: Image, corners: Floats) -> tuple[Floats, Floats]:
        """Probabilities (n, 53) of the cards at ``corners`` (n, 4, 2), and their corners, a short edge first."""


@dataclass(frozen=True, slots=True)
class LyingCard:
    """A card on the table: its outline float32 (4, 2) in pixels, the probabilities (52,) of what it is,
    when it was first seen there (seconds), whether it has lain still long enough to be believed, whether
    something covers it.
    """

    track: int
    corners: Floats
    posterior: Floats
    since: float
    steady: bool
    hidden: bool


@dataclass(frozen=True, slots=True)
class TableView:
    """What lies face up on the table at ``t`` seconds; ``backs`` are outlines (n, 4, 2) of cards that lie
    face down or cannot be read; ``still``: nothing moves; ``arms``: where something reaches in over the picture's
    border, degrees round its middle (0 right, 90 below), the largest first. ``lost``: why the table cannot be seen;
    then all this is what was seen before.
    """

    t: float
    number: int
    cards: tuple[LyingCard, ...]
    backs: tuple[Floats, ...]
    still: bool
    arms: tuple[float, ...] = ()
    lost: Loss | None = None


class Table:
    """Follows the cards on a table. Feed ``look`` every frame in order."""

    def __init__(self, finder: Finds, reader: Reads) -> None:
        self.finder, self.reader = finder, reader
        self.background = Background()
        self.backs = Backs()
        self._tracks: list[Track] = []
        self._count = 0
        self._attention = Attention()
        self._watch = ViewWatch()
        self._size: tuple[int, int] | None = None
        self._blind = False

    def look(self, image: Image, t: float, number: int) -> TableView:
        """Take in the next frame (height, width, 3) BGR uint8, ``t`` seconds into the source; what lies
        there now.
        """
        loss = self._watch.see(image, t)
        if loss is not None:
            self._blind = True
            return replace(self._view(t, number), lost=loss)
        if self._blind:
            self._see_again(t)
        size = (image.shape[1], image.shape[0])
        if self._size not in (None, size):
            self._resize(size)
            return replace(self._view(t, number), lost=Loss.RESIZED)
        self._size = size
        self.background.update(image)
        for track in self._tracks:
            track.corners = track.corners + self.background.shift
        self._attention.quiet = self._attention.quiet + 1 if self.background.still() else 0
        box = self._attention.next_part(size, number, self.background.moved_box(), self._tracks)
        if box is not None:
            self.background.forget_moves()
            self._find(image, box, t)
        self.background.learn([track.corners for track in self._tracks])
        return self._view(t, number)

    def _see_again(self, t: float) -> None:
        """The table shows again: nothing has been missed while it did not."""
        self._blind = False
        for track in self._tracks:
            track.missed_since = t

    def _resize(self, size: tuple[int, int]) -> None:
        """Pictures have another size (width, height) from now on: of the same view, or that is soon found out."""
        assert self._size is not None
        larger = np.divide(size, self._size)
        for track in self._tracks:
            track.corners = np.asarray(track.corners * larger, np.float32)
            track.again = CHECKS
        self.background, self._attention, self._size = Background(), Attention(), size

    def _find(self, image: Image, box: Box, t: float) -> None:
        """Look at a part of the picture for cards, from nearer too where that is worth its while."""
        size = (image.shape[1], image.shape[0])
        found = self._cards(image, self.finder.find_within(image, box, self._attention.side))
        closer = self._attention.nearer_part(size, box, self._tracks)
        if closer is None:
            self._join(image, found, t, box)
        else:
            near = self.finder.find_within(image, closer, self._attention.near_side(size))
            both = self._cards(image, distinct(Detections.joined(found, near)))
            self._join(image, both, t, box, found.corners, closer)
        self._attention.learn(size, box, found, self._tracks)

    def _cards(self, image: Image, found: Detections) -> Detections:
        """The finds that may be cards of this table, parts of cards put right."""
        found = of_card_size(found, self._tracks)
        return completed(found, self._tracks, partial(self.reader.read, image))

    def _join(
        self,
        image: Image,
        found: Detections,
        t: float,
        box: Box,
        far: Floats | None = None,
        closer: Box | None = None,
    ) -> None:
        """Join what was found in a part of the picture with what is known: ``far`` are the outlines found at the usual
        distance where ``closer``, a part of it, was looked at from nearer too.
        """
        pairs, new = matched(self._tracks, found.corners)
        self._follow(pairs, found.corners)
        fresh = [self._begin(found.corners[k], t) for k in new]
        for track, k in (*pairs, *zip(fresh, new, strict=True)):
            track.near = far is not None and not any(same_card(found.corners[k], other) for other in far)
            if not track.near:
                track.sure = max(track.sure, float(found.confidence[k]))
        self._read(image, [track for track, _ in pairs] + fresh, t)
        met = {track.number for track, _ in pairs} | {track.number for track in fresh}
        limits = np.array(image.shape[1::-1] * 2)
        unseen = [
            track
            for track in self._tracks
            if track.number not in met
            and holds(
                box if not track.near else closer or NOWHERE, around(track.corners, 1.0).clip(0, limits)
            )
        ]
        gone = {track.number for track in unseen if self._gone(track, t)}
        self._tracks = [track for track in self._tracks if track.number not in gone]

    def _begin(self, corners: Floats, t: float) -> Track:
        self._count += 1
        track = Track(self._count, corners, t, last=t, seen=1)
        self._tracks.append(track)
        return track

    def _follow(self, pairs: list[tuple[Track, int]], corners: Floats) -> None:
        for track, k in pairs:
            moving = self.background.moving(track.corners) > 0.05
            if track.steady and moving and of_other_size(track.corners, corners[k]):
                track.again, track.missed, track.hidden = CHECKS, 0, True
                continue
            off = float(np.linalg.norm(corners[k] - track.corners, axis=1).max())
            height = float(quads.widths_and_heights(track.corners[None])[1][0])
            moved = off > 0.05 * height
            track.corners = (
                corners[k] if moved else (0.6 * track.corners + 0.4 * corners[k]).astype(np.float32)
            )
            track.seen = 1 if moved and not track.steady else track.seen + 1
            track.steady = track.steady or (track.seen >= STEADY_LOOKS and track.believed)
            if moved or track.missed:
                track.again = CHECKS
            track.missed, track.hidden = 0, False

    def _read(self, image: Image, tracks: list[Track], t: float) -> None:
        """Read those not yet surely read, and, once it is calm there, those that something has moved over."""
        due = []
        for track in tracks:
            moving = self.background.moving(track.corners)
            if moving > 0.2:
                track.again = CHECKS
            most = MOST_READS if track.reads else MOST_BLANK
            if (track.unsure and track.looks < most) or (moving < 0.05 and (track.again or track.disagreed)):
                due.append(track)
        due = sorted(due, key=lambda track: (track.looks > 0 and not track.reads, track.weight))[:MOST_A_LOOK]
        if not due:
            return
        readings, corners = self.reader.read(image, np.stack([track.corners for track in due]))
        for track, reading, four in zip(due, readings, corners, strict=True):
            crop = flattened(image, four) if reading[:UNREADABLE].max() < SURE else None
            if crop is not None and reading[UNREADABLE] < FACE_DOWN and self.backs.like(crop):
                reading = with_blank(reading, FACE_DOWN)
            elif crop is not None and self._in_a_pile(track):
                reading = with_blank(reading, UNTOLD)
            self._take(track, reading, t)
            if crop is not None and track.steady and track.facing <= -ALL_READINGS:
                self.backs.learn(track.number, crop)

    def _in_a_pile(self, track: Track) -> bool:
        """Whether cards that surely lie face down lie partly over a card, or under it."""
        down = [other for other in self._tracks if other is not track and other.facing <= -ALL_READINGS]
        return any(quads.overlap(other.corners, track.corners)[1] > IN_A_PILE for other in down)

    def _take(self, track: Track, reading: Floats, t: float) -> None:
        """A reading; where it says twice, surely, another card than before, another card has been laid
        there.
        """
        best = int(reading.argmax())
        known = track.posterior()
        undisturbed = self.background.moving(track.corners) < 0.05
        track.again = max(0, track.again - undisturbed)
        other = (
            track.weight >= 2
            and undisturbed
            and best != UNREADABLE
            and reading[best] > SURE
            and known[best] < 0.02
        )
        track.disagreed = track.disagreed + 1 if other else 0
        if not other:
            face_up = track.face_up
            track.take(reading, undisturbed)
            if track.face_up and not face_up and t - track.since > TURNED:
                track.since = t
        elif track.disagreed >= 2:
            above = self._begin(track.corners, t)
            above.take(reading, undisturbed)
            above.sure = track.sure
            track.disagreed, track.hidden, track.missed, track.missed_since = 0, True, 1, t

    def _gone(self, track: Track, t: float) -> bool:
        """Whether a card that was not found now has left the table; else it is hidden."""
        if track.missed == 0:
            track.missed_since = track.last = t
        track.missed += 1
        if not track.steady:
            return track.missed > GONE_LOOKS
        if self.background.moving(track.corners) > 0.15:
            track.hidden, track.missed_since = True, t
            return False
        bare = self.background.bare(track.corners)
        if bare:
            return track.missed >= GONE_LOOKS
        track.hidden = True
        if self._nudged(track):
            return track.missed >= GONE_LOOKS
        return t - track.missed_since > min(
            GONE_SECONDS, GONE_AT_LEAST + GONE_SHARE * (track.last - track.since)
        )

    def _nudged(self, track: Track) -> bool:
        """Whether the same card is seen lying nearly there."""
        name = int(track.posterior().argmax())
        return any(
            other.missed == 0
            and other.calm > 0
            and int(other.posterior().argmax()) == name
            and quads.overlap(track.corners, other.corners)[0] > NUDGED
            for other in self._tracks
        )

    def _view(self, t: float, number: int) -> TableView:
        cards = tuple(
            LyingCard(k.number, k.corners, k.posterior(), k.since, k.steady and k.calm > 0, k.hidden)
            for k in self._tracks
            if k.face_up
        )
        backs = tuple(track.corners for track in self._tracks if not track.face_up and not track.missed)
        return TableView(t, number, cards, backs, self._attention.quiet >= 2, self.background.arms())
