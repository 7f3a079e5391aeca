"""What it helps to have shown a deck, on photographs: taught from some, read on others, and what it harms elsewhere.

Each deck is taught as ``porrazo deck learn`` would be told to. What is measured is reading: cards are found once, and
then read without the deck and with it, a picture at a time. Half-covered cards are made of real ones.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import numpy as np

from engine.cards import Card
from models.measuring import fans
from models.measuring.labels import Floats, Image, Picture, pictures
from models.measuring.labels import crops as crop_labels
from models.measuring.labels import fans as fan_labels
from models.measuring.matching import compared
from models.measuring.outcomes import Outcome, Tally, share
from vision.detection.detections import SeenCard
from vision.enrolment.enrolled_reader import EnrolledReader
from vision.enrolment.lesson import LessonPhoto, learn
from vision.enrolment.templates import DeckTemplates
from vision.geometry.edges import refine
from vision.photograph import Recogniser
from vision.reading.reader import HEIGHT, WIDTH, Reader, flattened, reading

STRIPS = (0.2, 0.25, 0.35, 0.5)
"""The left part of a card that another leaves, in its widths."""
SUITS_LAID = {f"desk/OverallTest_test{k}.jpg" for k in (1, 2, 3, 4)}
"""Photographs of the desk on each of which a whole suit, or nearly, is laid out: that deck is taught from these."""
OWN = {
    "bidly": ("bidly deals",),
    "crops": ("crops", *(f"crops, {100 * strip:.0f} % showing" for strip in STRIPS)),
    "desk": ("desk",),
    "edje": ("edje test",),
}
"""Deck -> the sets that show it."""
WHOLE = ("desk", "mrpawelas", "edje test", "bidly deals", "crops")
"""The sets as they are."""
Compare = Callable[[list[SeenCard]], list[Outcome]]


@dataclass(frozen=True, eq=False, slots=True)
class Look:
    """Cards found in a picture: corners (n, 4, 2), the finder's confidence (n,), crops (n, 176, 128, 3), what the
    network reads (n, 53), and how what is made of that is held against the labels.
    """

    corners: Floats
    confidence: Floats
    crops: Image
    posteriors: Floats
    compare: Compare

    def outcomes(self, posteriors: Floats) -> list[Outcome]:
        """What came out where the cards are read so, (n, 53)."""
        seen = []
        for corners, there, posterior in zip(self.corners, self.confidence, posteriors, strict=True):
            card = reading(posterior)
            seen.append(SeenCard(card.card, card.confidence if card.card else float(there), corners))
        return self.compare(seen)


def lessons(folder: Path, quick: bool = False) -> dict[str, list[LessonPhoto]]:
    """Deck -> the photographs that it is taught from, those that are there; ``quick``: only of the cards alone."""
    one_each = {p.labels[0].card: p for p in reversed(pictures(folder, "edje train")) if len(p.labels) == 1}
    faces = sorted((folder / "bidly" / "faces").glob("*.jpg"))
    shown = {
        "bidly": [_shown(Picture(f.stem, (), f), f.stem) for f in faces],
        "crops": [_shown(p, p.labels[0].card) for p in crop_labels(folder) if p.name.endswith("_1.jpg")],
        "desk": [_shown(p) for p in pictures(folder, "desk") if p.name in SUITS_LAID],
        "edje": [_shown(p, p.labels[0].card) for p in one_each.values() if p.labels[0].card != "back"],
    }
    return {deck: held for deck, held in shown.items() if held and (deck == "crops" or not quick)}


def _shown(picture: Picture, card: str = "") -> LessonPhoto:
    return LessonPhoto(picture.name, picture.image(), (Card.parse(card),) if card else None)


def looks(folder: Path, recogniser: Recogniser, quick: bool = False) -> dict[str, list[Look]]:
    """Set -> its pictures, looked at: none that a deck is taught from. ``quick``: a few of the cards alone only."""
    found: dict[str, list[Look]] = {}
    for name in () if quick else ("desk", "mrpawelas", "edje test"):
        held = [p for p in pictures(folder, name) if p.name not in SUITS_LAID]
        found[name] = [_look(recogniser, p, partial(compared, p)) for p in held]
    deals = {} if quick else fan_labels(folder)
    fanned = [(Picture(name, (), folder / name), cards) for name, cards in deals.items()]
    found["bidly deals"] = [_look(recogniser, p, partial(fans.compared, p, cards)) for p, cards in fanned]
    alone = [p for p in crop_labels(folder) if not p.name.endswith("_1.jpg")][:: 5 if quick else 1]
    crops = [flat(p.image()) for p in alone]
    found["crops"] = _alone(recogniser, alone, crops)
    for strip in STRIPS:
        found[f"crops, {100 * strip:.0f} % showing"] = _alone(recogniser, alone, half_covered(crops, strip))
    return {name: held for name, held in found.items() if held}


def _look(recogniser: Recogniser, picture: Picture, compare: Compare) -> Look:
    image = picture.image()
    found = recogniser.find(image)
    posteriors, corners = recogniser.reader.read(image, refine(image, found.corners))
    crops = np.zeros((len(corners), HEIGHT, WIDTH, 3), np.uint8)
    for k, four in enumerate(corners):
        crops[k] = flattened(image, four)
    return Look(corners, found.confidence, crops, posteriors, compare)


def _alone(recogniser: Recogniser, held: Sequence[Picture], crops: Sequence[Image]) -> list[Look]:
    """Pictures of one card each, flattened."""
    if not held:
        return []
    posteriors = recogniser.reader.read_crops(np.stack(crops))
    outline = np.array([[[0, 0], [WIDTH, 0], [WIDTH, HEIGHT], [0, HEIGHT]]], np.float32)
    return [
        Look(outline, np.ones(1, np.float32), crop[None], posterior[None], partial(compared, picture))
        for picture, crop, posterior in zip(held, crops, posteriors, strict=True)
    ]


def flat(image: Image) -> Image:
    """A picture filled by a card, as a flattened card (176, 128, 3)."""
    height, width = image.shape[:2]
    return flattened(image, np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32))


def half_covered(crops: Sequence[Image], strip: float) -> list[Image]:
    """The same cards, each with another of them laid over it, so that its left part shows; the same every time."""
    shown = round(strip * WIDTH)
    over = np.random.default_rng(1).permutation(len(crops))
    return [
        np.concatenate([crop[:, :shown], crops[k][:, : WIDTH - shown]], 1)
        for crop, k in zip(crops, over, strict=True)
    ]


def before_and_after(
    reader: Reader, decks: Sequence[DeckTemplates], held: Sequence[Look]
) -> tuple[list[Outcome], list[Outcome]]:
    """What comes out of pictures without the decks, and with them; each picture is a table of its own."""
    helped = [EnrolledReader(reader, decks).corrected(look.posteriors, look.crops) for look in held]
    before = [one for look in held for one in look.outcomes(look.posteriors)]
    after = [one for look, read in zip(held, helped, strict=True) for one in look.outcomes(read)]
    return before, after


def written(folder: Path, recogniser: Recogniser, quick: bool = False) -> Iterator[str]:
    """A table: each deck on pictures of its own cards, and on those of all other decks."""
    found = looks(folder, recogniser, quick)
    yield "decks that were shown: of the cards found, read right without the deck -> with it (misled: wrong and sure)"
    for deck, shown in lessons(folder, quick).items():
        began = time.perf_counter()
        prints = DeckTemplates(learn(recogniser, shown).faces)
        yield f"  {deck}, taught from {len(shown)} photographs in {time.perf_counter() - began:.0f} s"
        for name in OWN[deck]:
            if name in found:
                yield _row(name, *before_and_after(recogniser.reader, [prints], found[name]))
        others = [look for name in WHOLE if name not in OWN[deck] for look in found.get(name, [])]
        yield _row("all other decks", *before_and_after(recogniser.reader, [prints], others))


def _row(name: str, before: Sequence[Outcome], after: Sequence[Outcome]) -> str:
    old, new = Tally.of(before), Tally.of(after)
    right = f"{share(old.card, old.found):<22} -> {share(new.card, new.found):<22}"
    return f"    {name:<24}{old.found:>5} cards  {right}  misled {old.sure_wrong} -> {new.sure_wrong}"
