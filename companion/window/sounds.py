"""The app's three sounds, computed and played: a peg set into wood, a run of notes for a winner, a soft question."""

from __future__ import annotations

import io
import tempfile
import wave
from collections.abc import Callable, Mapping
from pathlib import Path

import numpy as np
from kivy.core.audio import Sound, SoundLoader
from numpy.typing import NDArray

Wave = NDArray[np.float64]

SAMPLE_RATE = 22050
LOUDEST_SAMPLE = 0.6
"""The loudest sample; 1 would be the most that a file can hold."""


def knock() -> Wave:
    """A peg set into its hole: a short, dull knock."""
    t = _times(0.16)
    noise = np.random.default_rng(61).uniform(-1, 1, len(t))
    body = np.sin(2 * np.pi * 310 * t) + 0.5 * np.sin(2 * np.pi * 742 * t)
    return _level(body * np.exp(-t * 38) + 0.35 * noise * np.exp(-t * 160))


def fanfare() -> Wave:
    """Somebody has won: a chord taken note by note."""
    parts = [
        np.pad(_note(pitch, 1.1), (round(at * SAMPLE_RATE), 0)) for pitch, at in _run((523, 659, 784, 1047))
    ]
    longest = max(map(len, parts))
    return _level(np.sum([np.pad(part, (0, longest - len(part))) for part in parts], axis=0))


def question() -> Wave:
    """The app asks something: two soft notes upwards."""
    first, second = _note(440, 0.5), np.pad(_note(587, 0.5), (round(0.14 * SAMPLE_RATE), 0))
    return _level(np.pad(first, (0, len(second) - len(first))) + second)


SOUNDS: Mapping[str, Callable[[], Wave]] = {"knock": knock, "fanfare": fanfare, "question": question}
"""Every sound by its name."""


def wav(samples: Wave) -> bytes:
    """Write a waveform as a WAV file of 16 bits, one channel."""
    file = io.BytesIO()
    with wave.open(file, "wb") as out:
        out.setnchannels(1)
        out.setsampwidth(2)
        out.setframerate(SAMPLE_RATE)
        out.writeframes((samples.clip(-1, 1) * 32767).astype("<i2").tobytes())
    return file.getvalue()


def _times(seconds: float) -> Wave:
    return np.arange(round(seconds * SAMPLE_RATE)) / SAMPLE_RATE


def _note(pitch: float, seconds: float) -> Wave:
    t = _times(seconds)
    tone = np.sin(2 * np.pi * pitch * t) + 0.3 * np.sin(4 * np.pi * pitch * t)
    return np.asarray(tone * np.exp(-t * 5) * (1 - np.exp(-t * 300)))


def _run(pitches: tuple[float, ...]) -> list[tuple[float, float]]:
    return [(pitch, 0.13 * number) for number, pitch in enumerate(pitches)]


def _level(samples: Wave) -> Wave:
    """Scale a sound to `LOUDEST_SAMPLE` and fade its end out, so that it does not click."""
    fade = np.minimum(1, np.arange(len(samples))[::-1] / (0.01 * SAMPLE_RATE))
    return np.asarray(LOUDEST_SAMPLE * samples * fade / np.abs(samples).max())


class SoundPlayer:
    """Makes each sound when it is first wanted, and keeps it. Where the machine cannot play, nothing is heard."""

    def __init__(self) -> None:
        self._folder: tempfile.TemporaryDirectory[str] | None = None
        self._made: dict[str, Sound | None] = {}

    def play(self, name: str) -> None:
        """Play one of `SOUNDS`."""
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
