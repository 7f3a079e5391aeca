"""Stubs & Spoils as the rest of the house sees it: one game among others."""

from collections.abc import Iterable, Sequence
from typing import ClassVar

from engine.cards import PACK, Card
from engine.events import Event
from engine.game import Expected, Lies, Step
from engine.header import Header
from engine.options import Option
from engine.shared.faults import line_at_fault, revoke
from engine.shared.scores import Made
from engine.shared.tricks import Partners, check_partners
from engine.sheet import Sheet
from engine.stubs_and_spoils import rules, sheet
from engine.stubs_and_spoils.events import KINDS
from engine.stubs_and_spoils.position import CARDS_IN_PLAY, OPTIONS, Hand, Position
from engine.stubs_and_spoils.words import WORDS
from engine.words import N_, Fault, Said


class StubsAndSpoils(Partners[Position, Made]):
    """The rules S1 to S16."""

    name = "stubs_and_spoils"
    title = "Stubs & Spoils"
    target = 21
    options: ClassVar[tuple[Option, ...]] = OPTIONS
    kinds = KINDS
    emblem = "Ac Kc 2h"
    words = WORDS
    watched = True

    def start(self, header: Header) -> Position:
        """Return the position before the first event; ValueError unless four play, partners opposite."""
        check_partners(header)
        return Position.start(header)

    def after(self, position: Position, event: Event) -> rules.Result:
        """Return what comes of an event; IllegalPlay, in a player's words, where the rules refuse it."""
        return rules.after(position, event)

    def sheet(self, header: Header, steps: Iterable[Step[Position, Made]]) -> Sheet:
        """Return the score sheet."""
        return sheet.sheet_of(header, steps)

    def closing(self, position: Position) -> str:
        """Say how the match stands: who has won, or who does what next."""
        return sheet.closing(position)

    def standing(self, header: Header, position: Position) -> Said:
        """Return the hand, its dealer, and the colour card once it is turned."""
        hand = position.hand
        if hand.colour is None:
            return super().standing(header, position)
        facts = {"hand": hand.number, "name": header.players[hand.dealer], "card": hand.colour}
        return Said(N_("Hand {hand}, colour card {card}. {name} deals"), facts)

    def fault(self, score: Made, steps: Sequence[Step[Position, Made]]) -> Fault | None:
        """Return a revoke, and the card that proves it (S13)."""
        if score.why != "foul":
            return None
        hand = steps[line_at_fault(score) - 1][1].position.hand
        return revoke(score, steps, hand.tricks, hand.known[score.seat])

    def lying(self, position: Position) -> tuple[Lies, ...]:
        """Return the colour card before the dealer, the stubs before each seat, the discards, and the trick.

        The colour card covers the three cards laid aside. A spoil clears the trick away: the outcome's captures
        say who took which card into the hand, and two more lie face down.
        """
        hand, tricks = position.hand, position.hand.tricks
        if tricks is None:
            return ()
        stubs = [Lies(card, seat, "stubs") for seat, row in enumerate(tricks.stubs) for card in row]
        discards = [Lies(None, None, "discards")] * (2 * len(stubs))
        trick = [Lies(laid.card, None, "trick", laid.seat) for laid in tricks.trick]
        return (Lies(hand.colour, hand.dealer, "colour"), *stubs, *discards, *trick)

    def expected(self, position: Position) -> tuple[Expected, ...]:
        """Return the one event that is due: the colour card, a play or a spoil."""
        hand = position.hand
        if position.winner is not None:
            return ()
        if hand.tricks is None:
            return (Expected("colour", hand.dealer, 1, PACK),)
        if hand.tricks.won is not None:
            return (Expected("spoil", hand.turn, 1, hand.tricks.won.choice, taken=True),)
        return (Expected("play", hand.turn, 1, playable(hand, hand.turn)),)


def playable(hand: Hand, seat: int) -> tuple[Card, ...]:
    """Return the cards that a seat can play for all that everybody knows, its spoils first (S12)."""
    if hand.given[seat] == CARDS_IN_PLAY:
        return hand.known[seat]
    return (*hand.known[seat], *(card for card in PACK if card not in hand.seen))


GAME = StubsAndSpoils()
