"""The banner tells the newest event in words and every score it brought, and whose; nothing outlives its event."""

from collections.abc import Callable

import pytest

from companion.locales import translation
from companion.record.match_summary import pegs_of
from companion.record.pegging import Pegs
from companion.record.session import Session
from companion.window.history.replay import NoJournal
from companion.window.phones import bare, shown
from companion.window.table.headline import headline
from companion.window.wording.announcements import announcement, heard
from engine.events import Adjust
from engine.header import Header
from engine.porrazo.game import Match
from engine.sheet import markdown, plain
from tests.app.conftest import Open
from tests.rules.boards import begin, claim, declare, fill_batch, lay, leftover, play, tendido, to_last_batch

ENGLISH, SPANISH = (translation(code).gettext for code in ("en", "es"))
PAIRS = ((0, 2), (1, 3))
TEAM = "Ana and Carla"


def said(match: Match, tr: Callable[[str], str] = ENGLISH) -> str:
    return bare(headline(match, tr, playing=True))


def test_every_score_of_a_play_is_told_the_largest_first() -> None:
    """The banner said "+1 ronda" and no more: the counter-porrazo of the batch's last play was hidden behind it."""
    match = begin()
    declare(match, 0)
    play(match, "5h 6h 5d Kh Kd Kc")
    assert said(match) == "Beto: K♣ takes K♥ and K♦  ·  +12 counter-porrazo, +4 limpia, Ana +1 ronda 5"
    assert (
        said(match, SPANISH) == "Beto: K♣ se lleva K♥ y K♦  ·  +12 contraporrazo, +4 limpia, Ana +1 ronda 5"
    )


def test_a_play_without_a_score_is_told_too() -> None:
    """ "Ana +2 porrazo J" stood there for 33 plays."""
    match = begin()
    play(match, "Jh Jd 5c")
    assert said(match) == "Ana: 5♣ stays  ·  Beto +2 porrazo J, +2 limpia J"
    play(match, "9c")
    assert said(match) == "Beto: 9♣ stays"
    assert said(match, SPANISH) == "Beto: 9♣ se queda"
    lay(match, "7h 8s")
    play(match, "7d")
    assert said(match) == "Ana: 7♦ takes 7♥ and 8♠  ·  +1 limpia"


def test_a_run_is_told_upwards_however_it_lies() -> None:
    """ "A♠ ← 4♦ A♦ 3♦ 2♦": nobody says a run so."""
    match = begin()
    lay(match, "4d Ad 3d 2d 9c")
    play(match, "As")
    assert said(match).startswith("Ana: A♠ takes A♦, 2♦, 3♦ and 4♦")


def test_what_a_batch_brought_is_not_told_again_by_the_next_batch() -> None:
    match = begin()
    declare(match, 0)
    play(match, "5h 6h 5d Jh 9c Tc")
    assert said(match) == "Beto: 10♣ stays  ·  Ana +1 ronda 5"
    play(match, "2c")
    assert said(match) == "Ana: 2♣ stays"


def test_a_claim_tells_what_it_brought_and_no_more() -> None:
    match = begin()
    declare(match, 1)
    play(match, "5h 6h 5d 6c 9c Kc")
    assert said(match).endswith("  ·  +1 ronda 6")
    claim(match, 1, 0)
    assert said(match) == "Beto claims what Ana did not announce"
    match = begin()
    play(match, "5h 6h 5d 7c 9c Kc")
    claim(match, 1, 0)
    assert said(match) == "Beto claims what Ana did not announce  ·  +1 ronda 5"


def test_other_events_are_told_by_their_names() -> None:
    match = begin()
    declare(match, 0)
    assert said(match) == "Ana: ronda"
    match = begin(players=5)
    to_last_batch(match)
    leftover(match, "7h 8d 2c")
    assert said(match).startswith("Left over: 7♥, 8♦ and 2♣  ·  ")
    match = begin()
    tendido(match, "Ah 2h Kd Kc")
    assert said(match) == "Tendido: A♥, 2♥, K♦ and K♣  ·  Beto +4 alike, +3 in place"
    lay(match, "")
    assert said(match) == "The table is empty"


def test_the_last_play_of_a_batch_is_told_although_the_tendido_is_due() -> None:
    match = begin(tendido="required")
    to_last_batch(match)
    lay(match, "4h")
    assert said(match) == "On the table: 4♥  ·  Beto lays the tendido now"


def test_an_undone_play_is_told_no_more() -> None:
    match = begin()
    play(match, "9c 5h")
    match.undo()
    assert said(match) == "Ana: 9♣ stays"
    match.undo()
    assert said(match) == "Ana plays first"


# -- pegs ----------------------------------------------------------------------------------------------


def test_all_that_an_event_brings_a_side_is_one_pegging() -> None:
    """A tendido's two lines made the back peg stand between them, where the score never was."""
    match = begin()
    match.add(Adjust(1, 2, "agreed"))
    tendido(match, "Ah 2h Kd Kc")
    assert pegs_of(match)[1] == Pegs(9, 2)
    play(match, "Ks")
    assert pegs_of(match)[1] == Pegs(9, 2), "the other side's score moves none of these"


def test_a_porrazo_and_the_ronda_of_the_batchs_last_play_are_one_pegging() -> None:
    match = begin()
    match.add(Adjust(1, 2, "agreed"))
    declare(match, 1)
    play(match, "5h 6h 8d 6d Jh Jc")
    assert match.settled.position.scores == (0, 5)
    assert pegs_of(match)[1] == Pegs(5, 2)
    play(match, "2c")
    assert pegs_of(match)[1] == Pegs(5, 2)


# -- teams ---------------------------------------------------------------------------------------------


def teams() -> Session:
    """A match of Ana and Carla against Beto and Dani; Carla is given 3 points."""
    session = Session(begin(players=4, teams=PAIRS).header, NoJournal())
    session.tap(Adjust(2, 3, "agreed"))
    return session


def test_points_by_hand_are_the_teams() -> None:
    session = teams()
    assert said(session.match) == f"{TEAM} +3, adjustment"
    board = shown(session, ENGLISH)
    assert (board.headline, board.told) == (f"{TEAM} +3, adjustment", [f"{TEAM} +3, adjustment"])


def test_cards_counted_are_the_teams() -> None:
    match = begin(players=4, teams=PAIRS)
    to_last_batch(match)
    session = Session(match.header, NoJournal(), match.events)
    before = heard(session)
    lay(match, "9h")
    play(match, "9c")
    fill_batch(match)
    for event in match.events[len(session.match.events) :]:
        session.tap(event)
    assert f"{TEAM} +2 most cards" in said(session.match)
    assert announcement(before, session, ENGLISH).sentences[-1] == f"{TEAM}, most cards, 2"
    assert shown(session, ENGLISH).told[0] == f"{TEAM} +2, most cards"


def test_the_score_sheet_names_the_team() -> None:
    session = teams()
    sheet = session.match.game.sheet(session.header, session.match.steps())
    assert "  Ana+Carla  correction: agreed" in plain(sheet)
    assert "| Ana+Carla | correction: agreed |" in markdown(sheet)


@pytest.mark.parametrize("names", [("Ana", "Beto", "Carla", "Dani")])
def test_the_table_names_the_team_in_banner_list_and_sheet(open_app: Open, names: tuple[str, ...]) -> None:
    app = open_app(Header(names, teams=PAIRS, extra={"entry": "points"}))
    app.tap(app.screen.panels[0].score)
    app.tap(app.button("+2"))
    assert bare(app.screen.banner.text) == f"{TEAM} +2"
    assert app.screen.event_list.lines[0].what.startswith(TEAM)
    app.screen.event_list.dispatch("on_line", 0)
    app.idle()
    assert f"{TEAM} +2: what should it be?" in app.texts()
