"""Damages to a file, each by chance: bits, cuts, splices, numbers, depth, other encodings, names made to mislead."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Sequence

Damage = Callable[[bytes, random.Random], bytes]

DEEP = 50_000
"""Brackets within brackets."""
NUMBERS = (
    b"9" * 4400,
    b"1e999",
    b"-9223372036854775809",
    b"18446744073709551616",
    b"NaN",
    b"-0",
    b"1e-400",
    b"2147483648",
)
NAMES = (
    "\u202eevil\u2066", "\U0001f0a1\U0001f468\u200d\U0001f469", "L" * 10_000,
    "[b]Ana[/b] [color=ff0000]", "&bl;<i>x</i>",
    "Robert'); DROP TABLE match;--", "\x1b[31mred\x1b]0;title\x07", "a\x00b", "a\r\nporrazo: done", "{reason}", "%s%n",
    "\ud83c", "\u0301" * 300, "../../etc/passwd", "\x9b2J", "",
)  # fmt: skip
"""Right to left, emoji, long, markup, SQL, a terminal's escapes, line breaks, patterns, half a character."""
VALUES = (b"null", b"true", b"[]", b"{}", b'""', b"[[]]", b"-1", b'{"do":{}}', b"1.0", b'"7h"')


def flipped(content: bytes, rng: random.Random) -> bytes:
    """Some bits or bytes changed."""
    changed = bytearray(content)
    for _ in range(rng.choice((1, 1, 2, 8, 60))):
        at = rng.randrange(len(changed))
        changed[at] = changed[at] ^ (1 << rng.randrange(8)) if rng.random() < 0.5 else rng.randrange(256)
    return bytes(changed)


def cut(content: bytes, rng: random.Random) -> bytes:
    """Broken off, begun late, or with a piece taken out."""
    first, last = sorted((rng.randrange(len(content) + 1), rng.randrange(len(content) + 1)))
    return rng.choice((content[:first], content[last:], content[:first] + content[last:]))


def spliced(content: bytes, rng: random.Random) -> bytes:
    """A piece of it put in again elsewhere, once or a thousand times."""
    first, last = sorted((rng.randrange(len(content) + 1), rng.randrange(len(content) + 1)))
    at = rng.randrange(len(content) + 1)
    return content[:at] + content[first:last][:2000] * rng.choice((1, 1, 2, 1000)) + content[at:]


def numbered(content: bytes, rng: random.Random) -> bytes:
    """A number in it, as text or as four bytes, made huge or none."""
    found = [*re.finditer(rb"-?\d+", content)]
    if found and rng.random() < 0.7:
        at = rng.choice(found)
        return content[: at.start()] + rng.choice(NUMBERS) + content[at.end() :]
    place = rng.randrange(len(content))
    return content[:place] + rng.choice((b"\xff" * 4, b"\x7f\xff\xff\xff", b"\0" * 4)) + content[place + 4 :]


def deepened(content: bytes, rng: random.Random) -> bytes:
    """Brackets within brackets put in."""
    at = rng.randrange(len(content) + 1)
    bracket, other = rng.choice(((b"[", b"]"), (b'{"a":', b"}")))
    return content[:at] + bracket * DEEP + (other * DEEP if rng.random() < 0.5 else b"") + content[at:]


def nothing_in_it(content: bytes, rng: random.Random) -> bytes:
    """Zero bytes put in, or put over a block as a power cut leaves it."""
    at = rng.randrange(len(content) + 1)
    count = rng.choice((1, 7, 512, 4096))
    return content[:at] + bytes(count) + content[at + count * (rng.random() < 0.5) :]


def encoded(content: bytes, rng: random.Random) -> bytes:
    """The same text in another encoding, or beginning with another one's mark."""
    mark = rng.choice((b"\xef\xbb\xbf", b"\xff\xfe", b"\xfe\xff", b"\x1f\x8b", b"PK\x03\x04"))
    if rng.random() < 0.5:
        return mark + content
    return content.decode("latin-1").encode(rng.choice(("utf-16", "utf-16-be", "utf-32", "utf-8")), "replace")


def reordered(content: bytes, rng: random.Random) -> bytes:
    """Lines taken out, doubled, exchanged."""
    lines = content.split(b"\n")
    for _ in range(rng.choice((1, 2, 5))):
        at, other = rng.randrange(len(lines)), rng.randrange(len(lines))
        act = rng.randrange(3)
        if act == 0 and len(lines) > 1:
            del lines[at]
        elif act == 1:
            lines.insert(at, lines[other])
        else:
            lines[at], lines[other] = lines[other], lines[at]
    return b"\n".join(lines)


def renamed(content: bytes, rng: random.Random) -> bytes:
    """A text in it replaced by a name that means mischief, as JSON writes it or as it is."""
    found = [*re.finditer(rb'"[^"\n]{0,40}"', content)]
    name = rng.choice(NAMES)
    raw = name.encode("utf-8", "surrogatepass")
    escaped = "".join(f"\\u{ord(c):04x}" if ord(c) < 0x10000 else c for c in name).encode(
        "utf-8", "surrogatepass"
    )
    new = b'"' + (escaped if rng.random() < 0.6 else raw.replace(b"\n", b"\\n").replace(b"\r", b"\\r")) + b'"'
    if not found:
        return content + new
    at = rng.choice(found)
    return content[: at.start()] + new + content[at.end() :]


def revalued(content: bytes, rng: random.Random) -> bytes:
    """A value in it replaced by one of another kind."""
    found = [*re.finditer(rb'(?<=[:,\[])\s*(?:"[^"\n]*"|-?[\d.]+|\[[^\[\]]*\]|true|false|null)', content)]
    if not found:
        return content
    at = rng.choice(found)
    return content[: at.start()] + rng.choice(VALUES) + content[at.end() :]


DAMAGES: Sequence[Damage] = (
    flipped, cut, spliced, numbered, deepened, nothing_in_it, encoded, reordered, renamed, renamed, revalued, revalued,
)  # fmt: skip


def damaged(content: bytes, rng: random.Random) -> bytes:
    """One damage, or a few."""
    for _ in range(rng.choice((1, 1, 1, 2, 4))):
        if content:
            content = rng.choice(DAMAGES)(content, rng)
    return content
