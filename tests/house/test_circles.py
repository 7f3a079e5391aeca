"""No installed module imports one that imports it, neither inside a function nor for types only."""

import ast
from pathlib import Path

import engine

HOME = Path(engine.__file__).parents[1]
PACKAGES = ("engine", "vision", "companion")


def imported(source: str) -> set[str]:
    """Return every name that a module imports, wherever the import stands."""
    names: set[str] = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            names |= {each.name for each in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            names |= {node.module, *(f"{node.module}.{each.name}" for each in node.names)}
    return names


def graph(*packages: str) -> dict[str, set[str]]:
    """Return the modules of these packages, each with those of them that it imports."""
    files = [file for package in packages for file in (HOME / package).rglob("*.py")]
    names = {file: ".".join(file.relative_to(HOME).with_suffix("").parts) for file in files}
    modules = {name.removesuffix(".__init__"): file for file, name in names.items()}
    return {name: imported(file.read_text("utf-8")) & modules.keys() for name, file in modules.items()}


def leaves_gone(uses: dict[str, set[str]]) -> dict[str, set[str]]:
    """Take out, as often as it goes, what imports nothing that is left: what stays lies on a circle or above one."""
    while free := {name for name, others in uses.items() if not others - {name}}:
        uses = {name: others - free for name, others in uses.items() if name not in free}
    return uses


def reached(uses: dict[str, set[str]], start: str) -> set[str]:
    """Return the modules that one module imports, directly or through others."""
    found: set[str] = set()
    waiting = [start]
    while waiting:
        fresh = uses.get(waiting.pop(), set()) - found
        found |= fresh
        waiting += fresh
    return found


def circles(uses: dict[str, set[str]]) -> list[set[str]]:
    """Return the groups of modules that all reach each other, each group once."""
    uses = leaves_gone(uses)
    within = {name: reached(uses, name) for name in uses}
    groups = {frozenset({name} | {o for o in within[name] if name in within[o]}) for name in uses}
    return sorted((set(group) for group in groups if len(group) > 1), key=min)


def test_no_circle() -> None:
    uses = graph(*PACKAGES)
    assert len(uses) > 200
    assert circles(uses) == []


def test_a_circle_would_be_found() -> None:
    uses = {"a": {"b"}, "b": {"c"}, "c": {"b"}, "d": {"a"}, "e": {"e"}}
    assert circles(uses) == [{"b", "c"}]


def test_lazy_imports_and_imports_for_types_count() -> None:
    source = "def f():\n    import a.b\nif TYPE_CHECKING:\n    from c import d\n"
    assert imported(source) == {"a.b", "c", "c.d"}
