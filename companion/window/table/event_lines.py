"""A match of Porrazo as a list: a line for every event, with the cards it took and the points it scored."""

from collections.abc import Iterator
from dataclasses import dataclass

from companion.locales import N_
from companion.record.match_summary import Move, as_it_stands, single_moves
from companion.record.session import Session
from companion.window.table.headline import short, upwards
from companion.window.table_parts.event_list import ListLine
from companion.window.widgets.playing_card import card_markup
from companion.window.widgets.text import plain, signs
from companion.window.wording.phrases import MINUS, Translate, bare_points, rank_name, scorer
from engine.cards import Card
from engine.entry import Entry
from engine.events import Adjust, Event
from engine.header import Header
from engine.porrazo.events import Claim, Declare, Leftover, Play, Recount, Tendido
from engine.porrazo.foresight import taken_by
from engine.porrazo.words import ANNOUNCED, WORDS

TAKES = "\N{LEFTWARDS ARROW}"
LEFT_OUT = "\N{MULTIPLICATION SIGN}"
TAPPED = "tapped"
"""What the record says of a point given by a tap."""
BY_HAND = {
    "miscounted": N_("miscounted"),
    "forgotten": N_("forgotten"),
    "penalty": N_("penalty"),
    "agreed": N_("agreed"),
}
"""Reasons for points by hand, by the word in the record."""


@dataclass(frozen=True)
class Item:
    """A line of the list: an event (``entry``), or points that no single event made.

    ``taken`` are the cards that a play took from the table, or will if what waits stands.
    """

    entry: Entry | None
    moves: tuple[Move, ...] = ()
    taken: tuple[Card, ...] = ()
    waits: bool = False


def story(session: Session, tr: Translate) -> list[ListLine]:
    """Say a session's events, newest first."""
    return [event_line(item, session.match.header, tr) for item in list_items(session)]


def list_items(session: Session) -> list[Item]:
    """List a session's events, newest first; what was taken out does not appear."""
    return list(_oldest_first(session))[::-1]


def _oldest_first(session: Session) -> Iterator[Item]:
    match = session.match
    made: dict[int, list[Move]] = {}
    settled: dict[int, list[Move]] = {}
    for move in single_moves(match):
        lines = settled if move.by is None else made
        lines.setdefault(move.due if move.by is None else move.by, []).append(move)
    waiting = as_it_stands(match).waiting is not None
    outcomes = match.outcomes
    line, last = 0, len(outcomes) - 1
    for entry in session.entries:
        if entry.counts:
            line += 1
            taken = taken_by(outcomes[line - 1].position, entry.event, outcomes[line])
            yield Item(entry, tuple(made.get(line, ())), taken, waits=waiting and line == last)
            yield from (Item(None, (move,)) for move in settled.get(line, ()))
        elif entry.standing:
            yield Item(entry)


def event_line(item: Item, header: Header, tr: Translate) -> ListLine:
    """Say one item of the list."""
    if item.entry is None:
        return _settled(item.moves[0], header, tr)
    what = _what(item.entry.event, item, header, tr)
    if not item.entry.fits:
        return ListLine(f"{signs(LEFT_OUT)} {what}", quiet=True)
    if item.entry.event.extra.get("doubt") is True:
        what += " [b]?[/b]"
    return ListLine(what, _points(item, tr), inserts=isinstance(item.entry.event, Play))


def _settled(move: Move, header: Header, tr: Translate) -> ListLine:
    """Say points that a batch's or a hand's end brought."""
    reason = plain(tr(WORDS.why(move.why)))
    rank = "" if move.rank is None else f" {rank_name(move.rank)}"
    return ListLine(f"{scorer(header, move.seat, move.why, tr)}  {reason}{rank}", signed(move.points))


def _what(event: Event, item: Item, header: Header, tr: Translate) -> str:
    names = [plain(name) for name in header.players]
    match event:
        case Play():
            taken = f" {signs(TAKES)} {cards(upwards(event.card, item.taken))}" if item.taken else ""
            return f"{names[event.seat]}  [b]{card_markup(event.card)}[/b]{taken}"
        case Declare():
            return f"{names[event.seat]}  [i]{plain(tr(ANNOUNCED[event.kind]).lower())}[/i]"
        case Tendido():
            return f"{plain(tr('Tendido'))}  {cards(event.cards)}"
        case Leftover():
            return f"{plain(tr('Left over'))}  {cards(event.cards)}"
        case Claim():
            said = tr("{name} claims what {other} did not announce")
            return said.format(name=names[event.seat], other=names[event.against])
        case Adjust():
            who = scorer(header, event.seat, "adjust", tr)
            if event.why == TAPPED and bare_points(header, "adjust"):
                return who
            why = BY_HAND.get(event.why, WORDS.why("adjust") if event.why == TAPPED else event.why)
            return f"{who}  [i]{plain(tr(why))}[/i]"
        case Recount():
            return f"{plain(tr('On the table'))}  {cards(event.cards) or signs('∅')}"
        case _:
            return plain(event.do)


def cards(row: tuple[Card, ...]) -> str:
    """Write cards one after the other."""
    return " ".join(map(card_markup, row))


def _points(item: Item, tr: Translate) -> str:
    """Say what an event scored: the rules' words and the sum."""
    if item.waits:
        return plain(tr("waits"))
    if not item.moves:
        return ""
    total = signed(sum(move.points for move in item.moves))
    reasons = dict.fromkeys(tr(short(move.why)) for move in item.moves if move.why != "adjust")
    if any(move.why in WORDS.decides for move in item.moves):
        return plain(", ".join(reasons))
    return f"{plain(', '.join(reasons))}  {total}" if reasons else total


def signed(points: int) -> str:
    """Write points with their sign."""
    return f"+{points}" if points >= 0 else f"{MINUS}{-points}"
