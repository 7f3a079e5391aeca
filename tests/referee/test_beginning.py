"""What lies there at the first steady look was not played; a record is gone on with; things that are no cards."""

from dataclasses import replace

import pytest

from companion.referee.observation import Observation, ObservedCard
from companion.referee.opening import Opening
from companion.referee.tracklets import Tracklets
from engine.cards import Card, parse_cards
from engine.porrazo.events import Leftover, Play, Recount
from engine.porrazo.position import Position
from tests.referee.drawn import Watched, header, watched, written


def test_cards_lying_there_at_first_are_on_the_table() -> None:
    match = watched("0 | moving 7h 9d\n0.3 | 7h 9d\n3 | moving 7h 9d\n4 | 7h 9d 9c\n6 | 7h 9d 9c")
    assert written(match) == "table(7h 9d) 9c"


def test_cards_simply_lying_there_are_no_plays() -> None:
    match = watched("0 | moving 7h\n0.4 | 7h 9d\n0.9 | 7h 9d Kc\n1.5 | 7h Kc\n2 | 7h 9d Kc\n60 | 7h 9d Kc")
    assert written(match) == "table(7h Kc 9d)"


def test_a_card_of_another_pack_lying_there_is_never_played() -> None:
    match = watched(
        "0 | moving 7h 7h'\n0.4 | 7h 7h'\n5 | moving 7h 7h'\n6 | 7h 7h'\n12 | 7h 7h' Kc\n14 | 7h 7h' Kc"
    )
    assert written(match) == "table(7h) Kc"


def test_a_second_outline_of_a_card_is_not_waited_for() -> None:
    """Another pack's card, cut by the picture's edge, had two: one steady, one never, until a card had been laid."""
    steady = (
        ObservedCard.certain(1, parse_cards("Js")[0]),
        ObservedCard.certain(3, parse_cards("Ac")[0], 7.0),
    )
    outline = replace(ObservedCard.certain(2, parse_cards("Js")[0]), steady=False)
    match = Watched(header())
    for frame in range(110):
        t = frame / 12
        cards = (steady[0], outline, *steady[1:]) if t >= 7 else (steady[0], outline)
        match.referee.look(Observation(t, cards, still=frame > 0 and not 6.5 < t < 7.5))
    assert written(match) == "table(Js) Ac"


def half_seen(back: float, laid: float) -> str:
    """What is written where an arm is over a card of which one had just begun to see that it lies there: it shows again
    from ``back`` seconds on, steadily a second later; another one is laid at ``laid`` seconds.
    """
    match = Watched(header())
    for frame in range(140):
        t = frame / 12
        cards = []
        if 0.3 <= t < 0.9 or t >= back:
            cards.append(
                replace(ObservedCard.certain(1 + (t >= back), parse_cards("5s")[0]), steady=t >= back + 1)
            )
        if t >= laid:
            cards.append(ObservedCard.certain(3, parse_cards("Ac")[0], laid))
        match.referee.look(Observation(t, tuple(cards), still=frame > 0 and not 0.8 < t < laid + 1))
    return written(match)


def test_a_card_seen_just_before_an_arm_came_over_it_lay_there() -> None:
    """Another pack's card at the picture's edge: the deal began before it was steady, and it was the first play."""
    assert half_seen(back=2.0, laid=6.0) == "table(5s) Ac"


def test_a_card_laid_while_another_one_is_waited_for_is_played() -> None:
    assert half_seen(back=20.0, laid=2.0) == "Ac"


def test_a_thing_that_half_looks_like_two_cards_is_none() -> None:
    """A coaster cut by the picture's border: the ace of spades that it half looks like may be played any time."""
    match = watched(
        "0 | moving As/Ks\n0.3 | As/Ks\n5 | moving As/Ks\n6 | As/Ks As\n9 | As/Ks As 2d\n12 | As/Ks As 2d Ks"
    )
    assert written(match) == "As 2d Ks"


def test_a_card_of_a_rank_that_can_be_told_lies_there_whatever_its_suit() -> None:
    match = watched("0 | moving 7h/7d\n0.3 | 7h/7d\n5 | moving 7h/7d\n6 | 7h/7d Kc")
    assert written(match) == "table(7h) Kc"


@pytest.mark.parametrize(("sure", "record"), [(0.7, ""), (0.9, "table(Ks)")])
def test_a_first_recount_needs_sure_readings(sure: float, record: str) -> None:
    """Print on a cloth with flowers was read as a king at 0.7, and the record began with it."""
    odds = [(1 - sure) / 48] * 52
    kings = [card.code for card in parse_cards("Kc Kd Kh")]
    odds = [0.0 if code in kings else share for code, share in enumerate(odds)]
    odds[parse_cards("Ks")[0].code] = sure
    match = Watched(header())
    for frame in range(40):
        match.referee.look(Observation(frame / 12, (ObservedCard(1, tuple(odds), 0.0, 0.0, 0.0),)))
    assert written(match) == record


def test_five_of_a_rank_lying_there_are_no_crash() -> None:
    match = watched("0 | 7h 7d 7c 7s 7h'\n2 | 7h 7d 7c 7s 7h'")
    assert written(match) == "table(7h 7d 7c 7s)"


def test_a_record_is_gone_on_with() -> None:
    before = [Play(0, parse_cards("7h")[0]), Play(1, parse_cards("9d")[0])]
    match = Watched(header(), before).see("0 | 7h 9d\n3 | 7h 9d Kc")
    assert written(match) == "7h 9d Kc"
    assert [(change.line, change.kind) for change in match.said] == [(3, "new")]


def test_a_record_that_does_not_fit_the_table_is_recounted_and_that_is_asked_about() -> None:
    before = [Play(0, parse_cards("7h")[0]), Play(1, parse_cards("9d")[0])]
    match = Watched(header(), before).see("0 | 9d Qc\n3 | 9d Qc Kc")
    assert written(match) == "7h 9d table(9d Qc)? Kc"


def test_one_card_more_than_the_record_says_was_played_by_whose_turn_it_was() -> None:
    """A recount would leave the turn where it was, and every play after it would go to the wrong seat."""
    before = [Play(0, parse_cards("7h")[0]), Play(1, parse_cards("9d")[0])]
    match = Watched(header(), before).see("0 | 7h 9d Qc\n3 | 7h 9d Qc Kc")
    assert written(match) == "7h 9d Qc? Kc"
    assert [event.seat for event in match.referee.written if isinstance(event, Play)] == [0, 1, 0, 1]


def test_a_waiting_porrazo_taken_up_before_the_record_goes_on_needs_no_recount() -> None:
    before = [Play(0, parse_cards("7h")[0]), Play(1, parse_cards("7d")[0])]
    match = Watched(header(), before).see("0 |\n3 | Kc")
    assert written(match) == "7h 7d Kc"


def test_a_table_at_odds_with_the_rules_for_long_is_recounted_and_the_match_goes_on() -> None:
    match = watched(
        "0 |\n2 | 7h\n4 | 7h Qd\n6 | 7h Qd 9c\n8 | 7h Qd 9c 9d\n10 | 7h Qd\n12 | 7h Qd 9c~\n24 | 7h Qd 9c~ Kc"
    )
    assert written(match).startswith("7h Qd 9c 9d")
    assert written(match).endswith("Kc")
    assert not any(isinstance(event, Leftover) for event in match.referee.written)
    recounts = [event for event in match.referee.written if isinstance(event, Recount)]
    assert len(recounts) <= 1


def test_no_sight_at_all_is_no_match() -> None:
    assert written(Watched(header()).end(0.0)) == ""


def test_what_flickers_and_cannot_be_read_does_not_put_the_first_look_off() -> None:
    """A coaster, taken for a card now and then: the first card laid was said to have lain there from the start, so all
    plays after it were another player's.
    """
    referee, clubs, coaster = Watched(header()).referee, parse_cards("2c")[0], (0.02,) * 50 + (0.0,) * 2
    laid = ObservedCard.certain(9, clubs, since=2.6)
    for frame in range(60):
        t = frame / 12
        flicker = ObservedCard(frame // 4, coaster, 5.0, 0.0, t, steady=False)
        moving = frame == 0 or 2.0 < t < 2.9
        cards = (flicker, laid) if t > 2.9 else (flicker,)
        referee.look(Observation(t, cards, still=not moving))
    assert [event.do for event in referee.written] == ["play"]


def played_out(first: str, plays: list[str]) -> str:
    """Lines of a match before which the cards ``first`` lay there, then plays, one every three seconds."""
    lines = [f"0 | moving {first}", f"0.4 | {first}", f"2 | moving {first}"]
    lines += [f"{3 * k + 3} | {first} {' '.join(plays[: k + 1])}" for k in range(len(plays))]
    return "\n".join(lines)


BATCH = "Kc 2d 9s Jc 4h 6s".split()
"""The six plays of a first batch of two players: none takes another."""


def test_a_card_that_nobody_touched_in_the_first_batch_was_another_packs() -> None:
    """It lies beside the table, and the record begins with it; then its equal is played, and is that card."""
    assert written(watched(played_out("7h'", BATCH[:5]))) == "table(7h) Kc 2d 9s Jc 4h"
    assert written(watched(played_out("7h'", [*BATCH, "Td"]))) == "Kc 2d 9s Jc 4h 6s Td"
    assert written(watched(played_out("7h'", [*BATCH, "Td", "7h"]))) == "Kc 2d 9s Jc 4h 6s Td 7h"


def test_a_match_that_is_much_likelier_without_the_card_beside_it_is_told_without_it_at_once() -> None:
    """The second two is laid in its place (R11), which it has only if the seven is another pack's: with the seven it
    takes the first two, and nobody does that and leaves both there.
    """
    plays = ["2c", "2d", "9s", "Jc", "4h"]
    assert written(watched(played_out("7h'", plays[:2]))) == "table(7h) 2c 2d"
    stay = f"\n24 | 7h' {' '.join(plays)}"
    assert written(watched(played_out("7h'", plays) + stay)) == "2c 2d! 9s Jc 4h"
    taken = played_out("7h'", plays[:2]) + "\n7.5 | 7h'\n9 | 7h' 9s\n12 | 7h' 9s Jc\n15 | 7h' 9s Jc 4h"
    assert written(watched(taken)) == "table(7h) 2c 2d 9s Jc 4h"


def test_cards_one_of_which_was_taken_in_the_first_batch_are_the_matchs() -> None:
    drawn = (
        played_out("7h' 5d'", [*BATCH[:5], "7s"]) + "\n21 | 5d' Kc 2d 9s Jc 4h\n24 | 5d' Kc 2d 9s Jc 4h Td"
    )
    assert written(watched(drawn)) == "table(7h 5d) Kc 2d 9s Jc 4h 7s Td"


def test_another_packs_card_that_is_out_of_sight_for_good_was_taken_by_nobody() -> None:
    """The cloth was pulled, and it lay beyond the picture's edge: an unseen seven was said to have taken it."""
    drawn = "0 | moving 7h'\n0.4 | 7h'\n2 | moving 7h'\n3 | 7h' Kc@90\n5.5 | moving 7h'* Kc\n6 | Kc"
    plays = [f"{card}@{(90, 270)[k % 2]}" for k, card in enumerate(BATCH)]
    drawn += "".join(f"\n{3 * k + 6} | {' '.join(plays[: k + 1])}" for k in range(1, 6))
    assert written(watched(drawn)) == "Kc 2d 9s Jc 4h 6s"


def test_another_packs_card_out_of_sight_when_the_first_batch_ends_is_known_soon_after() -> None:
    """Its track was lost for 12 s just then, when an equal was played; every later card of its rank was misread."""
    drawn, plays = played_out("7h'", BATCH[:5]), [*BATCH[:5], "7s"]
    drawn += f"\n18 | {' '.join(plays)}\n21 | {' '.join([*plays, 'Td'])}"
    drawn += "".join(f"\n{t} | 7h' {' '.join([*plays, 'Td'])}" for t in (24, 26, 28, 30))
    assert written(watched(drawn)) == "Kc 2d 9s Jc 4h 7s Td"


def test_another_packs_card_is_known_though_its_track_was_broken() -> None:
    drawn = (
        played_out("7h'", BATCH[:3]) + f"\n12 | moving {' '.join(BATCH[:3])}\n13 | 7h' {' '.join(BATCH[:3])}"
    )
    drawn += "".join(f"\n{3 * k + 6} | 7h' {' '.join([*BATCH, 'Td'][: k + 1])}" for k in range(3, 7))
    assert written(watched(drawn)) == "Kc 2d 9s Jc 4h 6s Td"


def test_another_packs_card_that_was_hidden_for_a_while_stays_aside() -> None:
    """Its track is another one after that, and its place and look tell that it is the same card."""
    drawn = played_out("7h'", [*BATCH, "Td"])
    on = " ".join([*BATCH, "Td"])
    drawn += f"\n25 | cup {on}\n28 | 7h' {on}\n34 | 7h' {on} 8s".replace("cup", "moving")
    assert written(watched(drawn)) == "Kc 2d 9s Jc 4h 6s Td 8s"


def test_another_packs_card_stays_aside_when_its_track_follows_a_card_laid_beside_it() -> None:
    """A hand laid a queen beside it, and its track followed; found again at its own place, it was then a play."""
    lies, tracklets = ObservedCard.certain(1, Card.parse("7h"), 0.0), Tracklets()
    tracklets.see(Observation(0.0, (lies,)))
    opening = Opening(Position.start(header()))
    opening.put_strangers_aside([1], tracklets)
    carried = replace(lies, x=lies.x + 0.7, hidden=True)
    found, elsewhere = replace(lies, track=2), replace(lies, track=3, x=lies.x + 2)
    seen = Observation(1.0, (carried, found, elsewhere))
    assert opening.without_furniture(seen).observed_cards == (elsewhere,)
