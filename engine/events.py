"""What the events of all games share: how an event is written and read, and how one is refused.

Each game has its own events besides: one class for each in the game's folder, listed by its word "do".
"""

from collections.abc import Callable, Mapping
from dataclasses import Field, dataclass, field, fields, replace
from typing import Any, ClassVar, Self

from engine.cards import Card, Suit
from engine.fields import Fields, shown, text, whole

Extra = Mapping[str, object]
"""Additional keys of a line: kept and written again, but ignored by the rules."""


class IllegalPlay(ValueError):
    """What was entered cannot have happened; the message is a sentence that a player understands.

    ``sentence`` holds names in braces and ``facts`` holds their values, so that the sentence can be
    translated.
    """

    def __init__(self, sentence: str, **facts: object) -> None:
        super().__init__(sentence.format(**facts))
        self.sentence = sentence
        self.facts = facts


def foreign(event: "Event") -> IllegalPlay:
    """Return the refusal of an event that belongs to another game."""
    return IllegalPlay("there is no such thing in this game: {event}", event=event.do)


def nothing_more() -> Extra:
    """Return an empty mapping of additional keys."""
    return {}


Reader = Callable[[Fields, str], object]
"""Takes one field of a parsed line by its name; ValueError, in a sentence, if it is wrong."""
Readers = Mapping[str, Reader]
"""How each field of an event is read, by its name."""


@dataclass(frozen=True, slots=True)
class Event:
    """One thing that happened: one line of a record. Each game has its own; ``do`` names the kind.

    ``readers`` are read in their order: the first field that is wrong is the one that the message names.
    """

    do: ClassVar[str] = ""
    readers: ClassVar[Readers] = {}
    extra: Extra = field(default_factory=nothing_more, hash=False, kw_only=True)

    def to_json(self) -> dict[str, object]:
        """Return the object that the event's line holds: ``do``, its fields, then the additional keys.

        A field with a default is written only if its value differs from the default.
        """
        line: dict[str, object] = {"do": self.do}
        for each in own_fields(type(self)):
            value = getattr(self, each.name)
            if value != each.default:
                line[each.name] = in_json(value)
        return line | dict(self.extra)

    @classmethod
    def read(cls, line: Fields, extra: Extra) -> Self:
        """Return the event that a parsed line holds; ValueError, in a sentence, if a field is wrong."""
        found: dict[str, Any] = {name: read(line, name) for name, read in cls.readers.items()}
        return cls(**found, extra=extra)

    def says_same(self, other: "Event") -> bool:
        """Tell whether both say that the same happened, whatever their additional keys."""
        return replace(self, extra={}) == replace(other, extra={})

    def completed(self, other: "Event") -> "Event":
        """Return this event with what only another knows that says the same."""
        return self


@dataclass(frozen=True, slots=True)
class Adjust(Event):
    """Points given or taken by hand (never 0), with the reason; every game has this event."""

    do: ClassVar[str] = "adjust"
    seat: int
    points: int
    why: str

    @classmethod
    def read(cls, line: Fields, extra: Extra) -> "Adjust":
        """Return a correction by hand; a reason that is not a text is kept among the additional keys."""
        points = whole(line, "points")
        if points == 0:
            raise ValueError("a correction of 0 points corrects nothing")
        why = line.get("why", "")
        if not isinstance(why, str):
            extra, why = {**extra, "why": why}, ""
        return cls(whole(line, "seat"), points, why, extra=extra)


Kinds = Mapping[str, tuple[type[Event], frozenset[str]]]
"""A game's event classes by their word "do", each with the keys that its line uses."""


def kinds_of(*kinds: type[Event]) -> Kinds:
    """Return a game's event classes as `Kinds`."""
    return {kind.do: (kind, frozenset({"do", *(each.name for each in own_fields(kind))})) for kind in kinds}


def own_fields(kind: type[Event]) -> "list[Field[object]]":
    """Return the fields of an event's line, without the additional keys."""
    return [each for each in fields(kind) if each.name != "extra"]


def event_of(line: Fields, kinds: Kinds) -> Event:
    """Return the event that a parsed line holds; ValueError, in a sentence, if it is none of these kinds."""
    do = text(line, "do")
    if do not in kinds:
        raise ValueError(f'there is no event {shown(do)}: "do" must be one of {", ".join(kinds)}')
    kind, own = kinds[do]
    return kind.read(line, {key: line[key] for key in line if key not in own})


def in_json(value: object) -> object:
    """Return a field's value as JSON holds it: cards and suits as texts."""
    if isinstance(value, tuple):
        return [in_json(item) for item in value]
    if isinstance(value, Suit):
        return value.letter
    return str(value) if isinstance(value, Card) else value
