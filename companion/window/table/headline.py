"""Porrazo's headline for the banner and for phones: the newest event and every score that it brought."""

from __future__ import annotations

from companion.locales import N_
from companion.record.match_summary import as_it_stands, sides_of
from companion.window.table.newest import Newest, newest
from companion.window.widgets.playing_card import card_markup
from companion.window.widgets.text import plain
from companion.window.wording.phrases import (
    BETWEEN,
    Translate,
    bare_points,
    points_said,
    rank_name,
    scorer,
    side_name,
)
from engine.cards import Card, Rank
from engine.events import Adjust
from engine.porrazo.events import Claim, Declare, Leftover, Play, Recount, Tendido
from engine.porrazo.game import Match
from engine.porrazo.position import Position
from engine.porrazo.scoring import Score
from engine.porrazo.words import ANNOUNCED, WORDS

SHORT = {"tendido_place": N_("in place"), "tendido_set": N_("alike")}
"""Words for scores where it was said already that they are a tendido's."""


def headline(match: Match, tr: Translate, *, playing: bool) -> str:
    """Say who has won; else what happened last, what it brought, and what waits or is due. Marked up."""
    position = as_it_stands(match)
    if position.winner is not None:
        return _won(match, position.winner, tr)
    last = newest(match)
    said = [_waits(match, position, tr)] if position.waiting is not None else []
    if last is not None and not (said and isinstance(last.event, Play)):
        said = [_told(last, match, tr), _brought(last, match, tr), *said]  # else it is the play that waits
    if playing and tendido_due(position):
        said.append(tr("{name} lays the tendido now").format(name=_name(match, position.dealer)))
    elif last is None:
        said.append(_first(match, position, tr) if playing else tr("Tap +1 to peg"))
    return BETWEEN.join(part for part in said if part)


def _won(match: Match, side: int, tr: Translate) -> str:
    names = side_name(match.header, side, tr)
    team = len(sides_of(match.header)[side]) > 1
    return tr("{names} win!").format(names=names) if team else tr("{name} wins!").format(name=names)


def _waits(match: Match, position: Position, tr: Translate) -> str:
    waiting = position.waiting
    assert waiting is not None
    return tr("{name}: {why}, {points} if it stands").format(
        name=_name(match, waiting.seat), why=tr(WORDS.why(waiting.why)), points=waiting.total
    )


def _first(match: Match, position: Position, tr: Translate) -> str:
    return tr("{name} plays first").format(name=_name(match, position.turn))


def tendido_due(position: Position) -> bool:
    """Whether the rules want a tendido that nobody has laid yet, and this is the last batch for it (R17)."""
    setting, batch = position.setting, position.batch_so_far
    wanted = setting.options.tendido != "optional" and not position.hand_so_far.tendido
    return wanted and batch.number == setting.batches and not batch.played


def upwards(card: Card, taken: tuple[Card, ...]) -> tuple[Card, ...]:
    """The cards that a play takes as people say them: its equal, and the run above it (R9)."""
    return tuple(sorted(taken, key=lambda other: (other.rank - card.rank) % len(Rank)))


def _told(last: Newest, match: Match, tr: Translate) -> str:
    """Say what happened, in words: ``Beto: 7♦ takes 7♥ and 8♠``."""
    event = last.event
    match event:
        case Play():
            text = tr("{name}: {card} takes {cards}") if last.taken else tr("{name}: {card} stays")
            card, taken = card_markup(event.card), listed(upwards(event.card, last.taken), tr)
            return text.format(name=_name(match, event.seat), card=card, cards=taken)
        case Declare():
            return f"{_name(match, event.seat)}: {plain(tr(ANNOUNCED[event.kind]).lower())}"
        case Tendido():
            return f"{plain(tr('Tendido'))}: {listed(event.cards, tr)}"
        case Leftover():
            return f"{plain(tr('Left over'))}: {listed(event.cards, tr)}"
        case Claim():
            said = tr("{name} claims what {other} did not announce")
            return said.format(name=_name(match, event.seat), other=_name(match, event.against))
        case Adjust():
            return _by_hand(event, match, tr)
        case Recount():
            return (
                f"{plain(tr('On the table'))}: {listed(event.cards, tr)}"
                if event.cards
                else tr("The table is empty")
            )
        case _:
            return plain(event.do)


def _by_hand(event: Adjust, match: Match, tr: Translate) -> str:
    """Say points given by hand."""
    why = "" if bare_points(match.header, "adjust") else plain(tr(WORDS.why("adjust")))
    return points_said(scorer(match.header, event.seat, "adjust", tr), event.points, why)


def listed(cards: tuple[Card, ...], tr: Translate) -> str:
    """Write cards as people say them: ``7♥, 8♠ and 9♣``."""
    *others, last = map(card_markup, cards) if cards else ("",)
    return f"{', '.join(others)}{tr(' and ')}{last}" if others else last


def _brought(last: Newest, match: Match, tr: Translate) -> str:
    """Say every score that an event brought, the largest first, each with its player's name where it changes."""
    event = last.event
    if isinstance(event, Adjust):
        return ""  # its points were told with it
    said, name = [], _name(match, event.seat) if isinstance(event, Play | Declare | Claim) else ""
    for score in sorted(last.scores, key=lambda score: -score.points):
        who = scorer(match.header, score.seat, score.why, tr)
        words = points_said("", score.points, _reason(score, last, tr))
        said.append(words if who == name else f"{who} {words}")
        name = who
    return ", ".join(said)


def short(why: str) -> str:
    """Give the English word for a score beside which the tendido is named already."""
    return SHORT.get(why, WORDS.why(why))


def _reason(score: Score, last: Newest, tr: Translate) -> str:
    """Say why, and the rank it was about unless the card was named just now."""
    words = plain(tr(short(score.why)))
    return words if score.rank is None or score in last.own else f"{words} {rank_name(score.rank)}"


def _name(match: Match, seat: int) -> str:
    return plain(match.header.players[seat])
