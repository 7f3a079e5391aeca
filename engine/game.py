"""What every game offers to the code that knows no game by name.

That code is the record, the match, the command line, the screen and the referee. A game is one folder beside
this file, with a `Game` called ``GAME`` in its module ``game``, and one word in ``engine/games.py``.
``docs/adding-a-game.md`` shows how, with a toy game.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, ClassVar, Generic, Protocol, TypeVar

from engine.cards import PACK, Card
from engine.events import Event, Kinds, event_of
from engine.fields import Fields
from engine.header import Header, header_of
from engine.options import Choice, Option
from engine.sheet import Sheet
from engine.words import N_, Fault, Said, Words


class Score(Protocol):
    """Points given to a seat, or a fault found: a line of ``porrazo score --json``.

    ``event`` is the line number of the event at which it became due (the header is 0; blank lines do not
    count).
    """

    @property
    def event(self) -> int: ...

    @property
    def seat(self) -> int: ...

    @property
    def points(self) -> int: ...

    @property
    def why(self) -> str: ...

    def to_json(self) -> dict[str, object]: ...


class Standing(Protocol):
    """The position of a match after ``count`` events: an immutable value that can be compared.

    ``scores`` are by side; ``winner`` is a side, or None; ``to_json`` gives the last line of ``porrazo score
    --json``.
    """

    @property
    def count(self) -> int: ...

    @property
    def scores(self) -> tuple[int, ...]: ...

    @property
    def winner(self) -> int | None: ...

    def to_json(self) -> dict[str, object]: ...

    def passed_over(self: "P") -> "P":
        """Return the position after an event that the rules refuse but that is kept: it counts as a line."""


P = TypeVar("P", bound=Standing)
S = TypeVar("S", bound=Score)


@dataclass(frozen=True, slots=True)
class Capture:
    """Cards that went from the table to a seat, in order, including the cards that captured or won them."""

    seat: int
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class Outcome(Generic[P, S]):
    """What an event led to: the new position, what was scored (in order), and what was captured."""

    position: P
    made: tuple[S, ...] = ()
    captures: tuple[Capture, ...] = ()

    def then(self, later: "Outcome[P, S]") -> "Outcome[P, S]":
        """Return both outcomes as one, this one first."""
        return Outcome(later.position, self.made + later.made, self.captures + later.captures)


Step = tuple[Event | None, Outcome[P, S]]
"""An event and its outcome; the event is None for the header, and for what the record's end settles."""


@dataclass(frozen=True, slots=True)
class Lies:
    """A card that lies where a camera can see it.

    ``card`` is None if it lies face down or nobody knows it. ``seat`` is the player in front of whom it lies,
    None for the middle. ``by`` is who laid it there, where that matters. ``place`` tells apart cards that lie
    there for different purposes, in the game's own word ("trick").
    """

    card: Card | None
    seat: int | None = None
    place: str = "table"
    by: int | None = None

    @property
    def face_up(self) -> bool:
        """Whether its face can be seen."""
        return self.card is not None


@dataclass(frozen=True, slots=True)
class Asked:
    """A field of an event that is no card: its key in the record's line, and its possible values."""

    key: str
    values: tuple[Choice, ...]


@dataclass(frozen=True, slots=True)
class Expected:
    """A kind of event that may come next: its word, its seat (None: no particular one), what it shows.

    It shows ``count`` of ``cards`` at once, or fewer where ``least`` says so; 0 if it shows none. ``asks`` are
    its other fields, each with the values that may be possible. ``groups`` are the cards that already lie,
    group by group, where the event says how they lie afterwards; None for other events. ``inferred``: it shows no
    card but is told from what comes after it. ``drawn``: its cards come from the stock, so that whoever deals may lay
    them. ``apart``: its card does not join the others of its seat: it lies across them, or away from them. ``taken``:
    its card lies there already, and goes into a hand or is turned face down. ``joined``: so many cards of a hand may
    join the groups, besides the card that is named, 0 if the hand is empty; None for other events.
    """

    do: str
    seat: int | None = None
    count: int = 0
    cards: tuple[Card, ...] = ()
    asks: tuple[Asked, ...] = ()
    least: int | None = None
    groups: tuple[tuple[Card, ...], ...] | None = None
    inferred: bool = False
    drawn: bool = False
    apart: bool = False
    taken: bool = False
    joined: int | None = None


class Game(ABC, Generic[P, S]):
    """One game: its words, its rules as functions of a position, and what a camera would see of it.

    ``name`` is the word in a record's header, ``title`` the one for people, ``seats`` the possible numbers of
    players. ``target`` and ``rules`` (a preset, "" if there are none) hold for a header that does not name
    them.
    """

    name: ClassVar[str]
    title: ClassVar[str]
    seats: ClassVar[range]
    target: ClassVar[int]
    rules: ClassVar[str] = ""
    options: ClassVar[tuple[Option, ...]] = ()
    presets: ClassVar[Mapping[str, Mapping[str, Choice]]] = MappingProxyType({})
    """The values of all options by the name of a preset; none where each option has one default."""
    by_camera: ClassVar[Mapping[str, Choice]] = MappingProxyType({})
    """Options that are proposed otherwise than usual where a camera sees every card."""
    targets: ClassVar[tuple[int, ...]] = ()
    """The targets that people usually choose from, if they are not shares of the usual one."""
    by_points: ClassVar[bool] = False
    """Whether it can be kept as on a plain board: people tap the points alone."""
    kinds: ClassVar[Kinds]
    words: ClassVar[Words] = Words()
    emblem: ClassVar[str] = "As"
    """Cards by which the game is known, as `engine.cards.parse_cards` reads them."""
    teams: ClassVar[bool] = False
    """Whether people choose teams; else the game says who plays with whom."""
    suits: ClassVar[bool] = True
    """Whether suits matter; else a rank alone tells a card."""
    fanned: ClassVar[bool] = False
    """Whether hands are shown fanned, each card half over the next, so that a camera must look at them from near."""
    watched: ClassVar[bool] = False
    """Whether a camera can follow it: ``expected`` says what comes next and ``lying`` what lies where."""

    # -- the record --------------------------------------------------------------------------------------

    def header(self, line: Fields) -> Header:
        """Return the header that a record's first line holds; ValueError, in a sentence, if it holds none."""
        return header_of(line, self.rules, self.target, self.options)

    def event(self, line: Fields) -> Event:
        """Return the event that a parsed line holds; ValueError, in a sentence, if it holds none."""
        return event_of(line, self.kinds)

    # -- the rules ---------------------------------------------------------------------------------------

    @abstractmethod
    def start(self, header: Header) -> P:
        """Return the position before the first event; ValueError if the game cannot be played in this way."""

    @abstractmethod
    def after(self, position: P, event: Event) -> Outcome[P, S]:
        """Return the outcome of an event; IllegalPlay, in a player's words, if the rules refuse it."""

    def arriving(self, position: P, event: Event) -> Outcome[P, S]:
        """Return what an event settles just by coming next, even if the rules then refuse it."""
        return Outcome(position)

    def settled(self, position: P) -> Outcome[P, S]:
        """Return what holds if the record ends here."""
        return Outcome(position)

    def otherwise(self, position: P, event: Event) -> Iterable[Event]:
        """Give what an event that an earlier correction made impossible may have been, likeliest first."""
        return ()

    def made_by(self, events: Sequence[Event], score: S) -> int | None:
        """Return the line of the event that made a score; None if no single event did."""
        return score.event if score.why == "adjust" else None

    def sides(self, header: Header) -> tuple[tuple[int, ...], ...]:
        """Return the seats of each side: the header's teams, else each seat alone."""
        return header.teams or tuple((seat,) for seat in range(len(header.players)))

    # -- for people and for a camera ---------------------------------------------------------------------

    @abstractmethod
    def sheet(self, header: Header, steps: Iterable[Step[P, S]]) -> Sheet:
        """Return the score sheet, as players of this game keep it."""

    @abstractmethod
    def closing(self, position: P) -> str:
        """Return one line that says how the match stands."""

    def idle(self, header: Header) -> frozenset[str]:
        """Return the options that can make no difference in such a match."""
        return frozenset()

    def standing(self, header: Header, position: P) -> Said:
        """Return where the match stands, for the head of a screen: the hand and its dealer, if it has them."""
        line = position.to_json()
        hand, dealer = line.get("hand"), line.get("dealer")
        if not isinstance(hand, int) or not isinstance(dealer, int):
            return Said(self.title)
        return Said(N_("Hand {hand}. {name} deals"), {"hand": hand, "name": header.players[dealer]})

    def deals(self, position: P) -> tuple[Said, ...]:
        """Return the deals under way, the smallest first, each as people are offered to deal it again."""
        hand = position.to_json().get("hand")
        return (Said(N_("Deal hand {hand} again"), {"hand": hand}),) if isinstance(hand, int) else ()

    def differs(self, position: P, event: Event) -> Said | None:
        """Return what people are told of an event that says otherwise than the record before it; None of any other."""
        return None

    def fault(self, score: S, steps: Sequence[Step[P, S]]) -> Fault | None:
        """Return a score that is a fault as people are shown it; None for any other score.

        ``steps[n]`` is the event of line n and its outcome; the header is line 0.
        """
        return None

    def pack(self, header: Header) -> tuple[Card, ...]:
        """Return the cards that are played with; a card that is there twice is listed twice."""
        return PACK

    @abstractmethod
    def lying(self, position: P) -> tuple[Lies, ...]:
        """Return what lies on the table, oldest first in each place."""

    def joining(self, position: P, expected: Expected, cards: Sequence[Card]) -> Event | None:
        """Return the event that lays these cards of a hand with the groups of one; None where they cannot lie so."""
        return None

    @abstractmethod
    def expected(self, position: P) -> tuple[Expected, ...]:
        """Return what may come next, likeliest first; corrections by hand, always allowed, are left out."""


AnyGame = Game[Any, Any]
"""A game, when nothing more is known about it."""
