"""Lettering and cards on screen: texts fit their place, no word is broken, a question's cards can be hit anywhere."""

from itertools import pairwise

import pytest
from kivy.clock import Clock

from companion import theme
from companion.record.statistics import Curve
from companion.window.history.charts import ScoreCurve
from companion.window.table_parts.event_list import STILL, EventList, EventRow, ListLine
from companion.window.table_parts.table_cards import TableCards
from companion.window.widgets.plates import Choices
from companion.window.widgets.playing_card import CardRow
from companion.window.widgets.standing import SideStanding, Standing
from companion.window.widgets.text import TAG, FittedLabel, measured, signs
from engine.cards import Card, Rank, Suit
from engine.header import Header
from engine.porrazo.events import Play
from tests.app.conftest import Open
from tests.app.test_watching import Watcher

SCORED = f"Carla [b]+5[/b]  tendido, iguales K{signs('♦')} 2{signs('♥')} 9{signs('♠')} Q{signs('♥')}"
WIDTHS = range(150, 700, 23)


@pytest.mark.parametrize("lines", [1, 2])
def test_a_text_is_never_higher_than_its_place(lines: int) -> None:
    """At 441 pixels, of the Spanish score above only its last sign was to be seen."""
    for width in (*WIDTHS, 441):
        label = FittedLabel(text=SCORED, bold=True, ideal_size=28.8, most_lines=lines, size=(width, 48))
        if not label.shorten:
            _, high = measured(label.text, label.font_size, label.font_name, True, width)
            assert high <= 48, width
            one_line = measured(label.text, label.font_size, label.font_name, True)[0] <= width
            assert one_line or lines == 2, width


def test_two_lines_break_between_words() -> None:
    seen = 0
    for width in WIDTHS:
        label = FittedLabel(text=SCORED, bold=True, ideal_size=28.8, most_lines=2, size=(width, 60))
        label.texture_update()
        rows = ["".join(word.text for word in line.words) for line in label._label._cached_lines]
        if len(rows) == 2 and not label.shorten:
            seen += 1
            whole = TAG.sub("", SCORED).split()
            assert [word for row in rows for word in row.split()] == whole, width
    assert seen > 3, "there are widths at which it takes two lines"


@pytest.mark.parametrize(("size", "unit", "offered"), [((280, 97), 4.8, True), ((234, 65), 6.7, False)])
def test_recount_stands_beside_the_cards_where_these_leave_room(
    size: tuple[int, int], unit: float, offered: bool
) -> None:
    """At 800x480 it does; in an upright window that small it is in the menu."""
    cards = TableCards(unit=unit, recount_text="Recontar")
    cards.size = size
    cards.cards = [Card.parse(text) for text in ("8d", "Ks", "3s", "9h", "7d")]
    assert (cards.button.opacity, cards.button.disabled) == ((1, False) if offered else (0, True))
    assert cards.row.shown[-1].right <= size[0] + 1


@pytest.mark.parametrize(
    ("count", "size"), [(5, (204, 37)), (9, (204, 37)), (10, (204, 89)), (8, (164, 48)), (11, (204, 37))]
)
def test_ranks_of_many_cards_in_a_small_place_have_twelve_pixels(count: int, size: tuple[int, int]) -> None:
    """Nine side by side had ranks of 9 pixels at 480x800; now they overlap, or lie in two rows."""
    row = CardRow(size=size)
    row.cards = [Card(rank, Suit.HEARTS) for rank in list(Rank)[:count]]
    for card in row.shown:
        rank = card.children[1]
        assert rank.text
        assert rank.font_size >= 12 - 0.01
        assert row.x <= card.x
        assert card.right <= row.right + 0.01
        assert row.y - 0.01 <= card.y
    for one, other in pairwise(row.shown):
        assert other.x - one.x >= 0.69 * one.width or other.y < one.y, "a rank is not covered"


def test_a_lines_play_and_points_shrink_alike() -> None:
    """The cards of a tendido were half as large as what it scored."""
    what = f"Tendido  A{signs('♣')} 7{signs('♣')} 3{signs('♣')} 2{signs('♣')}"
    for wide in (300, 430, 514):
        row = EventRow(unit=8)
        row.size = wide, 53
        row.what, row.points = what, "en su lugar, iguales  +5"
        assert row.left.font_size == pytest.approx(row.right_text.font_size, rel=0.12)
        assert row.left.right <= row.right_text.x + 1


@pytest.mark.parametrize("height", [53, 77, 97, 122, 160, 340, 512])
def test_a_list_shows_whole_lines(height: float) -> None:
    """At 480x800, beside a camera's picture, the second of two was cut through its middle; in a replay the last one."""
    lines = EventList(unit=6.7, size=(300, height))
    assert lines.row_height >= theme.TOUCH
    assert height / lines.row_height == pytest.approx(round(height / lines.row_height))


@pytest.mark.parametrize("left_at", [1, 0.77, 0.5, 0.031, 0])
def test_a_list_that_was_scrolled_comes_to_lie_on_whole_lines(left_at: float) -> None:
    lines = EventList(unit=6.7, size=(300, 340), lines=[ListLine(str(at)) for at in range(40)])
    lines.scroll_y = left_at
    lines._lie(STILL)
    above = (1 - lines.scroll_y) * (40 * lines.row_height - lines.height) / lines.row_height
    assert above == pytest.approx(round(above))
    assert lines.scroll_y == pytest.approx(left_at, abs=0.5 / 33)


@pytest.mark.parametrize("size", [(480, 800), (800, 1280), (1280, 800)])
def test_names_are_written_in_one_size_whoever_is_to_play(open_app: Open, size: tuple[int, int]) -> None:
    """At 480x800 the one with the arrow had letters two thirds as large as the other."""
    app = open_app(Header(("Ana", "Beto"), extra={"entry": "cards"}), size=size)
    before = [panel.players[0].font_size for panel in app.screen.panels]
    assert before[0] == pytest.approx(before[1])
    app.session.tap(Play(1, Card.parse("7h")))
    app.app.changed()
    app.idle()
    assert [panel.players[0].font_size for panel in app.screen.panels] == pytest.approx(before)


@pytest.mark.parametrize("size", [(800, 480), (1280, 800), (480, 800), (800, 1280), (2560, 1600)])
@pytest.mark.parametrize("watched", [True, False])
def test_the_cards_of_a_question_can_be_hit(open_app: Open, size: tuple[int, int], watched: bool) -> None:
    header = Header(("Ana", "Beto"), extra={"entry": "cards"})
    app = open_app(header, producer=Watcher() if watched else None, size=size)
    app.session.tap(Play(1, Card.parse("7h"), extra={"doubt": True, "instead": ["7d", "Kh"]}))
    app.app.changed()
    app.idle()
    cards = app.screen.question.row.shown
    assert [str(card.card) for card in cards] == ["7h", "7d", "Kh"]
    for card in cards:
        assert card.height >= theme.TOUCH
        assert card.width + card.reach >= theme.TOUCH - 0.01 or card.width >= theme.TOUCH - 0.01
    app.tap(cards[2])
    assert [str(card) for card in app.session.match.position.table] == ["Kh"]
    assert app.screen.question.parent is None


def test_a_label_without_room_is_fitted_at_once() -> None:
    """While a screen is laid out sizes may be below nothing: this went on for ever, and with it the camera's screen."""
    label = FittedLabel(text="Ana", ideal_size=-0.7, most_lines=2, size=(96, 48))
    assert label.font_size >= 1


def settled(widget: Standing | Choices, size: tuple[int, int]) -> None:
    """Lay a widget out in this size."""
    widget.size = size
    for _ in range(4):
        Clock.tick()


def test_all_sides_of_a_standing_are_written_in_one_size() -> None:
    """Three beside each other at 800x1280, largest letters, had names of 16, 18 and 21 pixels beside points of 60."""
    names = ("Ana", "Beto", "Carla", "Dani", "Eva")
    sides = [SideStanding(at, name, 10 * at) for at, name in enumerate(names)]
    standing = Standing(sides=sides, ideal_size=53, size_hint=(None, None))
    settled(standing, (767, 150))
    sizes = {(chip.names.font_size, chip.points.font_size) for chip in standing.children}
    ((name, points),) = sizes
    assert name >= 30
    assert points <= 1.2 * name
    assert not any(chip.names.shorten for chip in standing.children)


def test_a_choice_keeps_its_size_whichever_is_chosen() -> None:
    choices = Choices(("Juego", "Jugadores", "En la mesa", "Reglas"), ideal_size=60, size_hint=(None, None))
    seen = set()
    for at in range(4):
        choices.at = at
        settled(choices, (767, 98))
        seen |= {round(button.font_size, 3) for button in choices.buttons}
    assert len(seen) == 1


@pytest.mark.parametrize("size", [(620, 70), (700, 160)])
def test_the_marks_of_a_curve_stay_on_its_plate(size: tuple[int, int]) -> None:
    """Those of five sides with few points rose above it."""
    totals = tuple((0,) * 5 for _ in range(9))
    curve = ScoreCurve(unit=11.1, size=size, size_hint=(None, None))
    curve.curve = Curve(totals, (4,), 61, (0, 1, 2, 3, 4))
    places = [place[1] for _, place in curve._ends_apart()]
    reach = 0.52 * curve._apart
    assert min(places) - reach >= curve.y - 1
    assert max(places) + reach <= curve.top + 1
    assert all(above - below >= 1.9 * reach for below, above in pairwise(places))


def test_beside_a_question_the_cards_have_the_buttons_room() -> None:
    cards = TableCards(unit=11.1, recount_text="Recontar", size=(330, 190))
    cards.cards = [Card.parse(text) for text in ("8d", "Ks", "3s", "9h")]
    before = cards.row.shown[0].width
    assert cards.button.opacity == 1
    cards.cramped = True
    assert (cards.button.opacity, cards.button.disabled) == (0, True)
    assert cards.row.shown[0].width > 1.2 * before


@pytest.mark.parametrize("word", ["Recount", "Recontar"])
def test_eleven_cards_lie_in_two_rows_in_any_language(word: str) -> None:
    """At 800x480 they had one row of 26 pixels and no button in English, two of 30 and the button in Spanish."""
    cards = TableCards(unit=4.8, recount_text=word, size=(299, 98))
    cards.cards = [Card.parse(text) for text in "6s Kc Kd 9s Qh 8h 5d 7h Qs 6c 4c".split()]
    assert len({card.y for card in cards.row.shown}) == 2
    assert min(card.width for card in cards.row.shown) >= 32
    assert cards.button.opacity == 1
