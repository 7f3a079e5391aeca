"""The app's words in the languages it speaks. English is written in the code; the others lie here as ``.po``.

A ``.po`` is compiled when it is first wanted (a few milliseconds): no compiled copy can fall behind it.
"""

from collections.abc import Mapping
from functools import cache
from gettext import GNUTranslations, NullTranslations
from io import BytesIO
from pathlib import Path

from companion.locales.po import compile_catalogue

LANGUAGES = {"en": "English", "es": "Español"}
"""Code and own name of every language, the code's own first."""


def N_(text: str) -> str:  # noqa: N802 - the name gettext users know
    """Mark a text for translation where it is written; the screen translates it when it shows it."""
    return text


@cache
def translation(code: str) -> NullTranslations:
    """Give the words of a language of `LANGUAGES`; those of any other language are the English ones."""
    path = Path(__file__).with_name(f"{code}.po")
    if code not in LANGUAGES or not path.exists():
        return NullTranslations()
    return GNUTranslations(BytesIO(compile_catalogue(path.read_text(encoding="utf-8"))))


def preferred(environment: Mapping[str, str]) -> str:
    """Choose the language for a process with this environment (gettext's order of variables)."""
    for name in ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"):
        for wish in environment.get(name, "").split(":"):
            code = wish[:2].lower()
            if code in LANGUAGES:
                return code
        if environment.get(name) and name != "LANGUAGE":
            break
    return "en"
