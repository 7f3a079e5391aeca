"""The program's own files: in the folders that people's systems name, and written whole or not at all."""

import os
import threading
from collections.abc import Callable
from pathlib import Path

import pytest

from vision.files.own_files import (
    cache_folder,
    data_folder,
    documents_folder,
    home,
    pictures_folder,
    write_whole,
)


@pytest.fixture
def at_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A user with an empty home folder, and nothing set."""
    for name in [name for name in os.environ if name.startswith("XDG_")]:
        monkeypatch.delenv(name)
    monkeypatch.setenv("HOME", str(tmp_path))
    return tmp_path


def test_matches_and_decks_stay_where_they_have_always_been(at_home: Path) -> None:
    assert home() == at_home
    assert data_folder() == at_home / ".local/share/porrazo"
    assert cache_folder() == at_home / ".cache/porrazo"


def test_folders_that_are_set_are_used_if_they_are_whole_paths(
    at_home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", "/srv/data")
    monkeypatch.setenv("XDG_CACHE_HOME", "not/absolute")
    assert data_folder() == Path("/srv/data/porrazo")
    assert cache_folder() == at_home / ".cache/porrazo"


def test_pictures_and_documents_lie_where_the_desktop_put_them(at_home: Path) -> None:
    assert pictures_folder() == documents_folder() == at_home
    (at_home / "Pictures").mkdir()
    assert pictures_folder() == at_home / "Pictures"
    for folder in (".config", "Bilder", "Dokumente"):
        (at_home / folder).mkdir()
    (at_home / ".config/user-dirs.dirs").write_text(
        'XDG_PICTURES_DIR="$HOME/Bilder"\nXDG_DOCUMENTS_DIR="$HOME/Dokumente"\n'
    )
    assert pictures_folder() == at_home / "Bilder"
    assert documents_folder() == at_home / "Dokumente"


def test_a_file_is_replaced_whole(tmp_path: Path) -> None:
    write_whole(tmp_path / "new" / "a", b"first")
    write_whole(tmp_path / "new" / "a", b"second")
    assert (tmp_path / "new" / "a").read_bytes() == b"second"
    assert list((tmp_path / "new").iterdir()) == [tmp_path / "new" / "a"]


def test_a_link_stays_a_link(tmp_path: Path) -> None:
    (tmp_path / "real").write_bytes(b"first")
    (tmp_path / "link").symlink_to(tmp_path / "real")
    write_whole(tmp_path / "link", b"second")
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "real").read_bytes() == b"second"


@pytest.mark.parametrize("stage", ["fsync", "replace"])
def test_the_old_file_outlasts_a_disk_that_fails(
    stage: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(*given: object) -> None:
        raise OSError(28, "No space left on device")

    write_whole(tmp_path / "a", b"first")
    monkeypatch.setattr(os, stage, fails)
    with pytest.raises(OSError, match="No space"):
        write_whole(tmp_path / "a", b"second")
    assert (tmp_path / "a").read_bytes() == b"first"
    assert list(tmp_path.iterdir()) == [tmp_path / "a"]


def test_it_is_on_the_disk_before_it_takes_the_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    done: list[str] = []

    def noted(name: str, real: Callable[..., None]) -> Callable[..., None]:
        def call(*given: object) -> None:
            done.append(name)
            real(*given)

        return call

    for name in ("fsync", "replace"):
        monkeypatch.setattr(os, name, noted(name, getattr(os, name)))
    write_whole(tmp_path / "a", b"first")
    assert done == ["fsync", "replace", "fsync"]  # the file, its name, the folder
    done.clear()
    write_whole(tmp_path / "a", b"second", synced=False)
    assert done == ["replace"]


def test_two_that_write_at_once_leave_one_whole_file(tmp_path: Path) -> None:
    contents = [bytes([letter]) * 200_000 for letter in b"abcdef"]
    writers = [threading.Thread(target=write_whole, args=(tmp_path / "a", each)) for each in contents]
    for each in writers:
        each.start()
    for each in writers:
        each.join()
    assert (tmp_path / "a").read_bytes() in contents
    assert list(tmp_path.iterdir()) == [tmp_path / "a"]
