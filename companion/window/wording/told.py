"""What any game's events, scores and faults are called on screen, from the words that the game brings along."""

from __future__ import annotations

from collections.abc import Sequence

from companion.record.asking import Asking
from companion.record.match_summary import as_it_stands, cards_of, side_of, sides_of
from companion.window.table_parts.event_list import ListLine
from companion.window.widgets.text import plain, signs
from companion.window.wording import phrases
from companion.window.wording.phrases import BETWEEN, MINUS, Translate, said, side_name
from engine.events import Event
from engine.game import AnyGame, Expected, Score
from engine.games import game_called
from engine.header import Header
from engine.match import AnyMatch
from engine.words import ActWords, Fault, Said, Words

LEFT_OUT = "\N{MULTIPLICATION SIGN}"


UNNAMED = ActWords("", "", "{name}  {cards}")
"""Of an event for which its game has no words: who, and which cards."""


def words_of(header: Header) -> Words:
    """Give the words of a match's game."""
    return game_called(header.game).words


# -- events --------------------------------------------------------------------------------------------------


def happened(match: AnyMatch, line: int, tr: Translate) -> str:
    """Say what the event of this line was."""
    return told(match.game, match.header, match.events[line - 1], seat_of(match, line), tr)


def told(game: AnyGame, header: Header, event: Event, seat: int | None, tr: Translate) -> str:
    """Say what an event was; ``seat`` made it, where it does not say so itself."""
    words = game.words.acts.get(event.do) or UNNAMED
    facts = {key: getattr(event, key) for key in event.to_json() if hasattr(event, key)}
    facts |= {key: None for key, _ in game.words.values if key not in facts}
    facts |= {"cards": cards_of(event) or (), "name": "" if seat is None else header.players[seat]}
    facts |= {key: getattr(event, key) for key in ("yours", "colour") if hasattr(event, key)}
    return " ".join(said(Said(words.told, facts), tr, game.words.values).split(" ")).rstrip()


def seat_of(match: AnyMatch, line: int) -> int | None:
    """Tell whose event that of this line was: as it says, else as the game awaited it; None for nobody's."""
    event = match.events[line - 1]
    seat = getattr(event, "seat", None)
    if isinstance(seat, int):
        return seat
    expected: Sequence[Expected] = match.game.expected(match.outcomes[line - 1].position)
    return next((each.seat for each in expected if each.do == event.do), None)


def due(match: AnyMatch, tr: Translate) -> str:
    """Say what is awaited now, and of whom."""
    return due_of(match.game, match.header, match.game.expected(match.position), tr)


def due_of(game: AnyGame, header: Header, expected: Sequence[Expected], tr: Translate) -> str:
    """Say what is awaited: the first thing that has words for it, and of whom first."""
    first = next(
        (each for each in expected if each.do in game.words.acts and game.words.acts[each.do].due), None
    )
    if first is None:
        return ""
    name = "" if first.seat is None else header.players[first.seat]
    return said(Said(game.words.acts[first.do].due, {"name": name}), tr)


def act_called(game: AnyGame, offer: Expected, tr: Translate) -> str:
    """Say what a kind of event is called; one with a single value is called what that value is."""
    words = game.words
    only = [words.values.get((asked.key, asked.values[0])) for asked in offer.asks if len(asked.values) == 1]
    named = next((word for word in only if word), None)
    called = tr(named or (words.acts[offer.do].key if offer.do in words.acts else offer.do))
    return plain(phrases.sentence_case(called))


def chosen(asking: Asking, tr: Translate) -> str:
    """Say what kind of event was chosen to be told, and whose it is, or that this must still be tapped."""
    offer = asking.offer
    if offer is None:
        return ""
    what = act_called(asking.game, offer, tr)
    if asking.whose:
        return tr("{what}: who?").format(what=what)
    return what if offer.seat is None else f"{what}: {plain(asking.match.header.players[offer.seat])}"


# -- scores --------------------------------------------------------------------------------------------------


def why_words(header: Header, why: str, tr: Translate) -> str:
    """Say for what points were scored."""
    return plain(tr(phrases.why_words(header, why)))


def scorer(header: Header, score: Score, tr: Translate) -> str:
    """Name who scored: the player, or the side where the points are the whole side's."""
    if score.why in words_of(header).of_the_side:
        return side_name(header, side_of(header, score.seat), tr)
    return plain(header.players[score.seat])


def scored(header: Header, score: Score, tr: Translate) -> str:
    """Say who scored what and why, marked up: ``Ana and Caro +16, hand``; a fault has no points."""
    brought = f"{points(score.points)}," if score.points else " "
    return f"{scorer(header, score, tr)}{brought} {why_words(header, score.why, tr)}"


def points(number: int) -> str:
    """Write points with their sign, in bold; nothing for none."""
    if not number:
        return ""
    return f" [b]+{number}[/b]" if number > 0 else f" [b]{MINUS}{-number}[/b]"


# -- the match -----------------------------------------------------------------------------------------------


def lines(match: AnyMatch, tr: Translate) -> list[ListLine]:
    """List every event that counts, oldest first, each with what it scored."""
    return [line_of(match, number, tr) for number in range(1, len(match.events) + 1)]


def line_of(match: AnyMatch, line: int, tr: Translate) -> ListLine:
    """Say one event and what it brought."""
    made: Sequence[Score] = match.outcomes[line].made
    brought = ", ".join(_short(match.header, score, tr) for score in made)
    return ListLine(happened(match, line, tr), brought)


def left_out(match: AnyMatch, event: Event, tr: Translate) -> ListLine:
    """Say an event that no longer fits the rules."""
    seat = getattr(event, "seat", None)
    what = told(match.game, match.header, event, seat if isinstance(seat, int) else None, tr)
    return ListLine(f"{signs(LEFT_OUT)} {what}", quiet=True)


def _short(header: Header, score: Score, tr: Translate) -> str:
    words = why_words(header, score.why, tr)
    return words if not score.points else f"{words}{points(score.points)}"


def headline(match: AnyMatch, tr: Translate, now: str = "") -> str:
    """Say who has won; else what is due (``now`` instead, if given), and before that what happened last and what it
    brought.
    """
    position = as_it_stands(match)
    if position.winner is not None:
        return won(match.header, position.winner, tr)
    last = [newest(match, tr)] if match.events else []
    return BETWEEN.join(part for part in (*last, now or due(match, tr)) if part)


def newest(match: AnyMatch, tr: Translate) -> str:
    """Say what happened last, and what it brought."""
    made: Sequence[Score] = match.outcomes[-1].made
    scores = [scored(match.header, score, tr) for score in made if score.why != "adjust"]
    return BETWEEN.join((happened(match, len(match.events), tr), *scores))


def won(header: Header, side: int, tr: Translate) -> str:
    """Say who has won."""
    names, seats = side_name(header, side, tr), sides_of(header)[side]
    return tr("{names} win!").format(names=names) if len(seats) > 1 else tr("{name} wins!").format(name=names)


def standing(match: AnyMatch, tr: Translate) -> str:
    """Say where the match stands, and how far one plays."""
    game, header = match.game, match.header
    target = tr("To {target}").format(target=header.target)
    here = said(game.standing(header, as_it_stands(match)), tr, game.words.values)
    return f"{plain(tr(game.title))}{BETWEEN}{target}{BETWEEN}{here}"


# -- faults --------------------------------------------------------------------------------------------------


def faults(match: AnyMatch, since: int = 0) -> list[Fault]:
    """List the faults proved by events after line ``since``, in order."""
    steps = list(zip((None, *match.events), match.outcomes, strict=True))
    found = [match.game.fault(score, steps) for step in steps[since + 1 :] for score in step[1].made]
    return [each for each in found if each is not None]


def fault(each: Fault, match: AnyMatch, tr: Translate) -> str:
    """Say a fault."""
    text = said(each.said, tr, match.game.words.values)
    return phrases.sentence_case(text)
