"""A hand of Royal Porcio as it was told, its cards as texts: what lies where, and what can be (R1-R18).

Part of the second reading of the page, which shares nothing with the engine but the events.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field

from engine.events import Event
from engine.royal_porcio.events import (
    Duone,
    Exchange,
    Gallery,
    MakeBid,
    Pass,
    Reply,
    Show,
    Special,
    Spoil,
    TurnDown,
)
from engine.shared.tricks import Play
from tests.games.stubs_and_spoils.second_reading import RANKS, Trick, settled


def colour(card: str) -> str:
    """Return a card's colour."""
    return "red" if card[1] in "dh" else "black"


@dataclass
class Answer:
    """A reply: its line and seat, the card laid, the reply ("" for yours), the bid's colour, and what lay then."""

    line: int
    seat: int
    laid: str
    card: str
    colour: str
    lying: set[str]

    def blocks(self, card: str) -> bool:
        """Tell whether a card of the suit laid would have blocked (R10)."""
        ranks = RANKS[self.colour]
        higher = ranks.index(card[0]) > ranks.index(self.laid[0])
        return higher if self.colour == "black" else not higher


@dataclass
class Move:
    """A card played or shown: its line, seat, the suit led ("" in a show), and what was known to be in the hand."""

    line: int
    seat: int
    card: str
    led: str
    original: bool
    known: list[str]


@dataclass
class Told:
    """A hand as it was told so far."""

    number: int
    dealer: int
    bidder: int
    early: int = 0
    gallery: list[str] = field(default_factory=list)
    down: set[str] = field(default_factory=set)
    mode: str | None = None
    bid: dict[str, object] | None = None
    passes: int = 0
    due: str = "gallery"
    duones: list[tuple[int, int, str]] = field(default_factory=list)
    answers: list[Answer] = field(default_factory=list)
    special: str | None = None
    count: int = 0
    plain: bool = False
    tricks: list[Trick] = field(default_factory=list)
    leader: int = 0
    moves: list[Move] = field(default_factory=list)
    spoils: list[list[str]] = field(default_factory=lambda: [[], [], [], []])
    turned: list[str] = field(default_factory=list)
    void: tuple[int, int, str, set[str]] | None = None
    shown: dict[int, list[str]] = field(default_factory=dict)
    last: int = 0

    # -- the auction -------------------------------------------------------------------------------------

    def up(self) -> list[str]:
        """Return the gallery's cards that lie face up."""
        return [card for card in self.gallery if card not in self.down]

    def settle_mode(self) -> None:
        """See whether one colour alone lies open (R12)."""
        colours = {colour(card) for card in self.up()}
        if len(colours) == 1:
            self.mode = colours.pop()
            self.down = {card for card in self.gallery if colour(card) != self.mode}

    def tell(self, line: int, event: Event) -> None:
        """Tell what happens next."""
        match event:
            case Gallery():
                self.gallery, self.due = list(map(str, event.cards)), "bid"
                self.settle_mode()
            case MakeBid():
                what = event.colour or self.mode
                self.bid = {"seat": event.seat, "colour": what, "number": event.number, "level": event.level}
                self.passes, self.bidder = 0, (event.seat + 1) % 4
                self.due = "bid" if self.mode else "duone"
            case Pass():
                self.passes, self.bidder = self.passes + 1, (event.seat + 1) % 4
                if self.bid is not None and self.passes == 3:
                    self.end_auction()
            case Duone():
                self.duones.append((line, event.seat, str(event.card)))
                self.due = "reply"
            case Reply():
                self.answer(line, event)
            case TurnDown():
                self.down.add(str(event.card))
                self.due = "bid"
                self.settle_mode()
            case Special():
                self.special, self.count = event.suit.value, len(self.down)
                self.due = "exchange" if self.count else "play"
            case Exchange():
                self.due = "play"
            case _:
                self.tell_play(line, event)

    def answer(self, line: int, event: Reply) -> None:
        """Tell a reply (R9 to R11)."""
        assert self.bid is not None
        card = "" if event.card is None else str(event.card)
        lying = {each for _, _, each in self.duones}
        answer = Answer(line, event.seat, self.duones[-1][2], card, str(self.bid["colour"]), lying)
        self.answers.append(answer)
        if card:
            self.duones.append((line, event.seat, card))
        self.due = "bid" if card and card[1] == answer.laid[1] and answer.blocks(card) else "turn_down"

    def end_auction(self) -> None:
        """Tell how an auction ends (R7, R13, R15, R16)."""
        assert self.bid is not None
        self.leader = (self.captain() + 2) % 4
        self.due = "special"
        if self.mode is None:
            self.early += 1
            self.plain, self.due = True, "play"
            self.mode, self.down = str(self.bid["colour"]), set(self.gallery)

    def thrown_in(self) -> bool:
        """Tell whether the cards are thrown in (R4, R13)."""
        return (self.bid is None and self.passes == 4) or (self.plain and self.early == 1)

    def captain(self) -> int:
        """Return the last bid's seat."""
        assert self.bid is not None
        return int(str(self.bid["seat"]))

    def turn(self) -> int:
        """Return the seat that does what is due."""
        match self.due:
            case "gallery":
                return self.dealer
            case "bid":
                return self.bidder
            case "reply":
                assert self.bid is not None
                return (self.captain() + (1 if self.bid["colour"] == "black" else 3)) % 4
            case "spoil":
                return self.won(self.tricks[-1])[2]
            case "play":
                lying = len(self.tricks[-1].plays) if self.open() else 0
                return (self.leader + lying) % 4
            case _:
                return self.captain()

    # -- the play ----------------------------------------------------------------------------------------

    def open(self) -> bool:
        """Tell whether a trick lies that is not done."""
        return bool(self.tricks) and not self.tricks[-1].spoil

    def won(self, trick: Trick) -> tuple[int, str, int, set[str]]:
        """Return what becomes of a trick (S7 to S9, R16)."""
        return settled(str(self.mode), self.special or "", trick)

    def tell_play(self, line: int, event: Event) -> None:
        """Tell a play, a spoil or cards shown."""
        match event:
            case Play():
                if not self.open():
                    self.tricks.append(Trick())
                self.tricks[-1].plays.append((line, event.seat, str(event.card)))
                led = self.tricks[-1].plays[0][2][1]
                self.move(line, event.seat, str(event.card), led)
                self.due = "spoil" if len(self.tricks[-1].plays) == 4 else "play"
            case Spoil():
                self.spoil(line, str(event.card), event.void)
            case Show():
                self.shown[event.seat] = list(map(str, event.cards))
                self.last = line
                for card in self.shown[event.seat]:
                    self.move(line, event.seat, card, "")

    def move(self, line: int, seat: int, card: str, led: str) -> None:
        """Tell a card played or shown."""
        own = card in self.spoils[seat]
        self.moves.append(Move(line, seat, card, led, not own, self.known(seat)))
        if own and led:
            self.spoils[seat].remove(card)

    def spoil(self, line: int, card: str, void: bool) -> None:
        """Tell a spoil (R17)."""
        trick = self.tricks[-1]
        _, _, taker, choice = self.won(trick)
        if void:
            self.void = (line, taker, card[1], {each[1] for each in choice})
        trick.spoil = card
        if self.void and self.void[1:3] == (taker, card[1]):
            self.turned.append(card)
        else:
            self.spoils[taker].append(card)
        self.leader, self.last = taker, line
        self.due = "play"
        if 0 in self.hands():
            rich = self.mode == "red" and not self.plain and self.bid and self.bid["level"] != "bronze"
            self.due = "show" if rich else "settle"

    def hands(self) -> list[int]:
        """Return how many cards each seat has, without turned ones: twelve, less originals, and its spoils."""
        return [12 - len(self.played_originals(seat)) + len(self.spoils[seat]) for seat in range(4)]

    def played_originals(self, seat: int) -> list[str]:
        """Return the originals that a seat has played."""
        return [move.card for move in self.moves if move.seat == seat and move.original and move.led]

    def known(self, seat: int) -> list[str]:
        """Return what everybody knows to be in a seat's hand (R18)."""
        exchanged = self.count and self.due != "exchange"
        hidden = exchanged and (seat - self.captain()) % 2 == 0
        played = {move.card for move in self.moves if move.led}
        duones = [card for _, by, card in self.duones if by == seat and card not in played]
        return ([] if hidden else duones) + self.spoils[seat]

    def stubs(self) -> list[list[str]]:
        """Return the stubs before each seat."""
        rows: list[list[str]] = [[], [], [], []]
        for trick in self.tricks:
            if trick.spoil:
                rows[self.won(trick)[0]].append(self.won(trick)[1])
        return rows

    # -- what can be ---------------------------------------------------------------------------------------

    def possible(self, seat: int, cards: Sequence[str]) -> bool:
        """Tell whether a seat can hold these originals besides all that has been given: is there such a deal? (R18)"""
        captain, hand = self.captain(), (self.captain() + 2) % 4
        picked = self.down if self.count else set[str]()
        seen = {*self.gallery, *(card for _, _, card in self.duones)}
        given = {
            at: [move.card for move in self.moves if move.original and move.seat == at] for at in range(4)
        }
        everything = [card for row in given.values() for card in row]
        given[seat] += cards
        if any(card in everything for card in cards) or len(given[seat]) > 12:
            return False
        laid = {at: [card for _, by, card in self.duones if by == at] for at in range(4)}
        for at, row in given.items():
            own = {*laid[at], *(picked if at == captain else ())}
            theirs = {*laid[captain], *picked} if at == hand else set()
            if any(card in seen and card not in own | theirs for card in row):
                return False
        fresh = {at: sum(card not in seen for card in given[at]) for at in range(4)}
        others = [at for at in range(4) if at not in (captain, hand)]
        if any(fresh[at] + len(laid[at]) > 12 for at in others):
            return False
        passed = sum(card in {*laid[captain], *picked} for card in given[hand])
        return any(
            passed + more <= self.count
            and fresh[captain] + more + len(laid[captain]) <= 12
            and fresh[hand] - more + len(laid[hand]) <= 12
            for more in range(self.count + 1)
        )
