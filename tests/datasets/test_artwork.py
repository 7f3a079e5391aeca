"""Artwork that is not installed: which files are which cards, what is used of a folder of packages, and its splits."""

import io
import tarfile
from pathlib import Path

import numpy as np
import pytest

from datasets import decks, fetch, sources
from datasets.decks import CARDS, FACE_HEIGHT

COLOURS = {"c": "rgb(0,0,250)", "d": "rgb(0,250,0)", "h": "rgb(250,0,0)", "s": "rgb(90,90,90)"}


def lay_files(deck: sources.CardFiles, folder: Path) -> None:
    """One drawing per card, in its suit's colour, with a bar as long as its rank."""
    for place, (suit, rank) in enumerate((s, r) for s in deck.suits for r in deck.ranks):
        file = folder / deck.pattern.format(rank=rank, suit=suit)
        file.parent.mkdir(parents=True, exist_ok=True)
        colour, bar = COLOURS["cdhs"[place // 13]], 4 * (place % 13 + 1)
        file.write_text(
            '<svg xmlns="http://www.w3.org/2000/svg" width="60" height="84">'
            f'<rect width="60" height="84" fill="{colour}"/><rect y="30" width="{bar}" height="20"/></svg>'
        )


def test_without_the_setting_there_is_no_such_artwork(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv(sources.ARTWORK, raising=False)
    monkeypatch.setattr(sources, "GNOME_FOLDER", tmp_path)
    assert sources.artwork_folder() is None
    assert sources.card_files() == []
    assert sources.bonded_source() == []


def test_only_decks_whose_package_is_there_are_used(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(sources.ARTWORK, str(tmp_path))
    assert sources.card_files() == []
    lay_files(sources.CARD_FILES[0], tmp_path)
    assert sources.card_files() == [sources.CARD_FILES[0]]


def test_aisleriots_own_sheet_is_found_among_the_artwork(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sources, "GNOME_FOLDER", tmp_path / "nothing")
    monkeypatch.setenv(sources.ARTWORK, str(tmp_path))
    assert sources.bonded_source() == []
    sheet = tmp_path / "usr/share/aisleriot/cards/bonded.svgz"
    sheet.parent.mkdir(parents=True)
    sheet.touch()
    assert [(source.path, source.split) for source in sources.bonded_source()] == [(sheet, "train")]


def test_a_missing_card_is_named(tmp_path: Path) -> None:
    deck = sources.CARD_FILES[0]
    lay_files(deck, tmp_path)
    deck.paths(tmp_path)[20].unlink()
    with pytest.raises(ValueError, match=r"aguilar: no 8D\.svg \(files missing: 1 of 52\)"):
        deck.paths(tmp_path)


@pytest.mark.parametrize("deck", sources.CARD_FILES, ids=lambda deck: str(deck.name))
def test_files_are_named_in_the_order_of_the_pack(deck: sources.CardFiles, tmp_path: Path) -> None:
    lay_files(deck, tmp_path)
    names = [path.stem.lower() for path in deck.paths(tmp_path)]
    assert len(set(names)) == 52
    for card, name in zip(CARDS, names, strict=True):
        rank, suit = card[0].lower(), card[1]
        short = name.removeprefix("bordered_").removeprefix("simple_").replace("10", "t").replace("_", "")
        assert set(short) == {rank, suit}, card


def test_every_deck_has_a_licence_and_no_family_lies_in_both_splits() -> None:
    assert all(deck.licence for deck in sources.CARD_FILES)
    splits: dict[str, set[str]] = {}
    for deck in sources.CARD_FILES:
        splits.setdefault(deck.name.partition("-")[0], set()).add(deck.split)
    assert all(len(split) == 1 for split in splits.values()), splits
    # One hand drew these and ornamental, nicu-white; both are trained on.
    assert splits["clipart"] == {"train"}


@pytest.mark.usefixtures("rsvg")
def test_files_become_faces_of_their_card(tmp_path: Path) -> None:
    deck = sources.CARD_FILES[0]
    lay_files(deck, tmp_path)
    faces = decks.files_deck(deck, tmp_path).faces
    assert faces.shape == (52, FACE_HEIGHT, 320, 4)
    bars = (faces[:, FACE_HEIGHT // 2, :, :3].max(2) < 40).sum(1).reshape(4, 13)
    assert (np.diff(bars, axis=1) > 10).all(), "within a suit the ranks grow"
    corner = faces[:, 60, 160, :3].reshape(4, 13, 3)
    assert [int(c.argmax()) for c in corner[:3, 0]] == [0, 1, 2], "clubs blue, diamonds green, hearts red"
    assert np.ptp(corner[3, 0]) == 0, "spades grey"


def test_a_packed_package_is_unpacked_under_its_name(tmp_path: Path) -> None:
    packed = tmp_path / "cards.tgz"
    with tarfile.open(packed, "w:gz") as archive:
        about = tarfile.TarInfo("package/dist/7H.svg")
        about.size = 5
        archive.addfile(about, io.BytesIO(b"<svg>"))
    fetch.unpack_npm(packed, "@someone/cards", tmp_path / "out")
    assert (tmp_path / "out/@someone/cards/dist/7H.svg").read_bytes() == b"<svg>"


@pytest.mark.parametrize(
    "name", ["package/../../../outside", "package//{there}/outside", "package/../outside"]
)
def test_a_package_cannot_write_outside_the_folder(name: str, tmp_path: Path) -> None:
    packed = tmp_path / "cards.tgz"
    with tarfile.open(packed, "w:gz") as archive:
        archive.addfile(tarfile.TarInfo(name.format(there=tmp_path)))
    with pytest.raises(ValueError, match="would lie outside"):
        fetch.unpack_npm(packed, "cards", tmp_path / "out")
    assert list(tmp_path.rglob("outside")) == []


def test_a_package_s_links_are_left_out(tmp_path: Path) -> None:
    packed = tmp_path / "cards.tgz"
    with tarfile.open(packed, "w:gz") as archive:
        link = tarfile.TarInfo("package/link")
        link.type, link.linkname = tarfile.SYMTYPE, "/"
        archive.addfile(link)
    fetch.unpack_npm(packed, "cards", tmp_path / "out")
    assert list((tmp_path / "out").rglob("*")) == []


def test_unpacking_asks_nothing_of_tarfile_that_debian_12_lacks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its Python 3.11.2 has no filters yet: neither ``extract`` nor ``extractall`` may be asked for one."""
    for name in ("extract", "extractall"):
        monkeypatch.delattr(tarfile.TarFile, name)
    test_a_packed_package_is_unpacked_under_its_name(tmp_path)


def test_what_could_not_be_had_is_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    assert fetch.main([str(tmp_path / "art")]) == 1
    said = capsys.readouterr().out
    assert "porrazo: cardsJS could not be had" in said
    assert "Traceback" not in said
