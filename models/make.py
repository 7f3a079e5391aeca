"""The whole recipe, one command: ``python -m models.make --work FOLDER`` (``make weights``).

Decks, scenes and crops, the trainings, the export, the readers' tuning, the finder in 8 bits and the evaluation, as
``models/recipe.yaml`` says. FOLDER keeps everything between; a step that went through is not done again unless what the
recipe says of it has changed, and a training that was cut off goes on from its last checkpoint. Hours of work where
there is no GPU.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml

from datasets.render import INDICES
from models.train import RECIPE


@dataclass(frozen=True, slots=True)
class Step:
    """One command of the recipe: ``python -m WORDS``. ``follows`` is what it makes out of: other facts, other result.

    ``checkpoint`` is what a training goes on from.
    """

    name: str
    words: tuple[str, ...]
    follows: object
    checkpoint: Path | None = None

    @property
    def facts(self) -> str:
        """All that decides what the step makes."""
        return str(yaml.safe_dump([list(self.words), self.follows]))


def rendering(what: str, split: str, network: str, recipe: dict[str, Any], work: Path) -> Step:
    """The step that renders the scenes or crops of one split."""
    facts = recipe[network][what]
    # Pictures kept for validation have a seed of their own: with the same one they would repeat the tables and
    # layouts that training saw.
    seed = facts["seed"] + (split == "val")
    out = work / what / split
    words = ("datasets.render", what, f"--decks={work / 'decks'}", f"--split={split}", f"--out={out}")
    counted = (*words, f"--count={facts[split]}", f"--seed={seed}")
    return Step(f"{what}-{split}", counted, recipe["decks"])


def _stills(what: str, recipe: dict[str, Any], work: Path, split: str = "train") -> Step:
    """The step that takes stills out of films: orderly ones, or of evenings."""
    facts = recipe[what]
    words = ("datasets.render", what, f"--decks={work / 'decks'}", f"--out={work / what / split}")
    counted = (f"--split={split}", f"--count={facts[split]}", f"--seed={facts['seed'] + (split == 'val')}")
    return Step(what if split == "train" else f"{what}-{split}", (*words, *counted), recipe["decks"])


def _photographs(work: Path) -> Step:
    """The step that makes training pictures of real photographs; the networks in the project find their corners."""
    words = ("datasets.render", "photographs", f"--out={work / 'photographs' / 'train'}", "--count=100000")
    return Step("photographs", words, None)


def _index_finder(recipe: dict[str, Any], work: Path) -> Step:
    """The step that trains the index finder, from the finder's weights: what tells a card's edges tells its corner."""
    runs = work / "runs"
    start = f"--start={runs / 'finder' / 'weights' / 'last.pt'}"
    words = ("models.train", "index_finder", f"--out={runs}", f"--data={work / 'indices'}", start)
    follows = [recipe["decks"], recipe["finder"], recipe["index_finder"]]
    return Step("index_finder", words, follows, runs / "index_finder" / "weights" / "last.pt")


def _table_finder(recipe: dict[str, Any], work: Path) -> list[Step]:
    """The steps that take stills of evenings and train the tables' finder on them, from the finder's weights."""
    runs, stills = work / "runs", _stills("evening_stills", recipe, work)
    data = [str(work / "scenes"), *[str(work / "evening_stills")] * recipe["evening_stills"]["times"]]
    if os.environ.get("PORRAZO_PHOTOS"):
        data += [str(work / "photographs")] * recipe["photographs"]["times"]
    start = f"--start={runs / 'finder' / 'weights' / 'last.pt'}"
    words = ("models.train", "table_finder", f"--out={runs}", start, "--data", *data)
    follows = [recipe["decks"], recipe["finder"], stills.facts, recipe["table_finder"]]
    return [stills, Step("table_finder", words, follows, runs / "table_finder" / "weights" / "last.pt")]


def _index_reader(recipe: dict[str, Any], work: Path) -> Step:
    """The step that trains the index reader: on crops, on those of the index finder's scenes, on photographs'."""
    runs = work / "runs"
    data = [str(work / "index_crops"), str(work / "indices")]
    if os.environ.get("PORRAZO_PHOTOS"):
        data += [str(work / "photographs" / "train" / INDICES)] * recipe["photographs"]["times"]
    words = ("models.train", "index_reader", f"--out={runs}", "--data", *data)
    follows = [recipe["decks"], recipe["index_finder"], recipe["index_reader"]]
    return Step("index_reader", words, follows, runs / "index_reader" / "weights" / "last.pt")


def _letter_reader(recipe: dict[str, Any], work: Path) -> Step:
    """The step that trains the letter reader: minutes, so cut off it begins again."""
    words = ("models.letters", f"--data={work / 'letter_crops'}", f"--out={work / 'runs'}")
    return Step("letter_reader", words, recipe["letter_reader"])


def _tuning(recipe: dict[str, Any], work: Path, weights: Path) -> list[Step]:
    """The steps that teach both exported readers how cards look at a table, and the reader what is no card: what the
    finder in the project finds where none is.
    """
    facts, bare = recipe["tune"]["bare_crops"], work / "bare_crops" / "train"
    counted = (f"--out={bare}", f"--count={facts['train']}", f"--seed={facts['seed']}")
    todo = [
        Step("bare_crops", ("datasets.render", "bare_crops", *counted), None),
        _stills("evening_stills", recipe, work, "val"),
    ]
    photographs, evenings = work / "photographs" / "train", work / "evening_stills"
    real = bool(os.environ.get("PORRAZO_PHOTOS"))
    usual = {
        "reader": [work / "crops" / "train", *[photographs] * real],
        "index_reader": [work / "index_crops" / "train", *[photographs / INDICES / "train"] * real],
    }
    taught = {
        "reader": [evenings / "train", work / "stills" / "train", bare],
        "index_reader": [folder / "train" / INDICES / "train" for folder in (evenings, work / "stills")],
    }
    held_out = {
        "reader": (work / "crops" / "val", evenings / "val"),
        "index_reader": (work / "index_crops" / "val", evenings / "val" / INDICES / "val"),
    }
    for network, folders in usual.items():
        words = ("models.tune", network, f"--weights={weights}", "--usual", *map(str, folders))
        more = ("--taught", *map(str, taught[network]), "--crops", *map(str, held_out[network]))
        # as the export, whose files these replace, whatever changed
        todo.append(Step(f"tune_{network}", (*words, *more), recipe))
    return todo


def _spanish(recipe: dict[str, Any], work: Path, weights: Path) -> list[Step]:
    """The steps that draw Spanish packs and train their reader, which begins with the tuned one."""
    facts = recipe["spanish_reader"]
    todo, crops = [], work / "spanish_crops"
    for split, first, apart in (
        ("train", facts["packs"]["first"], ()),
        ("val", facts["apart"]["first"], ("--apart",)),
    ):
        count = facts["packs" if split == "train" else "apart"]["count"]
        packs = work / f"spanish_{split}"
        drawn = ("datasets.spanish.decks", f"--out={packs}", f"--first={first}", f"--count={count}", *apart)
        todo.append(Step(f"spanish-packs-{split}", drawn, None))
        cut = (
            "datasets.spanish.crops", f"--packs={packs}", f"--decks={work / 'decks'}", f"--split={split}",
            f"--out={crops / split}", f"--count={facts['crops'][split]}", f"--seed={facts['crops']['seed']}",
        )  # fmt: skip
        todo.append(Step(f"spanish-crops-{split}", cut, [drawn, recipe["decks"]]))
    words = (
        "models.spanish", f"--begin={weights / 'reader.onnx'}", f"--crops={crops / 'train'}",
        f"--held-out={crops / 'val'}", f"--out={weights / 'spanish_reader.onnx'}",
        *(f"--{key}={value}" for key, value in facts["train"].items()),
    )  # fmt: skip
    return [*todo, Step("spanish_reader", words, recipe)]


def steps(recipe: dict[str, Any], work: Path, weights: Path) -> list[Step]:
    """All that is done, in order."""
    decks = ("datasets.decks", f"--out={work / 'decks'}", f"--drawn={recipe['decks']['drawn']}")
    todo = [Step("decks", decks, None)]
    for network, what in (("finder", "scenes"), ("reader", "crops")):
        todo += [rendering(what, split, network, recipe, work) for split in ("train", "val")]
    both = [_stills("stills", recipe, work)]
    if os.environ.get("PORRAZO_PHOTOS"):
        both.append(_photographs(work))
    todo += both
    more = [str(work / step.name) for step in both for _ in range(recipe[step.name]["times"])]
    for network, what in (("finder", "scenes"), ("reader", "crops")):
        words = ("models.train", network, f"--out={work / 'runs'}", "--data", str(work / what), *more)
        follows = [recipe["decks"], *(step.facts for step in both), recipe[network]]
        todo.append(Step(network, words, follows, work / "runs" / network / "weights" / "last.pt"))
    todo += _table_finder(recipe, work)
    for network, what in (("index_finder", "indices"), ("index_reader", "index_crops")):
        todo += [rendering(what, split, network, recipe, work) for split in ("train", "val")]
    todo += [_index_finder(recipe, work), _index_reader(recipe, work)]
    todo += [rendering("letter_crops", split, "letter_reader", recipe, work) for split in ("train", "val")]
    todo.append(_letter_reader(recipe, work))
    held_out = tuple(
        f"--{name}={work / what / 'val'}"
        for name, what in (("crops", "crops"), ("indices", "index_crops"), ("letters", "letter_crops"))
    )
    files = (f"--runs={work / 'runs'}", f"--out={weights}", *held_out)
    shown = work / ("photographs" if os.environ.get("PORRAZO_PHOTOS") else "scenes") / "train"
    quantise = ("models.quantise", f"--weights={weights}", f"--pictures={shown}")
    todo.append(Step("export", ("models.export", *files), recipe))
    todo += [*_tuning(recipe, work, weights), Step("quantise", quantise, recipe)]
    return [*todo, *_spanish(recipe, work, weights)]


def run(words: tuple[str, ...]) -> int:
    """Say and run ``python -m WORDS``; returns its exit status."""
    print("python -m", *words, flush=True)
    return subprocess.run([sys.executable, "-m", *words], check=False).returncode


def make(todo: list[Step], work: Path) -> int:
    """Do the steps that are not done; returns the first exit status that is not 0, or 0."""
    (work / "steps").mkdir(parents=True, exist_ok=True)
    for step in todo:
        begun, done = work / "steps" / f"{step.name}.begun", work / "steps" / f"{step.name}.done"
        if done.is_file() and done.read_text(encoding="utf-8") == step.facts:
            print(f"{step.name}: done before")
            continue
        same = begun.is_file() and begun.read_text(encoding="utf-8") == step.facts
        done.unlink(missing_ok=True)
        begun.write_text(step.facts, encoding="utf-8")
        cut_off = same and step.checkpoint is not None and step.checkpoint.exists()
        status = run((*step.words, "--resume") if cut_off else step.words)
        if status:
            return status
        begun.replace(done)
    return 0


def main(arguments: list[str] | None = None) -> int:
    """The command line."""
    parser = argparse.ArgumentParser(prog="python -m models.make", description=__doc__)
    parser.add_argument("--work", type=Path, default=Path("runs"), help="what is made on the way lies here")
    parser.add_argument("--out", type=Path, default=RECIPE.with_name("weights"), help="the networks' folder")
    parser.add_argument("--dry", action="store_true", help="say the commands, run none")
    options = parser.parse_args(arguments)
    todo = steps(yaml.safe_load(RECIPE.read_text(encoding="utf-8")), options.work, options.out)
    if options.dry:
        for step in todo:
            print("python -m", *step.words)
        return 0
    status = make(todo, options.work)
    if status == 0 and os.environ.get("PORRAZO_PHOTOS"):
        return run(("models.evaluate", f"--weights={options.out}"))
    if status == 0:
        print("Not evaluated: PORRAZO_PHOTOS names no folder of photographs.")
    return status


if __name__ == "__main__":
    raise SystemExit(main())
