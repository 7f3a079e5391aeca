"""Cards of which only an index shows join those seen whole; a card's own indices say nothing new."""

import cv2
import numpy as np
import pytest

from engine.cards import Card
from vision.detection.detections import SeenCard
from vision.occlusion.overlaid import MOST_ALIKE, with_indices
from vision.reading.indices import UNIT_SQUARE, Index, patches
from vision.reading.reader import CLASSES


def outline(x: float, y: float) -> np.ndarray:
    """A card 100 x 140 with its top left there."""
    return np.array([[x, y], [x + 100, y], [x + 100, y + 140], [x, y + 140]], np.float32)


def card(name: str | None, x: float, y: float, confidence: float = 0.99) -> SeenCard:
    return SeenCard(Card.parse(name) if name else None, confidence, outline(x, y))


def index(name: str, x: float, y: float, sure: float = 0.95, number: int = 0) -> Index:
    """The index of a card that lies there: 0 its left one, 1 its right one, 2 and 3 those of its other end."""
    patch = cv2.perspectiveTransform(
        patches(True)[number][None], cv2.getPerspectiveTransform(UNIT_SQUARE, outline(x, y))
    )[0]
    says = np.full(CLASSES, (1 - sure) / (CLASSES - 1), np.float32)
    says[Card.parse(name).code] = sure
    return Index(np.asarray(patch, np.float32), says, 0.8)


def names(seen: list[SeenCard]) -> list[str]:
    return sorted(str(each.card) for each in seen)


def test_a_card_s_own_indices_add_nothing() -> None:
    seen = [card("7h", 0, 0)]
    for number in range(4):
        assert names(with_indices(seen, [index("7h", 0, 0, number=number)])) == ["7h"]
    assert names(with_indices(seen, [index("Js", 4, 4)])) == ["7h"], "nor where it reads otherwise"


def test_a_fan_is_read_by_its_indices() -> None:
    top = card("7h", 90, 0)
    fan = [index("9c", 0, 0), index("Td", 30, 0), index("Ks", 60, 0)]
    seen = with_indices([top], fan)
    assert names(seen) == ["7h", "9c", "Ks", "Td"]
    nine = next(each for each in seen if str(each.card) == "9c")
    assert nine.corners == pytest.approx(outline(0, 0), abs=2)
    assert nine.confidence == pytest.approx(0.95)


def test_a_card_whose_own_indices_all_say_another_more_surely_is_that_card() -> None:
    """A card and the one over it, found as one, were read as a third with 0.93, and both were lost."""
    found = card("7h", 0, 0, 0.93)
    assert names(with_indices([found], [index("7d", 0, 0, sure=0.99)])) == ["7d"]
    assert names(with_indices([found], [index("7d", 0, 0, sure=0.91)])) == ["7h"], "not surer"
    both = [index("7d", 0, 0, sure=0.99), index("7h", 0, 0, sure=0.9, number=2)]
    assert "7h" in names(with_indices([found], both)), "its other index says what was read"


def test_a_strip_read_otherwise_than_the_index_in_its_corner_is_one_doubtful_card() -> None:
    """The strip that shows of an ace of clubs was found as a card of its own, read as the ace of spades."""
    strip = np.array([[0, 0], [120, 0], [120, 50], [0, 50]], np.float32)
    found = [card("7h", 300, 0), SeenCard(Card.parse("As"), 0.96, strip)]
    for sure, likelier in ((0.98, "Ac"), (0.94, "As")):
        seen = with_indices(found, [index("Ac", 0, 0, sure=sure)])
        assert names(seen) == ["7h", likelier]
        ace = next(each for each in seen if str(each.card) == likelier)
        assert ace.confidence == pytest.approx(max(sure, 0.96) / (sure + 0.96), abs=0.01)
    assert with_indices(found, [index("As", 0, 0)])[1].confidence == 0.96, "the index says the same"
    beside = with_indices(found, [index("Ac", 122, 0)])
    assert [each.confidence for each in beside if str(each.card) == "As"] == [0.96], "a card beside it"


def test_an_index_that_cannot_be_read_is_no_card() -> None:
    assert names(with_indices([card("7h", 90, 0)], [index("9c", 0, 0, sure=0.4)])) == ["7h"]


def test_a_find_that_could_not_be_read_gives_way_to_its_index() -> None:
    seen = with_indices([card("7h", 90, 0), card(None, 0, 0, 0.8)], [index("9c", 5, 0)])
    assert names(seen) == ["7h", "9c"]
    kept = with_indices([card("7h", 90, 0), card("9d", 0, 0, 0.85)], [index("9c", 5, 0, sure=0.7)])
    assert "9d" in names(kept), "unless it is surer of itself"


def shrunk(whole: Index, size: float) -> Index:
    """The same index printed smaller, its corner of the card staying."""
    return Index((whole.patch - whole.patch[0]) * size + whole.patch[0], whole.posterior, whole.confidence)


def test_a_card_is_as_large_as_the_others_however_small_its_index_is_printed() -> None:
    seen = with_indices([card("7h", 300, 0)], [shrunk(index("9c", 0, 0), 0.6)])
    nine = next(each for each in seen if str(each.card) == "9c")
    assert nine.corners == pytest.approx(outline(0, 0), abs=2)


def test_what_would_have_to_be_another_size_altogether_is_no_index() -> None:
    for size in (0.4, 2.0):
        assert names(with_indices([card("7h", 300, 0)], [shrunk(index("9c", 0, 0), size)])) == ["7h"]


def test_a_find_that_takes_two_cards_for_one_hides_neither() -> None:
    """Its own index says where the card read is; that of the other card lies at the find's corner as well."""
    both = SeenCard(Card.parse("9h"), 0.95, np.array([[0, 0], [140, 0], [140, 140], [0, 140]], np.float32))
    ace, nine = index("Ad", 0, 0), index("9h", 40, 0, number=2)
    assert names(with_indices([both], [ace])) == ["9h"], "alone it may be a slip of the pen"
    assert names(with_indices([both], [ace, nine])) == ["9h", "Ad"]


def test_an_index_that_says_a_card_which_lies_elsewhere_is_misread() -> None:
    """On a desk a blurred six was read as the eight that lay three cards further, and a second eight was named."""
    seen = [card("6c", 0, 0), card("8c", 300, 0)]
    said = [index("8c", 0, 0), index("6c", 0, 0, number=2)]
    assert names(with_indices(seen, said)) == ["6c", "8c"]
    assert names(with_indices(seen[:1], said)) == ["6c", "8c"], (
        "where none lies it is a card that covers the six's corner"
    )


def test_an_index_at_a_card_s_right_is_told_by_what_lies_there() -> None:
    right = index("9c", 0, 0, number=1)
    alone = with_indices([card("7h", 300, 0)], [right])
    assert next(each for each in alone if str(each.card) == "9c").corners.mean(0)[0] > 80
    held = with_indices([card("7h", 300, 0), card(None, 0, 0, 0.6)], [right])
    assert next(each for each in held if str(each.card) == "9c").corners == pytest.approx(
        outline(0, 0), abs=2
    )


def test_an_index_at_a_card_s_right_is_told_by_the_card_that_hides_the_rest() -> None:
    """A card three quarters covered was laid on the wrong side of its index, on bare table."""
    over = card("7h", -40, 0)
    seen = with_indices([over], [index("9c", 0, 0, number=1)])
    nine = next(each for each in seen if str(each.card) == "9c")
    assert nine.corners == pytest.approx(outline(0, 0), abs=2)


def test_a_card_that_shows_two_indices_is_named_once() -> None:
    both = [index("9c", 0, 0), index("9c", 0, 0, number=1)]
    for indices in (both, both[::-1]):
        seen = with_indices([card("7h", 0, 60)], indices)
        assert names(seen) == ["7h", "9c"]
        nine = next(each for each in seen if str(each.card) == "9c")
        assert nine.corners == pytest.approx(outline(0, 0), abs=2)


def test_where_cards_seen_whole_have_indices_at_their_left_only_so_have_the_others() -> None:
    """A fan's strips, taken for one card, had drawn the cards under it to the wrong side."""
    right, whole, strips = index("9c", 0, 0, number=1), card("7h", 300, 0), card(None, 0, 0, 0.6)

    def middle(*own: Index) -> float:
        seen = with_indices([whole, strips], [right, *own])
        return float(next(each for each in seen if str(each.card) == "9c").corners.mean(0)[0])

    assert middle(index("7h", 300, 0)) > 80
    assert middle(index("7h", 300, 0), index("7h", 300, 0, number=1)) < 80, (
        "one at its right: all may have such"
    )


def test_what_is_read_less_surely_must_lie_with_other_cards() -> None:
    beside = [index("9c", 0, 0, sure=0.85)]
    assert names(with_indices([card("7h", 60, 0)], beside)) == ["7h", "9c"]
    assert names(with_indices([card("7h", 300, 0)], beside)) == ["7h"], "print on a newspaper, perhaps"
    assert names(with_indices([card("7h", 300, 0)], [index("9c", 0, 0)])) == ["7h", "9c"]


def test_a_name_that_stands_on_more_places_than_packs_hold_is_print() -> None:
    """On a cloth with signs all over 15 indices were read as the 8 or the 2 of diamonds."""
    for count, left in ((MOST_ALIKE, MOST_ALIKE), (MOST_ALIKE + 1, 0)):
        signs = [index("8d", 300 + 200 * k, 0) for k in range(count)]
        assert names(with_indices([card("7h", 0, 0)], signs)).count("8d") == left


def test_one_index_is_one_card_s_whatever_two_looks_read_there() -> None:
    """Of a seven of clubs three quarters covered one look read the suit as spades: two cards, both surely there."""
    over = card("8s", 60, 0)
    seen = with_indices([over], [index("7c", 0, 0, sure=0.99), index("7s", 1, 1, sure=0.96)])
    assert names(seen) == ["7c", "8s"]
    seven = next(each for each in seen if str(each.card) == "7c")
    assert seven.confidence == pytest.approx(0.5, abs=0.01), "no longer sure: looks disagree"
    alike = with_indices([over], [index("7c", 0, 0, sure=0.99), index("7c", 1, 1, sure=0.96)])
    assert max(each.confidence for each in alike if str(each.card) == "7c") > 0.95
    apart = with_indices([over], [index("7c", 0, 0, sure=0.99), index("7s", 20, 0, sure=0.96)])
    assert names(apart) == ["7c", "7s", "8s"], "another strip of a fan"
