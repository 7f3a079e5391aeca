"""A score sheet for people, as on paper: hand by hand, with a running total for each side."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby

from engine.events import Event
from engine.fields import visible
from engine.header import Header

NAME_WIDTH, WORDS_WIDTH = 10, 38
"""Characters: the least width of a name, and the width of the reason with its cards."""
BESIDE_NAME = 2 + 1 + WORDS_WIDTH + 5 + 2
"""Characters before the totals, without the name: indent, reason and cards, points, and the gaps."""
LEAST_WIDTH = 4
"""Characters: the least width of a total."""


@dataclass(frozen=True, slots=True)
class Row:
    """One line: who scored how many points for what, with which cards, and each side's total after it."""

    who: str
    words: str
    cards: str
    points: int
    totals: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Group:
    """The lines of one hand, under their heading."""

    heading: str
    rows: Sequence[Row]


@dataclass(frozen=True, slots=True)
class Sheet:
    """A whole sheet: its title, the names of the sides, and the lines of each hand."""

    title: str
    sides: Sequence[str]
    groups: Sequence[Group]


Heading = tuple[int, int]
"""A hand's number and its dealer; after a misdeal one number can occur with two dealers."""


def by_hand(header: Header, rows: Iterable[tuple[Heading, Row]], hand: str = "Hand") -> list[Group]:
    """Return the lines of each hand under "Hand 1, Ana deals"; ``hand`` is the game's word for a hand."""
    return [
        Group(f"{hand} {number}, {one_line(header.players[dealer])} deals", [row for _, row in lines])
        for (number, dealer), lines in groupby(rows, key=lambda line: line[0])
    ]


def title_of(game: str, header: Header) -> str:
    """Return the title of a match: the game, its target, its players."""
    return f"{game} to {header.target}: {', '.join(map(one_line, header.players))}"


def correction(event: Event | None) -> str:
    """Return the words for points given by hand, with the reason if there is one."""
    why = getattr(event, "why", "")
    return f"correction: {one_line(why)}" if why else "correction"


def plain(sheet: Sheet) -> str:
    """Write a sheet as plain text, with the totals on the right."""
    widest = max([NAME_WIDTH, *(len(row.who) for group in sheet.groups for row in group.rows)])
    widths = [max(LEAST_WIDTH, len(name)) for name in sheet.sides]
    names = "  ".join(name.rjust(width) for name, width in zip(sheet.sides, widths, strict=True))
    text = [sheet.title]
    for group in sheet.groups:
        text += ["", f"{group.heading:<{BESIDE_NAME + widest}}{names}"]
        for row in group.rows:
            what = f"{row.words}  {row.cards}".rstrip()
            totals = "  ".join(str(n).rjust(width) for n, width in zip(row.totals, widths, strict=True))
            text.append(f"  {row.who:<{widest}} {what:<{WORDS_WIDTH}}{row.points:>+5}  {totals}")
    return "\n".join(text) + "\n"


def markdown(sheet: Sheet) -> str:
    """Write a sheet as Markdown, with a table for each hand."""
    text = [f"# {cell(sheet.title)}"]
    for group in sheet.groups:
        text += ["", f"## {escaped(group.heading)}", ""]
        text.append("| | for | cards | points | " + " | ".join(map(cell, sheet.sides)) + " |")
        text.append("|---|---|---|--:|" + "--:|" * len(sheet.sides))
        for row in group.rows:
            totals = " | ".join(map(str, row.totals))
            text.append(
                f"| {escaped(row.who)} | {cell(row.words)} | {row.cards} | {row.points:+} | {totals} |"
            )
    return "\n".join(text) + "\n"


def side_names(header: Header, sides: Sequence[Sequence[int]]) -> list[str]:
    """Return the name of each side: the players' names, joined."""
    return ["+".join(one_line(header.players[seat]) for seat in side) for side in sides]


def one_line(name: str) -> str:
    """Return a name or a reason on one line, with invisible characters written as codes."""
    return " ".join(visible(name).split())


def escaped(text: str) -> str:
    """Return a line with the characters escaped that would break a Markdown table."""
    return text.replace("\\", "\\\\").replace("|", "\\|")


def cell(text: str) -> str:
    """Return any text as one cell of a Markdown table."""
    return escaped(one_line(text))
