"""Cards of a game of forty are shown as of a Spanish pack where people play with one; the record stays as it is."""

from pathlib import Path

import numpy as np
import pytest
from kivy.core.text import Label

from companion import theme
from companion.record.session import Session
from companion.window.history.replay import NoJournal, ReplayScreen
from companion.window.phones import page
from companion.window.reading_aloud import said_on
from companion.window.table_parts.card_keys import CardKey
from companion.window.table_parts.live_picture import shown_name
from companion.window.widgets.pack_shown import FRENCH, SPANISH, pack_shown
from companion.window.widgets.playing_card import PlayingCard, card_markup
from companion.window.widgets.text import language
from companion.window.wording.phrases import rank_name
from engine.cards import FORTY, Card, Suit
from engine.events import Event
from engine.header import Header
from engine.record import read
from tests.app.conftest import Open

MALILLA = Header(("Ana", "Beto", "Carla", "Diego"), game="malilla")
GAMES = Path(__file__).parents[1] / "games"


def test_a_spanish_pack_is_shown_in_games_of_forty_cards_only() -> None:
    """Conquian and Malilla are played with it; Porrazo never is, and nothing is shown so without being asked."""
    for spanish, header, signs in (
        (True, MALILLA, SPANISH),
        (True, Header(("Ana", "Beto"), game="conquian"), SPANISH),
        (True, Header(("Ana", "Beto")), FRENCH),
        (False, MALILLA, FRENCH),
        (True, None, FRENCH),
    ):
        pack_shown.choose(spanish, header)
        assert pack_shown.signs is signs
    pack_shown.choose(False, None)


def test_every_card_of_forty_is_written_otherwise_and_alone() -> None:
    """No two of the forty look alike, on the felt and on the camera's picture; suits are written o, c, e, b there."""
    french = {card_markup(card) for card in FORTY}
    pack_shown.choose(True, MALILLA)
    try:
        assert len({card_markup(card) for card in FORTY}) == 40
        assert not french & {card_markup(card) for card in FORTY}
        assert [shown_name(name) for name in ("7d", "Jh", "Qs", "Kc", "?")] == [
            "7o",
            "10c",
            "11e",
            "12b",
            "?",
        ]
        assert [rank_name(Card.parse(text).rank) for text in ("A", "7", "J")] == ["1", "7", "10"]
    finally:
        pack_shown.choose(False, None)
    assert [shown_name(name) for name in ("7d", "Th")] == ["7♦", "10♥"]


@pytest.mark.parametrize("suit", Suit)
def test_the_suits_have_a_sign_in_the_font(suit: Suit) -> None:
    """A letter that a font lacks is drawn as nothing, or as all the others that it lacks."""
    drawn = []
    for text in (SPANISH.suits[suit], "\ue00f"):
        label = Label(text=text, font_name=theme.FONT_SPANISH, font_size=40)
        label.refresh()
        drawn.append(bytes(label.texture.pixels))
    assert drawn[0] != drawn[1]
    assert any(drawn[0])


@pytest.mark.parametrize("suit", Suit)
def test_a_sign_stands_in_the_middle_of_what_it_takes(suit: Suit) -> None:
    """A third of a sword's width was empty, all of it after the sword: the texts had a hole there."""
    label = Label(text=SPANISH.suits[suit], font_name=theme.FONT_SPANISH, font_size=100)
    label.refresh()
    wide, high = label.texture.size
    ink = np.frombuffer(label.texture.pixels, np.uint8).reshape(high, wide, 4)[..., 3].max(0) > 60
    left, right = int(ink.argmax()), int(ink[::-1].argmax())
    assert abs(left - right) <= 0.05 * wide
    assert left + right <= 0.25 * wide


def test_the_setting_changes_what_is_on_screen(open_app: Open) -> None:
    """The table of a match of Malilla is drawn with the other pack at once, is read aloud so, and back again."""
    driver = open_app()
    assert driver.app.begin(MALILLA)
    driver.app.go("table")
    driver.idle()
    before = [key.text for key in driver.widgets() if isinstance(key, CardKey)]
    driver.app.preferences.change(spanish=True)
    driver.idle()
    keys = [key.text for key in driver.widgets() if isinstance(key, CardKey)]
    assert len(keys) == len(before) == len(set(keys))
    assert all(SPANISH.font in text for text in keys)
    assert "of coins" in " ".join(said_on(driver.app.screen, language.tr)).replace(
        language.tr("of coins"), "of coins"
    )
    driver.app.preferences.change(spanish=False)
    driver.idle()
    assert [key.text for key in driver.widgets() if isinstance(key, CardKey)] == before


def test_the_rules_say_first_what_the_cards_of_a_spanish_pack_are_called(open_app: Open) -> None:
    driver = open_app()
    assert driver.app.begin(MALILLA)
    for spanish in (False, True):
        driver.app.preferences.change(spanish=spanish)
        driver.app.go("rules")
        driver.idle()
        assert any("caballo" in text for text in said_on(driver.app.screen, language.tr)) is spanish
        driver.app.go("table")
        driver.idle()


def test_a_card_is_drawn_with_its_sign() -> None:
    """A playing card takes the font that holds its sign."""
    card = PlayingCard()
    pack_shown.choose(True, MALILLA)
    try:
        card.card = Card.parse("Qs")
        assert (card.rank, card.suit, card.sign_font) == ("11", "\ue002", theme.FONT_SPANISH)
    finally:
        pack_shown.choose(False, None)


# -- away from the table ---------------------------------------------------------------------------------


def trick() -> tuple[Header, tuple[Event, ...]]:
    """A hand of Malilla whose trick is not full yet: three cards lie there."""
    with (GAMES / "malilla" / "records" / "held-points.jsonl").open("rb") as lines:
        (_, header), *rest = read(lines)
    assert isinstance(header, Header)
    return header, tuple(event for _, event in rest if not isinstance(event, Header))[:13]


def test_phones_read_the_suits_as_letters() -> None:
    """Their page has no font with the signs: it wrote French ones, and boxes in its texts."""
    header, events = trick()
    session = Session(header, NoJournal(), events)
    board = page(session, "en", str, spanish=True).board
    for text in ("7c", "4b", "12e"):
        assert f">{text}<" in board
    assert not set(board) & set("\ue000\ue001\ue002\ue003♣♦♥♠")
    assert ">7♥<" in page(session, "en", str).board
    assert pack_shown.signs is FRENCH, "the table is not told otherwise by it"


def test_a_replay_shows_the_pack_of_its_own_match(open_app: Open) -> None:
    """On the table lies Porrazo, whose cards are French; the match replayed was played with forty."""
    driver = open_app(Header(("Ana", "Beto")))
    driver.app.preferences.change(spanish=True)
    header, events = trick()
    before = set(driver.app.archive.numbers())
    kept = driver.app.archive.begin_apart(header)
    for event in events:
        kept.journal.append(event)
    (number,) = set(driver.app.archive.numbers()) - before
    driver.app.go("replay", number=number)
    screen = driver.app.screen
    assert isinstance(screen, ReplayScreen)
    driver.tap(screen.buttons["last"])
    driver.idle()
    shown = [(card.rank, card.sign_font) for card in screen.ids.cards.shown]
    assert shown == [(rank, theme.FONT_SPANISH) for rank in ("7", "4", "12")]
    assert any("\ue001" in line.what for line in screen.ids.story.lines)
    assert pack_shown.signs is FRENCH
