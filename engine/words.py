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
    """One option for a family: a title, a sentence, an example, and a short word for each choice.

    ``asked`` is its title where people are asked how cards come into the app, "" if it is not asked there; there
    ``meanings`` says what each choice means for them.
    """

    title: str
    sentence: str
    example: str
    choices: Mapping[Choice, str] = field(default_factory=dict, hash=False)
    asked: str = ""
    meanings: Mapping[Choice, str] = field(default_factory=dict, hash=False)


@dataclass(frozen=True, slots=True)
class PresetWords:
    """A whole set of options: a title, and what is special about it."""

    title: str
    sentence: str


@dataclass(frozen=True, slots=True)
class Source:
    """A source of points in the statistics: its name, and the scores that count to it, by the words of the record.

    ``column`` is what a player's figures call it, "" where they leave it out; an upright window has room for the
    ``chief`` one alone.
    """

    name: str
    whys: tuple[str, ...]
    column: str = ""
    chief: bool = False


BY_HAND = N_("adjustment")
"""What every game calls points given by hand."""
BY_HAND_SOURCE = Source(N_("Adjustment"), ("adjust",))


def by_hand_alone() -> Mapping[str, Source]:
    """Return the one source that every game has."""
    return {"by_hand": BY_HAND_SOURCE}


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
    on the table. ``of_the_side`` are scores that no single player made; ``no_play`` those that nobody made by what
    they did in the game. ``decides`` are scores that win at once, whatever their points. ``sources`` group the scores
    for the statistics; one that is in none is a source by itself. ``rules`` are the short rules: headings, each with
    its text.
    """

    acts: Mapping[str, ActWords] = field(default_factory=dict, hash=False)
    whys: Mapping[str, str] = field(default_factory=dict, hash=False)
    places: Mapping[str, str] = field(default_factory=dict, hash=False)
    values: Mapping[tuple[str, Choice], str] = field(default_factory=dict, hash=False)
    options: Mapping[str, OptionWords] = field(default_factory=dict, hash=False)
    presets: Mapping[str, PresetWords] = field(default_factory=dict, hash=False)
    of_the_side: tuple[str, ...] = ("adjust",)
    no_play: tuple[str, ...] = ("adjust",)
    decides: tuple[str, ...] = ()
    sources: Mapping[str, Source] = field(default_factory=by_hand_alone, hash=False)
    rules: tuple[tuple[str, str], ...] = ()

    def why(self, why: str) -> str:
        """Return the words for a score, by the word of the record; that word where there are none."""
        return self.whys.get(why, BY_HAND if why == "adjust" else why)

    def source(self, why: str) -> str:
        """Return the source to which a score counts: a key of ``sources``, else its own word."""
        return next((name for name, source in self.sources.items() if why in source.whys), why)


PLAY = ActWords(N_("Play a card"), N_("{name} plays"), N_("{name}  {cards}"))
"""A card laid to a trick, as every trick game says it."""
ADJUST = ActWords(N_("Adjust points"), "", N_("{name}, adjustment"))
"""Points given by hand, which every game has."""
FOLLOWED = N_("{player} could have followed: the {card} was in hand at trick {trick}")
"""A revoke, as every trick game says it."""
PLAYERS, AIM, DEAL, PLAYING, POINTS = (
    N_("Players"),
    N_("Aim"),
    N_("The deal"),
    N_("How to play"),
    N_("Points"),
)
"""Headings of the short rules."""
FOULS = N_("Fouls")
