"""Decks lettered otherwise than in English: ten cards of one deck laid on a table, and what is read of them together.

Rendered, synthetic, and only read: the outlines are the true ones, a little off, as a finder gives them. The decks are
those of ``datasets.lettered``, and sheets of Debian's ``gnome-cards-data`` whose letters are not English, if they are
installed; the letter reader has seen neither, nor their fonts.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import numpy as np

from datasets.cloths import camera
from datasets.decks import sheet_deck
from datasets.grounds import ground
from datasets.lettered import lettered_deck
from datasets.scenes import Scene
from datasets.sources import GNOME_FOLDER, GNOME_LICENCE, DeckSource
from engine.cards import PACK, Card
from models.measuring.labels import Label, Picture
from models.measuring.laid import USUAL_WIDTH, Faces, lay_face, table
from models.measuring.matching import compared
from models.measuring.outcomes import CONFIDENT, Outcome, share
from vision.arrays import Floats
from vision.detection.detections import SeenCard
from vision.photograph import Recogniser
from vision.reading.alphabet import NAMES
from vision.reading.reader import reading

SHEETS = {
    "ancient_french": "fr", "berlin": "de", "lattmann": "de", "rheinland": "de", "tarocco": "it",
    "slavic_costumes": "ru",
}  # fmt: skip
"""Sheets with other letters, and their alphabets."""
COLUMNS, ROWS, SPACING_MM = 5, 2, (125.0, 135.0)
"""Ten cards, so far apart that no turn makes them touch."""
TILTS = (0.0, 25.0, 40.0)
"""Degrees by which the camera looks from aside, in turn."""
OFF = 0.015
"""How far off outlines are, in widths of a card (standard deviation of each corner)."""
DECKS, LOTS = 2, 5
"""Drawn decks of each alphabet, and lots of ten cards of each deck."""
FIRST_SEED = 900
"""Drawn decks from this seed on are measured by; those before may be looked at while something is tried."""


def decks(each: int) -> Iterator[tuple[str, Faces]]:
    """Alphabets and decks: so many drawn ones of each alphabet, then the sheets."""
    for seed in range(FIRST_SEED, FIRST_SEED + each * len(NAMES)):
        made = lettered_deck(seed)
        yield made.alphabet, Faces("drawn", list(made.deck.faces))
    for name, alphabet in SHEETS.items():
        path = GNOME_FOLDER / f"{name}.svgz"
        if path.exists():
            deck = sheet_deck(DeckSource(name, path, GNOME_LICENCE, "val"))
            yield alphabet, Faces(name, list(deck.faces))


def lots(faces: Faces, count: int, seed: int) -> Iterator[Picture]:
    """So many pictures of ten cards of a deck, at random, on tables made here."""
    for number in range(count):
        rng = np.random.default_rng([22, seed, number])
        top = table(ground(rng, 640), camera(USUAL_WIDTH, TILTS[number % len(TILTS)]))
        labels = laid_in_rows(rng, top, faces, rng.permutation(52)[: COLUMNS * ROWS])
        yield Picture(f"{faces.name} {seed}-{number}", labels, made=top.picture)


def laid_in_rows(
    rng: np.random.Generator, top: Scene, faces: Faces, which: Iterable[int]
) -> tuple[Label, ...]:
    """Lay these cards in two rows, turned a little, and give their labels."""
    labels = []
    for place, number in enumerate(which):
        x, y = np.array([place % COLUMNS - (COLUMNS - 1) / 2, place // COLUMNS - 0.5]) * SPACING_MM
        lay_face(top, faces, int(number), (x, y, float(rng.choice([0, 180]) + rng.normal(0, 15))))
        labels.append(Label(str(PACK[number]), top.cards[-1][1]))
    return tuple(labels)


def measured(recogniser: Recogniser, picture: Picture) -> tuple[str, list[Outcome]]:
    """The alphabet that is found from a picture alone, and what is read."""
    letters, rng = recogniser.letters, np.random.default_rng(23)
    assert letters is not None
    letters.forget()
    outlines = np.stack([label.corners for label in picture.labels if label.corners is not None])
    outlines = (outlines + rng.normal(0, OFF * USUAL_WIDTH, outlines.shape)).astype(np.float32)
    recogniser.reader.read(picture.image(), outlines, alone=True)
    posteriors, outlines = recogniser.reader.read(picture.image(), outlines, alone=True)
    seen = [SeenCard(*_read(each), four) for each, four in zip(posteriors, outlines, strict=True)]
    return letters.alphabet, compared(picture, seen)


def _read(posterior: Floats) -> tuple[Card | None, float]:
    said = reading(posterior)
    return said.card, said.confidence


def written(recogniser: Recogniser, quick: bool = False) -> Iterator[str]:
    """The table, a line an alphabet for the drawn decks and a line a sheet."""
    yield "letters: rendered decks, fonts and art never trained on, ten cards of a deck in a picture"
    found: dict[str, list[tuple[str, list[Outcome]]]] = {}
    for number, (alphabet, faces) in enumerate(decks(1 if quick else DECKS)):
        pictures = lots(faces, 1 if quick else LOTS, number)
        lines = found.setdefault(f"{alphabet} {faces.name}", [])
        lines += [measured(recogniser, picture) for picture in pictures]
    for name, lines in sorted(found.items()):
        yield row(name, lines)


def row(name: str, pictures: list[tuple[str, list[Outcome]]]) -> str:
    """One line: pictures, the alphabets found, cards, ranks and cards right, surely wrong."""
    cards = [one for _, outcomes in pictures for one in outcomes if one.face]
    ranks, whole = sum(one.rank_right for one in cards), sum(one.right for one in cards)
    sure = sum(one.named and not one.right and one.confidence >= CONFIDENT for one in cards)
    alphabets = [alphabet for alphabet, _ in pictures]
    which = ", ".join(f"{one} {alphabets.count(one)}" for one in sorted(set(alphabets)))
    return (
        f"  {name:<20} {len(cards):4d} cards, rank right {share(ranks, len(cards)):<22} card right "
        f"{share(whole, len(cards)):<22} sure and wrong {sure}; taken for: {which}"
    )
