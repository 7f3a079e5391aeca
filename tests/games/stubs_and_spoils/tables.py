"""A hand of Stubs & Spoils as text, for the tests of its rules: "Kh 2h 9h Ah >Kh" is a trick and its spoil.

Cards are laid by whoever is to play. Ana, seat 0, deals unless a test says otherwise, and so leads the first trick.
"""

from collections.abc import Iterable

from engine.cards import Card
from engine.events import Adjust, Event, IllegalPlay
from engine.header import Header
from engine.match import Match
from engine.options import Choice
from engine.shared.scores import Made
from engine.shared.tricks import Play
from engine.stubs_and_spoils.events import Colour, Spoil
from engine.stubs_and_spoils.game import GAME
from engine.stubs_and_spoils.position import Position

NAMES = ("Ana", "Beto", "Carla", "Dino")
Table = Match[Position, Made]


def begin(colour: str = "7c", dealer: int = 0, target: int = 21, **options: Choice) -> Table:
    """Begin a match, the colour card turned up; "" leaves it down."""
    header = Header(NAMES, rules="", dealer=dealer, target=target, options=options, game="stubs_and_spoils")
    match: Table = Match(header)
    if colour:
        turn_up(match, colour)
    return match


def event_of(match: Table, text: str) -> Event:
    """Return a spoil, ">Kh", or a card laid by the seat at turn."""
    if text.startswith(">"):
        return Spoil(Card.parse(text[1:]))
    turn = match.position.turn
    return Play(0 if turn is None else turn, Card.parse(text))


def told(made: Iterable[Made]) -> list[str]:
    """Write scores as "seat why points", a foul as "seat revoke at"."""
    return [
        f"{each.seat} revoke {each.more['at']}"
        if each.why == "foul"
        else f"{each.seat} {each.why} {each.points}"
        for each in made
    ]


def play(match: Table, cards: str) -> list[str]:
    """Play cards and take spoils; returns what that brought."""
    return [line for text in cards.split() for line in told(match.add(event_of(match, text)))]


def turn_up(match: Table, card: str) -> list[str]:
    """Turn up the colour card."""
    return told(match.add(Colour(Card.parse(card))))


def give(match: Table, seat: int, points: int) -> list[str]:
    """Correct the score by hand."""
    return told(match.add(Adjust(seat, points, "gift")))


def refused(match: Table, event: str | Event) -> str:
    """Return what is said when a card, a spoil or another event is refused; "" if it is not."""
    try:
        GAME.after(match.position, event_of(match, event) if isinstance(event, str) else event)
    except IllegalPlay as wrong:
        return str(wrong)
    return ""


BLACK = """
Jd 8d 5d 2d >8d  4d Kd 9d Ad >Kd  Kh 2h Th Ah >Kh  2s 8s Js 4s >4s  8c Tc Ac 3c >Tc  Ks 6s 4s 7s >6s
7h 3h 9s 9h >7h  3d Qd Tc Kd >3d  6h 7h Qh Kh >7h  6c Qc Kc Jc >6c  Td 2c 8h 3d >3d  7c 4c 3s 4h >4h
"""
"""Twelve tricks after the 5s, nobody at fault: sides 0 and 1 win ten stubs and two, and Beto is out of cards."""
EQUAL = """
Td Jd 7d 5d >7d  Ts 2s 2c Js >2c  7s 9s Qh 7h >7h  3c Jc Qc 2c >2c  2c 5c 8c 6c >6c  5s Th 9c Qs >9c
8d 7d 9d 2d >2d  5h 2h 4d 4h >2h  2d Kd Qd Tc >Qd  4c 9c 7c Ac >9c  2h 9h 6s 7h >2h  4s Ks 9c 8h >4s
4s Jh Qd 8s >Qd  Qd 3s Ah 3h >3h
"""
"""Fourteen tricks after the As, nobody at fault: seven stubs each."""
RED = """
3h Kh 4h Qh >Kh  9h 5c 2h 8h >5c  3d Qd 8d Td >Td  Jd 6d 7d Ad >Jd  3s As 8s 9s >9s  Tc 3c Kc 5c >Kc
Kc 9c Jc 8c >9c  Qs 6h 6c 6s >6h  2s Jh 7s 4s >Jh  Jh Ac Ts Kh >Ts  7c Ks 4c 9c >9c  Qc Jd 5h 2c >2c
2c 7h 6h 9c >9c  9c Td 9d Ts >9c  9s 2d Js Th >9s
"""
"""Fifteen tricks after the 4d: nine stubs and six; Dino's Kh at event 39 was no spade, the 4s at 44 shows it."""
