"""The table out of sight for a while: what lies there as before is no news, what does not is one matter of doubt."""

import pytest

from engine.porrazo.events import Play, Recount
from engine.porrazo.foresight import at_play
from tests.referee.drawn import Watched, header, watched, written

BEFORE = "0 |\n2 | 7h\n4 | 7h Qd\n6 | 7h Qd 4c\n8 | unseen\n"


def test_a_table_that_is_as_it_was_is_no_news() -> None:
    match = watched(BEFORE + "14 | moving 7h Qd 4c\n14.5 | 7h Qd 4c\n20 | 7h Qd 4c Kc\n24 | 7h Qd 4c Kc")
    assert written(match) == "7h Qd 4c Kc"


def test_no_recount_is_thought_of_that_says_what_was_known() -> None:
    """A ten lay there for a second when the table was seen again, and was taken back. That nothing else had changed was
    nearly as likely as a recount, so the play after it was asked about (evening 10082).
    """
    match = watched(
        "0 |\n3 | 7h\n6 | 7h 9c\n9 | unseen\n11.6 | 7h 9c Ts\n12.6 | 7h 9c\n15 | 7h 9c 4h\n28 | 7h 9c 4h"
    )
    assert written(match) == "7h 9c 4h"
    supposed = [node for each in match.referee.hypotheses for node in each.since(0)]
    recounts = [(node.event.cards, node.start) for node in supposed if isinstance(node.event, Recount)]
    assert not [cards for cards, start in recounts if {*cards} == {*at_play(start).table}]


def test_cards_found_again_as_other_tracks_are_the_same_cards() -> None:
    match = watched(
        BEFORE + "14 | moving 7h~ Qd~ 4c~\n14.5 | 7h~ Qd~ 4c~\n20 | 7h~ Qd~ 4c~ Kc\n24 | 7h~ Qd~ 4c~ Kc"
    )
    assert written(match) == "7h Qd 4c Kc"


def test_a_play_that_nobody_saw_is_doubted_and_none_after_it() -> None:
    match = watched(BEFORE + "14 | 7h Qd 4c 2s\n20 | 7h Qd 4c 2s Kc\n24 | 7h Qd 4c 2s Kc")
    assert written(match) == "7h Qd 4c 2s? Kc"


def test_a_play_seen_long_after_is_believed_though_the_table_was_not_all_seen_again() -> None:
    """A hand rests on a card, so the table is not taken in for long; the king was laid in full sight."""
    match = watched(
        BEFORE
        + "9 | moving 7h* Qd 4c\n14 | moving 7h* Qd 4c Kc\n16 | moving 7h* Qd 4c Kc\n18 | 7h Qd 4c Kc\n24 | 7h Qd"
    )
    assert written(match).startswith("7h Qd 4c Kc")
    assert "doubt" not in match.referee.written[3].extra


@pytest.mark.parametrize(("king", "says"), [("Kc@90", "Kc"), ("Kc", "Kc?")])
@pytest.mark.parametrize("laid_at", [14.5, 12.4])
def test_a_play_that_was_seen_laid_soon_after_is_believed(laid_at: float, king: str, says: str) -> None:
    """An ace laid 2.4 s after the lens was free again was asked about, though an arm was seen to lay it (tablet
    9971); a seven 0.1 s after the table showed again (webcam 9990).
    """
    match = watched(
        BEFORE
        + f"12 | moving 7h* Qd 4c\n{laid_at - 0.1} | moving 7h* Qd 4c\n{laid_at} | arm90 7h* Qd 4c {king}\n"
        + f"15 | moving 7h* Qd 4c {king}\n16 | moving 7h* Qd 4c {king}\n"
        + f"18 | 7h Qd 4c {king}\n24 | 7h Qd 4c {king}"
    )
    assert written(match) == f"7h Qd 4c {says}"


@pytest.mark.parametrize("before", ["", "8 | arm270 7h@90\n"])
def test_a_card_taken_back_just_before_or_while_nobody_looked_was_no_play(before: str) -> None:
    """A queen was in the record when the lens was covered (evening tablet 9929), and five plays went wrong after it."""
    match = watched(
        "0 |\n2 | arm90 7h@90\n2.5 | 7h@90\n5 | arm270 7h@90 Qd@270\n5.7 | 7h@90 Qd@270\n"
        + before
        + "8.3 | unseen\n10 | arm270 7h@90 9c@270\n10.5 | 7h@90 9c@270\n14 | arm90 7h@90 9c@270 Kc@90\n"
        + "14.5 | 7h@90 9c@270 Kc@90\n20 | 7h@90 9c@270 Kc@90"
    )
    assert written(match) == "7h 9c? Kc"


ONE_MORE, TWO_MORE, ANOTHER = "7h Qd 4c 2s", "7h Qd 4c 2s 9d", "7h Qd 2s"


@pytest.mark.parametrize(
    ("until", "lies", "says"),
    [
        (9.2, ONE_MORE, "2s"),
        (10.4, ONE_MORE, "2s"),
        (10.8, ONE_MORE, "2s?"),
        (10.4, TWO_MORE, "2s? 9d?"),
        (10.4, ANOTHER, "4? 2s?"),
    ],
)
def test_a_play_in_a_gap_too_short_for_others_beside_it_is_not_doubted(
    until: float, lies: str, says: str
) -> None:
    """Evening 9934: the lens was covered for 1.25 s while an ace was laid. A play takes 1.3 s at least. After two
    (9968, 9973: the lens covered for 1.7 and 2.4 s) two cards more lie there, or one less: one more, and none less, is
    one play.
    """
    match = watched(BEFORE + f"{until} | {lies}\n20 | {lies} Kc\n24 | {lies} Kc")
    assert written(match) == f"7h Qd 4c {says} Kc"


def test_what_was_laid_before_is_not_doubted_though_it_is_told_later() -> None:
    match = watched("0 |\n2 | 7h\n4 | 7h Qd\n4.4 | unseen\n10 | 7h Qd\n14 | 7h Qd")
    assert written(match) == "7h Qd"


def test_a_table_swept_while_nobody_looked_is_one_question() -> None:
    match = watched(BEFORE + "14 |\n20 | Kc\n24 | Kc")
    (recount,) = [event for event in match.referee.written if not isinstance(event, Play)]
    assert isinstance(recount, Recount)
    assert written(match) == "7h Qd 4c table()? Kc"


def test_a_table_that_no_few_plays_explain_is_taken_as_it_lies() -> None:
    match = watched(BEFORE + "14 | 4c 2s 9d Ah\n20 | 4c 2s 9d Ah Kc\n24 | 4c 2s 9d Ah Kc")
    assert written(match) == "7h Qd 4c table(4c 2s 9d Ah)? Kc"


def test_the_cards_of_a_table_just_taken_in_are_counted_on() -> None:
    """What comes after the recount scores as ever: the two of spades that came unseen is taken."""
    match = watched(BEFORE + "14 | 4c 2s 9d Ah\n20 | 4c 2s 9d Ah 2d\n23 | 4c Ah\n26 | 4c Ah")
    assert written(match).startswith("7h Qd 4c table(4c 2s 9d Ah)? 2d")


def test_a_play_behind_a_hand_is_told_though_the_film_ends_at_once() -> None:
    match = Watched(header()).see(BEFORE + "14 | 7h Qd 4c 2s", until=14.4).end(14.4)
    assert written(match) == "7h Qd 4c 2s?"


def test_while_all_cards_are_covered_nobody_saw_the_table() -> None:
    match = watched("0 |\n2 | 7h\n4 | 7h Qd\n8 | 7h* Qd*\n14 | 7h Qd 4c\n20 | 7h Qd 4c Kc\n24 | 7h Qd 4c Kc")
    assert written(match) == "7h Qd 4c? Kc"


def test_an_arm_over_all_cards_hides_no_play() -> None:
    match = watched("0 |\n2 | 7h\n4 | 7h Qd\n8 | 7h* Qd*\n9 | 7h Qd 4c\n14 | 7h Qd 4c Kc\n18 | 7h Qd 4c Kc")
    assert written(match) == "7h Qd 4c Kc"


def test_a_card_taken_by_mistake_before_the_table_was_out_of_sight_may_be_put_back_after_it() -> None:
    """It was missed for a second, so a nine that nobody saw was supposed, and that was written and closed when the
    table was seen again: from there on each play of a hand was another player's (evening, tablet 9951).
    """
    match = watched(
        "0 |\n2 | 9c\n4 | 9c 2h\n6 | 9c 2h Kd\n8 | 2h Kd\n9.5 | unseen\n13 | 2h Kd\n13.2 | 2h Kd 9c~\n18 | 2h Kd 9c~ 4s"
    )
    assert written(match) == "9c 2h Kd 4s"


def test_a_capture_that_lay_for_long_and_is_gone_after_the_table_was_out_of_sight_was_one() -> None:
    """Tablet 10058: until then it may as well have been none, a king beside a queen. What is closed is what fits what
    is seen now.
    """
    before = (
        "0 |\n2 | Qd\n4 | Qd 8c\n7 | Qd 8c Qs//Ks\n10.5 | moving Qd Qs//Ks\n12.5 | moving Qd 8c~ Qs//Ks\n"
    )
    after = (
        "14 | unseen\n15.2 | moving Qd 8c~ Qs//Ks\n15.8 | moving 8c~\n20 | 8c~\n23 | 8c~ 2h\n26 | 8c~ 2h 4s"
    )
    assert written(watched(before + after, 4)) == "Qd 8c Qs 2h 4s"


def test_what_an_earlier_play_had_taken_leaves_anyway() -> None:
    """Usual 10051: a flash of a second and a half, while the eights were swept and a jack was laid, which was asked
    about.
    """
    match = watched("0 |\n2 | 8c\n6 | 8c 8h\n8 | unseen\n9.6 | Jd\n20 | Jd 2s\n24 | Jd 2s", 3)
    assert written(match) == "8c 8h Jd 2s"


def test_a_play_that_comes_well_after_a_short_gap_makes_the_one_before_it_no_guess() -> None:
    """Usual 10036: the lens was covered for 1.5 s; a nine was laid a second later, and the next card soon after it."""
    before = "0 |\n2 | 8c\n6 | 8c Qd\n8 | unseen\n9.6 | moving 8c Qd\n10.6 | moving 8c Qd 4s\n"
    match = watched(
        before + "11.5 | moving 8c Qd 4s 2h\n16 | 8c Qd 4s 2h\n20 | 8c Qd 4s 2h Kd\n25 | 8c Qd 4s 2h Kd", 3
    )
    assert written(match).startswith("8c Qd 4s 2h")


@pytest.mark.parametrize(("played", "says"), [(7.0, "2h"), (6.5, "2h?")])
def test_a_gap_is_no_longer_than_from_when_people_play_again_after_the_play_before_it(
    played: float, says: str
) -> None:
    """Webcam 10063: the lens was covered for 2.2 s as soon as a five lay there; one play alone has room in that time.
    After it an arm is over the table, and the next card comes before all of it was seen again.
    """
    before = f"0 |\n2 | 8c\n{played} | 8c Qd\n7.4 | unseen\n9.5 | moving 8c Qd 4s\n"
    match = watched(
        before + "11.6 | moving 8c Qd 4s 2h\n16 | 8c Qd 4s 2h\n20 | 8c Qd 4s 2h Kd\n25 | 8c Qd 4s 2h Kd", 3
    )
    assert written(match) == f"8c Qd 4s {says} Kd"
