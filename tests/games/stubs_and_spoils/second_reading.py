"""The page of rules read a second time, plainly and all at once: what every line of a record should be scored as.

It shares nothing with the engine but the events: a hand is read as a whole, its lists of cards are texts.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field

from engine.events import Adjust, Event
from engine.header import Header
from engine.shared.tricks import Play
from engine.stubs_and_spoils.events import Colour, Spoil

RANKS = {"black": "23456789TJQKA", "red": "A23456789TJQK"}
Line = dict[str, object]


@dataclass
class Trick:
    """Four plays as (line, seat, card), and the spoil."""

    plays: list[tuple[int, int, str]] = field(default_factory=list)
    spoil: str = ""


def order(mode: str, special: str, led: str, card: str) -> tuple[int, int]:
    """Say how high a card is, as S7 puts it (S2)."""
    suits = {"black": [led, special], "red": [special, led]}[mode]
    kind = {suit: at for at, suit in enumerate(suits)}
    others = -1 if mode == "black" else 2
    place = kind[led] if card[1] == led else kind.get(card[1], others)
    return place, RANKS[mode].index(card[0])


def settled(mode: str, special: str, trick: Trick) -> tuple[int, str, int, set[str]]:
    """Return who wins a whole trick, its stub, who takes the spoil, and out of which cards (S7 to S9)."""
    led = trick.plays[0][2][1]
    best = trick.plays[0]
    for each in trick.plays[1:]:
        if order(mode, special, led, each[2]) > order(mode, special, led, best[2]):
            best = each
    cards = {card for _, _, card in trick.plays}
    if mode == "black":
        return best[1], best[2], best[1], cards - {best[2]}
    trojans = [card for card in cards if card[1] == special] or [card for card in cards if card[1] == led]
    stub = min(trojans, key=lambda card: RANKS["red"].index(card[0]))
    taker = (best[1] + 3) % 4
    own = next(card for _, seat, card in trick.plays if seat == taker)
    return best[1], stub, taker, cards - {stub, own}


@dataclass
class Told:
    """A hand as it was told: its dealer, the colour card, its tricks."""

    dealer: int
    colour: str = ""
    tricks: list[Trick] = field(default_factory=list)

    @property
    def mode(self) -> str:
        """Black or red."""
        return "red" if self.colour[1] in "dh" else "black"

    def tell(self, line: int, event: Event) -> None:
        """Tell what happens next; a play goes to the open trick, or leads the next."""
        match event:
            case Colour():
                self.colour = str(event.card)
            case Play():
                if not self.tricks or self.tricks[-1].spoil:
                    self.tricks.append(Trick())
                self.tricks[-1].plays.append((line, event.seat, str(event.card)))
            case Spoil():
                self.tricks[-1].spoil = str(event.card)

    def done(self) -> list[Trick]:
        """Return the tricks whose spoil was taken."""
        return [trick for trick in self.tricks if trick.spoil]

    def won(self, trick: Trick) -> tuple[int, str, int, set[str]]:
        """Return what becomes of a trick."""
        return settled(self.mode, self.colour[1], trick)

    def leader(self) -> int:
        """Return who leads the trick that follows those done."""
        done = self.done()
        return self.won(done[-1])[2] if done else self.dealer

    def stubs(self) -> list[list[str]]:
        """Return the stubs before each seat."""
        rows: list[list[str]] = [[], [], [], []]
        for trick in self.done():
            winner, stub, _, _ = self.won(trick)
            rows[winner].append(stub)
        return rows

    def moves(self) -> list[tuple[int, int, str, bool]]:
        """Return all plays as (line, seat, card, whether it is a lead), and spoils as (0, taker, card, False)."""
        moves = []
        for trick in self.tricks:
            moves += [(*each, at == 0) for at, each in enumerate(trick.plays)]
            if trick.spoil:
                moves.append((0, self.won(trick)[2], trick.spoil, False))
        return moves

    def known(self) -> list[list[str]]:
        """Return the spoils in each hand (S12)."""
        rows: list[list[str]] = [[], [], [], []]
        for line, seat, card, _ in self.moves():
            if line == 0:
                rows[seat].append(card)
            elif card in rows[seat]:
                rows[seat].remove(card)
        return rows

    def fresh(self) -> list[tuple[int, int, str]]:
        """Return the plays of cards that nobody had seen before, as (line, seat, card)."""
        seen, plays = {self.colour}, []
        for line, seat, card, _ in self.moves():
            if line and card not in seen:
                plays.append((line, seat, card))
                seen.add(card)
        return plays

    def hands(self) -> list[int]:
        """Return how many cards each seat has: twelve, less the plays, more the spoils."""
        moves = self.moves()
        return [
            12 + sum((1 if line == 0 else -1) for line, at, _, _ in moves if at == seat) for seat in range(4)
        ]

    def playable(self, seat: int) -> set[str]:
        """Return what S12 lets a seat play."""
        seen = {self.colour, *(card for line, _, card, _ in self.moves() if line)}
        unseen = {rank + suit for rank in RANKS["red"] for suit in "cdhs"} - seen
        given = sum(at == seat for _, at, _ in self.fresh())
        return set(self.known()[seat]) | (unseen if given < 12 else set())

    def fouls(self) -> list[tuple[int, int, int]]:
        """Return the revokes proved as (line of the proof, seat, line of the play), in the order told (S13)."""
        found, held = [], [list[str](), list[str](), list[str](), list[str]()]
        fresh, led = self.fresh(), ""
        for line, seat, card, lead in self.moves():
            if line == 0:
                held[seat].append(card)
                continue
            led = card[1] if lead else led
            if card[1] != led:
                at_once = any(each[1] == led for each in held[seat])
                later = [at for at, by, each in fresh if by == seat and each[1] == led and at > line]
                found += [(line if at_once else later[0], seat, line)] if at_once or later else []
            if card in held[seat]:
                held[seat].remove(card)
        return sorted(found, key=lambda foul: (foul[0], foul[2]))


@dataclass
class Reading:
    """A match as it was read so far: the scores, the winner, the lines, and the hand."""

    header: Header
    hand: Told
    number: int = 1
    scores: list[int] = field(default_factory=lambda: [0, 0])
    winner: int | None = None
    lines: list[Line] = field(default_factory=list)

    def read(self, line: int, event: Event) -> None:
        """Read one event."""
        self.hand.tell(line, event)
        match event:
            case Play():
                self.lines += [
                    {"event": line, "seat": seat, "points": 0, "why": "foul", "foul": "revoke", "at": at}
                    for proof, seat, at in self.hand.fouls()
                    if proof == line
                ]
            case Spoil() if 0 in self.hand.hands():
                self.pay(line)
            case Adjust():
                self.scores[event.seat % 2] += event.points
                self.lines.append(
                    {"event": line, "seat": event.seat, "points": event.points, "why": "adjust"}
                )
        self.decide()

    def pay(self, line: int) -> None:
        """Pay the balance of a hand that has ended (S14, S15)."""
        rows = self.hand.stubs()
        stubs = [len(rows[0] + rows[2]), len(rows[1] + rows[3])]
        ahead = (stubs[0] - stubs[1]) * (1 if self.hand.mode == "black" else -1)
        if self.header.options.get("fouls") == "apply":
            ahead = moved(ahead, sum(1 if seat % 2 else -1 for _, seat, _ in self.hand.fouls()))
        if ahead:
            side = 0 if ahead > 0 else 1
            self.scores[side] += abs(ahead)
            self.lines.append(
                {"event": line, "seat": side, "points": abs(ahead), "why": "stubs", "stubs": stubs}
            )

    def decide(self) -> None:
        """Say who has won by now, and begin the next hand where one has ended and nobody has (S16)."""
        if self.winner is None or self.scores[self.winner] < self.header.target:
            there = [side for side in range(2) if self.scores[side] >= self.header.target]
            self.winner = there[0] if there else None
        hand = self.hand
        if self.winner is None and hand.colour and hand.done() == hand.tricks and 0 in hand.hands():
            self.number, self.hand = self.number + 1, Told((hand.dealer + 1) % 4)


def second_reading(header: Header, events: Sequence[Event]) -> tuple[list[Line], Line]:
    """Return the lines of the scores, and the last one."""
    reading = Reading(header, Told(header.dealer))
    for line, event in enumerate(events, start=1):
        reading.read(line, event)
    return reading.lines, last_line(reading.scores, reading.winner, reading.number, reading.hand)


def moved(ahead: int, net: int) -> int:
    """Move a balance by two for each revoke that is not cancelled, then bring it back to 12 (S14)."""
    for _ in range(abs(net)):
        ahead += 2 if net > 0 else -2
    return ahead if net == 0 or abs(ahead) <= 12 else 12 * (ahead // abs(ahead))


def last_line(scores: list[int], winner: int | None, number: int, hand: Told) -> Line:
    """Return the last line."""
    open_trick = hand.tricks[-1] if hand.tricks and not hand.tricks[-1].spoil else Trick()
    if not hand.colour:
        due, turn = "colour", hand.dealer
    elif len(open_trick.plays) == 4:
        due, turn = "spoil", hand.won(open_trick)[2]
    else:
        due, turn = "play", (hand.leader() + len(open_trick.plays)) % 4
    over = winner is not None
    return {
        "game": "stubs_and_spoils",
        "scores": scores,
        "winner": winner,
        "hand": number,
        "dealer": hand.dealer,
        "turn": None if over else turn,
        "await": None if over else due,
        "mode": hand.mode if hand.colour else None,
        "special": hand.colour[1] if hand.colour else None,
        "trick": [card for _, _, card in open_trick.plays],
        "stubs": hand.stubs(),
        "hands": hand.hands(),
        "known": hand.known(),
    }
