"""A screen is read aloud when somebody asks for it: by F2, or by a tap on its title where a voice is wanted."""

from collections.abc import Sequence

from kivy.core.window import Window

from companion.window.porrazo_app import F2
from companion.window.settings.settings import SettingsScreen
from companion.window.voice import Speech, Voice
from companion.window.widgets.text import ScreenTitle
from engine.cards import Card
from engine.header import Header
from engine.porrazo.events import Play
from tests.app.conftest import Open
from tests.app.driving import Driver

CARDS = Header(("Ana", "Beto"), extra={"entry": "cards"})


class Recorder(Voice):
    """Keeps what it is to say."""

    def __init__(self) -> None:
        super().__init__(Speech("none", lambda _: ()))
        self.heard: list[str] = []

    def read(self, sentences: Sequence[str], code: str) -> None:
        """Keep them."""
        self.heard = list(sentences)

    def say(self, sentence: str, code: str) -> None:
        """Be silent."""


def listening(app: Driver) -> Recorder:
    app.app.preferences.voice = recorder = Recorder()
    return recorder


def test_f2_reads_the_table_from_the_top_with_cards_in_words(open_app: Open) -> None:
    app = open_app(CARDS, size=(1280, 800))
    for seat, card in ((1, "7d"), (0, "7h")):
        app.session.tap(Play(seat, Card.parse(card)))
    app.app.changed()
    app.idle()
    voice = listening(app)
    Window.dispatch("on_keyboard", F2, 0, None, [])
    said = ". ".join(voice.heard)
    assert voice.heard[0].startswith("Hand 1, batch 1")
    assert "Ana: porrazo" in said
    assert "7 of diamonds" in said
    assert "to play: Beto" in said
    assert said.index("Hand 1") < said.index("Ana: porrazo")
    assert not set("♦♥▶[]") & set(said)


def test_a_tap_on_the_title_reads_where_a_voice_is_wanted_and_only_there(open_app: Open) -> None:
    app = open_app(CARDS)
    app.app.go("settings")
    app.idle()
    screen = app.front(SettingsScreen)
    title = next(w for w in screen.walk() if isinstance(w, ScreenTitle))
    voice = listening(app)
    app.tap(title)
    assert voice.heard == []
    app.app.preferences.settings = app.app.preferences.settings.__class__(voice=True)
    app.tap(title)
    assert voice.heard[0] == "Settings"
    assert "Language" in voice.heard[1]
    assert not any("Fills the screen" in sentence for sentence in voice.heard), "it lies below, out of sight"


def test_of_a_sheet_over_the_table_the_sheet_alone_is_read(open_app: Open) -> None:
    app = open_app(CARDS)
    app.tap(app.screen.menu)
    voice = listening(app)
    app.app.read_aloud()
    assert voice.heard[0] == "Menu"
    assert any("Recount the table" in sentence for sentence in voice.heard)
    assert not any("Hand 1" in sentence for sentence in voice.heard)
    Window.children[0].dismiss(animation=False)
