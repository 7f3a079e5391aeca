"""A change of mind puts the record right: what changed is marked, what stayed keeps its time."""

from dataclasses import replace

from companion.referee.hypothesis import Hypothesis, extended
from companion.referee.identity import clutter_cost
from companion.referee.likelihood import evaluated
from companion.referee.observation import Observation, ObservedCard
from companion.referee.prior import SupposedEvent
from companion.referee.rates import RATES
from companion.referee.record_diff import changes, stamped
from companion.referee.search.revise import revisions, with_other
from companion.referee.tracklets import Tracklet, Tracklets
from engine.cards import Card
from engine.porrazo.events import Play
from engine.porrazo.position import Position
from tests.referee.drawn import Watched, header, odds_of, watched, written


def play(seat: int, card: str, **extra: object) -> Play:
    return Play(seat, Card.parse(card), extra=extra)


def test_a_rank_read_wrongly_at_first_is_put_right_and_marked() -> None:
    match = watched("0 |\n2 | 7h\n4 | 7h 9d\n6 | 7h 9d>8d\n9 | 7h 9d>8d Kc")
    assert written(match) == "7h 8d Kc"
    extras = [event.extra for event in match.referee.written]
    assert ["revised" in extra for extra in extras] == [False, True, False]
    assert float(str(extras[1]["t"])) < 5.5 < float(str(extras[1]["revised"]))


def test_a_suit_put_right_is_not_marked() -> None:
    match = watched("0 |\n2 | 7h\n4 | 7h>7d\n7 | 7h>7d Kc")
    assert written(match) == "7d Kc"
    assert not any("revised" in event.extra for event in match.referee.written)
    assert [(change.line, change.kind) for change in match.said] == [(1, "new"), (1, "revised"), (2, "new")]


def test_a_card_lifted_and_put_back_was_not_taken() -> None:
    match = watched("0 |\n2 | 7h\n4 | 7h 9d\n6 | 9d\n8 | 7h 9d\n12 | 7h 9d Kc")
    assert written(match) == "7h 9d Kc"


def test_a_card_laid_over_another_and_taken_back_captured_nothing() -> None:
    """What lay under it turns up again, and was not missing meanwhile; the card is laid again a turn later."""
    before = "0 |\n2 | Kc\n5 | Kc 5c\n8 | Kc 5h\n11 | Kc 5c~\n17 | Kc 5c~ 7h\n"
    match = watched(
        before + "22 | Kc 5h' 7h\n27 | Kc moving 7h\n30 | Kc moving 7h Qd\n34 | Kc moving 7h Qd", players=3
    )
    assert written(match) == "Kc 5c 7h 5h Qd"


def test_a_captured_card_that_lies_there_again_speaks_against_the_play_that_took_it() -> None:
    told = Hypothesis.at(Position.start(header(3)))
    for number, name in enumerate(("Kc", "5c", "5h", "7h"), 1):
        told = told.then(SupposedEvent(play((number - 1) % 3, name), 3.0 * number, 0.0, tracks=(number,)))
    again = Tracklet(5, read_as(5, "5c"), 11.0, 20.0, steady=True)
    found = [each for each in revisions(told, told.since(0), [again], Tracklets(), 0) if each is not None]
    assert "Kc 5c 7h" in [written_by(each) for each in found]


def test_several_cards_behind_one_hand_for_a_second_are_missed_as_one() -> None:
    """A child's hand before the lens hides four cards, which are then other tracks; one is laid meanwhile beside it."""
    before = "0 |\n2 | moving moving Kh\n4 | moving moving Kh Ad\n6 | moving moving Kh Ad Qd\n"
    hidden = "8 | moving moving Kh Ad Qd 9h\n9.4 | moving 5s\n10.6 | moving 5s Kh~ Ad~ Qd~ 9h~\n"
    match = watched(before + hidden + "16 | moving 5s Kh~ Ad~ Qd~ 9h~")
    assert written(match) == "Kh Ad Qd 9h 5s"


def test_a_card_whose_equal_stays_was_not_what_it_looked_like() -> None:
    """A queen would have taken the queen; nobody leaves that one lying for good, as the end of a run may be."""
    before = "0 |\n2 | Qh\n5 | Qh 9d\n8 | Qh 9d Kc\n"
    seen = before + "11 | Qh 9d Kc Qs//Ks\n12 | Qh 9d\n15 | Qh 9d 2c\n20 | Qh 9d 2c 5s"
    assert written(watched(seen)) == "Qh 9d Kc Ks 2c 5s"


def test_the_end_of_a_run_may_be_left_lying_for_a_while() -> None:
    before = "0 |\n2 | Qh\n5 | Qh 9d\n8 | Qh 9d Kc\n"
    seen = before + "11 | Qh 9d Kc Qs\n12 | Kc 9d\n15 | Kc 9d 2c\n18 | 9d 2c\n20 | 9d 2c 5s"
    assert written(watched(seen)) == "Qh 9d Kc Qs 2c 5s"


def test_a_run_taken_off_from_its_upper_end_is_one_capture_of_a_card_nobody_saw() -> None:
    run = "0 |\n2 | 5s\n4 | 5s 6c\n6 | 5s 6c 7h\n8 | 5s 6c 7h 8d\n10 | 5s 6c 7h 8d 9c\n"
    off = "12.8 | moving 5s 6c 8d 9c\n13.3 | moving 5s 6c 8d\n13.8 | moving 5s 6c\n14.3 | moving 5s\n14.8 |\n17 | Kc"
    assert written(watched(run + "12 | moving 5s 6c 7h 8d 9c\n" + off)) == "5s 6c 7h 8d 9c 5 Kc"


def test_a_card_that_turns_up_again_was_another_the_first_time() -> None:
    match = watched("0 |\n2 | 7h/7d\n4 | 7h/7d Kc\n7 | 7h/7d Kc 7h~\n8 | Kc\n11 | Kc Qd")
    assert written(match) == "7d Kc 7h Qd"


def test_what_was_seen_in_a_hand_does_not_end_the_time_of_the_card_that_lies_there() -> None:
    """The seven of clubs looks like that of spades for a moment, and covers that one, which is found again later."""
    seen = "0 |\n2 | 7s\n4 | 7s 9d\n8 | moving 7s 9d 7s'\n8.2 | moving 7s 9d\n8.5 | 7s 9d 7c\n10 | 7s~ 9d 7c\n15 | 9d"
    match = watched(seen + "\n17 | 9d Kc")
    assert written(match) == "7s 9d 7c Kc"
    assert [(change.line, change.kind) for change in match.said] == [
        (1, "new"),
        (2, "new"),
        (3, "new"),
        (4, "new"),
    ]


def test_later_events_keep_what_was_written_to_them() -> None:
    said = [play(0, "7h", t=1.0), play(1, "9d", t=2.0, confirmed=True), play(0, "Kc", t=3.0)]
    now = [play(0, "8h"), play(1, "9d"), play(0, "Kc"), play(1, "Qc")]
    told = stamped(said, now, [{}, {}, {}, {}], 9.0)
    assert [dict(event.extra) for event in told] == [
        {"t": 1.0, "revised": 9.0},
        {"t": 2.0, "confirmed": True},
        {"t": 3.0},
        {"t": 9.0},
    ]
    assert [(c.line, c.kind) for c in changes(said, told, 1)] == [(1, "revised"), (4, "new")]


def test_an_event_put_in_moves_the_others_and_keeps_their_times() -> None:
    said = [play(0, "7h", t=1.0), play(1, "9d", t=2.0), play(0, "Kc", t=3.0)]
    now = [play(0, "7h"), play(1, "5c"), play(0, "9d"), play(1, "Kc")]
    told = stamped(said, now, [{}] * 4, 9.0)
    assert [event.extra["t"] for event in told] == [1.0, 9.0, 2.0, 3.0]
    assert ["revised" in event.extra for event in told] == [False, True, True, True]


def test_an_event_taken_out_withdraws_the_last_line_first() -> None:
    said = [play(0, "7h", t=1.0), play(1, "9d", t=2.0), play(0, "Kc", t=3.0)]
    told = stamped(said, [play(0, "7h"), play(1, "Kc")], [{}] * 2, 9.0)
    assert [(c.line, c.kind) for c in changes(said, told, 1)] == [(3, "withdrawn"), (2, "revised")]


def test_a_doubt_that_has_cleared_up_is_taken_back() -> None:
    said = [play(0, "7h", t=1.0, doubt=True, instead=["9h"])]
    told = stamped(said, [play(0, "7h")], [{}], 5.0)
    assert dict(told[0].extra) == {"t": 1.0}
    assert [c.kind for c in changes(said, told, 1)] == ["revised"]


def test_two_cards_that_stay_torn_between_ranks_are_asked_about_once() -> None:
    match = Watched(header()).see("0 |\n2 | 7h/8h\n7 | 7h/8h Kc\n9 | 7h/8h Kc")
    first = match.referee.written[0]
    assert first.extra["doubt"] is True
    assert first.extra["instead"] == ["8h"]
    assert [change.line for change in match.said] == [1, 2]


def test_a_suit_read_wrongly_long_ago_is_put_right_when_that_card_turns_up() -> None:
    pairs = [("2c", "2h"), *((f"{rank}h", f"{rank}d") for rank in "456789TJQK")]
    drawn = "".join(
        f"{7 * k + 2} | {one}\n{7 * k + 4.5} | {one} {other}\n{7 * k + 6.5} |\n"
        for k, (one, other) in enumerate(pairs)
    )
    match = watched(f"0 |\n{drawn}80 | 2c'\n83 | 2c' 3s\n85 | 2c' 3s")
    told = written(match).split()
    assert (told[0][0], told[0] != "2c", told[1]) == ("2", True, "2h")
    assert told[-2:] == ["2c", "3s"]
    assert len(told) == 24


def test_a_suit_read_wrongly_long_ago_is_put_right_when_that_card_is_laid_out_in_a_row() -> None:
    """A four of clubs was read as of spades; the row's own four of spades was then in doubt to the end of the hand."""
    pairs = [("4s", "4h"), *((f"{rank}h", f"{rank}d") for rank in "2356789TJQK")]
    drawn = "".join(
        f"{7 * k + 2} | {one}\n{7 * k + 4.5} | {one} {other}\n{7 * k + 6.5} |\n"
        for k, (one, other) in enumerate(pairs)
    )
    row = "Tc 4s 7c Qs"
    laid = "".join(f"{88 + k / 2} | {row[: 3 * k + 2]}\n" for k in range(4))
    match = watched(f"0 |\n{drawn}{laid}93 | {row} 6c\n97 | {row} 6c 8c\n104 | {row} 6c 8c")
    assert written(match).startswith("4c 4h 2h 2d")
    assert written(match).endswith(f"Kh Kd tendido({row}) 6c 8c")


def test_what_a_card_looked_like_speaks_against_another_name_also_when_it_is_no_longer_weighed() -> None:
    """A minute later an ace of spades had become a four for nothing."""
    ace, four = Card.parse("As"), Card.parse("4s")
    tracklets = Tracklets()
    tracklets.see(Observation(1.0, (ObservedCard(1, odds_of("As"), 0.0, 0.0, 1.0, True, False),), still=True))
    hypothesis = Hypothesis.at(Position.start(header())).then(
        SupposedEvent(Play(0, ace), 1.0, 0.0, tracks=(1,))
    )
    node = hypothesis.since(0)[0]
    assert with_other(node, ace, four, tracklets).own == 0.0, "it is weighed"
    tracklets.see(Observation(9.0, (), still=True))
    tracklets.forget(8.0)
    assert with_other(node, ace, four, tracklets).own > 5.0


def test_a_card_that_lay_there_for_long_and_was_swept_was_no_slip_of_sight() -> None:
    """Its equal, with which it was swept, was never seen; both were played, and so the batch is complete."""
    seen = "0 |\n2 | 9d\n4 | 9d 4h\n7 | 9d 4h 2h\n9.9 | 9d 4h\n14 | 9d 4h 7d\n18 | 9d 4h 7d Kc\n22 | 9d 4h 7d Kc Ts"
    assert written(watched(seen)) == "9d 4h 2h 2 7d Kc Ts"


def test_what_was_seen_for_a_moment_long_ago_makes_no_card_doubtful_now() -> None:
    match = watched(
        "0 |\n2 | 7h\n5 | 7h Qs/Js\n6.2 | 7h\n16 | 7h 9d\n22 | 7h 9d Qs//Js~\n26 | 7h 9d Qs//Js~ Kc"
    )
    assert written(match) == "7h 9d Qs Kc"
    assert not any("doubt" in change.event.extra for change in match.said)


def test_what_was_there_for_a_while_counts_less_than_its_share_if_it_could_not_surely_be_read() -> None:
    """Surely read, it is rather two plays, one of them seen by nobody; a false queen stayed so long, read with 0.6."""

    def cost(sure: float) -> float:
        odds = [(1 - sure) / 51] * 52
        odds[0] = sure
        return clutter_cost(
            Tracklet(1, ObservedCard(1, tuple(odds), 0.0, 0.0, 0.0), 22.8, 26.2, steady=True, here=False)
        )

    assert cost(0.95) > 2 * RATES.play + RATES.play_unseen > cost(0.6)
    assert cost(0.6) / 0.6 < 0.9 * cost(0.95) / 0.95


def test_what_lies_for_long_beside_the_card_it_reads_as_is_another() -> None:
    """No card is seen in two places for seconds, the second of them the one that was laid."""
    seen = "0 |\n2 | 7h\n4 | 7h 8c\n6 | 7h 8c 9s\n8 | 7h 8c 9s 9s//Ts\n14 | 7h 8c 9s 9s//Ts 7c\n"
    assert written(watched(seen + "15 | \n18 | Kd\n20 | Kd 4c", 4)) == "7h 8c 9s Ts 7c Kd 4c"


def test_a_flicker_is_no_card_that_was_taken_long_ago() -> None:
    """Something on a pile read as an ace or a two, never believed: a two captured long before had not come back."""
    told = Hypothesis.at(Position.start(header()))
    for seat, name, at, track in ((0, "2s", 2.0, 1), (1, "2d", 8.0, 2), (0, "Kc", 11.0, 4)):
        told = told.then(SupposedEvent(play(seat, name), at, 0.0, tracks=(track,)))
    tracklets = Tracklets()
    tracklets.by_track = {
        1: Tracklet(1, read_as(1, "2s"), 2.0, 9.0, steady=True, here=False),
        2: Tracklet(2, read_as(2, "2d"), 8.0, 9.0, steady=True, here=False),
        3: Tracklet(
            3,
            read_as(3, "Ac/2s", steady=False),
            13.8,
            16.8,
            steady=False,
            here=False,
        ),
        4: Tracklet(4, read_as(4, "Kc"), 11.0, 20.0, steady=True),
    }
    tracklets.now = 20.0
    assert evaluated(told, tracklets, 0.0).residuals.clean


def test_a_card_surely_read_in_passing_is_hardly_nothing() -> None:
    """Two thirds of a second: it was rather the card that took what went with it, one of its equals misread."""
    seen = Tracklet(1, read_as(1, "9c//9s"), 68.3, 68.9, steady=True, here=False)
    assert clutter_cost(seen) > RATES.play + mistaken_for("Ts", "9s")


def written_by(told: Hypothesis) -> str:
    """The cards that a hypothesis says were played."""
    return " ".join(str(event.card) for event in told.events() if isinstance(event, Play))


def left_lying(put_back: bool) -> float:
    """What it costs, in nats, that a queen and the one it took lay there for eleven seconds; ``put_back``: meanwhile an
    eight was taken and put back.
    """
    told = Hypothesis.at(Position.start(header(3)))
    plays = ((0, "8c", 2.0, 1), (1, "Qd", 4.0, 2), (2, "2h", 5.5, 5), (0, "Qs", 7.0, 3))
    for seat, name, at, track in plays:
        told = told.then(SupposedEvent(play(seat, name), at, 0.0, tracks=(track,)))
    tracklets = Tracklets()
    tracklets.by_track = {
        5: Tracklet(5, read_as(5, "2h"), 5.5, 20.0, steady=True),
        1: Tracklet(1, read_as(1, "8c"), 2.0, 9.0 if put_back else 20.0, steady=True, here=not put_back),
        2: Tracklet(2, read_as(2, "Qd"), 4.0, 18.0, steady=True, here=False, clear=18.0),
        3: Tracklet(3, read_as(3, "Qs"), 7.0, 18.0, steady=True, here=False, clear=18.0),
    }
    if put_back:
        tracklets.by_track[4] = Tracklet(4, read_as(4, "8c"), 16.0, 20.0, steady=True)
    tracklets.now = 20.0
    return evaluated(told, tracklets, 0.0).residuals.terms.persistence


def test_a_capture_waits_while_a_card_taken_by_mistake_is_put_back() -> None:
    """Usual 10036: it was asked about, and tablet 10058 doubted it so."""
    assert left_lying(put_back=False) > RATES.doubtful
    assert left_lying(put_back=True) == 0.0


def read_as(track: int, word: str, steady: bool = True) -> ObservedCard:
    """A track that looks so, wherever it lies."""
    return ObservedCard(track, odds_of(word), 0.0, 0.0, 0.0, steady)


def mistaken_for(card: str, other: str) -> float:
    """Nats for a sure reading of one card having been of the other."""
    return read_as(1, f"{card}//{other}").cost(Card.parse(other))


def test_a_capture_that_is_none_is_not_forgone() -> None:
    """Two hypotheses that differ in nothing else would be asked about."""
    start = Hypothesis.at(Position.start(header()))
    told = account_of(start, Play(0, Card.parse("Ah"), in_place=True))
    assert told.events() == [Play(0, Card.parse("Ah"))]
    told = account_of(account_of(start, Play(0, Card.parse("2h"))), Play(1, Card.parse("2c"), in_place=True))
    assert told.events()[1] == Play(1, Card.parse("2c"), in_place=True)


def account_of(before: Hypothesis, event: Play) -> Hypothesis:
    """The hypothesis with one more play."""
    told = extended(before, (SupposedEvent(event, before.depth + 1.0, 0.0),))
    assert told is not None
    return told


def test_what_nobody_can_read_is_no_captured_card_that_stays() -> None:
    """Something at the table's edge, there from the start: the five, whose own track is forgotten, was swept up."""
    told = Hypothesis.at(Position.start(header()))
    for seat, name, at, track in ((0, "5s", 2.0, 1), (1, "5d", 30.0, 2), (0, "Kc", 33.0, 4)):
        told = told.then(SupposedEvent(play(seat, name), at, 0.0, tracks=(track,)))
    tracklets = Tracklets()
    tracklets.by_track = {
        2: Tracklet(2, read_as(2, "5d"), 30.0, 31.0, steady=True, here=False),
        3: Tracklet(3, read_as(3, "Ah/5s"), 27.5, 44.0, steady=True),
        4: Tracklet(4, read_as(4, "Kc"), 33.0, 44.0, steady=True),
    }
    tracklets.now = 44.0
    residuals = evaluated(told, tracklets, 27.0).residuals
    assert (residuals.unexplained, residuals.not_removed) == ((3,), ())


def test_a_capture_may_lie_until_the_one_before_it_has_been_taken_off() -> None:
    """The fives are taken off first, then the queens: seven seconds after that play, which was no king's for that."""
    before = "0 |\n2 | Qc\n5 | Qc 5d\n20 | Qc 5d 9h\n60 | Qc 5d 9h 5h\n63 | Qc 5d 9h 5h Qd/Kd\n"
    match = watched(before + "66 | Qc 9h Qd/Kd\n70 | 9h\n72 | 9h 2c")
    assert written(match) == "Qc 5d 9h 5h Qd 2c"


def test_a_run_left_lying_for_seven_seconds_was_taken_with_the_card_played() -> None:
    """The ten had been found again as another track before; it is the end of a run, of which one is left longer."""
    told = Hypothesis.at(Position.start(header()))
    for seat, name, at, track in (
        (0, "8s", 2.0, 1),
        (1, "Td", 5.0, 2),
        (0, "9h", 8.0, 3),
        (1, "8c", 11.0, 5),
    ):
        told = told.then(SupposedEvent(play(seat, name), at, 0.0, tracks=(track,)))
    tracklets = Tracklets()
    tracklets.by_track = {
        1: Tracklet(1, read_as(1, "8s"), 2.0, 18.0, steady=True, here=False),
        2: Tracklet(2, read_as(2, "Td"), 5.0, 7.0, steady=True, here=False),
        3: Tracklet(3, read_as(3, "9h"), 8.0, 18.0, steady=True, here=False),
        4: Tracklet(4, replace(read_as(4, "Td"), laid_by=(90.0,)), 7.0, 18.0, steady=True, here=False),
        5: Tracklet(5, read_as(5, "8c"), 11.0, 18.0, steady=True, here=False),
    }
    residuals = evaluated(told, tracklets, 0.0).residuals
    assert residuals.named[4] == Card.parse("Td")
    assert not residuals.unexplained
