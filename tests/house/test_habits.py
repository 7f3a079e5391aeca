"""How the project is worked on: what tests may lean on."""

import ast
from pathlib import Path

TESTS = Path(__file__).parents[1]


def test_no_test_leans_on_a_benchmark() -> None:
    """A benchmark may be changed or left out at will; what both need lies beside the tests."""
    for file in TESTS.rglob("*.py"):
        if file.parent.name == "benchmarks":
            continue
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom):
                assert not (node.module or "").startswith("tests.benchmarks"), file
