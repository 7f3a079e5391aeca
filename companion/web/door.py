"""Limits who may connect to the phones' port: how many at once, and for how long.

The port is open to everyone in the network, also without the secret. Each connection takes a file descriptor
of the process, and the record needs some too. So connections are accepted one by one here. asyncio's own
server accepts all of them, and logs errors without end when no descriptor is left.
"""

from __future__ import annotations

import asyncio
import errno
import ipaddress
import socket
import ssl
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass

MOST_CONNECTIONS = 128
"""The most connections at once: a phone has one, and a few more while it loads the page."""
MOST_OF_ONE = 48
"""The most connections at once from one address; it may be a router's, with all phones behind it."""
LIFE_SECONDS = 10.0
"""How long a connection may take for its requests and answers; only a phone that follows stays longer."""
HANDSHAKE_SECONDS = 5.0
"""How long a connection that is secured may take to agree on how."""
SWEEP_SECONDS = 1.0
PAUSE_SECONDS = 0.5
"""How long no connection is accepted after the system had no descriptor left."""
LISTEN_BACKLOG = 64
"""How many connections the system keeps waiting to be accepted."""
SEND_BYTES = 65536
"""The send buffer of a connection that does not read: a few boards. When it is full, the phone is cut off."""


@dataclass
class Visit:
    """A connection: its socket and address, until when it may stay (None: no limit), and its transport.

    ``until`` is in seconds of the event loop's clock.
    """

    connected: socket.socket
    address: str
    until: float | None
    transport: asyncio.BaseTransport | None = None
    greeting: asyncio.Task[None] | None = None
    """Where the connection is secured: what agrees on how, until that is done."""

    @property
    def over(self) -> bool:
        """Whether its descriptor has been closed."""
        return self.connected.fileno() < 0

    def end(self) -> None:
        """Cut the connection off, even if data is still to be sent."""
        if isinstance(self.transport, asyncio.WriteTransport):
            self.transport.abort()
        elif self.greeting is not None:
            self.greeting.cancel()
        elif self.transport is None:
            self.connected.close()


def is_one_address(address: str) -> bool:
    """Whether this is the IPv4 address of one network.

    0.0.0.0 means all networks at once, also those that nobody thought of (a guest network, a VPN, one that is
    joined later), and no phone can open it. Requiring the address of one network protects people.
    """
    try:
        parsed = ipaddress.IPv4Address(address)
    except ValueError:
        return False
    return not (parsed.is_unspecified or parsed.is_multicast or parsed.is_reserved)


class Door:
    """Listens at one address; OSError if that is impossible.

    ``secured``: connections are secured by TLS, with this certificate. `admit` and `stays` belong to the event loop's
    thread.
    """

    def __init__(self, address: str, port: int, secured: ssl.SSLContext | None = None) -> None:
        if not is_one_address(address):
            raise OSError(errno.EADDRNOTAVAIL, "it is not the address of one network")
        self._listening = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
        try:
            self._listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            self._listening.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SEND_BYTES)
            self._listening.bind((address, port))
            self._listening.listen(LISTEN_BACKLOG)
        except OSError:
            self._listening.close()
            raise
        self._listening.setblocking(False)
        self._secured = secured
        self.port: int = self._listening.getsockname()[1]
        self._visits: list[Visit] = []

    async def admit(self, protocol: Callable[[], asyncio.Protocol]) -> None:
        """Accept connections, each with its own protocol; when cancelled, close the listening socket."""
        loop = asyncio.get_running_loop()
        sweeping = loop.create_task(self._sweep())
        try:
            while True:
                try:
                    connected, (address, _) = await loop.sock_accept(self._listening)
                except OSError:  # no descriptor is left, or the other end has closed already
                    await asyncio.sleep(PAUSE_SECONDS)
                    continue
                await self._let_in(connected, address, protocol)
        finally:
            sweeping.cancel()
            self._listening.close()

    def stays(self, transport: asyncio.BaseTransport | None, stays: bool = True) -> None:
        """Let the connection of a phone that follows stay; or, with ``stays`` False, no longer."""
        until = None if stays else asyncio.get_running_loop().time()
        for visit in self._visits:
            if visit.transport is transport:
                visit.until = until

    def stays_on(self, transport: asyncio.BaseTransport | None) -> None:
        """Let a connection that has just sent something of use stay as long again as a new one."""
        for visit in self._visits:
            if visit.transport is transport:
                visit.until = asyncio.get_running_loop().time() + LIFE_SECONDS

    async def _let_in(
        self, connected: socket.socket, address: str, protocol: Callable[[], asyncio.Protocol]
    ) -> None:
        """Take the connection, or close it at once if there are too many.

        Where all places are taken, the one that came first and does not follow yields its own: who sits there saying
        nothing must not keep out a phone, which has its page in a moment.
        """
        self._visits = [visit for visit in self._visits if not visit.over]
        here = sum(visit.address == address for visit in self._visits)
        if here >= MOST_OF_ONE or not self._has_place():
            connected.close()
            return
        loop = asyncio.get_running_loop()
        visit = Visit(connected, address, loop.time() + LIFE_SECONDS)
        self._visits.append(visit)
        if self._secured is None:
            await self._greet(visit, protocol)
        else:  # a stranger who is slow to agree must not keep others waiting
            visit.greeting = loop.create_task(self._greet(visit, protocol))

    async def _greet(self, visit: Visit, protocol: Callable[[], asyncio.Protocol]) -> None:
        """Hand a connection over to its protocol, secured first if it is to be."""
        patience = HANDSHAKE_SECONDS if self._secured is not None else None
        try:
            visit.transport, _ = await asyncio.get_running_loop().connect_accepted_socket(
                protocol, visit.connected, ssl=self._secured, ssl_handshake_timeout=patience
            )
        except OSError:  # also what is wrong with how the other side secures it
            visit.connected.close()

    def _has_place(self) -> bool:
        """Whether there is a place, made by cutting off who came first if need be."""
        if len(self._visits) < MOST_CONNECTIONS:
            return True
        first = next((visit for visit in self._visits if visit.until is not None), None)
        if first is not None:
            self._visits.remove(first)
            with suppress(OSError):
                first.end()
        return first is not None

    async def _sweep(self) -> None:
        """Cut off, every `SWEEP_SECONDS`, the connections that have stayed too long."""
        loop = asyncio.get_running_loop()
        while True:
            await asyncio.sleep(SWEEP_SECONDS)
            for visit in self._visits:
                if not visit.over and visit.until is not None and visit.until < loop.time():
                    with suppress(OSError):
                        visit.end()
