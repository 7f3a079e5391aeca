"""The language on screen, switched live: what reads ``language.tr`` in a ``.kv`` follows it by itself."""

from kivy.event import EventDispatcher
from kivy.properties import ObjectProperty, StringProperty

from companion.locales import LANGUAGES, translation


class Language(EventDispatcher):
    """Which language the app speaks; ``tr``, which says an English text in it; ``many``, which says one of two, for one
    thing and for several, by a number: ``many("{count} card", "{count} cards", 3)``.
    """

    code = StringProperty("en")
    tr = ObjectProperty(translation("en").gettext)
    many = ObjectProperty(translation("en").ngettext)

    def on_code(self, _language: object, code: str) -> None:
        """Follow a new language code."""
        self.many = translation(code).ngettext
        self.tr = translation(code).gettext

    def next(self) -> str:
        """Give the code of the language after the present one."""
        codes = list(LANGUAGES)
        return codes[(codes.index(self.code) + 1) % len(codes)]


language = Language()
"""The one language of the app: everybody at a table reads the same screen."""
