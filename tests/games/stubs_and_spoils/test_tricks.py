"""S6 to S10: which card is higher, who wins a trick, its stub, and who takes which spoil."""

import pytest

from engine.cards import Card
from engine.shared.tricks import Play
from tests.games.stubs_and_spoils.tables import begin, play, refused

# Ana (0) leads. A case: the colour card, the trick, who wins it, its stub, who takes the spoil, out of which cards.
TRICKS = [
    ("7c", "Kh 2h 9h Ah", 3, "Ah", 3, "Kh 2h 9h"),
    ("7c", "Kh 2h 3c Ah", 2, "3c", 2, "Kh 2h Ah"),
    ("7c", "Kh 4c 3c Ah", 1, "4c", 1, "Kh 3c Ah"),
    ("7c", "2h As Ad 3h", 3, "3h", 3, "2h As Ad"),  # other suits never win in black
    ("7c", "2h As Ad Ks", 0, "2h", 0, "As Ad Ks"),
    ("7c", "2c Ah 3c Kh", 2, "3c", 2, "2c Ah Kh"),  # trumps led are the suit led
    ("7c", "2c Ah Kd Kh", 0, "2c", 0, "Ah Kd Kh"),
    ("7h", "5s 9d 2h 9c", 1, "2h", 0, "9d 9c"),  # of equal ranks the first is higher
    ("7h", "5s 9c 2h 9d", 1, "2h", 0, "9c 9d"),
    ("7h", "5s 9d Ts Tc", 3, "5s", 2, "9d Tc"),
    (
        "7h",
        "As Ks Qs 2s",
        1,
        "As",
        0,
        "Ks Qs 2s",
    ),  # the ace is the lowest, and the taker's own: three to choose from
    ("7h", "2s Ks Qs Js", 1, "2s", 0, "Ks Qs Js"),
    ("7h", "Ks Ad Qs Js", 1, "Js", 0, "Ad Qs"),  # any card of another suit wins in red
    ("7h", "Ks Ad Qc 2d", 2, "Ks", 1, "Qc 2d"),
    ("7h", "3h 8h 2h Kh", 3, "2h", 2, "3h 8h Kh"),  # trojans led are the suit led
    ("7h", "3h 8h 2s Kh", 2, "3h", 1, "2s Kh"),
    ("7h", "As 2h 3h Ah", 0, "Ah", 3, "As 2h 3h"),  # trojans are beaten even by an ace
    ("7h", "Ks 2h 3h Qs", 0, "2h", 3, "Ks 3h"),
    ("7d", "2c 3h Kd 3s", 1, "Kd", 0, "3h 3s"),
]


@pytest.mark.parametrize(("colour", "trick", "winner", "stub", "taker", "choice"), TRICKS)
def test_a_trick(colour: str, trick: str, winner: int, stub: str, taker: int, choice: str) -> None:
    match = begin(colour)
    play(match, trick)
    assert (match.position.turn, match.position.hand.due) == (taker, "spoil")
    allowed = [card for card in trick.split() if not refused(match, f">{card}")]
    assert allowed == choice.split()
    spoil = allowed[-1]
    play(match, f">{spoil}")
    line = match.position.to_json()
    assert line["stubs"] == [[stub] if seat == winner else [] for seat in range(4)]
    assert line["known"] == [[spoil] if seat == taker else [] for seat in range(4)]
    assert line["hands"] == [12 if seat == taker else 11 for seat in range(4)]
    assert (line["turn"], line["await"], line["trick"]) == (taker, "play", [])


def test_the_cards_lie_until_the_spoil_is_taken() -> None:
    match = begin()
    play(match, "Kh 2h 3c Ah")
    line = match.position.to_json()
    assert (line["trick"], line["stubs"], line["hands"]) == (
        ["Kh", "2h", "3c", "Ah"],
        [[], [], [], []],
        [11, 11, 11, 11],
    )


def test_stubs_lie_in_the_order_won() -> None:
    match = begin()
    play(match, "Kh 2h 9h Ah >2h  Qd Jd 9d Kd >Jd  Td Ad 8d 7d >8d")
    assert match.position.to_json()["stubs"] == [[], [], ["Kd"], ["Ah", "Ad"]]


def test_a_spoil_is_played_and_taken_again() -> None:
    match = begin()
    play(match, "Kh 2h 9h Ah >Kh  Kh Qh Jh Th >Jh")
    assert match.position.to_json()["known"] == [[], [], [], ["Jh"]]
    assert refused(match, "Qh") == "the queen of hearts has already been played in this hand"
    play(match, "Jh 8h 7h")
    assert (
        refused(match, Play(2, Card.parse("Jh"))) == "the jack of hearts has already been played in this hand"
    )


def test_out_of_turn() -> None:
    match = begin(dealer=2)
    assert refused(match, Play(0, Card.parse("Ks"))) == "Carla plays next, not Ana"
    play(match, "As")
    assert refused(match, Play(2, Card.parse("Ks"))) == "Dino plays next, not Carla"
    assert refused(match, Play(4, Card.parse("Ks"))) == "there is no seat 4, only 0 to 3"
    assert refused(match, ">As") == "the trick is not whole yet: Dino plays next"
