"""How a doubtful recount is asked about: what people did against the rules, as far as it can be told, in words."""

from __future__ import annotations

from companion.window.widgets.playing_card import card_markup
from companion.window.widgets.text import plain
from companion.window.wording.phrases import Translate
from engine.cards import Card
from engine.entry import Entry
from engine.porrazo.events import Play, Recount
from engine.porrazo.foresight import taken_by
from engine.porrazo.game import Match


def recount_question(doubt: Entry, match: Match, tr: Translate) -> str:
    """Ask about a recount: a capture just before that took too much, or too little; else what lies there."""
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
            said = tr("{cards} is no part of {name}'s capture. Was it taken all the same?")
            return said.format(cards=_row(fewer), name=name)
        if taken and more and not fewer and {*more} <= {*taken}:
            said = tr("{cards} belongs to {name}'s capture. Was it left on the table?")
            return said.format(cards=_row(more), name=name)
    if not recount.cards:
        return tr("I lost the thread there. Was the table empty then?")
    return tr("I lost the thread there. Did these lie on the table then: {cards}?").format(
        cards=_row(recount.cards)
    )


def _row(cards: list[Card] | tuple[Card, ...]) -> str:
    return " ".join(map(card_markup, cards))
