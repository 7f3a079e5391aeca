"""The tendido and the leftover, told from plays."""

import random

from companion.referee.hypothesis import extended
from companion.referee.likelihood import evaluated
from companion.referee.prior import SupposedEvent
from companion.referee.rates import RATES
from companion.referee.search.insert import insertions
from companion.referee.search.layout import looked_through
from companion.referee.search.places import Scene
from engine.cards import Card
from engine.events import Event
from engine.porrazo.events import Leftover, Play, Recount, Tendido
from engine.porrazo.foresight import unseen
from engine.porrazo.position import Position
from engine.porrazo.rules import after
from tests.games.dealt import random_events
from tests.referee.acting import SILENT
from tests.referee.drawn import Watched, header, watched, written

TENDIDO = (
    "0 |\n2.0 | 2c\n2.5 | 2c 4d\n3.0 | 2c 4d 7h\n3.5 | 2c 4d 7h 3s\n6 | 2c 4d 7h 3s Kc\n9 | 2c 4d 7h 3s Kc"
)


def test_four_cards_in_a_row_at_a_batchs_start_are_the_tendido() -> None:
    match = watched(TENDIDO)
    assert written(match) == "tendido(2c 4d 7h 3s) Kc"
    assert len(match.said) == 2


def test_a_row_is_told_though_the_camera_was_knocked_before_and_all_cards_were_found_anew_elsewhere() -> None:
    """The six cards that had only moved were looked through, and the row's not: they were plays."""
    plays, row = "Kc 2d 9s Jc 4h 6s".split(), "Th 8c 3s Qd".split()
    elsewhere = f"moving moving moving moving {' '.join(f'{card}~' for card in plays)}"
    drawn = "0 |" + "".join(f"\n{3 * k + 3} | {' '.join(plays[: k + 1])}" for k in range(6))
    drawn += f"\n21 | {elsewhere}"
    drawn += "".join(f"\n{26 + 0.5 * k} | {elsewhere} {' '.join(row[: k + 1])}" for k in range(4))
    drawn += f"\n31 | {elsewhere} {' '.join(row)} Ah\n34 | {elsewhere} {' '.join(row)} Ah 5s"
    assert written(watched(drawn)) == "Kc 2d 9s Jc 4h 6s tendido(Th 8c 3s Qd) Ah 5s"


def test_a_row_of_which_half_came_while_nobody_saw_the_table_is_a_row() -> None:
    """Its first cards were plays that stood fast, and everybody was taken for another to the end (film 10023)."""
    match = watched(
        "0 |\n2.0 | 6s\n2.1 | 6s Th\n3.7 | unseen\n5.3 | 6s Th\n5.4 | 6s Th Qd\n5.5 | 6s Th Qd Kh\n"
        "9 | 6s Th Qd Kh Js\n12 | 6s Th Qd Kh Js 8s\n14 | 6s Th Qd Kh Js 8s"
    )
    assert written(match) == "tendido(6s Th Qd Kh) Js 8s"


def test_a_first_card_followed_by_nothing_is_a_play() -> None:
    match = watched("0 |\n2.0 | 2c\n4.4 | 2c 4d\n6.4 | 2c 4d 7h\n8.4 | 2c 4d 7h 5s")
    assert written(match) == "2c 4d 7h 5s"
    assert float(str(match.referee.written[0].extra["t"])) < 3.6


def test_a_second_tendido_in_a_hand_is_four_plays() -> None:
    match = watched(
        TENDIDO.replace("2c 4d 7h 3s Kc", "2c 4d 7h 3s") + "\n12 | 2c 4d 7h 3s 9c\n13 | 2c 4d 7h 3s 9c Jc"
    )
    assert written(match) == "tendido(2c 4d 7h 3s) 9c Jc"


def test_a_tendido_card_torn_between_two_is_settled_by_what_takes_it() -> None:
    match = watched(
        "0 |\n2.0 | Jh\n2.5 | Jh 5s\n3.0 | Jh 5s Ts\n"
        "3.5 | Jh 5s Ts 2d/3d\n7 | Jh 5s Ts 2d/3d 3c\n9 | Jh 5s Ts\n12 | Jh 5s Ts"
    )
    assert written(match) == "tendido(Jh 5s Ts 3d) 3c"


def test_a_card_of_the_row_is_not_also_the_one_nobody_saw_that_took_it() -> None:
    """The ten and the jack above it are swept at once by a ten laid in the same movement."""
    match = watched(
        "0 |\n2.0 | 6d\n2.5 | 6d 2s\n3.0 | 6d 2s Jd\n3.5 | 6d 2s Jd Th//9h\n5.2 | 6d 2s\n9 | 6d 2s Kc\n12 | 6d 2s Kc"
    )
    assert written(match) == "tendido(6d 2s Jd Th) T Kc"


def test_a_card_doubled_while_the_tendido_is_laid_changes_nothing() -> None:
    match = watched(
        "0 |\n2.0 | 2c\n2.4 | 2c 4d\n2.9 | 2c 4d 7h 2c'\n"
        "3.3 | 2c 4d 2c'\n3.5 | 2c 4d 7h 3s\n6 | 2c 4d 7h 3s Kc\n9 | 2c 4d 7h 3s Kc"
    )
    assert written(match) == "tendido(2c 4d 7h 3s) Kc"


def test_a_card_of_the_row_that_is_found_again_is_not_two() -> None:
    """The jack is lost under the dealer's arm for a moment; the last card comes late enough to be taken for a play."""
    match = watched(
        "0 |\n2.0 | 4h\n2.4 | 4h Js\n3.4 | 4h Js~\n3.6 | 4h Js~ 2d\n3.9 | 4h Js~ 2d Kh\n"
        "7 | 4h Js~ 2d Kh 8d\n10 | 4h Js~ 2d Kh 8d 5c"
    )
    assert written(match) == "tendido(4h Js 2d Kh) 8d 5c"
    assert not any("doubt" in change.event.extra for change in match.said)


def test_a_card_nudged_while_the_leftover_is_laid_is_none_of_it() -> None:
    match, position, out = before_the_leftover()
    lying = [str(card) for card in position.table]
    one, two, three = (str(card) for card in out.cards)
    nudged, rest = lying[0], " ".join(lying[1:])
    play = next(str(card) for card in unseen(position) if card.rank not in {c.rank for c in position.table})
    match.see(
        f"0 | {nudged} {rest}\n4.0 | {nudged}* {rest} moving\n4.4 | {nudged}* {rest} {one} moving\n"
        f"4.8 | {nudged}* {rest} {one} {two} {nudged}' moving\n5.9 | {nudged}* {rest} {one} {two} {nudged}' {three}\n"
        f"8 | {rest} {one} {two} {nudged}' {three}\n11 | {rest} {one} {two} {nudged}' {three} {play}\n"
        f"14 | {rest} {one} {two} {nudged}' {three} {play}"
    )
    assert [change.event.do for change in match.said if change.kind == "new"] == ["leftover", "play"]
    laid, played = match.referee.written[-2:]
    assert isinstance(laid, Leftover)
    assert {*laid.cards} == {*out.cards}
    assert isinstance(played, Play)
    assert str(played.card) == play


def before_the_leftover() -> tuple[Watched, Position, Leftover]:
    """A referee that has followed a hand of three up to the leftover, the position then, and the leftover."""
    of_three = header(3, leftover="table")
    for seed in range(100):
        position, before = Position.start(of_three), list[Event]()
        for event in random_events(of_three, random.Random(seed), SILENT, 1):
            if isinstance(event, Leftover) and len(position.table) > 1 and len(event.cards) == 3:
                return Watched(of_three, before), position, event
            if isinstance(event, Play | Tendido | Leftover):
                before.append(event)
                position = after(position, event).position
    raise AssertionError("no hand with a leftover")


def test_the_row_is_looked_for_among_what_came_after_the_last_event() -> None:
    """Six cards are looked through. Three coasters came first, and so the row's last card was never one of them."""
    match = watched(
        "0 |\n2.0 | 9h 9c Jd\n20.0 | 9h 9c Jd 2c\n20.5 | 9h 9c Jd 2c 4d\n21.0 | 9h 9c Jd 2c 4d 7h 3s"
    )
    cards = sorted(match.referee._tracklets.by_track.values(), key=lambda tracklet: tracklet.since)
    assert [round(tracklet.since) for tracklet in cards] == [2, 2, 2, 20, 20, 21, 21]
    row = cards[3:]
    assert looked_through(cards, after=15.0)[:4] == row
    assert len(looked_through(cards, after=15.0)) == RATES.layout_cards
    assert looked_through(cards, after=1.0) == cards[: RATES.layout_cards]


def test_a_row_of_which_a_recount_took_in_the_first_card_is_thought_of_as_laid_out() -> None:
    """A child's hand had been over the lens during a batch's last plays; the tendido's cards came one after another,
    and each was taken in by a recount before the next lay there (evening, webcam 9952).
    """
    lie = "Kc 2d 9s Jc 4h 6s"
    drawn = "0 |" + "".join(f"\n{3 * k + 3} | {lie[: 3 * k + 2]}" for k in range(6))
    referee = watched(drawn + f"\n21 | {lie} Th 8c 3s Qd").referee
    laid = next(node for node in referee._best.since(0) if isinstance(node.event, Tendido))
    recount = Recount(tuple(map(Card.parse, f"{lie} Th".split())))
    tracks = (*(each.track for each in laid.base.lying.values()), laid.step.tracks[0])
    known = extended(laid.base, (SupposedEvent(recount, 21.5, 0.0, tracks),))
    assert known is not None
    scene = Scene(referee._tracklets, 0, 0.0, referee._seating)
    found = insertions(evaluated(known, referee._tracklets, 0.0), scene)
    assert laid.event in [each.past.event for each in found if each.past is not None]
