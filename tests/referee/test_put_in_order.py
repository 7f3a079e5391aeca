"""Faults of real sight that once ruined a hand: cards read wrongly, cards that were none, what nobody saw."""

from engine.cards import Card, parse_cards
from engine.porrazo.events import Play
from tests.referee.drawn import Watched, header, watched, written


def test_a_king_swept_by_one_that_nobody_saw_and_a_king_laid_then() -> None:
    match = watched("0 |\n2.0 | Kh\n5.0 |\n8.0 | Kd\n12 | Kd 7c\n14 | Kd 7c")
    assert written(match).replace("?", "") == "Kh K Kd 7c"


def test_courts_that_were_read_wrongly_are_told_by_what_they_took() -> None:
    match = watched("0 |\n2 | Ks/Js\n4.5 | Ks/Js Qc\n7 | Ks/Js Qc Kd/Jd\n9.5 |\n12 | 7h\n15 | 7h")
    assert [str(card.rank.letter) for card in cards(match)] == ["J", "Q", "J", "7"]


def test_an_arm_read_as_a_card_is_no_play() -> None:
    match = watched("0 |\n2 | 7h\n5 | 7h 9d\n6.5 | 7h 9d Qc\n8 | 7h 9d\n9 | 7h 9d 4s\n14 | 7h 9d 4s")
    assert written(match) == "7h 9d 4s"


def test_a_card_at_the_first_look_that_was_none_is_taken_back() -> None:
    match = watched("0 | 5c\n1.2 |\n6 | 7h\n9 | 7h 9d\n12 | 7h 9d 4s\n15 | 7h 9d 4s")
    assert [str(card) for card in cards(match)] == ["7h", "9d", "4s"]


def test_a_play_put_right_by_people_is_gone_on_from() -> None:
    match = Watched(header()).see("0 |\n2 | 7h\n4 | 7h 9d\n6 | 7h 9d")
    said = len(match.said)
    match.referee.hear([Play(0, parse_cards("7h")[0]), Play(1, parse_cards("9h")[0])])
    match.see("6 | 7h 9d\n8 | 7h 9d Kc\n11 | 7h 9d Kc")
    lines = [change.line for change in match.said[said:]]
    assert lines[-1] == 3
    assert match.referee.written[2].to_json()["card"] == "Kc"
    assert match.referee.settled().table == parse_cards("7h 9h Kc")


def test_a_card_under_a_hand_as_soon_as_it_lay_was_laid_when_it_was_first_seen() -> None:
    """Two frames of a king, then a hand over it while the next card is laid; the king, found again, came first."""
    lying, lines = "7h@90 9d@270 Jc@90", ["0 |", "2 | 7h@90", "4 | 7h@90 9d@270", "6 | 7h@90 9d@270 Jc@90"]
    lines += [
        f"8.2 | {lying} arm270",
        f"8.8 | {lying} Kc",
        f"9 | {lying} moving",
        f"10.4 | {lying} moving 4c@90",
    ]
    lines += [
        f"12 | {lying} Kc~ 4c@90",
        f"16 | {lying} Kc~ 4c@90 2s@270",
        f"20 | {lying} Kc~ 4c@90 2s@270 5d@90",
    ]
    assert written(watched("\n".join(lines))) == "7h 9d Jc Kc 4c 2s 5d"


def cards(match: Watched) -> list[Card]:
    return [event.card for event in match.referee.written if isinstance(event, Play)]
