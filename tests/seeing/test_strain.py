"""What slows a machine down, on machines that are none: thermal zones in a folder, answers of a Raspberry Pi."""

from pathlib import Path

import pytest

from companion.messages import STRAINED
from companion.pipeline.strain import EVERY_S, HOT, WEAK_POWER, Strain, StrainWatch, ask_pi, strain


def zone(folder: Path, number: int, **files: str) -> None:
    """A thermal zone as Linux shows it."""
    at = folder / f"thermal_zone{number}"
    at.mkdir(parents=True)
    for name, text in files.items():
        (at / name).write_text(f"{text}\n")


def nobody() -> None:
    """The answer of a machine that is no Raspberry Pi."""
    return


def test_the_hottest_zone_counts(tmp_path: Path) -> None:
    zone(tmp_path, 0, temp="41500")
    zone(tmp_path, 1, temp="63200")
    zone(tmp_path, 2, temp="")
    assert strain(tmp_path, nobody) == Strain(63.2)


def test_a_machine_slows_down_from_its_own_passive_trip_point_on(tmp_path: Path) -> None:
    zone(tmp_path, 0, temp="84000", trip_point_0_type="critical", trip_point_0_temp="80000")
    assert strain(tmp_path, nobody).now is None, "at a critical one it is switched off"
    zone(tmp_path, 1, temp="84900", trip_point_1_type="passive", trip_point_1_temp="85000")
    assert strain(tmp_path, nobody).now is None
    (tmp_path / "thermal_zone1" / "temp").write_text("85000\n")
    assert strain(tmp_path, nobody) == Strain(85.0, HOT)


def test_a_trip_point_that_was_never_set_says_nothing(tmp_path: Path) -> None:
    zone(tmp_path, 0, temp="50000", trip_point_0_type="passive", trip_point_0_temp="-274000")
    assert strain(tmp_path, nobody) == Strain(50.0)


def test_where_nothing_is_known_nothing_is_said(tmp_path: Path) -> None:
    assert strain(tmp_path / "none", nobody) == Strain()


@pytest.mark.parametrize(
    ("bits", "now", "before"),
    [
        (0x0, None, None),
        (0x50000, None, WEAK_POWER),
        (0x50005, WEAK_POWER, WEAK_POWER),
        (0xE000E, HOT, HOT),
        (0x80008, HOT, HOT),
        (0x20000, None, HOT),
    ],
)
def test_what_a_raspberry_pi_answers(bits: int, now: str | None, before: str | None, tmp_path: Path) -> None:
    assert strain(tmp_path, lambda: bits) == Strain(None, now, before)


@pytest.mark.parametrize(
    ("does", "bits"),
    [
        ('echo "throttled=0x50005"', 0x50005),
        ("echo throttled=0x0", 0),
        ("echo VCHI initialization failed", None),
        ("exit 255", None),
    ],
)
def test_the_raspberry_pi_is_asked_by_its_own_command(
    does: str, bits: int | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    command = tmp_path / "vcgencmd"
    command.write_text(f'#!/bin/sh\n[ "$*" = get_throttled ] || exit 1\n{does}\n')
    command.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:/usr/bin:/bin")
    assert ask_pi() == bits


def test_any_other_machine_is_not_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("shutil.which", lambda name: None)
    assert ask_pi() is None


def test_it_is_said_once_each_time_that_it_begins() -> None:
    time, found = 0.0, [None, HOT, HOT, None, HOT, WEAK_POWER]
    watch = StrainWatch(lambda: Strain(now=found.pop(0)), lambda: time)
    said = []
    while found:
        said.append(watch.begun())
        time += EVERY_S
    assert said == [None, HOT, None, None, HOT, WEAK_POWER]


def test_between_two_looks_nothing_is_asked() -> None:
    time, asked = 0.0, []

    def look() -> Strain:
        asked.append(time)
        return Strain()

    watch = StrainWatch(look, lambda: time)
    for _ in range(70):
        watch.begun()
        time += 1
    assert asked == [0, EVERY_S, 2 * EVERY_S]


def test_there_is_a_sentence_for_each() -> None:
    assert set(STRAINED) == {HOT, WEAK_POWER}
