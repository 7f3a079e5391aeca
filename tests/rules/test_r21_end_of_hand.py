"""R21: after a hand's last play: what waits, announcements, the cards on the table, the count."""

import pytest

from engine.cards import parse_cards
from engine.header import Header
from engine.porrazo.game import Match
from engine.porrazo.position import Position
from engine.porrazo.settling import count_cards
from engine.porrazo.sofar import HandSoFar, Lying
from tests.rules.boards import NAMES, begin, declare, lay, now, play, to_last_batch, told


def last_batch(last_cards: str = "last_capturer") -> Match:
    """Return a match of two at the last batch of its first hand, nothing captured yet."""
    match = begin(target=1000, last_cards=last_cards)
    to_last_batch(match)
    return match


def brings(match: Match) -> list[str]:
    """Return what the end of the hand brings."""
    return told(match.settled.made)


@pytest.mark.parametrize(("last_cards", "paid"), [("dealer", "1 cards 3"), ("last_capturer", "0 cards 7")])
def test_the_cards_on_the_table_go_to(last_cards: str, paid: str) -> None:
    match = last_batch(last_cards=last_cards)
    lay(match, "9h")
    play(match, "9c 5h 6h 7h 8h Th")
    assert brings(match) == [paid]


def test_where_nobody_captured_they_are_the_dealers() -> None:
    match = last_batch()
    play(match, "9c 5h 7h Jh Kh Th")
    assert brings(match) == ["1 cards 6"]


def test_in_the_order_porrazo_announcements_cards() -> None:
    match = last_batch()
    declare(match, 0)
    assert play(match, "9c 5h 9d 7h Kh Kc") == ["1 porrazo 4 K"]
    assert brings(match) == ["0 ronda 1 9", "1 cards 2"]


def test_then_the_next_dealer_deals() -> None:
    match = last_batch()
    play(match, "9c 5h 7h Jh Kh Th")
    at = now(match)
    assert (at.hand, at.batch, at.dealer, at.turn, at.table, at.captured) == (2, 1, 0, 1, (), (0, 0))


def counted(
    *piles: int, table: int = 0, teams: tuple[tuple[int, ...], ...] | None = None, **options: str
) -> list[str]:
    """Return what the count brings where the sides' piles have so many cards."""
    players = sum(map(len, teams)) if teams else len(piles)
    at = Position.start(Header(NAMES[:players], teams=teams, options=options))
    hand = HandSoFar(1, 0, tuple(parse_cards("A " * pile) for pile in piles))
    return told(count_cards(at.with_(hand, lying=Lying(parse_cards("A " * table)))).made)


@pytest.mark.parametrize(
    ("piles", "over_next", "over_26"),
    [
        ((29, 23), ["0 cards 6"], ["0 cards 3"]),
        ((20, 32), ["1 cards 12"], ["1 cards 6"]),
        ((26, 26), [], []),
        ((25, 23), ["0 cards 2"], []),
        ((20, 17, 15), ["0 cards 3"], ["0 cards 3"]),
        ((20, 20, 12), [], []),
    ],
)
def test_the_count(piles: tuple[int, ...], over_next: list[str], over_26: list[str]) -> None:
    assert counted(*piles, card_points="excess_over_next") == over_next
    assert counted(*piles, card_points="excess_over_26") == over_26


def test_the_cards_go_to_the_sides_first_seat() -> None:
    assert counted(30, 22, teams=((2, 0), (1, 3))) == ["2 cards 8"]


def test_the_tables_cards_are_counted_too() -> None:
    assert counted(20, 20, table=12) == ["0 cards 12"]
