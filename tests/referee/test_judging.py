"""When an event is said: what the hypotheses kept agree on waits for nothing else."""

from dataclasses import replace

import pytest

from companion.referee.commit_policy import CommitPolicy, Verdict
from companion.referee.event_keys import identity_key, scoring_key
from companion.referee.hypothesis import UNSEEN, Hypothesis
from companion.referee.prior import SupposedEvent
from companion.referee.rates import RATES
from companion.referee.search.comparison import Case, differing
from engine.cards import Card, parse_cards
from engine.events import Event
from engine.porrazo.events import Leftover, Play, Recount, Tendido
from engine.porrazo.foresight import at_play
from engine.porrazo.position import Position
from tests.referee.drawn import header, told, watched, written


def hypothesis(cost: float, *cards: str) -> Hypothesis:
    """A hypothesis of plays, one every five seconds, that costs so many nats."""
    supposed = Hypothesis.at(Position.start(header()))
    for k, card in enumerate(cards):
        play = Play(at_play(supposed.position).turn, Card.parse(card))
        supposed = supposed.then(SupposedEvent(play, 5.0 * k, 0.0, tracks=(k,)))
    return supposed.with_residuals(replace(UNSEEN, cost=cost))


def events(*cards: str) -> list[Event]:
    return [node.event for node in hypothesis(0, *cards).since(0)]


def verdicts(
    hypotheses: list[Hypothesis], said: list[Event], seconds: int = 10, floor: int = 0
) -> list[Verdict]:
    """What is to be written after ``floor`` closed events within so long in which nothing new is seen, looked at four
    times a second."""
    judge, found = CommitPolicy(), list[Verdict]()
    for look in range(4 * seconds):
        verdict = judge.verdict(hypotheses, said, floor, look / 4, ending=False)
        if verdict is not None:
            found.append(verdict)
            said = verdict.events
    return found


@pytest.mark.parametrize(
    ("mine", "other", "numbers"),
    [
        ("Kc Qd 9h", "Kc Qd 9h", []),
        ("Kc Qd 9h", "Kc Qd", [2]),
        ("Kc Qd", "Kc Qd 9h", []),
        ("Kc 8h 5s 9h", "Kc 7h 5s 9h", [1]),
        ("Kc Qd 9h", "Kc 2s 2d Qd 9h", [1]),
        ("Kc 2s 2d Qd 9h", "Kc Qd 9h", [1, 2, 3]),
        ("Kc Qd 2s 2d", "Kc 2s 2d Qd", [1, 3]),
        ("Kc Qd 9h", "Kc 2s Qd 9h", [1, 2]),
        ("5c 5d 9h", "5c 2s 2d 5d 9h", [1, 2]),
    ],
    ids=[
        "nothing",
        "one event more",
        "one event less",
        "one card",
        "without a pair",
        "with a pair, which lies there until the next play",
        "its place, and by number only whose plays those are",
        "one card, and so whose plays the others are",
        "a pair, and so a porrazo",
    ],
)
def test_histories_differ_in_what_one_has_and_the_other_has_not(
    mine: str, other: str, numbers: list[int]
) -> None:
    one, two = (hypothesis(0, *cards.split()).since(0) for cards in (mine, other))
    assert [*differing(one, two)] == numbers


def test_a_pair_overlooked_is_one_question_and_not_one_for_each_line_after_it() -> None:
    """Two plays that left nothing on the table may have been a card taken back: what came after them is the same."""
    hypotheses = [
        hypothesis(10.0, "Kc", "Qd", "9h", "4c"),
        hypothesis(10.2, "Kc", "2s", "2d", "Qd", "9h", "4c"),
    ]
    verdict = verdicts(hypotheses, events("Kc"))[-1]
    assert told(verdict.events) == "Kc Qd 9h 4c"
    assert [*map(bool, verdict.marks)] == [False, True, False, False]


def test_a_tie_over_what_was_said_keeps_nobody_waiting_for_what_came_after() -> None:
    hypotheses = [hypothesis(10.0, "8h", "Kc"), hypothesis(10.06, "7h", "Kc"), hypothesis(19.0, "7h")]
    found = verdicts(hypotheses, events("7h"))
    assert [told(verdict.events) for verdict in found] == ["7h Kc"]
    assert found[0].marks == [{}, {}]


def test_what_the_better_account_holds_to_be_another_card_waits_but_not_for_ever() -> None:
    hypotheses = [hypothesis(10.0, "8h", "Qc"), hypothesis(10.06, "7h", "Kc"), hypothesis(19.0, "7h")]
    assert verdicts(hypotheses, events("7h"), seconds=6) == []
    (late,) = verdicts(hypotheses, events("7h"), seconds=10)
    assert told(late.events) == "7h Kc"
    assert late.marks == [{}, {"doubt": True, "instead": ["Qc"]}]


def test_a_card_that_was_closed_is_not_written_again_by_another_account() -> None:
    """The other one holds the closed seven for another, so the seven of hearts may still come: not after it did."""
    hypotheses = [hypothesis(10.0, "7h", "8h"), hypothesis(10.06, "7d", "9h", "7h")]
    assert verdicts(hypotheses, events("7d", "9h")[1:], floor=1) == []


def test_the_card_itself_is_no_alternative_to_it() -> None:
    """All that is open is whether a two took the other or was laid in its place."""
    taking, before = hypothesis(10.0, "2d", "2c"), hypothesis(10.5, "2d")
    in_place = before.then(SupposedEvent(Play(1, Card.parse("2c"), in_place=True), 5.0, 0.0, tracks=(1,)))
    *_, verdict = verdicts([taking, in_place.with_residuals(replace(UNSEEN, cost=10.5))], [])
    assert told(verdict.events) == "2d 2c"
    assert verdict.marks == [{}, {"doubt": True}]


def test_a_better_account_is_written_although_another_agrees() -> None:
    hypotheses = [hypothesis(10.0, "8h", "Kc"), hypothesis(16.0, "7h", "Kc")]
    found = verdicts(hypotheses, events("7h"))
    assert [identity_key(event) for event in found[-1].events] == [
        identity_key(event) for event in events("8h", "Kc")
    ]


def test_a_record_is_not_held_by_an_account_that_has_its_card_after_another_beginning() -> None:
    """A queen and a king, in either order, were far likelier than the two queens that were written: the queen of the
    other order, in the second's place, kept those for a minute (tablet 10074).
    """
    hypotheses = [hypothesis(10.0, "Qs", "Kh"), hypothesis(10.06, "Kh", "Qs"), hypothesis(25.0, "Qh", "Qd")]
    (verdict,) = verdicts(hypotheses, events("Qh", "Qd"), seconds=4)
    assert told(verdict.events) == "Qs Kh"
    assert verdict.marks == [{"doubt": True, "instead": [card]} for card in ("Kh", "Qs")]
    held = [hypothesis(10.0, "Qs", "Kh"), hypothesis(11.0, "Qh", "Qd")]
    assert verdicts(held, events("Qh", "Qd"), seconds=4) == [], "here another account holds what is written"


def test_a_leftover_lies_in_no_order_but_a_tendido_does() -> None:
    """Two hypotheses that differ in the order of a leftover are one to the score, and nobody is asked (R18, R20)."""
    one, other = parse_cards("Ks 5h 7d"), parse_cards("7d Ks 5h")
    assert scoring_key(Leftover(one)) == scoring_key(Leftover(other))
    one, other = parse_cards("Ks 5h 7d 2c"), parse_cards("2c 7d 5h Ks")
    assert scoring_key(Tendido(one)) != scoring_key(Tendido(other))


def test_a_newest_line_that_turns_out_to_be_another_goes_at_once_and_the_other_waits_until_it_is_clear() -> (
    None
):
    """A card taken back into the hand leaves the record; what comes instead is not put there as a doubt."""
    close = [hypothesis(10.0, "7h", "9d"), hypothesis(10.5, "7h", "4c"), hypothesis(19.0, "7h", "Kc")]
    first, *later = verdicts(close, events("7h", "Kc"))
    assert told(first.events) == "7h"
    assert [told(verdict.events) for verdict in later] == ["7h 9d"]
    (clear,) = verdicts([close[0], close[2]], events("7h", "Kc"))
    assert (told(clear.events), clear.marks) == ("7h 9d", [{}, {}])


def test_what_is_doubtful_by_itself_waits_as_long_as_any_other_doubt() -> None:
    judge, clear = CommitPolicy(), [hypothesis(10.0, "7h"), hypothesis(90.0)]
    looks = [judge.verdict(clear, [], 0, t / 4, ending=False, questionable=lambda _: True) for t in range(40)]
    first = next(t / 4 for t, verdict in enumerate(looks) if verdict is not None)
    assert first == pytest.approx(RATES.patience_in_doubt, abs=0.25)


def test_a_doubt_that_is_over_half_a_second_after_four_is_never_said() -> None:
    """Evenings 31 and 9954: people were asked, and the answer was there before they could read the question."""
    match = watched("0 |\n2 | 7h/8h\n5 | 7h/8h 9d\n7.5 | 7h 9d\n11 | 7h 9d")
    assert written(match) == "7h 9d"
    assert not any("doubt" in change.event.extra for change in match.said)


def test_a_line_taken_off_the_record_that_comes_again_in_doubt_waits_as_long_as_a_new_one() -> None:
    """A card was taken back, and laid again seven seconds later: it was asked about at once."""
    laid = [hypothesis(10.0, "Kc", "Qd"), hypothesis(40.0, "Kc")]
    back = [hypothesis(10.0, "Kc"), hypothesis(20.0, "Kc", "Qd")]
    doubt = [hypothesis(10.0, "Kc", "Qd"), hypothesis(10.5, "Kc")]
    judge, said, found = CommitPolicy(), list[Event](), dict[float, str]()
    for look in range(80):
        t = look / 4
        seen = laid if t < 2 else back if t < 9 else doubt
        verdict = judge.verdict(seen, said, 0, t, ending=False)
        if verdict is not None:
            said, found[t] = verdict.events, told(verdict.events)
    written_at, withdrawn_at, again_at = found
    assert [*found.values()] == ["Kc Qd", "Kc", "Kc Qd"]
    assert written_at < 2 <= withdrawn_at < 9
    assert again_at >= 9 + RATES.patience_in_doubt


def test_whether_a_porrazo_was_taken_is_open_until_the_next_play_is_old() -> None:
    """Its cards stay for a counter, so only the sweep after the next play tells; that is waited for."""

    def histories(*later: str) -> list[Hypothesis]:
        taking = hypothesis(10.0, "2d", "2c", *later)
        before = hypothesis(10.7, "2d").then(
            SupposedEvent(Play(1, Card.parse("2c"), in_place=True), 5.0, 0.0, tracks=(1,))
        )
        for k, card in enumerate(later, 2):
            play = Play(at_play(before.position).turn, Card.parse(card))
            before = before.then(SupposedEvent(play, 5.0 * k, 0.0, tracks=(k,)))
        return [taking, before.with_residuals(replace(UNSEEN, cost=10.7))]

    judge, wait = CommitPolicy(), RATES.patience_in_place
    for look in range(4 * int(wait) - 2):
        verdict = judge.verdict(histories(), [], 0, look / 4, ending=False)
        assert verdict is None or told(verdict.events) == "2d"
    said = events("2d")
    for look in range(4 * int(wait) - 2):
        assert judge.verdict(histories("9h"), said, 0, wait - 0.5 + look / 4, ending=False) is None
    verdict = judge.verdict(histories("9h"), said, 0, 2 * wait, ending=False)
    assert verdict is not None
    assert told(verdict.events) == "2d 2c 9h"


@pytest.mark.parametrize(("margin", "says"), [(0.5, "7h"), (8.0, "7h table(9h 5s)")])
def test_a_doubtful_recount_at_the_very_end_is_left_out(margin: float, says: str) -> None:
    plays = hypothesis(10.0 + margin, "7h")
    recount = plays.then(SupposedEvent(Recount(parse_cards("9h 5s")), 5.0, 0.0, tracks=(8, 9)))
    verdict = CommitPolicy().verdict(
        [recount.with_residuals(replace(UNSEEN, cost=10.0)), plays], [], 0, 20.0, ending=True
    )
    assert verdict is not None
    assert told(verdict.events) == says


EIGHTS = (
    "0 |\n2 | Kd\n5 | Kd 8h\n8 | Kd 8h 2s\n11 | Kd 8h 2s 8d\n12.5 | Kd 2s\n15 | Kd 2s 8s\n18 | Kd 2s 8s 4c\n"
    "25 | Kd 2s 8s 4c 8c\n26.5 | Kd 2s 4c\n29 | Kd 2s 4c 6h\n"
)
"""All four eights have been played, and the six that is taken for an eight."""


def test_a_play_that_is_improbable_by_itself_is_asked_about_though_nothing_else_explains_it() -> None:
    """A card surely read as a fifth eight, laid sooner after the last than people play: it can only be the nine."""
    match = watched(EIGHTS + "29.6 | Kd 2s 4c 6h 8h'\n33 | Kd 2s 4c 6h 8h' Ah\n35 | Kd 2s 4c 6h 8h' Ah")
    assert written(match) == "Kd 8h 2s 8d 8s 4c 8c 6h 9h? Ah"
    rival = Case.of([*match.referee.hypotheses], 0).rival(8)
    assert rival.margin >= RATES.doubtful, "that is not why it is asked about"


def test_the_same_play_in_its_time_and_read_as_what_it_is_is_not_asked_about() -> None:
    match = watched(EIGHTS + "33 | Kd 2s 4c 6h 9h\n36 | Kd 2s 4c 6h 9h Ah\n38 | Kd 2s 4c 6h 9h Ah")
    assert written(match) == "Kd 8h 2s 8d 8s 4c 8c 6h 9h Ah"
