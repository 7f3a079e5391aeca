"""The page of rules read a second time, plainly and all at once: what every line of a record should be scored as.

It shares nothing with the engine but the events: a hand is read from all that was told of it (telling.py), and what
proves a foul is looked for afterwards (second_fouls.py).
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from engine.events import Adjust, Event
from engine.header import Header
from engine.royal_porcio.events import Gallery
from tests.games.royal_porcio.second_fouls import fouls
from tests.games.royal_porcio.telling import Told
from tests.games.stubs_and_spoils.second_reading import RANKS

Line = dict[str, object]
LEVELS = ("bronze", "silver", "gold")


def pays(hand: Told, apply: bool) -> Iterator[Line]:
    """Give the lines of a hand that is settled (R24 to R28)."""
    assert hand.bid is not None
    number, side, rows = int(str(hand.bid["number"])), hand.captain() % 2, hand.stubs()
    balance = sum(len(row) * (1 if seat % 2 == side else -1) for seat, row in enumerate(rows))
    balance = balance if hand.mode == "black" else -balance
    if apply:
        balance -= sum(2 if seat % 2 == side else -2 for _, _, seat, _ in fouls(hand))
        balance = max(-12, min(12, balance))
    raised = number * (number - 1) // 2
    made = balance >= number
    points = balance * (25 - balance) // 2 + raised if made else 78 - number * balance + raised
    yield {
        "event": hand.last, "seat": side if made else 1 - side, "points": points,
        "why": "made" if made else "set", "bid": number, "balance": balance,
    }  # fmt: skip
    if not hand.plain:
        for seat in range(4):
            yield from bonuses(hand, seat, rows[seat] if hand.mode == "black" else hand.shown.get(seat, []))


def bonuses(hand: Told, seat: int, row: list[str]) -> Iterator[Line]:
    """Give a player's bonuses (R25 to R27)."""
    assert hand.bid is not None
    level = LEVELS.index(str(hand.bid["level"]))
    for rank in "KQJ" if level else "":
        groups = [row[at : at + 4] for at in range(len(row))] if hand.mode == "black" else [row]
        if any(sum(card[0] == rank for card in group) == 4 for group in groups):
            yield {"event": hand.last, "seat": seat, "points": 13, "why": "pictures", "rank": rank}
    ranks = RANKS[str(hand.mode)][::-1]
    for suit in "cdhs" if level == 2 else "":
        line = "".join(rank if rank + suit in row else " " for rank in ranks)
        for run in line.split():
            high, low = "KQ" in run, "87" in run
            if high or low:
                points = len(run) * (5 if high and low else 3)
                cards = [rank + suit for rank in run]
                yield {
                    "event": hand.last,
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
        for line in pays(hand, self.option("fouls", "report") == "apply"):
            self.pay(line)
        self.decide()
        if self.winner is None:
            self.hand = self.dealt(hand.number + 1, (hand.dealer + 1) % 4, hand.early)
        else:
            hand.due = "over"
        self.begun = len(self.lines)

    def tell_fouls(self) -> None:
        """Put the fouls of a hand that has ended among the lines since it began, each where it was proved."""
        found = fouls(self.hand) if self.hand.due != "over" else []
        self.lines[self.begun :] = sorted(
            [
                *self.lines[self.begun :],
                *(
                    {"event": proof, "seat": seat, "points": 0, "why": "foul", "foul": code, "at": at}
                    for proof, at, seat, code in found
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
