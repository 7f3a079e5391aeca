"""No module of the engine imports one that imports it, lazily or for types only either."""

import ast
from pathlib import Path

import engine

HOME = Path(engine.__file__).parent


def imported(source: str) -> set[str]:
    """Return every name that a module imports, wherever the import stands."""
    names: set[str] = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            names |= {each.name for each in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            names |= {node.module, *(f"{node.module}.{each.name}" for each in node.names)}
    return names


def graph() -> dict[str, set[str]]:
    """Return the engine's modules, each with those that it imports."""
    files = {path.relative_to(HOME.parent).with_suffix(""): path for path in HOME.rglob("*.py")}
    modules = {".".join(name.parts).removesuffix(".__init__"): path for name, path in files.items()}
    return {name: imported(path.read_text("utf-8")) & modules.keys() for name, path in modules.items()}


def leaves_gone(uses: dict[str, set[str]]) -> dict[str, set[str]]:
    """Take out, as often as it goes, what imports nothing that is left: what stays lies on a circle or above one."""
    while free := {name for name, others in uses.items() if not others - {name}}:
        uses = {name: others - free for name, others in uses.items() if name not in free}
    return uses


def test_the_engine_has_no_circle() -> None:
    assert len(graph()) > 20
    assert leaves_gone(graph()) == {}


def test_a_circle_would_be_found() -> None:
    assert leaves_gone({"a": {"b"}, "b": {"c"}, "c": {"b"}, "d": set()}) == {
        "a": {"b"},
        "b": {"c"},
        "c": {"b"},
    }
