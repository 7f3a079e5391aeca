"""Acted matches kept as they were drawn when they went wrong, so that what they prove outlives the way of drawing.

``acted_then.jsonl.gz`` holds a match a line: its header and events, what lay where and when, how it was read, and when
whose arms showed. Readings are sparse: one number for every card, and those cards that have another.
"""

import gzip
import json
import random
from functools import cache
from pathlib import Path
from typing import Any

from engine.cards import PACK, Card
from engine.porrazo.events import event_from_json
from engine.porrazo.game import GAME
from tests.referee.acting import Acted
from tests.referee.habits import LEVELS, Odds
from tests.referee.stage import Lying, Sides, Stage

KEPT = Path(__file__).parent / "acted_then.jsonl.gz"


def kept_line(name: str, match: Acted) -> str:
    """A match as a line of the file."""
    stage = match.stage
    things = [
        {
            "card": str(thing.card),
            "from": thing.laid,
            "to": thing.gone,
            "at": [thing.x, thing.y],
            "read": [[t, *sparse(odds)] for t, odds in thing.read],
            "missed": thing.missed,
            "hidden": thing.hidden,
            "nudged": thing.nudged,
        }
        for thing in stage.things
    ]
    events = [[t, event.to_json()] for t, event in match.events]
    line = {"header": match.header.to_json(), "events": events, "seconds": match.seconds, "things": things}
    return json.dumps({"name": name, **line, "arms": stage.arms})


def sparse(odds: Odds) -> tuple[float, dict[str, float]]:
    """The number that most cards have, and the cards that have another."""
    most = sorted(odds)[len(odds) // 2]
    return most, {str(PACK[code]): share for code, share in enumerate(odds) if share != most}


@cache
def lines() -> dict[str, dict[str, Any]]:
    """The lines of the file by the names of their matches: level and seed, ``hard 5006``."""
    found = map(json.loads, gzip.decompress(KEPT.read_bytes()).decode().splitlines())
    return {line["name"]: line for line in found}


def match_of(line: dict[str, Any]) -> Acted:
    """A match from its line; it can be watched once."""
    rng, habits = random.Random(0), LEVELS["none"]
    stage = Stage(rng, habits, Sides.of(2, rng, None))
    stage.things = [thing_of(thing) for thing in line["things"]]
    stage.arms = [(begin, end, tuple(shown)) for begin, end, shown in line["arms"]]
    events = tuple((t, event_from_json(event)) for t, event in line["events"])
    return Acted(GAME.header(line["header"]), events, stage, line["seconds"])


def thing_of(thing: dict[str, Any]) -> Lying:
    """What lay on the table."""
    read = [(t, tuple(other.get(str(card), most) for card in PACK)) for t, most, other in thing["read"]]
    missed, hidden = ([(begin, end) for begin, end in thing[each]] for each in ("missed", "hidden"))
    x, y = thing["at"]
    return Lying(
        Card.parse(thing["card"]), thing["from"], thing["to"], x, y, read, missed, hidden, thing["nudged"]
    )
