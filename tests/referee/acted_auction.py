"""A hand of Royal Porcio, acted without pixels: bids are tapped, the gallery, the duones and the play are seen.

Gallery cards turned down are gone from sight, and come back where the rules turn them up again.
"""

import random

from engine.cards import Card
from engine.events import Event
from engine.game import Lies
from engine.header import Header
from engine.royal_porcio.position import Position
from tests.games.royal_porcio.dealt import PLAIN, random_events
from tests.referee.acted_spoils import ROW, SIDES, clear
from tests.referee.acted_table import NAMES, ActedHand, Table, acted_out

SHORTEST = 30
"""Events of a hand that is played out, at least."""
GALLERY, NEXT = 2.2, 1.1
"""Heights of a card to the dealer's right of the gallery's first card, and from card to card: chosen."""
DUONES = 1.9
"""Heights of a card from the middle at which cards of duones lie: chosen."""


def auction(seed: str, level: str) -> ActedHand:
    """One hand, from the gallery to the last card shown."""
    rng = random.Random(seed)
    header = Header(NAMES, "", SIDES, rng.randrange(4), 250, {}, game="royal_porcio")
    played: list[Event] = []
    while len(played) < SHORTEST or any(event.do == "adjust" for event in played):
        played = random_events(header, rng, PLAIN, hands=2)  # until the second would begin
    return acted_out(Table(header, level, seed), played, rng.choice((0.8, 1.2)), act)


def act(table: Table, event: Event, far: float, rows: list[list[Card]]) -> None:
    """People do what the event says."""
    at = table.at
    assert isinstance(at, Position)
    if event.do == "spoil" and not event.to_json().get("void"):
        tricks = at.hand.played.tricks
        assert tricks.won is not None
        card: Card = event.card  # type: ignore[attr-defined]
        clear(table, card, [laid.card for laid in tricks.trick], tricks.won, rows)
        table.tell(event)
        return
    seat = at.hand.dealer if at.turn is None else at.turn
    before = lying(table)
    table.wait(1.2, 2.6)
    after = table.game.after(at, event).position
    now = {each.card: each for each in table.game.lying(after) if each.card is not None}
    going = [card for card in before if card not in now]
    if event.do == "spoil":
        tricks = at.hand.played.tricks
        assert tricks.won is not None
        clear(table, event.card, [laid.card for laid in tricks.trick], tricks.won, rows)  # type: ignore[attr-defined]
    elif going and event.do in ("turn_down", "pass"):
        table.take(going, seat)
    lay_new(table, [each for card, each in now.items() if card not in before], far, event, seat)
    seen = event.do in ("gallery", "duone", "turn_down", "play", "show") or "card" in event.to_json()
    (table.tell if seen and not event.to_json().get("void") else table.tap)(event)


def lying(table: Table) -> dict[Card, Lies]:
    """The cards that lie there face up."""
    return {each.card: each for each in table.game.lying(table.at) if each.card is not None}


def lay_new(table: Table, new: list[Lies], far: float, event: Event, seat: int) -> None:
    """Cards are laid where they belong; those of the gallery come round after round of the deal."""
    dealer = table.at.hand.dealer  # type: ignore[attr-defined]
    for k, each in enumerate(new):
        assert each.card is not None
        if each.place == "gallery":
            table.wait(2.0, 4.0) if event.do == "gallery" else None
            place, by = table.place(dealer, ROW, GALLERY + NEXT * k), dealer
        elif each.place == "trick":
            place, by = table.place(seat, far, 0.0), seat
        else:
            by = seat if each.seat is None else each.seat
            place = table.place(by, DUONES, NEXT * len(lying(table)) / 2 - 1.5 + 0.5 * k)
        if each.place != "stubs":
            table.lay([each.card], by, [place], by, table.upright(by))
            table.wait(0.1, 0.4)
