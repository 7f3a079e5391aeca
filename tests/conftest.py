"""What holds for all tests: decks that this machine's people have shown the program change nothing that it reads,
nothing reports to anybody, and everything that the program needs is installed.
"""

import gc
import os
import shutil
import tempfile
import tomllib
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

import pytest
from packaging.requirements import Requirement

import vision as vision  # before any library that reports to its makers unless it is told not to

TEMPORARY = "TMPDIR"
"""Names the folder in which temporary ones are made: by pytest, by the tests, and by what they start."""
MEMORY, ROOM = Path("/dev/shm"), 4 << 30
"""A folder in memory, where Linux has one, and how many bytes must be free there."""


def keep_in_memory() -> None:
    """Let tests write into memory. Every play is on the disk before the program goes on, and for the 20,000 of one
    file of tests a core waited two minutes. What they prove lies in what was written, wherever that is.
    """
    if not (MEMORY.is_dir() and os.access(MEMORY, os.W_OK)) or os.statvfs(MEMORY).f_flag & os.ST_NOEXEC:
        return  # some tests write a command and run it
    if shutil.disk_usage(MEMORY).free > ROOM:
        os.environ.setdefault(TEMPORARY, str(MEMORY))
        tempfile.tempdir = None  # pytest has asked for it before


keep_in_memory()  # before pytest makes its first folder

OWN = tempfile.TemporaryDirectory(prefix="porrazo-tests-")
"""Of this process: tests that run at once in several share no deck, match or cache, with nobody."""
os.environ["PORRAZO_DECKS"] = f"{OWN.name}/decks"
os.environ["XDG_DATA_HOME"], os.environ["XDG_CACHE_HOME"] = f"{OWN.name}/data", f"{OWN.name}/cache"
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
os.environ["PYTHONPYCACHEPREFIX"] = f"{OWN.name}/bytecode"
"""Of the programs that tests start: each would else compile all of itself anew, for 0.2 to 0.5 seconds."""


def share_cores() -> None:
    """Let each of the processes that test at once have its share of the cores. Networks that each run on all of them
    wait for one another, busily: some frames of a film took 10 seconds of two cores so, and 5.5 of one.
    """
    name, count = os.environ.get("PYTEST_XDIST_WORKER", ""), os.environ.get("PYTEST_XDIST_WORKER_COUNT", "1")
    if name and hasattr(os, "sched_setaffinity"):
        share = sorted(os.sched_getaffinity(0))[int(name.removeprefix("gw")) :: int(count)]
        if share:
            os.sched_setaffinity(0, share)


share_cores()  # before OpenCV and the networks count them

PROJECT = Path(__file__).parents[1] / "pyproject.toml"


GARBAGE = 50_000, 20, 20
"""So many objects more than were freed start a collection of the youngest garbage, and so many collections one of the
next older. Python's usual numbers (700, 10, 10) took a tenth of the time of the window's tests.
"""


def pytest_collection_finish() -> None:
    """Spare the garbage collector what collecting thousands of tests has made, which stays until the end: it went
    through all of that again and again, for a third of the time of some tests of the window.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(*GARBAGE)


def pytest_configure() -> None:
    """Say in one sentence, not in a hundred failed imports, that a dependency came after this environment was made."""
    wanted = map(Requirement, tomllib.loads(PROJECT.read_text(encoding="utf-8"))["project"]["dependencies"])
    missing = [str(one) for one in wanted if not _installed(one)]
    if missing:
        said = (
            "this environment is older than the project: `python -m pip install --editable '.[dev]'` brings"
        )
        pytest.exit(f"{said} {', '.join(missing)}", returncode=pytest.ExitCode.USAGE_ERROR)


def _installed(wanted: Requirement) -> bool:
    try:
        return wanted.specifier.contains(version(wanted.name), prereleases=True)
    except PackageNotFoundError:
        return False
