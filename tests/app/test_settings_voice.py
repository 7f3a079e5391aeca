"""Voice and sounds: what is said when, through a program that is there, and never in the way."""

import io
import os
import shutil
import subprocess
import time
import wave
from pathlib import Path

import numpy as np
import pytest

from companion.locales import translation
from companion.record.session import Session
from companion.window.sounds import SAMPLE_RATE, SOUNDS, wav
from companion.window.voice import SPEECHES, Speech, Voice, speech_here
from companion.window.wording.announcements import announcement, heard
from engine.cards import Card
from engine.events import Adjust, Event
from engine.header import Header
from engine.porrazo.events import Play

ENGLISH, SPANISH = (translation(code).gettext for code in ("en", "es"))


class NoJournal:
    """Keeps no record."""

    def append(self, event: Event) -> None:
        """Do nothing."""

    def rewrite(self, header: Header, events: list[Event]) -> None:
        """Do nothing."""


def playing(*cards: str, target: int = 61) -> Session:
    session = Session(Header(("Ana", "Beto"), target=target), NoJournal())
    lay(session, *cards)
    return session


def lay(session: Session, *cards: str) -> None:
    for card in cards:
        assert session.tap(Play(session.match.position.turn, Card.parse(card)))


def test_a_score_is_said_once_and_in_the_language_on_screen() -> None:
    session = playing("7h", "7s")
    before = heard(session)
    assert announcement(before, session, ENGLISH).sentences == ()
    lay(session, "2d")
    said = announcement(before, session, ENGLISH)
    assert said.sentences == ("Ana, porrazo, 1", "Ana, limpia, 1")
    assert said.sound == "knock"
    assert announcement(heard(session), session, ENGLISH).sentences == ()
    lay(session, "2h", "9c")
    later = ("Ana, porrazo, 1", "Ana, limpia, 1")
    assert announcement(before, session, SPANISH).sentences == (*said.sentences, *later)


def test_points_by_hand_are_heard_but_not_said() -> None:
    session = playing()
    before = heard(session)
    session.tap(Adjust(0, 1, "tapped"))
    assert announcement(before, session, ENGLISH).sentences == ()
    assert announcement(before, session, ENGLISH).sound == "knock"


def test_a_correction_is_told_by_how_the_match_stands() -> None:
    session = playing("7h", "7s", "2d")
    before = heard(session)
    session.undo()
    session.undo()
    assert announcement(before, session, ENGLISH).sentences == ("Ana 0, Beto 0",)


def test_a_winner_is_said_and_played() -> None:
    session = playing(target=3)
    before = heard(session)
    session.tap(Adjust(1, 3, "tapped"))
    said = announcement(before, session, SPANISH)
    assert said.sentences == ("¡Gana Beto!",)
    assert said.sound == "fanfare"


@pytest.fixture
def spoken(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A program called espeak-ng that writes down how it was called and what it was to say."""
    said = tmp_path / "said"
    program = tmp_path / "espeak-ng"
    program.write_text(f'#!/bin/sh\nprintf "%s|" "$@" >> {said}\ncat >> {said}\necho >> {said}\nsleep 0.3\n')
    program.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path), prepend=os.pathsep)
    return said


def until(file: Path, lines: int) -> list[str]:
    end = time.monotonic() + 60
    while time.monotonic() < end and (not file.exists() or file.read_text().count("\n") < lines):
        time.sleep(0.02)
    return file.read_text().splitlines()


def test_a_sentence_goes_to_the_voice_and_a_name_is_never_an_argument(spoken: Path) -> None:
    voice = Voice(speech_here())
    voice.say("--version, ¡gana!", "es")
    assert until(spoken, 1) == ["-v|es|-s|150|--stdin|--version, ¡gana!"]
    voice.stop()


def test_saying_takes_no_time_and_old_news_is_left_out(spoken: Path) -> None:
    voice = Voice(speech_here())
    began = time.monotonic()
    for number in range(30):
        voice.say(f"sentence {number}", "en")
    assert time.monotonic() - began < 1.0
    time.sleep(2.5)
    said = spoken.read_text().splitlines()
    assert len(said) <= 5
    assert said[-1].endswith("sentence 29")
    voice.stop()


def test_without_a_voice_nothing_happens(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    assert speech_here() is None
    Voice(None).say("nobody hears this", "en")
    Voice(Speech("no such program", lambda code: (code,))).say("nor this", "en")


@pytest.mark.skipif(shutil.which("espeak-ng") is None, reason="espeak-ng is not installed")
@pytest.mark.parametrize("code", ["en", "es"])
def test_espeak_ng_takes_the_words_it_is_called_with(code: str, tmp_path: Path) -> None:
    out = tmp_path / "said.wav"
    words = [*SPEECHES[0].words(code), "-w", str(out)]
    subprocess.run(["espeak-ng", *words], input=b"Ana, porrazo, 4", check=True, timeout=20)
    with wave.open(str(out)) as said:
        assert said.getnframes() / said.getframerate() > 0.5


@pytest.mark.parametrize("name", SOUNDS)
def test_a_sound_is_a_short_file_that_begins_and_ends_in_silence(name: str) -> None:
    with wave.open(io.BytesIO(wav(SOUNDS[name]()))) as file:
        assert (file.getnchannels(), file.getsampwidth(), file.getframerate()) == (1, 2, SAMPLE_RATE)
        assert 0.1 < file.getnframes() / SAMPLE_RATE < 2.0
        samples = np.frombuffer(file.readframes(file.getnframes()), "<i2").astype(float)
    assert 0.5 < np.abs(samples).max() / 32767 < 0.95
    assert abs(samples[-1]) < 50
