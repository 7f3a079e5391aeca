"""The clip in a loop, the short form: ``tests/faults/soak.py`` says what the long one is."""

from dataclasses import replace

import pytest

from tests.faults.soak import CLIP, Loop, Minute, compared, soaked
from tests.films.scripted import ScriptedTable

SAME = Minute(600, 0.1, 100_000_000, 5, 20)


def test_a_film_in_a_loop_goes_on_in_time() -> None:
    loop = Loop(CLIP)
    frames = [loop.read() for _ in range(720)]
    loop.close()
    times = [frame.t for frame in frames if frame is not None]
    assert loop.rounds == 2
    assert len(times) == 720
    assert times == sorted(times)
    assert len({frame.number for frame in frames if frame is not None}) == 720


def test_each_span_is_measured() -> None:
    said: list[str] = []
    loop = Loop(CLIP)
    spans = soaked(ScriptedTable({"7h": (1.0, 999.0)}), loop, 3, 0.3, said.append)
    assert [line[0] for line in said] == ["1", "2", "3"]
    assert all(span.frames > 0 and span.cost > 0 and span.memory > 1e6 for span in spans)
    assert max(span.files for span in spans) - min(span.files for span in spans) <= 1


@pytest.mark.parametrize(
    "worse",
    [
        replace(SAME, memory=106_000_000),
        replace(SAME, cost=0.12),
        replace(SAME, threads=6),
        replace(SAME, files=21),
    ],
    ids=["memory", "slower", "threads", "files"],
)
def test_what_grows_is_found(worse: Minute) -> None:
    assert compared([SAME] * 10)[1]
    assert not compared([SAME] * 8 + [worse] * 2)[1]
