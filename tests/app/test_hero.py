"""The board as the hero: what its parts show, the win as a moment, evidence beside a question, letters it can write."""

import numpy as np
import pytest
from kivy.core.window import Window
from kivy.uix.label import Label

from companion import theme
from companion.messages import Outline, Picture
from companion.record import pegging
from companion.record.pegging import Pegs
from companion.web.drawn_board import drawn_board
from companion.window.history.replay import ReplayScreen
from companion.window.settings.settings import SettingPlate
from companion.window.table.newest import newest_cards
from companion.window.table_parts.live_picture import crop_of
from companion.window.widgets.playing_card import CardRow
from companion.window.widgets.text import FittedLabel, face, signs
from engine.cards import Card
from engine.events import Adjust
from engine.header import Header
from engine.porrazo.events import Play, Recount, Tendido
from tests.app.conftest import Open
from tests.app.driving import Finger
from tests.rules.boards import begin, play

CARDS = Header(("Ana", "Beto"), extra={"entry": "cards"})


def test_a_win_fills_the_screen_and_any_touch_goes_on_to_what_lies_below(open_app: Open) -> None:
    app = open_app(CARDS)
    app.app.preferences.change(animation=0.0)
    moment = app.screen.win_moment
    assert not moment.text
    app.session.tap(Adjust(1, 61, "agreed"))
    app.app.changed()
    app.idle()
    assert (moment.text, moment.shape, moment.grown) == ("Beto wins!", "square", 1.0)
    assert app.screen.children[0] is moment, "above all else"
    app.tap(app.screen.undo)
    assert not moment.text
    assert app.screen.panels[1].numeral.text == "0", "the touch that ended it undid the points as well"


def test_the_winners_mark_is_in_the_middle_of_any_window(open_app: Open) -> None:
    """Once the window had had another size it lay half outside."""
    app = open_app(CARDS)
    app.app.preferences.change(animation=0.0)
    for size in ((800, 480), (480, 800), (1280, 800)):
        Window.size = size
        app.session.tap(Adjust(1, 61, "agreed"))
        app.app.changed()
        app.idle()
        moment = app.screen.win_moment
        assert moment.size == [*size]
        for part in moment.children:
            assert part.center == pytest.approx(moment.center)
        app.session.undo()
        app.app.changed()


def test_a_match_won_before_is_no_moment(open_app: Open) -> None:
    app = open_app(CARDS)
    app.session.tap(Adjust(1, 61, "agreed"))
    app.app.changed()
    app.app.go("start")
    app.app.go("table")
    app.idle()
    assert not app.screen.win_moment.text


def test_every_side_shows_how_many_cards_it_has_captured(open_app: Open) -> None:
    app = open_app(CARDS)
    for card, seat in (("7h", 1), ("9c", 0), ("7d", 1)):
        assert app.session.tap(Play(seat, Card.parse(card)))
    app.app.changed()
    app.idle()
    assert [panel.taken for panel in app.screen.panels] == ["0 cards", "2 cards"]
    assert "2 cards" in app.texts()


def test_the_card_laid_last_is_marked_and_one_taken_is_not() -> None:
    match = begin()
    play(match, "7h 9c")
    assert list(map(str, newest_cards(match))) == ["9c"]
    play(match, "7d")
    assert newest_cards(match) == ()


def test_of_cards_that_look_alike_the_last_one_waits() -> None:
    """With suits unknown both kings were framed."""
    king = Card.parse("K")
    row = CardRow(cards=[king, Card.parse("7h"), king], raised=[king], size=(600, 200))
    assert [card.raised for card in row.shown] == [False, False, True]


@pytest.mark.parametrize("seated", ["required", "automatic"])
def test_eleven_cards_on_the_table_are_large_in_a_low_window(open_app: Open, seated: str) -> None:
    """They were 26 pixels wide: the button to count anew took half of their place."""
    header = Header(("Ana", "Beto"), options={"declarations": seated}, extra={"entry": "cards"})
    app = open_app(header, size=(800, 480))
    cards = "Ah 3c 5h 7c 9h Jc Kh As 3d 5c 7s".split()
    assert app.session.tap(Play(1, Card.parse("2h")))
    assert app.session.tap(Recount(tuple(map(Card.parse, cards))))
    app.app.changed()
    app.idle()
    shown = app.screen.cards.row.shown
    assert len(shown) == len(cards)
    assert min(card.width for card in shown) >= 40
    app.tap(shown[-1])
    assert app.screen.dialogue is not None, "each can be hit"


# -- evidence ------------------------------------------------------------------------------------------


def picture(*outlines: Outline) -> Picture:
    return Picture(0.0, np.zeros((360, 640, 4), np.uint8), outlines)


def test_a_crop_shows_the_card_that_is_asked_about() -> None:
    corners = ((0.4, 0.4), (0.5, 0.4), (0.5, 0.6), (0.4, 0.6))
    crop = crop_of(picture(Outline(corners, "Qh", 0.5), Outline(corners, "7s", 0.2)), ["Qh", "Kh"])
    assert crop is not None
    width, height = crop.size
    assert width / height == pytest.approx(0.75, abs=0.02)
    assert 0.2 * 360 < height < 0.4 * 360
    assert crop_of(picture(Outline(corners, "7s", 0.2)), ["Qh"]) is None
    assert crop_of(None, ["Qh"]) is None


def test_a_crop_at_the_pictures_edge_stays_within_it() -> None:
    corners = ((0.95, 0.9), (1.02, 0.9), (1.02, 1.1), (0.95, 1.1))
    crop = crop_of(picture(Outline(corners, "Qh", 0.5)), ["Qh"])
    assert crop is not None
    assert min(crop.size) > 20


def test_a_question_leaves_board_and_table_to_be_seen(open_app: Open) -> None:
    app = open_app(CARDS)
    app.session.tap(Play(1, Card.parse("7h"), extra={"doubt": True, "instead": ["7d", "Kh"]}))
    app.app.changed()
    app.idle()
    screen = app.screen
    assert screen.question.parent is screen
    for part in (screen.board, screen.cards, *screen.panels):
        assert part.parent is screen
        assert not part.collide_widget(screen.question)


def test_in_an_upright_window_a_question_comes_before_announcing(open_app: Open) -> None:
    """Both share a place: there is one thing at a time, and board and keys stay where they are."""
    app = open_app(CARDS, size=(480, 800))
    screen = app.screen
    assert screen.seats[0].answers
    assert all(seat.parent is screen for seat in screen.seats)
    before = [(*part.pos, *part.size) for part in (screen.board, screen.keys)]
    laid = tuple(map(Card.parse, ("Ac", "7c", "3c", "2c")))
    app.session.tap(Tendido(laid, extra={"doubt": True}))
    app.app.changed()
    app.idle()
    assert screen.question.parent is screen
    assert all(seat.parent is None for seat in screen.seats)
    assert [(*part.pos, *part.size) for part in (screen.board, screen.keys)] == before
    app.tap(screen.question.buttons[0])
    app.idle()
    assert not screen.questions.asks
    assert all(seat.answers and seat.parent is screen for seat in screen.seats)


# -- the board -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(("target", "holes"), [(61, (30,)), (121, (90,)), (35, ()), (31, ()), (2, ())])
def test_the_skunk_line_lies_where_cribbage_boards_have_it(target: int, holes: tuple[int, ...]) -> None:
    assert pegging.board(800, 400, 2, target).skunk_holes == holes


def test_phones_have_a_drawn_board_with_every_peg() -> None:
    svg = drawn_board([Pegs(12, 7), Pegs(0, -1)], [0, 3], 61)
    assert svg.count("class='peg'") == 4
    assert svg.count("<polyline") == 4
    assert svg.count("class='hole'") == 2 * 62 + 1
    assert "style=" not in svg
    assert drawn_board([], [], 61) == ""


def test_the_peg_that_stays_keeps_its_name_when_the_other_leaps() -> None:
    """So the page sees which of the two flies."""
    before, after = (dict(_pegs(drawn_board([pegs], [0], 61))) for pegs in (Pegs(12, 7), Pegs(15, 12)))
    assert [name for name in before if before[name] == after.get(name)] == ["0-12"]


def _pegs(svg: str) -> list[tuple[str, str]]:
    parts = svg.split("class='peg' id='peg")[1:]
    return [(part.split("'")[0], part.split("transform='")[1].split("'")[0]) for part in parts]


# -- letters -------------------------------------------------------------------------------------------


def test_a_text_that_the_display_face_cannot_write_is_written_in_the_other() -> None:
    assert face("Beto gana: +12", display=True) == theme.FONT_DISPLAY
    assert face("Łukasz, Iñárritu", display=True) == theme.FONT_DISPLAY
    assert face(f"7{signs('♥')}", display=True) == theme.FONT_DISPLAY
    assert face("Дмитрий", display=True) == theme.FONT
    assert face("Beto", display=False) == theme.FONT
    assert FittedLabel(text="Дмитрий", display=True).font_name == theme.FONT


@pytest.mark.parametrize("font", [theme.FONT_DISPLAY, theme.FONT])
def test_every_figure_is_as_wide_as_the_others(font: str) -> None:
    widths = set()
    for figure in "0123456789":
        label = Label(text=10 * figure, font_name=font, font_size=60)
        label.texture_update()
        widths.add(label.texture_size[0])
    assert max(widths) - min(widths) <= 2


# -- replay --------------------------------------------------------------------------------------------


def test_a_finger_on_the_curve_goes_there(open_app: Open) -> None:
    from kivy.base import EventLoop

    app = open_app(CARDS, size=(1280, 800))
    for seat in (0, 1, 0, 1):
        app.session.tap(Adjust(seat, 5, "agreed"))
        app.now += 60
    app.app.go("replay")
    app.idle()
    screen = app.front(ReplayScreen)
    curve = screen.ids.curve
    x, y = curve.to_window(*curve.at(2, 10))
    finger = Finger(x / Window.width, y / Window.height)
    EventLoop.post_dispatch_input("begin", finger)
    app.idle()
    assert screen.at == 2
    x, _ = curve.to_window(*curve.at(4, 10))
    finger.move({"x": x / Window.width, "y": y / Window.height})
    EventLoop.post_dispatch_input("update", finger)
    EventLoop.post_dispatch_input("end", finger)
    app.idle()
    assert screen.at == 4
    app.tap(screen.buttons["hand_back"])
    assert screen.at == 0
    assert {"Ana", "Beto"} <= set(app.texts())


def test_a_left_hand_has_the_keys_and_buttons_at_the_left(open_app: Open) -> None:
    app = open_app(CARDS, size=(1280, 800))
    screen = app.screen
    assert screen.keys.center_x > screen.event_list.center_x
    assert screen.undo.center_x > screen.title.center_x
    app.app.go("settings")
    app.idle()
    plate = next(w for w in app.widgets() if isinstance(w, SettingPlate) and w.setting.name == "left_handed")
    plate.choices.buttons[1].dispatch("on_release")
    app.app.back()
    app.idle()
    assert screen.keys.center_x < screen.event_list.center_x
    assert screen.undo.center_x < screen.title.center_x
    app.tap(screen.keys.keys.keys[Card.parse("7")])
    assert [panel.names[0] for panel in screen.panels][1] == "Beto", "who sits where has not changed"
    assert len(app.session.match.events) == 1


def test_the_banner_is_bright_for_points_and_not_for_the_play_after_them(open_app: Open) -> None:
    app = open_app(CARDS)
    for letter in ("7", "7", "2"):
        app.tap(app.screen.keys.keys.keys[Card.parse(letter)])
    assert app.screen.banner.flash == 1, "Ana's porrazo stands"
    app.tap(app.screen.keys.keys.keys[Card.parse("9")])
    assert app.screen.banner.flash == 0
