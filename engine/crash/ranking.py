"""Which hand of three beats which, and what thirteen cards can be laid for (K1-K5, K13, K18, K19)."""

from collections import Counter
from collections.abc import Iterable, Sequence

from engine.cards import Card, Rank

Strength = tuple[int, ...]
"""How strong a hand is: its place in `HAND_KINDS`, then what decides between hands of one kind. The greater wins."""

HAND_KINDS = ("", "pair", "flush", "run", "running_flush", "prial")
"""The kinds of hand from the lowest; "" is less than a pair (K1)."""
LESS_THAN_A_PAIR: Strength = (0,)
"""Any hand less than a pair: all are equal (K1)."""
CARDS_OF_A_HAND = 3
"""Cards of a hand."""
CARDS_DEALT = 13
"""Cards of a player (K6)."""
VOID_PAIRS = 6
"""Pairs that make a deal void (K18)."""
CARDS_OF_A_RANK = 4
"""Cards of one rank: four suits."""

ACE_HIGH = 14
ABOVE_ALL_RANKS = 15
"""Above all ranks: threes among prials (K2), A-2-3 among runs (K3)."""
FOURS_FIRST = (Rank.FOUR, Rank.ACE, *(rank for rank in sorted(Rank, reverse=True) if rank not in (1, 4)))
"""The ranks from the best for four of a kind: 4, then ace, king down to 2 (K13)."""


def height(card: Card) -> int:
    """Return a card's height, the ace high (K4)."""
    return ACE_HIGH if card.rank is Rank.ACE else int(card.rank)


def strength(cards: Sequence[Card]) -> Strength:
    """Return how strong a hand of three is; suits never break a tie (K1-K5)."""
    heights = sorted(map(height, cards), reverse=True)
    high, middle, low = heights
    one_suit = len({card.suit for card in cards}) == 1
    top = top_of_run(heights)
    if high == low:
        return HAND_KINDS.index("prial"), ABOVE_ALL_RANKS if cards[0].rank is Rank.THREE else high
    if top:
        return HAND_KINDS.index("running_flush" if one_suit else "run"), top
    if one_suit:
        return HAND_KINDS.index("flush"), *heights
    if middle in (high, low):
        return HAND_KINDS.index("pair"), middle, low if middle == high else high
    return LESS_THAN_A_PAIR


def top_of_run(heights: Sequence[int]) -> int:
    """Return what decides between runs, 0 if these heights, the highest first, are none (K3)."""
    high, middle, low = heights
    if (high, middle, low) == (ACE_HIGH, 3, 2):
        return ABOVE_ALL_RANKS
    return high if (middle, low) == (high - 1, high - 2) else 0


def kind_of(strong: Strength) -> str:
    """Return the word for a hand's kind, "" for less than a pair."""
    return HAND_KINDS[strong[0]]


def four_alike(cards: Iterable[Card]) -> Rank | None:
    """Return the best rank of which all four cards are here, or None (K13)."""
    counts = Counter(card.rank for card in cards)
    return next((rank for rank in FOURS_FIRST if counts[rank] == CARDS_OF_A_RANK), None)


def are_six_pairs(cards: Iterable[Card]) -> bool:
    """Tell whether six pairs can be laid out at once: four alike are two, three alike one (K18)."""
    return sum(count // 2 for count in Counter(card.rank for card in cards).values()) >= VOID_PAIRS


def are_straight(cards: Iterable[Card]) -> bool:
    """Tell whether all thirteen ranks are here (K19)."""
    return len({card.rank for card in cards}) == CARDS_DEALT
