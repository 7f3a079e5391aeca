"""A deal that does not count is taken back whole, in two taps; Undo brings it back, and the watcher hears of it."""

import random
from pathlib import Path

import pytest

from companion.record.deal_again import deals_again
from engine.cards import Card
from engine.events import Adjust, Event, IllegalPlay
from engine.header import Header
from engine.match import AnyMatch, Match
from engine.porrazo.events import Claim, Declare, Play
from tests.app.conftest import Open
from tests.app.driving import Driver
from tests.app.kept import events
from tests.app.tapping_games import Teller
from tests.app.test_correcting import CARDS, rank, spelt
from tests.app.test_game_table import LONGEST, sat_down
from tests.app.test_watching import Watcher, understood
from tests.games.dealt import random_events
from tests.record.test_every_game import record

BATCH = "J", "5", "9", "K", "2", "6"
"""Six plays of two that take nothing."""


def again(app: Driver, text: str) -> None:
    """Two taps: the menu, and what is dealt again."""
    app.tap(app.screen.menu)
    app.tap(app.button(text))


def shown(app: Driver) -> list[str]:
    return [str(card) for card in app.screen.cards.cards]


def test_a_batch_is_dealt_again_in_two_taps_and_undone_in_one(open_app: Open, tmp_path: Path) -> None:
    app = open_app(CARDS)
    rank(app, *BATCH, "7", "7", "3")  # a porrazo: points that shall not count
    before, points = spelt(tmp_path), [panel.numeral.text for panel in app.screen.panels]
    assert points != ["0", "0"]
    again(app, "Deal batch 2 again")
    assert spelt(tmp_path).split() == before.split()[:6]
    assert [panel.numeral.text for panel in app.screen.panels] == ["0", "0"]
    assert shown(app) == [*BATCH]
    assert app.screen.banner.notice == "Ana deals again. Lines taken back: 3 (Undo brings them back)"
    app.tap(app.screen.undo)
    assert spelt(tmp_path) == before
    assert [panel.numeral.text for panel in app.screen.panels] == points
    app.tap(app.screen.redo)
    assert spelt(tmp_path).split() == before.split()[:6]


def test_a_whole_hand_is_dealt_again_by_the_same_dealer(open_app: Open, tmp_path: Path) -> None:
    app = open_app(CARDS)
    rank(app, *BATCH, "7")
    again(app, "Deal hand 1 again")
    assert events(tmp_path) == []
    assert app.screen.title.text == "Hand 1, batch 1. Ana deals"
    assert app.screen.panels[1].playing
    rank(app, "7")
    assert spelt(tmp_path) == "1:7"


def test_in_spanish_it_says_so_too(open_app: Open) -> None:
    from companion.window.widgets.text import language

    app = open_app(CARDS)
    rank(app, "7")
    language.code = "es"
    app.app.changed()
    again(app, "Dar de nuevo la mano 1")
    assert app.screen.banner.notice == "Ana reparte otra vez. Líneas quitadas: 1 (Deshacer las devuelve)"


def test_what_was_seen_goes_too_and_the_watcher_is_told_once(open_app: Open, tmp_path: Path) -> None:
    watcher = Watcher(understood("7h", "9d", "Jc"))
    app = open_app(CARDS, producer=watcher)
    app.until(lambda: len(app.session.match.events) == 3)
    again(app, "Deal hand 1 again")
    assert events(tmp_path) == []
    assert [(told.what, told.record) for told in watcher.told] == [("withdrawn", ())]
    assert watcher.post is not None
    watcher.post(*understood("2c", start=4))
    app.until(lambda: spelt(tmp_path) == "1:2c")
    app.tap(app.screen.undo)
    app.tap(app.screen.undo)
    assert spelt(tmp_path) == "1:7h 0:9d 1:Jc"
    assert len(watcher.told[-1].record) == 3


def test_another_games_hand_is_dealt_again_as_well(open_app: Open) -> None:
    path = next(path for path in LONGEST if "malilla" in path.parts)
    app = sat_down(open_app(None), path)
    teller = Teller(app)
    cards = [event for event in record(path)[1] if not isinstance(event, Adjust)]
    for event in cards[:3]:
        teller.tell(event)
    app.tap(app.button("Menu"))
    app.tap(app.button("Deal hand 1 again"))
    assert app.session.match.events == ()
    assert app.session.notice is not None
    assert "taken back: 3" in " ".join(app.texts())


# -- which deals there are -----------------------------------------------------------------------------------


def match_of(*told: Event, **options: bool | str) -> AnyMatch:
    match: AnyMatch = Match(Header(("Ana", "Beto"), options=options))
    for event in told:
        match.add(event)
    return match


def played(letters: str, first: int = 0) -> list[Event]:
    return [Play((at + 1) % 2, Card.parse(letter)) for at, letter in enumerate(letters, start=first)]


def offered(match: AnyMatch) -> list[tuple[str, list[str]]]:
    """What is offered, and the words of the lines that each would take back."""
    return [
        (each.said.sentence.format(**each.said.facts), [entry.event.do for entry in each.entries])
        for each in deals_again(match)
    ]


def test_nothing_is_offered_before_the_first_card() -> None:
    assert offered(match_of()) == []


def test_in_the_first_batch_the_hand_is_all_there_is() -> None:
    assert offered(match_of(Declare(1, "ronda"), *played("A"))) == [
        ("Deal hand 1 again", ["declare", "play"])
    ]


def test_a_claim_belongs_to_the_batch_before() -> None:
    told = [*played("AA9K2A"), Claim(0, 1), *played("5")]
    assert offered(match_of(*told))[0] == ("Deal batch 2 again", ["play"])


def test_a_batch_of_which_nothing_is_written_takes_nothing_back() -> None:
    assert offered(match_of(*played("A59K26")))[0] == ("Deal batch 2 again", [])


def test_points_put_in_by_hand_before_a_deal_stay() -> None:
    match = match_of(Adjust(0, 2, "agreed"), *played("A5"))
    assert offered(match) == [("Deal hand 1 again", ["play", "play"])]


def test_a_hand_that_is_over_can_be_played_again_until_the_next_one_begins() -> None:
    header = Header(("Ana", "Beto"), target=121)
    match: AnyMatch = Match(header)
    told = random_events(header, random.Random(1), hands=2)
    offers = []
    for event in told:
        match.add(event)
        offers.append([said for said, _ in offered(match)])
    both = ["Deal hand 2 again", "Deal hand 1 again"]
    assert both in offers
    assert [f"Deal hand {hand} again" for hand in (3, 2)] == offers[-1]
    assert [*dict.fromkeys(each[-1] for each in offers)] == ["Deal hand 1 again", "Deal hand 2 again"]


@pytest.mark.parametrize("path", LONGEST, ids=lambda path: f"{path.parts[-3]}-{path.stem}")
def test_every_games_hand_begins_again_where_it_began(path: Path) -> None:
    header, told = record(path)
    match: AnyMatch = Match(header)
    checked = 0
    for event in told:
        match.add(event)
        game = match.game
        if match.position.winner is not None or len(match.events) % 7:
            continue
        hand, before = game.deals(match.settled.position)[-1], match.events
        whole = next(each for each in deals_again(match) if each.said == hand)
        if not whole.entries:
            continue
        match.remove(*whole.entries)
        assert game.deals(match.settled.position)[-1] == hand, "it is the hand that is dealt again"
        line = len(match.events)
        assert before[:line] == match.events
        ends = [game.deals(game.settled(outcome.position).position)[-1] for outcome in match.outcomes]
        while line and isinstance(before[line - 1], Adjust) and ends[line - 1] == hand:
            line -= 1  # points put in by hand do not begin a hand, but for those that reopen a match
        assert line == 0 or game.deals(match.outcomes[line - 1].position)[-1] != ends[line] == hand
        match.undo()
        assert match.events == before
        checked += 1
    assert checked


def test_lines_that_the_rules_refuse_go_with_their_deal() -> None:
    match = match_of(*played("A5"))
    with pytest.raises(IllegalPlay):
        match.add(Play(0, Card.parse("7h")), 9)
    (hand,) = deals_again(match)
    match.remove(*hand.entries)
    assert [entry.standing for entry in match.entries] == [False, False, False]


@pytest.mark.parametrize("undo", [1, 2])
def test_one_step_back_brings_all_lines_back(undo: int) -> None:
    match = match_of(*played("A59"))
    events_before = match.events
    (hand,) = deals_again(match)
    for _ in range(undo):
        match.remove(*hand.entries)
        assert match.events == ()
        match.undo()
        assert match.events == events_before
        hand = deals_again(match)[0]
