"""What is asked leads to every event of every game, by the fewest taps that its rules allow."""

from pathlib import Path

import pytest

from companion.record.asking import Asking
from companion.record.match_summary import cards_of
from engine.cards import Card
from engine.events import Adjust, Event
from engine.match import AnyMatch, Match
from tests.record.test_every_game import RECORDS, record


def asked(match: AnyMatch, event: Event) -> tuple[Event | None, int]:
    """Choose an event of what is asked; return it as it comes out, and how many taps it took."""
    asking, line = Asking.of(match), event.to_json()
    wanted = next(at for at, offer in enumerate(asking.offers) if is_one_of(offer.do, asking, at, line))
    taps = int(asking.at != wanted or asking.finished)
    asking = asking.choose(wanted) if asking.at != wanted else asking
    while (field := asking.asked) is not None:
        value = line[field.key]
        assert isinstance(value, str | int)
        assert value in asking.choices
        asking, taps = asking.value(value), taps + 1
    melds = line.get("melds")
    if isinstance(melds, list):
        return grouped(asking, [[Card.parse(card) for card in meld] for meld in melds], taps)
    for card in cards_of(event) or ():
        shown = card if match.game.suits else Card(card.rank)
        assert shown in asking.possible
        asking, taps = asking.card(shown), taps + 1
    return asking.event, taps + (not asking.finished)


def is_one_of(do: str, asking: Asking, at: int, line: dict[str, object]) -> bool:
    """Whether the offer at this place is the one for an event's line."""
    offer = asking.offers[at]
    flags = {field.key for field in offer.asks if len(field.values) == 1 and field.values[0] is True}
    mine = {key for key, value in line.items() if value is True}
    return do == line["do"] and line.get("seat", offer.seat) == offer.seat and flags == mine


def grouped(asking: Asking, melds: list[list[Card]], taps: int) -> tuple[Event | None, int]:
    """Put cards into groups until they lie as wanted, and say so."""
    assert asking.offer is not None
    (centre,) = asking.offer.cards
    left, places = list(melds), {}
    for at, group in enumerate(asking.offer.groups or ()):
        places[at] = max(left, key=lambda meld: len(set(meld) & set(group)))
        left.remove(places[at])
    if left:
        (places[len(asking.groups) - 1],) = left
    for at in sorted(places, key=lambda at: centre not in places[at]):
        if centre in places[at] and centre not in asking.groups[at]:
            asking, taps = asking.into(at), taps + 1
        missing = [card for card in places[at] if card not in asking.groups[at]]
        if missing and asking.active != at:
            asking, taps = asking.into(at), taps + 1
        for card in missing:
            assert card in asking.possible
            asking, taps = asking.card(card), taps + 1
    assert asking.may_finish
    return asking.event, taps + 1


def as_told(event: Event, *, suits: bool) -> dict[str, object]:
    """Give an event's line without what may be tapped in any order, and without suits that do not matter."""
    line = event.to_json()
    line.pop("colour", None)  # may be left out where only one is possible
    if "melds" in line:
        melds = line["melds"]
        assert isinstance(melds, list)
        line["melds"] = sorted(sorted(meld) for meld in melds)
    if not suits:
        line |= {key: str(line[key])[:1] for key in ("card",) if key in line}
        line |= {
            key: [str(card)[:1] for card in cards] for key, cards in line.items() if isinstance(cards, list)
        }
    return line


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: f"{path.parts[-3]}-{path.stem}")
def test_every_event_can_be_asked_for(path: Path) -> None:
    header, events = record(path)
    match: AnyMatch = Match(header)
    for event in events:
        if not isinstance(event, Adjust):
            found, taps = asked(match, event)
            assert found is not None
            suits = match.game.suits
            assert as_told(found, suits=suits) == as_told(event, suits=suits)
            assert taps <= MOST.get(event.do, 1) + len(cards_of(event) or ()), event
        match.add(event)


MOST = {
    "play": 0,
    "trump": 0,
    "turn": 0,
    "colour": 0,
    "spoil": 1,
    "bid": 3,
    "take": 8,
    "set": 3,
    "bet": 2,
    "show": 2,
}
"""The most taps of an event besides those for its cards; one for any other."""
