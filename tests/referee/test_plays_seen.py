"""What is laid and swept is understood as plays (issue: the referee)."""

import pytest

from companion.referee import Referee
from companion.referee.hypothesis import Hypothesis
from companion.referee.observation import Observation, ObservedCard
from companion.referee.record_diff import Change
from companion.referee.search.places import plays
from engine.cards import Card, Rank
from engine.porrazo.events import Play
from engine.porrazo.position import Position
from engine.porrazo.rules import after
from tests.referee.drawn import Watched, header, odds_of, told, watched, written
from tests.referee.stage import FPS

DEALT = "0.0 |\n"


def revised(said: list[Change]) -> str:
    return told(change.event for change in said if "revised" in change.event.extra)


def test_a_card_laid_free_is_said_within_a_second() -> None:
    match = watched(DEALT + "2.0 | 7h")
    assert written(match) == "7h"
    assert 2.0 < float(str(match.referee.written[0].extra["t"])) < 3.4


def test_a_capture_is_said_when_it_is_laid_not_when_it_is_swept() -> None:
    match = watched(DEALT + "2.0 | 7h\n5.0 | 7h 8h\n8.0 | 7h 8h 7d\n10.5 |")
    assert written(match) == "7h 8h 7d"
    assert float(str(match.referee.written[2].extra["t"])) < 9.0
    assert match.referee.position.captured == (3, 0)


def test_a_capture_in_one_movement_tells_the_rank_that_was_played() -> None:
    match = watched(DEALT + "2.0 | 7h\n5.0 | 7h 8h\n8.0 |")
    assert written(match) == "7h 8h 7"


@pytest.mark.parametrize(
    ("left", "lower"), [("9c 4d 6h Td Js", True), ("4d 9c Td Js", True), ("9c 4d 6h 7c 5s 8c Td", False)]
)
def test_a_sweep_that_begins_in_the_middle_of_a_run_may_be_of_a_lower_card(left: str, lower: bool) -> None:
    """A four that nobody saw took eight cards, of which the five, seven and eight went first (evening 10045: the table
    was taken in as it lay, and seven plays were wrong). One card alone that is gone is no run.
    """
    run = "9c 4d 6h 7c 5s 8c Td Js".split()
    laid = "".join(f"{2 + 2 * k} | {' '.join(run[: k + 1])}\n" for k in range(len(run)))
    match = watched("0 |\n" + laid + f"20 | {' '.join(run)}\n20.1 | moving {left}")
    newest = [each.past.event for each in match.referee.hypotheses if each.past is not None]
    ranks = {event.card.rank for event in newest if isinstance(event, Play) and event.card.suit is None}
    assert (Rank.FOUR in ranks) is lower


def test_a_run_that_the_card_which_took_it_hid_before_it_was_swept_was_taken_by_that_card() -> None:
    """An ace that nobody saw lay on an ace and hid the two under it, and took both five seconds later (webcam 10073:
    the two was missed for good, and in the end two cards were taken for one another: eleven points, in silence).
    """
    before = """
        0.0 |
        2.0 | 2s
        4.0 | 2s 2c
        6.0 |
        7.0 | As
        9.0 | As 2d
        11.0 | As 2d Ac
        13.0 |
        14.0 | Js
        16.0 | Js 2h
        18.0 | Js 2h Ad
        22.0 | Js 2h* Ad 7c
        26.0 | Js moving Ad 7c
        30.6 | Js moving moving 7c
        33.0 | Js moving moving 7c 9s
        38.0 | Js moving moving 7c 9s 4c
    """
    assert written(watched(before)) == "2s 2c As 2d Ac Js 2h Ad 7c Ah 9s 4c"


def test_a_card_seen_in_passing_is_the_one_that_was_played() -> None:
    match = watched(DEALT + "2.0 | 7h\n5.0 | 7h 8h\n8.0 | 7h 8h 7d\n8.17 |")
    assert written(match) == "7h 8h 7d"


def test_a_card_left_in_place_is_said_once_nobody_sweeps() -> None:
    match = watched(DEALT + "2.0 | 9d\n4.0 | 9d 2h\n6.0 | 9d 2h 5s\n8.0 | 9d 2h 5s 4c\n11.0 |9d 2h 5s 4c Kc")
    assert written(match) == "9d 2h 5s 4c Kc"
    match = Watched(header()).see(
        "0.0 |\n2.0 | 9d\n4.0 | 9d 2h\n6.0 | 9d 2h Kc\n8.0 | 9d 2h Kc Qc\n10 | 9d 2h Kc Qc 2d\n13 | 9d Kc Qc"
    )
    assert written(match) == "9d 2h Kc Qc 2d"


def test_in_place_and_capture_are_told_apart_by_what_stays() -> None:
    stays = watched(DEALT + "2.0 | 3h\n5.0 | 3h 9d\n7.0 | 3h 9d 3c\n16.0 | 3h 9d 3c")
    swept = watched(DEALT + "2.0 | 3h\n5.0 | 3h 9d\n7.0 | 3h 9d 3c\n9.0 | 9d")
    assert written(stays) == "3h 9d 3c!"
    assert written(swept) == "3h 9d 3c"
    assert not revised(stays.said + swept.said)


def test_in_place_and_capture_stay_apart_while_nobody_sees_the_table() -> None:
    """A hand came over the lens a second after a three had been laid in its place, beside another: it was certain then
    that it had taken the other, and the table was recounted.
    """
    seen = DEALT + "2.0 | 3h\n5.0 | 3h 9d\n7.0 | 3h 9d 3c\n8.5 | unseen\n9.5 | 3h 9d 3c Kd\n"
    stays = watched(seen + "12 | 3h 9d 3c Kd Js\n20 | 3h 9d 3c Kd Js")
    assert written(stays).replace("?", "") == "3h 9d 3c! Kd Js"
    swept = watched(seen + "11 | 9d Kd\n13 | 9d Kd Js\n20 | 9d Kd Js")
    assert written(swept).replace("?", "") == "3h 9d 3c Kd Js"


def test_a_porrazo_may_lie_until_the_next_play() -> None:
    match = watched(DEALT + "2.0 | 7h\n5.0 | 7h 7d\n12.0 | 7h 7d Kc\n13.0 | Kc")
    assert written(match) == "7h 7d Kc"
    assert match.referee.position.scores == (0, 2)  # the porrazo and a limpia


def test_a_counter_reaches_into_the_pile() -> None:
    match = watched(DEALT + "2.0 | 7h\n5.0 | 7h 7d\n6.0 |\n9.0 | 7c\n10.5 |\n13.0 | Kc")
    assert written(match) == "7h 7d 7c Kc"
    assert match.referee.position.scores == (4, 0)


def test_part_of_a_run_picked_up_later_was_captured_all_the_same() -> None:
    match = watched(DEALT + "2 | 7h\n4 | 7h 8h\n6 | 7h 8h 9h\n8 | 7h 8h 9h 7d\n10 | 9h\n14 |\n16 | Kc")
    assert written(match) == "7h 8h 9h 7d Kc"
    assert match.referee.position.captured == (0, 4)


def test_the_other_of_two_equal_cards_may_have_been_taken() -> None:
    match = watched(
        DEALT + "2 | 9d\n4 | 9d 3h\n6 | 9d 3h 3c\n15 | 9d 3h 3c Kc\n17 | 9d 3h 3c Kc 3s\n19 | 9d 3h Kc"
    )
    assert written(match) == "9d 3h 3c! Kc 3s"
    assert {str(card) for card in match.referee.position.table} == {"9d", "3h", "Kc"}


def test_a_card_that_reads_as_the_one_it_was_laid_over_is_another_of_its_rank() -> None:
    match = watched("0 |\n2 | 9d\n5 | 9d Kc\n8 | 9d* Kc 9d'\n10.7 | Kc\n14 | Kc 3c\n17 | Kc 3c Jh")
    assert written(match) == "9d Kc 9 3c Jh"


def test_nudged_hidden_and_overlooked_cards_are_no_plays() -> None:
    match = watched(
        DEALT
        + "2 | 7h\n4 | 7h 9d\n6.0 | 7h\n6.3 | 7h 9d~\n8 | 7h* 9d~*\n10 | 7h 9d~\n11 | 9d~\n11.4 | 7h 9d~"
    )
    assert written(match) == "7h 9d"
    assert len(match.said) == 2


def test_what_is_seen_twice_or_for_a_moment_is_no_play() -> None:
    match = watched(DEALT + "2 | 7h\n4 | 7h 7h'\n4.7 | 7h\n6 | 7h 9d\n6.4 | 7h")
    assert written(match) == "7h"
    assert len(match.said) == 1


def test_two_plays_that_cannot_be_told_apart_in_time_are_asked_about() -> None:
    match = watched(DEALT + "2 | 7h\n4 | 7h Kc 9d\n9 | 7h Kc 9d")
    doubtful = [event.extra for event in match.referee.written if "doubt" in event.extra]
    assert [extra["instead"] for extra in doubtful] == [["9d"], ["Kc"]]


def test_after_the_match_is_won_nothing_is_written() -> None:
    match = Watched(header()).see(
        "0 |\n2 | 7h\n4 | 7h 7d\n6 | 7h 7d 7c\n8 | 7h 7d 7c 7s\n10 |\n12 | Kc\n15 | Kc Qd"
    )
    assert written(match) == "7h 7d 7c 7s"
    assert match.referee.position.winner == 1


def test_play_that_goes_on_shows_that_the_match_was_not_won() -> None:
    """What looked like the fourth seven was a nine: people do not go on laying cards after a san benito (R15)."""
    lines = ["0 |", "2 | 7h", "4 | 7h 7d", "6 | 7h 7d 7c", "8 | 7h 7d 7c 7s//9s"]
    lying = "7s//9s"
    for k, name in enumerate(("Kc", "Qd", "2h", "4s", "Jd", "6c")):
        lying += " " + name
        lines.append(f"{10.5 + 2.5 * k} | {lying}")
    told = written(watched("\n".join(lines))).split()
    assert told[3] != "7s"
    assert told[4:] == ["Kc", "Qd", "2h", "4s", "Jd", "6c"]


def test_captures_that_go_on_show_that_the_match_was_not_won() -> None:
    """Cards that were captured again had cost little, as if laid and taken back: eight plays were taken off the record
    for a moment.
    """
    lines = ["0 |", "2 | 7h", "4 | 7h 7d", "6 | 7h 7d 7c", "8 | 7h 7d 7c 7s//9s"]
    lying, t = "7s//9s", 11.0
    for one, other in (("Kc", "Kd"), ("Qd", "Qh"), ("2h", "2c"), ("4s", "4d")):
        lines += [f"{t} | {lying} {one}", f"{t + 2.5} | {lying} {one} {other}", f"{t + 4} | {lying}"]
        t += 6.0
    told = written(watched("\n".join(lines))).split()
    assert told[3] != "7s"
    assert told[4:] == ["Kc", "Kd", "Qd", "Qh", "2h", "2c", "4s", "4d"]


def test_no_capture_is_forgone_where_nothing_is_left_to_capture() -> None:
    """The four of the table waits with the threes: another four lets it go with them (R16), and is in place (R11)."""
    position = Position.start(header(3))
    for seat, name in enumerate("Kd 4c 9d Qc 3c 3h".split()):
        position = after(position, Play(seat % 3, Card.parse(name))).position
    four = Card.parse("4s")
    assert four.rank in {card.rank for card in position.table}
    assert [*plays(Hypothesis.at(position), four)] == [Play(0, four)]


def test_a_card_hidden_since_it_was_laid_is_found_out_by_what_took_it() -> None:
    """A cup was put on a nine. All plays up to the one that took it were said to be another player's, in silence, and
    the nine to have been played last.
    """
    match = Watched(header(3)).see(
        "0 |\n2 | Kd@90\n5 | Kd 2h@180\n8 | Kd 2h 4s@0\n11 | Kd 2h 4s Jc@90\n17 | Kd 2h 4s Jc 6h@0\n"
        "20 | Kd 2h 4s Jc 6h Tc@90\n23 | Kd 2h 4s Jc 6h Tc 9c@180\n26 | Kd 2h 4s 6h\n29 | Kd 2h 4s 6h 5s@0"
    )
    plays = [event for event in match.referee.written if isinstance(event, Play)]
    assert [f"{each.seat}{each.card}" for each in plays[3:]] == ["0Jc", "19", "26h", "0Tc", "19c", "25s"]


@pytest.mark.parametrize("gone", [24.4, 24.6, 24.8])
def test_a_card_that_took_another_in_one_movement_was_laid_before_the_next_players(gone: float) -> None:
    """Nobody saw it; the next card lay there before the other was known to be gone, and was said to have been laid by
    the player who took, in silence: eight points (film of a webcam, 9955).
    """
    before = "0 |\n2 | Kd@90\n5 | Kd 2h@180\n8 | Kd 2h 4s@0\n11 | Kd 2h 4s 7d@90\n14 | Kd 2h 4s 7d 9c@180"
    match = Watched(header(3)).see(
        f"{before}\n17 | Kd 2h 4s 7d 9c 6h@0\n20 | Kd 2h 4s 7d 9c 6h Tc@90\n24 | Kd 2h 4s 7d 9c 6h Tc Qs@0\n"
        f"24.17 | Kd 2h 4s 7d* 9c 6h Tc Qs\n{gone} | Kd 2h 4s 9c 6h Tc Qs\n28 | Kd 2h 4s 9c 6h Tc Qs 5s@90\n"
        "31 | Kd 2h 4s 9c 6h Tc Qs 5s Ac@180"
    )
    plays = [event for event in match.referee.written if isinstance(event, Play)]
    assert [f"{each.seat}{each.card}" for each in plays[6:]] == ["0Tc", "17", "2Qs", "05s", "1Ac"]


@pytest.mark.parametrize("lying", [7.0, 8.0, 9.0])
def test_a_capture_left_lying_of_which_a_card_had_been_found_again_is_one(lying: float) -> None:
    """The two that the other took had been found anew fourteen seconds before. Once it had gone it was rather said to
    have been no card, for then nobody need have left a capture there, and that the two itself was then missing was
    not thought of: three lines were asked about (tablet 10037); acted, two plays were invented.
    """
    swept = 33.0 + lying
    lies = [  # reads as, x and y in heights of a card, laid at, found at, gone at, seconds
        ("2h", 0.0, 0.0, 2.0, 2.2, 20.3),
        ("2h", 0.05, 0.0, 2.0, 19.0, swept),
        ("3h", 0.2, -0.4, 5.0, 5.2, swept - 0.1),
        ("4c", 4.0, 2.0, 8.0, 8.2, swept - 1.1),
        ("9d", 6.0, 0.0, 11.0, 11.2, 99.0),
        ("5d", 2.0, 3.0, 14.0, 14.2, swept - 1.4),
        ("Kd", 7.0, 3.0, 17.0, 17.2, 99.0),
        ("2c", 0.2, 0.6, 33.0, 33.2, swept + 0.1),
        ("8s", 3.0, 1.0, swept + 5.0, swept + 5.2, 99.0),
        ("Jc", 5.0, 1.0, swept + 9.0, swept + 9.2, 99.0),
    ]
    referee = Referee(header())
    for frame in range(round((swept + 14.0) * FPS)):
        t = frame / FPS
        cards = [
            ObservedCard(
                track,
                odds_of(card),
                x,
                y,
                since,
                t >= begin + 0.25,
                laid_by=(90.0,) * (track == 1 and t > 19.25),
            )
            for track, (card, x, y, since, begin, end) in enumerate(lies)
            if begin <= t < end
        ]
        moving = any(abs(t - begin) < 0.4 or abs(t - end) < 0.4 for *_, begin, end in lies)
        referee.look(Observation(t, tuple(cards), still=not moving))
    assert told(referee.written) == "2h 3h 4c 9d 5d Kd 2c 8s Jc"
