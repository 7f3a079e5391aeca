"""Whose arm laid a card tells whose play it was, wherever people sit."""

import math
from dataclasses import replace
from itertools import cycle

import pytest

from companion.referee.arms import Seating, seatings
from companion.referee.hypothesis import Hypothesis
from companion.referee.observation import Observation, ObservedCard, Taken
from companion.referee.prior import SupposedEvent
from companion.referee.rates import RATES
from companion.referee.tracklets import Unseen
from engine.cards import PACK, Card
from engine.porrazo.events import Play
from engine.porrazo.foresight import at_play
from engine.porrazo.position import Position
from tests.referee.drawn import Watched, header, written
from tests.referee.test_next_hand import a_hand

LOWER, LEFT, UPPER, RIGHT = 90.0, 180.0, 270.0, 0.0
PACE = 5.0


def hypothesis(players: int, plays: int, twice: int | None = None, first: int = 0) -> Hypothesis:
    """A hypothesis of plays, one every five seconds; ``twice``: the number of one that is supposed to be
    two; ``first``: the number of the first card in the pack.
    """
    supposed = Hypothesis.at(Position.start(header(players)))
    cards = iter(PACK[first:])
    for k in range(plays):
        for track in (2 * k, 2 * k + 1) if k == twice else (2 * k,):
            play = Play(at_play(supposed.position).turn, next(cards))
            supposed = supposed.then(SupposedEvent(play, PACE * k, 0.0, tracks=(track,)))
    return supposed


def seating(players: int, plays: int, *arms: float, bottom: int = 0) -> Seating:
    """What showed while the players laid a card each in turn, their arms coming from ``arms``."""
    seen = Seating(players, bottom)
    for k in range(plays):
        for frame in range(10):
            seen.see(Observation(PACE * k - 0.8 + frame / 10, (), arms=(arms[k % len(arms)],)))
    return seen


def cost(seen: Seating, supposed: Hypothesis) -> float:
    return seen.cost(supposed, 1000.0)


@pytest.mark.parametrize(
    ("players", "arms"),
    [
        (2, (LOWER, UPPER)),
        (2, (LOWER, RIGHT)),
        (3, (LOWER, UPPER, RIGHT)),
        (4, (LOWER, LEFT, UPPER, RIGHT)),
        (5, (60.0, 125.0, LEFT, UPPER, RIGHT)),
        (5, (LOWER, LEFT, 240.0, 300.0, RIGHT)),
    ],
)
def test_a_play_too_many_is_told_by_the_arms_that_come_after(players: int, arms: tuple[float, ...]) -> None:
    seen = seating(players, 8, *arms)
    assert cost(seen, hypothesis(players, 8)) < 1.5
    assert cost(seen, hypothesis(players, 8, twice=3)) > 4.0


def test_who_sits_below_may_have_been_said_wrongly() -> None:
    seen = seating(4, 12, LEFT, UPPER, RIGHT, LOWER)
    assert RATES.bottom_mistaken <= cost(seen, hypothesis(4, 12)) < RATES.bottom_mistaken + 1.5
    assert cost(seen, hypothesis(4, 12)) < cost(seen, hypothesis(4, 12, twice=6)) - 3


def test_one_who_plays_for_all_is_no_objection() -> None:
    seen = seating(3, 9, LOWER)
    assert cost(seen, hypothesis(3, 9)) == pytest.approx(RATES.arms_tell_nothing + 9 * RATES.arm_nothing)


def test_where_many_arms_show_any_of_them_may_be_the_player_s() -> None:
    """A light that changed looked like two arms from the right, broader than the player's own (tablet 10071)."""
    supposed = hypothesis(4, 8)
    seen = seating(4, 8, LOWER, LEFT, UPPER, RIGHT)
    newest = supposed.past
    assert newest is not None
    assert isinstance(newest.event, Play)
    assert newest.event.seat == 3
    for arms, other in (((LEFT, 200.0), 1), ((LEFT, 200.0, RIGHT, 80.0), None), ((RIGHT,), None)):
        told = Seating(4)
        vars(told).update(vars(seen), _laid_by={}, _costs={})
        told.see(Observation(1000.0, (replace(ObservedCard.certain(14, PACK[7]), laid_by=arms),)))
        assert told.other_arm(newest, supposed) == other


def test_no_arms_say_nothing() -> None:
    assert cost(Seating(3), hypothesis(3, 9)) == 0.0


def test_what_is_forgotten_counts_no_less() -> None:
    seen, supposed = seating(4, 8, LOWER, LEFT, UPPER, RIGHT), hypothesis(4, 8, twice=2)
    before = cost(seen, supposed)
    seen.forget(1000.0)
    assert cost(seen, supposed) == before
    told_anew = hypothesis(4, 8, twice=2, first=20)
    assert cost(seen, told_anew) == before


def test_an_arm_that_becomes_known_later_counts_as_much_as_one_known_at_once() -> None:
    supposed, arms = hypothesis(3, 9), (LOWER, LEFT, UPPER, LEFT, LOWER, UPPER, LOWER, UPPER, LEFT)
    brought = [replace(ObservedCard.certain(2 * k, PACK[k]), laid_by=(arms[k],)) for k in range(1, 9)]
    late, early = Seating(3), Seating(3)
    early.see(Observation(1000.0, tuple(brought)))
    for k in (4, 8, 2, 1, 3, 5, 6, 7):  # the arms of events in the middle, after later ones were priced
        assert cost(late, supposed) < cost(early, supposed)
        late.see(Observation(1000.0, (brought[k - 1],)))
    assert cost(late, supposed) == pytest.approx(cost(early, supposed))


@pytest.mark.parametrize("track", [None, 99], ids=["never seen", "there once the table is seen again"])
def test_of_a_play_while_nobody_saw_the_table_the_arms_of_that_moment_tell_nothing(track: int | None) -> None:
    """When it was laid is only supposed; what reached in then may have brought the next card, or have taken another
    back (webcam 10081: the picture froze for 1.6 seconds).
    """
    plays, unseen = hypothesis(3, 4), Unseen()
    play = Play(at_play(plays.position).turn, PACK[30])
    hidden = plays.then(SupposedEvent(play, 4 * PACE, 0.0, tracks=(track,)))
    costs = []
    for since in (None, 4 * PACE - 1.0):
        if since is not None:
            unseen.add(since, 4 * PACE + 1.0)
        seen = Seating(3, unseen=unseen)
        for k, arm in enumerate((LOWER, LEFT, UPPER, LOWER, UPPER)):
            for frame in range(10):
                seen.see(Observation(PACE * k - 0.8 + frame / 10, (), arms=(arm,)))
        costs.append(cost(seen, hidden) - cost(seen, plays))
    assert costs[0] > 1.0
    assert costs[1] == pytest.approx(0.0)


@pytest.mark.parametrize("between", [True, False])
def test_people_may_change_seats_between_two_hands(between: bool) -> None:
    """Two people change places after a hand, or in its middle, which nobody does."""
    match, events, _ = a_hand()
    supposed, seen = Hypothesis.at(Position.start(match)), Seating(2)
    later = [Card.parse(card) for card in ("7h", "9d", "Kc", "2s", "Qd", "5c")]
    changed = len(events) if between else len(events) // 2
    for k in range(len(events) + len(later)):
        event = (
            events[k] if k < len(events) else Play(at_play(supposed.position).turn, later[k - len(events)])
        )
        supposed = supposed.then(SupposedEvent(event, PACE * k, 0.0))
        if isinstance(event, Play):
            arm = UPPER if (event.seat == 0) == (k < changed) else LOWER
            for frame in range(10):
                seen.see(Observation(PACE * k - 0.8 + frame / 10, (), arms=(arm,)))
    assert supposed.position.hand == 2
    assert (cost(seen, supposed) < RATES.bottom_mistaken + RATES.seats_changed + 1.5) is between


def capture() -> Hypothesis:
    """Three players lay a card each, then the first takes theirs with its equal."""
    supposed = Hypothesis.at(Position.start(header(3)))
    for k, card in enumerate(map(Card.parse, ("7h", "Jd", "9c", "7s"))):
        play = Play(at_play(supposed.position).turn, card)
        supposed = supposed.then(SupposedEvent(play, PACE * k, 0.0, tracks=(k,)))
    return supposed


@pytest.mark.parametrize("later", [False, True])
def test_the_cards_of_a_capture_are_taken_by_the_arm_of_who_captured(later: bool) -> None:
    """The card that captured was laid by an arm that nobody saw; ``later``: known after the play is priced."""
    laid = [
        replace(ObservedCard.certain(k, PACK[k]), laid_by=(arm,))
        for k, arm in enumerate((LOWER, LEFT, UPPER))
    ]
    costs = []
    for arm in (LOWER, UPPER):
        seen = Seating(3)
        seen.see(Observation(900.0, tuple(laid)))
        if later:
            cost(seen, capture())
        seen.see(Observation(901.0, (), taken=tuple(Taken(k, 3 * PACE + 1.0, (arm,)) for k in (0, 3))))
        costs.append(cost(seen, capture()))
    assert costs[0] < 0.1
    assert costs[1] == pytest.approx(-math.log(RATES.arm_slip), abs=0.1)


def test_everybody_sits_clockwise_and_who_was_said_to_sit_below_does_or_it_costs() -> None:
    for players in range(2, 9):
        slots, against = seatings(players, 1)
        assert slots.shape == (len(against), players)
        assert {*slots[against == 0][:, 1]} <= {0, 4}
        assert all(len({*way}) == players for way in slots.tolist())


def test_the_referee_weighs_where_arms_came_from() -> None:
    """Three plays are told alike, but are less likely where one arm lays two in a row."""
    drawn = "0 |\n1.4 | {0}\n2 | 7h\n4.4 | 7h {1}\n5 | 7h 9d\n8.4 | 7h 9d {2}\n9 | 7h 9d Jc\n12 | 7h 9d Jc"
    in_turn = Watched(header()).see(drawn.format("arm90", "arm270", "arm90"))
    out_of_turn = Watched(header()).see(drawn.format("arm90", "arm90", "arm270"))
    assert written(in_turn) == written(out_of_turn) == "7h 9d Jc"
    assert best(out_of_turn) - best(in_turn) > 1.0


def test_a_counter_that_nobody_saw_is_told_by_whose_arms_come_after() -> None:
    """The second jack's porrazo is swept at once; a third is laid and taken in one movement, and leaves no trace."""
    arms = cycle(("arm90", "arm180", "arm270"))
    lying, t, drawn = "", 1.0, ["0 |"]
    for card in "7h 5c 9d 3s Ks 8h Jd Js - Qd 2h 4s 6c Ts".split():
        drawn.append(f"{t} | {lying} {next(arms)}")
        lying += f" {card}" * (card != "-")
        drawn.append(f"{t + 0.6:.1f} | {lying}")
        t += 3.6
        if card == "Js":
            lying = lying.replace(" Jd Js", "")
            drawn.append(f"{t - 2.0:.1f} | {lying}")
    match = Watched(header(3)).see("\n".join(drawn))
    assert written(match) == "7h 5c 9d 3s Ks 8h Jd Js J Qd 2h 4s 6c Ts"


def batch(plays: int) -> tuple[str, list[str]]:
    """So many plays of the first batch, each by its player's arm: the drawn lines, and the cards that then lie."""
    cards = ["5h@90", "Tc@270", "8d@90", "2s@270", "Qh@90", "Ks@270"][:plays]
    return "\n".join(f"{3 * k} | {' '.join(cards[:k])}" for k in range(plays + 1)), cards


def quickly(*arms: int) -> str:
    """A batch, and then four cards in a row, each 1.1 seconds after the one before, laid by these arms."""
    drawn, lying = batch(6)
    for k, (card, arm) in enumerate(zip(("7h", "9d", "Jc", "4c"), arms, strict=True)):
        lying.append(f"{card}@{arm}")
        drawn += f"\n{24 + 1.1 * k:.1f} | {' '.join(lying)}"
    return written(Watched(header()).see(drawn, 35.0)).removeprefix("5h Tc 8d 2s Qh Ks ")


def test_cards_that_two_players_lay_quickly_are_no_tendido() -> None:
    """R17: one dealer lays all four."""
    assert quickly(90, 270, 90, 270) == "7h 9d Jc 4c"
    assert quickly(270, 270, 270, 270) == "tendido(7h 9d Jc 4c)"


def test_a_card_taken_back_into_the_hand_was_not_played() -> None:
    drawn = "0 |\n2 | 7h@90\n5 | 7h@90 9d@270\n8 | 7h@90 9d@270 Jc@90\n{0} | 7h@90 9d@270\n"
    drawn += "13 | 7h@90 9d@270 Qs@90\n16 | 7h@90 9d@270 Qs@90 Td@270"
    match = Watched(header()).see(drawn.format(10.5), 20.0)
    assert written(match) == "7h 9d Qs Td"
    assert all(change.line <= 4 for change in match.said)


@pytest.mark.parametrize(("arm", "says"), [(90, "7h"), (270, "7h?")])
def test_a_play_that_another_players_arm_laid_is_asked_about(arm: int, says: str) -> None:
    drawn, lying = batch(6)
    match = Watched(header()).see(f"{drawn}\n24 | {' '.join(lying)} 7h@{arm}", 31.0)
    assert written(match) == f"5h Tc 8d 2s Qh Ks {says}"
    play = match.referee.written[-1]
    assert isinstance(play, Play)
    assert play.extra.get("arm") == (1 - play.seat if arm == 270 else None)


def test_an_arm_that_moved_a_card_did_not_play_the_one_that_took_it() -> None:
    """Webcam 10078: of a three laid and swept within a second only the three that it took was seen, which the other
    player's arm had moved.
    """
    drawn = """
        0 |
        3 | 5h@90
        6 | 5h@90 Tc@180
        9 | 5h@90 Tc@180 8d@90
        12 | 5h@90 Tc@180 8d@90 2s@180
        14 | 5h@90 8d@90 2s@180 arm180
        14.4 | 5h@90 Tc~@180 8d@90 2s@180
        15.6 | 5h@90 Tc~@180 8d@90 2s@180 arm90
        16.2 | 5h@90 8d@90 2s@180
        19 | 5h@90 8d@90 2s@180 Ks@180
        22 | 5h@90 8d@90 2s@180 Ks@180 Qh@90
    """
    match = Watched(header()).see(drawn, 30.0)
    assert written(match) == "5h Tc 8d 2s T Ks Qh"
    assert not any("doubt" in change.event.extra for change in match.said)


def best(match: Watched) -> float:
    """What speaks against the hypothesis that the referee holds to be likeliest."""
    return match.referee._beam.hypotheses[0].cost
