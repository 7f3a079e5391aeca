"""Strangers at the phones' port while a match is played: ``python -m tests.faults.phone_load --help``.

A match is played and written, an event every twentieth of a second, while thousands of connections come from another
process: some say nothing (half-open), some a letter a second, some nonsense, some many requests at once without reading
the answers, some find the board's address and never read. One phone at the table asks for the page every second.

What is said at the end: whether every event was in the record at once, how long the slowest took, how often the phone
got its page, how much memory the process took before and after.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import os
import random
import resource
import signal
import socket
import sys
import tempfile
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from companion.record.session import Session
from companion.web.server import Page, Server
from engine.events import Adjust
from engine.header import Header
from engine.journal import Journal

HEADER = Header(("Ana", "Beto"), target=1_000_000)
EVERY_S = 0.05
"""Seconds between two events: twenty times as many as people make."""
HELD_S = 3.0
"""Seconds for which a stranger keeps its connection, if it is let."""
WARM_S = 6.0
"""Seconds after which memory is measured first: what is loaded once is loaded then."""


@dataclass(frozen=True)
class Load:
    """What came of it. ``slowest`` is the longest time of one event, in seconds; memory in bytes."""

    events: int
    written: int
    slowest: float
    asked: int
    answered: int
    before: int
    after: int
    descriptors: int
    threads: int

    @property
    def growth(self) -> float:
        """How much more memory it took in the end, as a share."""
        return self.after / self.before - 1


# -- strangers ---------------------------------------------------------------------------------------------


async def half_open(_reader: asyncio.StreamReader, _writer: asyncio.StreamWriter, _path: str) -> None:
    """Say nothing."""
    await asyncio.sleep(HELD_S)


async def slow(_reader: asyncio.StreamReader, writer: asyncio.StreamWriter, path: str) -> None:
    """Ask for the page, a letter at a time."""
    for letter in f"GET {path} HTTP/1.1\r\nHost: x\r\n":
        writer.write(letter.encode())
        await writer.drain()
        await asyncio.sleep(HELD_S / 10)


async def malformed(_reader: asyncio.StreamReader, writer: asyncio.StreamWriter, _path: str) -> None:
    """Send what is no request."""
    rng = random.Random()
    writer.write(rng.choice((b"\x16\x03\x01\0\xff" * 40, rng.randbytes(4000), b"GET / HTTP/9.9\r\n\r\n", b"A" * 70_000,
                             b"POST / HTTP/1.1\r\nContent-Length: 99999999999\r\n\r\n" + bytes(4096))))  # fmt: skip
    await writer.drain()
    await asyncio.sleep(HELD_S / 10)


async def pipelined(_reader: asyncio.StreamReader, writer: asyncio.StreamWriter, path: str) -> None:
    """Ask a hundred times at once, and read nothing."""
    host = "{}:{}".format(*writer.get_extra_info("peername")[:2])
    writer.write(f"GET {path} HTTP/1.1\r\nHost: {host}\r\n\r\n".encode() * 100)
    await writer.drain()
    await asyncio.sleep(HELD_S)


async def never_reads(_reader: asyncio.StreamReader, writer: asyncio.StreamWriter, path: str) -> None:
    """Follow the board, as somebody who has the link may, and read nothing."""
    host = "{}:{}".format(*writer.get_extra_info("peername")[:2])
    writer.write(f"GET {path}events HTTP/1.1\r\nHost: {host}\r\n\r\n".encode())
    await writer.drain()
    await asyncio.sleep(3 * HELD_S)


WAYS = (half_open, slow, malformed, pipelined, never_reads)


async def _stranger(number: int, port: int, path: str) -> None:
    """Come again and again, each from an address of its own, by hundreds."""
    home = f"127.0.{1 + number // 100 % 50}.{2 + number % 100 // 2}"
    rng = random.Random(number)
    while True:
        with suppress(OSError, asyncio.TimeoutError):
            reader, writer = await asyncio.wait_for(
                asyncio.open_connection("127.0.0.1", port, local_addr=(home, 0)), HELD_S
            )
            try:
                known = path if rng.random() < 0.5 else "/"
                await rng.choice(WAYS)(reader, writer, known)
            finally:
                writer.transport.abort()
        await asyncio.sleep(rng.uniform(0.01, 0.2))


def strangers(count: int, port: int, path: str) -> int:
    """Begin a process of so many strangers at once, and return its number."""
    child = os.fork()
    if child:
        return child
    with suppress(BaseException):
        _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))

        async def all_of_them() -> None:
            await asyncio.gather(*(_stranger(number, port, path) for number in range(count)))

        asyncio.run(all_of_them())
    os._exit(0)


# -- the table ---------------------------------------------------------------------------------------------


def loaded(connections: int, seconds: float) -> Load:
    """Play for so long with so many strangers at the port."""
    with tempfile.TemporaryDirectory() as name:
        path = Path(name) / "m.jsonl"
        session = Session(HEADER, Journal.begin(path, HEADER))
        server = Server("127.0.0.1", Page("<p>the board</p>"))
        child = strangers(connections, server.port, f"/{server.secret}/")
        try:
            return _played(session, server, path, seconds)
        finally:
            os.kill(child, signal.SIGKILL)
            os.waitpid(child, 0)
            server.stop()
            session.close()


def _played(session: Session, server: Server, path: Path, seconds: float) -> Load:
    begun = time.monotonic()
    events = asked = answered = before = 0
    slowest, phone = 0.0, begun
    while (now := time.monotonic()) < begun + WARM_S + seconds:
        session.tap(Adjust(events % 2, 1, "tapped"))
        server.show(Page(f"<p>{events}</p>" + "x" * 4000))
        events += 1
        slowest = max(slowest, time.monotonic() - now)
        if now - phone > 1.0:
            phone, asked = now, asked + 1
            answered += _page_comes(server)
        if not before and now > begun + WARM_S:
            before = memory()
        time.sleep(EVERY_S)
    gc.collect()
    written = path.read_bytes().count(b"\n") - 1
    handles, threads = len(os.listdir("/proc/self/fd")), len(os.listdir("/proc/self/task"))
    return Load(events, written, slowest, asked, answered, before, memory(), handles, threads)


def _page_comes(server: Server) -> bool:
    """Whether a phone at the table gets the page."""
    words = f"GET /{server.secret}/ HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\nConnection: close\r\n\r\n"
    with (
        suppress(OSError),
        socket.create_connection(("127.0.0.1", server.port), 2.0, ("127.0.60.1", 0)) as phone,
    ):
        phone.sendall(words.encode())
        return phone.recv(15) == b"HTTP/1.1 200 OK"
    return False


def memory() -> int:
    """The memory of this process, in bytes."""
    pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    return pages * resource.getpagesize()


def main(words: Sequence[str] | None = None) -> int:
    """Run the long form; 1 if an event was not written or memory grew by a tenth."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0] if __doc__ else "")
    parser.add_argument("--connections", type=int, default=2000, help="at once")
    parser.add_argument("--seconds", type=float, default=60.0)
    args = parser.parse_args(words)
    load = loaded(args.connections, args.seconds)
    print(
        f"{load.events} events, {load.written} of them written, the slowest in {1000 * load.slowest:.0f} ms; the "
        f"phone got its page {load.answered} times of {load.asked}; memory {load.before / 1e6:.1f} MB, then "
        f"{load.after / 1e6:.1f} MB ({100 * load.growth:+.1f} %); {load.descriptors} descriptors, "
        f"{load.threads} threads"
    )
    return 0 if load.written == load.events and load.growth < 0.1 else 1


if __name__ == "__main__":
    sys.exit(main())
