"""The tendido and the leftover, told from plays."""

from tests.referee.drawn import watched, written

TENDIDO = (
    "0 |\n2.0 | 2c\n2.5 | 2c 4d\n3.0 | 2c 4d 7h\n3.5 | 2c 4d 7h 3s\n6 | 2c 4d 7h 3s Kc\n9 | 2c 4d 7h 3s Kc"
)


def test_four_cards_in_a_row_at_a_batchs_start_are_the_tendido() -> None:
    match = watched(TENDIDO)
    assert written(match) == "tendido(2c 4d 7h 3s) Kc"
    assert len(match.said) == 2


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


def test_a_card_doubled_while_the_tendido_is_laid_changes_nothing() -> None:
    match = watched(
        "0 |\n2.0 | 2c\n2.4 | 2c 4d\n2.9 | 2c 4d 7h 2c'\n"
        "3.3 | 2c 4d 2c'\n3.5 | 2c 4d 7h 3s\n6 | 2c 4d 7h 3s Kc\n9 | 2c 4d 7h 3s Kc"
    )
    assert written(match) == "tendido(2c 4d 7h 3s) Kc"
