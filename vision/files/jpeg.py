"""Looks at the beginning of a JPEG picture that came from outside, before anything decodes it."""

from __future__ import annotations

BEGIN, END = b"\xff\xd8", b"\xff\xd9"
SIZES = frozenset(range(0xC0, 0xD0)) - {0xC4, 0xC8, 0xCC}
"""The segments that say how large the picture is (ITU-T T.81, table B.1)."""
SCAN = 0xDA
"""The segment after which the picture itself begins."""


def jpeg_size(data: bytes) -> tuple[int, int] | None:
    """Give width and height in pixels of a whole JPEG picture, as its header says; None if it is none."""
    if not (data.startswith(BEGIN) and data.endswith(END)):
        return None
    at = len(BEGIN)
    while at + 9 <= len(data) and data[at] == 0xFF:
        kind, length = data[at + 1], int.from_bytes(data[at + 2 : at + 4])
        if kind in SIZES:
            height, width = int.from_bytes(data[at + 5 : at + 7]), int.from_bytes(data[at + 7 : at + 9])
            return (width, height) if width and height else None
        if kind == SCAN or length < 2:
            return None
        at += 2 + length
    return None
