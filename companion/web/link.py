"""The link for phones: this machine's addresses at which they can reach it, and the QR code of a link."""

from __future__ import annotations

import ipaddress
import socket
import struct
import sys
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

SIOCGIFADDR = 0x8915
"""Linux's request number for an interface's IPv4 address."""
NAME_BYTES = 15
"""The longest name of an interface, in bytes."""


@dataclass(frozen=True)
class Interface:
    """A network of this machine: the interface's name, and this machine's IPv4 address in it."""

    name: str
    address: str


def interfaces() -> tuple[Interface, ...]:
    """List the networks in which phones may be; empty if this machine is in none."""
    found = _of_linux() if sys.platform.startswith("linux") else _by_name()
    return tuple(one for one in found if is_reachable(one.address))


def is_reachable(address: str) -> bool:
    """Whether a phone could reach this IPv4 address."""
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
    """The addresses of the machine's own host name, for systems on which the interfaces cannot be listed."""
    try:
        addresses = socket.gethostbyname_ex(socket.gethostname())[2]
    except OSError:
        return []
    return [Interface(address, address) for address in addresses]


QUIET_ZONE_MODULES = 4
"""The white border of a code, in modules: the standard asks for it, so that a phone finds the code."""


def qr_code(text: str) -> NDArray[np.bool_]:
    """The QR code of a text: (n, n) bool, True where dark, with the white border, top row first."""
    import segno

    modules = segno.make_qr(text, error="m").matrix
    return np.pad(np.array([[bool(module) for module in row] for row in modules]), QUIET_ZONE_MODULES)
