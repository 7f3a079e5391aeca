"""The page of rules read a second time, plainly and all at once: what every line of a record should be scored as.

It shares nothing with the engine but the events: a hand is read from all that was told of it, its cards are texts,
and what proves a foul is looked for afterwards, among all that had been seen by each line.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from engine.events import Adjust, Event
from engine.header import Header
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

Line = dict[str, object]
LEVELS = ("bronze", "silver", "gold")


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

    # -- fouls ---------------------------------------------------------------------------------------------

    def fouls(self) -> list[tuple[int, int, int, str]]:
        """Return the fouls proved as (line of the proof, line of the act, seat, code), in the order told."""
        found = [*self.revokes(), *self.wrong_void(), *self.wrong_replies()]
        return sorted(found)

    def later(self, seat: int, line: int, suits: set[str]) -> list[int]:
        """Return the lines after this one at which a seat gave originals of these suits."""
        return [
            move.line
            for move in self.moves
            if move.seat == seat and move.line > line and move.original and move.card[1] in suits
        ]

    def revokes(self) -> Iterator[tuple[int, int, int, str]]:
        """Give the revokes that are proved (R19)."""
        for move in self.moves:
            if not move.led or move.card[1] == move.led:
                continue
            proofs = self.later(move.seat, move.line, {move.led})
            if any(card[1] == move.led for card in move.known):
                proofs = [move.line]
            if proofs:
                yield proofs[0], move.line, move.seat, "revoke"

    def wrong_void(self) -> Iterator[tuple[int, int, int, str]]:
        """Give the first void if it is proved wrong (R20)."""
        if self.void is not None:
            line, seat, _, suits = self.void
            proofs = self.later(seat, line, suits)
            if proofs:
                yield proofs[0], line, seat, "void"

    def wrong_replies(self) -> Iterator[tuple[int, int, int, str]]:
        """Give the replies that are proved wrong (R21, R22)."""
        lines = sorted({line for line, _, _ in self.duones} | {move.line for move in self.moves})
        for answer in self.answers:
            if answer.card and answer.card[1] == answer.laid[1]:
                continue
            proof = next((line for line in lines if line > answer.line and self.wrong(answer, line)), None)
            if proof is not None:
                yield proof, answer.line, answer.seat, "duone" if answer.card else "yours"

    def wrong(self, answer: Answer, line: int) -> bool:
        """Tell whether what has been seen up to a line proves a reply wrong."""
        dealt = self.dealt(line)
        suit = {rank + answer.laid[1] for rank in RANKS["red"]} - answer.lying
        there = any(dealt.get(card) == {answer.seat} for card in suit)
        if answer.card or not there:
            return there
        keeping = {card for card in suit if not answer.blocks(card)}
        return all(
            card in self.gallery or answer.seat not in dealt.get(card, {answer.seat}) for card in keeping
        )

    def dealt(self, line: int) -> dict[str, set[int]]:
        """Return to whom cards were dealt, by what has been seen up to a line: one seat, or either of two (R21)."""
        dealt = {card: {seat} for at, seat, card in self.duones if at <= line}
        for move in self.moves:
            if move.line > line or not move.original or move.card in self.gallery or move.card in dealt:
                continue
            hand = (self.captain() + 2) % 4
            dealt[move.card] = {hand, self.captain()} if self.count and move.seat == hand else {move.seat}
        return dealt

    # -- what is paid --------------------------------------------------------------------------------------

    def pays(self, apply: bool) -> Iterator[Line]:
        """Give the lines of a hand that is settled (R24 to R28)."""
        assert self.bid is not None
        number, side, rows = int(str(self.bid["number"])), self.captain() % 2, self.stubs()
        balance = sum(len(row) * (1 if seat % 2 == side else -1) for seat, row in enumerate(rows))
        balance = balance if self.mode == "black" else -balance
        if apply:
            balance -= sum(2 if seat % 2 == side else -2 for _, _, seat, _ in self.fouls())
            balance = max(-12, min(12, balance))
        raised = number * (number - 1) // 2
        made = balance >= number
        points = balance * (25 - balance) // 2 + raised if made else 78 - number * balance + raised
        yield {
            "event": self.last, "seat": side if made else 1 - side, "points": points,
            "why": "made" if made else "set", "bid": number, "balance": balance,
        }  # fmt: skip
        if not self.plain:
            for seat in range(4):
                yield from self.bonuses(
                    seat, rows[seat] if self.mode == "black" else self.shown.get(seat, [])
                )

    def bonuses(self, seat: int, row: list[str]) -> Iterator[Line]:
        """Give a player's bonuses (R25 to R27)."""
        assert self.bid is not None
        level = LEVELS.index(str(self.bid["level"]))
        for rank in "KQJ" if level else "":
            groups = [row[at : at + 4] for at in range(len(row))] if self.mode == "black" else [row]
            if any(sum(card[0] == rank for card in group) == 4 for group in groups):
                yield {"event": self.last, "seat": seat, "points": 13, "why": "pictures", "rank": rank}
        ranks = RANKS[str(self.mode)][::-1]
        for suit in "cdhs" if level == 2 else "":
            line = "".join(rank if rank + suit in row else " " for rank in ranks)
            for run in line.split():
                high, low = "KQ" in run, "87" in run
                if high or low:
                    points = len(run) * (5 if high and low else 3)
                    cards = [rank + suit for rank in run]
                    yield {
                        "event": self.last,
                        "seat": seat,
                        "points": points,
                        "why": "sequence",
                        "cards": cards,
                    }


@dataclass
class Reading:
    """A match as it was read so far: the scores, the winner, the lines, and the hand."""

    header: Header
    hand: Told
    scores: list[int] = field(default_factory=lambda: [0, 0])
    winner: int | None = None
    lines: list[Line] = field(default_factory=list)
    begun: int = 0

    def option(self, name: str, default: object) -> object:
        """Return an option."""
        return self.header.options.get(name, default)

    def dealt(self, number: int, dealer: int, early: int) -> Told:
        """Return the next hand."""
        left = self.option("first_bidder", "dealer") == "left"
        return Told(number, dealer, (dealer + left) % 4, early)

    def read(self, line: int, event: Event) -> None:
        """Read one event."""
        if isinstance(event, Adjust):
            self.pay({"event": line, "seat": event.seat, "points": event.points, "why": "adjust"})
            self.decide()
            if self.winner is None and self.hand.due == "over":
                self.hand = self.dealt(self.hand.number + 1, (self.hand.dealer + 1) % 4, self.hand.early)
            return
        if isinstance(event, Gallery):
            self.end()
        self.hand.tell(line, event)
        hand = self.hand
        if hand.thrown_in():
            self.tell_fouls()
            same = hand.bid is not None or self.option("all_pass", "next_dealer") == "same_dealer"
            self.hand = self.dealt(hand.number + 1, (hand.dealer + (not same)) % 4, hand.early)
        elif hand.due == "settle":
            hand.due = "show"
            self.end()

    def end(self) -> None:
        """Settle a hand that has been played and waits, if it does (R28)."""
        hand = self.hand
        if hand.due != "show" or self.winner is not None:
            return
        self.tell_fouls()
        for line in hand.pays(self.option("fouls", "report") == "apply"):
            self.pay(line)
        self.decide()
        if self.winner is None:
            self.hand = self.dealt(hand.number + 1, (hand.dealer + 1) % 4, hand.early)
        else:
            hand.due = "over"
        self.begun = len(self.lines)

    def tell_fouls(self) -> None:
        """Put the fouls of a hand that has ended among the lines since it began, each where it was proved."""
        fouls = self.hand.fouls() if self.hand.due != "over" else []
        self.lines[self.begun :] = sorted(
            [
                *self.lines[self.begun :],
                *(
                    {"event": proof, "seat": seat, "points": 0, "why": "foul", "foul": code, "at": at}
                    for proof, at, seat, code in fouls
                ),
            ],
            key=lambda line: int(str(line["event"])),
        )
        self.begun = len(self.lines)

    def pay(self, line: Line) -> None:
        """Pay what a line says."""
        self.lines.append(line)
        self.scores[int(str(line["seat"])) % 2] += int(str(line["points"]))

    def decide(self) -> None:
        """Say who has won by now (R29)."""
        lead = int(str(self.option("lead", 50)))
        self.winner = None
        for side in range(2):
            if self.scores[side] >= self.header.target and self.scores[side] - self.scores[1 - side] >= lead:
                self.winner = side

    def last_line(self) -> Line:
        """Return the last line."""
        hand, over = self.hand, self.winner is not None
        return {
            "game": "royal_porcio",
            "scores": self.scores,
            "winner": self.winner,
            "hand": hand.number,
            "dealer": hand.dealer,
            "turn": None if over else hand.turn(),
            "await": None if over else hand.due,
            "mode": hand.mode,
            "special": hand.special,
            "trick": [card for _, _, card in hand.tricks[-1].plays] if hand.open() else [],
            "stubs": hand.stubs(),
            "hands": hand.hands(),
            "known": [hand.known(seat) for seat in range(4)],
            "gallery": hand.up(),
            "down": len(hand.down),
            "bid": hand.bid,
            "void": None if hand.void is None else list(hand.void[1:3]),
            "early": hand.early,
        }


def begun(header: Header) -> Reading:
    """Return the reading of a match before its first event."""
    reading = Reading(header, Told(1, header.dealer, 0))
    reading.hand = reading.dealt(1, header.dealer, 0)
    return reading


def second_reading(header: Header, events: Sequence[Event]) -> tuple[list[Line], Line]:
    """Return the lines of the scores, and the last one."""
    reading = begun(header)
    for line, event in enumerate(events, start=1):
        reading.read(line, event)
    reading.end()
    reading.tell_fouls()
    return reading.lines, reading.last_line()
