"""The evenings' screen: those that were kept, how large each is, and a button that deletes it."""

from __future__ import annotations

from collections.abc import Iterable

from kivy.metrics import dp
from kivy.properties import NumericProperty
from kivy.uix.widget import Widget

from companion import theme
from companion.archive import evenings
from companion.archive.evenings import StoredEvening
from companion.locales import N_
from companion.window.screen import AppContext, Screen
from companion.window.widgets import load_kv, plates
from companion.window.widgets.plates import EmptyPlate
from companion.window.widgets.playing_card import PlayingCard
from companion.window.widgets.text import TouchButton, language, plain
from engine.cards import Card

load_kv(__file__)

WHAT_FOR = N_(
    "A kept evening has the cards as the camera saw them, the record and a short clip of every doubt, to find out what "
    "was read wrongly. All of it stays on this device."
)
COMES = N_("It is listed here as soon as the camera sees the table, and ends by itself after twelve hours.")
ON_THE_TABLE = (("7h", 0.12, 0.1), ("Kc", 0.31, 0.16), ("As", 0.5, 0.1))
"""Cards in the picture of an evening: which, and how far from its left edge and from its floor, in shares of it."""
CARD_HIGH = 0.34
"""Height of such a card, as a share of the picture's."""
LETTERED = 2.2
"""From this height of the picture on, in touch sizes, its cards have letters: in a smaller one nobody reads them."""


def megabytes(size: int) -> str:
    """Write a size in megabytes, at least a tenth of one."""
    return f"{max(0.1, size / 1_000_000):.1f}"


class EveningPicture(Widget):
    """A table with cards on it by night."""

    side = NumericProperty(1)
    left = NumericProperty(0)
    floor = NumericProperty(0)

    def __init__(self, **kwargs: object) -> None:
        self.cards = [PlayingCard() for _ in ON_THE_TABLE]
        super().__init__(**kwargs)
        for card in self.cards:
            self.add_widget(card)
        for name in ("side", "left", "floor"):
            self.fbind(name, self._lay)
        self._lay()

    def _lay(self, *_: object) -> None:
        for card, (name, across, up) in zip(self.cards, ON_THE_TABLE, strict=True):
            card.card = Card.parse(name) if self.side >= LETTERED * dp(theme.TOUCH) else None
            card.size = theme.CARD_SHAPE * CARD_HIGH * self.side, CARD_HIGH * self.side
            card.pos = self.left + across * self.side, self.floor + up * self.side


class EveningPlate(plates.Plate):
    """An evening: when it began, how large it is, whether it is being kept now, and a button that deletes it."""

    def __init__(self, evening: StoredEvening, unit: float, *, now: bool) -> None:
        super().__init__(unit=unit)
        tr = language.tr
        self.evening, self.now = evening, now
        self.ids.began.text = plain(evening.began)
        size = tr("{size} MB").format(size=megabytes(evening.size))
        self.ids.size.text = tr("{size}, is being kept now").format(size=size) if now else size
        self.delete: TouchButton = self.ids.delete
        self.delete.text = tr("Delete")


class EveningsScreen(Screen):
    """A column of evenings that scrolls; one tap deletes one of them, or all. While there is none it says what one is
    for, and one tap keeps that of today.
    """

    def __init__(self, app: AppContext, **kwargs: object) -> None:
        super().__init__(app, **kwargs)
        self.plates: list[EveningPlate] = []
        self.scroll = self.ids.scroll.__self__
        self.empty = EmptyPlate(EveningPicture())
        self.empty.bind(on_act=lambda _: self._keep_or_go())
        self.fbind("size", lambda *_: self.refresh())

    def shown(self, **_what: object) -> None:
        """Come to the front: what went wrong the last time is over."""
        self.ids.notice.text = ""

    def refresh(self) -> None:
        """List the evenings that there are now."""
        tr, column = language.tr, self.ids.column
        column.clear_widgets()
        kept_now = self._kept_now()
        self.plates = [
            EveningPlate(each, self.room.unit, now=each.folder == kept_now)
            for each in evenings.stored(self.app.archive.folder)
        ]
        for plate in self.plates:
            plate.delete.bind(on_release=lambda _, plate=plate: self.delete([plate]))
            column.add_widget(plate)
        self.ids.all.disabled = not self.plates
        folder = plain(str(self.app.archive.folder / evenings.EVENINGS_FOLDER))
        self.ids.how.text = tr("They lie in {folder}.").format(folder=folder) if self.plates else ""
        self.ids.place.clear_widgets()
        self.ids.place.add_widget(self.scroll if self.plates else self.empty)
        self._show_empty()

    def _show_empty(self) -> None:
        """Say what an evening is for, or that the one of today will come as soon as a camera sees the table."""
        tr, empty, wanted = language.tr, self.empty, self.app.preferences.keeps_evening
        empty.unit, empty.upright = self.room.unit, self.room.upright
        empty.title = tr(N_("This evening is kept")) if wanted else tr(N_("No evening is kept yet"))
        empty.sentence = tr(COMES if wanted else WHAT_FOR)
        empty.action = tr(N_("Camera")) if wanted else tr(N_("Keep this evening"))
        empty.act.disabled = self.app.archive.reads_only and not wanted

    def _keep_or_go(self) -> None:
        """Keep this evening; if it is kept already, go where a camera is set up."""
        if self.app.preferences.keeps_evening:
            self.app.go("camera")
        else:
            self.app.preferences.keep_evening(True)
            self.refresh()

    def _kept_now(self) -> object:
        session = self.app.session
        keeping = getattr(session.producer, "keeping", None) if session is not None else None
        return keeping() if keeping is not None and self.app.preferences.keeps_evening else None

    def delete(self, some: Iterable[EveningPlate]) -> None:
        """Delete these evenings; the one that is being kept now is not kept any further."""
        self.ids.notice.text = ""
        for plate in some:
            if plate.now:
                self.app.preferences.keep_evening(False)
            try:
                evenings.delete(plate.evening)
            except OSError as error:
                text = language.tr("The evening cannot be deleted: {reason}")
                self.ids.notice.text = text.format(reason=plain(error.strerror or str(error)))
        self.refresh()
