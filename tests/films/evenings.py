"""Films of evenings as the tests prepare them, without a picture: blank cards, and what happens when."""

from functools import cache
from typing import Any

import numpy as np

from datasets.decks import Deck
from datasets.films.cameras import frame_rate
from datasets.films.evenings import PEOPLE, TABLE
from datasets.films.production import Film, Order, prepare
from datasets.films.timeline import Pose

WHOLE = [("evening", 2, None), ("evening", 5, "tablet"), ("evening", 4, "webcam"), ("evening", 3, "phone")]
FILMS = [*WHOLE, *((name, 2 + k % 4, None) for k, name in enumerate(PEOPLE))]
RARE = ("counting", "pause", "toppled", "objects", "cloth", "seats", *TABLE)
"""Need not happen in the beginning of a hand, or are no incidents."""


def blank_deck() -> Deck:
    faces = np.full((52, 448, 308, 4), 255, np.uint8)
    return Deck("blank", "none", "val", faces, faces[:1])


@cache
def film(
    level: str, players: int, camera: str | None = None, seed: int = 31, plays: int | None = None
) -> Film:
    order = Order(seed, level, players, plays=plays, camera=camera, fps=frame_rate(camera, seed))
    return prepare(order, [blank_deck()])


def part(level: str, players: int, camera: str | None) -> Film:
    """A whole evening, or the beginning of a hand with one ingredient."""
    return film(level, players, camera, plays=None if level == "evening" else 12)


def incidents(made: Film, do: str) -> list[dict[str, Any]]:
    return [each for each in made.played.also if each["do"] == do]


def names(made: Film, t: float) -> set[str | None]:
    return {card.what.name for card in made.played.timeline.top(t).cards}


def where(made: Film, name: str, t: float) -> Pose:
    return made.played.timeline.top(t).find(name).pose
