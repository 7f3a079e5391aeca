"""The matches kept: found again after a crash, listed latest first, a broken one is one sentence and no more."""

from pathlib import Path

import pytest

from companion.archive import archive as archive_module
from companion.archive.archive import Archive, Kept, Unreadable
from companion.archive.stored_match import joined
from companion.store.schema import Damaged
from companion.store.store import Store
from engine.events import Adjust
from engine.header import Header
from engine.record import line_of
from tests.app.kept import leave_broken, others, record

HEADER = Header(("Ana", "Beto"), extra={"began": 1_700_000_000.0})
GOOD = line_of(Adjust(0, 1, "x")).encode()


def archive(folder: Path) -> Archive:
    return Archive(folder, lambda: 1_700_003_600.0)


def play(folder: Path, points: int, header: Header = HEADER) -> None:
    """Begin a match and score so many points for the first seat."""
    shelf = archive(folder)
    with shelf.begin(header).journal as journal:
        journal.append(Adjust(0, points, "x"))
    shelf.let_go()


def scores(archive: Archive) -> list[int]:
    """The first seat's points in every match that can be read."""
    return [each.scores[0] for each in archive.matches() if isinstance(each, Kept)]


def test_an_empty_folder_has_no_matches(tmp_path: Path) -> None:
    assert archive(tmp_path / "not" / "there").unfinished() is None
    assert list(archive(tmp_path / "not" / "there").matches()) == []
    assert not (tmp_path / "not").exists()


def test_an_unfinished_match_is_gone_on_with(tmp_path: Path) -> None:
    play(tmp_path, 5)
    found = archive(tmp_path).unfinished()
    assert isinstance(found, Kept)
    assert found.scores == (5, 0)
    opened = archive(tmp_path).resume_or_begin(Header(("Other", "Names")))
    assert (opened.header, opened.events) == (HEADER, (Adjust(0, 5, "x"),))
    opened.journal.append(Adjust(1, 2, "x"))
    again = archive(tmp_path).unfinished()
    assert isinstance(again, Kept)
    assert again.scores == (5, 2)


def test_a_first_start_begins_a_match(tmp_path: Path) -> None:
    opened = archive(tmp_path / "new").resume_or_begin(HEADER)
    assert (opened.header, opened.events, opened.notice) == (HEADER, (), None)
    assert record(tmp_path / "new") == [HEADER]


def test_a_finished_match_is_not_gone_on_with_but_listed(tmp_path: Path) -> None:
    play(tmp_path, 61)
    assert archive(tmp_path).unfinished() is None
    assert archive(tmp_path).resume() is None
    (kept,) = archive(tmp_path).matches()
    assert isinstance(kept, Kept)
    assert kept.winner == 0
    assert kept.when == 1_700_000_000.0
    assert archive(tmp_path).resume_or_begin(HEADER).events == ()
    assert others(tmp_path) == [kept.number]


def test_a_watched_match_leaves_the_unfinished_one_alone(tmp_path: Path) -> None:
    play(tmp_path, 5)
    for _ in range(2):
        archive(tmp_path).begin_apart(Header(("Carla", "Diego"))).journal.append(Adjust(1, 1, "x"))
    assert archive(tmp_path).resume_or_begin(HEADER).events == (Adjust(0, 5, "x"),)
    assert len(others(tmp_path)) == 2


def test_a_watched_match_that_is_over_hides_no_unfinished_one(tmp_path: Path) -> None:
    play(tmp_path, 5)
    with archive(tmp_path).begin_apart(HEADER).journal as journal:
        journal.append(Adjust(0, 61, "x"))
    found = archive(tmp_path).unfinished()
    assert isinstance(found, Kept)
    assert found.scores == (5, 0)


def test_matches_come_latest_first_and_a_broken_one_is_a_sentence(tmp_path: Path) -> None:
    broken = leave_broken(tmp_path, b'{"porrazo": 1, "players": ["Ana", "Beto"]}', b'{"do": "dance"}')
    for points in (1, 2, 3):
        play(tmp_path, points)
    shelf = archive(tmp_path)
    assert scores(shelf) == [3, 2, 1]
    last = list(shelf.matches())[-1]
    assert isinstance(last, Unreadable)
    assert last.number == broken
    assert last.notice.values == {"file": "old.jsonl", "line": 2}


@pytest.mark.parametrize("jump", [-1_700_000_000.0, -3600.0, 1e9])
def test_a_clock_that_jumps_changes_no_order(tmp_path: Path, jump: float) -> None:
    clock = [1_700_000_000.0]
    shelf = Archive(tmp_path, lambda: clock[0])
    for points in (1, 2, 3):
        shelf.begin(Header(("Ana", "Beto"))).journal.append(Adjust(0, points, "x"))
        clock[0] += jump
    assert scores(shelf) == [3, 2, 1]
    found = shelf.unfinished()
    assert isinstance(found, Kept)
    assert found.scores == (3, 0)


@pytest.mark.parametrize(
    ("lines", "line"),
    [
        ((b"\x00\xff\xfe", GOOD), 1),
        ((b"nonsense", GOOD), 1),
        ((b'{"porrazo": 1, "players": ["Ana", "Beto"]}', b'{"do": "dance"}', b"nonsense"), 2),
        ((b'{"porrazo": 1, "players": ["Ana", "Beto"], "rules": "whist"}', GOOD), 1),
    ],
)
def test_a_broken_match_is_kept_and_said(tmp_path: Path, lines: tuple[bytes, ...], line: int) -> None:
    number = leave_broken(tmp_path, *lines)
    opened = archive(tmp_path).resume_or_begin(HEADER)
    assert opened.notice is not None
    assert opened.notice.values == {"line": line, "number": number}
    assert (opened.header, opened.events) == (HEADER, ())
    assert others(tmp_path) == [number]


@pytest.mark.parametrize(
    ("bad", "points"),
    [
        (b'{"do": "dance"}', (3, 0)),
        (b"\x00\xff{", (3, 0)),
        (b"[" * 90_000, (3, 0)),
        (b'{"do": "adjust", "seat": 5, "points": 1, "why": "x"}', (3, 0)),
        (b'{"do": "play", "seat": 0, "card": "7h"}', (3, 0)),
    ],
    ids=["unknown", "no text", "deep", "no such seat", "out of turn: put right"],
)
def test_a_bad_line_costs_that_line_and_not_the_match(
    tmp_path: Path, bad: bytes, points: tuple[int, ...]
) -> None:
    good = [line_of(Adjust(0, each, "x")).encode() for each in (1, 2)]
    number = leave_broken(tmp_path, line_of(Header(("Ana", "Beto"))).encode(), good[0], bad, good[1])
    shelf = archive(tmp_path)
    found = shelf.unfinished()
    assert isinstance(found, Kept)
    assert (found.number, found.scores, found.hurt) == (number, points, (3,))
    opened = shelf.resume()
    assert opened is not None
    assert opened.notice is not None
    assert opened.notice.values == {"line": 3}
    opened.journal.append(Adjust(1, 7, "x"))
    again = shelf.unfinished()
    assert isinstance(again, Kept)
    assert (again.scores, again.hurt) == ((3, 7), ()), "gone on with, it is whole"


def test_after_a_play_that_cannot_be_read_the_others_are_put_right_and_that_is_said(tmp_path: Path) -> None:
    plays = [
        b'{"do": "play", "seat": %d, "card": "%s"}' % (seat, card) for seat, card in ((0, b"Kd"), (1, b"Ks"))
    ]
    leave_broken(tmp_path, line_of(Header(("Ana", "Beto"))).encode(), b'{"do": "play", "se', *plays)
    found = archive(tmp_path).unfinished()
    assert isinstance(found, Kept)
    assert [str(line) for line in found.hurt] == ["2", "3", "4"]
    assert [event.to_json()["seat"] for event in found.match.events] == [1, 0]


def test_an_older_match_is_gone_on_with_and_the_present_one_kept(tmp_path: Path) -> None:
    play(tmp_path, 7)
    play(tmp_path, 9)
    shelf = archive(tmp_path)
    present, older = shelf.numbers()
    opened = shelf.resume(older)
    assert opened is not None
    assert opened.events == (Adjust(0, 7, "x"),)
    assert shelf.current == older != present
    assert scores(shelf) == [7, 9]


def test_a_match_that_changed_is_read_again(tmp_path: Path) -> None:
    play(tmp_path, 1)
    shelf = archive(tmp_path)
    opened = shelf.resume()
    assert opened is not None
    opened.journal.append(Adjust(1, 4, "x"))
    found = shelf.unfinished()
    assert isinstance(found, Kept)
    assert found.scores == (1, 4)
    assert shelf.unfinished() is found


def test_only_some_matches_are_remembered(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(archive_module, "MOST_READ", 2)
    for points in (1, 2, 3, 4):
        play(tmp_path, points)
    shelf = archive(tmp_path)
    assert scores(shelf) == [4, 3, 2, 1]
    assert len(shelf._read) == 2


def test_a_damaged_store_is_mended_at_the_start_and_said(tmp_path: Path) -> None:
    play(tmp_path, 5)
    (tmp_path / "porrazo.db").write_bytes(b"nonsense" * 1000)
    for path in tmp_path.glob("porrazo.db-*"):
        path.unlink()
    shelf = archive(tmp_path)
    assert shelf.unfinished() is None
    assert shelf.notice is not None
    assert shelf.notice.values["saved"] == 0
    with shelf.begin(HEADER).journal as journal:
        journal.append(Adjust(0, 1, "x"))
    assert archive(tmp_path).notice is None


def test_what_a_damaged_store_does_not_take_is_rescued(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shelf = archive(tmp_path)
    opened = shelf.begin(HEADER)
    opened.journal.append(Adjust(0, 5, "x"))

    def damaged(store: Store, *_: object) -> None:
        raise Damaged(store.path)

    with monkeypatch.context() as patched:
        patched.setattr(Store, "rewrite", damaged)
        for points in (6, 7):
            with pytest.raises(Damaged):
                opened.journal.append(Adjust(0, points, "x"))
        opened.journal.close()
        shelf.let_go()
    found = archive(tmp_path).unfinished()
    assert isinstance(found, Kept)
    assert (found.number, found.scores) == (opened.journal.number, (18, 0))
    assert not list(tmp_path.glob("rescued-*"))


def test_a_rescued_match_comes_back_though_the_mended_store_lacks_it(tmp_path: Path) -> None:
    play(tmp_path, 5)
    (tmp_path / "rescued-7.jsonl").write_bytes(joined([line_of(HEADER), line_of(Adjust(0, 8, "x"))]))
    for name in ("x", "9" * 200, "-1", "8"):
        (tmp_path / f"rescued-{name}.jsonl").write_bytes(b"\xff")
    assert sorted(scores(archive(tmp_path))) == [5, 8]
    assert sorted(scores(archive(tmp_path))) == [5, 8]
