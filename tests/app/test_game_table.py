"""Every kind of line of every game is told by taps at the game's table, and scored as the engine scores it."""

from collections.abc import Iterable
from pathlib import Path

import pytest

from companion import theme
from companion.window import phones
from companion.window.games import putting_right
from companion.window.games.entry_keys import EntryKeys
from companion.window.games.game_table import GameTableScreen
from companion.window.games.lying_cards import LyingCards, caption, heaps
from companion.window.games.reading import SheetScreen
from companion.window.games.score_board import ScoreBoard
from companion.window.widgets.dialogs import Sheet
from companion.window.widgets.playing_card import CardRow
from companion.window.widgets.text import language
from companion.window.wording import phrases
from engine.cards import Card
from engine.events import Adjust
from engine.games import game_called
from engine.header import Header
from engine.malilla.cards import Play, Trump
from engine.match import AnyMatch, Match
from tests.app.conftest import Open
from tests.app.driving import Driver
from tests.app.tapping_games import Teller
from tests.record.test_every_game import RECORDS, record, told

BY_GAME = {path.parts[-3]: [each for each in RECORDS if each.parts[-3] == path.parts[-3]] for path in RECORDS}
"""The golden records by game."""


FONT_LEAST = 10
"""Pixels below which nobody reads letters."""


def sat_down(driver: Driver, path: Path) -> Driver:
    """Begin a match as a record's header says, and sit down at its table."""
    header, _ = record(path)
    assert driver.app.begin(header)
    driver.app.go("table")
    driver.idle()
    return driver


def scored(match: AnyMatch) -> list[tuple[int, int, str]]:
    """What was scored, but for points by hand, which may take several taps."""
    made = [*match.scores_made, *match.settled.made]
    return [(score.seat, score.points, score.why) for score in made if score.why != "adjust"]


LONGEST = [max(paths, key=lambda path: len(record(path)[1])) for paths in BY_GAME.values()]
"""The longest record of each game."""
TOLD = ("one-pack-dealt-on", "forced-to-win", "three-out-one-left", "six-pairs-and-a-straight", "a-seven-thrown",
        "a-misdeal", "won-while-cards-are-shown", "wrong-replies", "a-win-goes-over")  # fmt: skip
"""Records that between them have every kind of line, without many that are alike."""
TO_TELL = [path for path in RECORDS if path.stem in TOLD]


def kinds(paths: Iterable[Path]) -> set[tuple[str, ...]]:
    """The kinds of line in records: what is done, and which yes is said with it."""
    lines = [event.to_json() for path in paths for event in record(path)[1]]
    return {(str(line["do"]), *(key for key, value in line.items() if value is True)) for line in lines}


@pytest.mark.parametrize("game", BY_GAME)
def test_every_kind_of_line_is_told(game: str) -> None:
    assert kinds(path for path in TO_TELL if path.parts[-3] == game) == kinds(BY_GAME[game])


@pytest.mark.parametrize("path", TO_TELL, ids=lambda path: f"{path.parts[-3]}-{path.stem}")
def test_a_record_is_told_by_taps(path: Path, open_app: Open) -> None:
    header, events = record(path)
    driver = sat_down(open_app(None), path)
    teller = Teller(driver)
    for event in events:
        teller.tell(event)
    match, right = driver.session.match, told(header, events)
    assert isinstance(driver.app.screen, GameTableScreen)
    assert scored(match) == scored(right)
    assert match.settled.position.scores == right.settled.position.scores
    assert match.position.winner == right.position.winner
    if match.game.suits:
        assert unordered(match.settled.position.to_json()) == unordered(right.settled.position.to_json())
    kept = driver.app.archive.row(driver.app.archive.current)
    assert kept is not None
    assert len(kept.events) == len(match.events)


def unordered(value: object) -> object:
    """Give a last line with every list sorted: the order in which melds and their cards are tapped is free."""
    if isinstance(value, dict):
        return {key: unordered(each) for key, each in value.items()}
    return sorted(map(unordered, value), key=str) if isinstance(value, list) else value


@pytest.mark.parametrize("size", [(1280, 800), (480, 800)])
@pytest.mark.parametrize("game", ["crash", "malilla"])
def test_the_points_are_never_left_out_and_captions_can_be_read(
    game: str, size: tuple[int, int], open_app: Open
) -> None:
    path = next(path for path in LONGEST if path.parts[-3] == game)
    driver = sat_down(open_app(None, size=size), path)
    teller = Teller(driver)
    for event in record(path)[1][:3]:
        teller.tell(event)
    scores, lying = teller.table.ids.scores, teller.table.ids.lying
    assert scores.opacity == 1
    parts = [label for row in scores.rows for label in (row.names, row.points)]
    captions = [cell.label if lying.drawn else cell.words for cell in lying.cells.values() if cell.label.text]
    if lying.opacity:
        parts += captions
    if game == "malilla":
        assert min(label.font_size for label in captions) > 0.9 * theme.SMALL * teller.table.unit
    assert min(label.font_size for label in parts) >= FONT_LEAST
    for label in parts:
        assert label.texture_size[1] <= label.height + 1


def test_a_winner_has_a_tick_and_nobody_is_to_play_any_more() -> None:
    """The arrow of whose turn it is stood before the winner's name, and was read aloud as "to play"."""
    header, events = record(next(path for path in RECORDS if path.stem == "held-points"))
    match = told(header, events)
    scores = ScoreBoard()
    scores.show(match)
    shown = [row.names.text for row in scores.rows]
    assert [phrases.TICK in text for text in shown] == [
        side == match.position.winner for side in range(len(shown))
    ]
    assert not [text for text in shown if phrases.ARROW in text]


@pytest.mark.parametrize(
    ("size", "unit", "drawn"), [((460, 94), 6.7, False), ((455, 104), 4.8, False), ((728, 256), 8, True)]
)
def test_cards_too_small_to_be_drawn_are_written(size: tuple[int, int], unit: float, drawn: bool) -> None:
    """Seven hands shown in Crash were 16 pixels wide each card, under captions cut off."""
    header, events = record(next(path for path in RECORDS if path.stem == "a-whole-deal"))
    lying = LyingCards(unit=unit, size=size)
    lying.show(told(header, events[:8]))
    lying._in_one_size()
    assert lying.drawn == drawn
    assert len(lying.cells) == 7
    for cell in lying.cells.values():
        if drawn:
            assert min(card.width for card in cell.row.shown) >= 22
        else:
            assert cell.words.font_size >= 14
            assert not cell.words.shorten


@pytest.mark.parametrize("size", [(1280, 800), (800, 480), (480, 800)])
def test_a_match_goes_back_and_on_again(size: tuple[int, int], open_app: Open) -> None:
    path = next(path for path in RECORDS if path.stem == "a-trick")
    driver = sat_down(open_app(None, size=size), path)
    teller = Teller(driver)
    _, events = record(path)
    assert [teller.tell(event) for event in events] == [1] * len(events)
    end = driver.session.match.position
    for _ in events:
        driver.tap(teller.table.ids.undo)
    assert driver.session.match.position.count == 0
    for _ in events:
        driver.tap(teller.table.ids.redo)
    assert driver.session.match.position == end
    assert not any(isinstance(event, Adjust) for event in events)


def test_the_large_line_says_what_was_chosen_and_that_nobody_was_yet(open_app: Open) -> None:
    driver = open_app(None)
    assert driver.app.begin(Header(("Ana", "Beto", "Caro"), "", None, 0, 7, game="crash"))
    driver.app.go("table")
    driver.idle()
    table = Teller(driver).table
    assert table.ids.banner.text == "Beto shows a hand"
    driver.tap(table.ids.entry.buttons["Hands laid down"])
    assert table.ids.banner.text == "Hands laid down: who?"
    driver.tap(table.ids.entry.seats.buttons[1])
    assert table.ids.banner.text == "Hands laid down: Caro"
    driver.tap(table.ids.entry.buttons["Show a hand"])
    driver.tap(table.ids.entry.seats.buttons[0])
    assert table.ids.banner.text == "Beto shows a hand"


def at_fault(open_app: Open, size: tuple[int, int] = (800, 480)) -> Teller:
    """Tell the revoke of the rules' own example, up to the card that proves it."""
    path = next(path for path in RECORDS if path.stem == "a-revoke")
    driver = sat_down(open_app(None, size=size), path)
    teller = Teller(driver)
    for event in record(path)[1]:
        teller._tell(event)
    return teller


def test_a_proved_fault_is_shown_with_both_cards(open_app: Open) -> None:
    teller = at_fault(open_app)
    sheet = teller.table.dialogue
    assert isinstance(sheet, Sheet)
    assert "Dani could have followed" in sheet.title
    assert sheet.title.endswith("in hand at trick 1")
    shown = [widget.cards for widget in sheet.walk() if isinstance(widget, CardRow)]
    assert shown == [[Card.parse("5d")], [Card.parse("6s")]]
    assert teller.driver.session.match.position.winner == 0


def test_a_misread_card_is_put_right_from_the_fault(open_app: Open) -> None:
    teller = at_fault(open_app)
    sheet = teller.table.dialogue
    assert isinstance(sheet, Sheet)
    assert teller.table.asks, "the end waits until the fault was read"
    teller.driver.tap(list(sheet.buttons.values())[2])
    keys = next(w for w in teller.driver.widgets() if isinstance(w, EntryKeys) and w is not teller.keys)
    teller.driver.tap(keys.pack.keys[Card.parse("6d")])
    match = teller.driver.session.match
    assert match.position.winner is None
    assert not [score for score in match.scores_made if score.why == "foul"]
    row = teller.driver.app.archive.row(teller.driver.app.archive.current)
    assert row is not None
    assert '"6d"' in str(row.events[-1])


def test_a_line_of_the_list_is_deleted_and_comes_back(open_app: Open) -> None:
    path = next(path for path in RECORDS if path.stem == "a-misdeal")
    driver = sat_down(open_app(None), path)
    teller = Teller(driver)
    for event in record(path)[1]:
        teller.tell(event)
    position = driver.session.match.position
    listed = putting_right.open_list(teller.table)
    assert len(listed.lines) == len(driver.session.match.events)
    driver.idle()
    listed.dispatch("on_line", 0)
    driver.idle()
    dialogue = teller.table.dialogue
    assert isinstance(dialogue, Sheet)
    driver.tap(dialogue.buttons["Delete this"])
    assert driver.session.match.position.count == position.count - 1
    driver.tap(teller.table.ids.undo)
    assert driver.session.match.position == position


@pytest.mark.parametrize("path", LONGEST, ids=lambda path: path.parts[-3])
def test_phones_sheet_rules_and_end_speak_of_every_game(path: Path, open_app: Open) -> None:
    driver = sat_down(open_app(None), path)
    for event in record(path)[1]:
        assert driver.session.tap(event)
    page = phones.shown(driver.session, language.tr)
    assert driver.session.match.game.title in "".join(driver.texts()) or page.standing
    for name in ("sheet", "rules", "end", "replay", "table"):
        driver.app.go(name)
        driver.idle()
        assert driver.texts()


def test_a_trick_says_who_laid_each_of_its_cards() -> None:
    match: AnyMatch = Match(
        Header(("Ana", "Beto", "Caro", "Dani"), "", ((0, 2), (1, 3)), 0, 35, game="malilla")
    )
    for event in (Trump(Card.parse("Qd")), Play(1, Card.parse("As")), Play(2, Card.parse("2s"))):
        match.add(event)
    (trick,) = heaps(game_called("malilla").lying(match.settled.position))
    assert [str(card) for card in trick.cards] == ["As", "2s"]
    assert caption(trick, match) == "Trick: Beto \N{MIDDLE DOT} Caro"


@pytest.mark.parametrize("size", [(1280, 800), (480, 800)])
def test_a_short_score_sheet_fills_the_page(size: tuple[int, int], open_app: Open) -> None:
    """It was one line at the top of an empty screen: now it says how the match stands, and draws how it came to it."""
    driver = open_app(None, size=size)
    assert driver.app.begin(Header(("Ana", "Beto", "Carla", "Diego"), game="malilla", target=35))
    driver.session.tap(Adjust(0, 32, "agreed"))
    driver.app.go("sheet")
    driver.idle()
    screen = driver.app.screen
    assert isinstance(screen, SheetScreen)
    standing, curve, _ = screen.ids.list.children[::-1]
    assert [(side.names, side.points) for side in standing.sides] == [
        ("Ana and Carla", 32),
        ("Beto and Diego", 0),
    ]
    (drawn,) = curve.children
    assert drawn.curve.totals[-1] == (32, 0)
    assert 0 <= screen.ids.scroll.height - screen.ids.list.height < 2 * screen.unit
