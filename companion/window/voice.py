"""Says sentences aloud with whatever voice the machine has: espeak-ng, or the platform's own."""

from __future__ import annotations

import queue
import shutil
import subprocess
import sys
import threading
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass

LONGEST_SECONDS = 20.0
"""No sentence takes longer: a voice that does is stuck."""
MOST_WAITING = 3
"""At most this many sentences wait; older ones are dropped."""

POWERSHELL = (
    "Add-Type -AssemblyName System.Speech; "
    "(New-Object System.Speech.Synthesis.SpeechSynthesizer).Speak([Console]::In.ReadToEnd())"
)
SAY_VOICES = {"es": "Mónica", "en": "Samantha"}
"""The voices that macOS brings along."""


@dataclass(frozen=True)
class Speech:
    """How one program is made to speak: its words for a language; the sentence goes to its standard input."""

    program: str
    words: Callable[[str], Sequence[str]]


SPEECHES = (
    Speech("espeak-ng", lambda code: ("-v", code, "-s", "150", "--stdin")),
    Speech("espeak", lambda code: ("-v", code, "-s", "150", "--stdin")),
    Speech("say", lambda code: ("-v", SAY_VOICES.get(code, SAY_VOICES["en"]), "-f", "-")),
    Speech("spd-say", lambda code: ("-w", "-l", code, "-e")),
)
"""In the order in which they are tried. A name never becomes an argument: it might look like one."""


def speech_here() -> Speech | None:
    """Find a voice on this machine; None where it has none."""
    if sys.platform == "win32":
        return Speech("powershell", lambda _: ("-NoProfile", "-Command", POWERSHELL))
    return next((speech for speech in SPEECHES if shutil.which(speech.program)), None)


class Voice:
    """Says sentences one after another, in a thread of its own. Does nothing where there is no voice."""

    def __init__(self, speech: Speech | None) -> None:
        self.speech = speech
        self._sentences: queue.Queue[tuple[str, str] | None] = queue.Queue()
        self._thread: threading.Thread | None = None

    def say(self, sentence: str, code: str) -> None:
        """Say a sentence in this language, after those that wait; of too many the oldest are left out."""
        while self._sentences.qsize() >= MOST_WAITING:
            self._sentences.get_nowait()
        self._put(sentence, code)

    def read(self, sentences: Sequence[str], code: str) -> None:
        """Say all of these, however many, in place of what waits."""
        with suppress(queue.Empty):
            while True:
                self._sentences.get_nowait()
        for sentence in sentences:
            self._put(sentence, code)

    def _put(self, sentence: str, code: str) -> None:
        if self.speech is None:
            return
        self._sentences.put((sentence, code))
        if self._thread is None:
            self._thread = threading.Thread(target=self._work, args=(self.speech,), name="voice", daemon=True)
            self._thread.start()

    def stop(self) -> None:
        """Say nothing more."""
        self._sentences.put(None)

    def _work(self, speech: Speech) -> None:
        while (wanted := self._sentences.get()) is not None:
            sentence, code = wanted
            try:
                subprocess.run(
                    [speech.program, *speech.words(code)],
                    input=sentence.encode(),
                    stdout=subprocess.DEVNULL,
                    stderr=subprocess.DEVNULL,
                    timeout=LONGEST_SECONDS,
                    check=False,
                )
            except (OSError, subprocess.TimeoutExpired):
                continue
