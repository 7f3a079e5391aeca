"""The question at the table: is a doubtful event right, or does a tapped card capture or stay in place?"""

from __future__ import annotations

from dataclasses import replace

from companion.window.table import corrections, legal_taps
from companion.window.table.context import TableContext
from companion.window.table_parts.live_picture import crop_of
from companion.window.table_parts.prompts import Question
from companion.window.widgets.playing_card import card_markup
from companion.window.widgets.text import language
from companion.window.wording import event_lines, phrases
from companion.window.wording.recount_question import recount_question
from engine.cards import BY_TEXT, Card
from engine.entry import Entry
from engine.porrazo.events import Play, Recount
from engine.porrazo.foresight import prospect

MOST_CARDS = 3


class Questions:
    """Asks one question at a time. One about a tapped card comes first: somebody waits for it."""

    def __init__(self, table: TableContext, question: Question) -> None:
        self.table, self.question = table, question
        self._plays: tuple[Play, ...] = ()
        self._doubt: Entry | None = None
        self._choices: list[Card] = []
        self._pictured: object = None
        """Of which doubt the crop shows the card: as it was seen when it was asked about."""

    @property
    def asks(self) -> bool:
        """Whether there is something to ask."""
        return bool(self._plays) or self._doubt is not None

    def show(self) -> None:
        """Put what is to be asked on the screen."""
        session, question = self.table.session, self.question
        self._plays = tuple(play for play in self._plays if session.allows(play))
        self._doubt = session.doubt
        if self._plays:
            self._ask_place()
        elif self._doubt is not None:
            self._ask_doubt(self._doubt)
        else:
            question.text, question.cards, question.answers = "", [], []
            question.crop = self._pictured = None

    # -- a card tapped ---------------------------------------------------------------------------------

    def tapped(self, card: Card) -> None:
        """Play a rank for whoever's turn it is; where it may capture or stay in its place, ask which."""
        found = legal_taps.plays(self.table.session.match.position, card)
        if len(found) == 1:
            self._plays = ()
            self.table.change(lambda: self.table.session.tap(found[0]))
        elif found:
            self._plays = found
            self.table.change(lambda: None)

    def _ask_place(self) -> None:
        tr, question = language.tr, self.question
        position, play = self.table.session.match.position, self._plays[0]
        question.text = tr("{card}: capture, or in place?").format(card=card_markup(play.card))
        question.cards, question.crop, self._pictured = [], None, None
        taken = event_lines.cards(prospect(position, play).captured)
        question.answers = [
            tr("Captures {cards}").format(cards=taken),
            tr("In place, +{points}").format(points=int(play.card.rank)),
        ]

    # -- a doubt ---------------------------------------------------------------------------------------

    def _ask_doubt(self, doubt: Entry) -> None:
        tr, question, match = language.tr, self.question, self.table.session.match
        event = doubt.event
        self._choices = choices(event.extra.get("instead"), event) if isinstance(event, Play) else []
        if doubt.key != self._pictured:
            self._pictured, question.crop = doubt.key, None
        self.look()
        question.text = (
            recount_question(doubt, match, tr)
            if isinstance(event, Recount)
            else phrases.question(event, match, tr, len(self._choices))
        )
        question.cards = self._choices
        sure = [] if len(self._choices) > 1 else [tr("Yes")]
        other = [tr("Another card")] if isinstance(event, Play) else []
        question.answers = [*sure, *other, tr("No") if sure else tr("No card")]

    def look(self) -> None:
        """Show what the camera sees of the card in doubt, once it does; what was shown stays."""
        if self._doubt is not None and not self._plays and self.question.crop is None:
            names = [str(card) for card in self._choices]
            self.question.crop = crop_of(self.table.session.picture, names)

    def card(self, at: int) -> None:
        """A card was tapped in answer."""
        doubt, card = self._doubt, self._choices[at]
        if doubt is None or not isinstance(doubt.event, Play):
            return
        if card == doubt.event.card:
            self.table.change(lambda: self.table.session.confirm(doubt))
        else:
            event = replace(doubt.event, card=card, took=(), in_place=False)
            self.table.change(lambda: self.table.session.correct(doubt, event))

    def answer(self, at: int) -> None:
        """A button was tapped in answer."""
        if self._plays:
            self._place(at)
        elif self._doubt is not None:
            self._settle(self._doubt, at)

    def _place(self, at: int) -> None:
        chosen, self._plays = self._plays[at], ()
        self.table.change(lambda: self.table.session.tap(chosen))

    def _settle(self, doubt: Entry, at: int) -> None:
        session, answer = self.table.session, self.question.answers[at]
        if answer == language.tr("Another card"):
            corrections.correct_entry(self.table, doubt)
        elif answer == language.tr("Yes"):
            self.table.change(lambda: session.confirm(doubt))
        else:
            self.table.change(lambda: session.remove(doubt))


def choices(instead: object, event: Play) -> list[Card]:
    """Give the cards that it may have been, likeliest first."""
    named = (
        [BY_TEXT[str(name)] for name in instead if str(name) in BY_TEXT] if isinstance(instead, list) else []
    )
    return list(dict.fromkeys((event.card, *named)))[:MOST_CARDS]
