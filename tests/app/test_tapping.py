"""A match without a camera: every card tapped by its rank, from the first play to the winner."""

from dataclasses import replace
from pathlib import Path

import pytest

from companion.window.phones import bare
from companion.window.table import legal_taps
from companion.window.widgets.dialogs import Choice
from engine.cards import PACK, Card, Suit
from engine.events import Adjust
from engine.header import Header
from engine.porrazo.events import Claim, Declare, Leftover, Play, Recount, Tendido
from engine.porrazo.foresight import at_play, unseen
from engine.porrazo.game import Match
from engine.porrazo.position import Position
from engine.porrazo.rules import after
from tests.app.conftest import Open
from tests.app.driving import Driver
from tests.app.kept import events

CARDS = Header(("Ana", "Beto"), extra={"entry": "cards"})


def rank(app: Driver, *letters: str) -> None:
    """Tap these ranks, one after the other."""
    for letter in letters:
        app.tap(app.screen.keys.keys.keys[Card.parse(letter)])


def test_a_whole_match_to_61_is_tapped_and_its_winner_shown(open_app: Open, tmp_path: Path) -> None:
    app = open_app(CARDS)
    for letter in 2 * "KQJT9876543A2":
        for _ in range(2):
            if app.session.match.position.winner is None:
                rank(app, letter)
            if app.screen.question.parent is not None:
                app.tap(app.screen.question.buttons[0])
    assert app.session.match.position.winner == 0
    assert app.screen.banner.text == "Ana wins!"
    assert int(app.screen.panels[0].numeral.text) >= 61
    assert app.screen.board.pegs[0].front == 61
    assert app.screen.panels[0].won
    assert all(key.disabled for key in app.screen.keys.keys.keys.values()), "nothing more can be played"
    match = Match(CARDS)
    for event in events(tmp_path):
        match.add(event)
    assert match.position.winner == 0, "and the record says so too"


def test_a_tap_plays_for_whoevers_turn_it_is(open_app: Open, tmp_path: Path) -> None:
    app = open_app(CARDS)
    assert app.screen.panels[1].playing
    rank(app, "7", "9")
    assert [(e.seat, str(e.card)) for e in events(tmp_path) if isinstance(e, Play)] == [(1, "7"), (0, "9")]
    assert [str(card) for card in app.screen.cards.cards] == ["7", "9"]
    assert [line.what for line in app.screen.event_list.lines] == ["Ana  [b]9[/b]", "Beto  [b]7[/b]"]
    assert app.screen.panels[1].playing


def test_what_waits_is_said_and_then_paid(open_app: Open) -> None:
    app = open_app(CARDS)
    rank(app, "K", "K")
    assert app.screen.banner.text == "Ana: porrazo, 8 if it stands"
    assert app.screen.event_list.lines[0].points == "waits"
    rank(app, "2")
    assert app.screen.panels[0].numeral.text == "8"
    assert bare(app.screen.banner.text).endswith("Ana +4 porrazo K, +4 limpia K"), "both, as the peg goes"
    assert app.screen.event_list.lines[1].points == "porrazo, limpia  +8"


def test_a_card_that_may_capture_or_stay_is_asked(open_app: Open) -> None:
    app = open_app(CARDS)
    rank(app, "4", "9", "7", "4")
    assert app.screen.question.parent is app.screen
    assert app.screen.event_list.parent is None
    assert app.screen.question.answers[1] == "In place, +4"
    app.tap(app.screen.question.buttons[1])
    assert app.screen.panels[0].numeral.text == "4"
    assert app.screen.question.parent is None
    assert len(app.screen.cards.cards) == 4


def test_a_rank_of_which_all_four_are_gone_cannot_be_tapped(open_app: Open) -> None:
    app = open_app(CARDS)
    rank(app, "K", "K", "2", "K", "3", "K")
    app.idle()
    assert app.screen.keys.keys.keys[Card.parse("K")].disabled
    assert not app.screen.keys.keys.keys[Card.parse("Q")].disabled


def test_the_dealer_is_offered_the_best_arrangement_of_the_tendido(open_app: Open, tmp_path: Path) -> None:
    app = open_app(CARDS)
    app.tap(app.screen.keys.lay)
    assert "Ana lays the tendido: two pairs" in app.texts()
    keys = next(w for w in app.widgets() if w.__class__.__name__ == "CardKeys" and len(w.cards) == 65)
    for card in ("2d", "4c", "7s", "3h"):
        app.tap(keys.keys[Card.parse(card)])
    assert "The best arrangement: +5" in app.texts()
    app.tap(app.button("Done"))
    (event,) = events(tmp_path)
    assert isinstance(event, Tendido)
    assert [str(card) for card in event.cards] == ["4c", "2d", "3h", "7s"]
    assert app.screen.panels[0].numeral.text == "5"
    assert app.screen.keys.lay.parent is None, "once a hand"


def test_a_silent_ronda_is_claimed_at_the_seat(open_app: Open) -> None:
    app = open_app(CARDS)
    rank(app, "9", "3", "9", "K", "J", "5")
    assert "Claim" in app.screen.seats[0].answers
    app.tap(next(button for button in app.screen.seats[0].buttons if button.text == "Claim"))
    assert app.screen.panels[0].numeral.text == "1"
    assert "Claim" not in app.screen.seats[0].answers


THREE_FOR_TWO = [(2, size) for size in ((480, 800), (800, 480), (1280, 800))]
THREE_FOR_MORE = [(3, (1280, 800)), (4, (1280, 800)), (5, (1920, 1200)), (6, (1280, 800))]
THREE_UPRIGHT = [(3, (600, 1024)), (3, (800, 1280)), (4, (600, 1024)), (4, (800, 1280)), (5, (1080, 1920))]


@pytest.mark.parametrize("code", ["en", "es"])
@pytest.mark.parametrize(("count", "size"), [*THREE_FOR_TWO, *THREE_FOR_MORE, *THREE_UPRIGHT])
def test_three_things_to_say_are_all_in_sight(
    open_app: Open, count: int, size: tuple[int, int], code: str
) -> None:
    """They were behind the name, one tap further away: at 480x800 and 800x480 for two, for more in every window."""
    names = ("Ana", "Beto", "Carla", "Diego", "Eva", "Abuela")[:count]
    app = open_app(Header(names, extra={"entry": "cards"}), size=size)
    app.app.preferences.change(language=code)
    others = [*PACK[:5], *PACK[6:13]]
    for number in range(3):  # who begins plays three sixes; nobody else plays two alike
        ranks = [others[((count - 1) * number + at) % len(others)].rank for at in range(count - 1)]
        for rank_laid in (PACK[5].rank, *ranks):
            card = Card(rank_laid, list(Suit)[number])
            assert app.session.tap(Play(app.session.match.position.turn, card, in_place=False))
    app.app.changed()
    app.idle()
    said = ["Ronda", "Rondine", "Claim" if code == "en" else "Reclamar"]
    claiming = [keys for keys in app.screen.seats if len(keys.answers) == len(said)]
    assert claiming
    for keys in claiming:
        shown = [button for button in keys.buttons if button.parent]
        assert [button.text for button in shown] == said
        assert min(button.width for button in shown) >= 48
        assert min(button.font_size for button in shown) >= 12
        assert keys.label.text == keys.name
        assert not keys.label.shorten
    app.tap(next(button for button in claiming[-1].buttons if button.text == "Ronda"))
    (*_, said_last) = app.session.match.events
    assert isinstance(said_last, Declare)
    assert (said_last.seat, said_last.kind) == (count - 1, "ronda")


NAMES_OVER = [(4, (480, 800)), (4, (800, 480)), (6, (1024, 600))]


@pytest.mark.parametrize(("count", "size"), NAMES_OVER)
def test_a_name_without_room_beside_its_answers_stands_over_each(
    open_app: Open, tmp_path: Path, count: int, size: tuple[int, int]
) -> None:
    """The name alone stood there, and had to be tapped first."""
    names = ("Ana", "Beto", "Carla", "Dani", "Eva", "Fito")[:count]
    app = open_app(Header(names, extra={"entry": "cards"}), size=size)
    for name, keys in zip(names, app.screen.seats, strict=True):
        shown = [button for button in keys.buttons if button.parent]
        assert [button.text for button in shown] == [f"{name}\nRonda", f"{name}\nRondine"]
        assert not keys.label.text
        for button in shown:
            assert min(button.size) >= 48
            assert button.font_size >= 12
            assert not button.shorten
            assert button.texture_size[1] <= button.height
    app.tap(app.screen.seats[-1].buttons[1])
    (said,) = events(tmp_path)
    assert isinstance(said, Declare)
    assert (said.seat, said.kind) == (count - 1, "rondine")


def test_a_place_too_small_for_all_its_buttons_asks(open_app: Open, tmp_path: Path) -> None:
    names = ("Ana", "Beto", "Carla", "Diego", "Eva", "Federico", "Guadalupe", "Hugo")
    app = open_app(Header(names, extra={"entry": "cards"}), size=(800, 480))
    for card in PACK[:24]:
        assert app.session.tap(Play(app.session.match.position.turn, card, in_place=False))
    app.app.changed()
    app.idle()
    shown = [[button.text for button in keys.buttons if button.parent] for keys in app.screen.seats]
    seat = shown.index(["Eva"])
    assert app.screen.seats[seat].answers == ["Ronda", "Rondine", "Claim"]
    app.tap(app.screen.seats[seat].buttons[0])
    app.tap(app.button("Claim"))
    assert isinstance(app.screen.dialogue, Choice)
    app.tap(next(button for button in app.screen.dialogue.buttons if button.text == "Hugo"))
    assert events(tmp_path)[-1] == Claim(seat, 7, extra=events(tmp_path)[-1].extra)


@pytest.mark.parametrize(("players", "next_laid"), [(2, Tendido), (3, Leftover)])
def test_after_the_tendido_comes_what_is_left_over_or_the_next_hands(
    players: int, next_laid: type[Tendido | Leftover]
) -> None:
    position = Position.start(Header(("Ana", "Beto", "Carla")[:players], target=999))
    assert isinstance(legal_taps.to_lay(position), Tendido)
    position = after(position, Tendido(tuple(map(Card.parse, ("2c", "2d", "3c", "3d"))))).position
    while (laid := legal_taps.to_lay(position)) is None:
        at = at_play(position)
        position = after(at, Play(at.turn, unseen(at)[0])).position
    assert isinstance(laid, next_laid)
    assert at_play(position).hand == (2 if next_laid is Tendido else 1)


def won_by_jacks(open_app: Open, other: str) -> Driver:
    """Ana wins with the jacks that she announced, at a batch's end; Beto kept silent and played two of ``other``."""
    app = open_app(CARDS)
    app.session.tap(Adjust(0, 59, "agreed"))
    app.session.tap(Declare(0, "ronda"))
    app.session.tap(Recount((Card.parse("2h"), Card.parse("3h"))))
    app.app.changed()
    app.idle()
    assert "ronda" in app.screen.panels[0].names[0]
    for card in (f"{other}h", "Jh", f"{other}d", "Jd", "8c", "Tc"):
        assert app.session.tap(Play(app.session.match.position.turn, Card.parse(card)))
    app.app.changed()
    app.idle()
    assert app.screen.banner.text == "Ana wins!"
    return app


def test_once_the_match_is_won_only_what_can_still_change_it_is_offered(open_app: Open) -> None:
    """ "Claim" stood at Ana's place, and "ronda" after her name, when nothing more could come of them."""
    app = won_by_jacks(open_app, "6")
    assert [keys.answers for keys in app.screen.seats] == [[], []]
    assert not [name for panel in app.screen.panels for name in panel.names if "ronda" in name]
    assert app.screen.keys.possible == []
    assert app.screen.keys.to_lay == ""


def test_a_claim_that_takes_the_victory_back_can_still_be_made(open_app: Open) -> None:
    """It comes before anything of the next batch (R7), so in time."""
    app = open_app(replace(CARDS, players=("Ana", "Beto", "Carla")))
    app.session.tap(Adjust(0, 59, "agreed"))
    app.session.tap(Declare(0, "ronda"))
    app.session.tap(Recount((Card.parse("2h"), Card.parse("3h"))))
    for card in ("Kh", "9c", "Jh", "Kd", "5c", "Jd", "8c", "Tc", "6c"):
        assert app.session.tap(Play(app.session.match.position.turn, Card.parse(card)))
    app.app.changed()
    app.idle()
    assert app.screen.banner.text == "Ana wins!"
    assert [keys.answers for keys in app.screen.seats] == [["Claim"], [], ["Claim"]]
    app.tap(app.screen.seats[2].buttons[0])
    assert app.session.match.settled.position.scores == (59, 0, 4)
    assert "wins" not in app.screen.banner.text
