"""A hand of Malilla as text, for the tests of its rules: cards are laid by whoever is to play.

Seat 3 deals unless a test says otherwise, so that seat 0 leads the first trick.
"""

from collections.abc import Iterable

from engine.cards import Card, parse_cards
from engine.events import Adjust, Event, IllegalPlay
from engine.header import Header
from engine.malilla.cards import Misdeal, Play, Trump
from engine.malilla.game import GAME
from engine.malilla.position import Position
from engine.match import Match
from engine.options import Choice
from engine.shared.scores import Made

NAMES = ("Ana", "Beto", "Caro", "Dani")
Table = Match[Position, Made]


def begin(trump: str = "Qd", dealer: int = 3, target: int = 35, **options: Choice) -> Table:
    """Begin a match, the trump card turned up; "" leaves it down."""
    header = Header(NAMES, rules="", dealer=dealer, target=target, options=options, game="malilla")
    match: Table = Match(header)
    if trump:
        match.add(Trump(Card.parse(trump)))
    return match


def told(made: Iterable[Made]) -> list[str]:
    """Write scores as "seat why points", a fault as "seat code at"."""
    return [
        f"{each.seat} {each.more['foul']} {each.more['at']}"
        if each.why == "foul"
        else f"{each.seat} {each.why} {each.points}"
        for each in made
    ]


def play(match: Table, cards: str) -> list[str]:
    """Play cards, each by the seat whose turn it is; returns what that brought."""
    made: list[str] = []
    for card in parse_cards(cards):
        turn = match.position.turn
        assert turn is not None, "nobody is to play"
        made += told(match.add(Play(turn, card)))
    return made


def turn_up(match: Table, card: str) -> list[str]:
    """Turn up the trump card."""
    return told(match.add(Trump(Card.parse(card))))


def misdeal(match: Table) -> list[str]:
    """Deal wrongly."""
    return told(match.add(Misdeal()))


def give(match: Table, seat: int, points: int) -> list[str]:
    """Correct the score by hand."""
    return told(match.add(Adjust(seat, points, "gift")))


def refused(match: Table, event: str | Event) -> str:
    """Return what is said when a card in turn, or another event, is refused; "" if it is not."""
    if isinstance(event, str):
        turn = match.position.turn
        event = Play(0 if turn is None else turn, Card.parse(event))
    try:
        GAME.after(match.position, event)
    except IllegalPlay as wrong:
        return str(wrong)
    return ""


WHOLE_HAND = """
Jc 2h 2c 7c  3h 4h Qh 5h  7h 4c Ks 6h  3s As 5s 2s  5c 6d Ac 6c
Ah Kh Ad 3d  3c 6s Qd 4d  Qc Jd 2d 4s  Jh Js 5d Qs  Kc 7s 7d Kd
"""
"""Forty plays without a fault; the dealer, seat 0, turned the Kh. Side 0 collects 19 in 3 tricks, side 1 51 in 7."""
