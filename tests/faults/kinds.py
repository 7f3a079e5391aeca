"""Every kind of file that the program reads: sound examples of it, and what reads it."""

from __future__ import annotations

import gzip
import io
import json
import os
import sys
import tempfile
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import IO

import cv2
import numpy as np

from companion import cli
from companion.archive.archive import archive_in
from companion.archive.kept_match import Kept
from companion.archive.players import Person
from companion.archive.settings import CameraChoice, Settings
from companion.record.evening import EveningWriter
from companion.referee.observation import Observation
from companion.store import schema
from companion.store.store import Store
from engine.events import Adjust
from engine.fields import visible
from engine.header import Header
from tests.seeing.enrolling import deck
from vision.enrolment.decks import DECKS_VARIABLE, FACES_FILE, BadDeck, keep, shelf
from vision.files.pictures import UnreadablePicture, quiet, read_picture
from vision.runtime import weights
from vision.runtime.inference import CannotRun, load

TESTS = Path(__file__).parents[1]
cv2.setNumThreads(0)  # a process that is forked off has none of its threads


@dataclass(frozen=True)
class Heard:
    """What a reader answered: its exit status, standard output, standard error."""

    status: int
    out: str = ""
    err: str = ""


@dataclass(frozen=True)
class Kind:
    """A kind of file. ``share`` of all inputs, relative to the others: readers differ in how long they take."""

    name: str
    share: int
    examples: Callable[[], Sequence[bytes]]
    read: Callable[[Path, bytes], list[Heard]]


def porrazo(folder: Path, *words: str) -> Heard:
    """Run the command line in this process, its data in this folder."""
    os.environ["XDG_DATA_HOME"], os.environ["XDG_CACHE_HOME"] = str(folder / "data"), str(folder / "cache")
    kept = sys.stdout, sys.stderr
    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
        sys.stdout = io.TextIOWrapper(out, "utf-8", write_through=True)
        sys.stderr = io.TextIOWrapper(err, "utf-8", write_through=True)
        try:
            status = cli.main(words)
        finally:
            streams, (sys.stdout, sys.stderr) = (sys.stdout, sys.stderr), kept
            for stream in streams:
                with suppress(OSError, ValueError):
                    stream.detach()  # which also writes what is still to be written
        return Heard(status, *map(_all, (out, err)))


def _all(file: IO[bytes]) -> str:
    with suppress(OSError, ValueError):
        file.seek(0)
        return file.read().decode("utf-8", "replace")
    return ""


def _put(folder: Path, name: str, content: bytes) -> str:
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content)
    return str(path)


def _said(act: Callable[[], object], *refusals: type[Exception]) -> Heard:
    """Call a function of the app's, which refuses by raising one of these."""
    try:
        act()
    except refusals as refused:
        return Heard(2, "", f"porrazo: {visible(' '.join(str(refused).splitlines()))}\n")
    return Heard(0)


# -- records ------------------------------------------------------------------------------------------------


@cache
def records() -> Sequence[bytes]:
    """Records of whole games, of every game."""
    return [path.read_bytes() for path in sorted((TESTS / "games").rglob("*.jsonl"))]


def read_record(folder: Path, content: bytes) -> list[Heard]:
    """Score it, in words and as JSON; now and then go on with it, or import it."""
    file = _put(folder, "m.jsonl", content)
    heard = [porrazo(folder, "score", file), porrazo(folder, "score", file, "--json")]
    if len(content) % 8 == 0:
        heard.append(porrazo(folder, "match", "import", file))
        heard.append(porrazo(folder, "match", "list"))
    if len(content) % 8 == 1:
        heard.append(porrazo(folder, "watch", "no-such-film.mp4", "--headless", "--record", file))
    return heard


# -- the store and what went before it ----------------------------------------------------------------------


@cache
def stores() -> Sequence[bytes]:
    """A store with a few matches, people and settings."""
    with tempfile.TemporaryDirectory() as name, archive_in(Path(name)) as archive:
        for number in range(4):
            match = archive.begin(Header(("Ana", f"Beto {number}"), extra={"entry": "points"}))
            for points in range(40):
                match.journal.append(Adjust(points % 2, 1, "tapped"))
        archive.remember([Person("Ana", 1), Person("Beto", 2)])
        archive.save_settings(Settings(voice=True, camera=CameraChoice("rtsp://table/1", True)))
        archive.note_file(Path("/nowhere/m.jsonl"), CameraChoice("0"))
        archive.writing().copy_to(Path(name) / "copy")
        return [(Path(name) / "copy").read_bytes()]


def read_store(folder: Path, content: bytes) -> list[Heard]:
    """Begin with a damaged store, look at its matches, and take it back as a backup."""
    _put(folder, f"data/porrazo/{schema.STORE_FILE}", content)
    heard = [porrazo(folder, "match", "list"), _looked_at(folder)]
    if len(content) % 4 == 0:
        other = folder / "other"
        heard.append(porrazo(other, "restore", _put(folder, "kept.porrazo", content)))
    return heard


def _looked_at(folder: Path) -> Heard:
    """Ask the archive all that the app asks."""

    def look() -> None:
        with archive_in(folder / "data" / "porrazo") as archive:
            archive.unfinished(), archive.settings(), archive.people(), archive.figures()
            for number in archive.owed():
                archive.reckon(number)
            for found in archive.matches():
                if isinstance(found, Kept):
                    assert found.scores is not None

    return _said(look, OSError)


@cache
def rows() -> Sequence[bytes]:
    """A match's lines, a player, settings: what the rows of a store hold."""
    return [
        *records(),
        json.dumps({"source": "rtsp://x", "masks": [[0.1, 0.1, 0.5, 0.5]], "bottom": 1}).encode(),
    ]


def read_rows(folder: Path, content: bytes) -> list[Heard]:
    """Begin with a sound store whose rows hold anything."""
    place = folder / "data" / "porrazo"
    lines = [line.decode("utf-8", "replace").replace("\0", "") for line in content.split(b"\n")] or [""]
    with Store(place) as store:
        store.add(lines[0], lines[1:], 1000.0, "playing")
        with store.change() as within:
            for name in ("language", "camera", "phones", "text_size"):
                within.execute("INSERT OR REPLACE INTO setting VALUES (?, ?)", (name, lines[-1][:100_000]))
            within.execute(
                "INSERT INTO person VALUES (?, ?, ?, ?)", (lines[0][:200], lines[-1][:200], 2**40, 1)
            )
            within.execute("INSERT INTO named_record VALUES (?, ?, ?)", (content[:200], lines[-1][:1000], 7))
    return [porrazo(folder, "match", "list"), _looked_at(folder)]


@cache
def older_files() -> Sequence[bytes]:
    """A match, people and settings as they were kept in files."""
    people = [{"name": "Ana", "mark": 1}, {"name": "Beto", "mark": 2}]
    camera = {"source": "0", "mirrored": False, "masks": [[0, 0, 0.2, 0.2]], "bottom": 1}
    settings = {"language": "es", "text_size": 1.3, "voice": True, "camera": camera}
    return [*records()[:4], json.dumps(people).encode(), json.dumps(settings).encode()]


def read_older(folder: Path, content: bytes) -> list[Heard]:
    """Begin with files of an older version."""
    for name in ("match.jsonl", "matches/2023-01-05-200000.jsonl", "people.json", "settings.json"):
        _put(folder, f"data/porrazo/{name}", content)
    return [porrazo(folder, "match", "list"), _looked_at(folder)]


# -- evenings -----------------------------------------------------------------------------------------------


@cache
def evenings() -> Sequence[bytes]:
    """A kept evening, packed; and its lines, which are packed after they were damaged."""
    recorded = sorted((TESTS / "referee" / "recorded").glob("*.gz"))[-1]
    head, *looks = gzip.decompress(recorded.read_bytes()).decode().splitlines()
    facts = json.loads(head)
    first = {"evening": 1, "header": facts["header"], "bottom": facts["bottom"], "events": []}
    told = json.dumps({"told": facts["events"][:2]})
    lines = "\n".join([json.dumps(first), *looks[:150], told, json.dumps({"unseen": [9.0, 12.5]}),
                       *looks[150:200], json.dumps({"record": facts["events"][:2]}), ""]).encode()  # fmt: skip
    with tempfile.TemporaryDirectory() as name:
        path = Path(name) / "evening.gz"
        writer = EveningWriter(path, Header(("Ana", "Beto")), 0, ())
        writer.observed(Observation(0.0, (), True))
        writer.close(())
        return [gzip.compress(lines, mtime=0), path.read_bytes(), lines, lines]


def read_evening(folder: Path, content: bytes) -> list[Heard]:
    """Play it again, or make a test case of it."""
    packed = content if content[:2] == b"\x1f\x8b" else gzip.compress(content, 1)
    file = _put(folder, "e.gz", packed)
    if len(content) % 4:
        return [porrazo(folder, "evening", file)]
    return [porrazo(folder, "evening", file, "--as-test", str(folder / "out.jsonl.gz"))]


# -- decks, networks ----------------------------------------------------------------------------------------


@cache
def decks() -> Sequence[bytes]:
    """A deck of three cards."""
    with tempfile.TemporaryDirectory() as name:
        return [(keep("Red", deck(cards=range(3)), Path(name)).folder / FACES_FILE).read_bytes()]


def read_deck(folder: Path, content: bytes) -> list[Heard]:
    """List the decks, and take this one's faces."""
    os.environ[DECKS_VARIABLE] = str(folder / "decks")
    _put(folder, f"decks/Red/{FACES_FILE}", content)
    return [porrazo(folder, "deck", "list"), _said(lambda: [each.faces() for each in shelf().decks], BadDeck)]


@cache
def lists() -> Sequence[bytes]:
    """The list of checksums, and the facts of a network."""
    return [
        (weights.CHECKOUT_FOLDER / weights.SUMS_FILE).read_bytes(),
        (weights.CHECKOUT_FOLDER / "reader.json").read_bytes(),
    ]


def read_list(folder: Path, content: bytes) -> list[Heard]:
    """Check a network by a list of checksums, and read its temperature."""
    network = Path(_put(folder, "reader.onnx", b"a network"))
    file = Path(_put(folder, "reader.json", content))
    facts = _said(lambda: weights.temperature(file.with_suffix(".onnx")), weights.MissingWeights)
    _put(folder, weights.SUMS_FILE, content)
    return [facts, _said(lambda: weights.check(network), weights.MissingWeights)]


@cache
def networks() -> Sequence[bytes]:
    """The smallest network."""
    return [(weights.CHECKOUT_FOLDER / "index_reader.onnx").read_bytes()]


def read_network(folder: Path, content: bytes) -> list[Heard]:
    """Load a network whose checksum nobody asks for."""
    file = Path(_put(folder, "index_reader.onnx", content))

    def try_it() -> None:
        with quiet():
            load(file, threads=1)

    return [_said(try_it, CannotRun)]


# -- pictures and films -------------------------------------------------------------------------------------


@cache
def pictures() -> Sequence[bytes]:
    """A small picture in each of the forms."""
    image = np.random.default_rng(1).integers(0, 255, (24, 32, 3), np.uint8)
    image = cv2.resize(image, (96, 64), interpolation=cv2.INTER_CUBIC)
    return [
        cv2.imencode(ending, image)[1].tobytes()
        for ending in (".jpg", ".png", ".bmp", ".webp", ".tiff", ".ppm", ".jp2")
    ]


def read_a_picture(folder: Path, content: bytes) -> list[Heard]:
    """Read a picture."""
    file = Path(_put(folder, "a.jpg", content))
    return [_said(lambda: read_picture(file), UnreadablePicture)]


@cache
def films() -> Sequence[bytes]:
    """A second of film, in two forms."""
    made = []
    with tempfile.TemporaryDirectory() as name:
        for ending, code in ((".mp4", "mp4v"), (".avi", "MJPG")):
            path = Path(name) / f"film{ending}"
            writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*code), 12, (64, 48))
            for number in range(12):
                writer.write(np.full((48, 64, 3), 20 * number, np.uint8))
            writer.release()
            made.append(path.read_bytes())
    return made


def read_film(folder: Path, content: bytes) -> list[Heard]:
    """Watch a film with nobody who sees cards, writing a record."""
    import vision.enrolment.enrolled_reader
    import vision.photograph
    import vision.tracking.table
    from tests.films.scripted import ScriptedTable

    for module, name, act in (
        (vision.photograph, "networks", lambda **_: (None, None)),
        (vision.enrolment.enrolled_reader, "with_decks", lambda *_, **__: None),
        (vision.tracking.table, "Table", lambda *_: ScriptedTable({})),
    ):
        setattr(module, name, act)
    file = _put(folder, "f.mp4", content)
    return [porrazo(folder, "watch", file, "--headless", "--record", str(folder / "m.jsonl"))]


KINDS = (
    Kind("record", 60, records, read_record),
    Kind("store", 12, stores, read_store),
    Kind("rows", 12, rows, read_rows),
    Kind("older", 8, older_files, read_older),
    Kind("evening", 16, evenings, read_evening),
    Kind("deck", 20, decks, read_deck),
    Kind("list", 20, lists, read_list),
    Kind("network", 1, networks, read_network),
    Kind("picture", 40, pictures, read_a_picture),
    Kind("film", 6, films, read_film),
)
