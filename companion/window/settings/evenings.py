"""The evenings' screen: those that were kept, how large each is, and a button that deletes it."""

from __future__ import annotations

from collections.abc import Iterable

from companion import theme
from companion.archive import evenings
from companion.archive.evenings import StoredEvening
from companion.window.screen import AppContext, Screen
from companion.window.widgets import load_kv, plates
from companion.window.widgets.text import TouchButton, language, plain

load_kv(__file__)

EMPTY = 0.22
"""Space above what an empty screen says, as a share of the window's height."""


def megabytes(size: int) -> str:
    """Write a size in megabytes, at least a tenth of one."""
    return f"{max(0.1, size / 1_000_000):.1f}"


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
    """A column of evenings that scrolls; one tap deletes one of them, or all."""

    def __init__(self, app: AppContext, **kwargs: object) -> None:
        super().__init__(app, **kwargs)
        self.plates: list[EveningPlate] = []
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
        self.ids.how.text = (
            tr("They lie in {folder}.").format(
                folder=plain(str(self.app.archive.folder / evenings.EVENINGS_FOLDER))
            )
            if self.plates
            else tr('No evening is kept. To keep one, turn on "Keep this evening" in Settings.')
        )
        # What is said of an empty screen stands in its middle.
        self.ids.how.ideal_size = (theme.SMALL if self.plates else theme.HEADLINE) * self.room.unit
        self.ids.how.halign = "left" if self.plates else "center"
        self.ids.how.padding = [0, 0 if self.plates else EMPTY * self.height, 0, 0]

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
