"""A lesson on the decks' screen: its progress, then its result until somebody has read it."""

from __future__ import annotations

from collections.abc import Callable

from companion import theme
from companion.setup.deck_lesson import Lesson
from companion.window.decks.lesson_words import failed, going_on, left_out, report
from companion.window.widgets import load_kv
from companion.window.widgets.plates import Plate, ProgressLine, Sentence
from companion.window.widgets.text import TouchButton, language, plain

PARTS = (ProgressLine,)
"""Named in the .kv."""

load_kv(__file__)


class LessonPlate(Plate):
    """``read()``: the lesson is over and that was read; ``again()``: it is to be kept after all. `show` follows it."""

    def __init__(
        self, lesson: Lesson, unit: float, read: Callable[[], None], again: Callable[[], None]
    ) -> None:
        super().__init__(unit=unit)
        self.lesson, self.read, self.again = lesson, read, again
        self._shown: object = None
        self.show()

    def show(self) -> None:
        """Show how far it is now."""
        self.ids.line.progress = self.lesson.progress
        now = self.lesson.stage, language.code
        if now != self._shown:
            self._shown = now
            self._write()

    def _write(self) -> None:
        tr, lesson = language.tr, self.lesson
        over = tr("{name} is learnt") if lesson.stage == "done" else tr("{name} is not learnt")
        title = tr("Learning: {name}") if lesson.running else over
        self.ids.title.text = title.format(name=plain(lesson.name))
        self.ids.line.height = max(3, 0.6 * self.unit) if lesson.running else 0
        self.ids.said.clear_widgets()
        for at, text in enumerate(self._sentences()):
            colour = theme.INK if at < 2 else theme.INK_SOFT
            sentence = Sentence(text=text, ideal_size=theme.SMALL * 1.1 * self.unit, color=colour)
            self.ids.said.add_widget(sentence)
        self._put_buttons()

    def _sentences(self) -> list[str]:
        tr, lesson = language.tr, self.lesson
        if lesson.running:
            return [going_on(lesson, tr)]
        if lesson.taught is not None:
            return list(report(lesson.taught, tr, language.many))
        if lesson.fault is not None:
            return [failed(lesson.fault, tr), *left_out(lesson.left_out, tr, language.many)]
        return [tr("It was stopped; nothing has changed.")]

    def _put_buttons(self) -> None:
        tr, lesson = language.tr, self.lesson
        self.ids.buttons.clear_widgets()
        if lesson.running:
            self._button(tr("Stop"), lesson.stop)
            return
        if lesson.can_try_again:
            self._button(tr("Try again"), self.again)
        self._button(tr("OK"), self.read)

    def _button(self, text: str, act: Callable[[], None]) -> None:
        button = TouchButton(text=text, ideal_size=theme.BODY * self.unit, on_release=lambda _: act())
        self.ids.buttons.add_widget(button)
