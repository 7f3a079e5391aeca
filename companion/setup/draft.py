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
from engine.words import OptionWords

SHORT, LONG = 0.6, 2.0
"""Targets to choose from where a game names none: its own, and these shares of it for a short or long match."""
TARGET_RULE = "target"
"""The name under which the target is asked for among the rules."""


@dataclass(frozen=True)
class Draft:
    """What has been chosen so far; ``names`` and ``marks`` are kept for all eight seats, whoever plays.

    An empty name means that nobody has been named yet. ``teams``: how many sides share the seats, 0 if
    everybody plays alone; partners sit opposite each other. ``options``: what people chose; for any other option
    the app's own proposal holds where a camera sees every card, else what the rules say.
    """

    count: int = MIN_PLAYERS
    names: tuple[str, ...] = ("",) * MAX_PLAYERS
    marks: tuple[int, ...] = tuple(MARKS)
    dealer: int = 0
    teams: int = 0
    entry: str = "cards"
    rules: str = RULES
    options: Mapping[str, Choice] = field(default_factory=dict)
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
        return self.played.targets or (max(1, round(SHORT * own)), own, round(LONG * own))

    @property
    def has_presets(self) -> bool:
        """Whether the game has whole sets of rules to choose from."""
        return bool(self.played.presets)

    @property
    def ways(self) -> tuple[str, ...]:
        """How events may come into the app, of `ENTRIES`."""
        allowed = {"camera": self.played.watched, "points": self.played.by_points}
        return tuple(entry for entry in ENTRIES if allowed.get(entry, True))

    def with_game(self, name: str) -> Draft:
        """The draft of a match of this game, by its usual rules; who plays stays as far as they can."""
        if name == self.game:
            return self
        game = game_called(name)
        seats = min(max(self.count, min(game.seats)), max(game.seats))
        fresh = replace(self, game=name, teams=0, rules=game.rules, options={}, target=game.target)
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
    def usual(self) -> Mapping[str, Choice]:
        """The value of every option by the rules chosen."""
        game = self.played
        return game.presets.get(self.rules) or {option.name: option.default for option in game.options}

    @property
    def chosen(self) -> Mapping[str, Choice]:
        """The value of every option: as chosen, else as proposed where a camera sees every card, else as usual."""
        proposed = self.played.by_camera if self.entry == "camera" else {}
        return {**self.usual, **proposed, **self.options}

    def _changed(self) -> dict[str, Choice]:
        """The options whose value is another than the rules' own."""
        usual = self.usual
        return {name: value for name, value in self.chosen.items() if value != usual[name]}

    def value_of(self, name: str) -> Choice:
        """What is chosen of an option, or how far one plays."""
        return self.target if name == TARGET_RULE else self.chosen[name]

    def with_rules(self, preset: str) -> Draft:
        """The draft with this preset, unchanged."""
        return replace(self, rules=preset, options={})

    def with_option(self, name: str, value: Choice) -> Draft:
        """The draft with one option changed."""
        if name == TARGET_RULE:
            assert isinstance(value, int)
            return replace(self, target=value)
        return replace(self, options={**self.options, name: value})

    @property
    def asked(self) -> Mapping[str, OptionWords]:
        """The rules that can make a difference in this match, in words, by their names; how far one plays where the
        game's targets are not asked for elsewhere.
        """
        idle = self.played.idle(self._header(("",) * self.count))
        asked = {name: words for name, words in self.played.words.options.items() if name not in idle}
        if self.has_presets:
            return asked
        far = OptionWords(N_("To how many points?"), "", "", {n: str(n) for n in self.targets})
        return {TARGET_RULE: far, **asked}

    # -- what it becomes, and comes from ---------------------------------------------------------------

    def people(self) -> tuple[Person, ...]:
        """The players who have a name."""
        return tuple(Person(self.names[s], self.mark_of(s)) for s in range(self.count) if self.names[s])

    def header(self, nameless: Sequence[str], began: float) -> Header:
        """The header of the match; ``nameless`` holds the names for seats without one."""
        header = self._header(tuple(self.names[seat] or nameless[seat] for seat in range(self.count)))
        marks = [self.marks[seats[0]] for seats in self.sides]
        return replace(header, extra={BEGAN_KEY: round(began, 1), ENTRY: self.entry, MARKS_KEY: marks})

    def _header(self, names: tuple[str, ...]) -> Header:
        teams = self.sides if self.teams else None
        return Header(names, self.rules, teams, self.dealer, self.target, self._changed(), game=self.game)


def _with_options(draft: Draft, header: Header) -> Draft:
    """Take over a match's options, as far as they are people's choices and not the app's own proposal."""
    proposed = draft.played.by_camera.items() if draft.entry == "camera" else ()
    return replace(
        draft, options={name: each for name, each in header.options.items() if (name, each) not in proposed}
    )


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
