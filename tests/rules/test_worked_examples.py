"""The worked examples of the two pages that the rules come from."""

from engine.cards import parse_cards
from engine.header import Header
from engine.porrazo.position import Position
from engine.porrazo.scoring import best_arrangement, better_direction
from engine.porrazo.settling import count_cards
from engine.porrazo.sofar import HandSoFar
from tests.rules.boards import begin, declare, lay, play, tendido, told


def test_1_a_queen_takes_queen_king_ace_two() -> None:
    match = begin()
    lay(match, "Qh Kd Ac 2s")
    assert play(match, "Qc") == ["0 limpia 1 2"]
    assert match.position.captured == (5, 0)


def test_1_a_seven_takes_seven_to_ten() -> None:
    match = begin()
    lay(match, "7h 8d 9c Ts")
    assert play(match, "7c") == ["0 limpia 1 T"]


def test_1_a_king_takes_king_to_four_and_the_four_is_last() -> None:
    match = begin()
    lay(match, "Kh Ad 2c 3s 4s")
    assert play(match, "Kc") == ["0 limpia 1 4"]


def test_2_a_porrazo_and_a_limpia() -> None:
    match = begin()
    lay(match, "7h")
    assert play(match, "6h 6d") == []
    waiting = match.position.waiting
    assert waiting is not None
    assert waiting.to_json() == {"seat": 1, "why": "porrazo", "points": 2}
    assert play(match, "9c") == ["1 porrazo 1 6", "1 limpia 1 7"]


def test_2_unless_the_next_counters_for_four() -> None:
    match = begin()
    lay(match, "7h")
    assert play(match, "6h 6d 6c") == []
    assert play(match, "9c") == ["0 counter_porrazo 3 6", "0 limpia 1 7"]


def test_3_four_five_nine_and_a_four_taken_or_left_in_place() -> None:
    match = begin()
    lay(match, "4h 5d 9c")
    assert play(match, "4c") == []
    assert match.position.captured == (3, 0)
    match.undo()
    assert play(match, "4c!") == ["0 in_place 4 4"]
    assert match.position.captured == (0, 0)


def test_3_a_two_on_a_two() -> None:
    match = begin()
    lay(match, "2h")
    assert play(match, "2c") == ["0 limpia 1 2"]
    match.undo()
    assert play(match, "2c!") == ["0 in_place 2 2"]


def test_4_the_best_arrangement_scores_five() -> None:
    row = parse_cards("2h 4c 7s 3d")
    assert better_direction(best_arrangement(row)) == 5
    match = begin()
    assert tendido(match, "2h 4c 7s 3d") == ["1 tendido_place 5"]


def test_4_fourteen_points() -> None:
    match = begin()
    lay(match, "5h 6d Qc")
    assert tendido(match, "4h Qd 4c Qs") == ["1 tendido_place 4", "1 tendido_set 10"]


def test_5_a_rondine_of_fives_beats_a_ronda_of_kings() -> None:
    match = begin()
    declare(match, 0, "rondine")
    declare(match, 1, "ronda")
    play(match, "5h Kh 5d 8c 5c Kd")
    assert told(match.settled.made) == ["0 rondine 3 5"]


def test_5_of_equal_rondas_the_one_nearest_the_dealers_left() -> None:
    match = begin(dealer=1)
    declare(match, 1)
    declare(match, 0)
    play(match, "7h 7d 3c Qc 7c 7s")
    assert told(match.settled.made) == ["0 ronda 1 7"]


def counted(**options: bool | str) -> list[str]:
    """Return what the cards score when they divide 29 to 23."""
    at = Position.start(Header(("Ana", "Beto"), options=options))
    piles = (parse_cards("A " * 29), parse_cards("A " * 23))
    return told(count_cards(at.with_(HandSoFar(1, 1, piles))).made)


def test_6_twenty_nine_cards_to_twenty_three() -> None:
    assert counted() == ["0 cards 6"]
    assert counted(card_points="excess_over_26") == ["0 cards 3"]
