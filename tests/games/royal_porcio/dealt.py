"""Whole matches of Royal Porcio played at random, seeded, with real hands: by players who keep the rules or do not.

The hands are real, so whatever is played could be played: the engine must refuse none of it.
"""

import random
from dataclasses import dataclass, field

from engine.cards import PACK, Card, Suit
from engine.events import Adjust, Event
from engine.header import Header
from engine.options import Choice
from engine.royal_porcio.bids import Bid, colour_of, level_of
from engine.royal_porcio.events import (
    COLOURS,
    LEVELS,
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
from engine.royal_porcio.fouls import blocks
from engine.royal_porcio.game import GAME
from engine.royal_porcio.position import Position
from engine.shared.tricks import Play


@dataclass(frozen=True)
class Habits:
    """How matches at random are played: each a chance.

    ``careless``: of any card, reply or void; ``passing``: of a pass; ``jumping``: of a number higher than needed;
    ``monochrome``: of a gallery of one colour; ``adjusting``: of points by hand.
    """

    careless: float = 0.0
    passing: float = 0.4
    jumping: float = 0.1
    monochrome: float = 0.1
    adjusting: float = 0.005


PLAIN = Habits()


def random_header(rng: random.Random, **options: Choice) -> Header:
    """Return a header with any dealer, target and options."""
    chosen: dict[str, Choice] = {
        "fouls": rng.choice(("report", "apply")),
        "first_bidder": rng.choice(("dealer", "left")),
        "all_pass": rng.choice(("next_dealer", "same_dealer")),
        "lead": rng.choice((50, 50, 1, 10, 200)),
        **options,
    }
    teams = rng.choice((None, ((0, 2), (1, 3))))
    target = rng.choice((250, 250, 1, 50, 100, 1000))
    names = ("Ana", "Beto", "Carla", "Dino")
    return Header(names, "", teams, rng.randrange(4), target, chosen, game="royal_porcio")


def random_events(header: Header, rng: random.Random, habits: Habits = PLAIN, hands: int = 3) -> list[Event]:
    """Return a match's events until it is won (and perhaps not reopened), or so many hands are over."""
    at, events, table = GAME.start(header), list[Event](), Table(rng, habits)
    while at.hand.number <= hands:
        if at.winner is not None and rng.random() < 0.4:
            break
        event = gift(at, rng) if at.winner is not None or adjusts(at, rng, habits) else table.next(at)
        if isinstance(event, Gallery) and (
            at.hand.number == hands or GAME.arriving(at, event).position.winner is not None
        ):
            break
        at = GAME.after(at, event).position
        events.append(event)
    return events


def careless_events(header: Header, rng: random.Random, careless: float, hands: int = 2) -> list[Event]:
    """Return the events of a match whose players break rules so often; how they bid is drawn too."""
    habits = Habits(careless, passing=rng.choice((0.1, 0.4, 0.6, 0.8)), jumping=rng.random())
    return random_events(header, rng, habits, hands)


def adjusts(at: Position, rng: random.Random, habits: Habits) -> bool:
    """Tell whether points by hand come now: most likely while cards may be shown."""
    return rng.random() < (0.2 if at.hand.stage == "show" else habits.adjusting)


def gift(at: Position, rng: random.Random) -> Event:
    """Give points by hand; after a win mostly some that may reopen the match."""
    points = (-60, -1, 1, 60) if at.winner is None else (-60, -200, -1000, 1)
    seat = rng.randrange(4) if at.winner is None else at.winner + rng.choice((0, 0, 1))
    return Adjust(seat, rng.choice(points), "gift")


@dataclass
class Table:
    """Players at a table: their hands, and what they have laid in duones."""

    rng: random.Random
    habits: Habits
    held: list[list[Card]] = field(default_factory=list)
    lying: set[Card] = field(default_factory=set)

    @property
    def careless(self) -> bool:
        """Whether somebody makes a fault now."""
        return self.rng.random() < self.habits.careless

    def next(self, at: Position) -> Event:
        """Return what happens next."""
        hand, turn = at.hand, at.turn
        match hand.stage:
            case "gallery":
                return self.deal()
            case "show" | "over":
                return self.show(at)
        assert turn is not None
        match hand.stage:
            case "bid":
                return self.bid(at, turn)
            case "duone":
                return Duone(turn, self.lay(turn, self.free(turn)))
            case "reply":
                return self.reply(at, turn)
            case "turn_down":
                colour = hand.opened.highest.colour
                return TurnDown(
                    self.rng.choice([card for card in hand.opened.up if colour_of(card) != colour])
                )
            case "special":
                return self.special(at)
            case "exchange":
                return self.exchange(at)
            case "play":
                return self.play(at, turn)
            case _:
                return self.spoil(at, turn)

    def deal(self) -> Event:
        """Deal twelve cards to each and four to the gallery, now and then all of one colour (R2)."""
        pack = self.rng.sample(PACK, len(PACK))
        if self.rng.random() < self.habits.monochrome:
            colour = colour_of(pack[0])
            pack.sort(key=lambda card: colour_of(card) != colour)
            pack = pack[:4] + self.rng.sample(pack[4:], len(pack) - 4)
        self.held = [pack[4 + seat :: 4] for seat in range(4)]
        self.lying = set()
        return Gallery(tuple(pack[:4]))

    def free(self, seat: int) -> list[Card]:
        """Return the cards of a seat that do not lie in a duone."""
        return [card for card in self.held[seat] if card not in self.lying]

    def lay(self, seat: int, cards: list[Card]) -> Card:
        """Lay one of these in a duone."""
        card = self.rng.choice(cards)
        self.lying.add(card)
        return card

    def bid(self, at: Position, seat: int) -> Event:
        """Pass, or bid just higher than the last bid or a good deal higher (R5, R6)."""
        auction, rng = at.hand.opened, self.rng
        levels = sorted({level_of(auction.gallery, suit) for suit in Suit}, key=LEVELS.index)
        colours = COLOURS if auction.mode is None else (auction.mode,)
        least = 1 if auction.bid is None else auction.bid.number
        most = 1 if auction.bid is None else min(12, least + (3 if rng.random() < self.habits.jumping else 1))
        bids = [
            Bid(seat, colour, number, level)
            for number in range(least, most + 1)
            for colour in colours
            for level in levels
        ]
        bids = [each for each in bids if auction.bid is None or each.height > auction.bid.height]
        stuck = auction.mode is None and not self.free(seat)
        if not bids or stuck or rng.random() < self.habits.passing:
            return Pass(seat)
        made = rng.choice(bids[:6])
        said = auction.mode is None or rng.random() < 0.3
        return MakeBid(seat, made.number, made.level, made.colour if said else None)

    def reply(self, at: Position, seat: int) -> Event:
        """Reply with a card of the suit if there is one, or with "yours" where that is allowed (R9)."""
        auction, free = at.hand.opened, self.free(seat)
        bid, laid = auction.highest, auction.laid
        assert laid is not None
        suit = [card for card in free if card.suit is laid.suit]
        must_block = bool(suit) and all(blocks(bid, laid, card) for card in suit)
        if not free or (self.rng.random() < 0.5 and (self.careless or not must_block)):
            return Reply(seat, yours=True)
        return Reply(seat, self.lay(seat, free if self.careless or not suit else suit))

    def special(self, at: Position) -> Event:
        """Name a suit that fits the level (R15)."""
        auction = at.hand.opened
        return Special(
            self.rng.choice(
                [suit for suit in Suit if level_of(auction.gallery, suit) == auction.highest.level]
            )
        )

    def exchange(self, at: Position) -> Event:
        """Let the captain take the cards and pass any, and the Hand lay any down (R15)."""
        contract, picked = at.hand.agreed, at.hand.opened.down
        captain, hand = self.held[contract.captain], self.held[contract.hand]
        captain += sorted(picked, key=str)
        for giver, taker in ((captain, hand), (hand, list[Card]())):
            for _ in picked:
                taker.append(giver.pop(self.rng.randrange(len(giver))))
        return Exchange(len(picked))

    def play(self, at: Position, seat: int) -> Event:
        """Play a card, of the suit led if there is one (S6)."""
        led, held = at.hand.played.tricks.led, self.held[seat]
        following = [card for card in held if card.suit is led]
        card = self.rng.choice(held if self.careless or not following else following)
        held.remove(card)
        return Play(seat, card)

    def spoil(self, at: Position, seat: int) -> Event:
        """Take a spoil, now and then as the first void (R17)."""
        hand, won = at.hand, at.hand.played.tricks.won
        assert won is not None
        card = self.rng.choice(won.choice)
        suits = {each.suit for each in won.choice}
        void = hand.played.void
        if void is None and hand.agreed.has(seat):
            right = not any(each.suit in suits for each in self.held[seat])
            known = any(each.suit in suits for each in hand.known(seat))
            if not known and (right or self.careless) and self.rng.random() < 0.7:
                return Spoil(card, void=True)
        if void is None or (void.seat, void.suit) != (seat, card.suit):
            self.held[seat].append(card)
        return Spoil(card)

    def show(self, at: Position) -> Event:
        """Show some cards or all, or deal the next hand (R27)."""
        playing = at.hand.played
        seats = [seat for seat in range(4) if self.held[seat] and playing.shown[seat] is None]
        if not seats or self.rng.random() < 0.3:
            return self.deal()
        held = self.held[seat := self.rng.choice(seats)]
        count = self.rng.choice((len(held), self.rng.randint(1, len(held))))
        return Show(seat, tuple(self.rng.sample(held, count)))
