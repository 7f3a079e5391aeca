"""An event put together from what somebody chose of what may come next: cards, values, groups of cards."""

from collections.abc import Mapping, Sequence

from engine.cards import Card
from engine.events import Event
from engine.game import AnyGame, Expected
from engine.options import Choice

Groups = Sequence[Sequence[Card]]


def chosen_event(
    game: AnyGame,
    expected: Expected,
    cards: Sequence[Card] = (),
    values: Mapping[str, Choice] | None = None,
    groups: Groups = (),
) -> Event:
    """Return the event; ValueError where too little or too much was chosen for one of this kind."""
    _, keys = game.kinds[expected.do]
    line: dict[str, object] = {"do": expected.do}
    if "seat" in keys:
        line["seat"] = expected.seat
    if expected.groups is not None:
        line[group_key(keys)] = [list(map(str, group)) for group in groups]
    elif "cards" in keys:
        line["cards"] = list(map(str, cards))
    elif cards:
        (card,) = cards
        line["card"] = str(card)
    return game.event({**line, **(values or {})})


def group_key(keys: frozenset[str]) -> str:
    """Return the key under which an event's line holds groups of cards: its only key besides its word and seat."""
    (key,) = keys - {"do", "seat"}
    return key
