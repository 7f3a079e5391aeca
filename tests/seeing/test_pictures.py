"""Reading pictures from files: turned as EXIF says, quiet, and one sentence for what cannot be read."""

from pathlib import Path

import cv2
import numpy as np
import pytest
from PIL import Image

from vision.files.pictures import UnreadablePicture, read_picture

ORIENTATION = 0x0112
# What must be done to the stored picture to see it upright, by EXIF's number.
TURNS = {
    1: lambda p: p,
    2: lambda p: p[:, ::-1],
    3: lambda p: p[::-1, ::-1],
    4: lambda p: p[::-1],
    5: lambda p: p.transpose(1, 0, 2),
    6: lambda p: np.rot90(p, -1),
    7: lambda p: p[::-1, ::-1].transpose(1, 0, 2),
    8: lambda p: np.rot90(p, 1),
}


def quarters() -> np.ndarray:
    """Four grey levels, one a quarter, 64 x 48."""
    picture = np.zeros((48, 64, 3), np.uint8)
    picture[:24, 32:], picture[24:, :32], picture[24:, 32:] = 80, 160, 240
    return picture


@pytest.mark.parametrize("ending", [".jpg", ".png", ".webp"])
@pytest.mark.parametrize("orientation", TURNS)
def test_a_picture_is_turned_as_its_exif_data_say(orientation: int, ending: str, tmp_path: Path) -> None:
    stored = Image.fromarray(quarters())
    exif = stored.getexif()
    exif[ORIENTATION] = orientation
    file = tmp_path / f"turned{ending}"
    stored.save(file, exif=exif, quality=100)
    upright = TURNS[orientation](quarters())
    read = read_picture(file)
    assert read.shape == upright.shape
    assert np.abs(read.astype(int) - upright).max() < 12


def test_colours_are_blue_green_red(tmp_path: Path) -> None:
    Image.new("RGB", (8, 8), (250, 120, 10)).save(tmp_path / "a.png")
    assert read_picture(tmp_path / "a.png")[0, 0].tolist() == [10, 120, 250]


@pytest.mark.parametrize("mode", ["L", "1", "P", "RGBA", "LA", "I;16", "CMYK"])
def test_a_picture_of_any_kind_has_three_colours(mode: str, tmp_path: Path) -> None:
    file = tmp_path / ("a.jpg" if mode == "CMYK" else "a.png")
    Image.new(mode, (8, 6)).save(file)
    read = read_picture(file)
    assert read.shape == (6, 8, 3)
    assert read.dtype == np.uint8


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b"", "cannot be read: the file is empty"),
        (b"not a picture", "cut short, or not a picture of a kind that is known here"),
        (b"\xff\xd8\xff\xe0\x00\x10JFIF", "cut short, or not a picture of a kind that is known here"),
        (b"\x89PNG\r\n\x1a\n" + b"\0" * 40, "cut short, or not a picture of a kind that is known here"),
    ],
)
def test_what_is_no_picture_is_said_in_one_sentence(
    content: bytes, reason: str, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "a.jpg").write_bytes(content)
    with pytest.raises(UnreadablePicture, match=reason):
        read_picture(tmp_path / "a.jpg")
    assert capfd.readouterr() == ("", "")


@pytest.mark.parametrize("name", ["gone.jpg", ".", "no\0name"])
def test_what_cannot_be_opened_is_said_in_one_sentence(name: str, tmp_path: Path) -> None:
    with pytest.raises(UnreadablePicture, match="cannot be read: "):
        read_picture(tmp_path / name)


@pytest.mark.parametrize("ending", [".jpg", ".png", ".webp", ".bmp", ".tif"])
@pytest.mark.parametrize("share", [0.4, 0.95])
def test_a_picture_cut_short_is_not_taken_for_a_whole_one(
    ending: str, share: float, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    noise = np.random.default_rng(0).integers(0, 255, (200, 200, 3)).astype(np.uint8)
    whole = cv2.imencode(ending, noise)[1].tobytes()
    (tmp_path / "a").write_bytes(whole[: int(len(whole) * share)])
    with pytest.raises(UnreadablePicture, match="cut short"):
        read_picture(tmp_path / "a")
    assert capfd.readouterr() == ("", "")
