"""Every text on screen goes through gettext and is there in every language, the rules' refusals too."""

import ast
import re
import string
from collections.abc import Iterator
from pathlib import Path

import pytest

import companion
import engine
from companion.locales import LANGUAGES, preferred, translation
from companion.locales.po import messages

HOME = Path(companion.__file__).parent
OTHERS = [code for code in LANGUAGES if code != "en"]
KV_CALL = re.compile(r"lang\.tr\('((?:[^'\\]|\\.)*)'\)")
KV_TEXT = re.compile(
    r"^\s*(?:text|title|detail|hint_text):\s*['\"](?P<text>.*[A-Za-z].*)['\"]\s*$", re.MULTILINE
)


def in_python(source: str) -> Iterator[str]:
    """Yield the texts given to ``tr(...)`` and ``N_(...)``, and both of ``many(...)`` with a NUL between."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call) and node.args and isinstance(node.args[0], ast.Constant):
            name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
            if name in ("tr", "N_") and isinstance(node.args[0].value, str):
                yield node.args[0].value
            elif name == "many" and isinstance(node.args[1], ast.Constant):
                yield "\0".join(map(ast.literal_eval, node.args[:2]))


def refusals() -> Iterator[str]:
    """Yield the sentences with which the rules refuse an event."""
    for path in Path(engine.__file__).parent.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if (
                isinstance(node, ast.Call)
                and isinstance(node.func, ast.Name)
                and node.func.id == "IllegalPlay"
            ):
                assert isinstance(node.args[0], ast.Constant), ast.unparse(node)
                yield str(node.args[0].value)


def said() -> set[str]:
    texts = set(refusals())
    for path in HOME.rglob("*.py"):
        texts |= set(in_python(path.read_text(encoding="utf-8")))
    for path in HOME.rglob("*.kv"):
        texts |= set(KV_CALL.findall(path.read_text(encoding="utf-8")))
    return texts


def catalogue(code: str) -> dict[str, str]:
    found = messages((HOME / "locales" / f"{code}.po").read_text(encoding="utf-8"))
    return {key: text for key, text in found.items() if key}


def fields(text: str) -> set[str | None]:
    return {name for _, name, _, _ in string.Formatter().parse(text)} - {None}


def test_there_are_texts_to_translate() -> None:
    assert len(said()) > 30


@pytest.mark.parametrize("code", OTHERS)
def test_a_language_is_complete_and_has_nothing_left_over(code: str) -> None:
    assert set(catalogue(code)) == said()


@pytest.mark.parametrize("code", OTHERS)
def test_translations_speak_of_the_same_things(code: str) -> None:
    for text, translated in catalogue(code).items():
        assert fields(text) == fields(translated), text
        assert text[:1].isspace() == translated[:1].isspace(), text


def test_no_kv_file_writes_a_text_by_itself() -> None:
    for path in HOME.rglob("*.kv"):
        assert KV_TEXT.findall(path.read_text(encoding="utf-8")) == [], path.name


def test_gettext_reads_what_is_compiled() -> None:
    spanish = translation("es")
    assert spanish.gettext("Undo") == "Deshacer"
    assert spanish.gettext("something nobody wrote") == "something nobody wrote"
    assert spanish.info()["language"] == "es"
    assert translation("en").gettext("Undo") == "Undo"


def test_plurals_and_joined_lines_are_read() -> None:
    text = 'msgid "one"\nmsgid_plural "many"\nmsgstr[0] "u"\n"no"\nmsgstr[1] "muchos"\n'
    assert messages(text) == {"one\0many": "uno\0muchos"}


def test_fuzzy_and_missing_translations_are_left_out() -> None:
    assert messages('#, fuzzy\nmsgid "a"\nmsgstr "b"\n\nmsgid "c"\nmsgstr ""\n') == {}


def test_a_line_that_is_not_understood_is_named() -> None:
    with pytest.raises(ValueError, match="line 2"):
        messages('msgid "a"\nmsgtext "b"\n')


@pytest.mark.parametrize(
    ("environment", "code"),
    [
        ({}, "en"),
        ({"LANG": "es_MX.UTF-8"}, "es"),
        ({"LANG": "de_DE.UTF-8"}, "en"),
        ({"LANG": "es_ES", "LC_ALL": "en_GB"}, "en"),
        ({"LANG": "en_GB", "LANGUAGE": "fr:es:en"}, "es"),
        ({"LC_ALL": "C", "LANG": "es_ES"}, "en"),
    ],
)
def test_the_language_of_the_machine_is_chosen(environment: dict[str, str], code: str) -> None:
    assert preferred(environment) == code


@pytest.mark.parametrize(("code", "one", "two"), [("en", "1 card", "2 cards"), ("es", "1 carta", "2 cartas")])
def test_one_and_several_are_told_apart(code: str, one: str, two: str) -> None:
    many = translation(code).ngettext
    assert [many("{count} card", "{count} cards", n).format(count=n) for n in (1, 2)] == [one, two]
