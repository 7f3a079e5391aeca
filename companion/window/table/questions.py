"""The question at the table: is a doubtful event right, or does a tapped card capture or stay in place?"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace

from companion.window.table import corrections, legal_taps
from companion.window.table.context import TableContext
from companion.window.table.event_lines import cards
from companion.window.table_parts.live_picture import crop_of
from companion.window.table_parts.prompts import Question
from companion.window.widgets.playing_card import card_markup
from companion.window.widgets.text import language, plain
from companion.window.wording.phrases import Translate
from engine.cards import BY_TEXT, Card
from engine.entry import Entry
from engine.events import Event
from engine.porrazo.events import Play, Recount
from engine.porrazo.foresight import prospect, taken_by
from engine.porrazo.game import Match
from engine.porrazo.position import Position

MOST_CARDS = 3
DEAL_S = 4.0
"""Seconds: the dealer takes the pack and deals three cards to each in no less. In the example films the first play of a
batch comes 8 to 17 s after the last of the one before."""


class Questions:
    """Asks one question at a time. One about a tapped card comes first: somebody waits for it."""

    def __init__(self, table: TableContext, question: Question) -> None:
        self.table, self.question = table, question
        self._plays: tuple[Play, ...] = ()
        self._doubt: Entry | None = None
        self._choices: list[Card] = []
        self._pictured: object = None
        """Of which doubt the crop shows the card: as it was seen when it was asked about."""
        self._gap: tuple[Entry, ...] = ()
        """Doubts that are asked about in one question."""
        self._singly: set[object] = set()
        """Doubts that people want to be asked about line by line."""

    @property
    def asks(self) -> bool:
        """Whether there is something to ask."""
        return bool(self._plays) or self._doubt is not None

    def show(self) -> None:
        """Put what is to be asked on the screen."""
        session, question = self.table.session, self.question
        self._plays = tuple(play for play in self._plays if session.allows(play))
        self._doubt = session.doubt
        self._gap = gap(session.ledger.doubts, session.match)
        if self._singly.intersection(entry.key for entry in self._gap):
            self._gap = ()
        if self._plays:
            self._ask_place()
        elif self._gap:
            self._ask_gap()
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
        taken = cards(prospect(position, play).captured)
        question.answers = [
            tr("Captures {cards}").format(cards=taken),
            tr("In place, +{points}").format(points=int(play.card.rank)),
        ]

    # -- a gap -----------------------------------------------------------------------------------------

    def _ask_gap(self) -> None:
        tr, question = language.tr, self.question
        question.text = gap_question(self._gap, self.table.session.match, tr)
        question.cards, question.crop, self._pictured, self._choices = [], None, None, []
        question.answers = [tr("Yes"), tr("Line by line")]

    def _settle_gap(self, at: int) -> None:
        lines = self._gap
        if self.question.answers[at] == language.tr("Yes"):
            self.table.change(lambda: self.table.session.confirm(*lines))
        else:
            self._singly = {entry.key for entry in lines}
            self.table.change(lambda: None)

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
            else play_question(event, match, tr, len(self._choices))
        )
        question.cards = self._choices
        sure = [] if len(self._choices) > 1 else [tr("Yes")]
        other = [tr("Another card")] if isinstance(event, Play) else []
        question.answers = [*sure, *other, tr("No") if sure else tr("No card")]

    def look(self) -> None:
        """Show what the camera sees of the card in doubt, once it does; what was shown stays."""
        alone = self._doubt is not None and not self._gap
        if alone and not self._plays and self.question.crop is None:
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
        elif self._gap:
            self._settle_gap(at)
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


def gap(doubts: Sequence[Entry], match: Match) -> tuple[Entry, ...]:
    """Give the doubts that make one question: those in a row, plays among them. A recount that says what people did
    with a capture is asked about by itself.
    """
    newest = doubts[-1] if doubts else None
    if newest is None or (isinstance(newest.event, Recount) and _about_capture(newest, match, str)):
        return ()
    plays = sum(isinstance(entry.event, Play) for entry in doubts)
    return tuple(doubts) if plays and len(doubts) > 1 else ()


def gap_question(lines: Sequence[Entry], match: Match, tr: Translate) -> str:
    """Ask about all lines of a gap at once, by its first play and its last."""
    plays = [entry.event for entry in lines if isinstance(entry.event, Play)]
    names = [plain(match.header.players[play.seat]) for play in plays]
    if len(plays) == 1:
        said = tr("I did not see all of {name}'s {card}. Are the points right?")
        return said.format(name=names[0], card=card_markup(plays[0].card))
    said = tr("I did not see it all from {name}'s {card} to {other}'s {last}. Are the points right?")
    return said.format(
        name=names[0],
        card=card_markup(plays[0].card),
        other=names[-1],
        last=card_markup(plays[-1].card),
    )


def choices(instead: object, event: Play) -> list[Card]:
    """Give the cards that it may have been, likeliest first."""
    named = (
        [BY_TEXT[str(name)] for name in instead if str(name) in BY_TEXT] if isinstance(instead, list) else []
    )
    return list(dict.fromkeys((event.card, *named)))[:MOST_CARDS]


def play_question(event: Event, match: Match, tr: Translate, choices: int = 1) -> str:
    """Ask about an event that the watcher was not sure of."""
    if isinstance(event, Play):
        name = plain(match.header.players[event.seat])
        if choices > 1:
            return tr("What did {name} play?").format(name=name)
        if (said := _other_arm_question(event, match, tr)) is not None:
            return said
        return tr("Did {name} play {card}?").format(name=name, card=card_markup(event.card))
    return tr("Was that right?")


def _other_arm_question(event: Play, match: Match, tr: Translate) -> str | None:
    """The question about a play whose card another player's arm laid; None where it was the player's own."""
    arm = event.extra.get("arm")
    if not isinstance(arm, int) or arm == event.seat or not 0 <= arm < len(match.header.players):
        return None
    lines = [*match.events]
    k = lines.index(event) if event in lines else 0
    last = next((each for each in reversed(lines[:k]) if isinstance(each, Play)), None)
    players, position = match.header.players, match.outcomes[k].position
    if arm == (event.seat + 1) % len(players) and _last_round(position):
        said = tr("Was {name} dealt one card too few? {arm} laid {card}. Does it count?")
    elif last is not None and position.complete and _seconds_between(last, event) < DEAL_S:
        said = tr("Was {arm} dealt one card too many? Does {card} count as {name}'s?")
    elif last is not None and last.seat == arm:
        said = tr("{arm} plays twice. Does {card} count as {name}'s?")
    else:
        said = tr("{arm} laid {card} in {name}'s turn. Does it count?")
    return said.format(arm=plain(players[arm]), card=card_markup(event.card), name=plain(players[event.seat]))


def _seconds_between(earlier: Event, later: Event) -> float:
    """The seconds from one event to another; infinity where one was not seen."""
    times = [event.extra.get("t") for event in (earlier, later)]
    seen = [float(t) for t in times if isinstance(t, int | float)]
    return seen[1] - seen[0] if len(seen) == len(times) else math.inf


def _last_round(position: Position) -> bool:
    """Whether everybody lays the last card of a batch now: whoever has none left may have been dealt one too few."""
    left = position.setting.plays[position.batch] - len(position.batch_so_far.played)
    return 0 < left <= position.setting.seats


def recount_question(doubt: Entry, match: Match, tr: Translate) -> str:
    """Ask about a recount: a capture just before that took too much, or too little; else what lies there."""
    recount = doubt.event
    assert isinstance(recount, Recount)
    if (said := _about_capture(doubt, match, tr)) is not None:
        return said
    if not recount.cards:
        return tr("I lost the thread there. Was the table empty then?")
    return tr("I lost the thread there. Were these on the table: {cards}?").format(cards=cards(recount.cards))


def _about_capture(doubt: Entry, match: Match, tr: Translate) -> str | None:
    """The question about a capture by which people took too much, or too little; None where there is none."""
    recount = doubt.event
    assert isinstance(recount, Recount)
    line = [entry.key for entry in match.entries if entry.counts].index(doubt.key) + 1
    table = match.outcomes[line - 1].position.table
    more = [card for card in recount.cards if card not in table]
    fewer = [card for card in table if card not in recount.cards]
    play = match.events[line - 2] if line > 1 else None
    if isinstance(play, Play):
        name = plain(match.header.players[play.seat])
        taken = taken_by(match.outcomes[line - 2].position, play, match.outcomes[line - 1])
        if taken and fewer and not more:
            said = tr("{name}'s capture does not include {cards}. Taken all the same?")
            return said.format(cards=cards(tuple(fewer)), name=name)
        if taken and more and not fewer and {*more} <= {*taken}:
            said = tr("{name}'s capture includes {cards}. Left on the table?")
            return said.format(cards=cards(tuple(more)), name=name)
    return None
