"""One command and one YAML file: the steps of the recipe, and which of them are done again."""

from pathlib import Path

import pytest

pytest.importorskip("yaml", reason="yaml is not installed: it is of the extra 'train'")

RECIPE = """
decks: {drawn: 7}
finder: {scenes: {train: 30, val: 5, seed: 4}}
reader: {crops: {train: 60, val: 8, seed: 2}}
index_finder: {indices: {train: 20, val: 4, seed: 9}}
index_reader: {index_crops: {train: 40, val: 6, seed: 11}}
letter_reader: {letter_crops: {train: 50, val: 7, seed: 13}}
tune: {bare_crops: {train: 12, seed: 15}}
stills: {train: 48, seed: 6, times: 1}
evening_stills: {train: 24, val: 72, seed: 16, times: 2}
table_finder: {train: {epochs: 2}}
spanish_reader: {packs: {first: 40, count: 5}, apart: {first: 10, count: 2}, crops: {train: 70, val: 9, seed: 17},
  train: {steps: 30, rate: 0.001}}
photographs: {times: 3}
"""


class Computer:
    """Stands in for the computer that runs the steps: notes them, and fails at one if told to."""

    def __init__(self, fails_at: str = "") -> None:
        self.fails_at = fails_at
        self.ran: list[tuple[str, ...]] = []

    def run(self, words: tuple[str, ...]) -> int:
        """Note the words; 3 where it is to fail."""
        self.ran.append(words)
        return 3 if words[:2] == tuple(self.fails_at.split()) else 0


def made(tmp_path: Path, patch: pytest.MonkeyPatch, computer: Computer, recipe: str = RECIPE) -> int:
    """Work through the small recipe."""
    from models import make

    (tmp_path / "recipe.yaml").write_text(recipe, encoding="utf-8")
    patch.setattr(make, "RECIPE", tmp_path / "recipe.yaml")
    patch.setattr(make, "run", computer.run)
    patch.delenv("PORRAZO_PHOTOS", raising=False)
    return make.main([f"--work={tmp_path / 'work'}", f"--out={tmp_path / 'out'}"])


def test_the_counts_and_seeds_are_those_of_the_recipe(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    computer = Computer()
    assert made(tmp_path, monkeypatch, computer) == 0
    assert [words[:2] for words in computer.ran[1:5]] == [("datasets.render", "scenes")] * 2 + [
        ("datasets.render", "crops")
    ] * 2
    assert computer.ran[0][-1] == "--drawn=7"
    assert [words[-2:] for words in computer.ran[1:5]] == [
        ("--count=30", "--seed=4"), ("--count=5", "--seed=5"), ("--count=60", "--seed=2"), ("--count=8", "--seed=3"),
    ]  # fmt: skip
    assert [words[1:2] + words[-2:] for words in computer.ran[5:9:3]] == [
        ("stills", "--count=48", "--seed=6"), ("evening_stills", "--count=24", "--seed=16"),
    ]  # fmt: skip
    assert [words[:2] for words in (*computer.ran[6:8], computer.ran[9])] == [
        ("models.train", "finder"), ("models.train", "reader"), ("models.train", "table_finder"),
    ]  # fmt: skip
    assert [Path(word).name for word in computer.ran[6][-2:]] == ["scenes", "stills"]
    assert [Path(word).name for word in computer.ran[9][-3:]] == [
        "scenes",
        "evening_stills",
        "evening_stills",
    ]
    assert [words[:2] for words in computer.ran[10:16]] == [
        ("datasets.render", "indices"),
        ("datasets.render", "indices"),
        ("datasets.render", "index_crops"),
        ("datasets.render", "index_crops"),
        ("models.train", "index_finder"),
        ("models.train", "index_reader"),
    ]
    assert [words[-2:] for words in computer.ran[10:14]] == [
        ("--count=20", "--seed=9"), ("--count=4", "--seed=10"), ("--count=40", "--seed=11"), ("--count=6", "--seed=12"),
    ]  # fmt: skip
    assert [Path(word).name for word in computer.ran[15][-2:]] == ["index_crops", "indices"]
    started = [word for words in computer.ran for word in words if word.startswith("--start=")]
    assert started == [f"--start={tmp_path / 'work' / 'runs' / 'finder' / 'weights' / 'last.pt'}"] * 2
    assert [words[1:2] + words[-2:] for words in computer.ran[16:18]] == [
        ("letter_crops", "--count=50", "--seed=13"), ("letter_crops", "--count=7", "--seed=14"),
    ]  # fmt: skip
    assert [words[0] for words in computer.ran[18:]] == [
        "models.letters", "models.export", "datasets.render", "datasets.render", "models.tune", "models.tune",
        "models.quantise",
        "datasets.spanish.decks", "datasets.spanish.crops", "datasets.spanish.decks", "datasets.spanish.crops",
        "models.spanish",
    ]  # fmt: skip
    assert computer.ran[20][-2:] == ("--count=12", "--seed=15")
    assert computer.ran[21][-3:] == ("--split=val", "--count=72", "--seed=17")
    assert computer.ran[24][-1] == f"--pictures={tmp_path / 'work' / 'scenes' / 'train'}"
    assert [words[-2:] for words in computer.ran[25:27]] == [
        ("--first=40", "--count=5"), ("--count=70", "--seed=17"),
    ]  # fmt: skip
    assert computer.ran[27][-3:] == ("--first=10", "--count=2", "--apart")
    assert computer.ran[29][-2:] == ("--steps=30", "--rate=0.001")


def test_photographs_are_learnt_from_where_there_is_a_folder_of_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    import yaml

    from datasets.render import INDICES
    from models import make

    monkeypatch.setenv("PORRAZO_PHOTOS", str(tmp_path))
    todo = make.steps(yaml.safe_load(RECIPE), tmp_path, tmp_path)
    trained = next(step for step in todo if step.name == "reader")
    assert "photographs" in [step.name for step in todo]
    assert [Path(word).name for word in trained.words[-3:]] == ["photographs"] * 3
    quantise = next(step for step in todo if step.name == "quantise")
    assert quantise.words[-1] == f"--pictures={tmp_path / 'photographs' / 'train'}"
    by_index = next(step for step in todo if step.name == "index_reader")
    assert set(by_index.words[-3:]) == {str(tmp_path / "photographs" / "train" / INDICES)}


def test_a_step_that_fails_ends_it_and_what_went_before_is_not_done_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert made(tmp_path, monkeypatch, Computer(fails_at="models.train reader")) == 3
    again = Computer()
    assert made(tmp_path, monkeypatch, again) == 0
    assert [words[:2] for words in again.ran[:1]] == [("models.train", "reader")]
    assert len(again.ran) == 23, (
        "that, the tables' finder, what is made of indices and letters, export, tuning, 8 bits, Spanish packs"
    )
    nothing = Computer()
    assert made(tmp_path, monkeypatch, nothing) == 0
    assert not nothing.ran


def test_a_training_that_was_cut_off_goes_on_from_its_checkpoint(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    checkpoint = tmp_path / "work" / "runs" / "reader" / "weights" / "last.pt"
    checkpoint.parent.mkdir(parents=True)
    checkpoint.touch()
    first = Computer(fails_at="models.train reader")
    assert made(tmp_path, monkeypatch, first) == 3
    assert first.ran[-1][-1] != "--resume", "a checkpoint of some other recipe"
    again = Computer()
    assert made(tmp_path, monkeypatch, again) == 0
    assert again.ran[0][:2] == ("models.train", "reader")
    assert again.ran[0][-1] == "--resume"


def test_what_the_recipe_says_anew_is_made_anew_and_nothing_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert made(tmp_path, monkeypatch, Computer()) == 0
    longer = Computer()
    assert (
        made(tmp_path, monkeypatch, longer, RECIPE.replace("\nreader: {", "\nreader: {train: {epochs: 9}, "))
        == 0
    )
    assert [words[0] for words in longer.ran] == [
        "models.train",
        "models.export",
        "models.tune",
        "models.tune",
        "models.quantise",
        "models.spanish",
    ]
    assert longer.ran[0][1] == "reader"
    more = Computer()
    assert made(tmp_path, monkeypatch, more, RECIPE.replace("train: 30", "train: 31")) == 0
    assert more.ran[0][:2] == ("datasets.render", "scenes")
    assert ("models.train", "finder") in [words[:2] for words in more.ran]
    assert ("datasets.render", "crops") not in [words[:2] for words in more.ran]


def test_the_recipe_that_comes_with_the_project_can_be_read(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    from models import make

    monkeypatch.delenv("PORRAZO_PHOTOS", raising=False)
    assert make.main(["--dry"]) == 0
    assert len(capsys.readouterr().out.splitlines()) == 30


def test_readers_are_taught_by_crops_of_training_and_cooled_by_crops_kept_apart(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    computer = Computer()
    assert made(tmp_path, monkeypatch, computer) == 0
    tuned = [words for words in computer.ran if words[0] == "models.tune"]
    assert [words[1] for words in tuned] == ["reader", "index_reader"]
    for words in tuned:
        parts = " ".join(words[3:]).replace(str(tmp_path / "work"), "").split("--")
        said = {part.split()[0]: part.split()[1:] for part in parts if part}
        assert all(folder.endswith("train") for folder in said["usual"] + said["taught"])
        assert all(folder.endswith("val") for folder in said["crops"])
        assert any("evening_stills" in folder for folder in said["taught"])
