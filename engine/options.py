"""The named options of a game's rules, with the values that each may have."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

Choice = bool | int | str | None
"""The type of an option's value in a record's header; each game says which values there are."""


@dataclass(frozen=True, slots=True)
class Option:
    """One option: its name in a record, a sentence about it, and its possible values.

    ``choices`` are its values, the default first. For an option that is a whole number, ``least`` is the
    smallest value and ``most``, if given, the largest; ``choices`` then holds the default and perhaps null.
    """

    name: str
    sentence: str
    choices: tuple[Choice, ...]
    least: int | None = None
    most: int | None = None

    @property
    def default(self) -> Choice:
        """The value that holds if a record does not name the option."""
        return self.choices[0]

    @property
    def kinds(self) -> set[type]:
        """The types that its value may have."""
        return {type(each) for each in self.choices} | ({int} if self.least is not None else set())

    def allows(self, value: object) -> bool:
        """Whether the option may have this value; true is not the number 1, and 1 is not true."""
        if type(value) is int and self.least is not None:
            return self.least <= value and (self.most is None or value <= self.most)
        return any(type(value) is type(each) and value == each for each in self.choices)

    def told(self) -> str:
        """Return the possible values in words: "lost or claimable"."""
        if self.least is None:
            return " or ".join(map(said, self.choices))
        number = f"a whole number from {self.least}" + ("" if self.most is None else f" to {self.most}")
        return f"null or {number}" if None in self.choices else number


def chosen(options: Sequence[Option], overrides: Mapping[str, object]) -> dict[str, object]:
    """Return the overrides after a check; ValueError for an unknown name or a value that is not allowed."""
    known = {option.name: option for option in options}
    for name, value in overrides.items():
        if name not in known:
            raise ValueError(f"there is no option '{name}', only {', '.join(known)}")
        if not known[name].allows(value):
            raise ValueError(f"{name} must be {known[name].told()}, not {said(value)}")
    return dict(overrides)


def said(value: object) -> str:
    """Return a value as a record writes it: true, false, null or a word."""
    if value is None:
        return "null"
    return str(value).lower() if isinstance(value, bool) else str(value)
