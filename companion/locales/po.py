"""Compiles the text of a ``.po`` into the ``.mo`` form that the standard library's gettext reads."""

import ast
import struct
from collections.abc import Iterator
from dataclasses import dataclass, field

KEYWORDS = ("msgid", "msgid_plural", "msgstr")


@dataclass
class _Entry:
    """One message while it is being read: its parts by keyword (``msgstr[1]`` is a keyword of its own)."""

    parts: dict[str, str] = field(default_factory=dict)
    fuzzy: bool = False

    @property
    def key(self) -> str:
        plural = self.parts.get("msgid_plural")
        return self.parts["msgid"] + ("" if plural is None else f"\0{plural}")

    @property
    def text(self) -> str:
        return "\0".join(text for name, text in self.parts.items() if name.startswith("msgstr"))


def messages(text: str) -> dict[str, str]:
    """Read a catalogue: message (and its plural after a NUL) to translation; the empty message is the header.

    Untranslated and fuzzy messages are left out. Raises ValueError naming the line that is not understood.
    """
    return {entry.key: entry.text for entry in _entries(text) if entry.text and not entry.fuzzy}


def _entries(text: str) -> Iterator[_Entry]:
    entry, name = _Entry(), ""
    for number, raw in enumerate([*text.splitlines(), ""], start=1):
        line = raw.strip()
        if not line:
            if entry.parts:
                yield entry
            entry, name = _Entry(), ""
        elif line.startswith("#"):
            entry.fuzzy |= line.startswith("#,") and "fuzzy" in line
        else:
            keyword, _, rest = line.partition(" ") if not line.startswith('"') else (name, "", line)
            if keyword.partition("[")[0] not in KEYWORDS or not rest.startswith('"'):
                raise ValueError(f"line {number} is not understood: {line}")
            name = keyword
            entry.parts[name] = entry.parts.get(name, "") + str(ast.literal_eval(rest))


def compile_catalogue(text: str) -> bytes:
    """Compile a ``.po`` into a little-endian ``.mo``."""
    pairs = sorted((key.encode(), value.encode()) for key, value in messages(text).items())
    header = struct.calcsize("<7I")
    table = 8 * len(pairs)
    at = header + 2 * table
    index: dict[int, list[int]] = {0: [], 1: []}
    blob = b""
    for column in (0, 1):
        for pair in pairs:
            index[column] += [len(pair[column]), at + len(blob)]
            blob += pair[column] + b"\0"
    numbers = (0x950412DE, 0, len(pairs), header, header + table, 0, at)
    return struct.pack("<7I", *numbers) + struct.pack(f"<{4 * len(pairs)}I", *index[0], *index[1]) + blob
