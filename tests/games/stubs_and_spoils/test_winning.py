"""S16: the target, and points by hand, also after the end."""

from engine.cards import Card
from engine.events import Adjust
from engine.stubs_and_spoils.events import Colour
from engine.stubs_and_spoils.position import Position
from tests.games.stubs_and_spoils.tables import BLACK, RED, begin, give, play, refused, turn_up


def shown(at: Position) -> dict[str, object]:
    """Return the last line without the scores, the winner and what is due."""
    line = at.to_json()
    return {key: line[key] for key in line if key not in ("scores", "winner", "turn", "await")}


def test_the_first_side_at_the_target_wins_and_the_finished_hand_is_shown() -> None:
    match = begin("5s", target=8)
    assert play(match, BLACK) == ["0 stubs 8"]
    line = match.position.to_json()
    assert (line["winner"], line["turn"], line["await"]) == (0, None, None)
    assert (line["hand"], line["dealer"], line["mode"], line["special"]) == (1, 0, "black", "s")
    assert (line["trick"], line["hands"]) == ([], [5, 0, 5, 2])
    assert [str(card) for card in match.position.hand.known[2]] == ["6s", "7h", "4h"]
    for event in (">4h", "2d", Colour(Card.parse("7c"))):
        assert refused(match, event) == "the match is over: Ana and Carla won it"


def test_one_short_of_it_is_not_enough() -> None:
    match = begin("5s", target=9)
    play(match, BLACK)
    assert (match.position.winner, match.position.hand.number) == (None, 2)


def test_the_other_side_wins_too() -> None:
    match = begin("4d", target=3)
    play(match, RED)
    assert (match.position.winner, match.position.scores) == (1, (0, 3))


def test_an_adjust_can_win_in_mid_hand_and_another_lets_the_hand_go_on() -> None:
    match = begin()
    play(match, "As 2s")
    before = shown(match.position)
    assert give(match, 2, 21) == ["2 adjust 21"]
    assert (match.position.winner, match.position.turn) == (0, None)
    assert shown(match.position) == before
    assert refused(match, "3s") == "the match is over: Ana and Carla won it"
    give(match, 0, -1)
    assert (match.position.winner, match.position.turn, shown(match.position)) == (None, 2, before)
    play(match, "3s")


def test_also_while_a_spoil_or_the_colour_card_is_due() -> None:
    match = begin("")
    give(match, 1, 21)
    assert match.position.to_json()["await"] is None
    give(match, 3, -1)
    assert match.position.hand.due == "colour"
    turn_up(match, "7c")
    play(match, "As 2s 3s 4s")
    give(match, 1, 1)
    assert refused(match, ">2s") == "the match is over: Beto and Dino won it"
    give(match, 1, -1)
    play(match, ">2s")


def test_even_when_seats_have_played_their_last_cards() -> None:
    match = begin("5s", target=100)
    play(match, BLACK.rsplit(">", maxsplit=1)[0])
    give(match, 0, 100)
    give(match, 0, -1)
    assert (match.position.hand.number, match.position.hand.due) == (1, "spoil")
    play(match, ">4h")
    assert match.position.winner == 0


def test_after_a_won_hand_reopening_begins_the_next() -> None:
    match = begin("5s", target=8)
    play(match, BLACK)
    give(match, 0, 1)
    assert (match.position.winner, match.position.hand.number) == (0, 1)
    assert give(match, 2, -2) == ["2 adjust -2"]
    line = match.position.to_json()
    assert (line["winner"], line["hand"], line["dealer"], line["turn"], line["await"]) == (
        None,
        2,
        1,
        1,
        "colour",
    )
    assert line["hands"] == [12, 12, 12, 12]
    turn_up(match, "2c")
    give(match, 0, 1)
    give(match, 0, -1)
    assert (match.position.hand.number, match.position.hand.due) == (2, "play")


def test_the_other_side_wins_if_it_is_then_at_the_target() -> None:
    match = begin("5s", target=8)
    play(match, BLACK)
    give(match, 1, 9)
    assert (match.position.winner, match.position.scores) == (0, (8, 9))
    before = shown(match.position)
    give(match, 0, -1)
    assert (match.position.winner, shown(match.position)) == (1, before)
    give(match, 3, -2)
    assert (match.position.winner, match.position.hand.number) == (None, 2)


def test_the_winner_stays_the_winner_while_at_the_target() -> None:
    match = begin()
    give(match, 0, 21)
    give(match, 1, 50)
    give(match, 0, 1)
    assert (match.position.winner, match.position.scores) == (0, (22, 50))


def test_nobody_sits_in_seat_4_also_after_the_end() -> None:
    match = begin()
    give(match, 0, 21)
    assert refused(match, Adjust(4, 1, "")) == "there is no seat 4, only 0 to 3"
