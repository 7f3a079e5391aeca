"""Opens what the cards are watched through: a phone that opens this program's page, or what `vision.cameras` opens."""

from __future__ import annotations

from vision.cameras import opening
from vision.cameras.camera import Camera
from vision.faults import Tell, unsaid


def is_live(source: str) -> bool:
    """Whether this names a camera, a phone or a stream, and not a film."""
    from companion.web.phone_camera import is_phone

    return is_phone(source) or opening.is_live(source)


def open_camera(source: str, tell: Tell = unsaid) -> Camera:
    """Open what a SOURCE names; CameraError, one sentence, if there is no such camera. See `opening.open_camera`."""
    from companion.web.phone_camera import is_phone, open_phone

    return open_phone(source, tell) if is_phone(source) else opening.open_camera(source, tell)
