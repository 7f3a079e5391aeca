"""Crash as the rest of the house sees it: one game among others."""

from collections.abc import Iterable, Sequence
from typing import ClassVar

from engine.cards import PACK
from engine.crash import rules, sheet
from engine.crash.events import KINDS
from engine.crash.position import OPTIONS, SHOWDOWN_STEPS, Position
from engine.crash.ranking import CARDS_DEALT, CARDS_OF_A_HAND
from engine.crash.words import DISORDER, WORDS
from engine.events import Event
from engine.fields import Fields
from engine.game import Asked, Expected, Game, Lies, Outcome, Step
from engine.header import Header
from engine.options import Option
from engine.shared.faults import cards_of, fault_of, line_at_fault
from engine.shared.scores import Made
from engine.sheet import Sheet
from engine.words import Fault

MOST_SEATS = 4
"""Thirteen cards each out of 52 (K6)."""


class Crash(Game[Position, Made]):
    """The rules K1 to K21."""

    name = "crash"
    title = "Crash"
    seats = range(2, MOST_SEATS + 1)
    target = 7
    options: ClassVar[tuple[Option, ...]] = OPTIONS
    kinds = KINDS
    emblem = "3c 3d 3s"
    words = WORDS
    fanned = True
    watched = True

    def header(self, line: Fields) -> Header:
        """Return the header that a record's first line holds; options may be null here."""
        return super().header({**line, "options": {}} if line.get("options", {}) is None else line)

    def start(self, header: Header) -> Position:
        """Return the position before the first event; ValueError unless two to four play, each alone."""
        if len(header.players) not in self.seats:
            raise ValueError(f"two to four play this game, not {len(header.players)}")
        if header.teams is not None:
            raise ValueError('"teams" must be null: everybody plays alone')
        return Position.start(header)

    def after(self, position: Position, event: Event) -> Outcome[Position, Made]:
        """Return what comes of an event; IllegalPlay, in a player's words, where the rules refuse it."""
        return rules.after(position, event)

    def sheet(self, header: Header, steps: Iterable[Step[Position, Made]]) -> Sheet:
        """Return the score sheet."""
        return sheet.sheet_of(header, steps)

    def closing(self, position: Position) -> str:
        """Say how the match stands: who has won, or whose hands are awaited."""
        return sheet.closing(position)

    def fault(self, score: Made, steps: Sequence[Step[Position, Made]]) -> Fault | None:
        """Return a better hand after a worse one (K15)."""
        if score.why != "foul":
            return None
        earlier = cards_of(steps[line_at_fault(score)][0])
        cards = cards_of(steps[score.event][0])
        return fault_of(score, steps, DISORDER, cards=cards, earlier=earlier)

    def lying(self, position: Position) -> tuple[Lies, ...]:
        """Return the hands shown, each before its seat; what lies face down is not known."""
        return tuple(
            Lies(card, seat, f"hand {step}")
            for seat, hands in enumerate(position.deal.shown)
            for step, hand in enumerate(hands, start=1)
            for card in hand.cards
        )

    def expected(self, position: Position) -> tuple[Expected, ...]:
        """Return the hands awaited, then what may be set, and thirteen cards before the first hand."""
        if position.winner is not None:
            return ()
        deal, seen = position.deal, position.deal.seen
        unseen = tuple(card for card in PACK if card not in seen)
        unset = [seat for seat in position.playing if deal.sets[seat] is None]
        shows = [Expected("show", seat, CARDS_OF_A_HAND, unseen) for seat in position.awaited]
        sets = [
            Expected(
                "set",
                seat,
                asks=(Asked("hands", tuple(range(len(deal.shown[seat]), SHOWDOWN_STEPS + 1))),),
                inferred=True,
            )
            for seat in unset
        ]
        laid = [Expected(do, seat, CARDS_DEALT, PACK) for seat in unset for do in ("six_pairs", "straight")]
        return (*shows, *sets, *([] if seen else laid))


GAME = Crash()
