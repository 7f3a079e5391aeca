"""A match of Backhand as text, for the tests of its rules: "deal 1 7c 6d", "hit 1 5s", "push 0", "bet 1 3".

Ana, seat 0, deals first unless a test says otherwise, so that seat 1 acts first.
"""

from engine.backhand.game import GAME
from engine.backhand.position import Position
from engine.events import Event, IllegalPlay
from engine.match import Match
from engine.shared.scores import Made

NAMES = ("Ana", "Beto", "Caro", "Dani", "Eva", "Fito", "Gabi", "Hugo")
Table = Match[Position, Made]


def begin(players: int = 2, dealer: int = 0, target: int = 5, **options: object) -> Table:
    """Begin a match."""
    line = {"porrazo": 1, "game": "backhand", "players": [*NAMES[:players]], "dealer": dealer}
    return Match(GAME.header({**line, "target": target, "options": options}))


def event(text: str) -> Event:
    """Read an event written as words."""
    do, *words = text.split()
    line: dict[str, object] = {"do": do}
    if words:
        line["seat"] = int(words[0])
    if do == "bet":
        line["stake"] = int(words[1])
    elif do == "adjust":
        line["points"] = int(words[1])
    elif do == "deal":
        line["cards"] = words[1:]
    elif len(words) > 1:
        line["card"] = words[1]
    return GAME.event(line)


def told(made: tuple[Made, ...]) -> list[str]:
    """Write scores as "seat why points"."""
    return [f"{each.seat} {each.why} {each.points}" for each in made]


def do(match: Table, *texts: str) -> list[str]:
    """Enter events; returns what they brought."""
    return [line for text in texts for line in told(match.add(event(text)))]


def refused(match: Table, text: str) -> str:
    """Return what is said when an event is refused; "" if it is not."""
    try:
        GAME.after(match.position, event(text))
    except IllegalPlay as wrong:
        return str(wrong)
    return ""


def lie(match: Table, seat: int) -> str:
    """Return the cards that lie before a seat."""
    return " ".join(map(str, match.position.round.hands[seat].cards))
