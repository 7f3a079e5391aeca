"""Back end selection: which one runs the networks fastest on this machine, measured once and remembered.

1. If only the back ends that come with the program are installed, there is nothing to choose: ONNX Runtime.
2. If there are more, the remembered result counts, if it is for these versions, cores and networks.
3. If nothing is remembered, the preferred one is used, and another process measures all of them for the next start.
"""

from __future__ import annotations

import argparse
import json
import logging
import os
import subprocess
import sys
import time
from collections.abc import Mapping
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

import numpy as np

from vision.arrays import Floats
from vision.files.own_files import cache_folder, write_whole
from vision.runtime import inference

log = logging.getLogger(__name__)

TIMES_FILE = "quickest.json"
BUNDLED_BACKENDS = frozenset({"onnxruntime", "opencv"})
"""The back ends that come with the program. ONNX Runtime is always the faster one, so they are not measured."""
TIMED_INPUT = (1, 3, 384, 640)
"""The finder's input for a frame of 1280 x 720."""
TIMED_RUNS = 7
AGREEMENT_SHARE = 0.02
"""A back end whose answer differs by more than this share of the largest value is wrong and not chosen."""
FASTER_SHARE = 0.9
"""Another back end than the preferred one is chosen only if it takes at most this share of its time."""
LONGEST_MEASUREMENT_S = 60.0
"""Seconds after which an unfinished measurement counts as failed, and may be started again."""
MOST_TRIES = 3
"""The most measurements for the same versions, cores and network: after these, a crashing back end is left alone."""
NICENESS = 10
PACKAGES = {"onnxruntime": "onnxruntime", "openvino": "openvino", "opencv": "opencv-python"}


def key(network: Path, backends: tuple[str, ...]) -> str:
    """What a measurement is for: versions, cores, and the network's files (8-bit form too) by size and time."""
    quantised = network.with_suffix(inference.QUANTISED_ENDING)
    forms = [network.stat(), *([quantised.stat()] if quantised.is_file() else [])]
    return " ".join(
        [
            *(f"{name}={_version(name)}" for name in backends),
            f"cores={inference.cores()}",
            *(f"network={facts.st_size}-{facts.st_mtime_ns}" for facts in forms),
        ]
    )


def _version(name: str) -> str:
    try:
        return version(PACKAGES.get(name, name))
    except PackageNotFoundError:
        return "?"


def remembered(network: Path, backends: tuple[str, ...], at: Path) -> str | None:
    """The back end that was measured to be fastest; None if no such result fits, or can be read."""
    facts = _facts(at)
    name = facts.get("backend")
    return name if name in backends and facts.get("key") == key(network, backends) else None


def _facts(at: Path) -> dict[str, Any]:
    try:
        facts = json.loads((at / TIMES_FILE).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return facts if isinstance(facts, dict) else {}


def load(threads: int | None, *networks: Path, quantised: bool = False) -> list[inference.Network]:
    """Load networks, all with the back end that is set, or the fastest for the first network; CannotRun if that fails.

    ``quantised``: their 8-bit forms, if there are any.
    """
    first = backend(networks[0])
    try:
        return [inference.load(file, first, threads, quantised) for file in networks]
    except inference.CannotRun:
        preferred = inference.chosen()
        if first == preferred:
            raise
        log.warning("%s cannot run a network; %s runs them all", first, preferred)
        return [inference.load(file, preferred, threads, quantised) for file in networks]


def backend(network: Path) -> str:
    """The back end that is set, or the fastest for the network; CannotRun if the one set is not installed."""
    is_set = bool(os.environ.get(inference.BACKEND_VARIABLE))
    name = inference.chosen() if is_set else quickest(network)
    how = f"set by {inference.BACKEND_VARIABLE}" if is_set else "the quickest known"
    log.info("back end %s, %s, of %s", name, how, ", ".join(inference.present()))
    return name


def quickest(network: Path) -> str:
    """The back end for a network: the remembered one, else the preferred one while all are measured."""
    backends = inference.present()
    if BUNDLED_BACKENDS.issuperset(backends):
        return backends[0]
    try:
        at = cache_folder()
        return remembered(network, backends, at) or _measured_later(network, backends, at)
    except OSError:  # no home, no file, no process: nothing to remember or to measure with
        return backends[0]


def _measured_later(network: Path, backends: tuple[str, ...], at: Path) -> str:
    """Start to measure in another process, unless one is running; return the preferred back end until then."""
    wanted, facts = key(network, backends), _facts(at)
    tries, begun = (facts.get("tries"), facts.get("begun")) if facts.get("key") == wanted else (0, 0)
    if not isinstance(tries, int) or not isinstance(begun, int | float):
        tries, begun = 0, 0
    if tries < MOST_TRIES and not 0 <= time.time() - begun < LONGEST_MEASUREMENT_S:
        log.info("measuring back ends in the background, attempt %d", tries + 1)
        _write(at, {"key": wanted, "tries": tries + 1, "begun": time.time()})
        subprocess.Popen(
            [sys.executable, "-m", "vision.runtime.backend_selection", str(network.resolve())],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            cwd=Path(__file__).parents[2],
            start_new_session=True,
        )
    return backends[0]


def _write(at: Path, facts: dict[str, Any]) -> None:
    write_whole(at / TIMES_FILE, json.dumps(facts).encode())


def measured(network: Path, backends: tuple[str, ...]) -> dict[str, float]:
    """The least milliseconds that each back end takes for the network, in its fastest form. Those that cannot run it,
    or give other answers than the first that can, are left out.
    """
    batch = np.random.default_rng(0).random(TIMED_INPUT, np.float32)
    times: dict[str, float] = {}
    answer: Floats | None = None
    for name in backends:
        try:
            loaded = inference.load(network, name, quantised=True)
            said = loaded.run(batch)
        except inference.BACKEND_ERRORS:
            continue
        answer = said if answer is None else answer
        if (
            said.shape == answer.shape
            and np.abs(said - answer).max() <= AGREEMENT_SHARE * np.abs(answer).max()
        ):
            times[name] = _least_ms(loaded, batch)
    return times


def _least_ms(loaded: inference.Network, batch: Floats) -> float:
    taken = []
    for _ in range(TIMED_RUNS):
        began = time.perf_counter()
        loaded.run(batch)
        taken.append(time.perf_counter() - began)
    return min(taken) * 1000


def best(times: Mapping[str, float], backends: tuple[str, ...]) -> str:
    """The fastest, unless the preferred one is nearly as fast."""
    if not times:
        return backends[0]
    preferred = next(name for name in backends if name in times)
    name = min(times, key=lambda one: times[one])
    return name if times[name] <= FASTER_SHARE * times[preferred] else preferred


def main(arguments: list[str] | None = None) -> int:
    """Measure and remember: ``python -m vision.runtime.backend_selection NETWORK``."""
    parser = argparse.ArgumentParser(prog="python -m vision.runtime.backend_selection", description=__doc__)
    parser.add_argument("network", type=Path)
    network = parser.parse_args(arguments).network
    if hasattr(os, "nice"):
        os.nice(NICENESS)
    backends = inference.present()
    times = measured(network, backends)
    rounded = {name: round(ms, 2) for name, ms in times.items()}
    facts = {"key": key(network, backends), "backend": best(times, backends), "milliseconds": rounded}
    _write(cache_folder(), facts)
    print(json.dumps(facts))
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
