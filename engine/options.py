"""The named options of a game's rules: what each may be, told in a sentence."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

Choice = bool | int | str | None
"""What an option of a record's header may be set to; which values there are is for the game to say."""


@dataclass(frozen=True, slots=True)
class Option:
    """One option: its name in a record, what it is about, what it may be.

    ``choices`` are its values, the default first; where it is any whole number ``least`` is the smallest (the
    default and perhaps null are then ``choices``) and ``most``, if there is one, the greatest.
    """

    name: str
    sentence: str
    choices: tuple[Choice, ...]
    least: int | None = None
    most: int | None = None

    @property
    def default(self) -> Choice:
        """What holds where a record says nothing."""
        return self.choices[0]

    @property
    def kinds(self) -> set[type]:
        """The kinds of value that it may have."""
        return {type(each) for each in self.choices} | ({int} if self.least is not None else set())

    def allows(self, value: object) -> bool:
        """Tell whether the option may be this; true is no number, and 1 is not true."""
        if type(value) is int and self.least is not None:
            return self.least <= value and (self.most is None or value <= self.most)
        return any(type(value) is type(each) and value == each for each in self.choices)

    def told(self) -> str:
        """Say what the option may be: "lost or claimable"."""
        if self.least is None:
            return " or ".join(map(said, self.choices))
        number = f"a whole number from {self.least}" + ("" if self.most is None else f" to {self.most}")
        return f"null or {number}" if None in self.choices else number


def chosen(options: Sequence[Option], overrides: Mapping[str, object]) -> dict[str, object]:
    """Return the overrides, checked; ValueError for a name or a value that there is not."""
    known = {option.name: option for option in options}
    for name, value in overrides.items():
        if name not in known:
            raise ValueError(f"there is no option '{name}', only {', '.join(known)}")
        if not known[name].allows(value):
            raise ValueError(f"{name} must be {known[name].told()}, not {said(value)}")
    return dict(overrides)


def said(value: object) -> str:
    """Write a value as a record does: true, false, null or a word."""
    if value is None:
        return "null"
    return str(value).lower() if isinstance(value, bool) else str(value)
