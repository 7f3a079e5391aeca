"""Finds the system libraries that OpenCV and Kivy load, and installs those that are missing, where it may.

Run by ``make`` before the first install: ``python3 -m companion.system_libraries``. Standard library only.
Status 0: all there. Status 1: some are missing and could not be installed; the line to copy was printed.
The program itself installs nothing: where a library is missing it says what to type.
"""

import ctypes
import os
import shutil
import subprocess
import sys

PACKAGES = {
    "libGL.so.1": "libgl1",
    "libEGL.so.1": "libegl1",
    "libgthread-2.0.so.0": "libglib2.0-0",
}
"""Shared library -> the Debian package that has it. OpenCV needs the first and last, Kivy the first two."""


def is_there(library: str) -> bool:
    """Tell whether the dynamic loader finds this library."""
    try:
        ctypes.CDLL(library)
    except OSError:
        return False
    return True


def missing_packages() -> list[str]:
    """Name the Debian packages whose library the loader does not find."""
    if not sys.platform.startswith("linux"):
        return []  # elsewhere the wheels bring everything
    return [package for library, package in PACKAGES.items() if not is_there(library)]


def what_to_type() -> str:
    """One sentence: which libraries are missing and what an administrator types; empty where all are there."""
    packages = missing_packages()
    if not packages:
        return ""
    libraries = ", ".join(library for library, package in PACKAGES.items() if package in packages)
    return (
        f"libraries of the system are missing ({libraries}); "
        f"on Debian, Ubuntu and Raspberry Pi OS: sudo apt-get install {' '.join(packages)}"
    )


def right_to_install() -> list[str] | None:
    """Give the words to put before ``apt-get``: none for root, else ``sudo``; None where there is no way."""
    if shutil.which("apt-get") is None:
        return None
    if os.geteuid() == 0:
        return []
    if shutil.which("sudo") is None:
        return None
    return ["sudo"] if sys.stdin.isatty() else ["sudo", "-n"]  # nobody there to type a password


def install(packages: list[str], before: list[str]) -> bool:
    """Install the packages, saying so first; tell whether apt-get managed."""
    fetch = [*before, "apt-get", "update"]
    add = [*before, "apt-get", "install", "-y", "--no-install-recommends", *packages]
    print(f"System libraries are missing; installing them: {' '.join(add)}", flush=True)
    # Complaints come through; the hundreds of lines of an ordinary install do not.
    return all(
        subprocess.run(step, check=False, stdout=subprocess.DEVNULL).returncode == 0 for step in (fetch, add)
    )


def main() -> int:
    """Install what is missing, or name it."""
    packages = missing_packages()
    if not packages:
        return 0
    before = right_to_install()
    if before is not None and install(packages, before) and not missing_packages():
        return 0
    print("System libraries are missing. Please run, as an administrator:", file=sys.stderr)
    print(
        f"  apt-get update && apt-get install --no-install-recommends {' '.join(packages)}", file=sys.stderr
    )
    print("Then run the same command again.", file=sys.stderr)
    return 1


if __name__ == "__main__":
    sys.exit(main())
