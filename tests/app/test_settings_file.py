"""Settings are kept from one start to the next; a broken file is one sentence and the defaults."""

import json
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.record.settings import CHOICES, FILE, CameraChoice, Settings, load, save

CHOSEN = Settings(
    language="es",
    look="contrast",
    text_size=1.3,
    animation=0.0,
    faces=180,
    voice=True,
    sounds=True,
    stills=True,
    kiosk=True,
    phones="192.168.1.7",
    camera=CameraChoice("rtsp://phone:8554/live", True, ((0.0, 0.1, 0.25, 0.5),), 3),
)


def test_at_first_everything_that_listens_speaks_or_keeps_is_off(tmp_path: Path) -> None:
    loaded = load(tmp_path / "nothing here yet")
    first = loaded.settings
    assert loaded.notice is None
    assert not any((first.voice, first.sounds, first.stills, first.kiosk, first.phones))


def test_what_was_chosen_is_there_at_the_next_start(tmp_path: Path) -> None:
    save(tmp_path / "new folder", CHOSEN)
    assert load(tmp_path / "new folder").settings == CHOSEN
    save(tmp_path / "new folder", Settings())
    assert load(tmp_path / "new folder").settings == Settings()
    assert [file.name for file in (tmp_path / "new folder").iterdir()] == [FILE]


@pytest.mark.parametrize("broken", ["", "{", "[]", "7", "null", '{"voice": tru', "[" * 100_000])
def test_a_broken_file_is_one_sentence_and_the_defaults(tmp_path: Path, broken: str) -> None:
    (tmp_path / FILE).write_text(broken, encoding="utf-8")
    loaded = load(tmp_path)
    assert loaded.settings == Settings()
    assert loaded.notice is not None
    assert "\n" not in loaded.notice.text


def test_bytes_that_are_no_text_are_too(tmp_path: Path) -> None:
    (tmp_path / FILE).write_bytes(b"\xff\xfe\x00{")
    assert load(tmp_path).notice is not None


def test_a_value_that_makes_no_sense_costs_only_itself(tmp_path: Path) -> None:
    odd = {
        "language": "xx", "look": [], "text_size": "large", "animation": 99, "faces": True, "voice": 1,
        "sounds": True, "phones": None, "unheard of": 1,
        "camera": {"source": 0, "mirrored": "yes", "masks": [[0, 0, 1], [0.5, 0, 0.2, 1], [0, 0, 0.5, 1]]},
    }  # fmt: skip
    (tmp_path / FILE).write_text(json.dumps(odd), encoding="utf-8")
    loaded = load(tmp_path)
    assert loaded.notice is None
    assert loaded.settings == Settings(sounds=True, camera=CameraChoice(masks=((0, 0, 0.5, 1),)))


def test_every_default_is_one_of_its_choices() -> None:
    assert all(getattr(Settings(), name) in values for name, values in CHOICES.items())


ODD: list[object] = [
    None, True, 0, -1, 1.5, float("nan"), float("inf"), 10**30, "", "es", "x" * 5000, [], [[]], [None, 1, 2, 3],
    [[0, 0, 1, 1]], [[0, 0, float("nan"), 1]], {}, {"source": [], "masks": {}}, {"bottom": 99, "masks": [[0, 0, 1, 1]]},
]  # fmt: skip
NAMES = [*Settings.__dataclass_fields__, "x"]


@settings(max_examples=60, deadline=None)
@given(st.fixed_dictionaries({}, optional={name: st.sampled_from(ODD) for name in NAMES}))
def test_nothing_in_the_file_stops_the_app(
    tmp_path_factory: pytest.TempPathFactory, found: dict[str, object]
) -> None:
    folder = tmp_path_factory.mktemp("settings")
    (folder / FILE).write_text(json.dumps(found), encoding="utf-8")
    read = load(folder).settings
    assert all(getattr(read, name) in values for name, values in CHOICES.items())
    save(folder, read)
    assert load(folder).settings == read
