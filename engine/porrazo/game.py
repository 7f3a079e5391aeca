"""Porrazo as the rest of the house sees it: one game among others."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, replace
from typing import ClassVar

from engine import match
from engine.cards import Card
from engine.events import Event
from engine.fields import Fields
from engine.game import Expected, Game, Lies, Step
from engine.header import MAX_PLAYERS, MIN_PLAYERS, RULES, TARGET, Header
from engine.options import Choice, Option
from engine.porrazo import rules, sheet
from engine.porrazo.events import KINDS, Play, Recount, event_from_json
from engine.porrazo.foresight import at_play, unseen
from engine.porrazo.position import Outcome, Position
from engine.porrazo.scoring import BY_A_CARD, Score, Why
from engine.porrazo.setting import OPTIONS, PRESETS, TENDIDO_SIZE, Setting
from engine.porrazo.words import WORDS
from engine.sheet import Sheet
from engine.words import N_, Said

__all__ = ["GAME", "Match", "Porrazo"]


class Porrazo(Game[Position, Score]):
    """The rules R1 to R23."""

    name = "porrazo"
    title = "Porrazo"
    seats = range(MIN_PLAYERS, MAX_PLAYERS + 1)
    target = TARGET
    rules = RULES
    options: ClassVar[tuple[Option, ...]] = OPTIONS
    kinds = KINDS
    presets: ClassVar[Mapping[str, Mapping[str, Choice]]] = {
        name: asdict(each) for name, each in PRESETS.items()
    }
    by_camera: ClassVar[Mapping[str, Choice]] = {"declarations": "automatic"}
    targets = (31, TARGET, 121)
    """The last is that of a long game of cribbage."""
    by_points = True
    words = WORDS
    emblem = "7c 7h 7s"
    watched = True
    teams = True

    def event(self, line: Fields) -> Event:
        """Return the event that a parsed line holds; ValueError, in a sentence, if it holds none."""
        return event_from_json(line)

    def start(self, header: Header) -> Position:
        """Return the position before the first event; ValueError where the rules or an option are unknown."""
        return Position.start(header)

    def after(self, position: Position, event: Event) -> Outcome:
        """Return what comes of an event; IllegalPlay, in a player's words, where the rules refuse it."""
        return rules.after(position, event)

    def arriving(self, position: Position, event: Event) -> Outcome:
        """Return what an event settles, or lets stand, by its mere arrival."""
        return rules.arriving(position, event)

    def settled(self, position: Position) -> Outcome:
        """Return what holds if the record ends here: a complete batch is settled."""
        return rules.settled(position)

    def otherwise(self, position: Position, event: Event) -> Iterator[Event]:
        """Give a play again for whoever is to play now: after one too many or too few everybody's turn has moved.

        After another card a capture forgone or chosen may be none.
        """
        if isinstance(event, Play):
            turn = at_play(position).turn
            yield replace(event, seat=turn)
            yield replace(event, seat=turn, took=())
            yield replace(event, seat=turn, took=(), in_place=False)

    def made_by(self, events: Sequence[Event], score: Score) -> int | None:
        """Return the line of the play, tendido or correction that made a score; None if a batch's end did.

        A porrazo becomes due at a later play, so the search goes back to its own player's last play.
        """
        if score.why in (Why.TENDIDO_PLACE, Why.TENDIDO_SET, Why.ADJUST):
            return score.event
        if score.why not in BY_A_CARD:
            return None
        lines = range(score.event, 0, -1)
        return next((line for line in lines if plays(events[line - 1], score.seat)), None)

    def idle(self, header: Header) -> frozenset[str]:
        """Return the options that can make no difference in such a match."""
        setting = Setting.of(header)
        matters = {
            "missed_declaration": setting.options.declarations == "required",
            "partner_ronda": header.teams is not None,
            "leftover": setting.leftover > 0,
            "card_points": len(setting.sides) == 2,
        }
        return frozenset(name for name, does in matters.items() if not does)

    def sheet(self, header: Header, steps: Iterable[Step[Position, Score]]) -> Sheet:
        """Return the score sheet."""
        return sheet.sheet_of(header, steps)

    def closing(self, position: Position) -> str:
        """Say how the match stands: who has won, or who plays next and what lies on the table."""
        return sheet.closing(position)

    def standing(self, header: Header, position: Position) -> Said:
        """Return the hand, its batch and its dealer."""
        return Said(
            N_("Hand {hand}, batch {batch}. {name} deals"),
            {"hand": position.hand, "batch": position.batch, "name": header.players[position.dealer]},
        )

    def deals(self, position: Position) -> tuple[Said, ...]:
        """Return the batch, and the hand."""
        facts = {"batch": position.batch, "hand": position.hand}
        return (Said(N_("Deal batch {batch} again"), facts), *super().deals(position))

    def differs(self, position: Position, event: Event) -> Said | None:
        """Return what a recount found that the record does not say.

        Cards that lay there at the very first are no difference.
        """
        if not isinstance(event, Recount) or position.count == 0:
            return None
        return counted_again(position.table, event.cards)

    def lying(self, position: Position) -> tuple[Lies, ...]:
        """Return the table's cards, oldest first, those of a waiting porrazo included."""
        return tuple(Lies(card) for card in position.table)

    def expected(self, position: Position) -> tuple[Expected, ...]:
        """Return the next play; before a batch's first one also what is announced or laid on the table."""
        at = at_play(position)
        if at.winner is not None:
            return ()
        play = Expected("play", at.turn, 1, unseen(at))
        return (play,) if at.batch_so_far.played else (play, *before_the_first_play(at, play.cards))


def before_the_first_play(at: Position, cards: tuple[Card, ...]) -> Iterator[Expected]:
    """Give what may come before a batch's first play: tendido, leftover and announcements."""
    batch, setting, rules = at.batch_so_far, at.setting, at.setting.options
    last = batch.number == setting.batches
    laid = at.hand_so_far.tendido or batch.leftover
    if not laid and (last or rules.tendido != "last_four"):
        yield Expected("tendido", at.dealer, TENDIDO_SIZE, cards)
    if last and setting.leftover and not batch.leftover and rules.leftover == "table":
        yield Expected("leftover", at.dealer, setting.leftover, cards)
    said = dict(batch.declared)
    yield from (Expected("declare", seat) for seat in range(setting.seats) if seat not in said)


def plays(event: Event, seat: int) -> bool:
    """Tell whether an event is a play of this seat."""
    return isinstance(event, Play) and event.seat == seat


def counted_again(table: tuple[Card, ...], found: tuple[Card, ...]) -> Said | None:
    """Say which cards were found that the record does not have on the table, and which are missing; None if none."""
    more = tuple(card for card in found if card not in table)
    fewer = tuple(card for card in table if card not in found)
    if more and fewer:
        text = N_("The table was counted again: {more} more than the record says, missing: {fewer}")
    elif more:
        text = N_("The table was counted again: {more} more than the record says")
    elif fewer:
        text = N_("The table was counted again, missing: {fewer}")
    else:
        return None
    return Said(text, {"more": more, "fewer": fewer})


GAME = Porrazo()


Match = match.Match[Position, Score]
"""A match of Porrazo."""
