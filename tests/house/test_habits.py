"""How the project is worked on: what tests may lean on, what is locked, what CONTRIBUTING says."""

import ast
import re
import tomllib
from pathlib import Path

from packaging.requirements import Requirement

TESTS = Path(__file__).parents[1]
ROOT = TESTS.parent


def test_no_test_leans_on_a_benchmark() -> None:
    """A benchmark may be changed or left out at will; what both need lies beside the tests."""
    for file in TESTS.rglob("*.py"):
        if file.parent.name == "benchmarks":
            continue
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom):
                assert not (node.module or "").startswith("tests.benchmarks"), file


ARRAYS = ("Image", "Floats", "Doubles", "Matrix", "Mask", "Numbers", "NDArray")
"""Names of arrays' types (vision/arrays.py)."""


def test_what_holds_arrays_is_never_compared_by_them() -> None:
    """From Python 3.13 on a dataclass compares field by field, and an array compared with itself raises."""
    holders = 0
    for room in ("engine", "vision", "companion"):
        for path in (ROOT / room).rglob("*.py"):
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                made = [ast.unparse(each) for each in getattr(node, "decorator_list", ())]
                if isinstance(node, ast.ClassDef) and any(each.startswith("dataclass") for each in made):
                    fields = [
                        ast.unparse(each.annotation) for each in node.body if isinstance(each, ast.AnnAssign)
                    ]
                    if any(re.search(rf"\b{name}\b", field) for field in fields for name in ARRAYS):
                        holders += 1
                        assert any("eq=False" in each for each in made), f"{path}: {node.name}"
    assert holders > 15


def wanted(extra: str) -> list[Requirement]:
    """What pyproject.toml asks for with this extra, those that it names included."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    found = []
    for word in project["optional-dependencies"][extra]:
        one = Requirement(word)
        found += [each for more in one.extras for each in wanted(more)] if one.name == "porrazo" else [one]
    return [*map(Requirement, project["dependencies"]), *found]


def test_the_lock_holds_all_that_is_asked_for_with_hashes_and_no_host() -> None:
    text = (ROOT / "requirements.lock").read_text(encoding="utf-8")
    assert "://" not in text
    entries = re.findall(
        r"^([a-z0-9-]+)==(\S+)[^\n]*\\\n((?:    --hash=sha256:[0-9a-f]{64}(?: \\)?\n)+)", text, re.M
    )
    assert len(entries) == len(re.findall("^[a-z]", text, re.M)), "every one has hashes"
    for one in wanted("dev"):
        versions = [version for name, version, _ in entries if name == one.name.lower()]
        assert versions, f"{one.name} is not locked: make lock"
        assert all(one.specifier.contains(version) for version in versions), (
            f"{one} is locked as {versions}: make lock"
        )


def test_what_contributing_names_is_there() -> None:
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    targets = re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.M)
    assert set(re.findall(r"`?make ([a-z]+)", text)) <= set(targets)
    named = re.findall(
        r"`((?:engine|vision|companion|models|datasets|tests|docs|\.ci)/[^` ]*|[a-z]+\.toml)`", text
    )
    assert len(named) > 20
    for name in named:
        if "ROOM" not in name and "CODE" not in name:
            assert (ROOT / name).exists(), name
