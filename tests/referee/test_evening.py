"""An evening that was kept: what the referee was shown and told comes back, and leads it to the same record."""

import gzip
import json
import subprocess
import sys
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.commands.evening import replay
from companion.messages import Told
from companion.pipeline.watcher import Watcher
from companion.record.evening import (
    BadEvening,
    BlindTime,
    Evening,
    EveningWriter,
    PutRight,
    lines_of,
    observations_of,
    read_evening,
)
from companion.record.kept_evening import SEEN_FILE
from companion.referee import Referee
from companion.referee.observation import Observation, Taken
from companion.referee.tricks import TrickReferee
from engine.cards import Card
from engine.events import Event
from engine.games import game_called
from engine.porrazo.events import Play
from tests.films.filmed import NoCamera, Replay
from tests.referee.acting import Acted, acted

CLIP = Path(__file__).parents[1] / "films" / "clip.mp4"


LONG = 25.0
"""Seconds of a match that are played here: a few plays will do."""


def shown(match: Acted) -> list[Observation]:
    """What a referee is shown of a match's beginning."""
    return list(match.stage.observations(min(LONG, match.seconds)))


def written(path: Path, match: Acted, then: Iterable[Event] | None = None) -> Referee:
    """Show a referee a whole match while it is kept; ``then`` is what people say of it after half of the looks."""
    referee = Referee(match.header)
    writer = EveningWriter(path, match.header, 0, ())
    observations = shown(match)
    for number, observation in enumerate(observations):
        writer.observed(observation)
        referee.look(observation)
        if then is not None and number == len(observations) // 2:
            referee.hear(then)
            writer.told(then)
    referee.end(observations[-1].t)
    writer.close(referee.written)
    return referee


def porrazo(*words: str | Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "companion.cli", *map(str, words)]
    return subprocess.run(command, capture_output=True, text=True, check=False, timeout=300)


def lines(events: Iterable[Event]) -> list[dict[str, object]]:
    return [event.to_json() for event in events]


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Referee]:
    """The file of an acted evening, and the referee that watched it."""
    path = tmp_path_factory.mktemp("evening") / "evening.gz"
    return path, written(path, acted(4, "easy"))


def test_the_looks_come_back_but_for_rounding(kept: tuple[Path, Referee]) -> None:
    evening = read_evening(kept[0])
    looks = shown(acted(4, "easy"))
    assert len(evening.lines) == len(looks)
    for line, look in zip(evening.lines, looks, strict=True):
        assert isinstance(line, Observation)
        assert line.t == pytest.approx(look.t, abs=1e-3)
        assert line.still == look.still
        assert {card.track: card.best for card in line.observed_cards} == {
            card.track: card.best for card in look.observed_cards
        }


def test_played_again_it_leads_to_the_same_events(kept: tuple[Path, Referee]) -> None:
    path, referee = kept
    evening = read_evening(path)
    assert lines(evening.record or ()) == lines(referee.written)
    again, _ = replay(evening, told=True)
    assert [(event["do"], event.get("card")) for event in lines(again.written)] == [
        (event["do"], event.get("card")) for event in lines(referee.written)
    ]
    assert again.settled().scores == referee.settled().scores


def test_what_people_put_right_is_told_again_unless_left_out(tmp_path: Path) -> None:
    match = acted(4, "easy")
    written(tmp_path / "evening.gz", match, then=())
    evening = read_evening(tmp_path / "evening.gz")
    assert [line for line in evening.lines if isinstance(line, PutRight)] == [PutRight(())]
    (alone, _), (told, _) = replay(evening, told=False), replay(evening, told=True)
    assert alone.settled() != told.settled(), "people said that nothing had happened until then"


def test_a_time_nobody_saw_is_kept(tmp_path: Path) -> None:
    match = acted(4, "easy")
    writer = EveningWriter(tmp_path / "evening.gz", match.header, 1, ())
    writer.unseen(3.0, 9.5)
    writer.close(())
    evening = read_evening(tmp_path / "evening.gz")
    assert evening == Evening(match.header, 1, (), (BlindTime(3.0, 9.5),), ())


def test_whose_arm_took_a_card_is_kept_and_older_lines_lack_it() -> None:
    looks = [
        Observation(1.0, (), True, (90.0,)),
        Observation(2.5, (), False, (), (Taken(7, 2.125, (271.0, 90.0)), Taken(3, 2.0))),
    ]
    assert [*observations_of(lines_of(looks))] == looks
    assert [*observations_of(["[1.0, 1, [90], []]"])] == looks[:1]


def test_an_evening_that_was_cut_off_is_read_up_to_there(kept: tuple[Path, Referee], tmp_path: Path) -> None:
    whole = kept[0].read_bytes()
    (tmp_path / "cut.gz").write_bytes(whole[: len(whole) * 2 // 3])
    evening = read_evening(tmp_path / "cut.gz")
    assert evening.record is None
    assert 0 < len(evening.lines) < len(read_evening(kept[0]).lines)


@pytest.mark.parametrize(
    "damage",
    [
        b"",
        b"no gzip",
        gzip.compress(b"{}\n"),
        gzip.compress(b"[1]\n"),
        gzip.compress(b'{"evening": 2}\n'),
        gzip.compress(b"\xff\xfe\n"),
        gzip.compress(b"[" * 100_000 + b"\n"),
    ],
    ids=["empty", "plain", "no header", "a list", "another version", "no text", "nested"],
)
def test_what_is_no_evening_is_one_sentence(damage: bytes, tmp_path: Path) -> None:
    (tmp_path / "bad.gz").write_bytes(damage)
    with pytest.raises(BadEvening):
        read_evening(tmp_path / "bad.gz")
    done = porrazo("evening", tmp_path / "bad.gz")
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)


def test_a_full_disk_ends_the_keeping_and_not_the_match(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = acted(4, "easy")
    writer = EveningWriter(tmp_path / "evening.gz", match.header, 0, ())

    def full(_: object) -> int:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(writer._file, "write", full)
    writer.told(())
    writer.close(())
    assert writer.trouble is not None
    assert writer.trouble.strerror == "No space left on device"


def test_an_evening_is_never_written_over(kept: tuple[Path, Referee]) -> None:
    done = porrazo("watch", CLIP, "--headless", "--keep-evening", kept[0])
    assert (done.returncode, done.stdout) == (2, "")
    assert "cannot be written" in done.stderr


def test_a_test_case_is_made_of_it(kept: tuple[Path, Referee], tmp_path: Path) -> None:
    path, referee = kept
    out = tmp_path / "case.jsonl.gz"
    assert porrazo("evening", path, "--as-test", out).returncode == 0
    head = json.loads(gzip.decompress(out.read_bytes()).splitlines()[0])
    assert head["scores"] == list(referee.settled().scores)
    assert [event["do"] for event in head["events"]] == [event["do"] for event in lines(referee.written)]
    assert porrazo("evening", path, "--as-test", out).returncode == 2, "a file that is there stays"


def test_what_is_watched_can_be_kept_and_played_again(tmp_path: Path) -> None:
    frames, path = tmp_path / "frames", tmp_path / "evening.gz"
    frames.mkdir()
    felt = np.random.default_rng(1).integers(60, 90, (240, 320, 3)).astype(np.uint8)
    for number in range(6):
        cv2.imwrite(str(frames / f"{number}.png"), felt)
    watched = porrazo("watch", frames, "--headless", "--bottom", "1", "--keep-evening", path)
    assert watched.returncode == 0, watched.stderr
    evening = read_evening(path)
    assert (evening.bottom, len(evening.lines), evening.record) == (1, 6, ())
    again = porrazo("evening", path)
    assert (again.returncode, again.stdout) == (0, watched.stdout)


@pytest.mark.parametrize("option", [(), ("--as-test", "case.jsonl.gz")])
def test_a_record_that_the_rules_refuse_is_one_sentence(option: tuple[str, ...], tmp_path: Path) -> None:
    match = acted(4, "easy")
    twice = [Play(1, Card.parse("7h")), Play(1, Card.parse("7h"))]
    writer = EveningWriter(tmp_path / "evening.gz", match.header, 0, () if option else twice)
    writer.close(twice)
    done = porrazo(
        "evening", tmp_path / "evening.gz", *(tmp_path / word if "." in word else word for word in option)
    )
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
    assert "the rules refuse" in done.stderr


def test_a_folder_is_played_again_like_a_file(kept: tuple[Path, Referee], tmp_path: Path) -> None:
    folder = tmp_path / "evening"
    folder.mkdir()
    (folder / SEEN_FILE).write_bytes(kept[0].read_bytes())
    (folder / "000010.0-doubt.mp4").write_bytes(b"")
    from_file, from_folder = porrazo("evening", kept[0]), porrazo("evening", folder, "--explain")
    assert (from_folder.returncode, from_folder.stdout) == (0, from_file.stdout)
    assert from_file.stderr == ""
    assert "event 1: seat" in from_folder.stderr
    assert from_folder.stderr.count("see ") >= 1
    assert "000010.0-doubt.mp4" in from_folder.stderr
    assert porrazo("evening", folder, "--as-test", tmp_path / "case.jsonl.gz").returncode == 0
    assert (tmp_path / "case.jsonl.gz").exists()


def test_a_folder_without_an_evening_is_one_sentence(tmp_path: Path) -> None:
    done = porrazo("evening", tmp_path)
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)


def test_an_evening_kept_from_the_middle_on_makes_a_test_case_too(
    kept: tuple[Path, Referee], tmp_path: Path
) -> None:
    path, case = tmp_path / "evening.gz", tmp_path / "case.jsonl.gz"
    written_before = kept[1].written[:2]
    writer = EveningWriter(path, kept[1].header, 0, written_before)
    writer.close(kept[1].written)
    assert porrazo("evening", path, "--as-test", case).returncode == 0
    head = json.loads(gzip.decompress(case.read_bytes()).splitlines()[0])
    assert [event["do"] for event in head["before"]] == [event.do for event in written_before]
    assert len(head["events"]) == len(kept[1].written)
    writer = EveningWriter(tmp_path / "other.gz", kept[1].header, 0, written_before)
    writer.close(kept[1].written[1:])
    refused = porrazo("evening", tmp_path / "other.gz", "--as-test", tmp_path / "no.jsonl.gz")
    assert (refused.returncode, refused.stderr.count("\n")) == (2, 1)
    assert "put right later" in refused.stderr


def test_an_evening_of_malilla_is_kept_and_played_again(tmp_path: Path) -> None:
    packed = Path(__file__).with_name("recorded_tricks") / "malilla-41.jsonl.gz"
    first, *looks = gzip.decompress(packed.read_bytes()).decode().splitlines()
    truth = json.loads(first)
    header = game_called("malilla").header(truth["header"])
    referee, seen = TrickReferee(header, (), truth["bottom"]), [*observations_of(looks[:400])]
    writer = EveningWriter(tmp_path / "evening.gz", header, truth["bottom"], ())
    for observation in seen:
        writer.observed(observation)
        referee.look(observation)
    referee.end(seen[-1].t)
    writer.close(referee.written)
    assert len(referee.written) > 2
    again = porrazo("evening", tmp_path / "evening.gz", "--json")
    assert again.returncode == 0, again.stderr
    found = [json.loads(line) for line in again.stdout.splitlines()]
    assert [event["card"] for event in found[:-1]] == [
        str(event.to_json()["card"]) for event in referee.written
    ]
    case = tmp_path / "case.jsonl.gz"
    assert porrazo("evening", tmp_path / "evening.gz", "--as-test", case).returncode == 0
    head = json.loads(gzip.decompress(case.read_bytes()).splitlines()[0])
    assert head["last"] == referee.settled().to_json()
    assert head["events"] == truth["events"][: len(head["events"])]


def test_what_people_put_right_is_in_the_record_of_the_end_and_in_the_test_case(tmp_path: Path) -> None:
    match = acted(4, "easy")
    looks = iter(shown(match))
    seen = Referee(match.header)
    watcher = Watcher(NoCamera(), Replay([]), seen)
    watcher.keep_evening(lambda: tmp_path / "evening", lambda: True)
    keeper = watcher.keeper
    assert keeper is not None
    keeper.picture(np.zeros((4, 4, 3), np.uint8), 0.0)
    while not seen.written:
        look(watcher, next(looks))
    (first,) = seen.written
    assert isinstance(first, Play)
    right = replace(first, seat=first.seat, card=Card.parse("Kc" if str(first.card) != "Kc" else "Kd"))
    watcher._hear(Told("corrected", right, 1, first, (right,)))
    for observation in looks:
        look(watcher, observation)
    assert len(seen.written) > 1
    keeper.close()
    evening = read_evening(tmp_path / "evening" / SEEN_FILE)
    assert evening.record is not None
    assert lines(evening.record) == lines([right, *seen.written[1:]])
    again, record = replay(evening, told=True)
    assert lines(record)[0]["card"] == str(right.card)
    assert again.settled().to_json() == seen.settled().to_json()
    assert porrazo("evening", tmp_path / "evening", "--as-test", tmp_path / "case.jsonl.gz").returncode == 0
    head = json.loads(gzip.decompress((tmp_path / "case.jsonl.gz").read_bytes()).splitlines()[0])
    assert head["events"][0]["card"] == str(right.card)


def look(watcher: Watcher, observation: Observation) -> None:
    """Show a watcher's referee one look, as the watcher does, and keep it."""
    assert watcher.keeper is not None
    watcher.keeper.observed(observation)
    watcher.referee.look(observation)
