"""The sheet to choose pictures from a folder: a deck is learnt from them."""

from __future__ import annotations

import getpass
from collections.abc import Callable, Sequence
from pathlib import Path

from kivy.properties import NumericProperty, ObjectProperty
from kivy.uix.modalview import ModalView
from kivy.uix.recyclegridlayout import RecycleGridLayout
from kivy.uix.recycleview import RecycleView
from kivy.uix.recycleview.views import RecycleDataViewBehavior

from companion.setup.deck_lesson import MOST_PICTURES
from companion.setup.file_browser import Listing, drives, listing
from companion.window.widgets import load_kv
from companion.window.widgets.plates import ChiefButton, ChoiceButton, Sentence
from companion.window.widgets.text import language, plain, signs
from companion.window.wording.phrases import Translate
from vision.files.own_files import pictures_folder

load_kv(__file__)


PARTS = (RecycleView, RecycleGridLayout, ChiefButton, Sentence)
"""Named in the .kv."""

INTO = "\N{BLACK RIGHT-POINTING TRIANGLE}"


class PickRow(RecycleDataViewBehavior, ChoiceButton):
    """A folder, which is opened, or a picture, which is chosen or not; ``act`` is what a tap does."""

    unit = NumericProperty(8)
    act = ObjectProperty(None, allownone=True)

    def on_release(self) -> None:
        """Do it."""
        self.act()


class PictureSheet(ModalView):
    """``done(files)`` is called with what was chosen, in the order it lies there; never with nothing."""

    unit = NumericProperty(8)

    def __init__(
        self, name: str, done: Callable[[Sequence[Path]], None], unit: float, folder: Path | None = None
    ) -> None:
        self.done = done
        self.chosen: dict[Path, None] = {}
        """In the order of the choosing; pictures of other folders stay chosen."""
        super().__init__(unit=unit)
        tr = language.tr
        self.ids.title.text = tr("Pictures of {name}").format(name=plain(name))
        self.ids.cancel.text, self.ids.up.text = tr("Cancel"), tr("Up")
        self._sticks = drives(_user())
        self.go(folder or pictures_folder())

    # -- going about -------------------------------------------------------------------------------------

    def go(self, folder: Path) -> None:
        """Look into a folder; one that cannot be looked into is said, and seems empty."""
        try:
            self.there, self.refused = listing(folder), ""
        except OSError as error:
            self.there, self.refused = Listing(folder, (), ()), error.strerror or str(error)
        self.ids.rows.scroll_y = 1
        self._show()

    def up(self) -> None:
        """Go to the folder that this one lies in."""
        self.go(self.there.folder.parent)

    # -- choosing ----------------------------------------------------------------------------------------

    def tap(self, picture: Path) -> None:
        """Choose a picture, or no longer."""
        if picture in self.chosen:
            del self.chosen[picture]
        else:
            self.chosen[picture] = None
        self._show()

    @property
    def all_chosen(self) -> bool:
        """Whether every picture here is chosen."""
        return all(picture in self.chosen for picture in self.there.pictures)

    def all_or_none(self) -> None:
        """Choose every picture here; none, if all are chosen."""
        if self.all_chosen:
            for picture in self.there.pictures:
                del self.chosen[picture]
        else:
            self.chosen.update(dict.fromkeys(self.there.pictures))
        self._show()

    def finish(self) -> None:
        """Take what is chosen."""
        self.dismiss(animation=False)
        self.done(tuple(self.chosen))

    # -- showing -----------------------------------------------------------------------------------------

    def _show(self) -> None:
        tr, count = language.tr, len(self.chosen)
        folders = [*self.there.folders, *(path for path in self._sticks if path not in self.there.folders)]
        rows = [
            {
                "text": f"{signs(INTO)} {plain(path.name)}",
                "chosen": False,
                "act": lambda path=path: self.go(path),
            }
            for path in folders
        ]
        rows += [
            {"text": plain(path.name), "chosen": path in self.chosen, "act": lambda path=path: self.tap(path)}
            for path in self.there.pictures
        ]
        self.ids.rows.data = [{**row, "unit": self.unit} for row in rows]
        self.ids.where.text = plain(str(self.there.folder))
        self.ids.up.disabled = self.there.folder.parent == self.there.folder
        self.ids.all.text = (
            tr("None of these") if self.there.pictures and self.all_chosen else tr("All of these")
        )
        self.ids.all.disabled = not self.there.pictures
        self.ids.done.text = tr("Learn ({count})").format(count=count) if count else tr("Learn")
        self.ids.done.disabled = not 0 < count <= MOST_PICTURES
        self.ids.hint.text = self._hint(count)

    def _hint(self, count: int) -> str:
        tr: Translate = language.tr
        if self.refused:
            return tr("This folder cannot be opened: {reason}").format(reason=plain(self.refused))
        if count > MOST_PICTURES:
            return tr("At most {count} pictures at once").format(count=MOST_PICTURES)
        if not (self.there.pictures or self.there.folders):
            return tr("There are no pictures here")
        return tr(
            "One card a picture, best named after it (7h.jpg, Ts.jpg); or many cards, none over another"
        )


def _user() -> str:
    try:
        return getpass.getuser()
    except (KeyError, OSError, ImportError):  # who has no name here
        return ""
