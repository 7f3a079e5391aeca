"""Says in the language on screen what a match has to tell. Its English texts are the keys of the others."""

from collections.abc import Callable

from companion.locales import mark
from companion.messages import Notice, Rescored
from companion.screens.reading import Move, as_it_stands
from companion.widgets.lettering import plain, signs
from companion.widgets.playing_card import TEN, card_markup
from engine.cards import PACK, Rank
from engine.illegal import IllegalPlay
from engine.match import Match
from engine.porrazo.position import Position
from engine.record import Event, Play

Translate = Callable[[str], str]

REASONS = {
    "ronda": mark("ronda"),
    "rondine": mark("rondine"),
    "four": mark("four alike"),
    "porrazo": mark("porrazo"),
    "counter_porrazo": mark("counter-porrazo"),
    "san_benito": mark("san benito"),
    "limpia": mark("limpia"),
    "in_place": mark("in place"),
    "tendido_place": mark("tendido, in place"),
    "tendido_set": mark("tendido, alike"),
    "cards": mark("most cards"),
    "adjust": mark("by hand"),
}
"""What the rules call a score, by the word in the record."""

SHORT = {"tendido_place": mark("in place"), "tendido_set": mark("alike")}
"""Words for scores where it was said already that they are a tendido's."""

KINDS = {"ronda": mark("Ronda"), "rondine": mark("Rondine"), "four": mark("Four alike")}
"""What a player may announce."""

NAMED_CARDS = {card.name: card for card in PACK}
COURT = (mark("ace"), mark("jack"), mark("queen"), mark("king"))
"""Ranks that have a name in words."""

ARROW = "\N{BLACK RIGHT-POINTING TRIANGLE}"
RUN = "\N{RIGHTWARDS ARROW}"
MINUS = "\N{MINUS SIGN}"


def reason(move: Move, tr: Translate) -> str:
    """Say why a move scored, with the cards or the rank it was about, marked up."""
    words = plain(tr(REASONS.get(move.why, move.why)))
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


def scored(move: Move, match: Match, tr: Translate) -> str:
    """Say who scored what and why, marked up: ``Ana +2  limpia 7♥``."""
    return said_points(move, move.points, reason(move, tr), match)


def said_points(move: Move, points: int, why: str, match: Match) -> str:
    """Say that the player of a move scored so many points, for this reason."""
    signed = f"+{points}" if points >= 0 else f"{MINUS}{-points}"
    return f"{plain(match.header.players[move.seat])} [b]{signed}[/b]  {why}"


def latest(made: tuple[Move, ...]) -> tuple[Move, ...]:
    """Give the moves that the last event brought its player: a porrazo and a limpia, a tendido's places and pairs."""
    last = made[-1]
    first = len(made) - 1
    while (
        first and (made[first - 1].seat, made[first - 1].by) == (last.seat, last.by) and last.by is not None
    ):
        first -= 1
    return made[first:]


def scored_together(made: tuple[Move, ...], match: Match, tr: Translate) -> str:
    """Say what one event scored, as `scored` says a single move: ``Ana +2  porrazo, limpia 7♥``."""
    *others, last = made
    words = [plain(tr(REASONS.get(move.why, move.why))) for move in others]
    if words:
        said = ", ".join([*words, _with_cards(plain(tr(short(last.why))), last)])
        return said_points(last, sum(move.points for move in made), said, match)
    return scored(last, match, tr)


def headline(match: Match, made: tuple[Move, ...], tr: Translate, *, playing: bool) -> str:
    """Say the one thing that matters most now: the winner, what waits, or the last score."""
    position = as_it_stands(match)
    if position.winner is not None:
        return (
            tr("{names} win!").format(names=side_name(match, position.winner, tr))
            if _is_team(match, position.winner)
            else tr("{name} wins!").format(name=side_name(match, position.winner, tr))
        )
    waiting = position.waiting
    if waiting is not None:
        return tr("{name}: {why}, {points} if it stands").format(
            name=plain(match.header.players[waiting.seat]), why=tr(REASONS[waiting.why]), points=waiting.total
        )
    if playing and tendido_due(position):
        return tr("{name} lays the tendido now").format(name=plain(match.header.players[position.dealer]))
    if made:
        return scored_together(latest(made), match, tr)
    if playing:
        began = bool(match.events and position.batch_so_far.played)
        text = tr("{name} is to play") if began else tr("{name} plays first")
        return text.format(name=plain(match.header.players[position.turn]))
    return tr("Tap +1 to peg")


def tendido_due(position: Position) -> bool:
    """Whether the rules want a tendido that nobody has laid yet, and this is the last batch for it (R17)."""
    setting, batch = position.setting, position.batch_so_far
    wanted = setting.options.tendido != "optional" and not position.hand_so_far.tendido
    return wanted and batch.number == setting.batches and not batch.played


def side_name(match: Match, side: int, tr: Translate) -> str:
    """Name a side by its players, marked up."""
    teams = match.header.teams
    seats = teams[side] if teams is not None else (side,)
    return tr(" and ").join(plain(match.header.players[seat]) for seat in seats)


def _is_team(match: Match, side: int) -> bool:
    return match.header.teams is not None and len(match.header.teams[side]) > 1


def standing(match: Match, tr: Translate, *, playing: bool) -> str:
    """Say where the match stands: hand, batch and dealer, or merely how far one plays."""
    if not playing:
        return tr("To {target}").format(target=match.header.target)
    position = as_it_stands(match)
    return tr("Hand {hand}, batch {batch}. {name} deals").format(
        hand=position.hand, batch=position.batch, name=plain(match.header.players[position.dealer])
    )


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
    if isinstance(value, tuple):
        return ", ".join(_rescored(each, tr) for each in value if isinstance(each, Rescored))
    text = str(value)
    if text in NAMED_CARDS:
        return card_markup(NAMED_CARDS[text])
    return plain(tr(text) if text in COURT else text)


def _rescored(change: Rescored, tr: Translate) -> str:
    names = tr(" and ").join(plain(name) for name in change.names)
    return tr("{name} {now} instead of {before}").format(name=names, now=change.now, before=change.before)
