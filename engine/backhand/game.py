"""Backhand as the rest of the house sees it: one game among others."""

from collections.abc import Iterable, Iterator
from typing import ClassVar

from engine.backhand import rules, sheet
from engine.backhand.events import KINDS
from engine.backhand.position import FIRST_CARDS, OPTIONS, Position, Setting
from engine.backhand.words import WORDS
from engine.cards import PACK, Card
from engine.events import Event
from engine.fields import Fields
from engine.game import Asked, Expected, Game, Lies, Step
from engine.header import MAX_PLAYERS, MIN_PLAYERS, Header
from engine.options import Option
from engine.shared.scores import Made
from engine.sheet import Sheet

TARGET = 5
TARGET_WITH_BETS = 20
"""What a header that names no target means (B15)."""
STAKES = 12
"""How many stakes are offered one after another, from the lowest bet up."""
HIGHER = (15, 20, 25, 30, 40, 50, 75, 100)
"""Stakes offered above these."""


class BackhandGame(Game[Position, Made]):
    """The rules B1 to B17."""

    name = "backhand"
    title = "Backhand"
    seats = range(MIN_PLAYERS, MAX_PLAYERS + 1)
    target = TARGET
    options: ClassVar[tuple[Option, ...]] = OPTIONS
    kinds = KINDS
    emblem = "9c 4d Ks"
    suits = False
    words = WORDS
    watched = True

    def header(self, line: Fields) -> Header:
        """Return the header that a record's first line holds: null options are none, with bets it is to 20 (B15)."""
        given = line.get("options")
        options = {} if given is None else given
        bets = isinstance(options, dict) and options.get("bets") is True
        target = TARGET_WITH_BETS if bets else TARGET
        return super().header({"target": target, **line, "options": options})

    def start(self, header: Header) -> Position:
        """Return the position before the first event; ValueError for teams and for options that cannot be."""
        return Position.start(header)

    def after(self, position: Position, event: Event) -> rules.Result:
        """Return what comes of an event; IllegalPlay, in a player's words, where the rules refuse it."""
        return rules.after(position, event)

    def sheet(self, header: Header, steps: Iterable[Step[Position, Made]]) -> Sheet:
        """Return the score sheet."""
        return sheet.sheet_of(header, steps)

    def closing(self, position: Position) -> str:
        """Say how the match stands: who has won, or who is to do what."""
        return sheet.closing(position)

    def pack(self, header: Header) -> tuple[Card, ...]:
        """Return all cards of all packs."""
        return PACK * Setting.of(header).packs

    def lying(self, position: Position) -> tuple[Lies, ...]:
        """Return the hands still in play, each before its seat; one with a result is swept away."""
        hands = enumerate(position.round.hands)
        return tuple(
            Lies(card, seat, "hand") for seat, hand in hands if hand.result is None for card in hand.cards
        )

    def expected(self, position: Position) -> tuple[Expected, ...]:
        """Return what the seat to act may do, then what other seats may do out of turn, then a shuffle."""
        if position.winner is not None:
            return ()
        turn = position.turn
        assert turn is not None
        cards = tuple(card for card in PACK if position.may_come(card))
        due = [(turn, do) for do in position.may]
        due += [(seat, do) for seat, do in out_of_turn(position) if seat != turn]
        return (*(expected(position.setting, do, seat, cards) for seat, do in due), Expected("shuffle"))


def expected(setting: Setting, do: str, seat: int, cards: tuple[Card, ...]) -> Expected:
    """Return one event that may come: a deal shows two cards, a bet and a push none."""
    if do == "bet":
        return Expected(do, seat, asks=(Asked("stake", stakes(setting)),))
    if do == "push":
        return Expected(do, seat, inferred=True)
    return Expected(do, seat, FIRST_CARDS if do == "deal" else 1, cards, drawn=True, apart=do == "backhand")


def stakes(setting: Setting) -> tuple[int, ...]:
    """Return stakes to choose from: from the lowest bet one by one, then in larger steps, up to the highest (B13)."""
    least, most = setting.min_bet, setting.max_bet
    offered = [*range(least, least + STAKES)]
    offered += [stake for stake in HIGHER if stake > offered[-1]]
    if most is None:
        return tuple(offered)
    return (*(stake for stake in offered if stake < most), most)


def out_of_turn(position: Position) -> Iterator[tuple[int, str]]:
    """Give what is open to seats in any order: bets, first deals, aces to replace (B5, B6, B13)."""
    now = position.round
    for seat in now.playing:
        hand = now.hands[seat]
        if position.betting is not None:
            if hand.stake is None:
                yield seat, "bet"
        elif not hand.cards:
            yield seat, "deal"
        elif hand.aces:
            yield seat, "replace"


GAME = BackhandGame()
