"""No deck kept for validation is shown in training: not itself, not its twin, not its kings and queens."""

from pathlib import Path

import numpy as np
import pytest

from datasets import decks, drawn, sources
from datasets.decks import CARDS, Deck
from engine.cards import PACK

TWINS = [("tigullio", "svg-tigullio-international")]
"""The same artwork in both packages."""


@pytest.fixture
def everything_installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Folders that hold an empty file for every deck there could be, and those of the packages of card files."""
    gnome, kde = tmp_path / "gnome", tmp_path / "kde"
    lending = ["ancient_french", "atlasnye", "berlin", "lattmann", "rheinland", "tarocco"]
    for name in (*sources.GNOME_STANDARD, *lending):
        gnome.mkdir(exist_ok=True)
        (gnome / f"{name}.svgz").touch()
    for name in sources.KDE_STANDARD:
        (kde / name).mkdir(parents=True)
        (kde / name / "deck.svgz").touch()
    for deck in sources.CARD_FILES:
        (tmp_path / "artwork" / deck.pattern.split("{")[0]).parent.mkdir(parents=True, exist_ok=True)
    monkeypatch.setenv(sources.ARTWORK, str(tmp_path / "artwork"))
    monkeypatch.setattr(sources, "GNOME_FOLDER", gnome)
    monkeypatch.setattr(sources, "KDE_FOLDER", kde)


@pytest.mark.usefixtures("everything_installed")
def test_every_deck_has_one_split_and_those_for_validation_are_the_named_ones() -> None:
    found = [
        *((deck.name, deck.split) for deck in (*sources.gnome_sources(), *sources.kde_sources())),
        *((deck.name, deck.split) for deck in sources.card_files()),
    ]
    assert len(dict(found)) == len(found)
    assert {split for _, split in found} == {"train", "val"}
    assert {name for name, split in found if split == "val"} == sources.VALIDATION


@pytest.mark.usefixtures("everything_installed")
def test_twins_are_in_the_same_split() -> None:
    split = {deck.name: deck.split for deck in (*sources.gnome_sources(), *sources.kde_sources())}
    for one, other in TWINS:
        assert split[one] == split[other]


@pytest.mark.usefixtures("everything_installed")
def test_no_deck_for_validation_lends_its_courts() -> None:
    lent = {source.name for source in sources.court_sources()} | set(sources.COURT_FILES)
    assert lent
    assert not lent & sources.VALIDATION


@pytest.mark.usefixtures("everything_installed")
def test_each_deck_of_kde_has_its_own_licence() -> None:
    licences = {deck.name: deck.licence.split(" ")[0] for deck in sources.kde_sources()}
    assert licences["svg-penguins"] == "GPL-3+"
    assert licences["svg-tigullio-international"] == "LGPL-2+"
    assert licences["svg-standard"] == "GPL-2+"


def test_every_tenth_drawn_deck_is_kept_for_validation(monkeypatch: pytest.MonkeyPatch) -> None:
    tiny = np.zeros((4, 3, 4), np.uint8)
    monkeypatch.setattr(drawn, "_courts", tuple)
    monkeypatch.setattr(drawn, "draw_style", lambda rng: None)
    monkeypatch.setattr(drawn, "draw_face", lambda *_: tiny)
    kept = [seed for seed in range(30) if drawn.drawn_deck(seed).split == "val"]
    assert kept == [9, 19, 29]


def test_the_cache_gives_back_what_was_saved_split_by_split(cache: Path) -> None:
    assert [deck.name for deck in decks.load(cache, "train")] == ["black", "red"]
    assert [deck.name for deck in decks.load(cache, "val")] == ["green"]
    assert [deck.name for deck in decks.load(cache)] == ["black", "green", "red"]
    deck = decks.load(cache, "val")[0]
    assert isinstance(deck, Deck)
    assert deck.licence == "made by this test"
    assert deck.faces.shape == (52, decks.FACE_HEIGHT, 321, 4)
    assert len(deck.backs) == 1


def test_an_empty_cache_says_how_to_fill_it(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError, match="python -m datasets"):
        decks.load(tmp_path)


def test_decks_hold_the_cards_in_the_order_of_the_pack() -> None:
    assert tuple(str(card) for card in PACK) == CARDS
