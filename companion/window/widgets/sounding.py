"""Plays the app's sounds. Where the machine cannot, nothing is heard and nothing else happens."""

from __future__ import annotations

import tempfile
from pathlib import Path

from kivy.core.audio import Sound, SoundLoader

from companion.window.sound import SOUNDS, wav


class Sounding:
    """Makes each sound when it is first wanted, and keeps it."""

    def __init__(self) -> None:
        self._folder: tempfile.TemporaryDirectory[str] | None = None
        self._made: dict[str, Sound | None] = {}

    def play(self, name: str) -> None:
        """Play one of ``companion.window.sound.SOUNDS``."""
        if name not in self._made:
            self._made[name] = self._make(name)
        sound = self._made[name]
        if sound is not None:
            sound.play()

    def _make(self, name: str) -> Sound | None:
        if self._folder is None:
            self._folder = tempfile.TemporaryDirectory(prefix="porrazo-", ignore_cleanup_errors=True)
        path = Path(self._folder.name) / f"{name}.wav"
        path.write_bytes(wav(SOUNDS[name]()))
        return SoundLoader.load(str(path))
