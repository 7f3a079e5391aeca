"""One lesson: from photographs of a deck to its faces, and what people should know about them.

The photographs may come from files or from a live camera. Call ``learn``, then ``vision.enrolment.decks.keep``.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from engine.cards import PACK, Card
from vision.arrays import Floats, Image, Numbers
from vision.enrolment.decks import Faces
from vision.enrolment.learning import Measured, OfNoUse, centred, laid_out, measured, named
from vision.photograph import Recogniser
from vision.reading.reader import Reader


@dataclass(frozen=True, eq=False, slots=True)
class LessonPhoto:
    """One photograph: its name, the picture (height, width, 3) BGR uint8, and which cards lie there in reading order,
    or None if that was not said.
    """

    name: str
    image: Image
    said: tuple[Card, ...] | None = None


@dataclass(frozen=True, eq=False, slots=True)
class Learnt:
    """What was learnt: the deck's faces. ``guessed``: cards that the network reads otherwise or not at all, named
    because no other card was left. ``unclear``: cards left out as covered, blurred or cut off. ``unnamed``: how many
    pictures of cards could not be named. ``measured``: how much it helps.
    """

    faces: Faces
    guessed: tuple[Card, ...]
    unclear: tuple[Card, ...]
    unnamed: int
    measured: Measured


def learn(
    recogniser: Recogniser,
    shown: Sequence[LessonPhoto],
    leave_out: Callable[[LessonPhoto, OfNoUse], None] | None = None,
) -> Learnt:
    """Learn a deck from photographs; OfNoUse, a sentence, where all of them are of no use.

    One that is of no use by itself is handed to ``leave_out`` and left out; without that, OfNoUse names it.
    ``recogniser`` is to read as it does for any deck, with no enrolled one.
    """
    crops, cards, posteriors = _all_named(recogniser, *_laid_out(recogniser, shown, leave_out))
    known = cards >= 0
    if not known.any():
        raise OfNoUse(
            "untold", "none of the cards can be told: name the pictures after their cards, or give --labels"
        )
    posteriors, faces = posteriors[known], Faces(crops[known], cards[known])
    faces, clear = centred(faces)
    if not clear.any():
        raise OfNoUse(
            "unclear", "none of the cards is clear enough: all are covered, blurred, cut off or blank"
        )
    guessed = clear & (posteriors.argmax(1) != faces.cards)
    kept = Faces(faces.crops[clear], faces.cards[clear])
    told = tuple(_cards(faces.cards[which]) for which in (guessed, ~clear))
    return Learnt(kept, told[0], told[1], int((~known).sum()), measured(recogniser.reader, kept))


def _cards(numbers: Numbers) -> tuple[Card, ...]:
    return tuple(PACK[int(k)] for k in np.unique(numbers))


def _laid_out(
    recogniser: Recogniser,
    shown: Sequence[LessonPhoto],
    leave_out: Callable[[LessonPhoto, OfNoUse], None] | None,
) -> tuple[list[LessonPhoto], list[Image]]:
    """The photographs that are of use, at least one, and the cards of each, flattened (n, 176, 128, 3)."""
    used, parts = [], []
    for one in shown:
        try:
            parts.append(laid_out(recogniser, one.image, one.said))
        except OfNoUse as error:
            if leave_out is None:
                raise OfNoUse(error.why, f"{one.name}: {error}", error.found) from None
            leave_out(one, error)
        else:
            used.append(one)
    if not used:
        raise OfNoUse("none", "none of the pictures is of use")
    return used, parts


def _all_named(
    recogniser: Recogniser, shown: Sequence[LessonPhoto], parts: Sequence[Image]
) -> tuple[Image, Numbers, Floats]:
    """Every card shown, flattened (n, 176, 128, 3); which it is (n,), -1 where it cannot be told; and what the network
    thinks (n, 53).
    """
    crops = np.concatenate(parts)
    posteriors = Reader.read_crops(recogniser.reader, crops)
    picture = np.repeat(np.arange(len(shown)), [len(part) for part in parts])
    cards = np.full(len(crops), -1, np.int64)
    for k, one in enumerate(shown):
        if one.said is not None:
            cards[picture == k] = [PACK.index(card) for card in one.said]
    open_ones = np.isin(picture, [k for k, one in enumerate(shown) if one.said is None])
    taken = [int(card) for card in np.unique(cards[~open_ones])]
    if open_ones.sum() == len(PACK) - len(taken):  # the whole deck, each card once
        cards[open_ones] = named(posteriors[open_ones], taken)
    else:
        for k in np.unique(picture[open_ones]):
            cards[picture == k] = named(posteriors[picture == k])
    return crops, cards, posteriors


def card_of(stem: str) -> tuple[Card, ...] | None:
    """The card that a picture is named after (7h, Ts-2, 10h_3), or None."""
    found = re.fullmatch(r"(10|[A2-9TJQK])([cdhs])(?:[-_ .(].*)?", stem, re.IGNORECASE)
    if found is None:
        return None
    return (Card.parse(found[1].upper().replace("10", "T") + found[2].lower()),)
