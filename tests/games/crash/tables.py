"""A showdown of Crash as text, for the tests of its rules: "0 7h 7c Kd" is a hand that seat 0 shows."""

from collections.abc import Iterable

from engine.cards import parse_cards
from engine.crash.events import SetDown, Show, SixPairs, Straight
from engine.crash.game import GAME
from engine.crash.position import Position
from engine.events import Adjust, Event, IllegalPlay
from engine.header import Header
from engine.match import Match
from engine.options import Choice
from engine.shared.scores import Made

NAMES = ("Ana", "Beto", "Caro", "Dani")
Table = Match[Position, Made]

PAIRS = "9c 9d 9h 9s 2c 2d 5h 5s Jc Jd Ah As Ad"
STRAIGHT = "Ac Kd Qh Js Tc 9d 8h 7s 6c 5d 4h 3s 2c"


def begin(seats: int = 2, dealer: int = 0, target: int = 7, **options: Choice) -> Table:
    """Begin a match."""
    header = Header(NAMES[:seats], rules="", dealer=dealer, target=target, options=options, game="crash")
    return Match(header)


def told(made: Iterable[Made]) -> list[str]:
    """Write scores as "seat why points", with what else their line says."""
    return [" ".join(map(str, (each.seat, each.why, each.points, *each.more.values()))) for each in made]


def shown(line: str) -> Show:
    """Return the hand that a line tells."""
    seat, cards = line.split(maxsplit=1)
    return Show(int(seat), parse_cards(cards))


def show(match: Table, *lines: str) -> list[str]:
    """Show hands; returns what that brought."""
    return [each for line in lines for each in told(match.add(shown(line)))]


def put(match: Table, *numbers: int) -> list[str]:
    """Set so many hands, seat by seat from 0."""
    return [each for seat, n in enumerate(numbers) for each in told(match.add(SetDown(seat, n)))]


def give(match: Table, seat: int, points: int) -> list[str]:
    """Correct the score by hand."""
    return told(match.add(Adjust(seat, points, "gift")))


def pairs(seat: int, cards: str = PAIRS) -> SixPairs:
    """Return thirteen cards laid as six pairs."""
    return SixPairs(seat, parse_cards(cards))


def straight(seat: int, cards: str = STRAIGHT) -> Straight:
    """Return thirteen cards laid as a straight."""
    return Straight(seat, parse_cards(cards))


def refused(match: Table, event: str | Event) -> str:
    """Return what is said when a hand shown, or another event, is refused; "" if it is not."""
    try:
        GAME.after(match.position, shown(event) if isinstance(event, str) else event)
    except IllegalPlay as wrong:
        return str(wrong)
    return ""
