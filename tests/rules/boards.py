"""A board drawn as text, for the tests of the rules.

Cards are written ``7h``, or ``7`` where the suit does not matter. A play may end in ``!``: laid in place, the
capture forgone; or name what it takes: ``7h(8c,9d)``. Seat 0 plays first unless a test says otherwise.
"""

from collections.abc import Iterable

from engine.cards import parse_cards, spell
from engine.events import Event, IllegalPlay
from engine.header import Header
from engine.porrazo.events import Claim, Declare, Leftover, Play, Recount, Tendido
from engine.porrazo.game import Match
from engine.porrazo.position import Position
from engine.porrazo.rules import after
from engine.porrazo.scoring import Score

NAMES = ("Ana", "Beto", "Carla", "Dani", "Eva", "Fito", "Gabi", "Hugo")

BLANKS = tuple(f"{rank}{suit}" for rank in "5T68J97Q" for suit in "cdhs")
"""Cards to fill up a batch with, where a test does not care which: too high to be laid in place."""


def begin(
    players: int = 2,
    rules: str = "pagat",
    dealer: int | None = None,
    teams: tuple[tuple[int, ...], ...] | None = None,
    target: int = 61,
    **options: bool | str,
) -> Match:
    """Begin a match; the last seat deals, so that seat 0 plays first."""
    last = players - 1 if dealer is None else dealer
    return Match(Header(NAMES[:players], rules, teams, last, target, options))


def told(scores: Iterable[Score]) -> list[str]:
    """Write scores as "seat why points rank"."""
    return [
        f"{each.seat} {each.why} {each.points}" + (f" {each.rank.letter}" if each.rank else "")
        for each in scores
    ]


def lay(match: Match, cards: str) -> None:
    """Put these cards on the table, oldest first, without a play."""
    match.add(Recount(parse_cards(cards)))


def play(match: Match, plays: str) -> list[str]:
    """Play cards, each by the seat whose turn it is; returns the scores that became due."""
    made: list[str] = []
    for word in plays.split():
        made += told(match.add(play_of(match, word)))
    return made


def play_of(match: Match, word: str, seat: int | None = None) -> Play:
    """Return the play written in one word, by the seat whose turn it is or by another."""
    written, _, took = word.rstrip(")").partition("(")
    card = parse_cards(written.rstrip("!"))[0]
    taken = parse_cards(took.replace(",", " "))
    return Play(now(match).turn if seat is None else seat, card, written.endswith("!"), taken)


def declare(match: Match, seat: int, kind: str = "ronda") -> list[str]:
    """Announce."""
    return told(match.add(Declare(seat, kind)))


def claim(match: Match, seat: int, against: int) -> list[str]:
    """Claim what another kept silent about."""
    return told(match.add(Claim(seat, against)))


def tendido(match: Match, cards: str) -> list[str]:
    """Lay a tendido."""
    return told(match.add(Tendido(parse_cards(cards))))


def leftover(match: Match, cards: str) -> list[str]:
    """Lay the leftover."""
    return told(match.add(Leftover(parse_cards(cards))))


def fill_batch(match: Match) -> list[str]:
    """Play the batch to its end and return what that brings; it captures nothing and leaves nothing."""
    made: list[str] = []
    for _ in range(plays_left(match)):
        made += play(match, quiet_card(match))
        match.add(Recount(match.position.table[:-1]))
    return made


def quiet_card(match: Match) -> str:
    """Return a card that captures and scores nothing."""
    lying = {card.rank for card in match.position.table}
    quiet = (word for word in BLANKS if parse_cards(word)[0].rank not in lying)
    return next(word for word in quiet if not refused(match, word))


def refused(match: Match, what: str | Event) -> str:
    """Return what is said when a play in turn, or another event, is refused; "" if it is not."""
    try:
        after(match.position, play_of(match, what) if isinstance(what, str) else what)
    except IllegalPlay as wrong:
        return str(wrong)
    return ""


def plays_left(match: Match) -> int:
    """Return how many plays the batch still has; all of the next one's where it is complete."""
    at = now(match)
    return at.setting.plays[at.batch] - len(at.batch_so_far.played)


def now(match: Match) -> Position:
    """Return the position as the next play finds it."""
    return match.settled.position if match.position.complete else match.position


def to_last_batch(match: Match) -> None:
    """Play the hand until its last batch is next."""
    while (at := now(match)).batch < at.setting.batches or at.batch_so_far.played:
        fill_batch(match)


def seen(at: Position) -> str:
    """Write what lies on the table."""
    return spell(at.table)
