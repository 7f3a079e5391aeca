"""Decks: those that this table's people have shown the program, and forgetting one."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import numpy as np
from kivy.graphics.texture import Texture
from kivy.uix.image import Image as Picture

from companion.screens.screen import Screen
from companion.widgets import plates
from companion.widgets.choice import Choice, Option
from companion.widgets.language import language
from companion.widgets.lettering import TouchButton, plain
from companion.widgets.loading import load_kv
from vision.enrolled import BadDeck, EnrolledDeck, Faces, enrolled_decks, forget

if TYPE_CHECKING:
    from companion.screens.porrazo_app import PorrazoApp

load_kv(__file__)

SHOWN_FACES = 4
"""Of each deck so many cards are shown."""


class DeckPlate(plates.Plate):
    """A deck: some of its faces, its name, how much of it is known, and a button that forgets it."""

    def __init__(self, deck: EnrolledDeck, unit: float) -> None:
        super().__init__(unit=unit)
        self.deck = deck
        tr = language.tr
        known = tr("{cards} cards, from {pictures} pictures").format(cards=deck.cards, pictures=deck.pictures)
        self.ids.name.text, self.ids.known.text = plain(deck.name), known
        self.forget: TouchButton = self.ids.forget
        self.forget.text = tr("Forget")
        try:
            faces = some_faces(deck.faces())
        except BadDeck:
            faces = []
        for face in faces:
            self.ids.faces.add_widget(face)


def some_faces(faces: Faces) -> list[Picture]:
    """Pictures of a few different cards of a deck, the first ones known."""
    _, first = np.unique(faces.cards, return_index=True)
    return [_picture(faces.crops[at]) for at in first[-SHOWN_FACES:]]


def _picture(crop: np.ndarray[tuple[int, ...], np.dtype[np.uint8]]) -> Picture:
    height, width = crop.shape[:2]
    texture = Texture.create(size=(width, height), colorfmt="rgb")
    texture.flip_vertical()
    texture.blit_buffer(np.ascontiguousarray(crop[..., ::-1]).tobytes(), colorfmt="rgb", bufferfmt="ubyte")
    return Picture(texture=texture, fit_mode="contain")


class DecksScreen(Screen):
    """A column of decks that scrolls; where there is none, how one is learnt."""

    def __init__(self, app: PorrazoApp, **kwargs: object) -> None:
        super().__init__(app, **kwargs)
        self.plates: list[DeckPlate] = []
        self.dialogue: Choice | None = None
        self.fbind("size", lambda *_: self.refresh())

    def refresh(self) -> None:
        """List the decks that there are now."""
        tr = language.tr
        column = self.ids.column
        column.clear_widgets()
        self.plates = [DeckPlate(deck, self.room.unit) for deck in enrolled_decks()]
        for plate in self.plates:
            plate.forget.bind(on_release=partial(self._ask, plate.deck))
            column.add_widget(plate)
        self.ids.how.text = tr(
            "Most decks are read as they are. One that is read badly can be learnt from photographs of its cards: "
            "porrazo deck learn PICTURES"
        )

    def _ask(self, deck: EnrolledDeck, _button: object) -> None:
        """Ask once more: what is forgotten must be shown again."""
        tr = language.tr
        self.dialogue = Choice(
            [Option(tr("Forget"), partial(self._forget, deck))],
            tr("Cancel"),
            title=tr("Forget {name}?").format(name=plain(deck.name)),
            detail=tr("Its cards would have to be shown again."),
            unit=self.unit,
        )
        self.dialogue.open(animation=False)

    def _forget(self, deck: EnrolledDeck) -> None:
        try:
            forget(deck.name)
        except (BadDeck, OSError) as error:
            self.ids.notice.text = plain(str(error))
        self.refresh()
