"""What a meld is, and whether cards can be laid out in melds, none left over (C5, C6, C11, C15)."""

from collections.abc import Collection, Iterator
from itertools import combinations

from engine.cards import FORTY, Card, Rank, Suit
from engine.conquian.cards import Melds

RUN_ORDER = tuple(rank for rank in Rank if Card(rank, Suit.CLUBS) in FORTY)
"""The ranks in the order of a run: the ace low only, the 7 next to the jack (C6)."""
RUN_PLACE = {rank: place for place, rank in enumerate(RUN_ORDER)}
FEWEST_CARDS = 3
"""Cards of a meld, at least."""
LONGEST_TRIED = 5
"""Runs tried when cards are laid out: a longer one falls into shorter ones of 3 to 5."""


def is_meld(cards: Collection[Card]) -> bool:
    """Tell whether these cards, no two the same, are a set or a run, in whatever order (C5, C6)."""
    return len(cards) >= FEWEST_CARDS and (is_set(cards) or is_run(cards))


def is_set(cards: Collection[Card]) -> bool:
    """Tell whether all are of one rank."""
    return len({card.rank for card in cards}) == 1


def is_run(cards: Collection[Card]) -> bool:
    """Tell whether all are of one suit and in a row."""
    places = [RUN_PLACE[card.rank] for card in cards]
    return len({card.suit for card in cards}) == 1 and max(places) - min(places) == len(cards) - 1


def layout(cards: Collection[Card]) -> Melds | None:
    """Return melds that hold all these cards, each once; None if there are none. No cards need no meld.

    Exact: the lowest card of some suit must start a run or be in a set; each such meld is tried.
    """
    return next(layouts(frozenset(cards), LONGEST_TRIED, set()), None)


def all_layouts(cards: Collection[Card]) -> Iterator[Melds]:
    """Give every way in which all these cards lie in melds."""
    yield from layouts(frozenset(cards), len(RUN_ORDER), set())


def layouts(cards: frozenset[Card], longest: int, hopeless: set[frozenset[Card]]) -> Iterator[Melds]:
    """Give the layouts with runs of so many cards at most; what has none is added to ``hopeless``."""
    if not cards:
        yield ()
        return
    if cards in hopeless:
        return
    first, found = min(cards, key=lambda card: card.code), False
    for meld in melds_from(first, cards, longest):
        for rest in layouts(cards - frozenset(meld), longest, hopeless):
            found = True
            yield (meld, *rest)
    if not found:
        hopeless.add(cards)


def melds_from(first: Card, cards: frozenset[Card], longest: int) -> Iterator[tuple[Card, ...]]:
    """Give the sets that hold a card, and the runs of at most ``longest`` cards that begin with it."""
    alike = sorted(
        (card for card in cards if card.rank is first.rank and card != first), key=lambda card: card.code
    )
    for size in range(FEWEST_CARDS - 1, len(alike) + 1):
        yield from ((first, *others) for others in combinations(alike, size))
    run = [first]
    for rank in RUN_ORDER[RUN_PLACE[first.rank] + 1 :][: longest - 1]:
        following = Card(rank, first.suit)
        if following not in cards:
            return
        run.append(following)
        if len(run) >= FEWEST_CARDS:
            yield tuple(run)
