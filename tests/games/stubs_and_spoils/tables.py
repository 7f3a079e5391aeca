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
    match = Match(GAME, header)
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
