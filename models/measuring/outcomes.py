"""What came out, card by card, and what that amounts to: shares with their intervals, confusions, calibration."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from models.measuring.labels import Floats, Label, Picture

NEAR = 0.05
"""Corners are right within this, in widths of the card."""
CONFIDENT = 0.9
"""Who says so and is wrong, misleads."""
BINS = 10
"""Equal bins of confidence, for the expected calibration error."""


@dataclass(frozen=True, eq=False, slots=True)
class Outcome:
    """One card of a picture, or one find that is none.

    ``true``: the card's name, "back", or None where there is no card; ``said``: what was read, "?" where it was found
    and not read, None where it was not found; ``confidence`` is that of what was said. ``off``: the worst corner's
    distance in widths of the card, where the corners are known. ``where`` the find's corners, pixels.
    """

    picture: Picture
    true: str | None
    said: str | None
    confidence: float
    off: float | None = None
    covered: float = 0.0
    where: Floats | None = None
    label: Label | None = None

    @property
    def face(self) -> bool:
        """Whether there is a card, face up."""
        return self.true is not None and self.true != "back"

    @property
    def named(self) -> bool:
        """Whether it was read as some card."""
        return self.said is not None and self.said != "?"

    @property
    def right(self) -> bool:
        """Whether it was read as what it is."""
        return self.said == self.true

    @property
    def rank_right(self) -> bool:
        """Whether at least the rank was."""
        return self.said is not None and self.true is not None and self.said[0] == self.true[0]


def wilson(part: int, whole: int) -> tuple[float, float]:
    """The 95 % Wilson interval of a share."""
    p, z = part / whole, 1.959964
    middle = (p + z * z / (2 * whole)) / (1 + z * z / whole)
    half = z * math.sqrt(p * (1 - p) / whole + z * z / (4 * whole * whole)) / (1 + z * z / whole)
    return max(0.0, middle - half), min(1.0, middle + half)


def share(part: int, whole: int) -> str:
    """``97.1 % (92.0-99.1)``, or a dash where there is nothing to be shared."""
    if not whole:
        return "-"
    low, high = wilson(part, whole)
    return f"{100 * part / whole:.1f} % ({100 * low:.1f}-{100 * high:.1f})"


@dataclass(frozen=True, slots=True)
class Tally:
    """Counts over outcomes: ``cards`` face up and how many of them were found, read right, not read; ``false``: finds
    read as a card where there is none (or a back), ``stray``: found and not read where there is none; corners known and
    right; ``read``: everything that was named, ``sure_wrong``: wrongly, with a confidence of 0.9 or more.
    """

    pictures: int
    cards: int
    found: int
    rank: int
    card: int
    unread: int
    false: int
    stray: int
    corners: int
    near: int
    read: int
    sure_wrong: int

    @classmethod
    def of(cls, outcomes: Sequence[Outcome], pictures: int = 0) -> Tally:
        """Count; ``pictures`` where some of them may have left no outcome at all."""
        faces = [one for one in outcomes if one.face]
        found = [one for one in faces if one.said is not None]
        known = [one.off for one in found if one.off is not None and not one.covered]
        read = [one for one in outcomes if one.named]
        return cls(
            pictures=max(pictures, len({id(one.picture) for one in outcomes})),
            cards=len(faces),
            found=len(found),
            rank=sum(one.rank_right for one in found),
            card=sum(one.right for one in found),
            unread=sum(one.said == "?" for one in found),
            false=sum(one.named and not one.face for one in outcomes),
            stray=sum(one.said == "?" and one.true is None for one in outcomes),
            corners=len(known),
            near=sum(off <= NEAR for off in known),
            read=len(read),
            sure_wrong=sum(not one.right and one.confidence >= CONFIDENT for one in read),
        )

    def row(self, name: str) -> str:
        """One line of the table under HEADING."""
        shares = (
            share(self.found, self.cards),
            share(self.rank, self.found),
            share(self.card, self.found),
            share(self.near, self.corners),
        )
        counts = (self.unread, self.false, self.stray, self.sure_wrong)
        return line(name, self.pictures, self.cards, shares, counts)


def line(name: str, pictures: object, cards: object, shares: Sequence[str], counts: Sequence[object]) -> str:
    """One line of a table in columns that stand under one another."""
    columns = "".join(f"{text:<22}" for text in shares)
    return f"{name:<26}{pictures:>5}{cards:>7}  {columns}" + "".join(f"{count:>7}" for count in counts)


HEADING = line(
    "",
    "pict.",
    "cards",
    ("found", "rank right of found", "card right of found", "corners within 5 %"),
    ("unread", "false", "stray", "misled"),
)
"""False: read as a card where none is. Stray: seen as a card, not read, where none is. Misled: wrong and sure of it."""


def confusions(outcomes: Sequence[Outcome]) -> list[tuple[str, int]]:
    """Cards read as something else, ``Js as Ks``, the commonest first."""
    counts = Counter(
        f"{one.true} as {one.said}" for one in outcomes if one.face and one.said is not None and not one.right
    )
    return sorted(counts.items(), key=lambda item: (-item[1], item[0]))


def calibration(outcomes: Sequence[Outcome]) -> tuple[float, list[tuple[float, int, float, float]]]:
    """The expected calibration error, and for each bin that is not empty (lower bound, cards, mean confidence, share
    right); over everything that was read as a card.
    """
    bins: dict[int, list[Outcome]] = {}
    for one in outcomes:
        if one.named:
            bins.setdefault(min(int(one.confidence * BINS), BINS - 1), []).append(one)
    rows = [
        (
            number / BINS,
            len(held),
            sum(one.confidence for one in held) / len(held),
            sum(one.right for one in held) / len(held),
        )
        for number, held in sorted(bins.items())
    ]
    total = sum(count for _, count, _, _ in rows)
    error = sum(count * abs(said - right) for _, count, said, right in rows) / total if total else 0.0
    return error, rows
