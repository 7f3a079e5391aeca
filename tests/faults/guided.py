"""The readers of records and stores, fuzzed by what their inputs reach: ``python -m tests.faults.guided record|store``.

Needs atheris, which is no part of any install: ``python -m pip install atheris``. What is after ``--`` goes to its own
engine: ``python -m tests.faults.guided record -- -max_total_time=600``. It goes on from the sound examples of
`tests.faults.kinds` and looks for inputs that run lines which none before ran. A fault ends it with a traceback and the
input in a file.
"""

from __future__ import annotations

import io
import sys
import tempfile
from collections.abc import Callable
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any


def read_record(content: bytes) -> None:
    """Read a record as ``porrazo score`` does; `BadRecord` is an answer."""
    from engine.header import Header
    from engine.match import Match
    from engine.record import BadRecord, lines_of, read

    match: Match[Any, Any] | None = None
    try:
        for _, item in read(lines_of(io.BytesIO(content))):
            if isinstance(item, Header):
                match = Match(item)
            elif match is not None:
                match.add(item)
    except (BadRecord, ValueError):  # a refusal by the rules is one
        return
    if match is not None:
        assert match.settled is not None


def read_store(content: bytes) -> None:
    """Open a store as the app does, and ask it for everything; OSError is an answer."""
    from companion.archive.archive import archive_in
    from companion.store import schema

    with tempfile.TemporaryDirectory() as name:
        (Path(name) / schema.STORE_FILE).write_bytes(content)
        try:
            with archive_in(Path(name)) as archive:
                archive.unfinished(), archive.settings(), archive.people(), archive.figures()
                for found in archive.matches():
                    assert found.number is not None
        except OSError:
            return


READERS: dict[str, Callable[[bytes], None]] = {"record": read_record, "store": read_store}


def main() -> int:
    """Fuzz until a fault is found, or atheris is told to end."""
    if len(sys.argv) < 2 or sys.argv[1] not in READERS:
        print(f"which? {' or '.join(READERS)}", file=sys.stderr)
        return 2
    if find_spec("atheris") is None:
        print("atheris is not installed: python -m pip install atheris", file=sys.stderr)
        return 2
    atheris, name = import_module("atheris"), sys.argv[1]
    with atheris.instrument_imports(include=["engine", "companion"]):
        for module in ("companion.archive.archive", "engine.games", "engine.match", "engine.record"):
            import_module(module)
    from tests.faults.kinds import records, stores

    with tempfile.TemporaryDirectory() as corpus:
        for number, content in enumerate({"record": records, "store": stores}[name]()):
            (Path(corpus) / f"{number}").write_bytes(content)
        engine_words = sys.argv[sys.argv.index("--") + 1 :] if "--" in sys.argv else []
        atheris.Setup([sys.argv[0], *engine_words, corpus], READERS[name])
        atheris.Fuzz()
    return 0


if __name__ == "__main__":
    sys.exit(main())
