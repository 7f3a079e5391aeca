"""Departure: until when a card lay at its place, and from where the arm came that took it.

A card that is no longer found is under an arm, under another card, or gone. While arms come and go, and once another
card lies there, its place alone does not tell which. So the small pictures of the last seconds are looked through, from
when the card was last surely there: once nothing moves at its place in two pictures, one after the other, and its look
does not show in either, it had gone by then. What moved over its place just before is the arm.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from vision.geometry import quads
from vision.tracking.arrival import ARM_BEFORE_S, PRINT_SHARE, SHARED, Arrivals, Look
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


def departure(
    track: Track, tracks: list[Track], memory: Arrivals, under: Track | None = None
) -> Departure | None:
    """The departure of a card that is no longer found; None where the pictures do not show that it left. Where other
    ``tracks`` lay with it is left out, and where one lies that came before the card it is thought to be ``under``.
    """
    others = [
        other.corners
        for other in tracks
        if other is not track
        and other.confirmed
        and (other.since <= track.proven or (under is not None and other.since < under.since))
    ]
    looks = memory.looks(track.corners, track.proven, others)
    if not looks or looks[0].t > track.proven:
        return None
    gone = [each.calm and not _shows(each, looks[0], SHOWS_SHARE) for each in looks]
    for k in range(2, len(looks)):
        if gone[k] and gone[k - 1]:
            at = looks[k - 1].t
            return Departure(track.number, at, memory.arms(track.corners, at - ARM_WITHIN_S, at))
    return None


def still_shows(track: Track, tracks: list[Track], memory: Arrivals) -> bool | None:
    """Whether a card, once surely read, that is no longer found lies there all the same: where no other card lies on it
    the place looks as it did just before the card was first missed, or when it was last surely there: just before, the
    arm that laid the other card may have rested on both. None where something moves at its place: that hides it.
    """
    if not track.surely_read:
        return False
    others = [
        other.corners
        for other in tracks
        if other is not track and other.confirmed and not _second_outline(other, tracks)
    ]
    there = math.nextafter(track.last, -math.inf)  # in the picture of that very time it was missed
    alike = [
        _looks_alike(memory.looks(track.corners, since, others), since) for since in (there, track.proven)
    ]
    return True if True in alike else None if None in alike else False


def looks_as_before(track: Track, tracks: list[Track], memory: Arrivals) -> bool:
    """Whether a card that is no longer found has surely left: nothing moves at its place, and what told the card from
    what lay there just before it came looks as it did then. Where cards lie that came later is left out.
    """
    if track.arrival is None:
        return False
    later = [
        other.corners
        for other in tracks
        if other is not track and other.confirmed and other.since > track.since
    ]
    looks = memory.looks(track.corners, track.arrival.at - ARM_BEFORE_S, later)
    if not looks or looks[0].t >= track.arrival.at or not looks[-1].calm:
        return False
    lay = [look for look in looks if look.calm and track.arrival.at < look.t <= track.proven]
    return bool(lay) and looks[-1].alike_where(looks[0], ~lay[-1].same(looks[0]), few=0.0) >= PRINT_SHARE


def _second_outline(track: Track, tracks: list[Track]) -> bool:
    """Whether an older card, which is found there too, has the same name: an outline round that card and what lies
    under it may be read as it for a while, and covers nothing.
    """
    name = int(track.posterior().argmax())
    return any(
        other.since < track.since
        and other.surely_read
        and not other.occluded
        and int(other.posterior().argmax()) == name
        and quads.overlap(track.corners, other.corners)[1] > SHARED
        for other in tracks
    )


def _looks_alike(looks: list[Look], since: float) -> bool | None:
    """Whether the newest look at a place is like the one that is no newer than ``since`` seconds; None where something
    moves there.
    """
    if not looks or looks[0].t > since:
        return False
    return _shows(looks[-1], looks[0], STILL_SHARE) if looks[-1].calm else None


def _shows(look: Look, card: Look, share: float) -> bool:
    """Whether this ``share`` of a place looks as with the card, and the most of its print: of a two on a white cloth
    nearly all looks the same with the card and without it.
    """
    return look.alike(card) >= share and look.alike_where(card, card.printed, few=1.0) >= SHOWS_SHARE


def left_before(new: Track, tracks: list[Track], memory: Arrivals) -> list[tuple[Track, Departure]]:
    """The cards that are thought to lie under a card that has just arrived, but had left before it came."""
    assert new.arrival is not None
    found = []
    for track in tracks:
        hidden = track.confirmed and (track.occluded or track.misses > 0) and track.since < new.since
        if track is new or not hidden or quads.overlap(track.corners, new.corners)[1] <= SHARED:
            continue
        left = departure(track, tracks, memory, new)
        if left is not None and left.at < new.arrival.at:
            found.append((track, left))
    return found
