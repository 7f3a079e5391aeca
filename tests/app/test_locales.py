"""Every text on screen goes through gettext and is there in every language, the rules' refusals too."""

import ast
import re
import string
from pathlib import Path

import pytest

import companion
import engine
from companion.locales import LANGUAGES, preferred, translation
from companion.locales.po import messages
from scripts.catalogue import LOCALES, fill_up, in_python, said

HOME = Path(companion.__file__).parent
OTHERS = [code for code in LANGUAGES if code != "en"]
KV_TEXT = re.compile(
    r"^\s*(?:text|title|detail|hint_text):\s*['\"](?P<text>.*[A-Za-z].*)['\"]\s*$", re.MULTILINE
)


def catalogue(code: str) -> dict[str, str]:
    found = messages((LOCALES / f"{code}.po").read_text(encoding="utf-8"))
    return {key: text for key, text in found.items() if key}


def joined() -> set[str]:
    """Every text that is said; of two for one thing and for several, both with a NUL between."""
    return {"\0".join(text) for text in said()}


def fields(text: str) -> set[str | None]:
    return {name for _, name, _, _ in string.Formatter().parse(text)} - {None}


def test_there_are_texts_to_translate() -> None:
    assert len(said()) > 30


def test_refusals_are_constant_sentences() -> None:
    """Put together, they could not be looked up."""
    for path in Path(engine.__file__).parent.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "IllegalPlay":
                assert isinstance(node.args[0], ast.Constant), ast.unparse(node)


@pytest.mark.parametrize("code", OTHERS)
def test_a_language_is_complete_and_has_nothing_left_over(code: str) -> None:
    assert set(catalogue(code)) == joined()


@pytest.mark.parametrize("code", OTHERS)
def test_translations_speak_of_the_same_things(code: str) -> None:
    for text, translated in catalogue(code).items():
        assert fields(text) == fields(translated), text
        assert text[:1].isspace() == translated[:1].isspace(), text


@pytest.mark.parametrize("code", OTHERS)
def test_babel_reads_a_catalogue_as_the_program_does_and_finds_no_fault(code: str) -> None:
    """Escapes, joined lines, plurals and their number: as translators' own programs understand them."""
    pofile = pytest.importorskip("babel.messages.pofile", reason="Babel comes with `make check`")
    checkers = pytest.importorskip("babel.messages.checkers")
    with (LOCALES / f"{code}.po").open("rb") as file:
        kept = pofile.read_po(file, locale=code, abort_invalid=True)
    found = {}
    for message in kept:
        checkers.num_plurals(kept, message)
        if message.id and not message.fuzzy:
            texts = message.string if message.pluralizable else (message.string,)
            found["\0".join(message.id) if message.pluralizable else message.id] = "\0".join(texts)
    assert found == catalogue(code)


def test_what_a_catalogue_lacks_is_added_at_its_end(tmp_path: Path) -> None:
    pytest.importorskip("babel", reason="Babel comes with `make check`")
    file = tmp_path / "es.po"
    text = '# A comment\nmsgid ""\nmsgstr "Language: es\\n"\n\nmsgid "old"\nmsgstr "viejo"\n'
    file.write_text(text, encoding="utf-8")
    wanted = {("new",): [("a.py", 3)], ("{n} card", "{n} cards"): [("b.py", 4)]}
    assert fill_up(file, wanted) == (2, [("old",)])
    assert file.read_text(encoding="utf-8").startswith(text)
    assert fill_up(file, wanted) == (0, [("old",)])
    assert messages(file.read_text(encoding="utf-8"))["old"] == "viejo"


def test_what_is_looked_up_is_no_text() -> None:
    source = 'tr(REASONS["adjust"]); many("one", "two", n); self.tr("a" "b"); IllegalPlay("no, {x}", x="y"); tr(text)'
    assert [text for _, text in in_python(source)] == [("one", "two"), ("ab",), ("no, {x}",)]


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
