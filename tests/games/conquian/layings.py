"""A match of Conquian as text, for the tests of its rules: "1 turn 5h; 1 take 5h 5c 5d, As 2s 3s; 1 discard Kc"."""

from collections.abc import Iterable

from engine.cards import parse_cards
from engine.conquian.cards import Discard, Force, Pass, Take, Turn
from engine.conquian.game import GAME
from engine.conquian.position import Position
from engine.events import Adjust, Event, IllegalPlay
from engine.header import Header
from engine.match import Match
from engine.options import Choice
from engine.shared.scores import Made

NAMES = ("Ana", "Beto")
Table = Match[Position, Made]
SHORT = "1 turn 5h; 1 take 5h 5c 5d; 1 discard Ks; 0 turn Qs; 0 pass; 1 take 5h 5c 5d, Qs Qc Qd; 1 discard 7c"
"""With eight cards dealt, Beto then holds two cards and needs three more."""
OUT = f"{SHORT}; 0 turn 5s; 0 pass; 1 take 5h 5c 5d, 5s 6s 7s, Qs Qc Qd"


def begin(events: str = "", dealer: int = 0, target: int = 5, **options: Choice) -> Table:
    """Begin a match with these events; Beto, seat 1, turns first unless he deals."""
    header = Header(NAMES, rules="", dealer=dealer, target=target, options=options, game="conquian")
    match: Table = Match(header)
    play(match, events)
    return match


def event_of(text: str) -> Event:
    """Read one event."""
    seat, do, *rest = text.split(maxsplit=2)
    what = rest[0] if rest else ""
    match do:
        case "turn":
            return Turn(int(seat), *parse_cards(what))
        case "take":
            return Take(int(seat), tuple(map(parse_cards, what.split(","))))
        case "discard":
            return Discard(int(seat), *parse_cards(what))
        case "adjust":
            return Adjust(int(seat), int(what), "gift")
        case _:
            return {"pass": Pass, "force": Force}[do](int(seat))


def play(match: Table, events: str) -> list[str]:
    """Enter events; returns what they brought as "seat why points"."""
    return [line for text in events.split(";") if text.strip() for line in told(match.add(event_of(text)))]


def told(made: Iterable[Made]) -> list[str]:
    """Write scores as text."""
    return [f"{each.seat} {each.why} {each.points}" for each in made]


def refused(match: Table, event: str) -> str:
    """Return what is said when an event is refused; "" if it is not."""
    try:
        GAME.after(match.position, event_of(event))
    except IllegalPlay as wrong:
        return str(wrong)
    return ""


def state(match: Table) -> tuple[object, ...]:
    """Return whose turn it is, what is due, and the centre card."""
    line = match.position.to_json()
    return line["turn"], line["due"], line["centre"]


def run_out(match: Table, left: int = 0) -> None:
    """Turn and pass unseen cards until no more than these are left in the stock."""
    while match.position.hand.stock > left:
        hand = match.position.hand
        card = next(card for card in GAME.pack(match.header) if card not in hand.seen)
        play(match, f"{hand.turn} turn {card}; {hand.turn} pass")
