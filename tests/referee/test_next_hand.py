"""One hand after another: the pack is the same, the cards on the table are others; and what follows a win."""

import random

import pytest

from companion.referee.hypothesis import Hypothesis, extended
from companion.referee.likelihood import evaluated
from companion.referee.observation import Observation, ObservedCard
from companion.referee.prior import SupposedEvent
from companion.referee.rates import HARDLY_EVER, RATES
from companion.referee.tracklets import Tracklets
from engine.cards import Card
from engine.events import Event
from engine.header import Header
from engine.porrazo.events import Leftover, Play, Tendido
from engine.porrazo.position import Position
from engine.porrazo.rules import after, settled
from tests.games.dealt import random_events
from tests.referee.acting import SILENT
from tests.referee.drawn import Watched, header, odds_of, told


def a_hand() -> tuple[Header, list[Event], Position]:
    """A hand of two players, played to its end, and the position in which cards still lie on the table."""
    match = header()
    for seed in range(100):
        events = random_events(match, random.Random(seed), SILENT, hands=1)
        position = Position.start(match)
        for event in events:
            position = after(position, event).position
        if position.complete and settled(position).position.winner is None and len(position.table) >= 3:
            return match, [e for e in events if isinstance(e, Play | Tendido | Leftover)], position
    raise AssertionError("no such hand")


@pytest.mark.parametrize("place", [0, 1, 2])
def test_a_card_left_over_may_be_the_first_of_the_next_hand(place: int) -> None:
    match, events, position = a_hand()
    lying = [str(card) for card in position.table]
    drawn = (
        f"0 | {' '.join(lying)}\n2 | moving {' '.join(lying)}\n3 | moving\n4 |\n10 | {lying[place]}~\n14 |"
    )
    watched = Watched(match, events).see(drawn)
    assert told(watched.referee.written[len(events) :]) == lying[place]
    assert watched.referee.position.hand == 2


def test_captured_cards_counted_face_up_are_no_new_hand() -> None:
    """They were taken for a tendido, which scored eleven points, and for plays."""
    match, events, position = a_hand()
    *before, last = events
    assert isinstance(last, Play)
    counted = ["4s", "4c", "Kh", "4h", "2d", "6h", "Jc"]
    lying, then = (" ".join(map(str, table)) for table in (table_after(match, before), position.table))
    drawn = f"0 | {lying}\n3 | {lying} {last.card}\n6 | {then}\n8 |\n"
    for k in range(len(counted)):
        drawn += f"{12 + 0.6 * k:.1f} | moving {' '.join(counted[: k + 1])}\n"
    watched = Watched(match, before).see(drawn + "16.8 | moving\n19 |", until=25.0)
    assert told(watched.referee.written[len(before) :]) == str(last.card)


def test_captured_cards_counted_slowly_are_no_table_to_be_counted_anew() -> None:
    """They lay there for eight seconds, some longer: a recount was asked about, with nothing left to play."""
    match, events, position = a_hand()
    *before, last = events
    assert isinstance(last, Play)
    lying, then = (" ".join(map(str, table)) for table in (table_after(match, before), position.table))
    drawn = f"0 | {lying}\n3 | {lying} {last.card}\n6 | {then}\n8 |\n"
    laid = [(12, "4s"), (12.5, "4c"), (13.2, "Kh"), (16.2, "2d"), (16.3, "6h"), (16.4, "Th"), (19.4, "Jc")]
    for k, (t, _) in enumerate(laid, 1):
        drawn += f"{t} | moving {' '.join(card for _, card in laid[:k])}\n"
    watched = Watched(match, before).see(drawn + "24 | moving\n26 |", until=33.0)
    assert told(watched.referee.written[len(before) :]) == str(last.card)


def test_captured_cards_of_which_only_a_few_can_be_read_are_no_tendido() -> None:
    """Tablet 9974: they lay on one another before a player, and these could be read, from then to then. They were taken
    for the next hand's tendido, of four points, 10 s after the last play, with nobody asked.
    """
    match, events, position = a_hand()
    *before, last = events
    assert isinstance(last, Play)
    lying, then = (" ".join(map(str, table)) for table in (table_after(match, before), position.table))
    counted = [
        ("Kc", 10.7, 15.1),
        ("3c", 11.1, 23.4),
        ("As", 11.8, 23.4),
        ("9d", 13.5, 21.4),
        ("Qc", 14.2, 18.1),
        ("Qh", 15.2, 23.4),
    ]
    drawn = f"0 | {lying}\n3 | {lying} {last.card}\n6 | {then}\n7 |\n"
    for t in sorted(t for _, *times in counted for t in times):
        drawn += f"{t} | moving {' '.join(card for card, since, until in counted if since <= t < until)}\n"
    watched = Watched(match, before).see(drawn, until=33.0)
    assert told(watched.referee.written[len(before) :]) == str(last.card)


def test_cards_that_are_counted_or_a_tendido_are_spared_once() -> None:
    """Both were taken off what they cost, so that three cards on the table were likelier than none."""
    match, events, position = a_hand()
    lying = " ".join(map(str, position.table))
    drawn = f"0 | {lying}\n3 | moving\n6 |\n9 | moving 4s\n9.4 | moving 4s 4c\n9.8 | moving 4s 4c Kh"
    watched = Watched(match, events).see(drawn, until=10.6)
    best = watched.referee.hypotheses[0].residuals
    assert len(best.unexplained) == 3
    assert best.terms.clutter > 0


def table_after(match: Header, events: list[Event]) -> tuple[Card, ...]:
    """What lies there after these events."""
    position = Position.start(match)
    for event in events:
        position = after(position, event).position
    return position.table


def test_a_card_renamed_in_one_hand_keeps_its_name_in_the_next() -> None:
    match, events, position = a_hand()
    row = Tendido(tuple(Card.parse(card) for card in ("7h", "9d", "Kc", "2s")))
    steps = [SupposedEvent(event, 3.0 * k, 0.0) for k, event in enumerate([*events, row])]
    hypothesis = extended(Hypothesis.at(Position.start(match)), steps[:-2])
    assert hypothesis is not None
    other = next(card for card in position.table if card not in row.cards)
    renamed = extended(hypothesis, steps[-2:], {row.cards[0]: other})
    assert renamed is not None
    assert renamed.events()[-1] == row


def test_a_win_does_not_excuse_what_lay_there_before_it() -> None:
    match = Header(("Ana", "Beto"), dealer=1, target=1, options={"declarations": "automatic"})
    cards = ["Kc", "Kd", "Kh", "Qc", "Qd", "Qh"]
    tracklets = Tracklets()
    for frame in range(120):
        seen = [
            ObservedCard(k + 1, odds_of(card), float(k), 0.0, 1.0, True, False)
            for k, card in enumerate(cards)
        ]
        tracklets.see(Observation(1.0 + frame / 12, tuple(seen), still=True))
    won = Hypothesis.at(Position.start(match))
    for t, seat, card in ((7.0, 0, "7h"), (8.0, 1, "7d"), (9.0, 0, "2c")):
        won = won.then(SupposedEvent(Play(seat, Card.parse(card)), t, 0.0))
    assert won.position.winner == 1
    faults = evaluated(won, tracklets, 0.0).residuals.faults
    assert faults >= len(cards) * HARDLY_EVER > RATES.clutter_after_end


def test_after_a_batch_that_wins_the_match_the_table_may_be_swept() -> None:
    """Counted in at the batch's end, Ana's pair wins: then nobody plays on, and no card is missed."""
    match = Header(("Ana", "Beto"), dealer=1, target=1, options={"declarations": "automatic"})
    played = "0 |\n1 | 7h\n3 | 7h 9d\n5 | 7h 9d 7c\n6 | 9d\n7 | 9d 3s\n9 | 9d 3s Qh\n11 | 9d 3s Qh 5c"
    watched = Watched(match).see(f"{played}\n13 | moving\n14 |\n24 |")
    assert told(watched.referee.written) == "7h 9d 7c 3s Qh 5c"
    assert settled(watched.referee.position).position.winner == 0
