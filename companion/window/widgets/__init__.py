"""The parts that several screens share. Each ``.py`` has its ``.kv`` beside it, which `load_kv` loads."""

from pathlib import Path

from kivy.lang import Builder


def load_kv(module_file: str) -> None:
    """Load the rules that lie beside this module's file under the same name, once."""
    path = str(Path(module_file).with_suffix(".kv"))
    if path not in Builder.files:
        Builder.load_file(path)
