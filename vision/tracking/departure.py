"""Departure: until when a card lay at its place, and from where the arm came that took it.

A card that is no longer found is under an arm, under another card, or gone. While arms come and go, and once another
card lies there, its place alone does not tell which. So the small pictures of the last seconds are looked through, from
when the card was last surely there: once nothing moves at its place in two pictures, one after the other, and its look
does not show in either, it had gone by then. What moved over its place just before is the arm.
"""

from __future__ import annotations

from dataclasses import dataclass

from vision.geometry import quads
from vision.tracking.arrival import SHARED, Arrivals, Look
from vision.tracking.track import Track

SHOWS_SHARE = 0.5
"""The share of a card's place that must look as it did, or the card does not show there."""
STILL_SHARE = 0.8
"""The same of what shows of a card that still lies there: in two evenings 0.95 or more; of one gone 0.47 or less."""
ARM_WITHIN_S = 1.0
"""Seconds before a card is known to have gone in which the arm that took it moves over its place."""


@dataclass(frozen=True, slots=True)
class Departure:
    """Card ``track`` was gone from its place at ``at`` seconds. ``arms``: from where arms reached there just before,
    degrees round the picture's middle (0 right, 90 below), the broadest first; none where that is not known.
    """

    track: int
    at: float
    arms: tuple[float, ...] = ()


def departure(track: Track, tracks: list[Track], memory: Arrivals) -> Departure | None:
    """The departure of a card that is no longer found; None where the pictures do not show that it left. Where other
    ``tracks`` lay with it is left out.
    """
    others = [
        other.corners
        for other in tracks
        if other is not track and other.confirmed and other.since <= track.proven
    ]
    looks = memory.looks(track.corners, track.proven, others)
    if not looks or looks[0].t > track.proven:
        return None
    gone = [each.calm and each.alike(looks[0]) < SHOWS_SHARE for each in looks]
    for k in range(2, len(looks)):
        if gone[k] and gone[k - 1]:
            at = looks[k - 1].t
            return Departure(track.number, at, memory.arms(track.corners, at - ARM_WITHIN_S, at))
    return None


def still_shows(track: Track, tracks: list[Track], memory: Arrivals) -> bool:
    """Whether a card, once surely read, that is no longer found lies there all the same: nothing moves at its place,
    and where no other card lies on it the place looks as it did just before the card was first missed, or when it was
    last surely there: just before, the arm that laid the other card may have rested on both.
    """
    others = [other.corners for other in tracks if other is not track and other.confirmed]
    return track.surely_read and any(
        _looks_alike(memory.looks(track.corners, since, others), since)
        for since in (track.last, track.proven)
    )


def _looks_alike(looks: list[Look], since: float) -> bool:
    """Whether the newest look at a place is calm, and like the one that is no newer than ``since`` seconds."""
    if not looks or looks[0].t > since:
        return False
    return looks[-1].calm and looks[-1].alike(looks[0]) >= STILL_SHARE


def left_before(new: Track, tracks: list[Track], memory: Arrivals) -> list[tuple[Track, Departure]]:
    """The cards that are thought to lie under a card that has just arrived, but had left before it came."""
    assert new.arrival is not None
    found = []
    for track in tracks:
        hidden = track.confirmed and (track.occluded or track.misses > 0) and track.since < new.since
        if track is new or not hidden or quads.overlap(track.corners, new.corners)[1] <= SHARED:
            continue
        left = departure(track, tracks, memory)
        if left is not None and left.at < new.arrival.at:
            found.append((track, left))
    return found
