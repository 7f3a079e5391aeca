"""The reader of Spanish packs: it reads those drawn in ways that it never learned from, and refuses French decks.

Rendered, synthetic. How well it reads is measured elsewhere (``models.measuring.spanish``); here, that it reads at all.
"""

import cv2
import numpy as np
import pytest

from datasets.decks import CARDS, Image
from datasets.drawn import draw_faces
from datasets.lettered import letter_fonts
from datasets.spanish import styles
from datasets.spanish.decks import BLANKS, spanish_deck
from datasets.styles import draw_style
from models.measuring.laid import Faces
from models.measuring.spanish import lots
from vision.photograph import Recogniser
from vision.reading.packs import PackVotes
from vision.reading.reader import HEIGHT, SURE_PROBABILITY, UNREADABLE, WIDTH, Reader
from vision.spanish import EitherRecogniser, spanish_reader

pytestmark = pytest.mark.usefixtures("fonts")

MOST = 0.9
"""The share of upright, clean faces that must be read rightly."""


@pytest.fixture(scope="module")
def reader() -> Reader:
    return spanish_reader()


def crops(faces: Image) -> Image:
    """Faces as a finder would have them flattened, on white."""
    small = [cv2.resize(face[..., :3], (WIDTH, HEIGHT), interpolation=cv2.INTER_AREA) for face in faces]
    return np.asarray(np.stack(small), np.uint8)


@pytest.mark.parametrize("seed", [900, 901])
def test_it_reads_packs_of_ways_never_trained_on(
    seed: int, reader: Reader, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Their numbers are in DejaVu: with whatever fonts are installed they would be other packs on every computer."""
    dejavu = tuple(font for font in letter_fonts(True, styles.DIGITS) if "DejaVu" in font)
    if not dejavu:
        pytest.skip("none of the fonts kept apart is a DejaVu: apt-get install fonts-dejavu")
    monkeypatch.setattr(styles, "letter_fonts", lambda apart, text: dejavu)
    there = [k for k in range(52) if k not in BLANKS]
    read = reader.read_crops(crops(spanish_deck(seed, apart=True).faces[there])).argmax(1)
    wrong = [(CARDS[k], said) for k, said in zip(there, read, strict=True) if k != said]
    assert len(wrong) <= (1 - MOST) * len(there), wrong
    assert not set(read) & set(BLANKS)


@pytest.mark.parametrize("seed", [3, 4])
def test_it_refuses_french_cards(seed: int, reader: Reader) -> None:
    """So few are taken for Spanish ones, whatever it says of them, that the deck stays French."""
    faces = draw_faces(draw_style(np.random.default_rng([seed, 52])), None)
    posteriors = reader.read_crops(crops(faces))
    assert (posteriors[:, :UNREADABLE].max(1) >= SURE_PROBABILITY).sum() <= 2
    votes = PackVotes()
    votes.hear(np.eye(53, dtype=np.float32)[:52], posteriors)
    assert not votes.is_spanish


def test_a_photograph_of_a_spanish_pack_is_read_as_one() -> None:
    """Found, told to be Spanish by the picture alone, read: the whole sight."""
    pack = spanish_deck(902, apart=True)
    (picture,) = lots(Faces(pack.name, list(pack.faces)), 1, 902, forty=True)
    seen = EitherRecogniser(Recogniser.load()).recognise(picture.image())
    named = {str(one.card) for one in seen if one.card}
    assert len(named & {label.card for label in picture.labels}) >= 8
