"""The link for phones: the addresses of this machine at which they can reach it, and the QR code of a link."""

from __future__ import annotations

import ipaddress
import socket
import struct
import sys
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

SIOCGIFADDR = 0x8915
"""Linux's number for "which IPv4 address has this interface"."""
NAME_BYTES = 15
"""The longest name of an interface."""


@dataclass(frozen=True)
class Interface:
    """A network that this machine is in: its name and this machine's IPv4 address there."""

    name: str
    address: str


def interfaces() -> tuple[Interface, ...]:
    """List the networks that phones may be in; empty where this machine is in none."""
    found = _of_linux() if sys.platform.startswith("linux") else _by_name()
    return tuple(one for one in found if is_reachable(one.address))


def is_reachable(address: str) -> bool:
    """Whether a phone could be in the network of this IPv4 address."""
    try:
        parsed = ipaddress.IPv4Address(address)
    except ValueError:
        return False
    return not (parsed.is_loopback or parsed.is_unspecified or parsed.is_multicast or parsed.is_link_local)


def _of_linux() -> list[Interface]:
    import fcntl

    found = []
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asking:
        for _, name in socket.if_nameindex():
            try:
                answer = fcntl.ioctl(
                    asking.fileno(), SIOCGIFADDR, struct.pack("256s", name.encode()[:NAME_BYTES])
                )
            except OSError:  # it has no address
                continue
            found.append(Interface(name, socket.inet_ntoa(answer[20:24])))
    return found


def _by_name() -> list[Interface]:
    """Where the interfaces cannot be listed: what the machine's own name stands for."""
    try:
        addresses = socket.gethostbyname_ex(socket.gethostname())[2]
    except OSError:
        return []
    return [Interface(address, address) for address in addresses]


QUIET = 4
"""Modules of white round a code: what the standard asks for, so that a phone finds it."""


def qr_code(text: str) -> NDArray[np.bool_]:
    """The QR code of a text: (n, n), True where it is dark, the white border included, first row uppermost."""
    import segno

    modules = segno.make_qr(text, error="m").matrix
    return np.pad(np.array([[bool(module) for module in row] for row in modules]), QUIET)
