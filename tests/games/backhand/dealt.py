"""Whole matches of Backhand played at random, seeded, from a real stock; and a second reading of the rules."""

import random
from collections.abc import Iterable, Mapping

from engine.backhand.events import Backhand, Bet, Deal, Hit, Push, Replace, Shuffle
from engine.backhand.game import GAME
from engine.backhand.position import Position
from engine.cards import PACK, Card
from engine.events import Adjust, Event
from engine.header import Header
from engine.options import Choice
from tests.games.backhand.tables import NAMES

VALUES = {**{letter: int(letter) for letter in "23456789"}, "A": 1, "T": 10, "J": 10, "Q": 10, "K": 10}
Line = Mapping[str, object]


def random_header(rng: random.Random) -> Header:
    """Return a header with any seats, dealer, target and options."""
    seats = rng.choice((2, 2, 3, 4, 5, 8))
    options: dict[str, Choice] = {"bets": rng.random() < 0.5, "shuffle": rng.choice(("round", "called"))}
    if rng.random() < 0.5:
        options |= {"min_bet": 2, "max_bet": rng.choice((None, 2, 6)), "packs": rng.choice((None, 1, 8))}
    target = rng.choice((1, 3, 5, 20))
    return Header(NAMES[:seats], "", None, rng.randrange(seats), target, options, game="backhand")


class Play:
    """One match being played: the events so far, and the stock."""

    def __init__(self, header: Header, rng: random.Random, suits: bool) -> None:
        self.rng, self.suits = rng, suits
        self.at: Position = GAME.start(header)
        self.full = list(GAME.pack(header))
        self.stock = rng.sample(self.full, len(self.full))
        self.held: dict[int, list[Card]] = {}
        self.events: list[Event] = []

    def do(self, event: Event) -> None:
        """Add an event."""
        number = self.at.round.number
        self.at = GAME.after(self.at, event).position
        self.events.append(event)
        if self.at.round.number != number:
            self.held = {}
            if self.at.setting.shuffle == "round":
                self.stock = self.rng.sample(self.full, len(self.full))

    def card(self, seat: int | None = None, place: int | None = None) -> Card:
        """Take a card from the stock, into a hand (at the place of an ace); shuffle where it has run out."""
        if not self.stock:
            self.shuffle()
        card = self.stock.pop()
        if seat is not None and place is None:
            self.held.setdefault(seat, []).append(card)
        elif seat is not None and place is not None:
            self.held[seat][place] = card
        return card if self.suits else Card(card.rank)

    def shuffle(self) -> None:
        """Shuffle all but the hands without a result."""
        self.do(Shuffle())
        rest = list(self.full)
        for seat, cards in self.held.items():
            if self.at.round.hands[seat].result is None:
                for card in cards[: len(self.at.round.hands[seat].cards)]:
                    rest.remove(card)
        self.stock = self.rng.sample(rest, len(rest))

    def step(self) -> None:
        """Do one thing that is open: in turn, or now and then another seat's."""
        if self.rng.random() < 0.03:
            self.do(
                Adjust(self.rng.randrange(len(self.at.scores)), self.rng.choice((-2, 1, 2)), "miscounted")
            )
        if self.at.winner is not None:
            return
        if len(self.stock) < 2 or self.rng.random() < 0.02:
            self.shuffle()
        open_now = GAME.expected(self.at)[:-1]
        chosen = self.rng.choice(open_now)
        seat = chosen.seat
        assert seat is not None
        match chosen.do:
            case "bet":
                setting = self.at.setting
                self.do(Bet(seat, self.rng.randint(setting.min_bet, setting.max_bet or 9)))
            case "deal":
                self.held[seat] = []
                self.do(Deal(seat, (self.card(seat), self.card(seat))))
            case "replace":
                self.do(Replace(seat, self.card(seat, self.at.round.hands[seat].aces[0])))
            case "hit":
                self.do(Hit(seat, self.card(seat)))
            case "push":
                self.held[seat] = []
                self.do(Push(seat))
            case _:
                self.do(Backhand(seat, self.card()))


def random_events(header: Header, rng: random.Random, suits: bool = True, most: int = 80) -> list[Event]:
    """Return a match's events until it is won, or about so many; ``suits``: whether they are seen."""
    play = Play(header, rng, suits)
    while play.at.winner is None and len(play.events) < most:
        play.step()
    return play.events


class SecondReading:
    """Scores a legal record plainly, round after round, without the engine."""

    def __init__(self, header: Header) -> None:
        seats = len(header.players)
        self.bets, self.fresh = bool(header.options["bets"]), header.options["shuffle"] == "round"
        packs = header.options.get("packs")
        self.packs = packs if isinstance(packs, int) else -(-seats // 2)
        self.target, self.dealer, self.number, self.seen = header.target, header.dealer, 1, 0
        self.scores = [0] * seats
        self.winner: int | None = None
        self.clear()

    def clear(self) -> None:
        """Sweep the table."""
        seats = range(len(self.scores))
        self.hands: list[list[str]] = [[] for _ in seats]
        self.aces: list[list[int]] = [[] for _ in seats]
        self.results: list[str | None] = [None for _ in seats]
        self.stakes: list[object] = [None for _ in seats]

    def read(self, line: Line) -> None:
        """Read one event."""
        if line["do"] == "shuffle":
            self.seen = sum(len(self.hands[at]) for at, each in enumerate(self.results) if each is None)
        elif line["do"] == "adjust":
            self.scores[whole(line["seat"])] += whole(line["points"])
        else:
            self.lay(line, whole(line["seat"]))
        self.judge()

    def lay(self, line: Line, seat: int) -> None:
        """Read a seat's bet, cards or act."""
        hand, do, card = self.hands[seat], str(line["do"]), str(line.get("card"))
        self.seen += {"deal": 2, "bet": 0, "push": 0}.get(do, 1)
        if do == "bet":
            self.stakes[seat] = line["stake"]
        elif do == "deal":
            assert isinstance(line["cards"], list)
            hand += line["cards"]
            self.aces[seat] = [place for place, each in enumerate(hand) if each[0] == "A"]
        elif do == "replace":
            hand[self.aces[seat].pop(0)] = card
        elif do == "push":
            hand.clear()
        elif do == "backhand":
            self.decide(seat, worth([*hand, card]) >= 22)
        else:
            hand.append(card)
            if worth(hand) >= 22:
                self.decide(seat, False)
            elif len(hand) == 5 or (len(hand) == 3 and worth(hand[:2]) >= 17):
                self.decide(seat, True)

    def decide(self, seat: int, won: bool) -> None:
        """Pay a result."""
        self.results[seat] = "won" if won else "lost"
        if self.bets:
            stake = whole(self.stakes[seat])
            self.scores[seat] += stake if won else -stake
            self.scores[self.dealer] -= stake if won else -stake
        elif won:
            self.scores[seat] += 1

    def judge(self) -> None:
        """See who has won, and whether the round is over."""
        if self.winner is None or self.scores[self.winner] < self.target:
            best = self.scores.index(max(self.scores))
            self.winner = best if self.scores[best] >= self.target else None
        open_hands = self.results.count(None) - (1 if self.bets else 0)
        if self.winner is None and open_hands == 0:
            self.number, self.dealer = self.number + 1, (self.dealer + 1) % len(self.scores)
            self.seen = 0 if self.fresh else self.seen
            self.clear()


def second_reading(header: Header, lines: Iterable[Line]) -> dict[str, object]:
    """Return what the last line of a legal record must say."""
    at = SecondReading(header)
    for line in lines:
        at.read(line)
    return {
        "scores": at.scores, "winner": at.winner, "hand": at.number, "dealer": at.dealer, "hands": at.hands,
        "totals": [worth(hand) for hand in at.hands], "results": at.results, "stakes": at.stakes,
        "packs": at.packs, "unseen": len(PACK) * at.packs - at.seen,
    }  # fmt: skip


def whole(value: object) -> int:
    """Return a number that is known to be one."""
    assert isinstance(value, int)
    return value


def worth(cards: list[str]) -> int:
    """Return the total of cards as they are written."""
    return sum(VALUES[card[0]] for card in cards)
