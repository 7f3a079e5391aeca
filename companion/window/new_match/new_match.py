"""New match: who plays, how the cards come into the app, by which rules. What was chosen last is proposed again."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace

from kivy.properties import BooleanProperty

from companion.archive import players
from companion.archive.archive import Kept
from companion.locales import N_
from companion.record.match_summary import ENTRIES
from companion.setup.draft import Draft, again, nameless
from companion.window.new_match.match_entry import EntryPage
from companion.window.new_match.match_players import PlayersPage
from companion.window.new_match.match_rules import RulesPage
from companion.window.new_match.name_entry import NameEntry, ask_name
from companion.window.screen import AppContext, Screen
from companion.window.widgets import load_kv
from companion.window.widgets.plates import ChiefButton, Choices, TitleBar
from companion.window.widgets.text import language
from companion.window.wording import phrases

PARTS = (TitleBar, Choices, ChiefButton)
"""Named in the .kv."""

load_kv(__file__)

PAGES = (N_("Players"), N_("At the table"), N_("Rules"))


class NewMatchScreen(Screen):
    """Three pages, each with usable answers from the start: Begin can be tapped at any time."""

    upright = BooleanProperty(False)

    def __init__(self, app: AppContext, **kwargs: object) -> None:
        super().__init__(app, **kwargs)
        self.draft = Draft()
        self.known: tuple[players.Person, ...] = ()
        self.entry: NameEntry | None = None
        self.pages = (PlayersPage(), EntryPage(), RulesPage())
        self.page = 0
        self._listen()
        self.fbind("size", lambda *_: self.refresh())

    def _listen(self) -> None:
        players, entry, rules = self.pages
        self.ids.bar.bind(on_back=lambda _: self.app.back())
        self.ids.tabs.bind(on_chosen=lambda _, at: self._turn(at))
        players.bind(on_count=lambda _, count: self._change(self.draft.with_count(count)))
        players.bind(on_teams=lambda _, teams: self._change(replace(self.draft, teams=teams)))
        players.bind(on_dealer=lambda _, seat: self._change(replace(self.draft, dealer=seat)))
        players.bind(on_mark=lambda _, seat: self._change(self.draft.with_next_mark(seat)))
        players.bind(on_name=lambda _, seat: self._ask_name(seat))
        entry.bind(on_entry=lambda _, at: self._change(replace(self.draft, entry=ENTRIES[at])))
        entry.bind(on_target=lambda _, target: self._change(replace(self.draft, target=target)))
        for page in (entry, rules):
            page.bind(on_option=lambda _, name, value: self._change(self.draft.with_option(name, value)))
        rules.bind(on_rules=lambda _, preset: self._change(self.draft.with_rules(preset)))

    # -- showing ---------------------------------------------------------------------------------------

    def shown(self, **what: object) -> None:
        """Propose the match before once more, the deal moved on."""
        self.known = self.app.archive.people()
        self.draft = self._proposed()
        self.page = 0

    def _proposed(self) -> Draft:
        if self.app.session is not None:
            return again(self.app.session.header, nameless(language.tr))
        found = next((kept for kept in self.app.archive.matches() if isinstance(kept, Kept)), None)
        return again(found.header, nameless(language.tr)) if found is not None else Draft()

    def refresh(self) -> None:
        """Show what has been chosen so far."""
        tr = language.tr
        self.upright = self.room.upright
        self.ids.bar.title = tr("New match")
        self.ids.tabs.texts = [tr(text) for text in PAGES]
        self.ids.tabs.at = self.page
        self.ids.begin.text = tr("Begin")
        page = self.pages[self.page]
        if page.parent is None:
            self.ids.here.clear_widgets()
            self.ids.here.add_widget(page)
        page.show(self.draft, self.room)

    def _turn(self, at: int) -> None:
        self.page = at
        self.refresh()

    def _change(self, draft: Draft) -> None:
        self.draft = draft
        self.refresh()

    # -- names -----------------------------------------------------------------------------------------

    def _ask_name(self, seat: int) -> None:
        tr = language.tr
        seated = {players.key(name) for name in self.draft.names[: self.draft.count]}
        others = [person.name for person in self.known if players.key(person.name) not in seated]
        here = [name for at, name in enumerate(self.draft.names[: self.draft.count]) if name and at != seat]
        title = tr("Who is player {number}?").format(number=seat + 1)
        self.entry = ask_name(
            title,
            self.draft.names[seat],
            [*others, *here],
            lambda name: self._change(self.draft.with_name(seat, name, self.known)),
            self.unit,
        )

    # -- beginning -------------------------------------------------------------------------------------

    def begin(self) -> None:
        """Begin the match, remember who plays, and go to the table (by way of the camera, where there is one)."""
        header = self.draft.header(nameless(language.tr), self.app.archive.clock())
        if not self.app.begin(header):
            if self.app.refused is not None:
                self.ids.bar.title = phrases.notice(self.app.refused, language.tr)
            return
        self._remember()
        watched = self.draft.entry == "camera" and self.app.has("camera")
        self.app.go("table")
        if watched:
            self.app.go("camera")

    def _remember(self) -> None:
        with suppress(OSError):  # the match matters more than who is proposed next time
            self.app.archive.remember(self.draft.people())
