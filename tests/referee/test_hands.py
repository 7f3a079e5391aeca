"""The referee on whole hands of games whose cards lie before their players, acted without pixels.

How well it does over many hands is measured by ``python -m tests.benchmarks.bench_hands``.
"""

from collections.abc import Sequence
from dataclasses import replace
from types import SimpleNamespace
from typing import Any, cast

import pytest

from companion.referee.observation import Observation, ObservedCard
from companion.referee.rates import RATES
from companion.referee.tricks import TrickReferee, TrickRefereeAgain
from companion.referee.tricks.history import History, Terms
from companion.referee.tricks.rules import Rules
from companion.referee.tricks.search import ranked
from companion.referee.tricks.seats import Seats
from engine.cards import PACK, Card
from engine.crash.events import SetDown, Show
from engine.header import Header
from tests.referee.acted_hands import acted_hand
from tests.referee.acted_tricks import read_as
from tests.referee.marking_hands import Tally, follow, told, wrong


@pytest.mark.parametrize("seed", range(6))
def test_a_round_of_backhand_is_followed_exactly_whoever_deals(seed: int) -> None:
    tally = Tally()
    follow("backhand", seed, "easy-film", tally)
    assert tally.said == []


def test_a_showdown_of_crash_is_followed_exactly() -> None:
    tally = Tally()
    follow("crash", 1, "easy-film", tally)
    assert tally.said == []


def test_a_hand_that_throws_its_owner_out_is_asked_about() -> None:
    hand, tally = acted_hand("crash", 2, "easy-film"), Tally()
    assert hand.events[-1].to_json()["cards"] == ["9c", "8c", "Tc"]  # a running flush after a flush
    follow("crash", 2, "easy-film", tally)
    assert tally.asked
    assert tally.silent == 0


def test_players_without_more_hands_are_told_by_the_table_that_is_cleared() -> None:
    hand = acted_hand("crash", 1, "none")
    assert sum(isinstance(event, SetDown) for event in hand.events) == 2
    referee = TrickReferee(hand.header)
    for look in hand.stage.observations(hand.seconds):
        referee.look(look)
    referee.end(hand.seconds)
    assert referee.settled().to_json()["hand"] == 2


def test_of_ways_in_which_a_deal_may_go_on_that_nobody_of_four_has_more_is_thought_of_first() -> None:
    """It was the fifteenth of them, and eight are tried: a hand turned up before was said to be another player's."""
    header = Header(tuple("ABCD"), "", None, 0, 7, {}, game="crash")
    rules = Rules(header, [Show(seat, PACK[3 * seat : 3 * seat + 3]) for seat in range(4)])
    first = rules.enabled(rules.base)[0]
    assert rules.lying(rules.base)
    assert rules.lying(rules.after_inferred(rules.base, first)) == ()


def cost_of(seats: Seats, cards: Sequence[Any], whose: Sequence[int]) -> float:
    """What it costs that each of these cards, whose tracks are their places, was laid before this seat, in nats."""
    steps = [SimpleNamespace(seen=(track,)) for track in range(len(cards))]
    nodes = [SimpleNamespace(seat=s, step=p, drawn=False) for s, p in zip(whose, steps, strict=True)]
    tracklets, rules = SimpleNamespace(looked_like=cards.__getitem__), SimpleNamespace(own_place=bool)
    return seats.cost(cast(Any, nodes), cast(Any, rules), cast(Any, tracklets))


def test_of_two_who_share_a_side_nobody_turns_up_a_hand_among_the_others() -> None:
    """Each was given the other's second hand, in silence (film of Crash, easy 6331)."""
    cards = [SimpleNamespace(x=x, y=-0.8, turn=None) for x in (1.2, -2.7, 0.0, -4.0)]

    def cost(*whose: int) -> float:
        return cost_of(Seats(3, 1), cards, whose)

    assert cost(0, 2, 0, 2) + RATES.clear < min(cost(0, 2, 2, 0), cost(0, 2, 2, 2), cost(0, 0, 0, 2))


def test_going_on_with_a_record_of_hands_writes_nothing_twice() -> None:
    hand = acted_hand("backhand", 2, "none")
    looks = [*hand.stage.observations(hand.seconds)]
    first = TrickReferee(hand.header)
    for look in looks[: len(looks) // 2]:
        first.look(look)
    until = max(float(str(event.extra["t"])) for event in first.written)
    again = TrickRefereeAgain(hand.header, first.written, 0, until)
    before = len(first.written)
    lines = [change.line for look in looks for change in again.look(look)]
    lines += [change.line for change in again.end(hand.seconds)]
    assert told(hand.header, again.written) == told(hand.header, hand.events)
    assert min(lines) == before + 1


@pytest.mark.parametrize(
    ("seed", "which", "late", "asked"),
    [(1, 0, 2.0, False), *[(1, k, 1e9, True) for k in (0, 1, 3, 5)], *[(3, k, 1e9, True) for k in (3, 9)]],
)
def test_a_hand_of_which_a_card_is_not_read_is_asked_about_and_never_wrong_in_silence(
    seed: int, which: int, late: float, asked: bool
) -> None:
    """The card had been taken from the next hand of the same player, and nobody was asked. Later: the hand was not
    written, or told after the player's next one, or its player was said to have no more.
    """
    hand = acted_hand("crash", seed, "easy-film")
    card = [event for event in hand.events if isinstance(event, Show)][which].cards[0]
    looks = [*hand.stage.observations(hand.seconds)]
    since = {
        each.track: look.t for look in looks[::-1] for each in look.observed_cards if each.best == card.code
    }
    referee, doubts = TrickReferee(hand.header), 0
    for look in looks:
        cards = tuple(each for each in look.observed_cards if look.t >= since.get(each.track, -late) + late)
        changes = referee.look(replace(look, observed_cards=cards))
        doubts += sum("doubt" in change.event.extra for change in changes)
    doubts += sum("doubt" in change.event.extra for change in referee.end(hand.seconds))
    assert bool(doubts) == asked
    assert wrong(told(hand.header, hand.events), told(hand.header, referee.written)) == []


def test_a_ghost_among_the_cards_of_a_hand_is_none_of_them() -> None:
    """Two cards of three and a two that was never there were the hand, in silence (film of Crash, hard 9927)."""
    hand = acted_hand("crash", 5, "easy-film")
    shown = [event.cards for event in hand.events if isinstance(event, Show)]
    never = next(card for card in PACK if all(card not in cards for cards in shown))
    looks = [*hand.stage.observations(hand.seconds)]
    first, far = (
        next(each for look in looks for each in look.observed_cards if each.best == card.code)
        for card in (shown[0][0], shown[0][2])
    )
    ghost = replace(first, track=10**6, odds=read_as(never, 0.96), x=first.x + (far.x - first.x) / 8)
    referee = TrickReferee(hand.header)
    for look in looks:
        there = 0.1 < look.t - max(first.since, far.since) < 1.0
        referee.look(replace(look, observed_cards=(*look.observed_cards, *[ghost] * there)))
    referee.end(hand.seconds)
    assert told(hand.header, referee.written) == told(hand.header, hand.events)


@pytest.mark.parametrize("which", range(3))
def test_a_card_found_twice_for_a_moment_is_no_other_card(which: int) -> None:
    """The second find was the third card of a hand, in silence, and the card itself was put into the next hand, of
    which one was not read (film of Crash, hard 9936).
    """
    hand = acted_hand("crash", 1, "easy-film")
    shows = [event for event in hand.events if isinstance(event, Show)]
    first, later = [event.cards for event in shows if event.seat == 1][:2]
    never = next(card for card in PACK if all(card not in event.cards for event in shows))
    looks = [*hand.stage.observations(hand.seconds)]
    found = [
        next(each for look in looks for each in look.observed_cards if each.best == card.code)
        for card in first
    ]
    again = replace(found[which], track=10**6, odds=read_as(never, 0.89), steady=False)
    referee, doubts = TrickReferee(hand.header), 0
    for look in looks:
        cards = tuple(each for each in look.observed_cards if each.best != later[0].code)
        there = 0 <= look.t - max(each.since for each in found) < 0.8
        changes = referee.look(replace(look, observed_cards=(*cards, *[again] * there)))
        doubts += sum("doubt" in change.event.extra for change in changes)
    referee.end(hand.seconds)
    assert doubts
    assert wrong(told(hand.header, hand.events), told(hand.header, referee.written)) == []


@pytest.mark.parametrize("keys", [(1, 2), (2, 1)])
def test_which_of_two_equal_histories_comes_first_is_not_left_to_a_hash(keys: tuple[int, int]) -> None:
    """A hash is another one in each process: one acted deal of Crash came to a different record at every start."""
    terms = Terms(1.0, 0.0, 0.0, 0.0, 0.0)
    equals = [cast(History, SimpleNamespace(cost=1.0, terms=terms, tip=None, key=key)) for key in keys]
    assert ranked(equals) == equals


def test_two_and_two_at_a_table_are_told_from_two_at_a_corner_by_how_their_hands_lie() -> None:
    """By their arms alone each hand was another player's (film of Crash, normal 9879)."""
    arms = (57.0, 143.0, 247.0, 322.0)
    places = ((0.0, 0.0), (-3.9, 0.0), (-2.0, -2.9), (1.6, -2.9))

    def cost(turn: float, *whose: int) -> float:
        seats = Seats(4, 3)
        cards = [
            ObservedCard(track, read_as(PACK[track], 0.99), x, y, 0.0, laid_by=(arm,), turn=turn)
            for track, ((x, y), arm) in enumerate(zip(places, arms, strict=True))
        ]
        seats.see(Observation(0.0, tuple(cards)))
        return cost_of(seats, cards, whose)

    right, turned = (3, 0, 1, 2), (2, 3, 0, 1)
    assert cost(90.0, *right) < cost(90.0, *turned)
    assert cost(90.0, *turned) - cost(90.0, *right) > cost(0.0, *turned) - cost(0.0, *right)


def test_a_card_that_is_read_as_many_a_little_is_asked_about() -> None:
    """One read as a three, 0.82, was a jack, and nobody was asked, for each other card was unlikely (hard 9871)."""
    hand = acted_hand("crash", 1, "easy-film")
    card = next(event.cards[0] for event in hand.events if isinstance(event, Show))

    def asked(sure: float) -> bool:
        referee, doubts = TrickReferee(hand.header), 0
        for look in hand.stage.observations(hand.seconds):
            cards = tuple(
                replace(each, odds=read_as(card, sure)) if each.best == card.code else each
                for each in look.observed_cards
            )
            doubts += sum(
                "doubt" in change.event.extra for change in referee.look(replace(look, observed_cards=cards))
            )
        return bool(doubts)

    assert not asked(0.95)
    assert asked(0.82)


def test_two_hands_that_lie_across_the_table_from_one_another_are_not_of_two_at_one_side() -> None:
    """Nobody knew whose the first cards were, so each round of Backhand began with a question (films 9881 to 9901)."""
    places = ((0.4, 0.0), (3.0, -3.2))
    cards = [
        ObservedCard(track, read_as(PACK[track], 0.99), x, y, 0.0, turn=95.0)
        for track, (x, y) in enumerate(places)
    ]

    def cost(*whose: int) -> float:
        return cost_of(Seats(2, 0), cards, whose)

    assert cost(0, 1) + RATES.clear < cost(1, 0)


def test_four_who_were_seated_one_place_too_far_round_are_seated_anew() -> None:
    """Two at the near edge and two at the far one: each was taken for the next, to the end, in silence (film of Crash,
    easy 9957). Times are seconds, arms degrees, places heights of a card.
    """
    hands = [  # time, seat, arm, middle of the three cards
        (1.0, 1, (317.0, 346.0), (7.1, 0.9), "9s 9c 9h"),
        (4.3, 3, (141.0,), (0.8, 3.5), "3s 2h As"),
        (7.1, 0, (248.0,), (3.1, 0.9), "6h 6c 6s"),
        (10.5, 2, (70.0,), (4.8, 3.5), "3c 3d 3h"),
        (16.1, 0, (226.0,), (1.7, 0.9), "Qc Kd Ac"),
    ]
    cards = [
        ObservedCard(3 * k + i, read_as(Card.parse(name), 0.99), x + 0.3 * i, y, t, laid_by=arm, turn=90.0)
        for k, (t, _, arm, (x, y), names) in enumerate(hands)
        for i, name in enumerate(names.split())
    ]
    referee = TrickReferee(Header(tuple("ABCD"), "", None, 2, 7, {}, game="crash"), bottom=2)
    for frame in range(12 * 22):
        referee.look(Observation(frame / 12, tuple(card for card in cards if card.since <= frame / 12)))
    assert [event.to_json()["seat"] for event in referee.written] == [seat for _, seat, *_ in hands]


def test_a_card_laid_across_and_found_along_for_a_moment_as_well_lies_across() -> None:
    """A backhand was asked about, and said to be a hit in the end (film of Backhand, normal 9948)."""
    cards = [
        ObservedCard(k, read_as(Card.parse(name), 0.99), x, y, t, turn=turn)
        for k, (name, t, x, y, turn) in enumerate(
            [
                ("Kd", 1.0, 0.0, 0.0, 91.0),
                ("5s", 1.3, -0.72, 0.02, 94.0),
                ("7s", 4.0, -3.13, 2.75, 91.0),
                ("Td", 4.3, -2.58, 2.8, 91.0),
                ("6h", 8.0, -1.78, 0.03, 176.0),
            ]
        )
    ]
    across = cards[-1]
    along = replace(across, track=10**6, x=across.x + 0.16, steady=False, turn=95.0)
    referee, said = TrickReferee(Header(("A", "B"), "", None, 1, 5, {}, game="backhand"), bottom=1), []
    for frame in range(12 * 14):
        t = frame / 12
        there = [replace(card, steady=t > card.since + 0.3) for card in cards if card.since <= t]
        said += referee.look(Observation(t, (*there, *[along] * (0 <= t - across.since < 0.4))))
    assert [(change.event.do, "doubt" in change.event.extra) for change in said[2:]] == [("backhand", False)]
