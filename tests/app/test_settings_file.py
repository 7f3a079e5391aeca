"""Settings are kept from one start to the next; what makes no sense is the default."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.archive.settings import CHOICES, CameraChoice, Settings, from_json, load, save, write
from companion.store.store import Store

CHOSEN = Settings(
    language="es",
    look="contrast",
    text_size=1.3,
    animation=0.0,
    faces=180,
    voice=True,
    sounds=True,
    stills=True,
    evening=1_800_000_000.5,
    kiosk=True,
    phones="192.168.1.7",
    camera=CameraChoice("rtsp://phone:8554/live", True, ((0.0, 0.1, 0.25, 0.5),), 3),
)


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with Store(tmp_path) as store:
        yield store


def put(store: Store, values: Mapping[str, object]) -> None:
    """Put these values into the store, whatever they are."""
    with store.change() as within:
        write(within, values)


def test_at_first_everything_that_listens_speaks_or_keeps_is_off(store: Store) -> None:
    loaded = load(store)
    first = loaded.settings
    assert loaded.notice is None
    assert not any((first.voice, first.sounds, first.stills, first.evening, first.kiosk, first.phones))


def test_what_was_chosen_is_there_at_the_next_start(store: Store) -> None:
    save(store, CHOSEN)
    assert load(store).settings == CHOSEN
    save(store, Settings())
    assert load(store).settings == Settings()


@pytest.mark.parametrize("broken", ["", "{", "tru", "[" * 100_000, "\ud800"])
def test_a_value_that_cannot_be_read_is_one_sentence_and_its_default(store: Store, broken: str) -> None:
    save(store, CHOSEN)
    store.ask("UPDATE setting SET value = ? WHERE name = 'look'", broken.encode("utf-8", "replace"))
    loaded = load(store)
    assert loaded.settings == replace(CHOSEN, look=Settings().look)
    assert loaded.notice is not None
    assert "\n" not in loaded.notice.text


@pytest.mark.parametrize(
    "broken", [b"", b"{", b"[]", b"7", b"null", b'{"voice": tru', b"[" * 100_000, b"\xff\xfe\x00{"]
)
def test_a_broken_older_file_is_refused(broken: bytes) -> None:
    with pytest.raises(ValueError):  # noqa: PT011 (whatever JSON has against it)
        from_json(broken)


def test_a_value_that_makes_no_sense_costs_only_itself(store: Store) -> None:
    odd = {
        "language": "xx", "look": [], "text_size": "large", "animation": 99, "faces": True, "voice": 1,
        "sounds": True, "phones": None, "unheard of": 1,
        "camera": {"source": 0, "mirrored": "yes", "masks": [[0, 0, 1], [0.5, 0, 0.2, 1], [0, 0, 0.5, 1]]},
    }  # fmt: skip
    put(store, from_json(json.dumps(odd).encode()))
    loaded = load(store)
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
def test_nothing_in_it_stops_the_app(
    tmp_path_factory: pytest.TempPathFactory, found: dict[str, object]
) -> None:
    with Store(tmp_path_factory.mktemp("settings")) as store:
        put(store, found)
        read = load(store).settings
        assert all(getattr(read, name) in values for name, values in CHOICES.items())
        save(store, read)
        assert load(store).settings == read
