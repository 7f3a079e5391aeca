"""The decks' screen: the decks that were taught, teaching one, forgetting one."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from itertools import count
from pathlib import Path

import numpy as np
from kivy.clock import Clock
from kivy.graphics.texture import Texture
from kivy.properties import NumericProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.image import Image as Picture

from companion.locales import N_
from companion.pipeline.table_watch import TableWatch
from companion.setup.deck_lesson import Lesson
from companion.window.decks.lesson_plate import LessonPlate
from companion.window.decks.lesson_words import known
from companion.window.decks.picture_choice import PictureSheet
from companion.window.screen import AppContext, Screen
from companion.window.widgets import load_kv, plates
from companion.window.widgets.dialogs import Act, Choice
from companion.window.widgets.name_entry import NameEntry, ask_name
from companion.window.widgets.plates import EmptyPlate
from companion.window.widgets.playing_card import CardRow
from companion.window.widgets.text import TouchButton, language, plain
from engine.cards import Card
from vision.enrolment.decks import BadDeck, DamagedDeck, EnrolledDeck, Faces, forget, shelf

PARTS = (CardRow,)
"""Named in the .kv."""

load_kv(__file__)

LOOKS_A_SECOND = 5
"""Times a second at which the progress of a lesson is shown."""
SHOWN_FACES = 4
"""Number of cards shown of each deck."""


SAMPLE = tuple(Card.parse(name) for name in ("As", "Kh", "Qd"))
"""Cards of the usual deck, shown while no other one was taught."""
HOW = N_("Most decks are read as they are. One that is read badly can be learnt from pictures of its cards.")


class PicturedCards(BoxLayout):
    """Cards within the corners of a picture, as they are shown to learn a deck."""

    corner = NumericProperty(8)
    """Length of the lines that make a corner, in pixels."""
    framed = NumericProperty(8)
    floor, roof = NumericProperty(0), NumericProperty(8)
    """The picture's height, and where its lower and its upper edge lie, in pixels."""
    thick = NumericProperty(1.5)

    def __init__(self, **kwargs: object) -> None:
        super().__init__(**kwargs)
        self.ids.sample.cards = list(SAMPLE)


class DeckPlate(plates.Plate):
    """A deck: some of its faces, its name, how much of it is known, and a button that forgets it. One that is damaged
    says so.
    """

    def __init__(self, deck: EnrolledDeck | DamagedDeck, unit: float) -> None:
        super().__init__(unit=unit)
        self.deck = deck
        tr = language.tr
        self.ids.name.text = plain(deck.name)
        self.forget: TouchButton = self.ids.forget
        self.forget.text = tr("Delete")
        if isinstance(deck, DamagedDeck):
            self.ids.known.text = tr("Its file is damaged. Delete it, and show its cards again.")
            return
        self.ids.known.text = known(deck, tr, language.many)
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
    """A column of decks that scrolls, the lesson above them while there is one; a button begins one."""

    def __init__(self, app: AppContext, **kwargs: object) -> None:
        super().__init__(app, **kwargs)
        self.plates: list[DeckPlate] = []
        self.lesson_plate: LessonPlate | None = None
        self.dialogue: Choice | None = None
        self.asking: NameEntry | None = None
        self.picking: PictureSheet | None = None
        self.teach_button, self.scroll = self.ids.teach.__self__, self.ids.scroll.__self__
        self.empty = EmptyPlate(PicturedCards())
        self.empty.bind(on_act=lambda _: self.teach())
        self.fbind("size", lambda *_: self.refresh())

    def shown(self, **_what: object) -> None:
        """Come to the front: what went wrong the last time is over, a lesson may have gone on."""
        self.ids.notice.text = ""
        if self.app.lesson is not None and self.app.lesson.running:
            self._follow()

    def hidden(self) -> None:
        """Leave nothing open over another screen; a lesson goes on."""
        for sheet in (self.dialogue, self.asking, self.picking):
            if sheet is not None:
                sheet.dismiss(animation=False)

    def refresh(self) -> None:
        """List the decks that there are now."""
        tr = language.tr
        column, lesson = self.ids.column, self.app.lesson
        column.clear_widgets()
        self.lesson_plate = None
        if lesson is not None:
            self.lesson_plate = LessonPlate(lesson, self.room.unit, self._read, self._again)
            column.add_widget(self.lesson_plate)
        self.plates = [DeckPlate(deck, self.room.unit) for deck in shelf().all]
        for plate in self.plates:
            plate.forget.bind(on_release=partial(self._ask, plate.deck))
            column.add_widget(plate)
        self.teach_button.disabled = lesson is not None and lesson.running
        listed = lesson is not None or bool(self.plates)
        self.ids.how.text = tr(HOW) if listed else ""
        self._show_list(listed)

    def _show_list(self, listed: bool) -> None:
        """Show the list and the button over it, or what would be in it and the same button there."""
        tr, empty, bar = language.tr, self.empty, self.ids.bar
        empty.unit, empty.upright = self.room.unit, self.room.upright
        empty.title, empty.sentence = tr(N_("No deck has been taught yet")), tr(HOW)
        empty.action = tr(N_("Teach a deck"))
        self.ids.place.clear_widgets()
        self.ids.place.add_widget(self.scroll if listed else empty)
        if listed and self.teach_button.parent is None:
            bar.add_widget(self.teach_button)
        elif not listed:
            bar.remove_widget(self.teach_button)

    # -- a lesson ----------------------------------------------------------------------------------------

    def teach(self) -> None:
        """Ask what the deck is called; one that is known is learnt further."""
        tr, names = language.tr, [deck.name for deck in shelf().all]
        free = (tr("Deck {number}").format(number=number) for number in count(1))
        name = next(each for each in free if each not in names)
        self.asking = ask_name(tr("Name of the deck"), name, names, self._named, self.unit)

    def _named(self, name: str) -> None:
        self.picking = PictureSheet(name, partial(self._learn, name), self.unit)
        self.picking.open(animation=False)

    def _learn(self, name: str, files: Sequence[Path]) -> None:
        self.app.lesson = Lesson(name, files)
        self.app.lesson.start()
        self.refresh()
        self._follow()

    def _follow(self) -> None:
        """Show the lesson as it goes on, until it is over."""
        Clock.unschedule(self._step)
        Clock.schedule_interval(self._step, 1 / LOOKS_A_SECOND)

    def _step(self, _seconds: float) -> None:
        lesson = self.app.lesson
        if lesson is not None and lesson.running:
            if self.lesson_plate is not None:
                self.lesson_plate.show()
            return
        Clock.unschedule(self._step)
        self._decks_changed()

    def _again(self) -> None:
        """Try once more to keep what was learnt."""
        if self.app.lesson is not None:
            self.app.lesson.again()
            self.refresh()
            self._follow()

    def _read(self) -> None:
        """What came of the lesson was read."""
        self.app.lesson = None
        self.refresh()

    def _decks_changed(self) -> None:
        """Show the decks there are now, and let what watches the table read by them."""
        session = self.app.session
        if session is not None and isinstance(session.producer, TableWatch):
            choice = session.producer.choice
            self.app.watch(TableWatch(choice, session.header, session.match.events))
        self.refresh()

    # -- forgetting --------------------------------------------------------------------------------------

    def _ask(self, deck: EnrolledDeck | DamagedDeck, _button: object) -> None:
        """Ask once more: what is forgotten must be shown again."""
        tr = language.tr
        self.dialogue = Choice(
            [Act(tr("Delete"), partial(self._forget, deck))],
            tr("Cancel"),
            title=tr("Delete the deck {name}?").format(name=plain(deck.name)),
            detail=tr("Its cards would have to be shown again."),
            unit=self.unit,
        )
        self.dialogue.open(animation=False)

    def _forget(self, deck: EnrolledDeck | DamagedDeck) -> None:
        try:
            forget(deck.name)
        except (BadDeck, OSError) as error:
            reason = getattr(error, "strerror", None) or str(error)
            self.ids.notice.text = language.tr("The deck cannot be deleted: {reason}").format(
                reason=plain(reason)
            )
        self._decks_changed()
