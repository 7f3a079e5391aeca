"""Decks that were shown: kept, listed, forgotten; what is broken there harms nobody."""

from pathlib import Path

import numpy as np
import pytest

from tests.seeing.enrolling import deck
from vision.enrolment.decks import (
    MOST_FACES,
    BadDeck,
    Faces,
    check_name,
    decks_folder,
    enrolled_deck,
    enrolled_decks,
    forget,
    keep,
)


def test_a_deck_is_kept_listed_and_forgotten(tmp_path: Path) -> None:
    keep("red, Ana's", deck(cards=range(3)), tmp_path)
    keep("Blue", deck(), tmp_path)
    assert [(one.name, one.cards) for one in enrolled_decks(tmp_path)] == [("Blue", 52), ("red, Ana's", 3)]
    assert np.array_equal(enrolled_deck("Blue", tmp_path).faces().crops, deck().crops)
    forget("Blue", tmp_path)
    assert [one.name for one in enrolled_decks(tmp_path)] == ["red, Ana's"]


def test_forgetting_what_is_not_there_names_what_is(tmp_path: Path) -> None:
    with pytest.raises(BadDeck, match="none has been learnt"):
        forget("Blue", tmp_path)
    keep("Red", deck(cards=range(1)), tmp_path)
    with pytest.raises(BadDeck, match="no deck named 'Blue'; there are: Red"):
        forget("Blue", tmp_path)


@pytest.mark.parametrize("name", ["", "  ", " x", "a\nb", "x" * 41])
def test_names_that_cannot_be(name: str) -> None:
    with pytest.raises(BadDeck):
        check_name(name)


@pytest.mark.parametrize("name", ["..", "../up", "a/b", "~", "CON", "ñandú 2"])
def test_no_name_leads_out_of_the_folder(name: str, tmp_path: Path) -> None:
    home = tmp_path / "decks"
    kept = keep(name, deck(cards=range(1)), home)
    assert kept.name == name
    assert kept.folder.parent == home
    assert list(tmp_path.iterdir()) == [home]


def test_a_broken_file_is_left_out_of_the_list(tmp_path: Path) -> None:
    keep("Red", deck(cards=range(1)), tmp_path)
    for name, data in (("cut", b"PK\x03\x04"), ("text", b"no deck"), ("empty", b"")):
        (tmp_path / name).mkdir()
        (tmp_path / name / "faces.npz").write_bytes(data)
    assert [one.name for one in enrolled_decks(tmp_path)] == ["Red"]


def test_where_decks_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", "/srv/data")
    monkeypatch.setenv("PORRAZO_DECKS", "here")
    assert decks_folder() == Path("here")
    monkeypatch.delenv("PORRAZO_DECKS")
    assert decks_folder() == Path("/srv/data/porrazo/decks")


def test_later_faces_join_those_known_and_the_oldest_go() -> None:
    one = deck(cards=range(1))
    many = one
    for shade in range(MOST_FACES + 2):
        many = many.joined(Faces(np.full_like(one.crops, shade), one.cards))
    assert len(many.cards) == MOST_FACES
    assert many.crops[:, 0, 0, 0].tolist() == list(range(2, MOST_FACES + 2))


def test_faces_of_another_size_are_refused() -> None:
    with pytest.raises(ValueError, match="crops: expected"):
        Faces(np.zeros((1, 9, 9, 3), np.uint8), np.zeros(1, np.int64))
