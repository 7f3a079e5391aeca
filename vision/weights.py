"""Where the networks' files lie: in the installed package, or in ``models/weights`` of a checkout."""

from __future__ import annotations

import json
import os
from pathlib import Path

PACKAGED = Path(__file__).with_name("weights")
CHECKOUT = Path(__file__).parents[1] / "models" / "weights"
SETTING = "PORRAZO_WEIGHTS"
"""Environment variable: a folder that is looked in first, to try other networks."""


class MissingWeights(RuntimeError):
    """A network's file is nowhere to be found; the message is one sentence for a person."""


def folders() -> tuple[Path, ...]:
    """Where networks are looked for, first to last."""
    chosen = os.environ.get(SETTING)
    return (*((Path(chosen),) if chosen else ()), PACKAGED, CHECKOUT)


def weights_file(name: str, folder: Path | None = None) -> Path:
    """The file of this name, ``finder.onnx`` say; MissingWeights where there is none.

    ``folder``: look there and nowhere else.
    """
    looked = folders() if folder is None else (folder,)
    for place in looked:
        if (place / name).is_file():
            return place / name
    how = "neither" if len(looked) > 1 else "not"
    raise MissingWeights(f"the network {name} is missing: it is {how} in {' nor in '.join(map(str, looked))}")


def temperature(network_file: Path) -> float:
    """What the network's answers are to be cooled by, from the ``.json`` beside it; 1 where there is none.

    Fitted on held-out pictures so that a confidence of 0.9 is right nine times in ten. MissingWeights where
    the file is there and cannot be understood.
    """
    facts_file = network_file.with_suffix(".json")
    if not facts_file.is_file():
        return 1.0
    try:
        value = float(json.loads(facts_file.read_text(encoding="utf-8")).get("temperature", 1.0))
    except (ValueError, TypeError, AttributeError):
        raise MissingWeights(f"{facts_file}: expected an object with a number as temperature") from None
    if not value > 0:
        raise MissingWeights(f"{facts_file}: expected a temperature above 0, got {value}")
    return value
