"""Weights: finds and checks the networks' files, in the installed package or in ``models/weights`` of a checkout."""

from __future__ import annotations

import hashlib
import json
import math
import os
from functools import cache
from pathlib import Path

SUMS_FILE = "SHA256SUMS"
"""The list of checksums in a folder of networks; ``models.export`` writes it, ``sha256sum -c`` reads it."""
PACKAGED_FOLDER = Path(__file__).parents[1] / "weights"
CHECKOUT_FOLDER = Path(__file__).parents[2] / "models" / "weights"
WEIGHTS_VARIABLE = "PORRAZO_WEIGHTS"
"""Environment variable: a folder that is searched first, to try other networks."""


class MissingWeights(RuntimeError):
    """A network's file is missing or was changed. The message is one sentence for people."""


def folders() -> tuple[Path, ...]:
    """The folders that are searched for networks, in order."""
    chosen = os.environ.get(WEIGHTS_VARIABLE)
    return (*((Path(chosen),) if chosen else ()), PACKAGED_FOLDER, CHECKOUT_FOLDER)


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


def check(file: Path) -> None:
    """MissingWeights if a file differs from its checksum in the list beside it (``SUMS_FILE``): a damaged network would
    run and misread. A folder of one's own needs no list; those of the program do.
    """
    listed = _listed(file.parent)
    if file.name not in listed and not (listed or file.parent in (PACKAGED_FOLDER, CHECKOUT_FOLDER)):
        return
    facts = file.stat()
    if listed.get(file.name) != digest(file, facts.st_size, facts.st_mtime_ns):
        raise MissingWeights(
            f"{file}: is damaged or another file than {SUMS_FILE} lists; install the program again"
        )


def _listed(folder: Path) -> dict[str, str]:
    """The SHA-256 of each file that a folder's list tells of, by name; none where there is no list."""
    try:
        lines = (folder / SUMS_FILE).read_text(encoding="utf-8").splitlines()
    except (OSError, ValueError):
        return {}
    pairs = [line.split(maxsplit=1) for line in lines]
    return {pair[1]: pair[0] for pair in pairs if len(pair) == 2}


@cache
def digest(file: Path, _size: int, _written: int) -> str:
    """The SHA-256 of a file of this size, written at this time: once a process, 34 ms for all networks."""
    with file.open("rb") as source:
        return hashlib.file_digest(source, "sha256").hexdigest()


def temperature(network_file: Path) -> float:
    """The temperature that calibrates the network's answers, from the ``.json`` beside it; 1 if there is none.

    It was fitted on held-out pictures, so that a confidence of 0.9 is right nine times in ten. MissingWeights if the
    file is there but cannot be understood.
    """
    facts_file = network_file.with_suffix(".json")
    if not facts_file.is_file():
        return 1.0
    check(facts_file)
    try:
        value = float(json.loads(facts_file.read_text(encoding="utf-8")).get("temperature", 1.0))
    except (OSError, ValueError, TypeError, AttributeError, OverflowError, RecursionError):
        raise MissingWeights(f"{facts_file}: expected an object with a number as temperature") from None
    if not 0 < value < math.inf:
        raise MissingWeights(f"{facts_file}: expected a temperature above 0, got {value}")
    return value
