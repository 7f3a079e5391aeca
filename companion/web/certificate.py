"""A certificate of one's own, for the page that needs https: browsers give a camera to no other."""

from __future__ import annotations

import os
import subprocess
import tempfile
import time
from pathlib import Path

OWN = "phones.pem"
"""In the data folder: a certificate that people put there, with its key. It goes before one that is made here."""
DAYS = 397
"""How long a certificate is good: no browser takes one that is good for longer than 398 days."""
RENEWED_DAYS = 360
"""One that is older is made anew, so that it does not run out in the middle of an evening."""
PATIENCE_S = 20
"""Seconds that making one may take: a small computer takes one."""


class NoCertificate(RuntimeError):
    """None can be made; the message says what to do."""


def certificate_for(folder: Path, address: str) -> Path:
    """Give the file of a certificate with its key (PEM) for a page at this address; make it if there is none.

    The ``openssl`` command makes it: Python's own library cannot. NoCertificate without it. OSError if the folder
    cannot be written.
    """
    if (folder / OWN).exists():
        return folder / OWN
    file = folder / f"camera-{address}.pem"
    # One from the future was made while the clock was wrong, and phones do not take it yet.
    if file.exists() and 0 <= time.time() - file.stat().st_mtime < RENEWED_DAYS * 24 * 3600:
        return file
    folder.mkdir(parents=True, exist_ok=True)
    made = _made(address)
    with os.fdopen(os.open(file, os.O_CREAT | os.O_WRONLY | os.O_TRUNC, 0o600), "wb") as written:
        written.write(made)
    return file


def _made(address: str) -> bytes:
    """Make a key (P-256) and a certificate for it, signed by itself."""
    with tempfile.TemporaryDirectory() as place:
        key, signed = Path(place) / "key", Path(place) / "certificate"
        words = (
            f"openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days {DAYS} "
            f"-subj /CN=Porrazo -addext subjectAltName=IP:{address} -keyout {key} -out {signed}"
        )
        try:
            subprocess.run(
                words.split(), check=True, capture_output=True, timeout=PATIENCE_S, stdin=subprocess.DEVNULL
            )
        except FileNotFoundError:
            raise NoCertificate("openssl is missing, which secures the phone's page: install it") from None
        except (subprocess.SubprocessError, OSError) as error:
            raise NoCertificate(f"openssl makes no certificate for the phone's page: {error}") from None
        return key.read_bytes() + signed.read_bytes()
