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
from companion.window.new_match.match_game import GamePage
from companion.window.new_match.match_players import PlayersPage
from companion.window.new_match.match_rules import RulesPage
from companion.window.screen import AppContext, Screen
from companion.window.widgets import load_kv
from companion.window.widgets.name_entry import NameEntry, ask_name
from companion.window.widgets.plates import ChiefButton, Choices, TitleBar
from companion.window.widgets.text import language
from companion.window.wording import phrases
from engine.games import NAMES

PARTS = (TitleBar, Choices, ChiefButton)
"""Named in the .kv."""

load_kv(__file__)

PAGES = {"game": N_("Game"), "players": N_("Players"), "entry": N_("At the table"), "rules": N_("Rules")}
Page = GamePage | PlayersPage | EntryPage | RulesPage
LOOKED_BACK = 12
"""So many of the latest matches say which games are played most of late."""


class NewMatchScreen(Screen):
    """Four pages, or three, each with usable answers from the start: Begin can be tapped at any time."""

    upright = BooleanProperty(False)

    def __init__(self, app: AppContext, **kwargs: object) -> None:
        super().__init__(app, **kwargs)
        self.draft = Draft()
        self.known: tuple[players.Person, ...] = ()
        self.entry: NameEntry | None = None
        self.games, self.players, self.ways, self.rules = GamePage(), PlayersPage(), EntryPage(), RulesPage()
        self.pages: dict[str, Page] = {
            "game": self.games,
            "players": self.players,
            "entry": self.ways,
            "rules": self.rules,
        }
        self.page = "game"
        self._listen()
        self.fbind("size", lambda *_: self.refresh())

    def _listen(self) -> None:
        players, entry, rules = self.players, self.ways, self.rules
        self.games.bind(on_game=lambda _, name: self._choose(name))
        self.ids.bar.bind(on_back=lambda _: self.app.back())
        self.ids.tabs.bind(on_chosen=lambda _, at: self._turn(self.shown_pages[at]))
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
        self.page = "game"
        self.games.order = self._latest_first()

    def _latest_first(self) -> tuple[str, ...]:
        """List the games, those played last first."""
        archive = self.app.archive
        found = [archive.read(number) for number in archive.numbers()[:LOOKED_BACK]]
        played = [each.header.game for each in found if isinstance(each, Kept)]
        return tuple(dict.fromkeys((self.draft.game, *played, *NAMES)))

    @property
    def shown_pages(self) -> list[str]:
        """The pages that there is something to ask on: in games that no camera follows there is no choice of ways."""
        return [name for name in PAGES if name != "entry" or len(self.draft.ways) > 1]

    def _choose(self, name: str) -> None:
        """Take a game, and go on to who plays it."""
        self.draft = self.draft.with_game(name)
        self._turn("players")

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
        self.ids.tabs.texts = [tr(PAGES[name]) for name in self.shown_pages]
        self.ids.tabs.at = self.shown_pages.index(self.page)
        self.ids.begin.text = tr("Begin")
        page = self.pages[self.page]
        if page.parent is None:
            self.ids.here.clear_widgets()
            self.ids.here.add_widget(page)
        page.show(self.draft, self.room)

    def _turn(self, page: str) -> None:
        self.page = page
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
        watched = self.draft.entry == "camera"
        self.app.go("table")
        if watched:
            self.app.go("camera")

    def _remember(self) -> None:
        with suppress(OSError):  # the match matters more than who is proposed next time
            self.app.archive.remember(self.draft.people())
