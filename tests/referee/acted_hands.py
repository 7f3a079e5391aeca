"""Hands of any game that a camera follows, acted without pixels, at the levels of ``habits`` (counted in films).

Malilla's cards go to the middle; Crash's and Backhand's lie before their players. Who acts when is drawn; what is read
of each card, where arms show and what disturbs is the stage's, which knows nothing of the referee.
"""

import random
from collections.abc import Sequence

from datasets.films.showdown import best_hands
from engine.cards import PACK, Card
from engine.crash.events import SetDown, Show
from engine.events import Event
from engine.header import Header
from tests.games.malilla.dealt import random_events as random_malilla
from tests.referee.acted_auction import auction
from tests.referee.acted_melds import melds
from tests.referee.acted_spoils import spoils
from tests.referee.acted_table import NAMES, ActedHand, Table

CARELESS = 0.02
"""The share of deals of Crash in which somebody lays the hands in a wrong order: chosen."""
PITCH, FAN, FAR = 1.4, 0.25, 2.6
"""Heights of a card from hand to hand of a row, from card to card of a hand, and from the middle to a row: chosen."""
BACKHAND_FROM = 15
"""The total from which players say backhand: chosen."""


def acted_hand(game: str, seed: int, level: str) -> ActedHand:
    """Act one hand."""
    acts = {"malilla": malilla, "crash": crash, "backhand": backhand, "stubs_and_spoils": spoils}
    acts |= {"royal_porcio": auction, "conquian": melds}
    return acts[game](f"{game} {seed} {level}", level)


def malilla(seed: str, level: str) -> ActedHand:
    """A hand of Malilla: the turned card, then ten tricks."""
    rng = random.Random(seed)
    header = Header(NAMES, "", ((0, 2), (1, 3)), rng.randrange(4), 35, {}, game="malilla")
    played: list[Event] = []
    while not played or any(event.do not in ("trump", "play") for event in played):
        played = random_malilla(header, rng, hands=1)
    table, far = Table(header, level, seed), rng.choice((0.15, 0.8, 2.0))
    for event in played:
        seat = header.dealer if event.do == "trump" else int(event.to_json()["seat"])  # type: ignore[call-overload]
        card: Card = event.card  # type: ignore[attr-defined]
        table.wait(1.2, 2.6)
        table.lay([card], seat, [table.place(seat, far, 0.0)], seat, table.upright(seat))
        before = table.at
        table.tell(event)
        gathered = [each for c in table.game.after(before, event).captures for each in c.cards]
        going = gathered or ([card] if event.do == "trump" else [])
        if going:
            table.wait(1.2, 3.0)
            table.take(going, seat)
            table.wait(1.5, 3.0)
    return table.done()


def crash(seed: str, level: str) -> ActedHand:
    """A deal of Crash: everybody turns up the first hand, then the second; then all is gathered."""
    rng = random.Random(seed)
    seats = rng.choice((2, 3, 4))
    header = Header(NAMES[:seats], "", None, rng.randrange(seats), 7, {}, game="crash")
    table, pack = Table(header, level, seed), rng.sample(PACK, len(PACK))
    dealt = [pack[13 * seat : 13 * seat + 13] for seat in range(seats)]
    down = [[tuple(rng.sample(hand, 3)) for hand in best_hands(held)] for held in dealt]
    if rng.random() < CARELESS:
        rng.shuffle(rng.choice(down))
    for seat, hands in enumerate(down):
        if len(hands) < 4:
            table.tell(SetDown(seat, len(hands)))
    table.wait(6, 9)
    shown: list[list[Card]] = [[] for _ in range(seats)]
    while table.at.winner is None and table.at.deal.number == 1 and (awaited := table.at.awaited):  # type: ignore[attr-defined]
        step = table.at.deal.step  # type: ignore[attr-defined]
        for seat in rng.sample(awaited, len(awaited)):
            if table.at.winner is not None or seat not in table.at.awaited or table.at.deal.number > 1:  # type: ignore[attr-defined]
                continue
            cards = down[seat][step - 1]
            along = (step - 2.5) * PITCH
            where = [table.place(seat, FAR, along + FAN * (k - 1)) for k in range(3)]
            table.lay(cards, seat, where, seat, table.upright(seat))
            table.tell(Show(seat, cards))
            shown[seat] += cards
            table.wait(0.2, 1.8)
        table.wait(2.0, 4.0)
    for seat in range(seats):
        table.take(shown[seat], seat)
        table.wait(0.3, 1.0)
    return table.done()


def backhand(seed: str, level: str) -> ActedHand:
    """A round of Backhand; at half the tables the dealer deals every card, at the others each draws."""
    rng = random.Random(seed)
    seats = rng.choice((2, 2, 3, 4))
    header = Header(NAMES[:seats], "", None, rng.randrange(seats), 5, {}, game="backhand")
    table = Table(header, level, seed)
    stock = rng.sample(PACK, len(PACK))
    deals = rng.random() < 0.5
    lying: list[list[Card]] = [[] for _ in range(seats)]
    while table.at.winner is None and table.at.round.number == 1:  # type: ignore[attr-defined]
        seat, may = table.at.turn, table.at.may  # type: ignore[attr-defined]
        hand = table.at.round.hands[seat]  # type: ignore[attr-defined]
        do = choice(may, hand.total, rng)
        by, turn = (header.dealer if deals else seat), table.upright(seat)
        if do == "push":
            table.take(lying[seat], seat)
            lying[seat] = []
            table.tell(table.game.event({"do": do, "seat": seat}))
            table.wait(1.0, 2.5)
            continue
        cards = [stock.pop() for _ in range(2 if do == "deal" else 1)]
        if do == "replace":
            ace = hand.aces[0]
            table.take([lying[seat][ace]], by)
            table.wait(0.8, 1.6)
            lying[seat][ace] = cards[0]
            first = ace
        else:
            first = len(lying[seat])
            lying[seat] += cards
        where = [table.place(seat, 2.2, 0.8 * (first + k - 1)) for k in range(len(cards))]
        across = do == "backhand"
        table.lay(cards, seat, where, by, (turn + 90) % 180 if across else turn)
        named = {"cards": [*map(str, cards)]} if do == "deal" else {"card": str(cards[0])}
        result = table.at.round.number  # type: ignore[attr-defined]
        table.tell(table.game.event({"do": do, "seat": seat, **named}))
        over = table.at.round.number != result or table.at.round.hands[seat].result is not None  # type: ignore[attr-defined]
        table.wait(1.0, 2.5)
        if over or table.at.winner is not None:
            table.take(lying[seat], by)
            lying[seat] = []
            table.wait(1.0, 2.0)
    return table.done()


def choice(may: Sequence[str], total: int, rng: random.Random) -> str:
    """What a player does."""
    if "push" in may:
        return rng.choice(("push", "push", "hit"))
    return "backhand" if "backhand" in may and total >= BACKHAND_FROM else may[0]
