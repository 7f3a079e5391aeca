"""Conquian as the rest of the house sees it: one game among others."""

from collections.abc import Iterable, Sequence
from contextlib import suppress
from typing import ClassVar

from engine.cards import FORTY, Card
from engine.conquian import rules, sheet
from engine.conquian.cards import KINDS, SEATS, Take
from engine.conquian.melds import all_layouts
from engine.conquian.position import OPTIONS, Hand, Position
from engine.conquian.refusals import may_force
from engine.conquian.words import WORDS
from engine.events import Event, IllegalPlay
from engine.game import Expected, Game, Lies, Step
from engine.header import Header
from engine.options import Option
from engine.shared.scores import Made
from engine.sheet import Sheet
from engine.words import N_


class Conquian(Game[Position, Made]):
    """The rules C1 to C19."""

    name = "conquian"
    title = N_("Conquian")
    seats = range(SEATS, SEATS + 1)
    target = 5
    options: ClassVar[tuple[Option, ...]] = OPTIONS
    kinds = KINDS
    emblem = "6s 7s Js"
    words = WORDS

    def start(self, header: Header) -> Position:
        """Return the position before the first event; ValueError unless two play, without teams."""
        return Position.start(header)

    def after(self, position: Position, event: Event) -> rules.Result:
        """Return what comes of an event; IllegalPlay, in a player's words, where the rules refuse it."""
        return rules.after(position, event)

    def sheet(self, header: Header, steps: Iterable[Step[Position, Made]]) -> Sheet:
        """Return the score sheet."""
        return sheet.sheet_of(header, steps)

    def closing(self, position: Position) -> str:
        """Say how the match stands: who has won, or who has to do what."""
        return sheet.closing(position)

    def pack(self, header: Header) -> tuple[Card, ...]:
        """Return the forty cards."""
        return FORTY

    def lying(self, position: Position) -> tuple[Lies, ...]:
        """Return the melds, each before its owner, the stock, the discards, and a card just turned."""
        hand = position.hand
        melds = [
            Lies(card, seat, "meld") for seat in range(SEATS) for meld in hand.melds[seat] for card in meld
        ]
        middle = [*[Lies(None, None, "stock")] * hand.stock]
        middle += [Lies(card, None, "discards") for card in hand.discards]
        if hand.centre is not None and hand.centre not in hand.discards:
            middle.append(Lies(hand.centre, None, "turned"))
        return (*melds, *middle)

    def expected(self, position: Position) -> tuple[Expected, ...]:
        """Return what the seat at turn may do, then who may force a card on the other."""
        if position.winner is not None:
            return ()
        forces = (Expected("force", seat) for seat in range(SEATS) if may_force(position, seat))
        return (*doing(position.hand), *forces)

    def joining(self, position: Position, expected: Expected, cards: Sequence[Card]) -> Event | None:
        """Return the take that lays these cards of the hand down with the centre card, in some way (C11, C12)."""
        hand, seat = position.hand, expected.seat
        if hand.centre is None or seat is None:
            return None
        for melds in all_layouts({*hand.melded(seat), hand.centre, *cards}):
            take = Take(seat, melds)
            with suppress(IllegalPlay):
                self.after(position, take)
                return take
        return None


def doing(hand: Hand) -> tuple[Expected, ...]:
    """Return what the seat at turn may do; of a take no more is known than the card that is taken."""
    seat, unseen = hand.turn, tuple(card for card in FORTY if card not in hand.seen)
    centre, pass_on = () if hand.centre is None else (hand.centre,), Expected("pass", seat, inferred=True)
    take = Expected("take", seat, 1, centre, groups=hand.melds[seat], joined=hand.in_hand[seat])
    match hand.due:
        case "turn":
            return (Expected("turn", seat, 1, unseen),)
        case "turned":
            return (pass_on, take)
        case "offered" if hand.stock:
            return (Expected("turn", seat, 1, unseen), take)
        case "offered":
            return (pass_on, take)
        case "forced":
            return (take,)
        case "discard":
            return (Expected("discard", seat, 1, unseen),)


GAME = Conquian()
