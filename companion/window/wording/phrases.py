"""Phrases of several screens: who scored what and why, how a match stands, notices, days. English is the key."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence

from companion import theme
from companion.locales import N_
from companion.messages import Notice, Rescored
from companion.record.match_summary import Move, as_it_stands, side_of, sides_of
from companion.record.side_marks import marks_of
from companion.window.widgets.playing_card import TEN, card_markup
from companion.window.widgets.standing import SideStanding
from companion.window.widgets.text import plain, signs
from engine.cards import PACK, Card, Rank, Suit
from engine.events import Event, IllegalPlay
from engine.games import game_called
from engine.header import Header
from engine.match import AnyMatch
from engine.options import Choice
from engine.porrazo.events import Play
from engine.porrazo.game import Match
from engine.words import Said

Translate = Callable[[str], str]
Plural = Callable[[str, str, int], str]
"""Translates one of two English texts, for one thing and for several, by a number."""

REASONS = {
    "ronda": N_("ronda"),
    "rondine": N_("rondine"),
    "four": N_("four alike"),
    "porrazo": N_("porrazo"),
    "counter_porrazo": N_("counter-porrazo"),
    "san_benito": N_("san benito"),
    "limpia": N_("limpia"),
    "in_place": N_("in place"),
    "tendido_place": N_("tendido, in place"),
    "tendido_set": N_("tendido, alike"),
    "cards": N_("most cards"),
    "adjust": N_("by hand"),
}
"""What the rules call a score, by the word in the record."""

SHORT = {"tendido_place": N_("in place"), "tendido_set": N_("alike")}
"""Words for scores where it was said already that they are a tendido's."""

KINDS = {"ronda": N_("Ronda"), "rondine": N_("Rondine"), "four": N_("Four alike")}
"""What a player may announce."""

NAMED_CARDS = {card.name: card for card in PACK}
COURT = (N_("ace"), N_("jack"), N_("queen"), N_("king"))
"""Ranks that have a name in words."""

MONTHS = (
    N_("January"), N_("February"), N_("March"), N_("April"), N_("May"), N_("June"),
    N_("July"), N_("August"), N_("September"), N_("October"), N_("November"), N_("December"),
)  # fmt: skip

SOURCE_NAMES = {
    "announcements": N_("Announcements"),
    "porrazos": N_("Porrazos"),
    "limpias": N_("Limpias"),
    "in_place": N_("In place"),
    "tendidos": N_("Tendidos"),
    "cards": N_("Most cards"),
    "by_hand": N_("By hand"),
}
"""What the kinds of `companion.record.statistics.SOURCES` are called."""

ARROW = "\N{BLACK RIGHT-POINTING TRIANGLE}"
RUN = "\N{RIGHTWARDS ARROW}"
MINUS = "\N{MINUS SIGN}"
BETWEEN = "  \N{MIDDLE DOT}  "
"""What separates an event from its scores."""
SUITS = {suit.letter: suit for suit in Suit}
Values = Mapping[tuple[str, Choice], str]
"""A game's words for the fields of its events, by field and value."""
NOTHING: Values = {}


def why_words(header: Header, why: str) -> str:
    """Give the English words for a score, by the word in the record: the game's own, else the usual ones."""
    return game_called(header.game).words.whys.get(why) or REASONS.get(why, why)


def source_name(header: Header, kind: str) -> str:
    """Give the English name of a kind of `companion.record.statistics.SOURCES`, or of one of another game."""
    found = SOURCE_NAMES.get(kind) or why_words(header, kind)
    return found[:1].upper() + found[1:]


def reason(move: Move, header: Header, tr: Translate) -> str:
    """Say why a move scored, with the cards or the rank it was about, marked up."""
    words = plain(tr(why_words(header, move.why)))
    return _with_cards(words, move)


def _with_cards(words: str, move: Move) -> str:
    """Add the cards or the rank that a score was about."""
    if not move.cards:
        return words if move.rank is None else f"{words} {rank_name(move.rank)}"
    cards = " ".join(map(card_markup, move.cards))
    up_to = move.rank is not None and move.why == "limpia" and move.rank != move.cards[0].rank
    return f"{words} {cards}{signs(RUN)}{rank_name(move.rank)}" if up_to and move.rank else f"{words} {cards}"


def short(why: str) -> str:
    """Give the English word for a score beside which the tendido is named already."""
    return SHORT.get(why, REASONS.get(why, why))


def rank_name(rank: Rank) -> str:
    """Give a rank as a card shows it."""
    return TEN if rank.letter == "T" else rank.letter


OF_THE_SIDE = ("cards", "adjust")
"""Scores that are no single player's: a side counts its cards together, and points by hand are a side's."""


def scorer(header: Header, seat: int, why: str, tr: Translate) -> str:
    """Name who scored, marked up: the player, or both of a team where the points are the team's."""
    if why in OF_THE_SIDE or why in game_called(header.game).words.of_the_side:
        return side_name(header, side_of(header, seat), tr)
    return plain(header.players[seat])


def scored(move: Move, header: Header, tr: Translate) -> str:
    """Say who scored what and why, marked up: ``Ana +2  limpia 7♥``."""
    return points_said(scorer(header, move.seat, move.why, tr), move.points, reason(move, header, tr))


def points_said(name: str, points: int, why: str) -> str:
    """Say that somebody (nobody where it is clear who) scored so many points, for this reason."""
    signed = f"+{points}" if points >= 0 else f"{MINUS}{-points}"
    colour = theme.markup(theme.POINTS if points >= 0 else theme.WRONG)
    said = f"[color={colour}][b]{signed}[/b]{'  ' if name else ' '}{why}[/color]"
    return f"{name} {said}" if name else said


def said(each: Said, tr: Translate, values: Values = NOTHING) -> str:
    """Say a sentence of a game's, marked up; ``values`` are the game's words for what is no card."""
    facts = {name: fact(name, value, tr, values) for name, value in each.facts.items()}
    return plain(tr(each.sentence)).format(**facts)


def fact(name: str, value: object, tr: Translate, values: Values = NOTHING) -> str:
    """Write one fact of a sentence, marked up: a card, several, a suit, a word of the game, or as it is."""
    match value:
        case Card():
            return card_markup(value)
        case Suit():
            return signs(value.symbol)
        case str() if name == "suit" and value in SUITS:
            return signs(SUITS[value].symbol)
        case tuple() | list():
            return BETWEEN.join(row(group) for group in value) if _grouped(value) else row(value)
        case bool() | int() | str() | None:
            word = values.get((name, value))
            return plain(tr(word) if word else ("" if word == "" else str(value)))
        case _:
            return plain(str(value))


def _grouped(value: Sequence[object]) -> bool:
    return bool(value) and isinstance(value[0], tuple | list)


def row(cards: object) -> str:
    """Write cards one after the other."""
    assert isinstance(cards, tuple | list)
    return " ".join(card_markup(card) for card in cards)


def side_name(header: Header, side: int, tr: Translate) -> str:
    """Name a side by its players, marked up."""
    return tr(" and ").join(plain(header.players[seat]) for seat in sides_of(header)[side])


def standing(match: AnyMatch, tr: Translate, *, playing: bool) -> str:
    """Say where the match stands, in its game's words, or merely how far one plays."""
    if not playing:
        return tr("To {target}").format(target=match.header.target)
    return said(match.game.standing(match.header, as_it_stands(match)), tr, match.game.words.values)


def player(name: str, kind: str | None, tr: Translate, *, to_play: bool) -> str:
    """Name a player for the panel, with an arrow if it is their turn, and what they announced."""
    text = plain(name)
    if kind is not None:
        text += f" [i]{plain(tr(KINDS[kind]).lower())}[/i]"
    return f"{signs(ARROW)} {text}" if to_play else text


def question(event: Event, match: Match, tr: Translate, choices: int = 1) -> str:
    """Ask about an event that the watcher was not sure of."""
    if isinstance(event, Play):
        name = plain(match.header.players[event.seat])
        if choices > 1:
            return tr("What did {name} play?").format(name=name)
        return tr("Did {name} play {card}?").format(name=name, card=card_markup(event.card))
    return tr("Was that right?")


def notice(told: Notice, tr: Translate) -> str:
    """Say a notice as a sentence, marked up; cards that the engine names in English get their signs."""
    said = plain(tr(told.text)).format(**{name: _fact(value, tr) for name, value in told.values.items()})
    return said if told.text.startswith("{") else said[:1].upper() + said[1:]


def refusal(wrong: IllegalPlay, tr: Translate) -> str:
    """Say why the rules refuse something."""
    return notice(Notice(wrong.sentence, wrong.facts), tr)


def _fact(value: object, tr: Translate) -> str:
    if isinstance(value, tuple) and all(isinstance(each, Card) for each in value):
        return " ".join(map(card_markup, value))
    if isinstance(value, tuple):
        return ", ".join(_rescored(each, tr) for each in value if isinstance(each, Rescored))
    text = str(value)
    if text in NAMED_CARDS:
        return card_markup(NAMED_CARDS[text])
    return plain(tr(text) if text in COURT else text)


def _rescored(change: Rescored, tr: Translate) -> str:
    names = tr(" and ").join(plain(name) for name in change.names)
    return tr("{name} {now} instead of {before}").format(name=names, now=change.now, before=change.before)


def sides(match: AnyMatch, tr: Translate) -> list[SideStanding]:
    """Tell for every side its mark, its names, its points and whether it has won; the winner comes first."""
    position, marks = as_it_stands(match), marks_of(match.header)
    told = [
        SideStanding(
            marks[side],
            side_name(match.header, side, tr),
            position.scores[side],
            position.winner == side,
        )
        for side in range(len(position.scores))
    ]
    return sorted(told, key=lambda side: not side.won)


def day(when: float, now: float, tr: Translate) -> str:
    """Name a day and an hour as people do: today, yesterday, else the date."""
    then, today = time.localtime(when), time.localtime(now)
    hour = time.strftime("%H:%M", then)
    for ago, text in ((0, N_("Today, {hour}")), (1, N_("Yesterday, {hour}"))):
        if time.localtime(max(0.0, now - 86400 * ago))[:3] == then[:3]:
            return tr(text).format(hour=hour)
    if then.tm_year == today.tm_year:
        return tr("{day} {month}, {hour}").format(
            day=then.tm_mday, month=tr(MONTHS[then.tm_mon - 1]), hour=hour
        )
    return tr("{day} {month} {year}").format(
        day=then.tm_mday, month=tr(MONTHS[then.tm_mon - 1]), year=then.tm_year
    )
