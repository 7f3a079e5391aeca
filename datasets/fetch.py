"""``python -m datasets.fetch FOLDER``: fill the folder that PORRAZO_ARTWORK names.

Two npm packages and three of Debian's are downloaded with npm and apt-get as they are set up here, and unpacked, not
installed: nothing of them runs. By hand it is ``npm pack NAME@VERSION`` and ``tar``, ``apt-get download NAME`` and
``dpkg -x``.
"""

from __future__ import annotations

import argparse
import subprocess
import tarfile
import tempfile
from pathlib import Path

from datasets.sources import ARTWORK, KENNARD

NPM = {"cardsJS": "1.1.1", KENNARD: "0.5.0"}
DEBIAN = ("aisleriot", "openclipart-svg", "texlive-games")


def _one_file(folder: Path, suffix: str) -> Path:
    found = sorted(folder.glob(f"*{suffix}"))
    if len(found) != 1:
        raise FileNotFoundError(f"{len(found)} files {suffix} were downloaded, not one")
    return found[0]


def unpack_npm(packed: Path, name: str, folder: Path) -> None:
    """Unpack a packed npm package into ``folder/name``, without the ``package/`` that every path begins with.

    Only what its files hold is taken over, no owner and no mode, so that this is the same with every Python: the
    filters of ``tarfile`` are not in that of Debian 12. ValueError where a file would lie outside.
    """
    inside = (folder / name).resolve()
    with tarfile.open(packed) as archive:
        for member in archive:
            _, _, inner = member.name.partition("/")
            held = archive.extractfile(member) if member.isfile() and inner else None
            if held is None:
                continue
            file = (inside / inner).resolve()
            if not file.is_relative_to(inside):
                raise ValueError(f"{packed.name}: {member.name} would lie outside its folder")
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(held.read())


def fetch_npm(name: str, version: str, folder: Path) -> None:
    """Download one npm package and unpack it."""
    with tempfile.TemporaryDirectory() as place:
        subprocess.run(["npm", "pack", f"{name}@{version}"], cwd=place, check=True, capture_output=True)
        unpack_npm(_one_file(Path(place), ".tgz"), name, folder)


def fetch_debian(name: str, folder: Path) -> None:
    """Download one of Debian's packages and unpack it: its files lie in ``folder/usr``."""
    with tempfile.TemporaryDirectory() as place:
        subprocess.run(["apt-get", "download", name], cwd=place, check=True, capture_output=True)
        subprocess.run(["dpkg", "-x", str(_one_file(Path(place), ".deb")), str(folder)], check=True)


def main(arguments: list[str] | None = None) -> int:
    """Fetch every package; exit status 1 when one could not be had, and the others are there all the same."""
    parser = argparse.ArgumentParser(prog="python -m datasets.fetch", description=__doc__)
    parser.add_argument("folder", type=Path)
    folder = parser.parse_args(arguments).folder
    folder.mkdir(parents=True, exist_ok=True)
    failed = []
    for name in (*NPM, *DEBIAN):
        try:
            if name in NPM:
                fetch_npm(name, NPM[name], folder)
            else:
                fetch_debian(name, folder)
        except (OSError, ValueError, subprocess.CalledProcessError, tarfile.TarError) as trouble:
            print(f"porrazo: {name} could not be had: {trouble}")
            failed.append(name)
    print(f"{len(NPM) + len(DEBIAN) - len(failed)} packages in {folder}; say {ARTWORK}={folder}")
    return 1 if failed else 0


if __name__ == "__main__":
    raise SystemExit(main())
