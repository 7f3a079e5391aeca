"""A match of Royal Porcio as text, for the tests of its rules; whoever is at turn does what is written.

    gallery:7d,Kh,2h,9c
    bid:1rs                 number, colour (b, r, or none), level (b, s, g)
    -                       a pass; --- three of them
    Js Qs, or Js yours      after a bid a duone's card and its reply
    down:Kh special:h exchange:1
    Qs                      in the play a card; >Kc a spoil, >>Kc one taken as the first void
    show:1=Kh,Qh            seat 1 shows cards
    adjust:0=2

Ana, seat 0, deals the first hand unless a test says otherwise, and bids first.
"""

from collections.abc import Iterable
from pathlib import Path

from engine.cards import Card, Suit
from engine.events import Adjust, Event, IllegalPlay
from engine.header import Header
from engine.match import Match
from engine.options import Choice
from engine.record import read
from engine.royal_porcio.events import (
    LEVELS,
    Duone,
    Exchange,
    Gallery,
    Level,
    MakeBid,
    Pass,
    Reply,
    Show,
    Special,
    Spoil,
    TurnDown,
)
from engine.royal_porcio.game import GAME
from engine.royal_porcio.position import Position
from engine.shared.scores import Made
from engine.shared.spoils import Mode
from engine.shared.tricks import Play

RECORDS = Path(__file__).parent / "records"
NAMES = ("Ana", "Beto", "Carla", "Dino")
Table = Match[Position, Made]
COLOUR: dict[str, Mode] = {"b": "black", "r": "red"}
LEVEL: dict[str, Level] = {level[0]: level for level in LEVELS}


def begin(events: str = "", dealer: int = 0, target: int = 250, **options: Choice) -> Table:
    """Begin a match with these events."""
    header = Header(NAMES, rules="", dealer=dealer, target=target, options=options, game="royal_porcio")
    match: Table = Match(header)
    do(match, events)
    return match


def do(match: Table, events: str) -> list[str]:
    """Enter events; returns what they brought."""
    words = [each for word in events.split() for each in (word if set(word) == {"-"} else [word])]
    return [line for word in words for line in told(match.add(event_of(match.position, word)))]


def event_of(at: Position, word: str) -> Event:
    """Return the event that a word stands for at this point."""
    what, _, rest = word.partition(":")
    turn = at.turn or 0
    match what:
        case "gallery":
            return Gallery(cards_of(rest))
        case "bid":
            return bid(turn, rest)
        case "down":
            return TurnDown(Card.parse(rest))
        case "special":
            return Special(Suit(rest))
        case "exchange":
            return Exchange(int(rest))
        case "show":
            return Show(int(rest[0]), cards_of(rest[2:]))
        case "adjust":
            return Adjust(int(rest[0]), int(rest[2:]), "gift")
        case "-":
            return Pass(turn)
        case "yours":
            return Reply(turn, yours=True)
        case _:
            return card_event(at, word, turn)


def example(name: str) -> tuple[Table, list[Event]]:
    """Return a match before its first event, and its events, of a record beside these tests."""
    with (RECORDS / f"{name}.jsonl").open("rb") as lines:
        header, *events = [item for _, item in read(lines)]
    assert isinstance(header, Header)
    return Match(header), [event for event in events if isinstance(event, Event)]


def entered(name: str) -> Table:
    """Return the whole match of a record."""
    match, events = example(name)
    for event in events:
        match.add(event)
    return match


def bid(seat: int, text: str) -> MakeBid:
    """Return a bid: "1rs", or "12g" without a colour."""
    colour = COLOUR.get(text[-2])
    return MakeBid(seat, int(text[: -2 if colour else -1]), LEVEL[text[-1]], colour)


def card_event(at: Position, word: str, turn: int) -> Event:
    """Return a spoil, or a card laid in a duone or to a trick."""
    card = Card.parse(word.lstrip(">"))
    if word.startswith(">"):
        return Spoil(card, word.startswith(">>"))
    match at.hand.stage:
        case "duone":
            return Duone(turn, card)
        case "reply":
            return Reply(turn, card)
        case _:
            return Play(turn, card)


def cards_of(text: str) -> tuple[Card, ...]:
    """Return the cards of a list with commas."""
    return tuple(Card.parse(word) for word in text.split(",") if word)


def told(made: Iterable[Made]) -> list[str]:
    """Write scores as "seat why points", and what more they say."""
    return [
        " ".join([str(each.seat), each.why, str(each.points), *map(str, each.more.values())]) for each in made
    ]


def refused(match: Table, event: str | Event) -> str:
    """Return what is said when an event is refused; "" if it is not."""
    try:
        GAME.after(match.position, event_of(match.position, event) if isinstance(event, str) else event)
    except IllegalPlay as wrong:
        return str(wrong)
    return ""


def last(match: Table, *keys: str) -> list[object]:
    """Return these values of the last line, as if the record ended here."""
    line = match.settled.position.to_json()
    return [line[key] for key in keys]
