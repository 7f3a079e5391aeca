"""The referee of tricks on hands acted without pixels: what is written, what is asked, what is put right."""

import random
from collections.abc import Sequence
from dataclasses import dataclass, replace

import pytest

from companion.referee.tricks import TrickReferee, TrickRefereeAgain
from companion.referee.tricks.history import History, Terms
from companion.referee.tricks.search import ranked
from engine.cards import Card
from engine.events import Event
from engine.header import Header
from tests.games.malilla.dealt import random_events
from tests.referee.acted_tricks import Acted, Actor, Seen, Slips

NAMES = ("Ana", "Beto", "Caro", "Dani")
FIRST_TRICKS = 13
"""Events: the turned card and three tricks."""


@dataclass(frozen=True)
class Result:
    """The events as they were, the referee at the end, and the lines that were ever asked about."""

    events: list[Event]
    referee: TrickReferee
    asked: set[int]

    @property
    def silent(self) -> list[int]:
        """The lines that are wrong and not marked."""
        told = self.referee.written
        wrong = (k for k, event in enumerate(told) if what(self.events[k : k + 1]) != what([event]))
        return [k + 1 for k in wrong if not told[k].extra.get("doubt")]


def what(events: Sequence[Event]) -> list[dict[str, object]]:
    """Events without their further keys."""
    return [
        {key: value for key, value in event.to_json().items() if key in ("do", "seat", "card")}
        for event in events
    ]


def hand(seed: int, events: int = FIRST_TRICKS) -> tuple[Header, list[Event]]:
    """The first events of a hand played by the rules."""
    rng = random.Random(seed)
    header = Header(NAMES, "", ((0, 2), (1, 3)), rng.randrange(4), 35, {}, game="malilla")
    while True:
        played = random_events(header, rng, hands=1)
        if all(event.do in ("trump", "play") for event in played):
            return header, played[:events]


def acted(seed: int, slips: Slips, events: int = FIRST_TRICKS) -> tuple[Header, list[Event], Acted]:
    """A hand's first events and what is seen of them."""
    header, played = hand(seed, events)
    return header, played, Actor(header, random.Random(seed), slips).act(played)


def watched(seed: int, slips: Slips, events: int = FIRST_TRICKS) -> Result:
    """Show the referee a hand."""
    header, played, seen = acted(seed, slips, events)
    referee, asked = TrickReferee(header), set[int]()
    looks = [referee.look(each) for each in seen.observations()]
    for changes in (*looks, referee.end(seen.until)):
        asked |= {change.line for change in changes if change.event.extra.get("doubt")}
    return Result(played, referee, asked)


@pytest.mark.parametrize(
    ("place", "events"), [("cross", FIRST_TRICKS), ("heap", 41), ("front", FIRST_TRICKS)]
)
def test_a_hand_is_followed_wherever_the_cards_are_laid(place: str, events: int) -> None:
    """A whole one where they are hardest to see; ``test_tricks_recorded`` has whole ones of each place, filmed."""
    result = watched(11, Slips(place, unsure=0.0), events=events)
    assert what(result.referee.written) == what(result.events)
    assert not result.asked
    assert result.referee.settled().to_json()["hand"] == (1 if events == FIRST_TRICKS else 2)


@pytest.mark.parametrize("seed", range(4))
def test_misread_cards_are_never_wrong_and_silent_and_invent_nothing(seed: int) -> None:
    result = watched(seed, Slips(misread=0.08, broken=0.15))
    assert len(result.referee.written) == len(result.events)
    assert result.silent == []


def test_a_card_taken_back_is_no_play() -> None:
    result = watched(3, Slips(taken_back=0.25, unsure=0.0))
    assert what(result.referee.written) == what(result.events)


def test_of_histories_as_likely_the_one_whose_cards_are_read_best_comes_first() -> None:
    """Crash easy 10005: a seven of hearts was found twice, once read as the seven of diamonds, and was asked about."""
    well, badly = (History(None, Terms(1.1, read, 0.0, 4.6 - read, 0.0)) for read in (0.3, 4.3))
    assert ranked([badly, well])[0] is well
    dearer = History(None, Terms(1.2, 0.0, 0.0, 4.6, 0.0))
    assert ranked([dearer, badly])[0] is badly


@pytest.mark.parametrize(("read_after", "asked"), [(1.5, False), (60.0, True)])
def test_a_card_that_is_hardly_read_is_asked_about_only_if_it_stays_so(
    read_after: float, asked: bool
) -> None:
    """Crash hard 9970: the first readings of an ace were 0.82 sure, and it was asked about for 0.7 s."""
    header, played, seen = acted(11, Slips("front", unsure=0.0), events=5)
    referee, doubted = TrickReferee(header), set[int]()
    for look in seen.observations():
        cards = [
            replace(each, odds=hardly(each.odds)) if look.t < each.since + read_after else each
            for each in look.observed_cards
        ]
        changes = referee.look(replace(look, observed_cards=tuple(cards)))
        doubted |= {change.line for change in changes if change.event.extra.get("doubt")}
    assert bool(doubted) == asked
    assert what(referee.written) == what(played[: len(referee.written)])


def hardly(odds: Sequence[float]) -> tuple[float, ...]:
    """The odds of the same card, read with 0.85, any other as likely as any."""
    best = max(range(len(odds)), key=odds.__getitem__)
    return tuple(0.85 if code == best else 0.15 / (len(odds) - 1) for code in range(len(odds)))


def test_going_on_with_a_record_writes_nothing_twice() -> None:
    header, played, seen = acted(5, Slips(unsure=0.0))
    looks = [*seen.observations()]
    first = TrickReferee(header)
    for each in looks[: len(looks) // 2]:
        first.look(each)
    until = max(float(str(event.extra["t"])) for event in first.written)
    again = TrickRefereeAgain(header, first.written, 0, until)
    before = len(first.written)
    lines = [change.line for each in looks for change in again.look(each)]
    lines += [change.line for change in again.end(seen.until)]
    assert what(again.written) == what(played)
    assert lines == [*range(before + 1, len(played) + 1)]


def test_what_people_corrected_stands_fast() -> None:
    header, played, seen = acted(7, Slips(unsure=0.0))
    referee = TrickReferee(header)
    looks = [*seen.observations()]
    middle = len(looks) // 2
    for each in looks[:middle]:
        referee.look(each)
    told = played[: len(referee.written)]
    referee.hear(told)
    for each in looks[middle:]:
        referee.look(each)
    referee.end(seen.until)
    assert what(referee.written) == what(played)


class HidesWinner(Actor):
    """Acts a hand of which nobody sees one card: ``hidden``, which wins its trick."""

    hidden = ""

    def _lay(self, card: Card, seat: int) -> Seen:
        seen = super()._lay(card, seat)
        if str(card) == self.hidden:
            self.acted.seen.remove(seen)
        return seen


def winner_of(header: Header, played: Sequence[Event], trick: int) -> int:
    """The number of the event that won a trick, the first being 0; the turned card is event 0."""
    leads = played[4 * trick + 5].to_json()["seat"]
    first = 4 * trick + 1
    return next(k for k in range(first, first + 4) if played[k].to_json()["seat"] == leads)


@pytest.mark.parametrize("seed", [11, 12, 14])
def test_a_winning_card_that_nobody_saw_is_such_that_the_next_trick_is_led_as_it_was(seed: int) -> None:
    header, played = hand(seed, 17)
    won = winner_of(header, played, 1)
    actor = HidesWinner(
        header, random.Random(seed), Slips("heap", unsure=0.0, broken=0.0, flash=0.0, no_arm=0.0)
    )
    actor.hidden = str(played[won].to_json()["card"])
    seen, referee = actor.act(played), TrickReferee(header)
    for each in seen.observations():
        referee.look(each)
    referee.end(seen.until)
    told, true = what(referee.written), what(played)
    assert [line["seat"] for line in told if "seat" in line] == [
        line["seat"] for line in true if "seat" in line
    ]
    wrong = [k for k, (one, other) in enumerate(zip(told, true, strict=True)) if one != other]
    assert all(referee.written[k].extra.get("doubt") for k in {*wrong, won}), "which card it was is asked"
    assert all(5 <= k <= 8 for k in wrong), "in the other tricks every card is right"
