"""What a game says to people: the words for its events, scores and options, in English, each a key for translation.

A text is marked with ``N_`` where it is written, as gettext's users know it; the screen translates it.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

from engine.cards import Card
from engine.options import Choice


def N_(text: str) -> str:  # noqa: N802 - the name gettext users know
    """Mark a text for translation where it is written."""
    return text


def no_facts() -> Mapping[str, object]:
    """Return no facts."""
    return {}


@dataclass(frozen=True, slots=True)
class Said:
    """A sentence with names in braces, and their values: texts, numbers, cards or tuples of cards."""

    sentence: str
    facts: Mapping[str, object] = field(default_factory=no_facts, hash=False)


@dataclass(frozen=True, slots=True)
class ActWords:
    """What one kind of event is called.

    ``key`` is on the button that chooses it. ``due`` says that it is awaited, with {name}; "" for an event
    that is never awaited. ``told`` says that it happened, with {name}, {cards} and the event's other fields.
    """

    key: str
    due: str
    told: str


@dataclass(frozen=True, slots=True)
class OptionWords:
    """One option for a family: a title, a sentence, an example, and a short word for each choice."""

    title: str
    sentence: str
    example: str
    choices: Mapping[Choice, str] = field(default_factory=dict, hash=False)


@dataclass(frozen=True, slots=True)
class Fault:
    """A fault as people are shown it.

    ``laid`` are the cards of the act at fault, ``shown`` the cards that prove it; ``at`` and ``proved`` are the
    lines of the act and of the proof.
    """

    said: Said
    laid: tuple[Card, ...]
    shown: tuple[Card, ...]
    at: int
    proved: int


@dataclass(frozen=True, slots=True)
class Words:
    """All words of one game, by the words of its record.

    ``values`` are words for an event's other fields, by field and value. ``places`` are captions of what lies
    on the table. ``of_the_side`` are scores that no single player made. ``rules`` are the short rules: headings,
    each with its text.
    """

    acts: Mapping[str, ActWords] = field(default_factory=dict, hash=False)
    whys: Mapping[str, str] = field(default_factory=dict, hash=False)
    places: Mapping[str, str] = field(default_factory=dict, hash=False)
    values: Mapping[tuple[str, Choice], str] = field(default_factory=dict, hash=False)
    options: Mapping[str, OptionWords] = field(default_factory=dict, hash=False)
    of_the_side: tuple[str, ...] = ("adjust",)
    rules: tuple[tuple[str, str], ...] = ()


PLAY = ActWords(N_("Play a card"), N_("{name} plays"), N_("{name}  {cards}"))
"""A card laid to a trick, as every trick game says it."""
ADJUST = ActWords(N_("Points by hand"), "", N_("{name}, by hand"))
"""Points given by hand, which every game has."""
FOLLOWED = N_("{player} could have followed: the {card} was in hand at trick {trick}")
"""A revoke, as every trick game says it."""
PLAYERS, AIM, DEAL, PLAYING, POINTS = (
    N_("Players"),
    N_("Aim"),
    N_("The deal"),
    N_("Play"),
    N_("Points"),
)
"""Headings of the short rules."""
FAULTS = N_("Fouls")
