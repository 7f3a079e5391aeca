"""Royal Porcio as the rest of the house sees it: one game among others."""

from collections.abc import Iterable, Iterator, Sequence
from typing import ClassVar

from engine.cards import Card
from engine.events import Event
from engine.game import Expected, Lies, Step
from engine.header import Header
from engine.options import Option
from engine.royal_porcio import rules, sheet
from engine.royal_porcio.events import KINDS
from engine.royal_porcio.foresight import due
from engine.royal_porcio.position import OPTIONS, Position
from engine.royal_porcio.words import REPLIED, VOID, WORDS, YOURS
from engine.shared.faults import fault_of, line_at_fault, revoke
from engine.shared.scores import Made
from engine.shared.tricks import Partners, check_partners
from engine.sheet import Sheet
from engine.words import N_, Fault, Said

FOULS = {"void": VOID, "duone": REPLIED, "yours": YOURS}
"""How each foul but a revoke is told."""


class RoyalPorcio(Partners[Position, Made]):
    """The rules R1 to R29."""

    name = "royal_porcio"
    title = "Royal Porcio"
    target = 250
    options: ClassVar[tuple[Option, ...]] = OPTIONS
    kinds = KINDS
    emblem = "Kd Kc Kh"
    words = WORDS

    def start(self, header: Header) -> Position:
        """Return the position before the first event; ValueError unless four play, partners opposite."""
        check_partners(header)
        return Position.start(header)

    def after(self, position: Position, event: Event) -> rules.Result:
        """Return what comes of an event; IllegalPlay, in a player's words, where the rules refuse it."""
        return rules.after(position, event)

    def arriving(self, position: Position, event: Event) -> rules.Result:
        """Return what the next gallery settles by its arrival."""
        return rules.arriving(position, event)

    def settled(self, position: Position) -> rules.Result:
        """Return what holds if the record ends here."""
        return rules.settled(position)

    def sheet(self, header: Header, steps: Iterable[Step[Position, Made]]) -> Sheet:
        """Return the score sheet."""
        return sheet.sheet_of(header, steps)

    def closing(self, position: Position) -> str:
        """Say how the match stands: who has won, or who does what next."""
        return sheet.closing(position)

    def standing(self, header: Header, position: Position) -> Said:
        """Return the hand, its dealer, and the last bid once there is one."""
        hand = position.hand
        bid = None if hand.auction is None else hand.auction.bid
        if bid is None:
            return super().standing(header, position)
        facts = {"hand": hand.number, "name": header.players[bid.seat], "number": bid.number}
        special = None if hand.contract is None else hand.contract.special
        if special is None:
            return Said(
                N_("Hand {hand}. {name} bid {number} {colour} {level}"),
                {**facts, "colour": bid.colour, "level": bid.level},
            )
        return Said(
            N_("Hand {hand}. {name} bid {number} {colour} {level}, special suit {suit}"),
            {**facts, "colour": bid.colour, "level": bid.level, "suit": special},
        )

    def fault(self, score: Made, steps: Sequence[Step[Position, Made]]) -> Fault | None:
        """Return a revoke, a wrong void or a wrong reply, and the card that proves it (R19-R22)."""
        if score.why != "foul":
            return None
        if score.more["foul"] == "revoke":
            hand = steps[line_at_fault(score) - 1][1].position.hand
            return revoke(score, steps, hand.played.tricks, hand.known(score.seat))
        return fault_of(score, steps, FOULS[str(score.more["foul"])])

    def lying(self, position: Position) -> tuple[Lies, ...]:
        """Return the gallery, the duones while the auction lasts, stubs, discards, the trick, and cards shown.

        Face down in the gallery lie what has been turned down or, after an exchange, what the Hand has laid there.
        """
        hand, auction, playing = position.hand, position.hand.auction, position.hand.playing
        if auction is None:
            return ()
        lies = [Lies(card, None, "gallery") for card in auction.up]
        lies += [Lies(None, None, "gallery")] * len(auction.down)
        if hand.stage in ("bid", "duone", "reply", "turn_down"):
            lies += before_seats(auction.duones, "duone")
        if playing is not None:
            stubs = list(before_seats(playing.tricks.stubs, "stubs"))
            lies += stubs
            lies += [Lies(None, None, "discards")] * (2 * len(stubs))
            lies += [Lies(laid.card, None, "trick", laid.seat) for laid in playing.tricks.trick]
            lies += before_seats(playing.shown, "shown")
        return tuple(lies)

    def expected(self, position: Position) -> tuple[Expected, ...]:
        """Return what is due: one kind of event, a bid or a pass, or cards shown or the next gallery."""
        return () if position.winner is not None else due(position)


def before_seats(rows: Iterable[tuple[Card, ...] | None], place: str) -> Iterator[Lies]:
    """Give cards that lie before their seats."""
    for seat, row in enumerate(rows):
        for card in row or ():
            yield Lies(card, seat, place)


GAME = RoyalPorcio()
