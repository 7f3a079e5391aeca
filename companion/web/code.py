"""The link as a QR code, for phones' cameras."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

QUIET = 4
"""Modules of white round a code: what the standard asks for, so that a phone finds it."""


def qr_code(text: str) -> NDArray[np.bool_]:
    """The QR code of a text: (n, n), True where it is dark, the white border included, first row uppermost."""
    import segno

    modules = segno.make_qr(text, error="m").matrix
    return np.pad(np.array([[bool(module) for module in row] for row in modules]), QUIET)
