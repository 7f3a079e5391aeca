"""Phrases of several screens: who scored what and why, how a match stands, notices, days. English is the key."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence

from companion import theme
from companion.locales import N_
from companion.messages import Notice, Rescored
from companion.record.match_summary import ENTRY, Move, as_it_stands, side_of, sides_of
from companion.record.side_marks import marks_of
from companion.window.widgets.pack_shown import pack_shown
from companion.window.widgets.playing_card import card_markup
from companion.window.widgets.standing import SideStanding
from companion.window.widgets.text import plain, signs
from engine.cards import PACK, Card, Rank, Suit
from engine.events import IllegalPlay
from engine.games import game_called
from engine.header import Header
from engine.match import AnyMatch
from engine.options import Choice
from engine.words import Said

Translate = Callable[[str], str]
Plural = Callable[[str, str, int], str]
"""Translates one of two English texts, for one thing and for several, by a number."""

NAMED_CARDS = {card.name: card for card in PACK}
COURT = (N_("ace"), N_("jack"), N_("queen"), N_("king"))
"""Ranks that have a name in words."""

MONTHS = (
    N_("January"), N_("February"), N_("March"), N_("April"), N_("May"), N_("June"),
    N_("July"), N_("August"), N_("September"), N_("October"), N_("November"), N_("December"),
)  # fmt: skip

ARROW = "\N{BLACK RIGHT-POINTING TRIANGLE}"
TICK = "\N{CHECK MARK}"
RUN = "\N{RIGHTWARDS ARROW}"
MINUS = "\N{MINUS SIGN}"
BETWEEN = "  \N{MIDDLE DOT}  "
"""What separates an event from its scores."""
APART = "  "
"""Between the words of a score and its cards. One space is no wider than that between the cards."""
SUITS = {suit.letter: suit for suit in Suit}
Values = Mapping[tuple[str, Choice], str]
"""A game's words for the fields of its events, by field and value."""
NOTHING: Values = {}


def why_words(header: Header, why: str) -> str:
    """Give the English words for a score, by the word in the record."""
    return game_called(header.game).words.why(why)


def source_name(header: Header, kind: str) -> str:
    """Give the English name of a kind of points in the statistics."""
    words = game_called(header.game).words
    found = words.sources[kind].name if kind in words.sources else words.why(kind)
    return sentence_case(found)


def sentence_case(text: str) -> str:
    """Give a text whose first letter is a capital."""
    return text[:1].upper() + text[1:]


def bare_points(header: Header, why: str) -> bool:
    """Whether points need no reason: where all points are tapped, as on a plain board."""
    return why == "adjust" and header.extra.get(ENTRY) == "points"


def reason(move: Move, header: Header, tr: Translate) -> str:
    """Say why a move scored, with the cards or the rank it was about, marked up."""
    words = "" if bare_points(header, move.why) else plain(tr(why_words(header, move.why)))
    return _with_cards(words, move)


def _with_cards(words: str, move: Move) -> str:
    """Add the cards or the rank that a score was about; one card of another rank began a run up to that rank."""
    if not move.cards:
        return words if move.rank is None else f"{words} {rank_name(move.rank)}"
    cards = " ".join(map(card_markup, move.cards))
    if move.rank is None or len(move.cards) > 1 or move.rank == move.cards[0].rank:
        return f"{words}{APART}{cards}"
    return f"{words}{APART}{cards}{signs(RUN)}{rank_name(move.rank)}"


def rank_name(rank: Rank) -> str:
    """Give a rank as a card shows it."""
    return pack_shown.rank(rank)


def scorer(header: Header, seat: int, why: str, tr: Translate) -> str:
    """Name who scored, marked up: the player, or both of a team where the points are the team's."""
    if why in game_called(header.game).words.of_the_side:
        return side_name(header, side_of(header, seat), tr)
    return plain(header.players[seat])


def scored(move: Move, header: Header, tr: Translate) -> str:
    """Say who scored what and why, marked up: ``Ana +2, limpia 7♥``."""
    return points_said(scorer(header, move.seat, move.why, tr), move.points, reason(move, header, tr))


def points_said(name: str, points: int, why: str) -> str:
    """Say that somebody (nobody where it is clear who) scored so many points, for this reason."""
    signed = f"+{points}" if points >= 0 else f"{MINUS}{-points}"
    colour = theme.markup(theme.POINTS if points >= 0 else theme.WRONG)
    between = (", " if name else " ") if why else ""
    said = f"[color={colour}][b]{signed}[/b]{between}{why}[/color]"
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
            return pack_shown.suit_markup(value)
        case str() if name == "suit" and value in SUITS:
            return pack_shown.suit_markup(SUITS[value])
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


def to_play(name: str) -> str:
    """Mark up the name of who is to play, the same at every table: an arrow before it, both gold."""
    return f"[color={theme.markup(theme.GOLD)}]{signs(ARROW)}\N{NO-BREAK SPACE}{name}[/color]"


def has_won(name: str) -> str:
    """Mark up the name of who has won: a tick before it, both in the colour of points won."""
    return f"[color={theme.markup(theme.POINTS)}]{signs(TICK)}\N{NO-BREAK SPACE}{name}[/color]"


def standing(match: AnyMatch, tr: Translate, *, playing: bool) -> str:
    """Say where the match stands, in its game's words, or merely how far one plays."""
    if not playing:
        return tr("To {target} points").format(target=match.header.target)
    return said(match.game.standing(match.header, as_it_stands(match)), tr, match.game.words.values)


def notice(told: Notice, tr: Translate) -> str:
    """Say a notice as a sentence, marked up; cards that the engine names in English get their signs."""
    said = plain(tr(told.text)).format(**{name: _fact(value, tr) for name, value in told.values.items()})
    return said if told.text.startswith("{") else sentence_case(said)


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
