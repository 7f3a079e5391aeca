"""Malilla as the rest of the house sees it: one game among others."""

from collections.abc import Iterable, Sequence
from functools import partial
from typing import ClassVar

from engine.cards import FORTY, Card
from engine.events import Event
from engine.game import Expected, Lies, Step
from engine.header import Header
from engine.malilla import rules, sheet
from engine.malilla.cards import KINDS, strength
from engine.malilla.fouls import holds_turned
from engine.malilla.position import OPTIONS, TRICKS, Position
from engine.malilla.words import BEATEN, SEVEN, WORDS
from engine.options import Option
from engine.shared.faults import fault_of, line_at_fault
from engine.shared.scores import Made
from engine.shared.tricks import Partners, check_partners, winning
from engine.sheet import Sheet
from engine.words import FOLLOWED, N_, Fault, Said

FOULS = {"follow": FOLLOWED, "beat": BEATEN, "seven": SEVEN}
"""How each foul is told."""


class Malilla(Partners[Position, Made]):
    """The rules M1 to M17."""

    name = "malilla"
    title = "Malilla"
    target = 35
    options: ClassVar[tuple[Option, ...]] = OPTIONS
    kinds = KINDS
    emblem = "7h Ah Kh"
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
        """Say how the match stands: who has won, or who plays next and what is trump."""
        return sheet.closing(position)

    def standing(self, header: Header, position: Position) -> Said:
        """Return the hand, its dealer, and the trump once it is turned."""
        hand = position.hand
        if hand.turned is None:
            return super().standing(header, position)
        facts = {"hand": hand.number, "name": header.players[hand.dealer], "card": hand.turned}
        return Said(N_("Hand {hand}, trump {card}. {name} deals"), facts)

    def fault(self, score: Made, steps: Sequence[Step[Position, Made]]) -> Fault | None:
        """Return a card laid against the rules, and the one that proves it (M13)."""
        if score.why != "foul":
            return None
        at = line_at_fault(score)
        hand = steps[at - 1][1].position.hand
        held = hand.turned if at == score.event else None
        best = winning(hand.trick, partial(strength, trump=hand.trump))
        assert best is not None
        facts = {"trick": sum(hand.tricks) + 1, "best": best.card}
        return fault_of(score, steps, FOULS[str(score.more["foul"])], held, **facts)

    def pack(self, header: Header) -> tuple[Card, ...]:
        """Return the forty cards."""
        return FORTY

    def lying(self, position: Position) -> tuple[Lies, ...]:
        """Return the trick in the middle; before the first card the turned one, before the dealer.

        The fourth card clears the trick away: the outcome's captures say who gathers those four.
        """
        hand = position.hand
        if hand.turned is not None and not hand.played:
            return (Lies(hand.turned, hand.dealer, "turned"),)
        return tuple(Lies(laid.card, None, "trick", laid.seat) for laid in hand.trick)

    def expected(self, position: Position) -> tuple[Expected, ...]:
        """Return the turned card or the next play, and a misdeal before a hand's first one."""
        hand, turn = position.hand, position.turn
        if position.winner is not None:
            return ()
        if turn is None:
            return (Expected("trump", hand.dealer, 1, FORTY), Expected("misdeal"))
        play = Expected("play", turn, 1, playable(position, turn))
        return (play,) if hand.played else (play, Expected("misdeal"))


def playable(position: Position, seat: int) -> tuple[Card, ...]:
    """Return the cards that a seat can play for all that is known (M2-M6)."""
    hand = position.hand
    if seat != hand.dealer:
        return tuple(card for card in FORTY if card not in hand.played and card != hand.turned)
    if sum(hand.tricks) == TRICKS - 1 and holds_turned(hand) and hand.turned is not None:
        return (hand.turned,)
    return tuple(card for card in FORTY if card not in hand.played)


GAME = Malilla()
