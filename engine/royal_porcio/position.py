"""Where a match of Royal Porcio stands: immutable values, without any rule in them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import ClassVar, Literal

from engine.cards import Card, Suit
from engine.header import GameSetting, Header
from engine.options import Option
from engine.royal_porcio.bids import NO_BIDS, Auction, Bid, Rows
from engine.royal_porcio.events import Level
from engine.shared.spoils import NO_SUSPECTS, Suspects, Tricks
from engine.shared.tricks import SEATS, side_of

CARDS_DEALT = 12
"""Cards dealt to each seat (R2)."""
BIG_LEAD = 50
"""Points that a side needs more than the other to win (R29)."""

OPTIONS = (
    Option(
        "fouls", "Whether a proved foul is told and no more, or moves the balance (R23).", ("report", "apply")
    ),
    Option("first_bidder", "Who bids first: the dealer, or the seat after (R3).", ("dealer", "left")),
    Option("all_pass", "Who deals after four passes (R4).", ("next_dealer", "same_dealer")),
    Option("lead", "Points that a side needs more than the other to win (R29).", (BIG_LEAD,), least=1),
)

Before = Literal["bid", "duone", "reply", "turn_down", "special", "exchange"]
"""The event that comes next between the gallery and the first trick."""
Stage = Before | Literal["gallery", "play", "spoil", "show", "over"]
"""The event that comes next in a hand; "show": cards may be shown, or the next gallery comes; "over": it is won."""


@dataclass(frozen=True, slots=True)
class Setting(GameSetting):
    """What stays the same throughout a match: the header, and the options with their values."""

    options: ClassVar[tuple[Option, ...]] = OPTIONS
    fouls: Literal["report", "apply"] = "report"
    first_bidder: Literal["dealer", "left"] = "dealer"
    all_pass: Literal["next_dealer", "same_dealer"] = "next_dealer"
    lead: int = BIG_LEAD


@dataclass(frozen=True, slots=True)
class Contract:
    """What an auction has settled: the last bid, by the captain; the special suit; what everybody knows (R7, R15).

    ``plain``: it ended without a mode, so there is no special suit and the bid counts as bronze (R13). ``count`` is
    how many cards were exchanged (k). ``seen`` are the gallery's cards and those of the duones, ``out`` those that
    nobody can hold any more; ``owners`` tells before whom a duone card lay, and gives the captain what he picked up;
    ``duones`` counts the duone cards of each seat.
    """

    bid: Bid
    plain: bool
    special: Suit | None
    count: int
    seen: frozenset[Card]
    out: frozenset[Card]
    owners: Mapping[Card, int] = field(hash=False)
    duones: tuple[int, ...]

    @property
    def captain(self) -> int:
        """The seat of the last bid."""
        return self.bid.seat

    @property
    def hand(self) -> int:
        """The seat of the Hand, the captain's partner."""
        return (self.bid.seat + 2) % SEATS

    @property
    def level(self) -> Level:
        """What the bid counts as."""
        return "bronze" if self.plain else self.bid.level

    def has(self, seat: int) -> bool:
        """Tell whether a seat is the captain or the Hand."""
        return side_of(seat) == side_of(self.bid.seat)


@dataclass(frozen=True, slots=True)
class Void:
    """The first void: the seat and its suit; ``line`` is the spoil's, ``suits`` those of which it held no card (R17).

    ``proved`` tells that it has been found at fault (R20).
    """

    line: int
    seat: int
    suit: Suit
    suits: frozenset[Suit]
    proved: bool = False


NOBODY: tuple[tuple[Card, ...] | None, ...] = (None,) * SEATS


@dataclass(frozen=True, slots=True)
class Playing:
    """How far the play has come, and what everybody knows.

    ``hands`` are the numbers of cards by seat, without turned ones; ``spoils`` those in hand, in the order taken;
    ``given`` the originals that each seat has played; ``fresh`` how many of these nobody had seen before, and
    ``passed`` how many the Hand can only have from the captain (R18: u, p); ``played`` all that has been laid;
    ``shown`` what each seat has shown (R27), None for nothing; ``last`` the line of the last spoil or show.
    """

    tricks: Tricks
    hands: tuple[int, ...] = (CARDS_DEALT,) * SEATS
    spoils: Rows = NO_BIDS
    given: Rows = NO_BIDS
    fresh: tuple[int, ...] = (0,) * SEATS
    passed: int = 0
    played: frozenset[Card] = frozenset()
    suspects: Suspects = NO_SUSPECTS
    void: Void | None = None
    shown: tuple[tuple[Card, ...] | None, ...] = NOBODY
    last: int = 0

    def originals(self, seat: int) -> tuple[Card, ...]:
        """Return the originals that a seat has given: played, or shown (R18, R19)."""
        shown = self.shown[seat]
        if shown is None:
            return self.given[seat]
        spoils = self.spoils[seat]
        return (*self.given[seat], *(card for card in shown if card not in spoils))


@dataclass(frozen=True, slots=True)
class Hand:
    """One hand: its number (from 1), its dealer, what is due, and how far auction and play have come.

    ``fouls`` counts those proved in it, by side.
    """

    number: int
    dealer: int
    stage: Stage = "gallery"
    auction: Auction | None = None
    contract: Contract | None = None
    playing: Playing | None = None
    fouls: tuple[int, ...] = (0, 0)

    @property
    def turn(self) -> int | None:
        """The seat that does what is due; None while cards may be shown, and once the hand has won the match."""
        auction, playing = self.auction, self.playing
        if self.stage in ("show", "over"):
            return None
        if playing is not None:
            return playing.tricks.turn
        if auction is None:
            return self.dealer
        if self.stage == "bid" or auction.bid is None:
            return auction.turn
        return auction.bid.neighbour if self.stage == "reply" else auction.bid.seat

    def bidding(self, stage: Stage, auction: Auction) -> "Hand":
        """Return the hand with the auction further on, and what is due now."""
        return Hand(self.number, self.dealer, stage, auction, self.contract, self.playing, self.fouls)

    @property
    def opened(self) -> Auction:
        """The auction, once there is a gallery."""
        assert self.auction is not None
        return self.auction

    @property
    def agreed(self) -> Contract:
        """The contract, once the auction has ended."""
        assert self.contract is not None
        return self.contract

    @property
    def played(self) -> Playing:
        """The play, once it has begun."""
        assert self.playing is not None
        return self.playing

    @property
    def hands(self) -> tuple[int, ...]:
        """How many cards each seat holds."""
        return (CARDS_DEALT,) * SEATS if self.playing is None else self.playing.hands

    def known(self, seat: int) -> tuple[Card, ...]:
        """Return the cards known to be in a seat's hand, or before it in duones: these first, then spoils (R18).

        After an exchange nobody knows where the duone cards of captain and Hand are.
        """
        if self.auction is None:
            return ()
        duones = self.auction.duones[seat]
        if self.playing is None or self.contract is None:
            return duones
        spoils = self.playing.spoils[seat]
        if not duones or (self.contract.count and self.contract.has(seat)):
            return spoils
        played = self.playing.played
        return (*(card for card in duones if card not in played), *spoils)


@dataclass(frozen=True, slots=True)
class Position:
    """A match after ``count`` events; ``early`` tells how often an auction ended without a mode (R13)."""

    setting: Setting
    count: int
    scores: tuple[int, ...]
    hand: Hand
    early: int = 0
    winner: int | None = None

    @staticmethod
    def start(header: Header) -> "Position":
        """Return the position before the first event."""
        return Position(Setting.of(header), 0, (0, 0), Hand(1, header.dealer))

    @property
    def turn(self) -> int | None:
        """The seat that has to do something; None after a win."""
        return None if self.winner is not None else self.hand.turn

    def passed_over(self) -> "Position":
        """Return the position one line on."""
        return Position(self.setting, self.count + 1, self.scores, self.hand, self.early, self.winner)

    def with_hand(self, hand: Hand) -> "Position":
        """Return the position with the hand elsewhere."""
        return Position(self.setting, self.count, self.scores, hand, self.early, self.winner)

    def next_hand(self, passed_on: bool = True) -> "Position":
        """Return the position before the next hand; the same seat deals where the deal is not passed on (R1)."""
        hand = self.hand
        dealer = (hand.dealer + 1) % SEATS if passed_on else hand.dealer
        return self.with_hand(Hand(hand.number + 1, dealer))

    def scored(self, scores: tuple[int, ...], winner: int | None) -> "Position":
        """Return the position with other scores, and perhaps a winner."""
        return Position(self.setting, self.count, scores, self.hand, self.early, winner)

    def to_json(self) -> dict[str, object]:
        """Return the last line of ``porrazo score --json``."""
        hand, auction, playing = self.hand, self.hand.auction, self.hand.playing
        tricks = None if playing is None else playing.tricks
        void = None if playing is None else playing.void
        bid = None if auction is None else auction.bid
        special = None if hand.contract is None else hand.contract.special
        return {
            "game": "royal_porcio",
            "scores": list(self.scores),
            "winner": self.winner,
            "hand": hand.number,
            "dealer": hand.dealer,
            "turn": self.turn,
            "await": hand.stage if self.winner is None else None,
            "mode": None if auction is None else auction.mode,
            "special": None if special is None else special.letter,
            "trick": [] if tricks is None else [str(laid.card) for laid in tricks.trick],
            "stubs": in_rows(NO_BIDS if tricks is None else tricks.stubs),
            "hands": list(hand.hands),
            "known": in_rows([hand.known(seat) for seat in range(SEATS)]),
            "gallery": [] if auction is None else list(map(str, auction.up)),
            "down": 0 if auction is None else len(auction.down),
            "bid": None if bid is None else bid.to_json(),
            "void": None if void is None else [void.seat, void.suit.letter],
            "early": self.early,
        }


def in_rows(rows: Sequence[Sequence[Card]]) -> list[list[str]]:
    """Write cards by seat."""
    return [list(map(str, row)) for row in rows]
