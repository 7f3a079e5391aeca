"""A match that is being set up: who sits where, who deals, by which rules; and the header made from it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from companion.archive.kept_match import BEGAN_KEY
from companion.archive.players import Person, key, tidy
from companion.locales import N_
from companion.record.match_summary import ENTRIES, ENTRY
from companion.record.side_marks import MARKS, free, marks_of
from companion.record.side_marks import MARKS_KEY as MARKS_KEY
from engine.game import AnyGame
from engine.games import game_called
from engine.header import GAME, MAX_PLAYERS, MIN_PLAYERS, RULES, TARGET, Header
from engine.options import Choice
from engine.porrazo.setting import CHOICES, PRESETS, Options

TARGETS = (31, 61, 121)
"""The targets to choose from, in points: 61 is Porrazo's own, 121 that of a long game of cribbage."""
SHORT, LONG = 0.6, 2.0
"""Targets to choose from in the other games: the game's own, and these shares of it for a short or long match."""


@dataclass(frozen=True)
class Draft:
    """What has been chosen so far; ``names`` and ``marks`` are kept for all eight seats, whoever plays.

    An empty name means that nobody has been named yet. ``teams``: how many sides share the seats, 0 if
    everybody plays alone; partners sit opposite each other. ``options``: the choices that differ from the
    rules' own. ``announce``: the choice for announcements; None while the app's own proposal holds (automatic
    if a camera sees every card, else as the rules say).
    """

    count: int = MIN_PLAYERS
    names: tuple[str, ...] = ("",) * MAX_PLAYERS
    marks: tuple[int, ...] = tuple(MARKS)
    dealer: int = 0
    teams: int = 0
    entry: str = "cards"
    rules: str = RULES
    options: Mapping[str, Choice] = field(default_factory=dict)
    announce: str | None = None
    target: int = TARGET
    game: str = GAME

    @property
    def played(self) -> AnyGame:
        """The game that is to be played."""
        return game_called(self.game)

    @property
    def targets(self) -> tuple[int, ...]:
        """The targets to choose from."""
        own = self.played.target
        return TARGETS if self.has_presets else (max(1, round(SHORT * own)), own, round(LONG * own))

    @property
    def has_presets(self) -> bool:
        """Whether the game has whole sets of rules to choose from."""
        return bool(self.played.rules)

    @property
    def ways(self) -> tuple[str, ...]:
        """How events may come into the app, of `ENTRIES`: points alone are for a board, which is Porrazo's."""
        if self.has_presets:
            return ENTRIES
        return ("camera", "cards") if self.played.watched else ("cards",)

    def with_game(self, name: str) -> Draft:
        """The draft of a match of this game, by its usual rules; who plays stays as far as they can."""
        if name == self.game:
            return self
        game = game_called(name)
        seats = min(max(self.count, min(game.seats)), max(game.seats))
        fresh = replace(
            self, game=name, teams=0, rules=game.rules, options={}, announce=None, target=game.target
        )
        fresh = fresh if fresh.entry in fresh.ways else replace(fresh, entry="cards")
        return fresh.with_count(seats)

    # -- who plays -------------------------------------------------------------------------------------

    @property
    def sides(self) -> tuple[tuple[int, ...], ...]:
        """The seats of each side."""
        if self.teams == 0:
            return self.played.sides(Header(("",) * self.count, game=self.game))
        return tuple(tuple(range(first, self.count, self.teams)) for first in range(self.teams))

    @property
    def team_counts(self) -> tuple[int, ...]:
        """The possible numbers of teams: those that divide the seats evenly."""
        if not self.played.teams:
            return ()
        return tuple(number for number in range(2, self.count) if self.count % number == 0)

    def side_of(self, seat: int) -> int:
        """The side of a seat."""
        return next(side for side, seats in enumerate(self.sides) if seat in seats)

    def mark_of(self, seat: int) -> int:
        """The mark of a seat's side: that of the side's first seat."""
        return self.marks[self.sides[self.side_of(seat)][0]]

    def with_count(self, count: int) -> Draft:
        """The draft with this many players."""
        changed = replace(self, count=count, dealer=min(self.dealer, count - 1))
        return changed if changed.teams in changed.team_counts else replace(changed, teams=0)

    def with_name(self, seat: int, name: str, known: Sequence[Person] = ()) -> Draft:
        """The draft with this person in the seat.

        A person who sits elsewhere changes places with the one here. A known person brings their mark if it
        is free.
        """
        tidied = tidy(name)
        names = list(self.names)
        elsewhere = [s for s in range(self.count) if s != seat and names[s] and key(names[s]) == key(tidied)]
        if elsewhere:
            names[elsewhere[0]] = names[seat]
        names[seat] = tidied
        changed = replace(self, names=tuple(names))
        person = next((person for person in known if key(person.name) == key(tidied)), None)
        if person is None or elsewhere or self.teams:
            return changed
        taken = tuple(self.marks[s] for s in range(self.count) if s != seat)
        return changed._mark(seat, person.mark) if person.mark not in taken else changed

    def with_next_mark(self, seat: int) -> Draft:
        """The draft with the next mark for the seat's side that no other side has."""
        first = self.sides[self.side_of(seat)][0]
        taken = tuple(self.marks[seats[0]] for seats in self.sides if seats[0] != first)
        return self._mark(first, free(taken, (self.marks[first] + 1) % len(MARKS)))

    def _mark(self, seat: int, number: int) -> Draft:
        """Give a seat a mark; a seat that had this mark, playing or not, gets the seat's old one."""
        marks = list(self.marks)
        if number in marks:
            marks[marks.index(number)] = marks[seat]
        marks[seat] = number
        return replace(self, marks=tuple(marks))

    # -- how -------------------------------------------------------------------------------------------

    @property
    def chosen(self) -> Options:
        """All options of the match, with the choices made."""
        return Options.of(self.rules, {**self.options, "declarations": self.declarations})

    @property
    def declarations(self) -> str:
        """How announcements are treated: as chosen, else as proposed."""
        if self.announce is not None:
            return self.announce
        return "automatic" if self.entry == "camera" else PRESETS[self.rules].declarations

    def _changed(self) -> dict[str, Choice]:
        """The options whose value is another than the rules' own."""
        if not self.has_presets:
            own = {option.name: option.default for option in self.played.options}
            return {name: value for name, value in self.options.items() if value != own[name]}
        preset = PRESETS[self.rules]
        chosen = {name: getattr(self.chosen, name) for name in CHOICES}
        return {name: value for name, value in chosen.items() if value != getattr(preset, name)}

    def value_of(self, name: str) -> Choice:
        """What is chosen of an option."""
        if self.has_presets:
            value: Choice = getattr(self.chosen, name)
            return value
        own = {option.name: option.default for option in self.played.options} | {"target": self.target}
        return self.options.get(name, own[name])

    def with_rules(self, preset: str) -> Draft:
        """The draft with this preset, unchanged."""
        return replace(self, rules=preset, options={}, announce=None)

    def with_option(self, name: str, value: Choice) -> Draft:
        """The draft with one option changed."""
        if name == "declarations":
            return replace(self, announce=str(value))
        if name == "target":
            assert isinstance(value, int)
            return replace(self, target=value)
        return replace(self, options={**self.options, name: value})

    # -- what it becomes, and comes from ---------------------------------------------------------------

    def people(self) -> tuple[Person, ...]:
        """The players who have a name."""
        return tuple(Person(self.names[s], self.mark_of(s)) for s in range(self.count) if self.names[s])

    def header(self, nameless: Sequence[str], began: float) -> Header:
        """The header of the match; ``nameless`` holds the names for seats without one."""
        names = (self.names[seat] or nameless[seat] for seat in range(self.count))
        return Header(
            tuple(names),
            self.rules,
            self.sides if self.teams else None,
            self.dealer,
            self.target,
            self._changed(),
            game=self.game,
            extra={
                BEGAN_KEY: round(began, 1),
                ENTRY: self.entry,
                MARKS_KEY: [self.marks[seats[0]] for seats in self.sides],
            },
        )


def _with_options(draft: Draft, header: Header) -> Draft:
    """Take over a match's options, as far as they are people's choices and not the app's own proposal."""
    if not draft.has_presets:
        return replace(draft, options=dict(header.options))
    options = {name: value for name, value in header.options.items() if name != "declarations"}
    announce = header.options.get("declarations")
    draft = replace(
        draft, options=options, announce=None if announce in (None, "automatic") else str(announce)
    )
    if announce == "automatic" and draft.entry != "camera":
        draft = replace(draft, announce="automatic")
    return draft


def nameless(tr: Callable[[str], str]) -> list[str]:
    """The names of players without a name, by seat."""
    return [tr(N_("Player {number}")).format(number=seat + 1) for seat in range(MAX_PLAYERS)]


def again(header: Header, nameless: Sequence[str] = ()) -> Draft:
    """The draft of a match like this one, with the next dealer; names in ``nameless`` count as none."""
    count = len(header.players)
    names = [name if name not in nameless else "" for name in header.players]
    draft = Draft(
        count=count,
        names=(*names, *("",) * (MAX_PLAYERS - count)),
        dealer=(header.dealer + 1) % count,
        rules=header.rules,
        target=header.target,
        game=header.game,
    )
    teams = len(header.teams) if header.teams is not None else 0
    if teams in draft.team_counts and replace(draft, teams=teams).sides == header.teams:
        draft = replace(draft, teams=teams)
    entry = header.extra.get(ENTRY)
    draft = replace(draft, entry=str(entry) if entry in ENTRIES else draft.entry)
    draft = _with_options(draft, header)
    for side, number in enumerate(marks_of(header)):
        if side < len(draft.sides):
            draft = draft._mark(draft.sides[side][0], number)
    return draft
