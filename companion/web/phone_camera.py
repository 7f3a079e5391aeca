"""A phone as the camera: it opens a page of this program's, which sends its pictures. See `Camera`."""

from __future__ import annotations

import ipaddress
import threading
import time
from pathlib import Path

import cv2
import numpy as np

from companion.web.certificate import NoCertificate, certificate_for
from companion.web.link import Interface, interfaces
from companion.web.phone_server import PhoneServer
from vision.arrays import Image
from vision.cameras.camera import RECOVERED, CameraError, Frame
from vision.cameras.live import GIVE_UP_S, NO_PICTURE, SILENCE_S
from vision.faults import Tell, unsaid
from vision.files.own_files import data_folder

NAME = "phone"
VIRTUAL = ("docker", "br-", "veth", "virbr", "lxc", "tun", "tap", "vmnet", "vboxnet")
"""How the names of networks begin that no phone is in."""

_doors: dict[str, tuple[int, str]] = {}
"""Address -> the port and secret of its last page, so that a phone finds it again when the camera is opened anew."""
_open: list[PhoneCamera] = []


def is_phone(source: str) -> bool:
    """Whether this names a phone, ``phone`` or ``phone@ADDRESS``; a film or folder of that name goes first."""
    return (source == NAME or source.startswith(f"{NAME}@")) and not Path(source).exists()


def waiting_link() -> str:
    """The link that a phone has to open now: that of a phone's camera which gets no pictures; empty if none waits."""
    return next((camera.link for camera in _open if camera.waits), "")


class PhoneCamera:
    """The pictures of the phone that opens ``link``; its port is open until `close`.

    A picture's time is that of its arrival. A picture of another size than the first one's, which a phone sends that is
    turned, is fitted into that size. Without pictures for `SILENCE_S` ``tell`` is told; for `GIVE_UP_S`, it is a
    CameraError. How long the first one takes does not matter: somebody has to find the phone.
    """

    live = True

    def __init__(self, address: str, certificate: Path | None = None, tell: Tell = unsaid) -> None:
        self._tell = tell
        self._changed = threading.Condition()
        self._newest: tuple[bytes, float] | None = None
        self._heard: float | None = None
        self._began: float | None = None
        self._closed = self._said_lost = False
        self._size: tuple[int, int] | None = None
        self._number = 0
        port, secret = _doors.get(address, (0, None))
        try:
            self._server = PhoneServer(address, self._arrived, port, certificate, secret)
        except OSError as error:
            raise CameraError(
                f"{NAME}: no page can be served at {address}: {error.strerror or error}"
            ) from None
        _doors[address] = self._server.port, self._server.secret
        _open.append(self)

    @property
    def link(self) -> str:
        """What the phone has to open."""
        return self._server.link

    @property
    def waits(self) -> bool:
        """Whether no phone sends."""
        heard = self._heard
        return heard is None or time.monotonic() - heard > SILENCE_S

    def read(self) -> Frame | None:
        """See Camera."""
        while True:
            newest = self._wait()
            if newest is None:
                return None
            image = decoded(newest[0])
            if image is not None:
                return self._frame(image, newest[1])
            self._server.cut_sender()

    def close(self) -> None:
        """See Camera."""
        with self._changed:
            if self._closed:
                return
            self._closed = True
            self._changed.notify_all()
        _open.remove(self)
        self._server.stop()

    def _arrived(self, data: bytes) -> None:
        with self._changed:
            self._newest, self._heard = (data, time.monotonic()), time.monotonic()
            self._changed.notify_all()

    def _wait(self) -> tuple[bytes, float] | None:
        """Wait for the next picture and say meanwhile that none comes; None once it is closed."""
        with self._changed:
            while not self._closed and self._newest is None:
                heard = self._heard
                self._changed.wait(None if heard is None else SILENCE_S)
                if heard is not None and self._newest is None and not self._closed:
                    self._missed(time.monotonic() - heard)
            newest, self._newest = self._newest, None
            return None if self._closed else newest

    def _missed(self, silent: float) -> None:
        if silent > GIVE_UP_S:
            raise CameraError(f"{NAME}: no frames for {GIVE_UP_S:.0f} seconds")
        if silent >= SILENCE_S and not self._said_lost:
            self._said_lost = True
            self._tell(f"{NAME}: {NO_PICTURE}")

    def _frame(self, image: Image, t: float) -> Frame:
        if self._said_lost:
            self._said_lost = False
            self._tell(f"{NAME}: {RECOVERED}")
        self._began = t if self._began is None else self._began
        self._size = self._size or (image.shape[1], image.shape[0])
        self._number += 1
        return Frame(fitted(image, self._size), t - self._began, self._number - 1)


def decoded(data: bytes) -> Image | None:
    """The picture of a JPEG file, (height, width, 3) BGR uint8; None if it cannot be decoded."""
    try:
        image = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR)
    except cv2.error:
        return None
    return None if image is None else np.asarray(image, np.uint8)


def fitted(image: Image, size: tuple[int, int]) -> Image:
    """The whole image in one of this width and height, black at its sides where it has another shape."""
    height, width = image.shape[:2]
    if (width, height) == size:
        return image
    scale = min(size[0] / width, size[1] / height)
    wide, high = max(1, round(scale * width)), max(1, round(scale * height))
    whole = np.zeros((size[1], size[0], 3), np.uint8)
    left, upper = (size[0] - wide) // 2, (size[1] - high) // 2
    whole[upper : upper + high, left : left + wide] = cv2.resize(
        image, (wide, high), interpolation=cv2.INTER_AREA
    )
    return whole


def open_phone(source: str, tell: Tell = unsaid) -> PhoneCamera:
    """Open ``phone`` or ``phone@ADDRESS``: a page at this machine's address in its network, secured by a certificate.

    At this machine's own address (127.0.0.1, for a phone at its USB cable) it is not secured, since browsers trust that
    one. CameraError if no page can be served.
    """
    address = source.partition("@")[2] or best_address(interfaces())
    if not address:
        raise CameraError(
            f"{NAME}: this machine is in no network that a phone could be in; join the phone's Wi-Fi"
        )
    try:
        own = ipaddress.IPv4Address(address).is_loopback
        certificate = None if own else certificate_for(data_folder(), address)
    except ValueError:
        raise CameraError(f"{NAME}: '{address}' is no address like 192.168.1.20") from None
    except NoCertificate as error:
        raise CameraError(f"{NAME}: {error}") from None
    except OSError as error:
        raise CameraError(f"{NAME}: its certificate cannot be written: {error.strerror or error}") from None
    return PhoneCamera(address, certificate, tell)


def best_address(networks: tuple[Interface, ...]) -> str:
    """The address at which a phone is likeliest to reach this machine: of a private network that is no virtual one."""

    def rank(one: Interface) -> tuple[bool, bool]:
        return one.name.startswith(VIRTUAL), not ipaddress.IPv4Address(one.address).is_private

    return min(networks, key=rank).address if networks else ""
