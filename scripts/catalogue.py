"""The texts to translate: ``python -m scripts.catalogue`` adds to each catalogue what the code says and it lacks.

A catalogue keeps its own order and comments: what is new goes to its end, for a translator to fill in; what the code
no longer says is named. Babel reads and writes the catalogues. The texts are found by Python's own parser: Babel's
looks at words alone, and takes ``tr(REASONS["adjust"])`` for the text ``adjust``. The program itself needs no Babel: it
reads a ``.po`` in some 60 lines (companion/locales/po.py), less than having one compiled at every install.
"""

from __future__ import annotations

import ast
import io
import re
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[1]
LOCALES = ROOT / "companion" / "locales"
IN_KV = re.compile(r"lang\.tr\('((?:[^'\\]|\\.)*)'\)")

Text = tuple[str, ...]
"""A text for people, or one for a single thing and one for several."""
Said = tuple[int, Text]
"""A line of a file, and what is said there."""


def in_python(source: str) -> Iterator[Said]:
    """The texts given to ``tr`` and ``N_``, both of ``many``, and the sentences of refusals."""
    for node in ast.walk(ast.parse(source)):
        if not isinstance(node, ast.Call):
            continue
        name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
        constants = [each.value for each in node.args if isinstance(each, ast.Constant)]
        texts = tuple(each for each in constants[:2] if isinstance(each, str))
        if name == "many" and len(texts) == 2:
            yield node.lineno, texts
        elif name in ("tr", "N_", "IllegalPlay") and node.args and isinstance(node.args[0], ast.Constant):
            yield node.lineno, texts[:1]


def in_kv(source: str) -> Iterator[Said]:
    """The texts given to ``lang.tr``."""
    for number, line in enumerate(source.splitlines(), 1):
        for text in IN_KV.findall(line):
            yield number, (text,)


def said() -> dict[Text, list[tuple[str, int]]]:
    """Every text that the code shows to people, with the files and lines where it does."""
    found: dict[Text, list[tuple[str, int]]] = {}
    for room in ("engine", "companion"):
        for ending, reads in ((".py", in_python), (".kv", in_kv)):
            for path in sorted((ROOT / room).rglob(f"*{ending}")):
                for line, text in reads(path.read_text(encoding="utf-8")):
                    found.setdefault(text, []).append((path.relative_to(ROOT).as_posix(), line))
    return found


def fill_up(file: Path, wanted: dict[Text, list[tuple[str, int]]]) -> tuple[int, list[Text]]:
    """Add what a catalogue lacks; how much that was, and what it holds that nobody says. ValueError where it cannot be
    understood.
    """
    from babel.messages import Catalog
    from babel.messages.pofile import read_po, write_po

    kept = read_po(io.BytesIO(file.read_bytes()), locale=file.stem, abort_invalid=True)
    there = {(each.id,) if isinstance(each.id, str) else tuple(each.id) for each in kept if each.id}
    lacking = Catalog(locale=file.stem)
    for text, places in wanted.items():
        if text not in there:
            lacking.add(text[0] if len(text) == 1 else text, locations=places)
    if len(lacking):
        added = io.BytesIO()
        write_po(added, lacking, omit_header=True, width=0)
        file.write_bytes(file.read_bytes().rstrip() + b"\n\n" + added.getvalue().strip() + b"\n")
    return len(lacking), sorted(there - wanted.keys())


def main() -> int:
    """Fill up every catalogue and say what is left to do."""
    wanted = said()
    for file in sorted(LOCALES.glob("*.po")):
        added, stale = fill_up(file, wanted)
        print(f"{file.name}: {added} texts added, to be translated")
        for text in stale:
            print(f"{file.name}: nobody says any more: {' / '.join(text)}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
