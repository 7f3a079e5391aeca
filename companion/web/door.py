"""Who may come in at the phones' port: so many at once, for so long, whoever they are and whatever they send.

The port is open to everyone in the network, without the secret. Each connection takes one of the process's descriptors,
and the record needs some too. So connections are taken one by one here, not by asyncio's server, which takes them all
and complains without end when there are no descriptors left.
"""

from __future__ import annotations

import asyncio
import errno
import ipaddress
import socket
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass

MOST = 128
"""Connections at once: a phone has one, and a few more while it loads the page."""
MOST_OF_ONE = 48
"""Connections at once from one address, which may be that of a router with all phones behind it."""
LIFE_SECONDS = 10.0
"""So long a connection may take for its requests and their answers; only a phone that follows stays longer."""
SWEEP_SECONDS = 1.0
PAUSE_SECONDS = 0.5
"""How long nobody is let in after the system could not give another descriptor."""
WAITING = 64
"""Connections that the system keeps waiting to be taken."""
SEND_BYTES = 65536
"""What the system keeps for who does not read: a few boards; then the phone is cut off."""


@dataclass
class Visit:
    """A connection: who it comes from, until when it may stay (None: as long as it likes), and what carries it."""

    connected: socket.socket
    address: str
    until: float | None
    transport: asyncio.BaseTransport | None = None

    @property
    def over(self) -> bool:
        """Whether its descriptor has been given back."""
        return self.connected.fileno() < 0

    def end(self) -> None:
        """Cut it off, whatever is still to be sent."""
        if isinstance(self.transport, asyncio.WriteTransport):
            self.transport.abort()
        elif self.transport is None:
            self.connected.close()


def is_one_address(address: str) -> bool:
    """Whether this is the IPv4 address of one network.

    0.0.0.0 is all of them at once, also those nobody thought of (a guest network, a VPN, one that is joined later), and
    no phone can open it: people are protected by having to name the network whose phones may follow.
    """
    try:
        parsed = ipaddress.IPv4Address(address)
    except ValueError:
        return False
    return not (parsed.is_unspecified or parsed.is_multicast or parsed.is_reserved)


class Door:
    """Listens at one address. OSError where that cannot be. `admit` and `stays` belong to the event loop's thread."""

    def __init__(self, address: str, port: int) -> None:
        if not is_one_address(address):
            raise OSError(errno.EADDRNOTAVAIL, "it is not the address of one network")
        self._listening = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
        try:
            self._listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            self._listening.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SEND_BYTES)
            self._listening.bind((address, port))
            self._listening.listen(WAITING)
        except OSError:
            self._listening.close()
            raise
        self._listening.setblocking(False)
        self.port: int = self._listening.getsockname()[1]
        self._visits: list[Visit] = []

    async def admit(self, protocol: Callable[[], asyncio.Protocol]) -> None:
        """Let connections in, each to a protocol of its own, until cancelled; then nobody is let in any more."""
        loop = asyncio.get_running_loop()
        sweeping = loop.create_task(self._sweep())
        try:
            while True:
                try:
                    connected, (address, _) = await loop.sock_accept(self._listening)
                except OSError:  # no descriptor is left, or who came has gone again
                    await asyncio.sleep(PAUSE_SECONDS)
                    continue
                await self._let_in(connected, address, protocol)
        finally:
            sweeping.cancel()
            self._listening.close()

    def stays(self, transport: asyncio.BaseTransport | None, stays: bool = True) -> None:
        """A phone follows through this connection and may stay; or it does no longer."""
        until = None if stays else asyncio.get_running_loop().time()
        for visit in self._visits:
            if visit.transport is transport:
                visit.until = until

    async def _let_in(
        self, connected: socket.socket, address: str, protocol: Callable[[], asyncio.Protocol]
    ) -> None:
        """Take the connection, or close it at once where there are too many."""
        self._visits = [visit for visit in self._visits if not visit.over]
        here = sum(visit.address == address for visit in self._visits)
        if len(self._visits) >= MOST or here >= MOST_OF_ONE:
            connected.close()
            return
        loop = asyncio.get_running_loop()
        visit = Visit(connected, address, loop.time() + LIFE_SECONDS)
        self._visits.append(visit)
        try:
            visit.transport, _ = await loop.connect_accepted_socket(protocol, connected)
        except OSError:
            connected.close()

    async def _sweep(self) -> None:
        """Cut off, again and again, who has stayed too long."""
        loop = asyncio.get_running_loop()
        while True:
            await asyncio.sleep(SWEEP_SECONDS)
            for visit in self._visits:
                if not visit.over and visit.until is not None and visit.until < loop.time():
                    with suppress(OSError):
                        visit.end()
