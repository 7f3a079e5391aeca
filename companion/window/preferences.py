"""The settings in effect: they are applied to the window, the voice, the sounds and the page for phones."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from kivy.core.window import Window

from companion import theme
from companion.archive import evenings
from companion.archive.settings import AS_THE_SYSTEM, Settings
from companion.locales import N_
from companion.messages import READS_ONLY, Notice
from companion.web.door import is_one_address
from companion.web.server import Server
from companion.window.motion import moves_here
from companion.window.voice import Voice, speech_here
from companion.window.widgets.pack_shown import pack_shown
from companion.window.widgets.text import language
from companion.window.wording.announcements import Heard, announcement, heard

if TYPE_CHECKING:
    from companion.archive.archive import Archive
    from companion.record.session import Producer, Session
    from companion.window.sounds import SoundPlayer

DRAWN_SETTINGS = ("look", "text_size", "animation")
"""Settings whose change needs every screen made anew."""

CERTIFICATE_FILE = "phones.pem"
"""In the data folder: a certificate with its key, if phones are to be served by https."""


class Preferences:
    """``settings`` are what was chosen; change them with `change`. ``notice`` is what went wrong last, if anything.

    They are kept beside the matches of ``archive``. ``current()`` gives the match being played, ``rebuild()`` makes
    every screen anew. The app calls `begin` before its first screen, `told` whenever the match or the language has
    changed, `end` last.
    """

    def __init__(
        self, archive: Archive, current: Callable[[], Session | None], rebuild: Callable[[], None]
    ) -> None:
        self._archive, self._current, self._rebuild = archive, current, rebuild
        loaded = archive.settings()
        self.settings: Settings = loaded.settings
        self.notice: Notice | None = loaded.notice
        self.server: Server | None = None
        self.voice = Voice(None)
        self._sounding: SoundPlayer | None = None
        self._heard: tuple[Session | None, Heard] = (None, Heard())

    # -- the app's life ----------------------------------------------------------------------------------

    def begin(self) -> None:
        """Put everything into effect."""
        if self.settings.language:
            language.code = self.settings.language
        self._look()
        self.show_pack()
        self._turn()
        self._kiosk()
        self._speak()
        self._serve()
        language.fbind("code", self._language_switched)

    def end(self) -> None:
        """Stop the voice and the server for phones; reset the window and the theme."""
        language.funbind("code", self._language_switched)
        self.voice.stop()
        if self.server is not None:
            self.server.stop()
            self.server = None
        theme.use("dark")
        theme.fit(1.0, 1.0)
        pack_shown.choose(False, None)
        Window.rotation = 0

    def change(self, **what: Any) -> None:
        """Set some settings, by their names in `Settings`; they are kept and take effect at once."""
        before, self.settings = self.settings, replace(self.settings, **what)
        self.notice = None
        try:
            if self._archive.reads_only:
                self.notice = READS_ONLY
            else:
                self._archive.save_settings(self.settings)
        except OSError as error:
            text = N_("The settings cannot be written: {reason}")
            self.notice = Notice(text, {"reason": error.strerror or str(error)})
        changed = {name for name in what if getattr(before, name) != getattr(self.settings, name)}
        self._take_effect(changed)

    def _take_effect(self, changed: set[str]) -> None:
        if "faces" in changed:
            self._turn()
        if "kiosk" in changed:
            self._kiosk()
        if "voice" in changed:
            self._speak()
        if "phones" in changed:
            self._serve()
        if "spanish" in changed:
            self.show_pack()
            self.told()
        if changed.intersection(DRAWN_SETTINGS):
            self._look()
            self._rebuild()
        if "language" in changed:
            language.code = self.settings.language

    # -- what each of them does --------------------------------------------------------------------------

    def _look(self) -> None:
        theme.use(self.settings.look)
        theme.fit(self.settings.text_size, self.animation)

    @property
    def animation(self) -> float:
        """How long motion takes, as a factor of the usual: as people chose, else as the system says."""
        chosen = self.settings.animation
        return chosen if chosen != AS_THE_SYSTEM else float(moves_here())

    def show_pack(self) -> None:
        """Show cards as the match being played asks for, on every screen."""
        session = self._current()
        if pack_shown.choose(self.settings.spanish, session.header if session is not None else None):
            self._rebuild()

    def _turn(self) -> None:
        Window.rotation = self.settings.faces

    def _kiosk(self) -> None:
        wanted = "auto" if self.settings.kiosk else False
        if Window.fullscreen != wanted:
            Window.fullscreen = wanted
        Window.allow_screensaver = not self.settings.kiosk
        Window.show_cursor = not self.settings.kiosk

    def _speak(self) -> None:
        self.voice.stop()
        self.voice = Voice(speech_here() if self.settings.voice else None)
        if self.settings.voice and self.voice.speech is None:
            self.notice = Notice(N_("There is no voice on this machine: install espeak-ng"))

    def read_aloud(self, sentences: Sequence[str]) -> None:
        """Say what somebody asked for, also where scores are not said."""
        if self.voice.speech is None:
            self.voice.stop()
            self.voice = Voice(speech_here())
        self.voice.read(sentences, language.code)

    def _serve(self) -> None:
        if self.server is not None:
            self.server.stop()
            self.server = None
        if not self.settings.phones:
            return
        if not is_one_address(self.settings.phones):
            text = N_("{address} is not the address of one network: choose one here")
            self.notice = Notice(text, {"address": self.settings.phones})
            return
        from companion.window.phones import page

        try:
            shown = page(self._current(), language.code, language.tr, spanish=self.settings.spanish)
            own = self._archive.folder / CERTIFICATE_FILE
            self.server = Server(self.settings.phones, shown, certificate=own if own.exists() else None)
        except OSError as error:
            text = N_("Phones cannot be served there: {reason}")
            self.notice = Notice(text, {"reason": error.strerror or str(error)})

    def _language_switched(self, *_: object) -> None:
        if self.settings.language != language.code:
            self.change(language=language.code)

    # -- keeping the evening ----------------------------------------------------------------------------

    @property
    def keeps_evening(self) -> bool:
        """Whether the evening is to be kept, also asked from the watcher's thread."""
        return evenings.is_wanted(self.settings.evening, self._archive.clock())

    def keep_evening(self, wanted: bool) -> None:
        """Keep this evening from now on, or not any more."""
        self.change(evening=evenings.until_when(self._archive.clock()) if wanted else 0.0)

    def offer_evening(self, producer: Producer) -> None:
        """Let what watches the table keep the evening while that is wanted, if it can."""
        keep = getattr(producer, "keep_evening", None)
        if keep is not None and not self._archive.reads_only:
            folder, clock = self._archive.folder, self._archive.clock
            keep(lambda: evenings.free_folder(folder, clock()), lambda: self.keeps_evening)

    # -- what the match does -----------------------------------------------------------------------------

    def told(self) -> None:
        """The match or the language has changed: say it, let it be heard, show it to the phones."""
        session = self._current()
        if self.server is not None:
            from companion.window.phones import page

            self.server.show(page(session, language.code, language.tr, spanish=self.settings.spanish))
        if session is None:
            return
        known, before = self._heard
        self._heard = (session, heard(session))
        if known is session:
            self._announce(before, session)

    def _announce(self, before: Heard, session: Session) -> None:
        if not (self.settings.voice or self.settings.sounds):
            return
        said = announcement(before, session, language.tr)
        if said.sound and self.settings.sounds:
            self._play(said.sound)
        for sentence in said.sentences:
            self.voice.say(sentence, language.code)

    def _play(self, sound: str) -> None:
        if self._sounding is None:
            from companion.window.sounds import SoundPlayer

            self._sounding = SoundPlayer()
        self._sounding.play(sound)
